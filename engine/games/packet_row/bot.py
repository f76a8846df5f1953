"""A bot that sees no more than its seat does: it writes a plan for the round and answers by it.

So a bot that is asked plays what a plan of the same bot would have answered unasked, and needs no random numbers. It fulfils
contracts as soon as that brings money, in the same visit as its next answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.packet_row.orders.planner import plan
from engine.games.packet_row.orders.worth import Holding
from engine.games.packet_row.types.moves import DecisionKind, PacketRowMove, TakeMove
from engine.games.packet_row.types.orders import AskRule, PacketRowOrders, TakingRule
from engine.games.packet_row.types.view import PacketRowView


def choose(view: PacketRowView, kind: DecisionKind, moves: Sequence[PacketRowMove]) -> PacketRowMove:
    """Return a move for the seat whose own view this is."""
    seat = view["seat"]
    assert seat is not None, "a spectator is asked nothing"
    if kind == "final":
        return {"type": "settle"}
    given = [card.id for card in Holding.of(view, seat).fulfilment()]
    if kind == "fulfil":
        ways = [move for move in moves if move["type"] == "fulfil"]
        return next((move for move in ways if sorted(move["cards"]) == sorted(given)), ways[0])
    return _fulfilling(_by_plan(view, kind, plan(view, seat), moves), given)


def _fulfilling(move: PacketRowMove, cards: list[str]) -> PacketRowMove:
    """Return a move that also fulfils contracts with these cards, if there are any."""
    if not cards or move["type"] == "fulfil" or move["type"] == "nothing":
        return move
    made = move.copy()
    made.pop("fulfil", None)
    made["fulfil"] = cards
    return made


def _by_plan(
    view: PacketRowView, kind: DecisionKind, orders: PacketRowOrders, moves: Sequence[PacketRowMove]
) -> PacketRowMove:
    """Return the move that the plan names, read as :mod:`engine.games.packet_row.orders.consult` reads it."""
    takes = {(move["card"], "assistant" in move): move for move in moves if move["type"] == "take"}
    for rule in _rules(view, kind, orders):
        take = _first(rule, takes)
        if take is not None:
            return take
    opened = {move["board"]: move for move in moves if move["type"] == "open"}
    for entry in orders.get("harbour", ()):
        if "open" in entry and entry["open"] in opened:
            return opened[entry["open"]]
    return next(move for move in moves if move["type"] in ("decline", "pass", "end"))


def _rules(view: PacketRowView, kind: DecisionKind, orders: PacketRowOrders) -> Sequence[TakingRule]:
    """Return the rules of a plan that may take a card now."""
    here = view["open_board"]
    match kind:
        case "ask":
            asked = [rule for rule in orders.get("ask", ()) if "take" in rule]
            return [rule for rule in asked if rule.get("board") == here and _late_enough(rule, view)]
        case "last":
            return orders.get("last", [])
    entries = [entry for entry in orders.get("harbour", ()) if "open" in entry]
    return [entry for entry in entries if entry["open"] == here]


def _first(rule: TakingRule, takes: dict[tuple[str, bool], TakeMove]) -> TakeMove | None:
    """Return the first of the moves that a rule asks for."""
    wanted = [(card, "assistant" in rule) for card in rule.get("take", [])]
    return next((takes[key] for key in wanted if key in takes), None)


def _late_enough(rule: AskRule, view: PacketRowView) -> bool:
    return rule.get("if", {}).get("sweep", {}).get("min", 0) <= view["sweep"]
