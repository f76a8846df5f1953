"""Seats whose player stays away: what they missed, who has been asked about them, and what was decided (siegelpost/2).

A match has this only where ``created`` says so. A miss is an answer that the rules gave for a person at the deadline. After
so many in a row the seat is told first (``absent``), then the others are asked (``polled``); a seat that acts, or says that
it is there (``returned``), is no longer missed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict, TypeVar, cast

from engine.contract import Json
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.protocol.siegelpost2.absence import Absence, Choice, decided

if TYPE_CHECKING:
    from engine.match.standing import Seat, Standing, Table
    from engine.match.step import Step


V = TypeVar("V")


class Vote(TypedDict):
    """What a seat wants about another: its act number ``seq``, and the entry ``n`` with this ``head`` that tells it (ms)."""

    seat: int
    absent: int
    choice: Choice
    seq: int
    received: int
    n: int
    head: str


class Case(TypedDict):
    """A seat that is missed: the entry ``absent`` (``n``, ``head``), until when it alone knows (ms), the decisions it missed.

    ``polled`` is the head after the entry ``polled``, once the others are asked; ``votes`` are the last of each.
    """

    seat: int
    n: int
    head: str
    until: int
    missed: list[str]
    polled: NotRequired[str]
    votes: list[Vote]


class Back(TypedDict):
    """A seat has said that it is there: in entry ``n`` with this ``head``, for the ``seq``-th time (ms)."""

    seat: int
    seq: int
    received: int
    n: int
    head: str


class Absences(TypedDict):
    """``agreed`` is what ``created`` says; ``missed`` what each seat missed in a row, by seat; ``back`` the last of each seat.

    ``votes`` is how often each seat has voted in the match, by seat; ``voted`` are the last votes of each about each other.
    ``replaced`` are the accounts whose seats bots have taken: they may go on watching.
    """

    agreed: Absence
    missed: list[list[str]]
    cases: list[Case]
    back: list[Back]
    votes: list[int]
    voted: list[Vote]
    replaced: NotRequired[list[str]]


def agreed_on(absence: Absence, seats: int) -> Absences:
    """Return what a new match of so many seats knows."""
    nothing: list[list[str]] = [[] for _ in range(seats)]
    return Absences(agreed=absence, missed=nothing, cases=[], back=[], votes=[0] * seats, voted=[])


def said_of_absence(table: Table) -> dict[str, Json]:
    """Return the member of ``created``, where there is one."""
    return {"absence": dict(table["absence"]["agreed"])} if "absence" in table else {}


def case_of(table: Table, seat: int | None) -> Case | None:
    """Return the case of a seat that is missed, ``None`` if it is not."""
    cases = table["absence"]["cases"] if "absence" in table else []
    return next((one for one in cases if one["seat"] == seat), None)


def voters_on(table: Table, seat: int) -> list[int]:
    """Return who decides about a seat: every other person about whom nobody is asked."""
    return [
        other
        for other, one in enumerate(table["seats"])
        if other != seat and one["bot"] is None and "polled" not in (case_of(table, other) or {})
    ]


def choices(table: Table) -> list[Choice]:
    """Return what may be voted for: no bot where every seat has to keep its openings itself."""
    return ["wait", "win"] if table["custody"] == "client" else ["wait", "bot", "win"]


def decision_on(table: Table, case: Case) -> Choice | None:
    """Return what was decided about a seat, ``None`` while it was not."""
    if "polled" not in case:
        return None
    votes = {one["seat"]: one["choice"] for one in case["votes"]}
    return decided(votes, voters_on(table, case["seat"]), table["absence"]["agreed"]["majority"])


def pending(table: Table, choice: Choice) -> list[int]:
    """Return the seats, rising, about which this was decided and not done yet."""
    cases = table["absence"]["cases"] if "absence" in table else []
    return sorted(one["seat"] for one in cases if decision_on(table, one) == choice)


def was_replaced(table: Table, account: str) -> bool:
    """Return whether a bot has taken the seat of an account."""
    return "absence" in table and account in table["absence"].get("replaced", [])


def missing_now(table: Table) -> list[int]:
    """Return the seats that have missed enough in a row and have not been told."""
    if "absence" not in table:
        return []
    absences = table["absence"]
    return [
        seat
        for seat, missed in enumerate(absences["missed"])
        if len(missed) >= absences["agreed"]["misses"] and case_of(table, seat) is None and voters_on(table, seat)
    ]


def note_answers(
    table: Table, standing: Standing, moves: Sequence[Mapping[str, object]], faults: Sequence[Mapping[str, object]]
) -> None:
    """Note who has answered a decision that is resolved, and who has missed it. Orders are neither."""
    if "absence" not in table:
        return
    blamed = {one["seat"] for one in faults}
    acted = {one["seat"] for one in standing["locked"] if one["seq"]}
    for move in moves:
        seat = cast(int, move["seat"])
        if table["seats"][seat]["bot"] is not None or (move["by"] == "order"):
            continue
        if move["by"] == "seat" or seat in blamed | acted:
            _clear(table, seat)
        else:
            missed = [*table["absence"]["missed"][seat], standing["id"]][-table["absence"]["agreed"]["misses"] :]
            table["absence"] = {**table["absence"], "missed": _with(table["absence"]["missed"], seat, missed)}
    _end_waiting(table)


def write_absent(step: Step, seat: int) -> None:
    """Write ``absent``: the seat is told that it is missed."""
    absences = step.table["absence"]
    missed, until = absences["missed"][seat], step.at + absences["agreed"]["notice_seconds"] * 1000
    step.write("absent", {"missed": missed, "seat": seat, "until": timestamp(until)})
    case = Case(seat=seat, n=step.n, head=b64(step.head), until=until, missed=missed, votes=[])
    step.table["absence"] = {**absences, "cases": [*absences["cases"], case]}


def write_polled(step: Step, case: Case) -> None:
    """Write ``polled``: the others are asked. A case about which ``wait`` is decided by that is over."""
    step.write("polled", {"seat": case["seat"]})
    _replace(step.table, {**case, "polled": b64(step.head)})
    _end_waiting(step.table)


def write_vote(step: Step, case: Case, seat: int, choice: Choice, signature: str | None) -> Vote:
    """Write ``voted``. Who votes is there, if only missed so far; a majority to wait ends the case."""
    signed = {} if signature is None else {"signature": signature}
    step.write("voted", {"absent": case["seat"], "choice": choice, "seat": seat, **signed})
    seq = step.table["absence"]["votes"][seat] + 1
    vote = Vote(seat=seat, absent=case["seat"], choice=choice, seq=seq, received=step.at, n=step.n, head=b64(step.head))
    _clear(step.table, seat)
    absences = step.table["absence"]
    others = [one for one in absences["voted"] if (one["seat"], one["absent"]) != (seat, case["seat"])]
    votes = _with(absences["votes"], seat, seq)
    step.table["absence"] = {**absences, "votes": votes, "voted": [*others, vote]}
    _replace(step.table, {**case, "votes": [*(one for one in case["votes"] if one["seat"] != seat), vote]})
    _end_waiting(step.table)
    return vote


def write_returned(step: Step, seat: int, by: Literal["seat", "answer"], signature: str | None = None) -> None:
    """Write ``returned``: the seat has said that it is there, or has acted since it was missed."""
    signed = {} if signature is None else {"signature": signature}
    step.write("returned", {"by": by, "seat": seat, **signed})
    note_presence(step.table, seat)
    if by == "seat":
        new = Back(seat=seat, seq=next_return(step.table, seat), received=step.at, n=step.n, head=b64(step.head))
        others = [one for one in step.table["absence"]["back"] if one["seat"] != seat]
        step.table["absence"] = {**step.table["absence"], "back": [*others, new]}


def write_substituted(step: Step, seat: int, bot: Seat) -> None:
    """Write ``substituted``: a bot has the seat from here on."""
    step.write("substituted", {"player": bot["player"], "seat": seat})
    _clear(step.table, seat)
    gone = step.table["seats"][seat]["player"]
    replaced = step.table["absence"].get("replaced", [])
    if gone is not None:
        step.table["absence"] = {**step.table["absence"], "replaced": [*replaced, gone]}
    bot = {**bot, "taken_over": True}
    step.table["seats"] = [bot if number == seat else one for number, one in enumerate(step.table["seats"])]


def note_presence(table: Table, seat: int) -> None:
    """Note that a seat has said by another act that it is there: it is no longer missed."""
    if "absence" in table:
        _clear(table, seat)
        _end_waiting(table)


def back_of(table: Table, seat: int) -> Back | None:
    """Return when a seat last said that it is there."""
    return next((one for one in table["absence"]["back"] if one["seat"] == seat), None)


def next_return(table: Table, seat: int) -> int:
    """Return the number of the next time that a seat says that it is there."""
    back = back_of(table, seat)
    return 1 if back is None else back["seq"] + 1


def _end_waiting(table: Table) -> None:
    """End the cases about which the others have decided to wait: what is missed is counted anew."""
    while waited := pending(table, "wait"):
        for seat in waited:
            _clear(table, seat)


def _clear(table: Table, seat: int) -> None:
    absences = table["absence"]
    cases = [one for one in absences["cases"] if one["seat"] != seat]
    table["absence"] = {**absences, "missed": _with(absences["missed"], seat, []), "cases": cases}


def _replace(table: Table, case: Case) -> None:
    cases = [case if one["seat"] == case["seat"] else one for one in table["absence"]["cases"]]
    table["absence"] = {**table["absence"], "cases": cases}


def _with(values: Sequence[V], place: int, value: V) -> list[V]:
    return [value if number == place else one for number, one in enumerate(values)]


__all__ = [
    "Absences",
    "Back",
    "Case",
    "Vote",
    "agreed_on",
    "back_of",
    "case_of",
    "choices",
    "decision_on",
    "missing_now",
    "next_return",
    "note_answers",
    "note_presence",
    "pending",
    "said_of_absence",
    "voters_on",
    "was_replaced",
    "write_absent",
    "write_polled",
    "write_returned",
    "write_substituted",
    "write_vote",
]
