"""Placing plans: standing orders that answer ``ship`` and ``place`` without a second visit.

An order is ``{"plans": [...]}``. A plan may name the card and the round that it is for, and public facts that it depends on. It
lists ship moves and fields in the order in which they are tried. The first plan that fits and names something legal is
followed; otherwise the player is asked. Sealed choices are never answered by a plan.

Every condition is about something that everybody can see: ``{"free": [x, y]}``, ``{"holds": [x, y], "card": "C19"}``,
``{"ship": [x, y]}`` or ``{"passed": seat}``. All conditions of a plan must hold.

A card can be chosen together with where to lay it and how the ship then moves (:mod:`engine.kit.ahead`). The places offered
are those possible when the card is chosen; any that are no longer possible when it is laid are skipped.

The player is told of plans for the current round and the card played in it. A seat's turn is over when its card is laid or goes
back to the hand, or when it cannot lay any. After that it is asked nothing new.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.games.kontor.orders.check import MOST_PLANS
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.fields import Field, field, place, reading_order
from engine.games.kontor.rules.moves import legal_places
from engine.games.kontor.rules.placing import fields_for
from engine.games.kontor.rules.play import played_card
from engine.games.kontor.rules.ship import destinations, ship_moves
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.moves import Condition, KontorMove, KontorOrders, PlaceAnswer, Plan, ShipAnswer
from engine.games.kontor.types.state import KontorState
from engine.kit.ahead import Ahead, Settled, Wish, Wishes


def consult(state: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> ShipAnswer | PlaceAnswer | None:
    """Return the plans' answer for a seat that is asked, or None to ask the player."""
    if state["stage"] == "ship":
        return _voyage(state, preset, seat, orders)
    if state["stage"] == "place":
        return _placing(state, preset, seat, orders)
    return None


def fitting(state: KontorState, seat: int, orders: KontorOrders) -> Iterator[Plan]:
    """Yield the plans whose card, round and conditions fit a seat whose card is to be laid, in the order of the document."""
    return (plan for plan in orders["plans"] if _fits(state, seat, plan))


def _voyage(state: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> ShipAnswer | None:
    legal = {_course(move) for move in ship_moves(state, preset)}
    for plan in fitting(state, seat, orders):
        for wanted in plan.get("ship", ()):
            if _course(wanted) in legal:
                return wanted.copy()
    return None


def _placing(state: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> PlaceAnswer | None:
    legal = set(legal_places(state, preset, seat))
    for plan in fitting(state, seat, orders):
        for wanted in plan.get("place", ()):
            if field(*wanted) in legal:
                return {"type": "place", "at": wanted}
    return None


def _course(move: ShipAnswer) -> tuple[int | None, ...]:
    """Return a ship move in a form that sets can hold."""
    return () if move["type"] == "stay" else (*move["to"], *move.get("remove", ()), move.get("receiver"))


def _fits(state: KontorState, seat: int, plan: Plan) -> bool:
    card = played_card(state, seat)
    if plan.get("card", card) != card or plan.get("round", state["round"]) != state["round"]:
        return False
    return all(_holds(state, one) for one in plan.get("if", ()))


def _holds(state: KontorState, condition: Condition) -> bool:
    if "free" in condition:
        return field(*condition["free"]) not in state["board"]
    if "holds" in condition:
        stack = state["board"].get(field(*condition["holds"]))
        return stack is not None and stack[-1] == condition["card"]
    if "ship" in condition:
        return state["ship"] == field(*condition["ship"])
    return "pass" in (state["played"][condition["passed"]] or {})


SEALED = ("choose", "alone")
"""The stages in which it is unknown whose cards will be laid."""


def settled(
    before: KontorState, after: KontorState, preset: Preset, seat: int, orders: KontorOrders, ordered: KontorMove | None
) -> list[Settled]:
    """Return the outcomes of wishes that a decision settled; ``ordered`` is the seat's answer by orders."""
    found = [] if ordered is None else _followed(before, seat, orders, ordered)
    found += _blocked(before, after, preset, seat, orders)
    if _awaits_turn(before, seat) and not (after["round"] == before["round"] and _awaits_turn(after, seat)):
        found += _never_asked(before, after, preset, seat, orders)
    return found


def _followed(before: KontorState, seat: int, orders: KontorOrders, move: KontorMove) -> list[Settled]:
    part = before["stage"]
    plan = next((one for one in fitting(before, seat, orders) if _name(move) in _names([one], part)), None)
    return [] if plan is None else [Settled(part, _names([plan], part), "used", _name(move))]


def _blocked(before: KontorState, after: KontorState, preset: Preset, seat: int, orders: KontorOrders) -> list[Settled]:
    """Return that the seat is asked now, though its plans had something to say about it."""
    part = after["stage"]
    if not _is_asked(after, seat) or (_is_asked(before, seat) and before["stage"] == part):
        return []
    wishes = _names(list(fitting(after, seat, orders)), part)
    return [Settled(part, wishes, "blocked")] if wishes and consult(after, preset, seat, orders) is None else []


def _never_asked(
    before: KontorState, after: KontorState, preset: Preset, seat: int, orders: KontorOrders
) -> Iterator[Settled]:
    """Yield the wishes about questions that were not asked in a turn that is now over."""
    card = _card(before, seat) or (_card(after, seat) if after["round"] == before["round"] else None)
    own = _is_asked(before, seat)
    asked = {before["stage"]} if own else set[str]()
    if own and card is not None and preset.cards[card].symbol == "ship":
        asked.add("ship")  # it was asked before the card was laid
    plans = [
        one
        for one in orders["plans"]
        if one.get("round") == before["round"] and (card is None or one.get("card", card) == card)
    ]
    for part in ("place", "ship"):
        wishes = _names(plans, part)
        if wishes and part not in asked:
            yield Settled(part, wishes, "lapsed")


def _awaits_turn(state: KontorState, seat: int) -> bool:
    return state["outcome"] is None and (state["stage"] in SEALED or seat in state["due"])


def _is_asked(state: KontorState, seat: int) -> bool:
    """Return whether the seat lays or sails now."""
    return state["stage"] in ("ship", "place") and bool(state["due"]) and state["due"][0] == seat


def _card(state: KontorState, seat: int) -> str | None:
    played = state["played"][seat]
    return played["card"] if played is not None and "card" in played else None


def _names(plans: Sequence[Plan], part: str) -> tuple[str, ...]:
    """Return the wishes of plans about a part by name, in order, each once."""
    if part == "place":
        found = [field(*one) for plan in plans for one in plan.get("place", ())]
    else:
        found = [_name(one) for plan in plans for one in plan.get("ship", ())]
    return tuple(dict.fromkeys(found))


def _name(move: KontorMove | ShipAnswer) -> str:
    if move["type"] == "sail":
        return field(*move["to"])
    return field(*move["at"]) if move["type"] == "place" else STAY


STAGES = ("choose", "alone")
STAY = "stay"


def ahead(state: KontorState, preset: Preset, move: KontorMove, phrases: Phrases) -> list[Ahead]:
    """Return where the card of a move may be laid, and the courses of the ship where there is one."""
    if state["stage"] not in STAGES or move["type"] != "play":
        return []
    fields = {one for name in _cards(move) for one in fields_for(state, preset, preset.cards[name])}
    found = [_part("place", _fields(reading_order(fields), phrases), phrases)]
    if state["ship"] is not None:
        stay = Wish(STAY, phrases.say("ahead.stay"), phrases.say("ahead.stay-called"))
        found.append(_part("ship", [stay, *_fields(destinations(state, preset), phrases)], phrases))
    return found


def settled_words(part: str, names: Sequence[str], phrases: Phrases) -> tuple[str, list[str]]:
    """Return the subject of a part, and the names of its wishes."""
    called = [phrases.say("ahead.stay") if name == STAY else phrases.field(place(name)) for name in names]
    return phrases.say(f"ahead.{part}-about"), called


def orders(state: KontorState, move: KontorMove, wishes: Wishes) -> KontorOrders:
    """Return placing plans for this round and the cards of this move alone."""
    assert move["type"] == "play"
    plans = []
    for card in _cards(move):
        plan = Plan(card=card, round=state["round"])
        if wishes.get("place"):
            plan["place"] = [place(name) for name in wishes["place"]]
        if wishes.get("ship"):
            plan["ship"] = [_planned_course(name) for name in wishes["ship"]]
        plans.append(plan)
    return {"plans": plans}


def _cards(move: KontorMove) -> Iterable[str]:
    """Return the cards that a move may come to, each once."""
    assert move["type"] == "play"
    return dict.fromkeys((move["card"], move.get("if_alone", move["card"])))


def _part(name: str, wishes: Sequence[Wish], phrases: Phrases) -> Ahead:
    keywords = tuple(phrases.say(f"ahead.{name}-keywords").split())
    return Ahead(name, keywords, phrases.say(f"ahead.{name}"), tuple(wishes[:MOST_PLANS]))


def _fields(fields: Iterable[Field], phrases: Phrases) -> list[Wish]:
    return [Wish(name, phrases.field(place(name))) for name in fields]


def _planned_course(name: str) -> ShipAnswer:
    return {"type": "stay"} if name == STAY else {"type": "sail", "to": place(name)}
