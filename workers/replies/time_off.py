"""Vacation by mail: ``VACATION 2026-12-01 2026-12-14`` or ``URLAUB 1.12. - 14.12.`` in answer to any letter that takes answers.

It is about the account and all its tables, more than a letter asks, so the letter's address alone does not do it. Where the
installation's mail server shows whose mail it is (DMARC), that is enough. Else the answer goes to the account's own mailbox with
a line to send back, which nobody else can have read: it holds a code for just these days. So does the address for answers to that
letter, so that "yes" is enough there.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from engine.match.vacations import stops
from service.context import Context
from service.matches.numbering import ALL_CHOICES
from service.matches.seats import seat_of
from service.matches.vacations import end_vacation, take_vacation
from service.store.connect import Unreadable
from service.store.records import Account, Record
from service.vacation_days import BadVacation, Vacation, changes_of, today, vacations_of
from workers.replies.confirming import DaysToConfirm, confirms
from workers.replies.days import day_in, span_in
from workers.replies.grammar import Picks, parse

WORD = re.compile(r"(?:vacation|holiday|holidays|urlaub)\b[:,]?\s*(.*)", re.IGNORECASE)
END = re.compile(r"(?:end|ends|ende|endet|beenden|cancel|absagen)\b\s*(.*)", re.IGNORECASE)
AWAY = re.compile(
    r"(?:(?:ich bin|ich fahre|bin|i am|i'm|i will be|i'll be) (?P<days>.{3,80}?)"
    r" (?:weg|fort|verreist|im urlaub|in urlaub|unterwegs|nicht da|away|gone|on vacation|on holiday|travelling)"
    r"|(?:ich habe|ich mache|i have|i take|i'm taking) (?P<between>.{3,80}?) (?:urlaub|vacation|holidays?|off)"
    r"|(?:ich bin|i am|i'm|i will be|i'll be) (?:away|gone|on vacation|on holiday|verreist|im urlaub|weg)"
    r" (?P<behind>.{3,80}))[.!]*"
)
"""Sentences that say so; their days are always asked about."""
UNTIL = re.compile(r"(?:noch )?(?=(?:bis|until|till)\b)")
"""What says only when it ends: then it begins on the day of the mail."""
BACK = re.compile(
    r"(?:ich bin wieder da[,.!]? )?(?:ich )?bin (?:(?:jetzt|schon|nun|doch|wieder) )*(?:zurück )?aus (?:dem|meinem) urlaub"
    r"(?: (?:zurück|wieder da|wieder zurück))?"
    r"|(?:ich bin (?:wieder )?(?:da|zurück)[,.!]? )?(?:(?:der|mein) )?urlaub (?:ist )?(?:(?:jetzt|schon) )?(?:vorbei|zu ende)"
    r"|(?:i am|i'm) back from (?:my )?(?:vacation|holidays?)|(?:my )?(?:vacation|holiday) is over"
)
"""Sentences that say that it is over, which is asked about as well."""
CODE = re.compile(r"(.*?)\s+ok-([a-z2-7]{8})[.!]?", re.IGNORECASE)
STRAY = " :,.\u2010\u2011\u2012\u2013\u2014\u2015-"
"""What people put between a command and its days."""
PURPOSE = "vacation-by-mail"
CODE_BYTES = 5
MOST_TABLES = 20
"""Tables of which the answer says what a vacation means there."""


@dataclass(frozen=True)
class Wanted:
    """What a mail says about vacations: the days, or the first of the one to end; ``code`` is that of a line sent back."""

    what: Literal["list", "enter", "end", "unclear"]
    first: date | None = None
    last: date | None = None
    code: str = ""
    confirmed: bool = False
    """Whether it is said by an answer to the letter that asked whether it is meant."""
    is_asked_about: bool = False
    """Whether it is asked about whoever says it: in other words than a command, or above what may change it."""


@dataclass(frozen=True)
class TimeOff:
    """What became of it. ``confirm``: nothing yet, a line has to be sent back. ``refused`` says why in ``error``.

    ``account`` is as it is afterwards; ``tables`` are those at which it plays, the first ones. The line that confirms has these
    days and the code ``back``.
    """

    did: Literal["listed", "entered", "ended", "confirm", "refused", "unclear", "none", "alone"]
    account: Account
    first: date | None = None
    last: date | None = None
    back: str = ""
    error: BadVacation | None = None
    tables: Sequence[Record] = field(default_factory=tuple)


def wanted_in(lines: Sequence[str], here: date) -> Wanted | None:
    """Return what the first line of a mail says about vacations; ``None``: it is about something else.

    :param here: which day it is for the sender, or the day on which the vacation began that is being taken.
    """
    found = WORD.fullmatch(" ".join(lines[0].casefold().split()).strip("*_\"'„“”»«! ")) if lines else None
    if found is None or BACK.fullmatch(found[0].strip(" .!:)")):
        return _in_a_sentence(lines, here)
    said = found[1].lstrip(STRAY)
    if not said:
        return Wanted("list")
    ends = END.fullmatch(said)
    named = ends[1].lstrip(STRAY) if ends is not None else said
    coded = CODE.fullmatch(f" {named}")
    text, code = (coded[1].strip(), coded[2]) if coded is not None else (named, "")
    if ends is not None:
        day = day_in(text, here) if text else None
        return Wanted("end", day, code=code) if day is not None or not text else Wanted("unclear")
    span = span_in(text, here)
    return Wanted("unclear") if span is None else Wanted("enter", *span, code=code)


def _in_a_sentence(lines: Sequence[str], here: date) -> Wanted | None:
    """Return what a first line says about being away; ``None``: nothing."""
    said = " ".join(lines[0].casefold().replace("\u2019", "'").split()) if lines else ""
    if BACK.fullmatch(said.strip(" .!:)")):
        return Wanted("end", is_asked_about=True)
    found = AWAY.fullmatch(said)
    if found is None:
        return None
    days = next(filter(None, found.groups())).removeprefix("vom ")
    span = span_in(UNTIL.sub("heute ", days, count=1) if UNTIL.match(days) else days, here)
    return Wanted("unclear") if span is None else Wanted("enter", *span, is_asked_about=True)


def confirmed_in(lines: Sequence[str], asked: bytes, account: Account) -> Wanted | None:
    """Return what an answer to the letter that asks for confirmation confirms; ``None``: nothing.

    :param asked: what the letter's address says; whoever calls has checked that the address is the account's.
    """
    if not confirms(lines):
        return None
    days = DaysToConfirm.read(asked)
    holds = days.still_holds(changes_of(account))
    return Wanted("end" if days.last is None else "enter", days.first, days.last, confirmed=holds)


def to_confirm(one: TimeOff) -> DaysToConfirm:
    """Return what has to be confirmed."""
    assert one.first is not None
    return DaysToConfirm(one.first, one.last, changes_of(one.account))


def since_when(account: Account, now: int) -> date:
    """Return from which day on days without a year are meant: today, or the first of the vacation that is being taken."""
    here = today(account, now)
    return min((one.first for one in vacations_of(account) if one.first <= here <= one.last), default=here)


def carry_out(
    context: Context, account: Account, lines: Sequence[str], wanted: Wanted, *, sure: bool = True
) -> TimeOff:
    """Do what a mail says about vacations, and nothing else that stands in it.

    :param sure: nothing below in the mail may change what it says; else it is asked about.
    """
    wanted = wanted if sure else replace(wanted, is_asked_about=True, code="", confirmed=False)
    more = parse(lines[1:], dict.fromkeys(range(1, ALL_CHOICES + 1), ()))
    if isinstance(more, Picks) or wanted_in(lines[1:], date.min) is not None:
        return TimeOff("alone", account)
    if wanted.what == "enter":
        return _enter(context, account, wanted)
    if wanted.what == "end":
        return _end(context, account, wanted)
    return TimeOff("listed" if wanted.what == "list" else "unclear", account)


def listed(account: Account) -> TimeOff:
    """Return the account's vacations as they are, with nothing done."""
    return TimeOff("listed", account)


def _enter(context: Context, account: Account, wanted: Wanted) -> TimeOff:
    first, last = wanted.first, wanted.last
    assert first is not None and last is not None
    stands = any((one.first, one.last) == (first, last) for one in vacations_of(account))
    if not stands and not _is_sure(context, account, wanted, first):
        back = _code(context, account, "enter", first, last)
        return TimeOff("confirm", account, first, last, back, tables=_tables(context, account))
    try:
        changed = take_vacation(context, account.id, first, last)
    except BadVacation as error:
        return TimeOff("refused", account, first, last, error=error)
    return TimeOff("entered", changed or account, first, last, tables=_tables(context, account))


def _end(context: Context, account: Account, wanted: Wanted) -> TimeOff:
    one = _meant(account, wanted.first, today(account, context.store.now()))
    if one is None:
        return TimeOff("none", account)
    if not _is_sure(context, account, wanted, one.first):
        return TimeOff("confirm", account, one.first, None, _code(context, account, "end", one.first))
    changed = end_vacation(context, account.id, one.first)
    return TimeOff("ended", changed or account, one.first, one.last)


def _meant(account: Account, first: date | None, here: date) -> Vacation | None:
    """Return the vacation that begins on a day; without one, that on which the owner is, or the only one to come."""
    known = [one for one in vacations_of(account) if one.last >= max(here, one.first)]
    if first is not None:
        return next((one for one in known if one.first == first), None)
    now = [one for one in known if one.first <= here]
    return now[0] if now else known[0] if len(known) == 1 else None


def _is_sure(context: Context, account: Account, wanted: Wanted, first: date) -> bool:
    """Return whether the account's owner has sent this: their mail domain says so, or the line has the code we sent them."""
    if wanted.confirmed or (context.settings.reply_authserv and not wanted.is_asked_about):
        return True
    try:
        mac = base64.b32decode(wanted.code.upper())
    except binascii.Error:
        return False
    parts = _parts(account, wanted.what, first, wanted.last)
    return len(mac) == CODE_BYTES and context.links.was_derived(mac, PURPOSE, *parts)


def _code(context: Context, account: Account, what: str, first: date, last: date | None = None) -> str:
    made = context.links.derive(PURPOSE, *_parts(account, what, first, last))[:CODE_BYTES]
    return base64.b32encode(made).decode()


def _parts(account: Account, what: str, first: date, last: date | None) -> tuple[str, ...]:
    changes = str(changes_of(account))  # so that nobody enters again what was ended, with an earlier line
    return account.id, account.mail, changes, what, first.isoformat(), "" if last is None else last.isoformat()


def _tables(context: Context, account: Account) -> list[Record]:
    """Return the tables at which the account plays, those whose clock stops first."""
    found = []
    for match in context.store.unfinished_of(account.id)[:MOST_TABLES]:
        try:
            record = context.store.load(match)
        except Unreadable:
            continue
        if record is not None and record.table["status"] == "running" and seat_of(record.table, account.id) is not None:
            found.append(record)
    return sorted(found, key=lambda one: not stops(one.table))


__all__ = ["TimeOff", "Wanted", "carry_out", "confirmed_in", "listed", "since_when", "to_confirm", "wanted_in"]
