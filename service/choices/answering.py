"""Answering one question with the link of a letter: the link's current question, and the act. Looking changes nothing.

A link can give only the first answer to its question. Once the seat has answered by any means, even if it has taken the
answer back, the link merely reports that: a letter must not undo what its reader did at the table. A player who sealed
with the link may take that back on the same page (:mod:`service.choices.ahead`).

The link names the match, the seat and the digest of the question (:func:`service.matches.numbering.digest_of`), which
covers the decision, the head in whose state it was asked and all choices in their order; its MAC covers the account and
its email address besides. So it is useless to a later holder of the seat, after a change of the address, and for the
next question. The number of the choice is not part of the signed link: a holder of the link has the whole question
anyway.

Other links say that the player is there, needs more time, or what the player wants to happen about an absent player.
They are bound to the account at its email address, the match, the seat and one matter, and can make only the first
statement about it. A link for more time takes one extension of one decision; one that asks the others makes one
request.
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.contract import Move
from engine.match.table import Standing
from engine.protocol.canon import NotCanonical, b64, unb64
from engine.protocol.log import too_late_from
from service.accounts.mail.mail_address import mailbox_of
from service.accounts.mail.mail_preferences import buttons_of
from service.context import Context
from service.keys.signing import Links
from service.matches import acts
from service.matches.absence.matters import (
    Matter,
    asks_for_time,
    matters_of,
    more_time_for,
    say,
    time_asked,
    time_taken,
)
from service.matches.errors import ActError, ActErrorCode, MatchError, SignedReceipt
from service.matches.numbering import DIGEST, ORDERS, Numbered, answerable, digest_of, numbered
from service.matches.receipts import Acted
from service.matches.seat_keys import has_key
from service.store.records import Account, Record

VERSION = 1
MAC_BYTES = 16
RAW = 2 + 16 + DIGEST + MAC_BYTES
FORM = re.compile(rf"[A-Za-z0-9_-]{{{-(-RAW * 8 // 6)}}}")
PURPOSE = "choice-link"


@dataclass(frozen=True)
class ChoiceLink:
    """The contents of a choice link: match, seat and the digest of the question."""

    match: str
    seat: int
    asked: bytes
    mac: bytes

    def is_of(self, links: Links, account: Account) -> bool:
        """Return whether this installation issued the link to the account, at its present address."""
        return links.was_derived(self.mac, PURPOSE, *_facts(account, self.match, self.seat, self.asked))


def make_choice_link(links: Links, account: Account, match: str, seat: int, asked: bytes) -> str:
    """Return the text of the link; ``asked`` are the 8 bytes that identify the question."""
    head = bytes([VERSION, seat]) + uuid.UUID(match).bytes + asked
    return b64(head + links.derive(PURPOSE, *_facts(account, match, seat, asked))[:MAC_BYTES])


def read_choice_link(text: str) -> ChoiceLink | None:
    """Parse a link, or return None if its form is not ours; :meth:`ChoiceLink.is_of` tells its owner."""
    if not FORM.fullmatch(text):
        return None
    try:
        raw = unb64(text)
    except NotCanonical:
        return None
    if len(raw) != RAW or raw[0] != VERSION:
        return None
    return ChoiceLink(str(uuid.UUID(bytes=raw[2:18])), raw[1], raw[18 : 18 + DIGEST], raw[18 + DIGEST :])


def _facts(account: Account, match: str, seat: int, asked: bytes) -> tuple[str, ...]:
    return account.id, mailbox_of(account.letterbox), match, str(seat), asked.hex()


Closed = Literal[
    "dead", "off", "blocked", "over", "answered", "reopened", "taken", "asked", "late", "table", "moved-on"
]
"""Reasons why a link answers nothing, in order: it is not ours, or not for the seat's present player; the account has
switched such links off, or is blocked; the match is over; the seat has answered; it has taken its answer back, and the
question is open to its player only; it has taken the time, or asked for it; the deadline has passed; only the table can
answer; the question is closed."""
WHY: dict[ActErrorCode, Closed] = {
    "not-running": "over",
    "conflict": "answered",
    "late": "late",
    "client-custody-demanded": "table",
    "signature-needed": "table",
    "paused": "table",
}
TRIES = 5


@dataclass(frozen=True)
class Asked:
    """An open question: its player, and its choices in the order in which links number them, from 1."""

    account: Account
    record: Record
    seat: int
    standing: Standing
    moves: tuple[Move, ...]

    def move(self, number: int) -> Move | None:
        """Return a choice by its number."""
        return self.moves[number - 1] if 1 <= number <= len(self.moves) else None

    @property
    def taken_back(self) -> int | None:
        """The number of the seat's last act if that withdrew its answer, which reopens the question; otherwise None."""
        act = self.record.acts.get((self.standing["id"], self.seat))
        return act.seq if act is not None and act.commitment is None else None

    def acted(self, after: int = 0) -> bool:
        """Return whether the seat has answered, even if it took the answer back, other than by act ``after``."""
        act = self.record.acts.get((self.standing["id"], self.seat))
        return act is not None and (act.commitment is not None or act.seq != after)


@dataclass(frozen=True)
class Shut:
    """The reason why a link can answer nothing, with its account and match if the reader may be told."""

    why: Closed
    account: Account | None = None
    record: Record | None = None


def look(context: Context, link: str, after: int = 0) -> Asked | Shut:
    """Return the question behind a link, or why it answers nothing.

    :param after: the act that took an answer back, if this is to answer after it.
    """
    found = find(context, link)
    if isinstance(found, Shut) or not found.acted(after):
        return found
    return Shut("answered" if found.taken_back is None else "reopened", found.account, found.record)


def owner_of(context: Context, link: str) -> tuple[ChoiceLink, Account, Record] | None:
    """Return a link's parts, its account and the match, or None if no current player owns the link."""
    read = read_choice_link(link)
    record = None if read is None else context.store.load(read.match)
    if read is None or record is None or read.seat >= len(record.table["seats"]):
        return None
    player = record.table["seats"][read.seat]["player"]
    account = None if player is None else context.store.account(player)
    if account is None or not account.verified or not read.is_of(context.links, account):
        return None
    return read, account, record


def find(context: Context, link: str) -> Asked | Shut:
    """Return the question behind a link, answered or not."""
    found = owner_of(context, link)
    if found is None:
        return Shut("dead")
    read, account, record = found
    why = "blocked" if is_blocked(context, account) else why_no_links(account, record, read.seat)
    if why is not None:
        return Shut(why, account, record)
    question = next((one for one in questions_of(record, read.seat) if digest_of([one]) == read.asked), None)
    if question is None:
        return Shut("moved-on", account, record)
    deadline = question.standing["deadline"]
    if deadline is not None and record.now >= too_late_from(deadline):
        return Shut("late", account, record)
    return Asked(account, record, read.seat, question.standing, question.moves)


def is_blocked(context: Context, account: Account) -> bool:
    """Return whether the operator has blocked the account; links act without a token, so they must check."""
    return context.store.blocking(account.id) is not None


def why_no_links(account: Account, record: Record, seat: int) -> Closed | None:
    """Return why no link of a seat answers anything, or None if they may."""
    if buttons_of(account) != "choices":
        return "off"
    if record.table["status"] != "running":
        return "over"
    return "table" if has_key(record.table, seat) or record.table["custody"] == "client" else None


def questions_of(record: Record, seat: int) -> Iterator[Numbered]:
    """Yield the questions of a seat that links can answer, each by itself with all its choices, in every order used by
    links."""
    found = answerable(record, seat)
    return (
        numbered(record, seat, [one], whole=True, order=order, best_first=best_first)[0]
        for order, best_first in ORDERS
        for one in found
    )


def choose(context: Context, link: str, number: int, once: str, after: int = 0) -> tuple[Asked, Acted] | Shut:
    """Answer with a choice; return the question and the receipt, or why nothing was done.

    :param number: the choice's number, from 1; an unknown one does nothing ("moved-on").
    :param once: random text of the submitted form: the same form again gets the same receipt and opening.
    :param after: the act that took an answer back, if this answer follows it; 0 for the first answer.
    """
    for _ in range(TRIES):
        found = find(context, link)
        if isinstance(found, Shut):
            return found
        move = found.move(number)
        if move is None:
            return Shut("moved-on", found.account, found.record)
        try:
            return found, _act(context, found, move, once, after)
        except ActError as error:
            if error.code != "stale":
                return Shut(WHY.get(error.code, "moved-on"), found.account, found.record)
    return Shut("moved-on", found.account, found.record)


def _act(context: Context, asked: Asked, move: Move, once: str, after: int) -> Acted:
    send = acts.commit if asked.standing["sealed"] else acts.answer
    act = acts.SeatAct(asked.standing["id"], move=move, replaces=after, bearer=once)
    return send(context, asked.record, asked.seat, act)


@dataclass(frozen=True)
class Raised:
    """A matter that is open to an account: a statement that its seat may make."""

    account: Account
    record: Record
    seat: int
    matter: Matter


def look_at(context: Context, link: str) -> Raised | Shut:
    """Return the matter behind a link, or why no statement can be made with it."""
    found = _find(context, link)
    if isinstance(found, Raised) and found.matter.said is not None:
        why: dict[str, Closed] = {"time": "taken", "ask": "asked"}
        return Shut(why.get(found.matter.kind, "answered"), found.account, found.record)
    return found


def say_by_link(context: Context, link: str, option: str) -> tuple[Raised, Record, SignedReceipt | None] | Shut:
    """Make the link's statement; return the matter, the match afterwards and the receipt, or why nothing was done.

    Repeating it gets the same receipt while the matter is open; another option is refused, because a statement at the
    table counts.
    """
    found = _find(context, link)
    if isinstance(found, Shut):
        return found
    wanted = next((one for one in found.matter.options if one == option), None)
    if wanted is None or found.matter.said not in (None, wanted):
        return Shut("moved-on" if wanted is None else "answered", found.account, found.record)
    try:
        after, receipt = say(context, found.account, found.record, found.seat, found.matter, wanted)
    except ActError as error:
        return Shut(WHY.get(error.code, "moved-on"), found.account, found.record)
    except MatchError as error:
        return Shut("over" if error.code == "not-running" else "moved-on", found.account, found.record)
    return found, after, receipt


def _find(context: Context, link: str) -> Raised | Shut:
    found = owner_of(context, link)
    if found is None:
        return Shut("dead")
    read, account, record = found
    if is_blocked(context, account):
        return Shut("blocked", account, record)
    if buttons_of(account) != "choices":
        return Shut("off", account, record)
    if record.table["status"] != "running":
        return Shut("over", account, record)
    if has_key(record.table, read.seat):
        return Shut("table", account, record)
    seat, before = read.seat, [time_taken(record, read.seat), time_asked(record, read.seat)]
    offered = [*matters_of(record, seat), *more_time_for(record, seat), *asks_for_time(record, seat)]
    known = [*offered, *(one for one in before if one is not None)]
    matter = next((one for one in known if one.digest == read.asked), None)
    return Shut("moved-on", account, record) if matter is None else Raised(account, record, read.seat, matter)
