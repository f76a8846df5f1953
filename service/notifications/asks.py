"""Questions that the table asks a seat right now. Pure: a match record in, questions out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.match.pauses import pause_of
from engine.match.table import Standing
from engine.registry import game_of
from service.store.records import Notice, Record

Wanted = Literal["answer", "open"]


@dataclass(frozen=True)
class Ask:
    """A question to this seat: for an answer, or for the opening of its sealed move. ``until`` in milliseconds."""

    standing: Standing
    kind: Wanted
    until: int | None


def asks(record: Record, seat: int | None, told: Sequence[Notice] = ()) -> list[Ask]:
    """Return what the seat is asked now, the most urgent first.

    Optional decisions, and those that its standing orders are about to answer, only where ``told`` names them. Nothing in a
    pause: no answer is taken, and the deadlines that stand will move by its time.
    """
    if seat is None or record.table["status"] != "running" or seat in record.table["resigning"]:
        return []
    if pause_of(record.table) is not None:
        return []
    named = {notice.get("decision") for notice in told}
    found = [
        ask
        for standing in record.table["standing"]
        if standing["asked"] or standing["id"] in named
        if (ask := ask_of(record, standing, seat)) is not None
    ]
    return sorted(found, key=lambda ask: (ask.until is None, ask.until or 0))


def optional_asks(record: Record, seat: int | None, asked: Sequence[Ask]) -> list[Ask]:
    """Return what the seat may answer besides what it is ``asked``, if it likes: optional decisions with something to choose.

    Nothing where nothing is asked: a letter that only tells news waits for no answer.
    """
    if seat is None or not any(one.kind == "answer" for one in asked):
        return []
    there = {one.standing["id"] for one in asked}
    return [
        ask
        for standing in record.table["standing"]
        if standing["id"] not in there and standing["optional"] and has_choices(record, standing, seat)
        if (ask := ask_of(record, standing, seat)) is not None
    ]


def has_choices(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether there is anything to answer a decision with: an optional one may stand while nothing is possible."""
    return record.state is not None and bool(game_of(record.table).moves(record.state, seat, standing["id"]))


def ask_of(record: Record, standing: Standing, seat: int) -> Ask | None:
    """Return what a decision wants from the seat now, ``None``: nothing, or nothing any more."""
    if seat not in standing["seats"]:
        return None
    act = record.acts.get((standing["id"], seat))
    if standing["phase"] == "open":
        answered = act is not None and act.commitment is not None
        return None if answered else Ask(standing, "answer", standing["deadline"])
    opened = act is not None and act.opened
    return Ask(standing, "open", standing["opening_ends"]) if seat in standing["awaited"] and not opened else None


__all__ = ["Ask", "Wanted", "ask_of", "asks", "has_choices", "optional_asks"]
