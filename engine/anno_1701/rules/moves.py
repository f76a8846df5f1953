"""What the table waits for, what may be answered, and what silence means.

``check`` is the judge: it holds a move against its schema and then asks the rules. ``legal_moves`` proposes answers and keeps
those that pass; it is complete but for allocations, layouts, trades of more than one good, and long lists of losses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from engine.anno_1701.corrections import version_of
from engine.anno_1701.dataset import Dataset
from engine.anno_1701.rules import (
    actions,
    attacks,
    closing,
    giving,
    played,
    preferences,
    setup,
    stores,
    trading,
    voyage,
)
from engine.anno_1701.rules.play import Play, Task
from engine.anno_1701.schemas.data import LANDSCAPE_GOODS, POSITIONS
from engine.anno_1701.schemas.moves import RESUMED, moves_of
from engine.contract import Decision, IllegalMove, Move, State
from engine.kit.shape import Misfit, fit

GOLD = "G"
MOST_LOSSES = 40
PILES = ("1a", "1b", "2a", "2b", "3a", "3b")


def standing(state: State) -> list[Decision]:
    """Return what the table waits for."""
    return [
        Decision(
            id=task["id"],
            kind=task["kind"],
            seats=task.get("seats") or [task["seat"]],
            sealed=task["kind"] == "settle",
            optional=task["kind"] == "withdraw",
        )
        for task in state["due"]
    ]


def find(state: State, seat: int, decision: str) -> Task | None:
    """Return the task of a decision if it waits for this seat."""
    for task in state["due"]:
        if task["id"] == decision and seat in (task.get("seats") or [task["seat"]]):
            found: Task = task
            return found
    return None


def check(state: State, data: Dataset, seat: int, task: Task, move: Move) -> None:
    """Raise IllegalMove unless the move is legal."""
    try:
        fit(moves_of(version_of(state))[task["kind"]], move)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    _judge(Play.judging(state, data), seat, task, move)


def _judge(play: Play, seat: int, task: Task, move: Move) -> None:
    if "prefer" in move:
        preferences.check(play.player(seat), move["prefer"])
    if move["type"] == "resume":
        played.check_resume(play.state)
        return
    _CHECKS.get(task["kind"], _nothing)(play, seat, task, move)


def _nothing(play: Play, seat: int, task: Task, move: Move) -> None:
    """What has the right form is always possible."""


def _check_demand(play: Play, seat: int, task: Task, move: Move) -> None:
    if move["type"] == "demand" and stores.amounts(play.data, play.player(1 - seat))[move["good"]] == 0:
        raise IllegalMove("not-there", "/good", "the other player has none of this")


def _check_pit(play: Play, seat: int, task: Task, move: Move) -> None:
    player, spot = play.player(seat), move["landscape"]
    if stores.good_of(play.data, player, spot) != task["good"] or not player["land"].get(spot):
        raise IllegalMove("not-there", "/landscape", f"should be an own landscape with {task['good']}")


def _check_lodge(play: Play, seat: int, task: Task, move: Move) -> None:
    if move["type"] == "lodge":
        actions.check_lodge(play, seat, move)


def _check_spy(play: Play, seat: int, task: Task, move: Move) -> None:
    cards = len(play.player(1 - seat)["hand"])
    if move["slot"] >= cards:
        raise IllegalMove("no-card", "/slot", f"there are {cards} cards in that hand, counted from 0")


def _check_close(play: Play, seat: int, task: Task, move: Move) -> None:
    if move["type"] == "voyage":
        voyage.check_start(play, seat, move)
    else:
        closing.check(play, seat, move)


def _check_gain(play: Play, seat: int, task: Task, move: Move) -> None:
    giving.check_token(play, seat, move["good"], task["goods"], "/good")


def _check_give(play: Play, seat: int, task: Task, move: Move) -> None:
    giving.check_give(play, seat, task["count"], move["goods"])


_CHECKS: dict[str, Callable[[Play, int, Task, Move], None]] = {
    "settle": lambda play, seat, task, move: setup.check(play.state, seat, move),
    "act": lambda play, seat, task, move: actions.check(play, seat, move),
    "yield": _check_gain,
    "hunt": _check_gain,
    "prize": _check_gain,
    "fire": _check_give,
    "discontent": _check_give,
    "demand": _check_demand,
    "pit": _check_pit,
    "lodge": _check_lodge,
    "spy": _check_spy,
    "theatre": lambda play, seat, task, move: attacks.check_answer(play, task, move),
    "offer": lambda play, seat, task, move: trading.check_answer(play, task, move),
    "close": _check_close,
    "cards": _check_close,
    "counter": lambda play, seat, task, move: trading.check_answer(play, task, move),
    "search": lambda play, seat, task, move: closing.check_slip(task, move),
    "meet": lambda play, seat, task, move: voyage.check_meeting(play, task, move),
}


def passes(play: Play, seat: int, task: Task, move: Move) -> bool:
    """Whether a well-formed move is legal."""
    try:
        _judge(play, seat, task, move)
    except IllegalMove:
        return False
    return True


def legal_moves(state: State, data: Dataset, seat: int, task: Task) -> list[Move]:
    """Return the legal moves, or a representative set of them; trades are proposed only where they are possible."""
    play = Play.judging(state, data)
    return [
        move
        for move in _proposals(play, seat, task)
        if move["type"] in ("bank", "offer") or passes(play, seat, task, move)
    ]


def _proposals(play: Play, seat: int, task: Task) -> Iterator[Move]:
    if task["kind"] in RESUMED and played.rests(play.state) and play.state["listed"]:
        yield {"type": "resume"}
    own = _PROPOSALS.get(task["kind"])
    if own is not None:
        yield from own(play, seat, task)
    else:
        yield from ({"type": kind} for kind in _PLAIN[task["kind"]])


_PLAIN = {
    "theatre": ("cancel", "allow"),
    "counter": ("accept", "reject"),
    "withdraw": ("withdraw",),
    "voyage": ("reveal", "stop"),
}


def _settle(play: Play, seat: int, task: Task) -> Iterator[Move]:
    """Both piles as recommended, and with forest and field changed places, the one change that spares the forest unrest."""
    order = setup.layout(play.state, seat)
    below, beside = POSITIONS.index("bottom-1"), POSITIONS.index("bottom-2")
    other = list(order)
    other[below], other[beside] = order[beside], order[below]
    for pile in ("1a", "1b"):
        yield {"type": "settle", "pile": pile}
        yield {"type": "settle", "pile": pile, "layout": other}


def _acts(play: Play, seat: int, task: Task) -> Iterator[Move]:
    player = play.player(seat)
    yield from ({"type": "upgrade", "resident": i} for i in range(4))
    for name in player["hand"]:
        card = play.data.cards[name]
        if card.building:
            yield {"type": "build", "card": name}
        elif card.op == "empty_landscape":
            for land in play.player(1 - seat)["land"]:
                yield {"type": "play", "card": name, "landscape": land}
        elif card.op == "centre_loses_gold":
            yield from ({"type": "play", "card": name, "centre": centre} for centre in (0, 1))
        else:
            yield {"type": "play", "card": name}
    yield from ({"type": kind} for kind in ("repair", "close", "fill", "finish"))
    yield from actions.bank_trades(play, seat)
    yield from trading.single_offers(play, seat)
    if play.state["dock"]:
        yield from ({"type": "dock", "from": one, "to": to} for one in player["land"] for to in player["land"])
    if play.state["lodge"]:
        yield from _lodge_moves(play, seat, "lodge")


def _lodge_moves(play: Play, seat: int, kind: str) -> Iterator[Move]:
    for slot in range(len(play.player(seat)["hand"])):
        yield from ({"type": kind, "slot": slot, "under": pile} for pile in PILES)


def _lodge(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield {"type": "skip"}
    yield from _lodge_moves(play, seat, "lodge")


def _gains(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield from ({"type": "take", "good": good} for good in task["goods"])


def _losses(play: Play, seat: int, task: Task) -> Iterator[Move]:
    there = list(stores.amounts(play.data, play.player(seat)).items())
    yield from ({"type": "give", "goods": goods} for goods in islice(_selections(there, task["count"]), MOST_LOSSES))


def _selections(there: list[tuple[str, int]], n: int) -> Iterator[list[str]]:
    """Yield the ways to take ``n`` goods from what is there."""
    if not there:
        if n == 0:
            yield []
        return
    (good, amount), *rest = there
    for taken in range(min(amount, n), -1, -1):
        for others in _selections(rest, n - taken):
            yield [good] * taken + others


def _demands(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield {"type": "decline"}
    yield from ({"type": "demand", "good": good} for good in LANDSCAPE_GOODS)


def _pits(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield from ({"type": "pit", "landscape": land} for land in play.player(seat)["land"])


def _spies(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield from ({"type": "take", "slot": slot} for slot in range(len(play.player(1 - seat)["hand"])))


def _replies(play: Play, seat: int, task: Task) -> Iterator[Move]:
    """Accept, reject, or ask one more of something for the same."""
    yield from ({"type": kind} for kind in ("accept", "reject"))
    yield from (
        {"type": "counter", "give": task["take"], "take": task["give"] + more} for more in LANDSCAPE_GOODS + GOLD
    )


def _closings(play: Play, seat: int, task: Task) -> Iterator[Move]:
    if task["kind"] == "close":
        yield {"type": "voyage"}
        yield from ({"type": "voyage", "card": name} for name in play.player(seat)["hand"])
        yield from _lodge_moves(play, seat, "exchange")
    yield from ({"type": kind, "pile": pile} for kind in ("draw", "search") for pile in PILES)
    yield from ({"type": kind} for kind in ("fill", "finish"))


def _slips(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield from ({"type": "take", "slip": slip} for slip in range(len(task["slips"])))


def _meetings(play: Play, seat: int, task: Task) -> Iterator[Move]:
    yield from ({"type": kind} for kind in ("sail", "pay", "fight", "roll"))
    card = play.data.voyage[task["card"]]
    yield from ({"type": "buy", "good": good} for good in card.get("goods", ""))


_PROPOSALS: dict[str, Callable[[Play, int, Task], Iterator[Move]]] = {
    "settle": _settle,
    "act": _acts,
    "yield": _gains,
    "hunt": _gains,
    "prize": _gains,
    "fire": _losses,
    "discontent": _losses,
    "demand": _demands,
    "pit": _pits,
    "lodge": _lodge,
    "spy": _spies,
    "offer": _replies,
    "close": _closings,
    "cards": _closings,
    "search": _slips,
    "meet": _meetings,
}
