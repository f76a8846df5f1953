"""Proposed answers: the legal moves, or a representative set of them.

The list is complete except for allocations, layouts, trades of more than one good, and long lists of losses.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules import actions, setup, stores, trading
from engine.games.anno_1701.rules import play as played
from engine.games.anno_1701.rules.moves import passes
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS, POSITIONS
from engine.games.anno_1701.schemas.moves import RESUMED
from engine.games.anno_1701.types.moves import (
    AcceptMove,
    AllowMove,
    Anno1701Move,
    BuildMove,
    BuyMove,
    CancelMove,
    CounterMove,
    DeclineMove,
    DemandMove,
    DockMove,
    DrawMove,
    EndMove,
    ExchangeMove,
    FightMove,
    GiveMove,
    LodgeMove,
    PayMove,
    PitMove,
    PlayMove,
    RejectMove,
    RepairMove,
    ResumeMove,
    RevealMove,
    RollMove,
    SailMove,
    SearchMove,
    SetSailMove,
    SettleMove,
    SkipMove,
    StopMove,
    TakeGoodMove,
    TakeSlipMove,
    TakeSlotMove,
    UpgradeMove,
    WithdrawMove,
)
from engine.games.anno_1701.types.state import (
    Anno1701State,
    GainTask,
    LossTask,
    MeetTask,
    OfferTask,
    PlainTask,
    SearchTask,
    Task,
)

GOLD = "G"
MOST_LOSSES = 40
PILES = ("1a", "1b", "2a", "2b", "3a", "3b")


def legal_moves(state: Anno1701State, data: Dataset, seat: int, task: Task) -> list[Anno1701Move]:
    """Return the legal moves, or a representative set of them; trades are proposed only where they are possible."""
    play = Play.judging(state, data)
    return [
        move
        for move in _proposals(play, seat, task)
        if move["type"] == "bank" or move["type"] == "offer" or passes(play, seat, task, move)
    ]


def _proposals(play: Play, seat: int, task: Task) -> Iterator[Anno1701Move]:
    if task["kind"] in RESUMED and played.rests(play.state) and play.state["listed"]:
        yield ResumeMove(type="resume")
    match task["kind"]:
        case "settle":
            yield from _settle(play, seat)
        case "yield" | "hunt" | "prize":
            yield from _gains(task)
        case "fire" | "discontent":
            yield from _losses(play, task)
        case "pit":
            yield from (PitMove(type="pit", landscape=land) for land in play.player(seat)["land"])
        case "lodge":
            yield SkipMove(type="skip")
            yield from _lodge(play, seat)
        case "theatre":
            yield CancelMove(type="cancel")
            yield AllowMove(type="allow")
        case "offer" | "counter":
            yield from _replies(task)
        case "search":
            yield from _slips(task)
        case "meet":
            yield from _meetings(play, task)
        case _:
            yield from _plainly(play, task)


def _plainly(play: Play, task: PlainTask) -> Iterator[Anno1701Move]:
    seat = task["seat"]
    match task["kind"]:
        case "act":
            yield from _acts(play, seat)
        case "demand":
            yield DeclineMove(type="decline")
            yield from (DemandMove(type="demand", good=good) for good in LANDSCAPE_GOODS)
        case "spy":
            yield from (TakeSlotMove(type="take", slot=slot) for slot in range(len(play.player(1 - seat)["hand"])))
        case "close":
            yield from _first_closings(play, seat)
            yield from _closings()
        case "cards":
            yield from _closings()
        case "voyage":
            yield RevealMove(type="reveal")
            yield StopMove(type="stop")
        case "withdraw":
            yield WithdrawMove(type="withdraw")


def _settle(play: Play, seat: int) -> Iterator[SettleMove]:
    """Both piles, each with the recommended layout and with forest and field swapped, which spares the forest unrest."""
    order = setup.layout(play.state, seat)
    below, beside = POSITIONS.index("bottom-1"), POSITIONS.index("bottom-2")
    other = list(order)
    other[below], other[beside] = order[beside], order[below]
    for pile in ("1a", "1b"):
        yield SettleMove(type="settle", pile=pile)
        yield SettleMove(type="settle", pile=pile, layout=other)


def _acts(play: Play, seat: int) -> Iterator[Anno1701Move]:
    player = play.player(seat)
    yield from (UpgradeMove(type="upgrade", resident=i) for i in range(4))
    yield from _cards(play, seat)
    yield RepairMove(type="repair")
    yield EndMove(type="close")
    yield EndMove(type="fill")
    yield EndMove(type="finish")
    yield from actions.bank_trades(play, seat)
    yield from trading.single_offers(play, seat)
    if play.state["dock"]:
        for one in player["land"]:
            yield from (_dock(one, to) for to in player["land"])
    if play.state["lodge"]:
        yield from _lodge(play, seat)


def _dock(one: str, to: str) -> DockMove:
    return {"type": "dock", "from": one, "to": to}


def _cards(play: Play, seat: int) -> Iterator[BuildMove | PlayMove]:
    """Build or play each card of the hand, an attack against each target."""
    for name in play.player(seat)["hand"]:
        card = play.data.cards[name]
        if card.building:
            yield BuildMove(type="build", card=name)
        elif card.op == "empty_landscape":
            for land in play.player(1 - seat)["land"]:
                yield PlayMove(type="play", card=name, landscape=land)
        elif card.op == "centre_loses_gold":
            yield from (PlayMove(type="play", card=name, centre=centre) for centre in (0, 1))
        else:
            yield PlayMove(type="play", card=name)


def _lodge(play: Play, seat: int) -> Iterator[LodgeMove]:
    for slot in range(len(play.player(seat)["hand"])):
        for pile in PILES:
            yield {"type": "lodge", "slot": slot, "under": pile}


def _gains(task: GainTask) -> Iterator[TakeGoodMove]:
    yield from (TakeGoodMove(type="take", good=good) for good in task["goods"])


def _losses(play: Play, task: LossTask) -> Iterator[GiveMove]:
    there = list(stores.amounts(play.data, play.player(task["seat"])).items())
    yield from (GiveMove(type="give", goods=goods) for goods in islice(_selections(there, task["count"]), MOST_LOSSES))


def _selections(there: Sequence[tuple[str, int]], n: int) -> Iterator[list[str]]:
    """Yield the ways to take ``n`` goods from what is there."""
    if not there:
        if n == 0:
            yield []
        return
    (good, amount), *rest = there
    for taken in range(min(amount, n), -1, -1):
        for others in _selections(rest, n - taken):
            yield [good] * taken + others


def _replies(task: OfferTask) -> Iterator[Anno1701Move]:
    """Accept, reject, or ask for one more of something for the same price."""
    yield AcceptMove(type="accept")
    yield RejectMove(type="reject")
    if task["kind"] == "offer":
        for more in LANDSCAPE_GOODS + GOLD:
            yield CounterMove(type="counter", give=task["take"], take=task["give"] + more)


def _first_closings(play: Play, seat: int) -> Iterator[Anno1701Move]:
    """Set sail or exchange a card, which is possible only before anything else."""
    hand = play.player(seat)["hand"]
    yield SetSailMove(type="voyage")
    yield from (SetSailMove(type="voyage", card=name) for name in hand)
    for slot in range(len(hand)):
        for pile in PILES:
            yield ExchangeMove(type="exchange", slot=slot, under=pile)


def _closings() -> Iterator[Anno1701Move]:
    yield from (DrawMove(type="draw", pile=pile) for pile in PILES)
    yield from (SearchMove(type="search", pile=pile) for pile in PILES)
    yield EndMove(type="fill")
    yield EndMove(type="finish")


def _slips(task: SearchTask) -> Iterator[TakeSlipMove]:
    yield from (TakeSlipMove(type="take", slip=slip) for slip in range(len(task["slips"])))


def _meetings(play: Play, task: MeetTask) -> Iterator[Anno1701Move]:
    card = play.data.voyage[task["card"]]
    yield SailMove(type="sail")
    yield PayMove(type="pay")
    yield FightMove(type="fight")
    yield RollMove(type="roll")
    if card["op"] == "buy":
        yield from (BuyMove(type="buy", good=good) for good in card["goods"])
