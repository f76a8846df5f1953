"""Placing plans: standing orders that answer ``ship`` and ``place`` without a second visit.

An order is ``{"plans": [...]}``. A plan says for which card and round it is made (left out: for every one), on which public
facts it depends, and lists ship moves and fields in the order in which they are tried. The first plan that fits and
names something legal is followed; otherwise the player is asked. Sealed choices are never answered by a plan.

Every condition is something everybody can see: ``{"free": [x, y]}``, ``{"holds": [x, y], "card": "C19"}``,
``{"ship": [x, y]}`` or ``{"passed": seat}``. All conditions of a plan must hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.fields import field
from engine.games.kontor.rules.moves import legal_places
from engine.games.kontor.rules.play import played_card
from engine.games.kontor.rules.ship import ship_moves
from engine.games.kontor.types.moves import PlaceAnswer, ShipAnswer
from engine.games.kontor.types.orders import Condition, KontorOrders, Plan
from engine.games.kontor.types.state import KontorState


def consult(state: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> ShipAnswer | PlaceAnswer | None:
    """Return what the plans of a seat that is asked answer, or ``None``: ask the player."""
    if state["stage"] == "ship":
        return _voyage(state, preset, seat, orders)
    if state["stage"] == "place":
        return _placing(state, preset, seat, orders)
    return None


def fitting(state: KontorState, seat: int, orders: KontorOrders) -> Iterator[Plan]:
    """Yield the plans whose card, round and conditions fit a seat whose card is to be laid, in the order of the document."""
    return (plan for plan in orders["plans"] if _fits(state, seat, plan))


def _voyage(state: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> ShipAnswer | None:
    legal = {_course(move) for move in ship_moves(state, preset)}
    for plan in fitting(state, seat, orders):
        for wanted in plan.get("ship", ()):
            if _course(wanted) in legal:
                return wanted.copy()
    return None


def _placing(state: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> PlaceAnswer | None:
    legal = set(legal_places(state, preset, seat))
    for plan in fitting(state, seat, orders):
        for wanted in plan.get("place", ()):
            if field(*wanted) in legal:
                return {"type": "place", "at": wanted}
    return None


def _course(move: ShipAnswer) -> tuple[int | None, ...]:
    """Return a ship move in a form that sets can hold."""
    return () if move["type"] == "stay" else (*move["to"], *move.get("remove", ()), move.get("receiver"))


def _fits(state: KontorState, seat: int, plan: Plan) -> bool:
    card = played_card(state, seat)
    if plan.get("card", card) != card or plan.get("round", state["round"]) != state["round"]:
        return False
    return all(_holds(state, one) for one in plan.get("if", ()))


def _holds(state: KontorState, condition: Condition) -> bool:
    if "free" in condition:
        return field(*condition["free"]) not in state["board"]
    if "holds" in condition:
        stack = state["board"].get(field(*condition["holds"]))
        return stack is not None and stack[-1] == condition["card"]
    if "ship" in condition:
        return state["ship"] == field(*condition["ship"])
    return "pass" in (state["played"][condition["passed"]] or {})
