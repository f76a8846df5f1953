"""Openings that players show: what was sealed where the log says that nothing, or nothing that counts, was opened.

An opening proves by itself what its seat was locked with; nobody else could have made it. It refutes no log: that it was sent
in time, only a receipt proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract import Json, Move
from engine.protocol.seal import MalformedOpening, check_opening, matches
from engine.verifier.transcript import Transcript


@dataclass(frozen=True)
class Shown:
    """A move proved by one opening: in a decision, this seat was locked with it by entry ``n``; ``fault`` is the log's word."""

    decision: str
    seat: int
    n: int
    move: Move
    fault: str


def shown(log: Transcript, given: Sequence[Json]) -> tuple[Shown, ...]:
    """Return what openings prove of seats that the log blames, or whose box it says failed; others are passed over."""
    found: list[Shown] = []
    for one in given:
        try:
            opening = check_opening(one)
        except MalformedOpening:
            continue
        decision, seat = opening["decision"], opening["seat"]
        locked, fault = log.locks.get(decision, {}).get(seat), log.faults.get((decision, seat))
        if locked is None or fault is None or not matches(opening, locked["commitment"]):
            continue
        found.append(Shown(decision, seat, log.locked_at[decision], opening["move"], fault["fault"]))
    return tuple(found)


__all__ = ["Shown", "shown"]
