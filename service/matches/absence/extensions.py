"""More time that a player takes without asking anybody, as often as the match has agreed (protocol section 12.13)."""

from typing import Any

from engine.match.asking import standing_of
from engine.match.extensions import last_taken, times_left, times_taken, write_extended
from engine.match.pauses import pause_of
from engine.match.step import Step
from engine.match.table import Standing, Table
from engine.protocol.agreements import EXTEND, LONGEST_EXTENSION, MOST_EXTENSIONS, Extensions
from engine.protocol.log import too_late_from
from service.context import Context
from service.matches.absence.fair_hours import FairHours
from service.matches.changes import change_match, transition
from service.matches.errors import EXPLANATIONS, ActError, MatchError, SignedReceipt
from service.matches.pace import DAY, later, shortest
from service.matches.receipts import receipt_of_word
from service.matches.seat_keys import check_extended
from service.matches.seating.seats import seat_of
from service.notifications.collection import News
from service.store.records import Account, Record, Transition

TIMES = 3
"""How often a seat may take more time in a new match by default."""


def agreed(wanted: dict[str, Any] | None, pace: dict[str, Any]) -> Extensions | None:
    """Return a new match's complete terms for extensions, or None if it has none. The request's form was checked.

    By default an extension is half the time of a decision, at most a day; with daily pace a day.

    :raises ValueError: for numbers out of bounds.
    """
    if wanted is None:
        return None
    usual = DAY if pace["kind"] == "daily" else max(1, min(DAY, shortest(pace) // 2))
    made = Extensions(seconds=wanted.get("seconds", usual), times=wanted.get("times", TIMES))
    if not 1 <= made["times"] <= MOST_EXTENSIONS or not 1 <= made["seconds"] <= LONGEST_EXTENSION:
        raise ValueError(f"times is from 1 to {MOST_EXTENSIONS}, seconds from 1 to {LONGEST_EXTENSION}")
    return made


def take(
    context: Context, match: str, account: Account, decision: str, seq: int, signature: str | None = None
) -> Record:
    """Take more time for a decision that asks the account's seat; repeating the same ``seq`` takes no more.

    :raises MatchError: not-found, not-seated, not-running, no-extension.
    :raises ActError: gone, not-asked, locked, late, signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table, seat = record.table, seat_of(record.table, account.id)
        if seat is None:
            raise MatchError("not-seated", "you do not sit at this table")
        last = last_taken(table, seat)
        if last is not None and (last["seq"], last["decision"]) == (seq, decision):
            return None
        if table["status"] != "running" or table["resigning"]:
            raise MatchError("not-running", "this match is not running")
        standing = _extensible(record, seat, decision)
        left, next_seq = times_left(table, seat), times_taken(table, seat) + 1
        if left < 1:
            raise MatchError("no-extension", "you have no more time left to take in this match")
        if seq != next_seq:
            raise MatchError(
                "no-extension", f"your next extension here is number {next_seq}: load the match again", "/seq"
            )
        check_extended(table, standing, seat, seq, signature)
        ends = standing["deadline"]
        assert ends is not None  # what has none is not extensible
        until = later(table["pace"], ends, table["extensions"]["agreed"]["seconds"])
        write_extended(step, standing, seat, signature, until - ends)
        FairHours(context.store).mend(step, decision)
        moved = standing_of(step.table, decision)
        assert moved is not None
        news = News(context.settings.hold_off, record.now)
        news.more_time(step, moved, seat)
        return transition(step, record, news.notices(step), due=record.now)

    return change_match(context, match, change)


def may_take(record: Record, seat: int) -> list[Standing]:
    """Return the decisions for which a seat may take more time now."""
    if record.table["status"] != "running" or times_left(record.table, seat) < 1 or pause_of(record.table):
        return []
    return [one for one in record.table["standing"] if _refusal(record, seat, one) is None]


def receipt_for(context: Context, table: Table, seat: int) -> SignedReceipt | None:
    """Return the receipt of a seat's last extension, or None if it took none."""
    taken = last_taken(table, seat)
    if taken is None:
        return None
    return SignedReceipt(*receipt_of_word(context, table, EXTEND, seat, taken["seq"], taken))


def _extensible(record: Record, seat: int, decision: str) -> Standing:
    standing = standing_of(record.table, decision)
    if pause_of(record.table) is not None:
        raise ActError("paused", EXPLANATIONS["paused"])
    if standing is None:
        raise ActError("gone", EXPLANATIONS["gone"])
    refusal = _refusal(record, seat, standing)
    if refusal is not None:
        raise refusal
    return standing


def _refusal(record: Record, seat: int, standing: Standing) -> ActError | MatchError | None:
    """Return why a seat may take no more time for a decision, or None if it may."""
    if seat not in standing["seats"]:
        return ActError("not-asked", "this decision is not yours")
    if standing["deadline"] is None:
        return MatchError("no-extension", "nobody waits for this decision: it has no deadline")
    if standing["phase"] != "open":
        return ActError("locked", EXPLANATIONS["locked"])
    if record.now >= too_late_from(standing["deadline"]):
        return ActError("late", EXPLANATIONS["late"])
    act = record.acts.get((standing["id"], seat))
    if act is not None and act.commitment is not None:
        return MatchError("no-extension", "you have answered already: the others are not kept waiting for you")
    return None
