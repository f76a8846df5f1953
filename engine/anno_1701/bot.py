"""A player that sees no more than its seat does and builds and sails with sense.

It upgrades whenever it can, builds what pays, changes surplus at the bank into what the next upgrade lacks, keeps gold against
unrest, searches piles when it is rich, and sails for rum and tobacco with a sound ship and money, home before it is wrecked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.contract import Chance, Decision, Move, View

Me = dict[str, Any]

BUILDING = {"sails": 30, "cannons": 22, "bags": 12, "happy": 34, "gold": 6, "lodge": 6, "dock": 10, "cancel": 14}
"""What one symbol of a building is worth."""
YIELD = {"N": 52, "T": 36, "H": 34, "Z": 30, "W": 26, "?": 56}
ENOUGH = 5
"""With this much gold a search is affordable."""
SAFE = 3
"""Below this much gold nothing is bought."""


def choose(view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
    """Return one of the moves, judged from the view of the seat it belongs to."""
    judge = _JUDGES.get(decision["kind"])
    noise = chance.below(f"bot/{decision['id']}/{view['seat']}", 4, len(moves))
    if judge is None:
        return moves[noise[0] % len(moves)]
    worth = [4 * judge(view, move) + one for move, one in zip(moves, noise, strict=True)]
    return moves[worth.index(max(worth))]


def _me(view: View) -> Me:
    me: Me = view["players"][view["seat"]]
    return me


def _other(view: View) -> Me:
    other: Me = view["players"][1 - view["seat"]]
    return other


def _gold(player: Me) -> int:
    return int(sum(player["gold"]))


def _needs(me: Me) -> dict[str, int]:
    """Return up to how much of everything there is use for."""
    pioneers = 0 in me["residents"]
    sails = 1 in me["residents"] or 2 in me["residents"]
    return {"N": 3, "T": 2 if pioneers else 1, "H": 3, "Z": 2, "W": 2, "R": 3 if sails else 2, "B": 2, "G": 6}


def _danger(me: Me) -> int:
    """Return how much gold is missing to outlast an attack or two."""
    return max(0, SAFE + 1 - _gold(me))


def _have(me: Me) -> dict[str, int]:
    return {**me["goods"], **me["luxury"], "G": _gold(me)}


def _price(me: Me, good: str) -> int:
    """Return what one more of a good is worth: more than twenty if it is lacking."""
    need, have = _needs(me)[good], _have(me)[good]
    basic = {"N": 14, "T": 12, "H": 10, "Z": 9, "W": 8, "R": 30, "B": 30, "G": 12}[good]
    return basic + 8 * max(0, need - have) - (8 if have > need else 0) + (25 * _danger(me) if good == "G" else 0)


def _build(view: View, card: dict[str, Any]) -> int:
    """Judge a building; protection counts little, the power of the sea and of trade a little more."""
    worth = sum(weight * int(card.get(symbol, 0)) for symbol, weight in BUILDING.items())
    if "yields" in card:
        worth += YIELD[card["yields"]]
    if card.get("fire_proof"):
        worth += 12
    worth += 15 * min(_danger(_me(view)), int(card.get("gold", 0)))
    if "T" in card["cost"] and 0 in _me(view)["residents"]:
        worth -= 20
    return worth


def _card(view: View, card: dict[str, Any]) -> int:
    """Judge a card as one to have in hand."""
    if card["building"]:
        return _build(view, card) - 3 * len(card["cost"])
    worth = {"steal_gold": 34, "gain_gold": 30, "take_hand_card": 20, "ship_bonus": 24, "centre_loses_gold": 30}
    return worth.get(card["op"], 22)


def _play(view: View, move: Move) -> int:
    """Judge an action card; what wins comes first."""
    card = next(one for one in _me(view)["hand"] if one["id"] == move["card"])
    other = _other(view)
    if card["op"] == "centre_loses_gold":
        lost = min(card["n"], other["gold"][move["centre"]])
        wins = lost == _gold(other)
        return 2000 if wins else (40 if lost == other["gold"][move["centre"]] else -5)
    if card["op"] == "steal_gold":
        return 2000 if _gold(other) <= card["n"] else 30
    if card["op"] == "empty_landscape":
        amount = next(one["amount"] for one in other["landscapes"] if one["id"] == move["landscape"])
        return 20 * int(amount) - 21
    if card["op"] == "gain_gold":
        return 25 + 50 * _danger(_me(view))
    if card["op"] == "gain_goods":
        return 25 if _me(view)["goods"][card["good"]] < 2 else -5
    return 25


def _bank(view: View, move: Move) -> int:
    """Give what there is too much of for what the next upgrade lacks."""
    me = _me(view)
    give, take = move["give"], move["take"]
    left = _have(me)[give] - 3
    if left < (4 if give == "G" else 0) or (give in "NT" and left < 2 and not (take == "G" and _danger(me))):
        return -50
    return _price(me, take) - 2 * _price(me, give) - (0 if left >= 1 or give in "WZ" else 6) + 4


def _act(view: View, move: Move) -> int:
    judge = _ACTS.get(move["type"])
    return judge(view, move) if judge else {"close": 0, "fill": -2}.get(move["type"], -30)


def _upgrade(view: View, move: Move) -> int:
    return 1000 + 10 * int(_me(view)["residents"][move["resident"]])


def _building(view: View, move: Move) -> int:
    return 100 + _build(view, next(one for one in _me(view)["hand"] if one["id"] == move["card"]))


def _repair(view: View, move: Move) -> int:
    """Repair while wood is left for something else, and in any case up to state II."""
    me = _me(view)
    state = me["ship"]["state"]
    return 14 if state < 3 and me["goods"]["H"] >= (1 if state < 2 else 2) else -10


def _dock(view: View, move: Move) -> int:
    me = _me(view)
    goods = {one["id"]: one["good"] for one in me["landscapes"]}
    return _price(me, goods[move["to"]]) - _price(me, goods[move["from"]]) - 8


def _eager(view: View) -> bool:
    """Whether a voyage promises anything: money to spend, a sound ship, use for luxury goods."""
    me = _me(view)
    lacking = me["luxury"]["R"] < 3 or me["luxury"]["B"] < 2
    return lacking and _gold(me) >= SAFE + 1 and me["ship"]["state"] >= 2 and max(me["residents"]) > 0


def _close(view: View, move: Move) -> int:
    kind, me = move["type"], _me(view)
    cards = len(me["hand"])
    if kind == "voyage":
        base = 60 if _eager(view) else -60
        bonus = next((one["n"] for one in me["hand"] if one["id"] == move.get("card")), 0)
        return base + 4 * bonus
    if kind in ("draw", "search"):
        rich = _gold(me) >= ENOUGH
        return 40 * (3 - cards) + 3 * int(move["pile"][0]) + ((20 if rich else -60) if kind == "search" else 0)
    if kind == "exchange":
        return 30 - _card(view, me["hand"][move["slot"]])
    return {"fill": 10}.get(kind, 0)


def _voyage(view: View, move: Move) -> int:
    """Go on while the ship is sound and there is something to buy with."""
    me = _me(view)
    daring = me["ship"]["state"] >= 2 and _gold(me) >= SAFE and (me["luxury"]["R"] < 3 or me["luxury"]["B"] < 3)
    return 10 if (move["type"] == "reveal") == daring else 0


def _meet(view: View, move: Move) -> int:
    me, card = _me(view), view["voyage"]["seen"][-1]
    margin = int(view["voyage"]["strength"] - card.get("cannons", 0))
    if move["type"] == "buy":
        after = _gold(me) - card["price"]
        return _price(me, move["good"]) - 7 * int(card["price"]) - (60 if after < SAFE else 0)
    if move["type"] == "pay":
        return 20 - 10 * int(card["tribute"]) - (60 if _gold(me) - card["tribute"] < SAFE else 0)
    if move["type"] == "fight":
        return 12 * margin - (0 if me["ship"]["state"] > 1 else 12)
    if move["type"] == "roll":
        return 12 if me["ship"]["state"] > 1 else -12
    return 0


def _gain(view: View, move: Move) -> int:
    return _price(_me(view), move["good"])


def _give(view: View, move: Move) -> int:
    """Give up what there is most use to be without."""
    me = _me(view)
    have, needs = _have(me), _needs(me)
    left = {good: have[good] - move["goods"].count(good) for good in "NTHZW"}
    return sum((12 if good in "NT" else 9) * min(left[good], needs[good]) + left[good] for good in left)


def _demand(view: View, move: Move) -> int:
    return _price(_me(view), move["good"]) if move["type"] == "demand" else -99


def _theatre(view: View, move: Move) -> int:
    """Cancel what ends the match or costs two gold or goods."""
    task = next(one for one in view["standing"] if one["kind"] == "theatre")
    me = _me(view)
    if task["op"] == "take_hand_card":
        return 10 if move["type"] == "allow" else 0
    poor = _gold(me) <= 4
    return 10 if (move["type"] == "cancel") == (poor or "landscape" not in task) else 0


def _reply(view: View, move: Move) -> int:
    """Accept what brings more than it costs; never bargain."""
    if move["type"] != "accept":
        return 0 if move["type"] == "reject" else -50
    task = next(one for one in view["standing"] if one["kind"] in ("offer", "counter"))
    me = _me(view)
    worth = sum(_price(me, good) for good in task["give"]) - sum(_price(me, good) for good in task["take"])
    return worth - 8 - (100 if _gold(me) - task["take"].count("G") < SAFE else 0)


def _lodge(view: View, move: Move) -> int:
    if move["type"] == "skip":
        return 0
    return _card(view, view["discard"][-1]) - _card(view, _me(view)["hand"][move["slot"]])


def _search(view: View, move: Move) -> int:
    return _card(view, view["seen"]["slips"][move["slip"]]["card"])


def _spy(view: View, move: Move) -> int:
    return _card(view, view["seen"]["hand"][move["slot"]])


_ACTS: dict[str, Callable[[View, Move], int]] = {
    "upgrade": _upgrade,
    "build": _building,
    "play": _play,
    "bank": _bank,
    "repair": _repair,
    "dock": _dock,
}
_JUDGES: dict[str, Callable[[View, Move], int]] = {
    "act": _act,
    "close": _close,
    "cards": _close,
    "voyage": _voyage,
    "meet": _meet,
    "yield": _gain,
    "hunt": _gain,
    "prize": _gain,
    "fire": _give,
    "discontent": _give,
    "demand": _demand,
    "theatre": _theatre,
    "offer": _reply,
    "counter": _reply,
    "lodge": _lodge,
    "search": _search,
    "spy": _spy,
}
