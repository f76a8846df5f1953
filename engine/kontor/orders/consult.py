"""Placing plans: standing orders that answer ``ship`` and ``place`` without a second visit.

An order is ``{"plans": [...]}``. A plan says for which card and round it is made (left out: for every one), on which public
facts it depends, and lists ship moves and fields in the order in which they are tried. The first plan that fits and has
something legal to say is followed; else the player is asked. Sealed choices are never answered by a plan.

Every condition is something everybody can see: ``{"free": [x, y]}``, ``{"holds": [x, y], "card": "C19"}``,
``{"ship": [x, y]}`` or ``{"passed": seat}``. All conditions of a plan must hold.
"""

from __future__ import annotations

from engine.contract import Json, Move, Orders, State
from engine.kontor.presets import Preset
from engine.kontor.rules import moves
from engine.kontor.rules.fields import field

PARTS = ("type", "at", "to", "remove", "receiver")
PLANNED = frozenset({"ship", "place"})


def consult(state: State, preset: Preset, seat: int, orders: Orders) -> Move | None:
    """Return what the plans of a seat that is asked answer, or ``None``: ask the player."""
    stage = state["stage"]
    if stage not in PLANNED:
        return None
    legal = {_key(move) for move in moves.legal_moves(state, preset, seat)}
    for plan in orders["plans"]:
        if _fits(state, seat, plan):
            for wanted in plan.get(stage, ()):
                move = {"type": "place", "at": wanted} if stage == "place" else wanted
                if _key(move) in legal:
                    return dict(move)
    return None


def _key(move: Move) -> tuple[Json, ...]:
    """Return a ship move or a place as something that is found in a set."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in map(move.get, PARTS))


def _fits(state: State, seat: int, plan: dict[str, Json]) -> bool:
    if plan.get("card", state["played"][seat]["card"]) != state["played"][seat]["card"]:
        return False
    return plan.get("round", state["round"]) == state["round"] and all(_holds(state, one) for one in plan.get("if", ()))


def _holds(state: State, condition: dict[str, Json]) -> bool:
    board = state["board"]
    if "free" in condition:
        return field(*condition["free"]) not in board
    if "holds" in condition:
        stack = board.get(field(*condition["holds"]))
        return stack is not None and bool(stack[-1] == condition["card"])
    if "ship" in condition:
        return bool(state["ship"] == field(*condition["ship"]))
    return "pass" in (state["played"][condition["passed"]] or {})
