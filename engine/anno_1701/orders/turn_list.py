"""A turn as one list: which entry comes next, how the turn closes, and how a voyage plan steers (RULES.md, E.2).

Every action that comes from the list carries the number of its entry (``step``), which the state remembers with the result;
the list goes on behind the last one. So the plan itself never stands in the state. (So in version 1; for what a step is since,
and what happens after an interruption, see :mod:`engine.anno_1701.rules.played`.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.anno_1701.corrections import applies
from engine.anno_1701.dataset import Dataset
from engine.anno_1701.rules import closing, stores
from engine.anno_1701.rules.moves import passes
from engine.anno_1701.rules.play import Play, Task
from engine.anno_1701.rules.played import entries_played, holds_on, number_of
from engine.contract import IllegalMove, Move, Orders, State

Plan = dict[str, Any]


def _plan(play: Play, orders: Orders) -> Plan | None:
    """Return the list that holds for the present turn."""
    plan: Plan | None = orders.get("turn")
    return plan if plan is not None and plan["turn"] == play.state["turn"] and holds_on(play.state, plan) else None


def _act(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    """Return the next action of the list whose condition holds, then how the turn ends."""
    plan = _plan(play, orders)
    if plan is None:
        return None
    entries = plan.get("do", [])
    if applies("steps-without-gaps", play.state):
        return _next(play, seat, task, plan)
    done = max((one["step"] for one in play.state["acts"] if "step" in one), default=-1)
    for i in range(done + 1, len(entries)):
        if _holds(play, entries[i].get("if", {})):
            move = {**entries[i]["do"], "step": i}
            if passes(play, seat, task, move):
                return move
            if not entries[i].get("skip", False):
                return None
    return _end(plan)


def _next(play: Play, seat: int, task: Task, plan: Plan) -> Move | None:
    """Return what comes behind the entries that were played: an entry that is possible, or the end of the actions."""
    at, results = _place(play.state, plan)
    for entry in plan.get("do", [])[at:]:
        if _held(play.state["spied"], entry, results):
            move: Move = dict(entry["do"])
            if passes(play, seat, task, move):
                return move
            if not entry.get("skip", False):
                return None
    return _end(plan)


def _place(known: Mapping[str, Any], plan: Plan) -> tuple[int, dict[int, str]]:
    """Return at which entry a list goes on, and the results so far, by the acts and what was spied of a state or a view."""
    since = number_of(plan["from"]) - 1 if "from" in plan else 0
    spied = known["spied"]
    return entries_played(known, plan.get("do", []), since, lambda entry, n, results: _held(spied[:n], entry, results))


def left(resting: Mapping[str, Any], plan: Plan) -> list[Plan]:
    """Return the entries that a resting list has not come to, by what the view of its owner shows of it (``list``)."""
    at, _ = _place(resting, plan)
    entries: list[Plan] = plan.get("do", [])
    return entries[at:]


def _held(spied: Sequence[str], entry: Plan, results: dict[int, str]) -> bool:
    """Whether the condition of an entry holds, by what was spied until then and the results of entries before."""
    condition = entry.get("if", {})
    if "spied" in condition and not set(condition["spied"]) & set(spied):
        return False
    if "after" not in condition:
        return True
    return bool(condition["after"]["result"] == results.get(condition["after"]["entry"], "skipped"))


def signed(play: Play, move: Move) -> Move:
    """Return an answer of the list as such: with how many it gave before in this turn."""
    return {**move, "step": play.state["listed"]} if applies("steps-without-gaps", play.state) else move


def _end(plan: Plan) -> Move | None:
    """Return how the actions end."""
    close = plan.get("close")
    if close is None:
        return None
    return {"type": close["type"] if close["type"] in ("finish", "fill") else "close"}


def ending(plan: Plan) -> list[Move]:
    """Return how a list closes its turn, as moves; the cards of a hand and of a search are not known yet."""
    close = plan.get("close")
    if close is None:
        return []
    if close["type"] == "cards":
        return [{"type": "search" if "rank" in one else "draw", "pile": one["pile"]} for one in close["take"]]
    return [{"type": close["type"]}]


def _holds(play: Play, condition: dict[str, Any]) -> bool:
    if "spied" in condition and not set(condition["spied"]) & set(play.state["spied"]):
        return False
    if "after" not in condition:
        return True
    entry, wanted = condition["after"]["entry"], condition["after"]["result"]
    results = [one["result"] for one in play.state["acts"] if one.get("step") == entry]
    return bool(wanted == (results[-1] if results else "skipped"))


def _spy(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    """Take the card of the other hand that stands first in the ranking."""
    plan = _plan(play, orders) or {}
    kinds = [play.data.cards[card].kind for card in play.player(1 - seat)["hand"]]
    first = _first(plan.get("spy", []), kinds)
    return None if first is None else {"type": "take", "slot": first}


def _first(ranking: Sequence[str], kinds: Sequence[str]) -> int | None:
    """Return where the best-ranked kind is, or None if none of them is ranked."""
    return next((kinds.index(kind) for kind in ranking if kind in kinds), None)


def slot_of(play: Play, seat: int, ranking: Sequence[str]) -> int | None:
    """Return the slot of the own hand card that stands first in a ranking."""
    return _first(ranking, [play.data.cards[card].kind for card in play.player(seat)["hand"]])


def place_under(play: Play, seat: int, slot: int) -> str:
    """Return the first pile under which a hand card may be pushed."""
    numeral = play.data.cards[play.player(seat)["hand"][slot]].stack
    return next((f"{numeral}{half}" for half in "ab" if play.state["piles"][f"{numeral}{half}"]), f"{numeral}a")


def _close(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    close = (_plan(play, orders) or {}).get("close")
    if close is None:
        return None
    if close["type"] == "voyage":
        return _set_sail(play, seat, close)
    if close["type"] != "cards":
        return {"type": close["type"]}
    if len(play.player(seat)["hand"]) < closing.HAND:
        return _take(play, close)
    slot = slot_of(play, seat, close.get("exchange", []))
    if slot is None:
        return {"type": "finish"}
    return {"type": "exchange", "slot": slot, "under": place_under(play, seat, slot)}


def _set_sail(play: Play, seat: int, plan: Plan) -> Move | None:
    if "card" not in plan:
        return {"type": "voyage"}
    slot = slot_of(play, seat, [plan["card"]])
    return None if slot is None else {"type": "voyage", "card": play.player(seat)["hand"][slot]}


def _cards(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    close = (_plan(play, orders) or {}).get("close")
    if close is None or close["type"] != "cards":
        return None
    return _take(play, close)


def _take(play: Play, close: Plan) -> Move | None:
    """Return the next draw or search of the list; after its last entry the turn ends."""
    taken = play.state["taken"]
    if taken >= len(close["take"]):
        return {"type": "finish"}
    entry = close["take"][taken]
    return {"type": "search" if "rank" in entry else "draw", "pile": entry["pile"]}


def _search(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    """Take the card of the pile that stands first in the ranking."""
    close = (_plan(play, orders) or {}).get("close")
    if close is None or close["type"] != "cards" or play.state["taken"] >= len(close["take"]):
        return None
    pile = play.state["piles"][task["pile"]].split()
    first = _first(close["take"][play.state["taken"]].get("rank", []), [play.data.cards[card].kind for card in pile])
    return None if first is None else {"type": "take", "slip": task["slips"].index(first)}


def _voyage(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    plan = _voyage_plan(play, orders)
    if plan is None:
        return None
    return {"type": "stop" if any(_enough(play, seat, one) for one in plan.get("stop", [])) else "reveal"}


def _voyage_plan(play: Play, orders: Orders) -> Plan | None:
    close: Plan = (_plan(play, orders) or {}).get("close", {})
    return close if close.get("type") == "voyage" else None


def _enough(play: Play, seat: int, stop: dict[str, int]) -> bool:
    """Whether all limits of one reason to stop are reached."""
    player = play.player(seat)
    reached = {
        "ship": lambda limit: player["ship"] <= limit,
        "gold": lambda limit: stores.gold(player) <= limit,
        "rum": lambda limit: player["luxury"]["R"] >= limit,
        "tobacco": lambda limit: player["luxury"]["B"] >= limit,
        "revealed": lambda limit: len(play.state["voyage"]["seen"]) >= limit,
    }
    return bool(stop) and all(reached[key](limit) for key, limit in stop.items())


def _meet(play: Play, seat: int, task: Task, orders: Orders) -> Move | None:
    """What is missing in the plan means: sail on, pay if allowed, buy nothing, do not attack."""
    plan = _voyage_plan(play, orders)
    if plan is None:
        return None
    card, player = play.data.voyage[task["card"]], play.player(seat)
    if card["op"] == "buy":
        return _buy(play, seat, plan, card)
    if card["op"] == "tribute":
        rule = plan.get("tribute", {})
        after = stores.gold(player) - card["tribute"]
        pays = card["tribute"] <= rule.get("up_to", card["tribute"]) and after >= rule.get("gold_after", 1)
        return {"type": "pay" if pays else "fight"}
    if card["op"] == "siege":
        rule = plan.get("siege", {"margin": -99})
        sound = player["ship"] >= rule.get("ship", 1)
        weak = sound and card["cannons"] - play.state["voyage"]["strength"] <= rule["margin"]
        return {"type": "fight" if weak else "sail"}
    rolls = "flotsam" in plan and player["ship"] >= plan["flotsam"]["ship"]
    return {"type": "roll" if rolls else "sail"}


def _buy(play: Play, seat: int, plan: Plan, card: dict[str, Any]) -> Move:
    player = play.player(seat)
    have: dict[str, int] = {**stores.amounts(play.data, player), **player["luxury"]}
    after = stores.gold(player) - card["price"]
    for one in plan.get("buy", []):
        good = one["good"]
        if (
            good in card["goods"]
            and have[good] < one.get("below", 9)
            and card["price"] <= one.get("price", 9)
            and after >= one.get("gold_after", 1)
            and stores.room(play.data, player, good)
        ):
            return {"type": "buy", "good": good}
    return {"type": "sail"}


ANSWERS: dict[str, Callable[[Play, int, Task, Orders], Move | None]] = {
    "act": _act,
    "spy": _spy,
    "close": _close,
    "cards": _cards,
    "search": _search,
    "voyage": _voyage,
    "meet": _meet,
}


def check(state: State, data: Dataset, seat: int, plan: Plan) -> None:
    """Raise IllegalMove with a pointer to the first part of a turn list that can never match."""
    if plan["turn"] < state["turn"]:
        raise IllegalMove("never", "/turn/turn", f"turn {state['turn']} is being played; name it or a later one")
    if state["turn"] and (plan["turn"] - state["turn"]) % 2 != (state["active"] != seat):
        raise IllegalMove("never", "/turn/turn", "this is a turn of the other player")
    if "from" in plan and not plan["from"].startswith(f"t{plan['turn']}."):
        raise IllegalMove("never", "/turn/from", "should be a decision of the turn named, where the list begins")
    check_kinds(data, plan.get("spy", []), "/turn/spy")
    for i, entry in enumerate(plan.get("do", [])):
        pointer, condition = f"/turn/do/{i}", entry.get("if", {})
        if "card" in entry["do"] and entry["do"]["card"] not in data.cards:
            raise IllegalMove("unknown-card", f"{pointer}/do/card", "no card has this id")
        if "after" in condition and condition["after"]["entry"] >= i:
            raise IllegalMove("never", f"{pointer}/if/after/entry", "should name an earlier entry")
        check_kinds(data, condition.get("spied", []), f"{pointer}/if/spied")
    close = plan.get("close", {})
    check_kinds(data, close.get("exchange", []), "/turn/close/exchange")
    if "card" in close and not any(one.kind == close["card"] and one.op == "ship_bonus" for one in data.cards.values()):
        raise IllegalMove("never", "/turn/close/card", "only captain or commander join a voyage")
    for i, take in enumerate(close.get("take", [])):
        kinds = {data.cards[card].kind for card in data.stack(int(take["pile"][0]))}
        for k, kind in enumerate(take.get("rank", [])):
            if kind not in kinds:
                raise IllegalMove(
                    "never", f"/turn/close/take/{i}/rank/{k}", "this card is not in piles of this numeral"
                )


def check_kinds(data: Dataset, kinds: Sequence[str], pointer: str) -> None:
    """Raise IllegalMove at the first name no card has."""
    if not kinds:
        return
    known = {card.kind for card in data.cards.values()}
    for i, kind in enumerate(kinds):
        if kind not in known:
            raise IllegalMove("unknown-card", f"{pointer}/{i}", "no card of the dataset has this name")
