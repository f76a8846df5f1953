"""Facts about what a table asks: which seats, in which phase an act meets a decision, and who is missed there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.match.absence import is_missed_by_all
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.table import Standing, Table
from engine.protocol.deadline import coarse_step


def asks_everybody(table: Table) -> bool:
    """Return whether something stands besides decisions, which is rare and soon over: a seat that is missed or handed over, a
    change of keys, entropy to reveal."""
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
    """Return the missed seats of a sealed decision, each with how coarsely others may see that it has sealed (ms)."""
    seats = [seat for seat in standing["seats"] if standing["sealed"] and is_missed_by_all(table, seat)]
    return {seat: coarse_step(standing["opened"], standing["deadline"]) for seat in seats}


def is_joinable(table: Table) -> bool:
    """Return whether anybody may still take a seat without having been asked."""
    return table["status"] == "lobby" and not table["request"] and stage_of(table) == "joining"


__all__ = ["asks_everybody", "is_joinable", "missed_seats", "phase_for_acts", "questions"]
