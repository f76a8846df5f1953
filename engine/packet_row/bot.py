"""A player that sees no more than its seat does: it writes itself a plan for the round and answers by it.

So a bot that is asked plays what a plan of the same bot would have answered unasked, and needs no chance. It fulfils
contracts as soon as that brings money, in the same visit as its next answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Chance, Decision, Move, Orders, View
from engine.packet_row.orders.planner import plan
from engine.packet_row.orders.worth import Holding


def choose(view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
    """Return a move for the seat whose own view this is."""
    seat: int = view["seat"]
    if decision["kind"] == "final":
        return {"type": "settle"}
    given = [card.id for card in Holding.of(view, seat).fulfilment()]
    if decision["kind"] == "fulfil":
        wanted = [move for move in moves if sorted(move["cards"]) == sorted(given)]
        return (wanted or moves)[0]
    move = _by_plan(view, decision["kind"], plan(view, seat), moves)
    return {**{key: value for key, value in move.items() if key != "fulfil"}, "fulfil": given} if given else move


def _by_plan(view: View, kind: str, orders: Orders, moves: list[Move]) -> Move:
    """Return what the plan says among the moves, read as :mod:`engine.packet_row.orders.consult` reads it."""
    rules: Sequence[dict[str, Any]]
    if kind == "ask":
        rules = [rule for rule in orders["ask"] if rule["board"] == view["open_board"] and _late_enough(rule, view)]
    elif kind == "last":
        rules = orders["last"]
    else:
        rules = [entry for entry in orders["harbour"] if entry["open"] == view["open_board"]]
    takes = {(move["card"], "assistant" in move): move for move in moves if move["type"] == "take"}
    for rule in rules:
        for card in rule.get("take", ()):
            if (card, "assistant" in rule) in takes:
                return takes[card, "assistant" in rule]
    opened = {move["board"]: move for move in moves if move["type"] == "open"}
    for entry in orders.get("harbour", ()):
        if entry["open"] in opened:
            return opened[entry["open"]]
    return next(move for move in moves if move["type"] in ("decline", "pass", "end"))


def _late_enough(rule: dict[str, Any], view: View) -> bool:
    least: int = rule.get("if", {}).get("sweep", {}).get("min", 0)
    return bool(least <= view["sweep"])
