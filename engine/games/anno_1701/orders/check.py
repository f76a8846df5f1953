"""Validate standing orders: their form, and conditions that can never match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import IllegalMove
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.orders.schema import orders_schema
from engine.games.anno_1701.rules import preferences, setup
from engine.games.anno_1701.types.moves import SettleMove
from engine.games.anno_1701.types.orders import Anno1701Orders, ClosePlan, Entry, LodgeRule, TakePlan, TurnPlan
from engine.games.anno_1701.types.state import Anno1701State
from engine.kit.pointer import step
from engine.kit.shape import Misfit, fit

SCHEMA = orders_schema()


def check(state: Anno1701State, data: Dataset, seat: int, given: Mapping[str, object]) -> None:
    """Raise IllegalMove with a pointer to the first part of the orders that is malformed or can never match."""
    try:
        fit(SCHEMA, given)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    orders = cast(Anno1701Orders, given)
    if "settle" in orders:
        _check_settle(state, seat, orders["settle"])
    for kind in orders.get("theatre", {}):
        if not any(card.kind == kind and card.against for card in data.cards.values()):
            raise IllegalMove("never", step("/theatre", kind), "no attack card of the dataset has this name")
    lodge = orders.get("lodge", "never")
    if not isinstance(lodge, str):
        _check_lodge(data, lodge)
    for i, trade in enumerate(orders.get("trades", [])):
        if set(trade["give"]) & set(trade["take"]):
            raise IllegalMove("never", f"/trades/{i}/take", "the same is never given and taken")
    preferences.check(state["players"][seat], orders.get("prefer", preferences.NONE))
    if "turn" in orders:
        _check_turn(state, data, seat, orders["turn"])


def _check_settle(state: Anno1701State, seat: int, move: SettleMove) -> None:
    if state["turn"] > 0:
        return
    try:
        setup.check(state, seat, move)
    except IllegalMove as refusal:
        raise IllegalMove(refusal.code, step("", "settle") + refusal.pointer, refusal.message) from None


def _check_lodge(data: Dataset, rule: LodgeRule) -> None:
    for i, kind in enumerate(rule["want"]):
        if not any(card.kind == kind and not card.building for card in data.cards.values()):
            raise IllegalMove("never", f"/lodge/want/{i}", "only action cards lie on the discard")
    _check_kinds(data, rule["give"], "/lodge/give")


def _check_turn(state: Anno1701State, data: Dataset, seat: int, plan: TurnPlan) -> None:
    """Raise IllegalMove with a pointer to the first part of a turn list that can never match."""
    if plan["turn"] < state["turn"]:
        raise IllegalMove("never", "/turn/turn", f"turn {state['turn']} is being played; name it or a later one")
    if state["turn"] and (plan["turn"] - state["turn"]) % 2 != (state["active"] != seat):
        raise IllegalMove("never", "/turn/turn", "this is a turn of the other player")
    if "from" in plan and not plan["from"].startswith(f"t{plan['turn']}."):
        raise IllegalMove("never", "/turn/from", "should be a decision of the turn named, where the list begins")
    _check_kinds(data, plan.get("spy", []), "/turn/spy")
    for i, entry in enumerate(plan.get("do", [])):
        _check_entry(data, entry, i)
    if "close" in plan:
        _check_close(data, plan["close"])


def _check_entry(data: Dataset, entry: Entry, i: int) -> None:
    do, pointer = entry["do"], f"/turn/do/{i}"
    if (do["type"] == "build" or do["type"] == "play") and do["card"] not in data.cards:
        raise IllegalMove("unknown-card", f"{pointer}/do/card", "no card has this id")
    if "if" not in entry:
        return
    condition = entry["if"]
    if "after" in condition and condition["after"]["entry"] >= i:
        raise IllegalMove("never", f"{pointer}/if/after/entry", "should name an earlier entry")
    _check_kinds(data, condition.get("spied", []), f"{pointer}/if/spied")


def _check_close(data: Dataset, close: ClosePlan) -> None:
    if close["type"] == "cards":
        _check_kinds(data, close.get("exchange", []), "/turn/close/exchange")
        for i, take in enumerate(close["take"]):
            _check_take(data, take, f"/turn/close/take/{i}")
    elif close["type"] == "voyage" and "card" in close:
        name = close["card"]
        if not any(one.kind == name and one.op == "ship_bonus" for one in data.cards.values()):
            raise IllegalMove("never", "/turn/close/card", "only captain or commander join a voyage")


def _check_take(data: Dataset, take: TakePlan, pointer: str) -> None:
    kinds = {data.cards[card].kind for card in data.stack(int(take["pile"][0]))}
    for i, kind in enumerate(take.get("rank", [])):
        if kind not in kinds:
            raise IllegalMove("never", f"{pointer}/rank/{i}", "this card is not in piles of this numeral")


def _check_kinds(data: Dataset, kinds: Sequence[str], pointer: str) -> None:
    """Raise IllegalMove at the first name that no card has."""
    if not kinds:
        return
    known = {card.kind for card in data.cards.values()}
    for i, kind in enumerate(kinds):
        if kind not in known:
            raise IllegalMove("unknown-card", f"{pointer}/{i}", "no card of the dataset has this name")
