"""Asking the others for more time, and granting it (protocol section 12.18)."""

from collections.abc import Callable
from typing import Any

from engine.match.asking import standing_of
from engine.match.pauses import pause_of
from engine.match.step import Step, is_to_be_stopped
from engine.match.substitutes import has_decided
from engine.match.table import Request, Said, Standing, Table
from engine.match.time_requests import (
    Kind,
    end_request,
    has_asked,
    last_said,
    next_said,
    outcome_of,
    request_of,
    voters_on_request,
    write_granted,
    write_requested,
    write_responded,
)
from engine.protocol.agreements import LONGEST_REQUEST, REQUEST, RESPOND, TimeRequests
from engine.protocol.log import too_late_from
from service.context import Context
from service.matches.absence.fair_hours import FairHours
from service.matches.caps import ENOUGH_SAID, MOST_WORDS
from service.matches.changes import change_match, transition
from service.matches.errors import EXPLANATIONS, ActError, MatchError, SignedReceipt
from service.matches.pace import DAY, later, next_counted, shortest
from service.matches.receipts import receipt_of_word
from service.matches.seat_keys import check_requested, check_responded
from service.matches.seating.seats import seat_of
from service.notifications.collection import News
from service.store.records import Account, Record, Transition

SHARE = 3
"""The longest request in a new match by default, as a multiple of a decision's time."""


def agreed(wanted: dict[str, Any] | None, pace: dict[str, Any]) -> TimeRequests | None:
    """Return a new match's complete terms for time requests, or None if it has none. The request's form was checked.

    By default one may ask for three times the time of a decision, at most 14 days; with daily pace for three days.

    :raises ValueError: for numbers out of bounds.
    """
    if wanted is None:
        return None
    usual = SHARE * DAY if pace["kind"] == "daily" else max(1, min(LONGEST_REQUEST, SHARE * shortest(pace)))
    made = TimeRequests(majority=wanted.get("majority", "most"), seconds=wanted.get("seconds", usual))
    if not 1 <= made["seconds"] <= LONGEST_REQUEST:
        raise ValueError(f"seconds is from 1 to {LONGEST_REQUEST}")
    return made


def ask(
    context: Context, match: str, account: Account, decision: str, seconds: int, seq: int, signature: str | None = None
) -> Record:
    """Ask the others for this many more seconds for a decision of the account's seat; repeating ``seq`` asks no more.

    :raises MatchError: not-found, not-seated, not-running, no-time-request, busy.
    :raises ActError: gone, not-asked, locked, late, paused, signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table, seat = record.table, _seat(record, account)
        last = last_said(table, "asked", seat)
        if last is not None and (last["seq"], last["decision"], last["seconds"]) == (seq, decision, seconds):
            return None
        _check_running(table)
        standing = _standing(record, decision)
        refusal = _refusal(record, seat, standing)
        if refusal is not None:
            raise refusal
        most = table["time_requests"]["agreed"]["seconds"]
        if not 1 <= seconds <= most:
            raise MatchError("no-time-request", f"here you may ask for 1 to {most} seconds", "/seconds")
        _check_seq(table, "asked", seat, seq)
        check_requested(table, standing, seat, seconds, seq, signature)
        write_requested(step, standing, seat, seconds, signature)
        ends = standing["deadline"] or 0
        then = next_counted(table["pace"], later(table["pace"], ends, seconds))
        return _after(context, record, step, decision, lambda news: news.time_requested(step, decision, then))

    return change_match(context, match, change)


def respond(
    context: Context,
    match: str,
    account: Account,
    decision: str,
    requester: int,
    grant: bool,
    seq: int | None = None,
    signature: str | None = None,
) -> Record:
    """Grant or refuse the time that a seat asks for; another response replaces it while the request is open.

    :param seq: the number of this response, or None for the next; repeating it changes nothing.
    :raises MatchError: not-found, not-seated, not-running, no-time-request, not-a-voter, busy.
    :raises ActError: gone, locked, late, paused, signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table, seat = record.table, _seat(record, account)
        if _has_said(record, seat, decision, requester, grant, seq):
            return None
        _check_running(table)
        standing = _standing(record, decision)
        request = request_of(standing)
        if request is None or request["seat"] != requester:
            raise MatchError("no-time-request", "nobody asks for more time there (any more): load the match again")
        late = _late(record, standing)
        if late is not None:
            raise late
        if seat not in voters_on_request(table, requester):
            raise MatchError("not-a-voter", "you are not asked whether you grant this time")
        if next_said(table, "answered", seat) > MOST_WORDS:
            raise MatchError("no-time-request", ENOUGH_SAID)
        _check_seq(table, "answered", seat, next_said(table, "answered", seat) if seq is None else seq)
        check_responded(table, seat, request["head"], grant, next_said(table, "answered", seat), signature)
        write_responded(step, standing, seat, grant, signature)
        return _after(context, record, step, decision, None, seat)

    return change_match(context, match, change)


def may_ask(record: Record, seat: int) -> list[Standing]:
    """Return the decisions for which a seat may ask the others for more time now."""
    table = record.table
    if "time_requests" not in table or not _goes_on(table) or pause_of(table):
        return []
    return [one for one in table["standing"] if _refusal(record, seat, one) is None]


def open_requests(record: Record) -> list[tuple[Standing, Request]]:
    """Return the requests that the others can still answer, with their decisions."""
    table = record.table
    if "time_requests" not in table or not _goes_on(table):
        return []
    found = ((one, request_of(one)) for one in table["standing"] if _late(record, one) is None)
    return [(one, request) for one, request in found if request is not None]


def said_to(request: Request, seat: int) -> bool | None:
    """Return whether a seat has granted (True) or refused (False) the request, or None without a response."""
    return next((one["grant"] for one in request["responses"] if one["seat"] == seat), None)


def receipt_for(context: Context, table: Table, kind: Kind, seat: int) -> SignedReceipt | None:
    """Return the receipt of a seat's last request or response, or None if it made none."""
    said = last_said(table, kind, seat)
    if said is None:
        return None
    act = REQUEST if kind == "asked" else RESPOND
    return SignedReceipt(*receipt_of_word(context, table, act, seat, said["seq"], said))


def carry_out(step: Step, decision: str, news: News, hours: FairHours, settled_by: int | None = None) -> bool:
    """Move the deadline of a decision for which the others have granted time; return whether they have.

    :param settled_by: the seat whose response in this step may have granted it.
    """
    standing = standing_of(step.table, decision)
    request = None if standing is None else request_of(standing)
    ends = None if standing is None else standing["deadline"]
    if standing is None or request is None or ends is None or outcome_of(step.table, request) != "granted":
        return False
    write_granted(step, standing, later(step.table["pace"], ends, request["seconds"]) - ends)
    hours.mend(step, decision)
    news.time_granted(step, decision, request["seat"], settled_by)
    return True


def _after(
    context: Context,
    record: Record,
    step: Step,
    decision: str,
    tell: Callable[[News], None] | None,
    seat: int | None = None,
) -> Transition:
    """Return the transition for a statement: time granted by it is given in the same step.

    :param seat: the seat that responded to a request.
    """
    news = News(context.settings.hold_off, record.now)
    standing = standing_of(step.table, decision)
    assert standing is not None
    request = standing["request"]
    if not carry_out(step, decision, news, FairHours(context.store), seat):
        if outcome_of(step.table, request) == "refused":
            end_request(step.table, decision)
            news.time_refused(step, standing, request["seat"], answered=True)
        elif tell is not None:
            tell(news)
    return transition(step, record, news.notices(step), due=record.now)


def _seat(record: Record, account: Account) -> int:
    seat = seat_of(record.table, account.id)
    if seat is None:
        raise MatchError("not-seated", "you do not sit at this table")
    return seat


def _goes_on(table: Table) -> bool:
    """Return whether the match runs, with no ending waiting to be carried out."""
    return table["status"] == "running" and not table["resigning"] and not is_to_be_stopped(table)


def _check_running(table: Table) -> None:
    if not _goes_on(table):
        raise MatchError("not-running", "this match is not running")
    if "time_requests" not in table:
        raise MatchError("no-time-request", "this match has not agreed that one may ask the others for more time")
    if has_decided(table):
        raise MatchError("busy", "what was decided about a seat is carried out just now: try again in a moment")


def _standing(record: Record, decision: str) -> Standing:
    standing = standing_of(record.table, decision)
    if pause_of(record.table) is not None:
        raise ActError("paused", EXPLANATIONS["paused"])
    if standing is None:
        raise ActError("gone", EXPLANATIONS["gone"])
    return standing


def _late(record: Record, standing: Standing) -> ActError | MatchError | None:
    """Return why a decision's deadline can no longer be moved, or None if it can."""
    if standing["deadline"] is None:
        return MatchError("no-time-request", "nobody waits for this decision: it has no deadline")
    if standing["phase"] != "open":
        return ActError("locked", EXPLANATIONS["locked"])
    if max(record.now, record.at) >= too_late_from(standing["deadline"]):
        return ActError("late", EXPLANATIONS["late"])
    return None


def _refusal(record: Record, seat: int, standing: Standing) -> ActError | MatchError | None:
    """Return why a seat may not ask for more time for a decision, or None if it may."""
    if seat not in standing["seats"]:
        return ActError("not-asked", "this decision is not yours")
    late = _late(record, standing)
    if late is not None:
        return late
    act = record.acts.get((standing["id"], seat))
    if act is not None and act.commitment is not None:
        return MatchError("no-time-request", "you have answered already: the others are not kept waiting for you")
    if has_asked(standing, seat):
        return MatchError("no-time-request", "you have asked for this decision already: once is all the match allows")
    if request_of(standing) is not None:
        return MatchError("no-time-request", "somebody else is asking just now: the time would be yours as well")
    return None


def _has_said(record: Record, seat: int, decision: str, requester: int, grant: bool, seq: int | None) -> bool:
    """Return whether a seat has already said exactly this."""
    last: Said | None = last_said(record.table, "answered", seat)
    if last is None or (last["decision"], last["requester"], last["grant"]) != (decision, requester, grant):
        return False
    standing = standing_of(record.table, decision)
    request = None if standing is None else request_of(standing)
    same = request is None or request["seat"] != requester or said_to(request, seat) is grant
    return same and seq in (None, last["seq"])


def _check_seq(table: Table, kind: Kind, seat: int, seq: int) -> None:
    wanted = next_said(table, kind, seat)
    if seq != wanted:
        what = "request for more time" if kind == "asked" else "answer to one"
        raise MatchError("no-time-request", f"your next {what} here is number {wanted}: load the match again", "/seq")
