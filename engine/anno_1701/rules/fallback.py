"""What silence means, decision by decision (RULES.md, E.2).

The same defaults answer for standing orders that leave something open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.rules import closing, setup, stores
from engine.anno_1701.rules.play import Play, Player, Task
from engine.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.contract import Move, State

Steps = Sequence[Sequence[Any]]
"""Goods with an amount each, ``[["N", 2], ...]``, in order of importance."""

TARGETS: Steps = [["N", 2], ["T", 2], ["W", 2], ["Z", 2], ["H", 2]]
"""W2: first up to these amounts, then anything."""
GIVE_UP: Steps = [["Z", 2], ["W", 2], ["H", 1], ["T", 2], ["N", 2], ["Z", 0], ["W", 0], ["H", 0], ["T", 0], ["N", 0]]
"""W4: first what lies above these amounts."""
SAFE_GOLD = 3
"""W1: with less gold an attack is cancelled only if it would end the match."""


def answer(state: State, data: Dataset, seat: int, task: Task) -> Move:
    """Return what silence means; ``absent`` and ``unopened`` are the same."""
    default = _DEFAULTS.get(task["kind"])
    return default(Play.judging(state, data), seat, task) if default else {"type": _PLAIN[task["kind"]]}


_PLAIN = {
    "act": "fill",
    "offer": "reject",
    "counter": "reject",
    "withdraw": "withdraw",
    "voyage": "stop",
    "lodge": "skip",
}


def wanted(play: Play, seat: int, among: Sequence[str], targets: Steps) -> str | None:
    """Return the first good of a target list of which there is too little, among those that can be had."""
    player = play.player(seat)
    have: dict[str, int] = {**stores.amounts(play.data, player), **player["luxury"]}
    for good, amount in targets:
        if good in among and have[good] < amount and stores.room(play.data, player, good):
            return str(good)
    rest = [good for good in among if stores.room(play.data, player, good)]
    return min(rest, key=lambda good: have[good], default=None)


def given_up(data: Dataset, player: Player, n: int, order: Steps) -> list[str]:
    """Return ``n`` goods to give up by a list of goods with floors; what the list leaves open goes by the default."""
    have = stores.amounts(data, player)
    goods: list[str] = []
    for good, floor in [*order, *GIVE_UP]:
        while len(goods) < n and have[good] > floor:
            have[good] -= 1
            goods.append(good)
    return goods


def take_good(play: Play, seat: int, task: Task, targets: Steps = TARGETS) -> Move:
    """Return the good of a free choice (W2)."""
    return {"type": "take", "good": wanted(play, seat, task["goods"], targets)}


def give_goods(play: Play, seat: int, task: Task, order: Steps = GIVE_UP) -> Move:
    """Return the goods given up (W4)."""
    return {"type": "give", "goods": given_up(play.data, play.player(seat), task["count"], order)}


def demand(play: Play, seat: int, task: Task, targets: Steps = TARGETS) -> Move:
    """Return the good demanded: what is wanted and can be stored, otherwise what the other has most of (W5)."""
    theirs = stores.amounts(play.data, play.player(1 - seat))
    there = [good for good in LANDSCAPE_GOODS if theirs[good]]
    good = wanted(play, seat, there, targets) or max(there, key=lambda one: theirs[one])
    return {"type": "demand", "good": good}


def pit(play: Play, seat: int, task: Task) -> Move:
    """Return the fullest landscape of the good (E6)."""
    return {"type": "pit", "landscape": stores.source(play.data, play.player(seat), task["good"])}


def loss(play: Play, seat: int, task: Task) -> tuple[int, bool]:
    """Return how much gold or goods an announced attack takes, and whether it ends the match."""
    card, player = play.data.cards[task["card"]], play.player(seat)
    if card.op == "empty_landscape":
        return int(player["land"][task["landscape"]]), False
    if card.op == "take_hand_card":
        return 0, False
    there = player["gold"][task["centre"]] if card.op == "centre_loses_gold" else stores.gold(player)
    lost = min(card.n, there)
    return lost, lost == stores.gold(player)


def theatre(play: Play, seat: int, task: Task) -> Move:
    """Cancel what ends the match, and with gold to spare what costs two or more (W1)."""
    lost, ends = loss(play, seat, task)
    cancel = ends or (lost >= 2 and stores.gold(play.player(seat)) >= SAFE_GOLD)
    return {"type": "cancel" if cancel else "allow"}


def close(play: Play, seat: int, task: Task) -> Move:
    """Fill the hand from the highest permitted piles; no voyage."""
    if play.state["must_take"]:
        return {"type": "draw", "pile": closing.permitted(play, seat)[0]}
    return {"type": "fill" if closing.can_fill(play, seat) else "finish"}


def meet(play: Play, seat: int, task: Task) -> Move:
    """Pay a tribute, otherwise sail on."""
    return {"type": "pay" if play.data.voyage[task["card"]]["op"] == "tribute" else "sail"}


def slip(play: Play, seat: int, task: Task) -> Move:
    """Take the top card of the pile searched."""
    return {"type": "take", "slip": task["slips"].index(0)}


_DEFAULTS: dict[str, Callable[[Play, int, Task], Move]] = {
    "settle": lambda play, seat, task: setup.default(play.state, seat),
    "yield": take_good,
    "hunt": take_good,
    "prize": take_good,
    "fire": give_goods,
    "discontent": give_goods,
    "demand": demand,
    "pit": pit,
    "theatre": theatre,
    "close": close,
    "cards": close,
    "meet": meet,
    "search": slip,
    "spy": lambda play, seat, task: {"type": "take", "slot": 0},
}
