"""The digest as a channel: news of an account from all its matches, in one letter. Everything else about it is mail.

Events are not queued for it directly: a letter that is due sets its news aside
(:meth:`workers.mail.channel.Mail.limit`), under the same ids. At the hour of the digest they are judged again, each by
its own match. Writing the letter (:func:`compose_digest`) is pure, as in :mod:`workers.mail.compose`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial

from engine.registry import game_of
from service.accounts.mail.mail_preferences import announcement_for
from service.context import Context
from service.notifications.asks import asks
from service.notifications.channel import Bundle
from service.notifications.delivery import Reason
from service.notifications.kinds import kind_of
from service.notifications.notices import seat_told
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan, lost
from service.store.connection.connect import Unreadable
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.channel import Mail, judge
from workers.mail.compose import evidence_of
from workers.mail.headers import company
from workers.mail.letter import DigestLetter, DigestTable, Foot, Plain
from workers.mail.links import answers_by, says_by
from workers.mail.page import Page
from workers.mail.parts.ahead import wishes_told
from workers.mail.parts.matters import time_links
from workers.mail.parts.question import questions
from workers.mail.parts.sections import sections_of, subject_of
from workers.mail.reader import Reader
from workers.mail.sender import WORDS, Sender, fill, said_plainly, sender_of, start_message, table_title
from workers.mail.sending.transport import transport_of

News = Sequence[Notice]


def compose_digest(
    told: Sequence[tuple[News, Record]],
    account: Account,
    now: int,
    sender: Sender,
    *,
    name: str,
    account_news: News = (),
    sender_about: Callable[[Record], Sender] | None = None,
    announcement: str = "",
    plainly: bool = False,
) -> EmailMessage:
    """Return the letter that tells one account news about several matches, first those that ask something.

    :param told: notices of the account by match, at least one each, with the match as it is now.
    :param account_news: notices of the account about no single match.
    :param now: in milliseconds.
    :param announcement: the operator's announcement to everybody.
    :param plainly: whether a match whose news cannot be written is described in plain words
    (:mod:`workers.mail.sender`).
    :param sender_about: the installation as the sender about one match, whose key may be an older one; default:
    ``sender``.
    """
    reader = Reader.of(account, now)
    words = reader.words("digest")
    ordered = sorted(told, key=lambda one: _urgency(*one))
    until = [due for news, record in ordered if (due := _urgency(news, record)) < NEVER]
    said = words.subject(len(ordered), len(until), reader.short_moment(until[0]) if until else "")
    page = Page(reader, sender.public_url, sender.public_key)
    if not ordered:
        said = subject_of(account_news, page)
    subject = headers.own_subject(str(said))
    unsubscribe = sender.unsubscribe(account, "", False)
    table = _table_as_far_as_possible if plainly else _table
    letter = DigestLetter(
        subject=subject,
        name=reader.name,
        tables=[
            table(news, record, reader, account, sender_about(record) if sender_about else sender)
            for news, record in ordered
        ],
        key=sender.key_id,
        foot=Foot(str(words.why()), str(words.stop()), f"{sender.public_url}/unsubscribe/{unsubscribe}"),
        account=f"{sender.public_url}/account",
        announcement=announcement,
        unread=str(words.unread(bool(until))),
        brief=not reader.programmer,
        sections=sections_of(account_news, page) if account_news else [],
    )
    message = start_message(name, account, sender, now, subject)
    headers.unsubscribable(message, letter.foot.unsubscribe)
    news_told = [*(one for news, _ in ordered for one in news), *account_news]
    headers.events(message, [one["id"] for one in news_told if kind_of(one).event is not None])
    fill(message, reader, letter, sender)
    return message


NEVER = 1 << 62


def _urgency(news: News, record: Record) -> int:
    """Return the earliest deadline of a match's questions (ms), or the latest possible time without questions."""
    if not _asks(news):
        return NEVER
    found = asks(record, seat_told(news), news)
    return (found[0].until or NEVER - 1) if found else NEVER


def _asks(news: News) -> bool:
    return any(kind_of(one).speech == "asks" for one in news)


def _table(news: News, record: Record, reader: Reader, account: Account, sender: Sender) -> DigestTable:
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    ordered = sorted(news, key=lambda one: (one["n"], one["at"]))
    seat = seat_told(ordered)
    choose, time = answers_by(account, page, sender, seat), time_links(page, seat, says_by(account, page, sender, seat))
    return DigestTable(
        title=f"{page.title} {company(page, seat)[0]}".strip(),
        questions=questions(ordered, page, (), choose, time) if _asks(ordered) else [],
        sections=sections_of(ordered, page),
        url=page.table_url,
        evidence=evidence_of(record, sender),
        n=record.n,
        head=record.head,
        wishes=wishes_told(ordered, page),
    )


def _table_as_far_as_possible(
    news: News, record: Record, reader: Reader, account: Account, sender: Sender
) -> DigestTable:
    try:
        return _table(news, record, reader, account, sender)
    except Exception as error:
        log.error("the digest tells match %s in plain words: %s", record.match, type(error).__name__)
        return DigestTable(
            title=table_title(record, reader),
            questions=[],
            sections=[Plain(WORDS, said_plainly(news, record, reader))],
            url=f"{sender.public_url}/table/{record.match}",
            evidence=[],
            n=record.n,
            head=record.head,
        )


log = logging.getLogger("siegelpost.deliver")


def open_channel(context: Context) -> Digest:
    """Return the digest channel for the installation's ``SMTP_URL``."""
    return Digest(context, transport_of(context.settings.smtp_url))


class Digest(Mail):
    """One letter about several matches, for accounts that have chosen digests."""

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        """Return the reason for leaving this notice out of the digest, or None."""
        others = [one for one in situation.others if one["match"] == notice["match"]]
        record = self._record_of(notice["match"])
        now = situation.now if record is None else record.now
        return judge(notice, Situation(record, others, now), account=account) or self.unheard(notice, record)

    def lingers(self, plan: Plan, account: Account, record: Record | None, now: int) -> int | None:
        """Return None: a digest goes out at its hour."""
        return None

    def limit(self, plan: Plan, account: Account) -> None:
        """Drop nothing: every digest was asked for, and nothing waits any longer."""

    def write(self, bundle: Bundle) -> EmailMessage:
        """Return the digest."""
        return self._composed(bundle)

    def stand_in(self, bundle: Bundle) -> EmailMessage:
        """Return the digest with plain words in place of any news that cannot be written."""
        return self._composed(bundle, plainly=True)

    def _composed(self, bundle: Bundle, *, plainly: bool = False) -> EmailMessage:
        by_match: dict[str, list[Notice]] = {}
        for notice in self.with_remarks(bundle.notices):
            by_match.setdefault(notice["match"], []).append(notice)
        found = [(news, record) for match, news in by_match.items() if (record := self._record_of(match)) is not None]
        # Loaded once more since it was judged: a seat may have been given away in between.
        tables = [(news, replace(record, now=bundle.now)) for news, record in found if lost(news[0], record) is None]
        account_news = by_match.get("", [])
        if not tables and not account_news:
            raise ValueError("nothing is left to tell")
        sender, about = sender_of(self.context), partial(sender_of, self.context)
        said = announcement_for(self.context, bundle.account)
        return compose_digest(
            tables,
            bundle.account,
            bundle.now,
            sender,
            name=bundle.name,
            account_news=account_news,
            sender_about=about,
            announcement=said,
            plainly=plainly,
        )

    def _record_of(self, match: str) -> Record | None:
        """Return a match, or None if there is none or it cannot be read, so that it does not hold up the others."""
        try:
            return self.context.store.load(match) if match else None
        except Unreadable as error:
            log.error("the digest leaves out match %s: %s", match, error)
            return None
