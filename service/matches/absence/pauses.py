"""Asking for a pause, or withdrawing that (protocol section 12.14). A worker carries it out when enough people want it.

Vacations stop clocks, too: matches agree on that when they are created, and are looked at as soon as a player's
vacation changes.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Literal

from engine.match.pauses import asked_people, last_wish, next_wish, pause_of, stops, write_wish
from engine.match.step import Step
from engine.match.table import Table
from engine.protocol.agreements import LONGEST_PAUSE, PAUSE, Pauses
from service.calendar import away_until, with_vacation, without_vacation
from service.context import Context
from service.matches.absence.fair_hours import SLOW
from service.matches.caps import ENOUGH_SAID, MOST_WORDS
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError, SignedReceipt
from service.matches.pace import DAY, shortest
from service.matches.receipts import receipt_of_word
from service.matches.seat_keys import check_wished
from service.matches.seating.seats import seat_of
from service.notifications.collection import News
from service.store.connection.connect import Unreadable
from service.store.keys import DIGEST, recipient_of
from service.store.records import Account, Record, Transition

Policy = Literal["clock-stops", "plays-on"]


def usual_policy(pace: dict[str, Any], visibility: str) -> Policy:
    """Return a new match's default: the clock stops in slow matches among people who know each other."""
    slow = pace["kind"] == "daily" or shortest(pace) >= SLOW
    return "clock-stops" if slow and visibility == "private" else "plays-on"


def take_vacation(context: Context, account: str, first: date, last: date) -> Account | None:
    """Enter a vacation, or change the one that begins on that day; ``None`` if there is no such account.

    :raises BadVacation: as :func:`with_vacation`.
    """
    now, most = context.store.now(), context.settings.vacation_days
    return _changed(context, account, lambda before: with_vacation(before, first, last, now, most))


def end_vacation(context: Context, account: str, first: date) -> Account | None:
    """Remove the vacation that begins on a day, or end it now if it has begun; without one, nothing changes."""
    now = context.store.now()
    changed = _changed(context, account, lambda before: without_vacation(before, first, now))
    if changed is not None and away_until(changed, now) is None:
        context.store.hasten(recipient_of(account, None, DIGEST))  # what waited for the day of return
    return changed


def _changed(context: Context, account: str, change: Callable[[Account], dict[str, Any]]) -> Account | None:
    changed = context.store.change_prefs(account, change)
    for match in context.store.unfinished_of(account) if changed is not None else []:
        try:
            change_match(context, match, _looked_at)
        except (MatchError, Unreadable):
            continue  # gone, parked for good, or busy: it looks when something else happens there
    return changed


def _looked_at(record: Record, step: Step) -> Transition | None:
    """Have a worker look at a match now, to stop clocks or to learn when the vacation begins."""
    if not stops(record.table) or record.table["status"] != "running" or record.parked is not None:
        return None
    return transition(step, record, due=record.now)


LOUD_WISHES = 10
"""Up to this number a seat's words about a pause are told to the others; later ones once a day, lest they be letters without
end."""
USUAL = 14 * DAY
"""The default length of a new match's longest pause (s)."""


def agreed(wanted: dict[str, Any] | None) -> Pauses | None:
    """Return a new match's complete terms for pauses, or None if it is never paused. The request's form was checked.

    :raises ValueError: for numbers out of bounds.
    """
    if wanted is None:
        return None
    made = Pauses(majority=wanted.get("majority", "all"), seconds=wanted.get("seconds", USUAL))
    if not 1 <= made["seconds"] <= LONGEST_PAUSE:
        raise ValueError(f"seconds is from 1 to {LONGEST_PAUSE}")
    return made


def wish(context: Context, match: str, account: Account, pause: bool, seq: int, signature: str | None = None) -> Record:
    """Record that the account wants a pause, or no longer does; repeating the same ``seq`` changes nothing.

    :raises MatchError: not-found, not-seated, not-running, no-pause.
    :raises ActError: signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table, seat = record.table, seat_of(record.table, account.id)
        if seat is None:
            raise MatchError("not-seated", "you do not sit at this table")
        last = last_wish(table, seat)
        if last is not None and (last["seq"], last["pause"]) == (seq, pause):
            return None
        if table["status"] != "running" or table["resigning"]:
            raise MatchError("not-running", "this match is not running")
        _check(table, seat, pause, seq)
        check_wished(table, seat, pause, seq, signature)
        write_wish(step, seat, pause, signature)
        news = News(context.settings.hold_off, record.now)
        if pause and (last is None or seq <= LOUD_WISHES or record.now - last["received"] > DAY * 1000):
            news.pause_wished(step, seat)
        return transition(step, record, news.notices(step), due=record.now)

    return change_match(context, match, change)


def may_wish(table: Table, seat: int) -> bool | None:
    """Return True if a seat may ask for a pause now, False if it may take its wish back, None if neither."""
    if "pauses" not in table or table["status"] != "running" or seat not in asked_people(table):
        return None
    if seat in table["pauses"]["wishes"]:
        return False
    return None if table["pauses"]["rested"] or pause_of(table) is not None else True


def receipt_for(context: Context, table: Table, seat: int) -> SignedReceipt | None:
    """Return the receipt of a seat's last statement about a pause, or None if it made none."""
    said = last_wish(table, seat)
    if said is None:
        return None
    return SignedReceipt(*receipt_of_word(context, table, PAUSE, seat, said["seq"], said))


def _check(table: Table, seat: int, pause: bool, seq: int) -> None:
    if "pauses" not in table:
        raise MatchError("no-pause", "this match has not agreed on pauses")
    if seat not in asked_people(table):
        raise MatchError("no-pause", "the others are asked about your own seat: say first that you are there")
    if pause == (seat in table["pauses"]["wishes"]):
        raise MatchError(
            "no-pause", f"you have said so already: you {'want' if pause else 'do not want'} a pause", "/pause"
        )
    if pause and table["pauses"]["rested"]:
        raise MatchError(
            "no-pause", "a pause has just ended: there may be another once a decision is resolved", "/pause"
        )
    if pause and pause_of(table) is not None:
        raise MatchError("no-pause", "this match is paused", "/pause")
    if pause and next_wish(table, seat) > MOST_WORDS:
        raise MatchError("no-pause", ENOUGH_SAID)
    if seq != next_wish(table, seat):
        raise MatchError("no-pause", f"your next word about a pause is number {next_wish(table, seat)}", "/seq")
