"""Saying with the link of a letter that one is there, that one needs more time, or what one wants about somebody who is missed.

Looking changes nothing.

The link is like the one of a question (:mod:`service.choices.links`): for the account at its mail address, the match, the seat
and the one matter, and good for the first thing said about it. One for more time is good for one extension of one decision, one
that asks the others for one request.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.accounts.mail.mail_preferences import buttons_of
from service.choices.answering import WHY, Closed, Shut, is_blocked, owner_of
from service.context import Context
from service.matches.absence.matters import (
    Matter,
    asks_for_time,
    matters_of,
    more_time_for,
    say,
    time_asked,
    time_taken,
)
from service.matches.errors import ActError, MatchError, SignedReceipt
from service.matches.seat_keys import has_key
from service.store.records import Account, Record


@dataclass(frozen=True)
class Raised:
    """A matter that stands, and who may say something about it."""

    account: Account
    record: Record
    seat: int
    matter: Matter


def look_at(context: Context, link: str) -> Raised | Shut:
    """Return the matter behind a link, or why nothing can be said with it."""
    found = _find(context, link)
    if isinstance(found, Raised) and found.matter.said is not None:
        why: dict[str, Closed] = {"time": "taken", "ask": "asked"}
        return Shut(why.get(found.matter.kind, "answered"), found.account, found.record)
    return found


def say_by_link(context: Context, link: str, option: str) -> tuple[Raised, Record, SignedReceipt | None] | Shut:
    """Say it; return the matter, the match afterwards and the receipt, or why nothing was done.

    The same again gets the same receipt while the matter stands; another option is refused: what was said at the table counts.
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


__all__ = ["Raised", "look_at", "say_by_link"]
