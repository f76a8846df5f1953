"""Mail as a channel: whom it reaches, what it does not carry, how a letter is written, handed over and retried.

A turn mail that may have arrived is not sent again (a second one confuses, and the reminder follows anyway).
Invitations, partners' messages, results and logins are, under the same Message-ID, so that a mail program can recognize
the copy. The letter about a match that its operator has ended is written without the rules: they may be why it was ended.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial
from typing import cast

from engine.kit.text.phrases import language_of
from engine.registry import OtherData, UnknownRules, game_of
from service.accounts.access.login import code_in
from service.accounts.mail.mail_budgets import refusal
from service.accounts.mail.mail_change import elsewhere
from service.accounts.mail.mail_preferences import announcement_for, for_programmers, note_told, pictures_of
from service.accounts.mail.table_links import PictureLink, make_picture_link
from service.calendar import vacations_of
from service.context import Context
from service.matches.puzzles import Posed, posed
from service.matches.seen import seen_at
from service.matches.talk import is_heard, may_read
from service.notifications.channel import AtHandover, Bundle, Permanent
from service.notifications.delivery import Reason
from service.notifications.digests import LOOK, for_digest, letter_rests_until, may_wait_until, postponed, wish_of
from service.notifications.kinds import KINDS, LOGIN, OVER, PUZZLE, SAID, TALK, kind_of
from service.notifications.notices import seat_told
from service.notifications.overtaking import Situation
from service.notifications.planning import Plan, bundle_name, lost, overtaken, unwanted
from service.pictures.drawing import drawable
from service.store import StoreUnavailable
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account, Notice, Record
from service.text.deleted_names import names_as_read
from workers.mail import headers
from workers.mail.compose import compose
from workers.mail.letter import AccountLetter, LoginLetter, Understood
from workers.mail.page import Page
from workers.mail.parts.outcome import outcome_of_stopped
from workers.mail.parts.picture import NoPicture, Picture, begin
from workers.mail.parts.sections import sections_of, subject_of
from workers.mail.parts.telling import telling
from workers.mail.reader import Reader
from workers.mail.reply_address import has_return_address, make_return_address
from workers.mail.sender import Sender, attach, compose_plainly, fill, sender_of, start_message, table_title
from workers.mail.sending.smtp import Altered
from workers.mail.sending.transport import Transport, transport_of
from workers.mail.sending.turns import TURNS


def compose_account(
    news: Sequence[Notice],
    account: Account,
    now: int,
    sender: Sender,
    *,
    name: str | None = None,
    picture: Picture | None = None,
) -> EmailMessage:
    """Return the letter that tells an account news about itself. ``now`` in milliseconds; ``name`` as for
    :func:`compose`.

    :param picture: of a puzzle among the news, which a mail to the letter's address answers.
    :raises NoPicture: when ``picture`` fails.
    """
    reader = Reader.of(account, now)
    page = Page(reader, sender.public_url, sender.public_key, takes_replies=sender.answers_puzzle is not None)
    subject = headers.own_subject(subject_of(news, page))
    message = start_message(name or bundle_name(news), account, sender, now, subject)
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    account_page = f"{sender.public_url}/account"
    posed = next((one for one in reversed(news) if kind_of(one) is PUZZLE), None)
    if posed is not None and sender.answers_puzzle is not None:
        message["Reply-To"] = sender.answers_puzzle(account, posed["facts"]["day"])
    if posed is not None and "posed" in posed["facts"]:
        headers.unsubscribable(message, posed["facts"]["posed"]["stop"])
    is_read = "Reply-To" in message
    sections = sections_of(news, page)
    letter = AccountLetter(subject=subject, name=reader.name, sections=sections, account=account_page, read=is_read)
    fill(message, reader, letter, sender)
    if posed is not None and picture is not None:
        attach(message, posed["facts"]["posed"]["picture"].removeprefix("cid:"), picture())
    return message


def compose_login(notice: Notice, code: str, account: Account, now: int, sender: Sender) -> EmailMessage:
    """Return the letter with a login code and an equivalent link. ``notice.facts`` has ``expires`` (ms).

    A newcomer's letter uses the ``language`` and ``zone`` of the request: no account has stored any yet.
    """
    row = kind_of(notice)
    facts = row.facts_of(notice)
    if not account.verified:
        account = replace(account, language=facts["language"], zone=facts["zone"])
    reader = Reader.of(account, now)
    words = reader.words(row.words)
    subject = headers.own_subject(str(words.subject()))
    message = start_message(notice["id"], account, sender, now, subject)
    letter = LoginLetter(
        words=row.words,
        subject=subject,
        name=reader.name,
        why=str(words.why(telling(notice, reader))),
        code=code if row.typed and for_programmers(account) else "",
        link=sender.public_url + row.way.format(code=code),
        moment=reader.moment(facts["expires"]),
        left=reader.left(facts["expires"]),
    )
    fill(message, reader, letter, sender)
    return message


def is_end_by_operator(news: Sequence[Notice], record: Record) -> bool:
    """Return whether the news announce that the operator has ended the match."""
    return "stopped" in record.table and any(one["kind"] == OVER.name for one in news)


def compose_end(
    news: Sequence[Notice], account: Account, record: Record, sender: Sender, *, name: str | None = None
) -> EmailMessage:
    """Return the letter which says that the operator has ended the match, and why."""
    reader = Reader.of(account, record.now)
    page = Page(reader, sender.public_url, sender.public_key, record)
    title = table_title(record, reader)
    subject = headers.subject(title, [""], [str(reader.words(OVER.words).subject({"facts": {"reason": "stopped"}}))])
    message = start_message(name or bundle_name(news), account, sender, record.now, subject)
    headers.events(message, [one["id"] for one in news if kind_of(one).event is not None])
    sections = [outcome_of_stopped(page, title)]
    fill(message, reader, AccountLetter(subject=subject, name=reader.name, sections=[*sections]), sender)
    return message


FIRST_DELAY, LONGEST_DELAY, SHORT_LIVED_DELAY = 60_000, 12 * 3_600_000, 60_000
LOOK_AT_NIGHT = 3_600_000
"""Milliseconds after which a letter that waits for the end of quiet hours is looked at again, because they may have
changed."""
ATTEMPTS = 12
"""The number of failures after which a letter is given up: delays of 1, 3, 9, ... minutes, then every 12 hours, add up
to nearly three days."""


log = logging.getLogger("siegelpost.deliver")


def open_channel(context: Context) -> Mail:
    """Return the mail channel for the installation's ``SMTP_URL``."""
    return Mail(context, transport_of(context.settings.smtp_url))


class Mail:
    """Letters to accounts with an address, one per bundle."""

    def __init__(self, context: Context, transport: Transport) -> None:
        self.context = context
        self._transport = transport

    def serves(self, account: Account) -> bool:
        """Serve every account: one without an address should see that in the record."""
        return True

    def host(self, account: Account) -> str:
        """Return the domain of the account's address."""
        return account.mail.rpartition("@")[2].lower()

    def rests(self, account: Account, now: Callable[[], int]) -> int | None:
        """Return None: some letters cannot wait, and :meth:`lingers` says which can."""
        return None

    def judge(self, notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
        """Return the reason for not mailing this notice to the account, or None."""
        return judge(notice, situation, account=account) or self.unheard(notice, situation.record)

    def unheard(self, notice: Notice, record: Record | None) -> Reason | None:
        """Return why a remark is no longer reported: its reader may not read it, or has muted or blocked its author.

        What partners say is in the log, so it can still be read at the table.
        """
        kind = kind_of(notice)
        if record is None or kind not in (TALK, SAID):
            return None
        if kind is TALK and not may_read(self.context, record, notice["seat"]):
            return "kind-off"
        speaker = record.table["seats"][notice["facts"]["from"]]["player"]
        return None if is_heard(self.context, record.match, notice["account"], speaker) else "match-muted"

    def lingers(self, plan: Plan, account: Account, record: Record | None, now: int) -> int | None:
        """Return when to look again whether a reader who sleeps or is at the table has woken, left or answered."""
        rests = letter_rests_until(plan.bundle, account, now)
        if rests is not None:
            return min(rests, now + LOOK_AT_NIGHT)
        until = None if record is None else may_wait_until(plan.bundle, account)
        if record is None or until is None or until <= now or not self.context.store.is_here(record.match, account.id):
            return None
        return min(until, now + LOOK)

    def limit(self, plan: Plan, account: Account) -> None:
        """Set aside a letter that can wait for its reader's digest.

        Count an unsolicited letter, once for all its attempts; drop what exceeds a budget.
        """
        self._set_aside(plan, account)
        unasked = [one for one in plan.bundle if kind_of(one).uninvited or not account.verified]
        if not unasked:
            return
        reason = refusal(
            self.context,
            account,
            invitation=any(kind_of(one).uninvited for one in unasked),
            counted=all(kind_of(one) is LOGIN for one in unasked),
        )
        if reason is not None:
            log.warning("%s for %s not sent: %s", unasked[0]["kind"], account.id, reason)
            plan.drop(unasked, reason)

    def _set_aside(self, plan: Plan, account: Account) -> None:
        """Move notices to the queue for the digest, adding them there, under the same ids, before removing them here."""
        if wish_of(account).mode == "off" and not vacations_of(account):
            return  # as for most: the store need not be asked for the time
        store = self.context.store
        at = postponed(plan.bundle, account, store.now())
        if at is not None:
            store.notify([for_digest(one, at) for one in plan.bundle], recipient_of(account.id, None, DIGEST))
            plan.set_aside()

    def write(self, bundle: Bundle) -> EmailMessage:
        """Return the letter."""
        with TURNS.begin():
            return self._written(bundle)

    def _written(self, bundle: Bundle) -> EmailMessage:
        context, sender = self.context, sender_of(self.context, bundle.record)
        if kind_of(bundle.notices[-1]).layout == "login":
            login = bundle.notices[-1]
            reader = replace(bundle.account, mail=elsewhere(context, login) or bundle.account.mail)
            return compose_login(login, code_in(context, login), reader, bundle.now, sender)
        if bundle.record is None:
            return self._about_account(bundle, sender)
        before = bundle.previous and headers.message_id(bundle.previous, sender.mail_from)
        try:
            return self._about_match(bundle, bundle.record, sender, before or None)
        except StoreUnavailable:
            raise
        except Exception as error:
            # A match that its operator ended because its rules fail: its people are told all the same.
            if not is_end_by_operator(bundle.notices, bundle.record):
                raise
            match, kind = bundle.record.match, type(error).__name__
            log.warning("the letter about the end of match %s tells nothing else: %s", match, kind)
            return compose_end(bundle.notices, bundle.account, bundle.record, sender, name=bundle.name)

    def _about_account(self, bundle: Bundle, sender: Sender) -> EmailMessage:
        account, news = bundle.account, bundle.notices
        day = next((one["facts"]["day"] for one in reversed(news) if kind_of(one) is PUZZLE), None)
        one = None if day is None else posed(self.context, day)
        write = partial(compose_account, account=account, now=bundle.now, sender=sender, name=bundle.name)
        if one is None:
            return write(news)
        drawn = pictures_of(account, self.context.settings.mail_pictures) != "none"
        source = f"puzzle.{one.day}@{headers.domain_of(sender.mail_from)}" if drawn else ""
        try:
            drawing = begin(one.picture(language_of(account.language))) if drawn else None
            return write(with_posed(news, one, account, sender, source), picture=drawing)
        except NoPicture as error:
            log.error("the puzzle of %s cannot be drawn: %s", one.day, error)
            return write(with_posed(news, one, account, sender, ""))
        except (OtherData, UnknownRules) as error:
            log.error("the puzzle of %s cannot be shown: %s", one.day, type(error).__name__)
            return write(news)

    def stand_in(self, bundle: Bundle) -> EmailMessage | None:
        """Return a plain letter announcing news, or None for a login, which would have nothing to announce."""
        if kind_of(bundle.notices[-1]).layout == "login":
            return None
        sender = sender_of(self.context, bundle.record)
        name = (
            f"{bundle.name}.plain"  # else mail programs would take the full letter, sent later, for a copy of this one
        )
        return compose_plainly(bundle.notices, bundle.account, bundle.record, bundle.now, sender, name=name)

    def write_answer(self, bundle: Bundle, mail: str, understood: Understood) -> EmailMessage:
        """Return the letter about a match that also answers its reader's mail; ``mail`` is that mail's Message-ID, or
        empty."""
        assert bundle.record is not None
        return self._about_match(
            bundle, bundle.record, sender_of(self.context, bundle.record), mail or None, understood
        )

    def _about_match(
        self, bundle: Bundle, record: Record, sender: Sender, previous: str | None, understood: Understood | None = None
    ) -> EmailMessage:
        picture = self._pictured(bundle, record)
        write = partial(
            compose,
            self.with_remarks(bundle.notices),
            bundle.account,
            record,
            sender,
            name=bundle.name,
            previous=previous,
            understood=understood,
            announcement=announcement_for(self.context, bundle.account),
        )
        try:
            return write(picture=picture)
        except NoPicture as error:
            _say_undrawn(record, str(error))
            return write(picture=None)

    def with_remarks(self, news: Sequence[Notice]) -> Sequence[Notice]:
        """Return the news with the words of what was said to the whole table, which are stored nowhere but there."""
        matches = {one["match"] for one in news if one["kind"] == TALK.name}
        if not matches:
            return news
        found = {
            (match, one.number): {"name": one.name, "text": one.text, "reaction": one.reaction}
            for match in matches
            for one in self.context.store.talk(match).remarks
        }
        return [
            cast(
                Notice, {**one, "facts": {**one["facts"], "spoken": found.get((one["match"], one["facts"]["remark"]))}}
            )
            if one["kind"] == TALK.name
            else one
            for one in news
        ]

    def _pictured(self, bundle: Bundle, record: Record) -> Picture | str | None:
        """Return the table in the form its reader has chosen: a picture, the address of one, or None."""
        wished = pictures_of(bundle.account, self.context.settings.mail_pictures)
        if wished == "linked":
            at = max(one["at"] for one in bundle.notices)
            return _picture_url(self.context, bundle.account, record, seat_told(bundle.notices), at)
        if wished == "none" or bundle.hurry:
            return None
        return _picture(seat_told(bundle.notices), record, bundle.account)

    def pictured(self, account: Account, record: Record, seat: int) -> Picture | str | None:
        """Return the table for an answer by mail in the form its reader has chosen: a picture, a link, "" for words
        only, or None before the match begins."""
        wished = pictures_of(account, self.context.settings.mail_pictures)
        if wished == "linked":
            return _picture_url(self.context, account, record, seat, record.now)
        return "" if wished == "none" else _picture(seat, record, account)

    def send(self, written: EmailMessage, bundle: Bundle, at_handover: AtHandover) -> str:
        """Hand the letter to the mail server; record an address that does not exist."""
        try:
            answer = self._transport.send(written, at_handover, self._returns(bundle))
        except Altered as error:
            # An attack, or a mail library with a fault: the letter is out of the way and on record, its text nowhere.
            log.error("letter %s is not sent: %s", bundle.name, error.answer)
            raise
        except Permanent as error:
            if error.recipient and not elsewhere(self.context, bundle.notices[-1]):
                self.context.store.update_account(bundle.account.id, bouncing=True)
            raise
        if kind_of(bundle.notices[-1]).layout == "match":
            note_told(self.context, bundle.account)
        return answer

    def _returns(self, bundle: Bundle) -> str:
        """Return the letter's return address; empty for a letter not sent to the account's own address."""
        context, account = self.context, bundle.account
        host = context.settings.reply_host
        if not host or not has_return_address(account) or elsewhere(context, bundle.notices[-1]):
            return ""
        return make_return_address(context.links, host, account, bundle.name, bundle.now)

    def resends(self, notices: Sequence[Notice]) -> bool:
        """Return whether a possible duplicate of the letter is better than its loss."""
        return resendable(notices)

    def delay(self, name: str, attempt: int, kinds: Sequence[str]) -> int | None:
        """Return the delay in milliseconds after a failed attempt (counted from 1), or None to give up."""
        return delay(name, attempt, kinds) if attempt < ATTEMPTS else None

    def close(self) -> None:
        """Close the connections to the mail server."""
        self._transport.close()


def judge(notice: Notice, situation: Situation, *, account: Account | None) -> Reason | None:
    """Return the reason for not mailing this notice to the account, or None."""
    kind = kind_of(notice)
    if account is None or not account.mail:
        return "no-address"
    if not kind.to_unconfirmed and not account.verified:
        return "address-unverified"
    if kind.switchable and account.bouncing:
        return "address-bounces"
    return lost(notice, situation.record) or unwanted(notice, account) or overtaken(notice, situation)


def with_posed(news: Sequence[Notice], one: Posed, account: Account, sender: Sender, source: str) -> list[Notice]:
    """Return the news with the words of a puzzle; ``source`` is the id of its picture, or empty."""
    language = language_of(account.language)
    stop = f"{sender.public_url}/unsubscribe/{sender.stop_puzzles(account)}" if sender.stop_puzzles else ""
    facts = {
        "title": one.game.rules.title_in(language),
        "seat": one.names(language)[one.puzzle["seat"]],
        "question": one.question(language),
        "choices": one.choices(language),
        "table": one.table(language),
        "picture": f"cid:{source}" if source else "",
        "stop": stop,
    }
    return [
        cast(Notice, {**told, "facts": {**told["facts"], "posed": facts}}) if kind_of(told) is PUZZLE else told
        for told in news
    ]


def resendable(news: Sequence[Notice]) -> bool:
    """Return whether an ambiguous letter with these notices is sent again, because a duplicate is better than a loss."""
    return any(kind_of(one).resent for one in news)


def delay(name: str, attempt: int, kinds: Sequence[str]) -> int:
    """Return how long to wait after a failed attempt (counted from 1), in milliseconds.

    Delays triple each time, and vary by up to a fifth so that letters that failed together do not return together; the
    variation is derived from the letter's name, so that it is reproducible.
    """
    spread = int.from_bytes(hashlib.sha256(f"{name} {attempt}".encode()).digest()[:4], "big") / 2**32
    short = any(one in KINDS and KINDS[one].short_lived for one in kinds)
    base = SHORT_LIVED_DELAY if short else min(LONGEST_DELAY, FIRST_DELAY * 3 ** (attempt - 1))
    return int(base * (0.8 + 0.4 * spread))


def _picture(seat: int | None, record: Record, reader: Account) -> Picture | None:
    """Begin to draw the table as the reader sees it, or return None before the match begins."""
    if record.state is None or seat is None:
        return None
    rules = game_of(record.table)
    try:
        language = language_of(reader.language)
        names = drawable(names_as_read(record.table["seats"], language))
        return begin(rules.picture(seen_at(record, record.state, rules, seat), language, names))
    except Exception as error:
        # The text part is complete without it: a turn must not be missed because a drawing failed.
        _say_undrawn(record, type(error).__name__)
        return None


def _picture_url(context: Context, reader: Account, record: Record, seat: int | None, at: int) -> str | None:
    """Return a link valid from now on to a picture of the table as the reader sees it, or None before the match begins."""
    if record.state is None or seat is None:
        return None
    shown = PictureLink(reader.id, record.match, seat, record.n, language_of(reader.language))
    link = make_picture_link(context.links, shown, at)
    return f"{context.settings.public_url}/letters/{link}/table.png"


def _say_undrawn(record: Record, why: str) -> None:
    log.error("the table of %s cannot be drawn: %s", record.match, why)
