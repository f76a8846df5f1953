"""Fallback moves for unanswered decisions, by kind (RULES.md, E.2).

The same defaults answer for standing orders that leave something open.
"""

from collections.abc import Sequence

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules import closing, setup, stores
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.games.anno_1701.types.moves import (
    AllowMove,
    Anno1701Move,
    CancelMove,
    DemandMove,
    DrawMove,
    EndMove,
    GiveMove,
    PayMove,
    PitMove,
    RejectMove,
    SailMove,
    SkipMove,
    StopMove,
    TakeGoodMove,
    TakeSlipMove,
    TakeSlotMove,
    WithdrawMove,
)
from engine.games.anno_1701.types.state import (
    Anno1701State,
    GainTask,
    LossTask,
    MeetTask,
    PitTask,
    PlainTask,
    Player,
    Task,
    TheatreTask,
)

Steps = Sequence[tuple[str, int]]
"""Goods with an amount each, in order of importance."""

TARGETS: Steps = [("N", 2), ("T", 2), ("W", 2), ("Z", 2), ("H", 2)]
"""W2: first up to these amounts, then anything."""
GIVE_UP: Steps = [
    *(("Z", 2), ("W", 2), ("H", 1), ("T", 2), ("N", 2)),
    *(("Z", 0), ("W", 0), ("H", 0), ("T", 0), ("N", 0)),
]
"""The amounts beyond which goods are given up first (W4)."""
SAFE_GOLD = 3
"""W1: with less gold an attack is cancelled only if it would end the match."""


def answer(state: Anno1701State, data: Dataset, seat: int, task: Task) -> Anno1701Move:
    """Return the move for a silent seat; ``absent`` and ``unopened`` are the same."""
    play = Play.judging(state, data)
    move: Anno1701Move
    match task["kind"]:
        case "settle":
            move = setup.default(state, seat)
        case "yield" | "hunt" | "prize":
            move = take_good(play, task)
        case "fire" | "discontent":
            move = give_goods(play, task)
        case "pit":
            move = pit(play, task)
        case "lodge":
            move = SkipMove(type="skip")
        case "theatre":
            move = theatre(play, task)
        case "offer" | "counter":
            move = RejectMove(type="reject")
        case "search":
            move = TakeSlipMove(type="take", slip=task["slips"].index(0))
        case "meet":
            move = meet(play, task)
        case _:
            move = _plainly(play, task)
    return move


def _plainly(play: Play, task: PlainTask) -> Anno1701Move:
    move: Anno1701Move
    match task["kind"]:
        case "act":
            move = EndMove(type="fill")
        case "demand":
            move = demand(play, task["seat"])
        case "spy":
            move = TakeSlotMove(type="take", slot=0)
        case "close" | "cards":
            move = close(play, task["seat"])
        case "voyage":
            move = StopMove(type="stop")
        case "withdraw":
            move = WithdrawMove(type="withdraw")
    return move


def wanted(play: Play, seat: int, among: Sequence[str], targets: Steps) -> str | None:
    """Return the first available good on a target list that the player has too little of."""
    player = play.player(seat)
    have = stores.amounts(play.data, player) | player["luxury"]
    for good, amount in targets:
        if good in among and have[good] < amount and stores.room(play.data, player, good):
            return good
    rest = [good for good in among if stores.room(play.data, player, good)]
    return min(rest, key=lambda good: have[good], default=None)


def given_up(data: Dataset, player: Player, n: int, order: Steps) -> list[str]:
    """Return ``n`` goods to give up, by a list of amounts to keep of each good; what it leaves open, the default decides."""
    have = stores.amounts(data, player)
    goods: list[str] = []
    for good, floor in [*order, *GIVE_UP]:
        while len(goods) < n and have[good] > floor:
            have[good] -= 1
            goods.append(good)
    return goods


def take_good(play: Play, task: GainTask, targets: Steps = TARGETS) -> TakeGoodMove:
    """Return which good is chosen where the choice is free (W2)."""
    good = wanted(play, task["seat"], task["goods"], targets)
    assert good is not None, "a good is asked for only where several find room"
    return TakeGoodMove(type="take", good=good)


def give_goods(play: Play, task: LossTask, order: Steps = GIVE_UP) -> GiveMove:
    """Return the goods to give up (W4)."""
    return GiveMove(type="give", goods=given_up(play.data, play.player(task["seat"]), task["count"], order))


def demand(play: Play, seat: int, targets: Steps = TARGETS) -> DemandMove:
    """Return the good demanded: what is wanted and can be stored, otherwise what the other has most of (W5)."""
    theirs = stores.amounts(play.data, play.player(1 - seat))
    there = [good for good in LANDSCAPE_GOODS if theirs[good]]
    good = wanted(play, seat, there, targets) or max(there, key=lambda one: theirs[one])
    return DemandMove(type="demand", good=good)


def pit(play: Play, task: PitTask) -> PitMove:
    """Return the fullest landscape of the good (E6)."""
    spot = stores.source(play.data, play.player(task["seat"]), task["good"])
    assert spot is not None, "a good is demanded only where it is"
    return PitMove(type="pit", landscape=spot)


def loss(play: Play, task: TheatreTask) -> tuple[int, bool]:
    """Return how much gold or goods an announced attack takes, and whether it ends the match."""
    card, player = play.data.cards[task["card"]], play.player(task["seat"])
    if card.op == "empty_landscape":
        return player["land"][task["landscape"]], False
    if card.op == "take_hand_card":
        return 0, False
    there = player["gold"][task["centre"]] if card.op == "centre_loses_gold" else stores.gold(player)
    lost = min(card.n, there)
    return lost, lost == stores.gold(player)


def theatre(play: Play, task: TheatreTask) -> CancelMove | AllowMove:
    """Cancel an attack that would end the match and, with gold to spare, one that costs two or more (W1)."""
    lost, ends = loss(play, task)
    cancel = ends or (lost >= 2 and stores.gold(play.player(task["seat"])) >= SAFE_GOLD)
    return CancelMove(type="cancel") if cancel else AllowMove(type="allow")


def close(play: Play, seat: int) -> DrawMove | EndMove:
    """Fill the hand from the highest permitted piles; no voyage."""
    if play.state["must_take"]:
        return DrawMove(type="draw", pile=closing.permitted(play, seat)[0])
    return EndMove(type="fill" if closing.can_fill(play, seat) else "finish")


def meet(play: Play, task: MeetTask) -> PayMove | SailMove:
    """Pay a tribute, otherwise sail on."""
    tribute = play.data.voyage[task["card"]]["op"] == "tribute"
    return PayMove(type="pay") if tribute else SailMove(type="sail")
