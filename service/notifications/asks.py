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

    Optional decisions, and those about to be answered by standing orders, are included only if ``told`` names them. It
    is empty in a pause: no answer is accepted, and deadlines will move.
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
    """Return what the seat may also answer besides what it is ``asked``: optional decisions with something to choose.

    It is empty if nothing is asked: a letter with news only waits for no answer.
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
    """Return whether a decision has any possible answer: an optional one may be open while nothing is possible."""
    return record.state is not None and bool(game_of(record.table).moves(record.state, seat, standing["id"]))


def ask_of(record: Record, standing: Standing, seat: int) -> Ask | None:
    """Return the seat's question in a decision, or None if nothing is asked (any more)."""
    if seat not in standing["seats"]:
        return None
    act = record.acts.get((standing["id"], seat))
    if standing["phase"] == "open":
        answered = act is not None and act.commitment is not None
        return None if answered else Ask(standing, "answer", standing["deadline"])
    opened = act is not None and act.opened
    return Ask(standing, "open", standing["opening_ends"]) if seat in standing["awaited"] and not opened else None
