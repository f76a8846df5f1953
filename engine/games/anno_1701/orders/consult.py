"""Standing orders: how they answer (RULES.md, E.2, W1-W10).

The answer of orders is a legal move or ``None``: ask the player. Only what the seat sees is used. A reaction says in the
public log which row of E.2 it came from (``"order": "W2"``), and whether that row had been filled in or its default
answered; the moves of a turn list say how many it made before (``step``).

Choices attached to ending one's actions (:mod:`engine.kit.ahead`) say which offers to accept or reject automatically in the
other player's turn; all other questions in it have answers of the game's own (RULES.md, E.2).
"""

from collections import Counter

from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.orders import turn_list
from engine.games.anno_1701.orders.turn_list import place_under, slot_of
from engine.games.anno_1701.rules import fallback, setup, stores
from engine.games.anno_1701.rules.moves import passes
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.games.anno_1701.schemas.moves import DEFAULT, PREFERRING, REACTIONS
from engine.games.anno_1701.text.phrases import Phrases
from engine.games.anno_1701.types.moves import (
    AcceptMove,
    AllowMove,
    Anno1701Move,
    CancelMove,
    DeclineMove,
    DemandMove,
    GiveMove,
    LodgeMove,
    PitMove,
    RejectMove,
    SkipMove,
    TakeGoodMove,
)
from engine.games.anno_1701.types.orders import Amount, Anno1701Orders, StandingTrade
from engine.games.anno_1701.types.state import (
    Act,
    Anno1701State,
    GainTask,
    LodgeTask,
    LossTask,
    OfferTask,
    PitTask,
    Task,
    TheatreTask,
)
from engine.kit.ahead import Ahead, Wish, Wishes

PART, REJECT, FOR = "offers", "reject", ">"
GOODS = f"{LANDSCAPE_GOODS}G"
"""Goods that offers can contain; ``G`` is gold."""
ENDS = ("close", "fill", "finish")


def ahead(kind: str, move: Anno1701Move, phrases: Phrases) -> list[Ahead]:
    """Return the parts that may be said ahead with a legal move to a decision of a kind."""
    if kind != "act" or move["type"] not in ENDS:
        return []
    reject = Wish(REJECT, phrases.say("ahead.reject"), phrases.say("ahead.reject-called"))
    trades = [_trade(give, take, phrases) for give in GOODS for take in GOODS if give != take]
    keywords = tuple(phrases.say("ahead.keywords").split())
    return [Ahead(PART, keywords, phrases.say("ahead.offers"), (reject, *trades), lasting=True, counted=True)]


def orders(wishes: Wishes) -> Anno1701Orders:
    """Return the standing orders for these wishes."""
    found: Anno1701Orders = {}
    trades = [name.split(FOR) for name in wishes[PART] if FOR in name]
    if trades:
        found["trades"] = [{"give": give, "take": take} for give, take in trades]
    if REJECT in wishes[PART]:
        found["reject"] = GOODS
    return found


def _trade(give: str, take: str, phrases: Phrases) -> Wish:
    named = {"give": phrases.name(give), "take": phrases.name(take)}
    return Wish(f"{give}{FOR}{take}", phrases.say("ahead.trade", **named), phrases.say("ahead.trade-called", **named))


def consult(state: Anno1701State, data: Dataset, seat: int, task: Task, orders: Anno1701Orders) -> Anno1701Move | None:
    """Return the orders' answer, or None to ask the player."""
    play = Play.judging(state, data)
    move = _answer(play, seat, task, orders)
    if move is not None and task["kind"] in PREFERRING:
        move = _with_preferences(play, seat, orders, move)
    if move is None or not passes(play, seat, task, move):
        return None
    row = REACTIONS.get(task["kind"])
    if row is None:
        return turn_list.signed(play, move)
    signed = move.copy()
    signed["order"] = row if _said(data, task, orders) else row + DEFAULT
    return signed


def _answer(play: Play, seat: int, task: Task, orders: Anno1701Orders) -> Anno1701Move | None:
    move: Anno1701Move | None
    match task["kind"]:
        case "settle":
            move = orders["settle"] if "settle" in orders else setup.default(play.state, seat)
        case "yield" | "hunt" | "prize":
            move = _goods(play, task, orders)
        case "fire" | "discontent":
            move = _give_up(play, task, orders)
        case "demand":
            move = _demand(play, seat, orders)
        case "pit":
            move = _pit(play, task, orders)
        case "theatre":
            move = _theatre(play, task, orders)
        case "lodge":
            move = _lodge(play, task, orders)
        case "offer" | "counter":
            move = _offer(play, task, orders) if task["kind"] == "offer" else None
        case _:
            move = turn_list.answer(play, task, orders)
    return move


def _with_preferences(play: Play, seat: int, orders: Anno1701Orders, move: Anno1701Move) -> Anno1701Move:
    """Return an answer with the orders' preferences added, unless they are in force already."""
    if "prefer" not in orders:
        return move
    if play.player(seat).get("prefer", stores.NONE) == orders["prefer"]:
        return move
    preferring = move.copy()
    preferring["prefer"] = orders["prefer"]
    return preferring


def _said(data: Dataset, task: Task, orders: Anno1701Orders) -> bool:
    """Return whether the orders themselves answer a reaction, rather than a default."""
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
"""The parts of an orders document that answer a kind of decision."""


def _steps(amounts: list[Amount]) -> fallback.Steps:
    return [(one["good"], one["amount"]) for one in amounts]


def _goods(play: Play, task: GainTask, orders: Anno1701Orders) -> TakeGoodMove | None:
    wish = orders.get("goods")
    if wish == "ask":
        return None
    return fallback.take_good(play, task, fallback.TARGETS if wish is None else _steps(wish))


def _give_up(play: Play, task: LossTask, orders: Anno1701Orders) -> GiveMove | None:
    wish = orders.get("give_up")
    if wish == "ask":
        return None
    return fallback.give_goods(play, task, fallback.GIVE_UP if wish is None else _steps(wish))


def _demand(play: Play, seat: int, orders: Anno1701Orders) -> DemandMove | DeclineMove | None:
    wish = orders.get("demand")
    if wish == "ask":
        return None
    if wish == "decline":
        return DeclineMove(type="decline")
    if wish == "most-plentiful":
        theirs = stores.amounts(play.data, play.player(1 - seat))
        return DemandMove(type="demand", good=max(LANDSCAPE_GOODS, key=lambda good: theirs[good]))
    return fallback.demand(play, seat, fallback.TARGETS if wish is None else _steps(wish))


def _pit(play: Play, task: PitTask, orders: Anno1701Orders) -> PitMove | None:
    if orders.get("pit") == "ask":
        return None
    player, good = play.player(task["seat"]), task["good"]
    filled = [spot for spot, n in player["land"].items() if n and stores.good_of(play.data, player, spot) == good]
    preferred = orders.get("prefer", stores.NONE).get("pay", [])
    wished = next((spot for spot in preferred if spot in filled), None)
    return fallback.pit(play, task) if wished is None else PitMove(type="pit", landscape=wished)


def _theatre(play: Play, task: TheatreTask, orders: Anno1701Orders) -> CancelMove | AllowMove | None:
    wish = orders.get("theatre", {}).get(play.data.cards[task["card"]].kind)
    if wish is None:
        return fallback.theatre(play, task)
    if wish == "ask":
        return None
    if isinstance(wish, str):
        cancels = wish == "always"
    else:
        lost, _ = fallback.loss(play, task)
        left = stores.gold(play.player(task["seat"])) - 1
        cancels = left >= wish["gold_after"] and lost >= wish["loss"]
    return CancelMove(type="cancel") if cancels else AllowMove(type="allow")


def _lodge(play: Play, task: LodgeTask, orders: Anno1701Orders) -> LodgeMove | SkipMove | None:
    """Fetch a card that is wanted, if it is on top of the discard and there is a card to give for it (W6)."""
    wish, seat = orders.get("lodge", "never"), task["seat"]
    if isinstance(wish, str):
        return None if wish == "ask" else SkipMove(type="skip")
    slot = slot_of(play, seat, wish["give"])
    if play.data.cards[play.state["discard"][-1]].kind not in wish["want"] or slot is None:
        return SkipMove(type="skip")
    return LodgeMove(type="lodge", slot=slot, under=place_under(play, seat, slot))


def _offer(play: Play, task: OfferTask, orders: Anno1701Orders) -> AcceptMove | RejectMove | None:
    """Accept what a standing offer covers, reject what is not for sale, ask about the rest (W8)."""
    if any(_covers(play, task, trade) for trade in orders.get("trades", [])):
        return AcceptMove(type="accept")
    if set(task["take"]) & set(orders.get("reject", "")):
        return RejectMove(type="reject")
    return None


def _covers(play: Play, task: OfferTask, trade: StandingTrade) -> bool:
    """Return whether an offer asks no more and gives no less than this standing offer allows, within its limits."""
    asked, brought = Counter(task["take"]), Counter(task["give"])
    if not (asked <= Counter(trade["give"]) and brought >= Counter(trade["take"])):
        return False
    player = play.player(task["seat"])
    left = Counter(stores.amounts(play.data, player) | {"G": stores.gold(player)})
    left.subtract(asked)
    if any(left[one["good"]] < one["amount"] for one in trade.get("keep", [])):
        return False
    same = [one for one in play.state["acts"] if one["result"] == "accepted" and _fits(one, trade)]
    return len(same) < trade.get("times", 1)


def _fits(done: Act, trade: StandingTrade) -> bool:
    return Counter(done["take"]) <= Counter(trade["give"]) and Counter(done["give"]) >= Counter(trade["take"])
