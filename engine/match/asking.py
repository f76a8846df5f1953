"""Facts about what a table asks: pending decisions and their openings, seats asked, seats missed, the phase that an act meets."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.contract import Decision, Move
from engine.match.absence import is_missed_by_all
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.table import Resignation, Standing, Table
from engine.protocol.canon import b64
from engine.protocol.log import coarse_step
from engine.protocol.seal import Opening


class Times(NamedTuple):
    """Times (ms) for a decision opened now: its deadline, the wait for client openings after its lock, and its release.

    ``left_until`` is until when default orders leave it to its player.
    """

    deadline: int
    opening_period: int
    release: int | None = None
    left_until: int | None = None


Deadlines = Callable[[Decision], Times]


def decision_of(standing: Standing) -> Decision:
    """Return the bare decision, as the rules know it."""
    return Decision(
        id=standing["id"],
        kind=standing["kind"],
        seats=standing["seats"],
        sealed=standing["sealed"],
        optional=standing["optional"],
    )


def standing_of(table: Table, decision: str) -> Standing | None:
    """Return the decision if it is open."""
    return next((one for one in table["standing"] if one["id"] == decision), None)


def last_lapsed(table: Table, decision: str) -> int:
    """Return the number of the last withdrawn answer to an open decision, from which counting continues, or 0."""
    return max(
        (seq for one, _, by, seq, *_ in table.get("answered", []) if (one, by) == (decision, "lapsed")), default=0
    )


def opening_around(table: Table, standing: Standing, seat: int, move: Move, salt: bytes) -> Opening:
    """Return the ordinary opening of a seat's move in a decision that stands, with these 32 bytes of salt."""
    return Opening(
        v=1,
        match=table["match"],
        rules=table["rules"],
        decision=standing["id"],
        seat=seat,
        head=standing["head"],
        salt=b64(salt),
        move=move,
    )


def resignation_of(table: Table, seat: int | None) -> Resignation | None:
    """Return the act by which a seat has resigned, or None."""
    return next((one for one in table.get("resignations", []) if one["seat"] == seat), None)


def asks_everybody(table: Table) -> bool:
    """Return whether anything other than a decision is open, which is rare and short: a missed seat, a handover, a change
    of keys, entropy to reveal."""
    if table["status"] == "lobby":
        return stage_of(table) == "revealing"
    return bool(table.get("asked_keys")) or ("absence" in table and bool(table["absence"]["cases"]))


def questions(table: Table) -> Iterator[tuple[Standing, int]]:
    """Yield the decisions that somebody may answer now, each with every seat that it asks."""
    if table["status"] == "running" and pause_of(table) is None:
        for standing in table["standing"]:
            yield from ((standing, seat) for seat in standing["seats"])


def phase_for_acts(standing: Standing, table: Table) -> str:
    """Return the phase of a decision as acts meet it: in a pause none is taken, whatever the decision waits for."""
    return "paused" if pause_of(table) is not None else standing["phase"]


def missed_seats(standing: Standing, table: Table) -> dict[int, int]:
    """Return the missed seats of a sealed decision, each with the coarseness (ms) with which others may see that it has
    sealed."""
    seats = [seat for seat in standing["seats"] if standing["sealed"] and is_missed_by_all(table, seat)]
    return {seat: coarse_step(standing["opened"], standing["deadline"]) for seat in seats}


def is_joinable(table: Table) -> bool:
    """Return whether anybody may still take a seat without an invitation to substitute."""
    return table["status"] == "lobby" and not table["request"] and stage_of(table) == "joining"
