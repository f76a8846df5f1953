"""Facts about a table's pending decisions: the decision itself, its opening, answers taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.contract import Decision, Move
from engine.match.table import Resignation, Standing, Table
from engine.protocol.canon import b64
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
    """Return the decision if it stands."""
    return next((one for one in table["standing"] if one["id"] == decision), None)


def last_lapsed(table: Table, decision: str) -> int:
    """Return the number of the last answer to an open decision that was taken back, from which it counts on; 0: none was."""
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
    """Return the act by which a seat has resigned, ``None`` if there is none."""
    return next((one for one in table.get("resignations", []) if one["seat"] == seat), None)
