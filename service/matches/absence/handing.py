"""Handing over one's own seat while present: to a bot, or to a volunteer (protocol section 12.20).

The others vote about it as about a missed seat (:func:`service.matches.absence.absence.vote`), the player withdraws it
by staying (:func:`~service.matches.absence.absence.here`), and a worker carries out the decision.
"""

from typing import Any, Literal

from engine.match.absence import voters_on, wanted_by
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.step import Step, is_to_be_stopped
from engine.match.substitutes import (
    asked_of_others,
    candidacy_of,
    handing_agreed,
    handing_of,
    handings,
    has_decided,
    last_handed,
    next_handing,
    takers,
    write_handed,
)
from engine.match.table import Case, Table
from engine.protocol.agreements import HAND, LONGEST_HANDING, Handing, Wanted
from service.context import Context
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError, SignedReceipt
from service.matches.pace import DAY, shortest
from service.matches.receipts import receipt_of_word
from service.matches.seat_keys import check_handed
from service.matches.seating.seats import seat_of
from service.notifications.collection import News
from service.store.records import Account, Record, Transition

TIMES = 3
"""How often each seat may ask in a new match."""
SHARE = 3
"""The time for the others' answers in a new match, as a multiple of a decision's time."""


def agreed(pace: dict[str, Any]) -> Handing:
    """Return a new match's terms: three times the time of a decision, at most 14 days; with daily pace three days."""
    usual = SHARE * DAY if pace["kind"] == "daily" else max(1, min(LONGEST_HANDING, SHARE * shortest(pace)))
    return Handing(seconds=usual, times=TIMES)


def hand(
    context: Context, match: str, account: Account, place: int, to: Wanted, seq: int, signature: str | None = None
) -> Record:
    """Ask the others to let the account hand over its seat (``place``); repeating ``seq`` asks no more.

    :raises MatchError: not-found, not-seated, not-running, no-handing, choice-not-offered, paused, busy.
    :raises ActError: signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table = record.table
        seat = seat_of(table, account.id)
        if seat is None or seat != place:
            raise MatchError("not-seated", "you hand over your own seat only")
        last = last_handed(table, seat)
        if last is not None and last["seq"] == seq and wanted_by(last) == to:
            return None
        _check_running(table)
        refusal = _refusal(table, seat)
        if refusal is not None:
            raise refusal
        _check_taker(table, seat, to)
        if seq != next_handing(table, seat):
            message = (
                f"your next wish to hand the seat over is number {next_handing(table, seat)}: load the match again"
            )
            raise MatchError("no-handing", message, "/seq")
        check_handed(table, seat, to, seq, signature)
        before = handings(table)
        write_handed(step, seat, to, signature)
        news = News(context.settings.hold_off, record.now)
        news.handing_asked(step, seat, name_of(step.table, to))
        tell_ends(before, step, news)
        return transition(step, record, news.notices(step), due=record.now)

    return change_match(context, match, change)


def may_hand(table: Table, seat: int) -> list[Wanted]:
    """Return to whom a seat may be handed over now, as far as the table tells; empty while it may not be."""
    if not _goes_on(table) or pause_of(table) is not None or _refusal(table, seat) is not None:
        return []
    return takers(table, seat)


def open_handings(table: Table, now: int) -> list[Case]:
    """Return the seats being handed over about which the others may still answer at ``now`` (ms)."""
    return [one for one in handings(table) if now < one["until"]] if _goes_on(table) else []


def check_in_time(case: Case, at: int) -> None:
    """Check that the others may still answer about a handover. :raises MatchError: not-missed."""
    if "to" in case and at >= case["until"]:
        raise MatchError("not-missed", "the time to answer is over: the seat stays with its player")


def name_of(table: Table, to: Wanted) -> str | None:
    """Return the table's name for the receiver of a seat, or None for a bot."""
    one = None if to.player is None else candidacy_of(table, to.player)
    return None if one is None else one["name"]


def receipt_for(context: Context, table: Table, seat: int) -> SignedReceipt | None:
    """Return the receipt of a seat's last request for a handover, or None if it never made one."""
    last = last_handed(table, seat)
    if last is None:
        return None
    to = wanted_by(last)
    chosen = {"choice": to.choice, **({} if to.player is None else {"player": to.player})}
    return SignedReceipt(*receipt_of_word(context, table, HAND, seat, last["seq"], last, **chosen))


def tell_ends(before: list[Case], step: Step, news: News) -> None:
    """Announce the outcome of handover requests that ended without being granted.

    :param before: those open when the step began.
    """
    if step.table["status"] != "running" or step.table["resigning"]:
        return
    left = {one["n"] for one in handings(step.table)}
    given = {entry["body"]["seat"] for entry in step.entries if entry["type"] == "substituted"}
    for one in before:
        seat = one["seat"]
        if one["n"] not in left and seat not in given:
            why = _why(step, one)
            told = voters_on(step.table, seat) if why == "withdrawn" else [seat]
            news.handing_ended(step, seat, why, told)


def _why(step: Step, one: Case) -> Literal["withdrawn", "unanswered", "declined", "refused"]:
    """Return why a handover request has failed."""
    said = {entry["type"] for entry in step.entries if entry["body"].get("seat") == one["seat"]}
    if "returned" in said:
        return "withdrawn"
    if "kept" in said:
        return "unanswered"
    return "declined" if said & {"declined", "volunteered"} else "refused"


def _goes_on(table: Table) -> bool:
    running = table["status"] == "running" and not table["resigning"] and not is_to_be_stopped(table)
    return running and stage_of(table) != "revealing"


def _check_running(table: Table) -> None:
    if not _goes_on(table):
        raise MatchError("not-running", "this match is not running")
    if pause_of(table) is not None:
        raise MatchError("paused", "this match is paused: hand the seat over when it goes on")
    if has_decided(table):
        raise MatchError("busy", "what was decided about a seat is carried out just now: try again in a moment")


def _refusal(table: Table, seat: int) -> MatchError | None:
    """Return why a seat may not be handed over now, or None if it may."""
    rule = handing_agreed(table)
    if rule is None:
        return MatchError("no-handing", "it was agreed that in this match nobody hands a seat over")
    if handing_of(table, seat) is not None:
        return MatchError("no-handing", "the others are asked already whether they agree to your handing the seat over")
    if asked_of_others(table, seat):
        return MatchError("no-handing", "the others are asked about your seat: say first that you are there")
    if next_handing(table, seat) > rule["times"]:
        return MatchError("no-handing", f"you have asked {rule['times']} times: no more in this match")
    return None


def _check_taker(table: Table, seat: int, to: Wanted) -> None:
    offered = takers(table, seat)
    if to not in offered:
        said = ", ".join("bot" if one.player is None else f"person {one.player}" for one in offered)
        message = f"here you may hand the seat over to {said}" if said else "first name somebody who says yes"
        pointer = "/player" if to.choice == "person" else "/choice"
        raise MatchError("choice-not-offered", message, pointer)
