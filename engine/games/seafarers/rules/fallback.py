"""Fallback moves for unanswered decisions (RULES.md, E50)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import Decision
from engine.games.seafarers.marks import OWN, SHIPS, places
from engine.games.seafarers.rules import moves
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.state import SeafarersState

PASSIVE: Mapping[str, SeafarersMove] = {
    "discard": {"type": "random"},
    "gold": {"type": "gold", "take": []},
    "start": {"type": "roll"},
    "act": {"type": "end"},
    "special": {"type": "end"},
    "reply": {"type": "decline"},
}


def answer(state: SeafarersState, scenario: Scenario, seat: int, decision: Decision) -> SeafarersMove:
    """Return what a seat does that says nothing.

    It discards by lot, takes the most plentiful card of the bank, rolls and ends its turn, passes in the special phase and
    declines offers. Where it must place something, it takes the first place of the list; the robber goes where he harms
    the silent seat least: nowhere beside its own buildings, if there is such a place.
    """
    kind = decision["kind"]
    if kind in PASSIVE:
        return PASSIVE[kind].copy()
    found = moves.legal_moves(state, scenario, seat, decision["id"])
    if kind == "found":
        yields = [_yield(state, scenario, node) for node in range(len(scenario.board.nodes))]
        return max(found, key=lambda move: yields[_node(move)])
    if kind == "thief":
        return next((move for move in found if not _at_own(state, scenario, seat, move)), found[0])
    return found[0]


def _node(move: SeafarersMove) -> int:
    assert move["type"] == "found"
    return move["node"]


def _yield(state: SeafarersState, scenario: Scenario, node: int) -> int:
    """Return how many of 36 rolls bring something to a founding place: pips of its chips."""
    numbers = state["numbers"]
    return sum(6 - abs(7 - numbers[h]) for h in scenario.board.node_hexes[node] if numbers[h])


def _at_own(state: SeafarersState, scenario: Scenario, seat: int, move: SeafarersMove) -> bool:
    if move["type"] == "robber":
        return bool(scenario.board.corners[move["hex"]] & places(state["nodes"], OWN[seat]))
    if move["type"] == "pirate":
        return bool(scenario.board.shores[move["hex"]] & places(state["edges"], SHIPS[seat]))
    return False
