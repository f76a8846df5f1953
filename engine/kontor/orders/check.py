"""The check of placing plans: a pointer to the first part that can never match (see :mod:`engine.kontor.orders.consult`)."""

from __future__ import annotations

from typing import Any

from engine.contract import IllegalMove, Orders, State
from engine.kontor.orders.schema import MOST_ENTRIES, MOST_PLANS
from engine.kontor.presets import Preset
from engine.kontor.rules.fields import FAR, Field, field
from engine.kontor.rules.options import LONGEST_ROUND_LIMIT

LISTS = ("if", "ship", "place")
KEYS = ("card", "round", *LISTS)
CONDITIONS = {"free": ("free",), "holds": ("holds", "card"), "ship": ("ship",), "passed": ("passed",)}


def check(state: State, preset: Preset, seat: int, orders: Orders) -> None:
    """Raise :class:`IllegalMove` with a pointer to the first part of the orders that can never match."""
    _need(isinstance(orders, dict) and list(orders) == ["plans"], "", "orders have the one key plans")
    plans = orders["plans"]
    _need(type(plans) is list and 0 < len(plans) <= MOST_PLANS, "/plans", f"give 1 to {MOST_PLANS} plans")
    entries = 0
    for i, plan in enumerate(plans):
        lists = [plan[key] for key in LISTS if type(plan.get(key)) is list] if isinstance(plan, dict) else []
        entries += sum(map(len, lists))
        if entries > MOST_ENTRIES:
            raise IllegalMove("too-much", f"/plans/{i}", f"all plans together have no more than {MOST_ENTRIES} entries")
        _check_plan(state, preset, seat, plan, f"/plans/{i}")


def _check_plan(state: State, preset: Preset, seat: int, plan: Any, where: str) -> None:
    _need(isinstance(plan, dict), where, "a plan is an object")
    for key in plan:
        _need(key in KEYS, f"{where}", f"a plan has no keys but {', '.join(KEYS)}")
    _need("ship" in plan or "place" in plan, where, "a plan needs ship moves or fields (place)")
    if "card" in plan:
        card = preset.cards.get(plan["card"]) if isinstance(plan["card"], str) else None
        playable = card is not None and card.owner in (state["colours"][preset.teams[seat]], "neutral")
        _need(
            playable and card is not None and card.type != "anchor", f"{where}/card", "this card is never yours to lay"
        )
    if "round" in plan:
        fits = type(plan["round"]) is int and state["round"] <= plan["round"] <= LONGEST_ROUND_LIMIT
        _need(fits, f"{where}/round", "name this round or a later one, or leave it out")
    for key in LISTS:
        if key in plan:
            _need(type(plan[key]) is list and len(plan[key]) <= MOST_PLANS, f"{where}/{key}", "this must be a list")
    for i, one in enumerate(plan.get("place", ())):
        _place(state, one, f"{where}/place/{i}")
    for i, one in enumerate(plan.get("ship", ())):
        _check_ship(state, preset, one, f"{where}/ship/{i}")
    for i, one in enumerate(plan.get("if", ())):
        _check_condition(state, preset, one, f"{where}/if/{i}")


def _check_ship(state: State, preset: Preset, move: Any, where: str) -> None:
    _need(state["ship"] is not None, where, "there is no ship in this match")
    stay = move == {"type": "stay"}
    sail = (
        isinstance(move, dict)
        and move.get("type") == "sail"
        and {"type", "to"} <= set(move) <= {"type", "to", "remove", "receiver"}
    )
    _need(stay or sail, where, "a ship move is stay, or sail with to and perhaps remove")
    shared = preset.seats > len(state["colours"])
    _need(
        ("receiver" in move) == ("remove" in move and shared),
        where,
        "name with a removal whose pile the card goes under (receiver)" if shared else "leave receiver out",
    )
    if "receiver" in move:
        seat = move["receiver"]
        _need(type(seat) is int and 0 <= seat < preset.seats, f"{where}/receiver", "name a seat of this table")
    for key in ("to", "remove"):
        if key in move:
            _place(state, move[key], f"{where}/{key}")


def _check_condition(state: State, preset: Preset, one: Any, where: str) -> None:
    kind = next((kind for kind, keys in CONDITIONS.items() if isinstance(one, dict) and set(one) == set(keys)), None)
    if kind is None:
        raise IllegalMove("never", where, f"a condition is one of {', '.join(CONDITIONS)}")
    if kind == "passed":
        _need(type(one[kind]) is int and 0 <= one[kind] < preset.seats, f"{where}/passed", "name a seat of this table")
        return
    _place(state, one[kind], f"{where}/{kind}")
    if kind == "holds":
        _need(isinstance(one["card"], str) and one["card"] in preset.cards, f"{where}/card", "there is no such card")


def _place(state: State, value: Any, where: str) -> Field:
    ok = type(value) is list and len(value) == 2 and all(type(one) is int and abs(one) <= FAR for one in value)
    _need(ok, where, "a field is [x, y], two whole numbers")
    for axis, coordinate in zip(("x", "y"), value, strict=True):
        edges = state["fixed"][axis]
        _need(
            edges is None or edges[0] <= coordinate <= edges[1],
            where,
            "this field is outside the harbour's fixed edges",
        )
    return field(*value)


def _need(ok: bool, where: str, remedy: str) -> None:
    if not ok:
        raise IllegalMove("never", where, remedy)
