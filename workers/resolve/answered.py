"""Players asked in a step's resolved decisions, and whether they answered in time: the basis of their reliability."""

from __future__ import annotations

from engine.match.step import Step
from engine.match.table import Seat
from service.store.records import Answered


def answers_in(step: Step) -> list[Answered]:
    """Return of each person asked by what a step has resolved whether they, or their orders, answered in time.

    Nothing counts in a match without two people: nobody waits there. An opening of the server's that failed
    (``escrow-failed``) is held against nobody, nor is a question that nobody waited for.
    """
    people = {number: one["player"] for number, one in enumerate(step.table["seats"]) if _is_person(one)}
    if len(people) < 2:
        return []
    found = []
    for resolution in step.resolutions:
        if resolution.standing["deadline"] is None:
            continue
        excused = {one["seat"] for one in resolution.faults if one["fault"] == "escrow-failed"}
        for move in resolution.moves:
            account = None if move["seat"] in excused else people.get(move["seat"])
            if account is not None:
                found.append(Answered(account, move["by"] != "fallback"))
    return found


def _is_person(seat: Seat) -> bool:
    return seat["bot"] is None and "owned_by" not in seat


__all__ = ["answers_in"]
