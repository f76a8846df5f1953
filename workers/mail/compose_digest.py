"""Writes digests: news of several matches and an account in, one letter out. Pure, as :mod:`workers.mail.compose`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from email.message import EmailMessage

from engine.registry import game_of
from service.notifications.asks import asks
from service.notifications.kinds import kind_of
from service.store.records import Account, Notice, Record
from workers.mail import headers
from workers.mail.compose import evidence_of
from workers.mail.letter import DigestLetter, DigestTable, Foot
from workers.mail.links import answers_by, says_by
from workers.mail.matters import time_links
from workers.mail.message import fill, start_message
from workers.mail.opponents import company
from workers.mail.page import Page
from workers.mail.question import questions
from workers.mail.reader import Reader
from workers.mail.sections import sections_of
from workers.mail.sender import Sender
from workers.mail.wishes import wishes_told

News = Sequence[Notice]


def compose_digest(
    told: Sequence[tuple[News, Record]],
    account: Account,
    now: int,
    sender: Sender,
    *,
    name: str,
    sender_about: Callable[[Record], Sender] | None = None,
    announcement: str = "",
) -> EmailMessage:
    """Return the letter that tells one account news about several matches, those that ask something first.

    :param told: notices of the account by match, at least one each, with the match as it is now.
    :param now: in milliseconds.
    :param announcement: what the operator has to say to everybody.
    :param sender_about: the installation as it writes about a match, whose key may be an earlier one; else ``sender``.
    """
    reader = Reader.of(account, now)
    words = reader.words("digest")
    ordered = sorted(told, key=lambda one: _urgency(*one))
    until = [due for news, record in ordered if (due := _urgency(news, record)) < NEVER]
    subject = headers.own_subject(
        str(words.subject(len(ordered), len(until), reader.short_moment(until[0]) if until else ""))
    )
    unsubscribe = sender.unsubscribe(account, "", False)
    letter = DigestLetter(
        subject=subject,
        name=reader.name,
        tables=[
            _table(news, record, reader, account, sender_about(record) if sender_about else sender)
            for news, record in ordered
        ],
        key=sender.key_id,
        foot=Foot(str(words.why()), str(words.stop()), f"{sender.public_url}/unsubscribe/{unsubscribe}"),
        account=f"{sender.public_url}/account",
        announcement=announcement,
        unread=str(words.unread(bool(until))),
        brief=not reader.programmer,
    )
    message = start_message(name, account, sender, now, subject)
    headers.unsubscribable(message, letter.foot.unsubscribe)
    headers.events(message, [one["id"] for news, _ in ordered for one in news if kind_of(one).event is not None])
    fill(message, reader, letter)
    return message


NEVER = 1 << 62


def _urgency(news: News, record: Record) -> int:
    """Return until when something is asked (ms), later than everything where nothing is."""
    if not _asks(news):
        return NEVER
    found = asks(record, news[0]["seat"], news)
    return (found[0].until or NEVER - 1) if found else NEVER


def _asks(news: News) -> bool:
    return any(kind_of(one).speech == "asks" for one in news)


def _table(news: News, record: Record, reader: Reader, account: Account, sender: Sender) -> DigestTable:
    page = Page(reader, sender.public_url, sender.public_key, record, game_of(record.table))
    ordered = sorted(news, key=lambda one: (one["n"], one["at"]))
    seat = ordered[0]["seat"]
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


__all__ = ["compose_digest"]
