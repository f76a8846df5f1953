"""Standing orders: how they answer, and which can never match (RULES.md, E.2, W1-W10).

An answer of orders is a legal move or ``None``: ask the player. Only what the seat sees is used. A reaction says in the
public log by which row of E.2 it came (``"order": "W2"``), and whether that row had been filled in or its default answered;
the actions of a turn list carry the number of their entry (``step``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.anno_1701.corrections import VERSIONS, version_of
from engine.anno_1701.dataset import Dataset
from engine.anno_1701.orders import turn_list
from engine.anno_1701.orders.schema import orders_schema
from engine.anno_1701.rules import fallback, preferences, setup, stores
from engine.anno_1701.rules.moves import passes
from engine.anno_1701.rules.play import Play, Task
from engine.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.anno_1701.schemas.moves import DEFAULT, PREFERRING, REACTIONS
from engine.contract import IllegalMove, Move, Orders, State
from engine.kit.pointer import step
from engine.kit.shape import Misfit, fit

SCHEMAS = {version: orders_schema(version) for version in VERSIONS}


def consult(state: State, data: Dataset, seat: int, task: Task, orders: Orders) -> Move | None:
    """Return what the orders answer, or None: ask the player."""
    play = Play.judging(state, data)
    move = _ANSWERS[task["kind"]](play, seat, task, orders)
    if move is not None and task["kind"] in PREFERRING:
        move = preferences.with_wish(play, seat, orders, move)
    if move is None or not passes(play, seat, task, move):
        return None
    row = REACTIONS.get(task["kind"])
    if row is None:
        return turn_list.signed(play, move)
    return {**move, "order": row if _said(data, task, orders) else row + DEFAULT}


def _said(data: Dataset, task: Task, orders: Orders) -> bool:
    """Whether the orders themselves have an answer for a reaction, and not the default."""
    if task["kind"] == "theatre":
        return data.cards[task["card"]].kind in orders.get("theatre", {})
    return any(part in orders for part in PARTS[task["kind"]])


PARTS = {
    "settle": ("settle",),
    "yield": ("goods",),
    "hunt": ("goods",),
    "prize": ("goods",),
    "fire": ("give_up",),
    "discontent": ("give_up",),
    "demand": ("demand",),
    "pit": ("pit", "prefer"),
    "lodge": ("lodge",),
    "offer": ("trades", "reject"),
}
"""Which parts of an orders document speak of a kind of decision."""


def _never(play: Play, seat: int, task: Task, orders: Orders) -> None:
    """Leave it to the player."""


def _settle(play: Play, seat: int, task: Task, orders: Orders) -> Move:
    move: Move = orders.get("settle") or setup.default(play.state, seat)
    return move


def _steps(value: list[dict[str, Any]]) -> fallback.Steps:
    return [[one["good"], one["amount"]] for one in value]


def _goods(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    wish = orders.get("goods")
    if wish == "ask":
        return None
    return fallback.take_good(play, seat, task, fallback.TARGETS if wish is None else _steps(wish))


def _give_up(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    wish = orders.get("give_up")
    if wish == "ask":
        return None
    return fallback.give_goods(play, seat, task, fallback.GIVE_UP if wish is None else _steps(wish))


def _demand(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    wish = orders.get("demand")
    if wish in ("ask", "decline"):
        return None if wish == "ask" else {"type": "decline"}
    if wish == "most-plentiful":
        theirs = stores.amounts(play.data, play.player(1 - seat))
        return {"type": "demand", "good": max(LANDSCAPE_GOODS, key=lambda good: theirs[good])}
    return fallback.demand(play, seat, task, fallback.TARGETS if wish is None else _steps(wish))


def _pit(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    if orders.get("pit") == "ask":
        return None
    player, good = play.player(seat), task["good"]
    filled = [spot for spot, n in player["land"].items() if n and stores.good_of(play.data, player, spot) == good]
    wished = next((spot for spot in orders.get("prefer", {}).get("pay", ()) if spot in filled), None)
    return fallback.pit(play, seat, task) if wished is None else {"type": "pit", "landscape": wished}


def _theatre(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    wish = orders.get("theatre", {}).get(play.data.cards[task["card"]].kind)
    if wish is None:
        return fallback.theatre(play, seat, task)
    if wish == "ask":
        return None
    if isinstance(wish, str):
        return {"type": "cancel" if wish == "always" else "allow"}
    lost, _ = fallback.loss(play, seat, task)
    enough = stores.gold(play.player(seat)) - 1 >= wish["gold_after"]
    return {"type": "cancel" if enough and lost >= wish["loss"] else "allow"}


def _lodge(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    """Fetch what is wanted, if it lies on top and there is a card to give for it (W6)."""
    wish = orders.get("lodge", "never")
    if isinstance(wish, str):
        return None if wish == "ask" else {"type": "skip"}
    slot = turn_list.slot_of(play, seat, wish["give"])
    if play.data.cards[play.state["discard"][-1]].kind not in wish["want"] or slot is None:
        return {"type": "skip"}
    return {"type": "lodge", "slot": slot, "under": turn_list.place_under(play, seat, slot)}


def _offer(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    """Accept what a standing offer covers, reject what is not for sale, ask about the rest (W8)."""
    if any(_covers(play, seat, task, trade) for trade in orders.get("trades", [])):
        return {"type": "accept"}
    if set(task["take"]) & set(orders.get("reject", "")):
        return {"type": "reject"}
    return None


def _covers(play: Play, seat: int, task: Task, trade: dict[str, Any]) -> bool:
    """Whether a standing offer asks no more and gives no less than the offer at hand, within its limits."""
    asked: Counter[str] = Counter(task["take"])
    brought: Counter[str] = Counter(task["give"])
    if not (asked <= Counter(trade["give"]) and brought >= Counter(trade["take"])):
        return False
    player = play.player(seat)
    left = Counter(stores.amounts(play.data, player) | {"G": stores.gold(player)})
    left.subtract(asked)
    if any(left[one["good"]] < one["amount"] for one in trade.get("keep", [])):
        return False
    same = [one for one in play.state["acts"] if one["result"] == "accepted" and _fits(one, trade)]
    return len(same) < int(trade.get("times", 1))


def _fits(done: dict[str, Any], trade: dict[str, Any]) -> bool:
    return Counter(done["take"]) <= Counter(trade["give"]) and Counter(done["give"]) >= Counter(trade["take"])


_ANSWERS: dict[str, Callable[[Play, int, Task, Orders], Move | None]] = {
    "settle": _settle,
    "yield": _goods,
    "hunt": _goods,
    "prize": _goods,
    "fire": _give_up,
    "discontent": _give_up,
    "demand": _demand,
    "pit": _pit,
    "theatre": _theatre,
    "lodge": _lodge,
    "offer": _offer,
    "counter": _never,
    "withdraw": _never,
    **turn_list.ANSWERS,
}


def check(state: State, data: Dataset, seat: int, orders: Orders) -> None:
    """Raise IllegalMove with a pointer to the first part of the orders that can never match."""
    try:
        fit(SCHEMAS[version_of(state)], orders)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    if "settle" in orders:
        _check_settle(state, seat, orders["settle"])
    for kind in orders.get("theatre", {}):
        if not any(card.kind == kind and card.against for card in data.cards.values()):
            raise IllegalMove("never", step("/theatre", kind), "no attack card of the dataset has this name")
    if isinstance(orders.get("lodge"), dict):
        for i, kind in enumerate(orders["lodge"]["want"]):
            if not any(card.kind == kind and not card.building for card in data.cards.values()):
                raise IllegalMove("never", f"/lodge/want/{i}", "only action cards lie on the discard")
        turn_list.check_kinds(data, orders["lodge"]["give"], "/lodge/give")
    for i, trade in enumerate(orders.get("trades", [])):
        if set(trade["give"]) & set(trade["take"]):
            raise IllegalMove("never", f"/trades/{i}/take", "the same is never given and taken")
    preferences.check(state["players"][seat], orders.get("prefer", {}))
    if "turn" in orders:
        turn_list.check(state, data, seat, orders["turn"])


def _check_settle(state: State, seat: int, move: Move) -> None:
    if state["turn"] > 0:
        return
    try:
        setup.check(state, seat, move)
    except IllegalMove as refusal:
        raise IllegalMove(refusal.code, step("", "settle") + refusal.pointer, refusal.message) from None
