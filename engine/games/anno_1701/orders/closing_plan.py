"""Play the closing phase of a turn list: cards by a ranking, or a voyage by a plan (RULES.md, E.2)."""

from __future__ import annotations

from engine.games.anno_1701.orders.ranking import first_ranked, place_under, slot_of
from engine.games.anno_1701.rules import closing, stores
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.voyage import under_way
from engine.games.anno_1701.types.cards import SiegeCard, TraderCard, TributeCard
from engine.games.anno_1701.types.moves import (
    Anno1701Move,
    BuyMove,
    DrawMove,
    EndMove,
    ExchangeMove,
    FightMove,
    PayMove,
    RevealMove,
    RollMove,
    SailMove,
    SearchMove,
    SetSailMove,
    StopMove,
    TakeSlipMove,
)
from engine.games.anno_1701.types.orders import CardsPlan, ClosePlan, StopRule, TakePlan, VoyagePlan
from engine.games.anno_1701.types.state import MeetTask, SearchTask


def close(play: Play, seat: int, plan: ClosePlan | None) -> Anno1701Move | None:
    """Return how the closing phase begins."""
    if plan is None:
        return None
    if plan["type"] == "voyage":
        return _set_sail(play, seat, plan)
    if plan["type"] == "cards":
        return _first_card(play, seat, plan)
    return EndMove(type=plan["type"])


def _set_sail(play: Play, seat: int, plan: VoyagePlan) -> SetSailMove | None:
    if "card" not in plan:
        return SetSailMove(type="voyage")
    slot = slot_of(play, seat, [plan["card"]])
    return None if slot is None else SetSailMove(type="voyage", card=play.player(seat)["hand"][slot])


def _first_card(play: Play, seat: int, plan: CardsPlan) -> DrawMove | SearchMove | ExchangeMove | EndMove:
    """Take a card; if the hand is full, put one away first."""
    if len(play.player(seat)["hand"]) < closing.HAND:
        return _next_card(play, plan)
    slot = slot_of(play, seat, plan.get("exchange", []))
    if slot is None:
        return EndMove(type="finish")
    return ExchangeMove(type="exchange", slot=slot, under=place_under(play, seat, slot))


def cards(play: Play, plan: ClosePlan | None) -> DrawMove | SearchMove | EndMove | None:
    """Return the next draw or search of a plan for cards."""
    return None if plan is None or plan["type"] != "cards" else _next_card(play, plan)


def _next_card(play: Play, plan: CardsPlan) -> DrawMove | SearchMove | EndMove:
    """Return the next draw or search of the list; after its last entry the turn ends."""
    taken = play.state["taken"]
    return EndMove(type="finish") if taken >= len(plan["take"]) else take(plan["take"][taken])


def take(plan: TakePlan) -> DrawMove | SearchMove:
    """Return an entry for cards as a move."""
    if "rank" in plan:
        return SearchMove(type="search", pile=plan["pile"])
    return DrawMove(type="draw", pile=plan["pile"])


def search(play: Play, task: SearchTask, plan: ClosePlan | None) -> TakeSlipMove | None:
    """Take the card of the pile that stands first in the ranking."""
    if plan is None or plan["type"] != "cards" or play.state["taken"] >= len(plan["take"]):
        return None
    pile = play.state["piles"][task["pile"]].split()
    ranking = plan["take"][play.state["taken"]].get("rank", [])
    first = first_ranked(ranking, [play.data.cards[card].kind for card in pile])
    return None if first is None else TakeSlipMove(type="take", slip=task["slips"].index(first))


def voyage(play: Play, seat: int, plan: ClosePlan | None) -> RevealMove | StopMove | None:
    """Stop when one of the plan's reasons to stop is reached."""
    if plan is None or plan["type"] != "voyage":
        return None
    stops = any(_enough(play, seat, rule) for rule in plan.get("stop", []))
    return StopMove(type="stop") if stops else RevealMove(type="reveal")


def _enough(play: Play, seat: int, rule: StopRule) -> bool:
    """Return whether all limits of a stop rule are reached."""
    player = play.player(seat)
    gold, revealed = stores.gold(player), len(under_way(play)["seen"])
    return bool(rule) and (
        player["ship"] <= rule.get("ship", player["ship"])
        and gold <= rule.get("gold", gold)
        and player["luxury"]["R"] >= rule.get("rum", 0)
        and player["luxury"]["B"] >= rule.get("tobacco", 0)
        and revealed >= rule.get("revealed", 0)
    )


def meet(play: Play, task: MeetTask, plan: ClosePlan | None) -> Anno1701Move | None:
    """Return the plan's answer to a voyage card; by default: sail on, pay if allowed, buy nothing, do not attack."""
    if plan is None or plan["type"] != "voyage":
        return None
    card, ship = play.data.voyage[task["card"]], play.player(task["seat"])["ship"]
    match card["op"]:
        case "buy":
            return _buy(play, task["seat"], plan, card)
        case "tribute":
            return _tribute(play, task["seat"], plan, card)
        case "siege":
            return _siege(play, ship, plan, card)
    rolls = "flotsam" in plan and ship >= plan["flotsam"]["ship"]
    return RollMove(type="roll") if rolls else SailMove(type="sail")


def _tribute(play: Play, seat: int, plan: VoyagePlan, card: TributeCard) -> PayMove | FightMove:
    price, rule = card["tribute"], plan.get("tribute", {})
    left = stores.gold(play.player(seat)) - price
    pays = price <= rule.get("up_to", price) and left >= rule.get("gold_after", 1)
    return PayMove(type="pay") if pays else FightMove(type="fight")


def _siege(play: Play, ship: int, plan: VoyagePlan, card: SiegeCard) -> FightMove | SailMove:
    rule = plan.get("siege")
    if rule is None or ship < rule.get("ship", 1):
        return SailMove(type="sail")
    weak = card["cannons"] - under_way(play)["strength"] <= rule["margin"]
    return FightMove(type="fight") if weak else SailMove(type="sail")


def _buy(play: Play, seat: int, plan: VoyagePlan, card: TraderCard) -> BuyMove | SailMove:
    player = play.player(seat)
    have = stores.amounts(play.data, player) | player["luxury"]
    left = stores.gold(player) - card["price"]
    for one in plan.get("buy", []):
        good = one["good"]
        if (
            good in card["goods"]
            and have[good] < one.get("below", 9)
            and card["price"] <= one.get("price", 9)
            and left >= one.get("gold_after", 1)
            and stores.room(play.data, player, good)
        ):
            return BuyMove(type="buy", good=good)
    return SailMove(type="sail")
