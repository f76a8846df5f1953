"""A bot that sees no more than its seat does, and builds and sails sensibly.

It upgrades whenever it can, builds what pays, exchanges surplus goods at the bank for what the next upgrade lacks, keeps
gold against unrest, searches piles when it is rich, and sails for rum and tobacco with a sound ship and money, turning home
before the ship is wrecked.
"""

from __future__ import annotations

from typing import Literal, cast

from engine.contract import Chance, Decision
from engine.games.anno_1701.types.cards import BuildingCard, ExpansionCard
from engine.games.anno_1701.types.moves import (
    Action,
    AllowMove,
    Anno1701Move,
    BankMove,
    BuildMove,
    CancelMove,
    Closing,
    DeclineMove,
    DemandMove,
    DockMove,
    DrawMove,
    GiveMove,
    LodgeMove,
    Meeting,
    PlayMove,
    Reply,
    RevealMove,
    SearchMove,
    SetSailMove,
    SkipMove,
    StopMove,
    TakeGoodMove,
    TakeSlipMove,
    TakeSlotMove,
    UpgradeMove,
)
from engine.games.anno_1701.types.view import Anno1701View, PlayerShown, SeenHand, SeenPile
from engine.kit.foresight import lead

Symbol = Literal["sails", "cannons", "bags", "happy", "gold", "lodge", "dock", "cancel"]

BUILDING: dict[Symbol, int] = {
    **{"sails": 30, "cannons": 22, "bags": 12, "happy": 34},
    **{"gold": 6, "lodge": 6, "dock": 10, "cancel": 14},
}
"""Value of one symbol on a building."""
YIELD = {"N": 52, "T": 36, "H": 34, "Z": 30, "W": 26, "?": 56}
ENOUGH = 5
"""With this much gold a search is affordable."""
SAFE = 3
"""The gold below which nothing is bought."""


def choose(view: Anno1701View, decision: Decision, moves: list[Anno1701Move], chance: Chance) -> Anno1701Move:
    """Return one of the moves, judged from the view of the seat it belongs to."""
    noise = chance.below(f"bot/{decision['id']}/{view['seat']}", 4, len(moves))
    if decision["kind"] in UNJUDGED:
        return moves[noise[0] % len(moves)]
    worth = [4 * _worth(view, decision["kind"], move) + one for move, one in zip(moves, noise, strict=True)]
    return moves[worth.index(max(worth))]


def rank(view: Anno1701View, decision: Decision, moves: list[Anno1701Move]) -> list[Anno1701Move]:
    """Return the moves with the most promising first; those that the bot does not judge stay in their order."""
    if decision["kind"] in UNJUDGED:
        return moves
    return sorted(moves, key=lambda move: -_worth(view, decision["kind"], move))


UNJUDGED = ("settle", "pit", "withdraw")
"""The kinds of decisions in which all moves are equally good to the bot."""


def _worth(view: Anno1701View, kind: str, move: Anno1701Move) -> int:
    """Rate a move of a kind of decision."""
    worth = 0
    match kind:
        case "act":
            worth = _act(view, cast(Action, move))
        case "close" | "cards":
            worth = _close(view, cast(Closing, move))
        case "voyage":
            worth = _voyage(view, cast("RevealMove | StopMove", move))
        case "meet":
            worth = _meet(view, cast(Meeting, move))
        case "yield" | "hunt" | "prize":
            worth = _price(_me(view), cast(TakeGoodMove, move)["good"])
        case "search":
            worth = _search(view, cast(TakeSlipMove, move))
        case "spy":
            worth = _spy(view, cast(TakeSlotMove, move))
        case _:
            worth = _react(view, kind, move)
    return worth


def _react(view: Anno1701View, kind: str, move: Anno1701Move) -> int:
    worth = 0
    match kind:
        case "fire" | "discontent":
            worth = _give(view, cast(GiveMove, move))
        case "demand":
            worth = _demand(view, cast("DemandMove | DeclineMove", move))
        case "theatre":
            worth = _theatre(view, cast("CancelMove | AllowMove", move))
        case "offer" | "counter":
            worth = _reply(view, cast(Reply, move))
        case "lodge":
            worth = _lodge(view, cast("LodgeMove | SkipMove", move))
    return worth


def _seat(view: Anno1701View) -> int:
    seat = view["seat"]
    assert seat is not None, "a spectator is not asked"
    return seat


def _me(view: Anno1701View) -> PlayerShown:
    return view["players"][_seat(view)]


def _hand(view: Anno1701View) -> list[ExpansionCard]:
    hand = _me(view)["hand"]
    assert hand is not None, "the own hand is shown"
    return hand


def _other(view: Anno1701View) -> PlayerShown:
    return view["players"][1 - _seat(view)]


def _gold(player: PlayerShown) -> int:
    return sum(player["gold"])


def _needs(me: PlayerShown) -> dict[str, int]:
    """Return how much of each good there is use for."""
    pioneers = 0 in me["residents"]
    sails = 1 in me["residents"] or 2 in me["residents"]
    return {"N": 3, "T": 2 if pioneers else 1, "H": 3, "Z": 2, "W": 2, "R": 3 if sails else 2, "B": 2, "G": 6}


def _danger(me: PlayerShown) -> int:
    """Return how much more gold it would take to survive an attack or two."""
    return max(0, SAFE + 1 - _gold(me))


def _have(me: PlayerShown) -> dict[str, int]:
    return me["goods"] | me["luxury"] | {"G": _gold(me)}


def _price(me: PlayerShown, good: str) -> int:
    """Return the worth of one more of a good: more than twenty if it is lacking."""
    need, have = _needs(me)[good], _have(me)[good]
    basic = {"N": 14, "T": 12, "H": 10, "Z": 9, "W": 8, "R": 30, "B": 30, "G": 12}[good]
    return basic + 8 * max(0, need - have) - (8 if have > need else 0) + (25 * _danger(me) if good == "G" else 0)


def _build(view: Anno1701View, card: BuildingCard) -> int:
    """Rate a building; protection counts little, sea and trade power a little more."""
    worth = sum(weight * card.get(symbol, 0) for symbol, weight in BUILDING.items())
    if "yields" in card:
        worth += YIELD[card["yields"]]
    if "fire_proof" in card:
        worth += 12
    worth += 15 * min(_danger(_me(view)), card.get("gold", 0))
    if "T" in card["cost"] and 0 in _me(view)["residents"]:
        worth -= 20
    return worth


def _card(view: Anno1701View, card: ExpansionCard) -> int:
    """Rate a card as one to have in hand."""
    if card["building"]:
        return _build(view, card) - 3 * len(card["cost"])
    worth = {"steal_gold": 34, "gain_gold": 30, "take_hand_card": 20, "ship_bonus": 24, "centre_loses_gold": 30}
    return worth.get(card["op"], 22)


def _play(view: Anno1701View, move: PlayMove) -> int:
    """Rate an action card; what wins comes first."""
    card = next(one for one in _hand(view) if "op" in one and one["id"] == move["card"])
    other = _other(view)
    if card["op"] == "centre_loses_gold":
        lost = min(card["n"], other["gold"][move["centre"]])
        wins = lost == _gold(other)
        return 2000 if wins else (40 if lost == other["gold"][move["centre"]] else -5)
    if card["op"] == "steal_gold":
        return 2000 if _gold(other) <= card["n"] else 30
    if card["op"] == "empty_landscape":
        amount = next(one["amount"] for one in other["landscapes"] if one["id"] == move["landscape"])
        return 20 * amount - 21
    if card["op"] == "gain_gold":
        return 25 + 50 * _danger(_me(view))
    if card["op"] == "gain_goods":
        return 25 if _me(view)["goods"][card["good"]] < 2 else -5
    return 25


def _bank(view: Anno1701View, move: BankMove) -> int:
    """Exchange a surplus for goods that the next upgrade lacks."""
    me = _me(view)
    give, take = move["give"], move["take"]
    left = _have(me)[give] - 3
    if left < (4 if give == "G" else 0) or (give in "NT" and left < 2 and not (take == "G" and _danger(me))):
        return -50
    return _price(me, take) - 2 * _price(me, give) - (0 if left >= 1 or give in "WZ" else 6) + 4


def _act(view: Anno1701View, move: Action) -> int:
    match move["type"]:
        case "upgrade":
            worth = _upgrade(view, move)
        case "build":
            worth = _building(view, move)
        case "play":
            worth = _play(view, move)
        case "bank":
            worth = _bank(view, move)
        case "repair":
            worth = _repair(view)
        case "dock":
            worth = _dock(view, move)
        case "close":
            worth = 0
        case "fill":
            worth = -2
        case _:
            worth = -30
    return worth


def _upgrade(view: Anno1701View, move: UpgradeMove) -> int:
    return 1000 + 10 * _me(view)["residents"][move["resident"]]


def _building(view: Anno1701View, move: BuildMove) -> int:
    card = next(one for one in _hand(view) if one["id"] == move["card"])
    return 100 + (_build(view, card) if card["building"] else 0)


def _repair(view: Anno1701View) -> int:
    """Repair as long as there is wood to spare, and up to state II in any case."""
    me = _me(view)
    state = me["ship"]["state"]
    return 14 if state < 3 and me["goods"]["H"] >= (1 if state < 2 else 2) else -10


def _dock(view: Anno1701View, move: DockMove) -> int:
    me = _me(view)
    goods = {one["id"]: one["good"] for one in me["landscapes"]}
    return _price(me, goods[move["to"]]) - _price(me, goods[move["from"]]) - 8


def _eager(view: Anno1701View) -> bool:
    """Return whether a voyage is worth making: money to spend, a sound ship, use for luxury goods."""
    me = _me(view)
    lacking = me["luxury"]["R"] < 3 or me["luxury"]["B"] < 2
    return lacking and _gold(me) >= SAFE + 1 and me["ship"]["state"] >= 2 and max(me["residents"]) > 0


def _close(view: Anno1701View, move: Closing) -> int:
    worth = 0
    match move["type"]:
        case "voyage":
            worth = _sail(view, move)
        case "draw" | "search":
            worth = _take(view, move)
        case "exchange":
            worth = 30 - _card(view, _hand(view)[move["slot"]])
        case "fill":
            worth = 10
    return worth


def _sail(view: Anno1701View, move: SetSailMove) -> int:
    ship_card = next((one for one in _hand(view) if one["id"] == move.get("card")), None)
    bonus = ship_card["n"] if ship_card is not None and not ship_card["building"] else 0
    return (60 if _eager(view) else -60) + 4 * bonus


def _take(view: Anno1701View, move: DrawMove | SearchMove) -> int:
    """Fill the hand from the highest piles; search them while there is money."""
    worth = 40 * (3 - len(_hand(view))) + 3 * int(move["pile"][0])
    if move["type"] == "search":
        worth += 20 if _gold(_me(view)) >= ENOUGH else -60
    return worth


def _voyage(view: Anno1701View, move: RevealMove | StopMove) -> int:
    """Continue while the ship is sound and there is gold to buy with."""
    me = _me(view)
    daring = me["ship"]["state"] >= 2 and _gold(me) >= SAFE and (me["luxury"]["R"] < 3 or me["luxury"]["B"] < 3)
    return 10 if (move["type"] == "reveal") == daring else 0


def _meet(view: Anno1701View, move: Meeting) -> int:
    """Buy goods worth their price, pay small tributes, fight the weak."""
    voyage, me = view["voyage"], _me(view)
    assert voyage is not None, "only a ship at sea meets anybody"
    card, sound = voyage["seen"][-1], me["ship"]["state"] > 1
    worth = 0
    if move["type"] == "buy" and card["op"] == "buy":
        poor = _gold(me) - card["price"] < SAFE
        worth = _price(me, move["good"]) - 7 * card["price"] - (60 if poor else 0)
    elif move["type"] == "pay" and card["op"] == "tribute":
        poor = _gold(me) - card["tribute"] < SAFE
        worth = 20 - 10 * card["tribute"] - (60 if poor else 0)
    elif move["type"] == "fight" and (card["op"] == "siege" or card["op"] == "tribute"):
        worth = 12 * (voyage["strength"] - card["cannons"]) - (0 if sound else 12)
    elif move["type"] == "roll":
        worth = 12 if sound else -12
    return worth


def _give(view: Anno1701View, move: GiveMove) -> int:
    """Give up the least useful goods."""
    me = _me(view)
    have, needs = _have(me), _needs(me)
    left = {good: have[good] - move["goods"].count(good) for good in "NTHZW"}
    return sum((12 if good in "NT" else 9) * min(left[good], needs[good]) + left[good] for good in left)


def _demand(view: Anno1701View, move: DemandMove | DeclineMove) -> int:
    return _price(_me(view), move["good"]) if move["type"] == "demand" else -99


def _theatre(view: Anno1701View, move: CancelMove | AllowMove) -> int:
    """Cancel attacks that end the match or cost two gold or goods."""
    task = next(one for one in view["standing"] if one["kind"] == "theatre")
    if task["op"] == "take_hand_card":
        return 10 if move["type"] == "allow" else 0
    poor = _gold(_me(view)) <= 4
    return 10 if (move["type"] == "cancel") == (poor or "landscape" not in task) else 0


def _reply(view: Anno1701View, move: Reply) -> int:
    """Accept offers that bring more than they cost; never bargain."""
    if move["type"] != "accept":
        return 0 if move["type"] == "reject" else -50
    task = next(one for one in view["standing"] if one["kind"] == "offer" or one["kind"] == "counter")
    me = _me(view)
    worth = sum(_price(me, good) for good in task["give"]) - sum(_price(me, good) for good in task["take"])
    return worth - 8 - (100 if _gold(me) - task["take"].count("G") < SAFE else 0)


def _lodge(view: Anno1701View, move: LodgeMove | SkipMove) -> int:
    if move["type"] == "skip":
        return 0
    return _card(view, view["discard"][-1]) - _card(view, _hand(view)[move["slot"]])


def _search(view: Anno1701View, move: TakeSlipMove) -> int:
    return _card(view, cast(SeenPile, view["seen"])["slips"][move["slip"]]["card"])


def _spy(view: Anno1701View, move: TakeSlotMove) -> int:
    return _card(view, cast(SeenHand, view["seen"])["hand"][move["slot"]])


RESIDENTS = (0, 10, 165, 400)
"""The worth of an inhabitant by level; the next points come sooner from high ones."""
OWNED: dict[Symbol, int] = {"sails": 27, "cannons": 28, "happy": 17}
"""The worth of a symbol on a building, besides the building itself."""
BUILT, POWER, CARD, GOOD, KEPT = 18, 45, 20, 6, 2
RUM, TOBACCO = 45, 33
SCALE = 110
"""The lead at which three of four matches are won."""


def prospect(view: Anno1701View) -> int:
    """Return a seat's prospect in its own view; see :class:`engine.kit.foresight.Foresight`.

    The weights are those of a logistic regression of who won 328 matches of steady bots.
    """
    seat = _seat(view)
    return lead(_standing(view, seat) - _standing(view, 1 - seat), SCALE)


def _standing(view: Anno1701View, seat: int) -> int:
    player = view["players"][seat]
    worth = sum(RESIDENTS[level] for level in player["residents"])
    worth += BUILT * len(player["buildings"]) + 17 * player["happy"] + 27 * player["speed"] + 28 * player["strength"]
    worth += POWER * list(view["powers"].values()).count(seat) + CARD * len(player["numerals"])
    worth += RUM * player["luxury"]["R"] + TOBACCO * player["luxury"]["B"]
    worth += 25 * min(SAFE, _gold(player)) + sum(GOOD * min(2, have) + KEPT * have for have in player["goods"].values())
    return worth
