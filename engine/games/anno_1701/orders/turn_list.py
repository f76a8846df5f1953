"""A turn as one list: which entry comes next, and where an interrupted list goes on (RULES.md, E.2).

Every answer of the list says how many it gave before in the turn (``step``); the state remembers what was played, with the
results, so the list itself is never part of the state (:mod:`engine.games.anno_1701.rules.play`). A list
closes its turn with cards by a ranking, or a voyage by a plan; a ranking picks the first card of a hand or a pile it names.
"""

from collections.abc import Callable, Sequence

from engine.games.anno_1701.rules import closing, stores
from engine.games.anno_1701.rules.moves import passes
from engine.games.anno_1701.rules.play import Play, listed, number_of
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
    TakeSlotMove,
)
from engine.games.anno_1701.types.orders import (
    Anno1701Orders,
    CardsPlan,
    ClosePlan,
    Condition,
    Entry,
    StopRule,
    TakePlan,
    TurnPlan,
    VoyagePlan,
)
from engine.games.anno_1701.types.state import Anno1701State, MeetTask, PlainTask, SearchTask
from engine.games.anno_1701.types.view import ListedAct, RestingList


def first_ranked(ranking: Sequence[str], kinds: Sequence[str]) -> int | None:
    """Return the position of the best-ranked kind, or None if none of them is ranked.

    >>> first_ranked(["schule", "farm"], ["farm", "loge", "schule"])
    2
    """
    return next((kinds.index(kind) for kind in ranking if kind in kinds), None)


def slot_of(play: Play, seat: int, ranking: Sequence[str]) -> int | None:
    """Return the slot of the hand card that comes first in a ranking."""
    return first_ranked(ranking, [play.data.cards[card].kind for card in play.player(seat)["hand"]])


def place_under(play: Play, seat: int, slot: int) -> str:
    """Return the first pile under which a hand card may be pushed."""
    numeral = play.data.cards[play.player(seat)["hand"][slot]].stack
    return next((f"{numeral}{half}" for half in "ab" if play.state["piles"][f"{numeral}{half}"]), f"{numeral}a")


def closing_move(play: Play, seat: int, plan: ClosePlan | None) -> Anno1701Move | None:
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
    """Take the card of the pile that ranks first."""
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


ALWAYS: Condition = {}


def answer(play: Play, task: PlainTask | SearchTask | MeetTask, orders: Anno1701Orders) -> Anno1701Move | None:
    """Return the list's answer, or None to ask the player."""
    plan = _plan(play, orders)
    if plan is None:
        return None
    seat, close = task["seat"], plan.get("close")
    move: Anno1701Move | None = None
    match task["kind"]:
        case "act":
            move = _act(play, task, plan)
        case "spy":
            move = _spy(play, seat, plan)
        case "close":
            move = closing_move(play, seat, close)
        case "cards":
            move = cards(play, close)
        case "search":
            move = search(play, task, close)
        case "voyage":
            move = voyage(play, seat, close)
        case "meet":
            move = meet(play, task, close)
    return move


def _plan(play: Play, orders: Anno1701Orders) -> TurnPlan | None:
    """Return the list that applies to the present turn."""
    plan = orders.get("turn")
    return plan if plan is not None and plan["turn"] == play.state["turn"] and _plays_on(play.state, plan) else None


def _plays_on(state: Anno1701State, plan: TurnPlan) -> bool:
    """Return whether a list still plays on its own: no answer was given by hand since it began or was sent again."""
    by_hand = state["by_hand"]
    return by_hand == 0 if "from" not in plan else number_of(plan["from"]) > by_hand


def _act(play: Play, task: PlainTask, plan: TurnPlan) -> Anno1701Move | None:
    """Return the next action of the list whose condition holds or, after the last, how the actions end."""
    spied = play.state["spied"]
    at, results = _place(listed(play.state), spied, plan)
    for entry in plan.get("do", [])[at:]:
        if _held(spied, entry, results):
            move = entry["do"].copy()
            if passes(play, task["seat"], task, move):
                return move
            if not entry.get("skip", False):
                return None
    return _end(plan)


def _place(acts: Sequence[ListedAct], spied: Sequence[str], plan: TurnPlan) -> tuple[int, dict[int, str]]:
    """Return the entry at which a list continues, and the results so far, from its acts and the cards spied this turn."""
    since = number_of(plan["from"]) - 1 if "from" in plan else 0
    played = [act for act in acts if act["n"] > since]
    return entries_played(played, plan.get("do", []), lambda entry, n, results: _held(spied[:n], entry, results))


def entries_played(
    acts: Sequence[ListedAct], entries: Sequence[Entry], holds: Callable[[Entry, int, dict[int, str]], bool]
) -> tuple[int, dict[int, str]]:
    """Return the entry at which the list continues, and the results of those played, by entry.

        An entry whose condition held when it was tried was either played, or impossible and skipped. If it was skipped, so
    was every equal entry up to the next one that was played, since nothing had changed. ``holds`` judges a condition by how
    much had been spied at that time and by the results of earlier entries.
    """
    results: dict[int, str] = {}
    at = 0
    for act in acts:
        while at < len(entries):
            at += 1
            if entries[at - 1]["do"] == act["do"] and holds(entries[at - 1], act["spied"], results):
                results[at - 1] = act["result"]
                break
    return at, results


def left(resting: RestingList, plan: TurnPlan) -> list[Entry]:
    """Return the entries that an interrupted list has not reached, by what its owner's view shows of it (``list``)."""
    at, _ = _place(resting["acts"], resting["spied"], plan)
    return plan.get("do", [])[at:]


def _held(spied: Sequence[str], entry: Entry, results: dict[int, str]) -> bool:
    """Return whether an entry's condition holds, given what had been spied by then and the results of earlier entries."""
    condition = entry.get("if", ALWAYS)
    if "spied" in condition and not set(condition["spied"]) & set(spied):
        return False
    if "after" not in condition:
        return True
    return condition["after"]["result"] == results.get(condition["after"]["entry"], "skipped")


def signed(play: Play, move: Anno1701Move) -> Anno1701Move:
    """Return an answer of the list marked as such: with the number of answers it gave earlier in this turn."""
    marked = move.copy()
    marked["step"] = play.state["listed"]
    return marked


def _end(plan: TurnPlan) -> EndMove | None:
    """Return how the actions end."""
    close = plan.get("close")
    if close is None:
        return None
    if close["type"] == "finish" or close["type"] == "fill":
        return EndMove(type=close["type"])
    return EndMove(type="close")


def ending(plan: TurnPlan) -> list[DrawMove | SearchMove | EndMove | SetSailMove]:
    """Return how a list closes its turn, as moves; the cards that will be in the hand or in a search are not known yet."""
    close = plan.get("close")
    if close is None:
        return []
    if close["type"] == "cards":
        return [take(one) for one in close["take"]]
    if close["type"] == "voyage":
        return [SetSailMove(type="voyage")]
    return [EndMove(type=close["type"])]


def _spy(play: Play, seat: int, plan: TurnPlan) -> TakeSlotMove | None:
    """Take the card of the other hand that comes first in the ranking."""
    kinds = [play.data.cards[card].kind for card in play.player(1 - seat)["hand"]]
    first = first_ranked(plan.get("spy", []), kinds)
    return None if first is None else TakeSlotMove(type="take", slot=first)
