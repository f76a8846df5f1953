"""What standing orders answer: at the very point of the game where the decision falls, if it is legal then (RULES.md, F)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.contract import Decision, IllegalMove
from engine.seafarers.resources import INDEX, amounts, counts
from engine.seafarers.rules import moves, sites, thief, trade
from engine.seafarers.rules.play import Play
from engine.seafarers.scenarios import Scenario
from engine.seafarers.types.moves import ListMove, SeafarersMove, ThiefMove
from engine.seafarers.types.orders import ListEntry, SeafarersOrders, TradeRule, TurnList
from engine.seafarers.types.state import OfferState, SeafarersState


def consult(
    state: SeafarersState, scenario: Scenario, seat: int, decision: Decision, orders: SeafarersOrders
) -> SeafarersMove | None:
    """Return what the orders answer, or ``None``: ask the player. Uses only what the seat sees."""
    play = Play.judging(state, scenario)

    def legal(move: SeafarersMove) -> bool:
        try:
            moves.check(state, scenario, seat, decision, move)
        except IllegalMove:
            return False
        return True

    answer = _ANSWERS[decision["kind"]](Asked(play, seat, decision, legal), orders)
    return answer if answer is not None and legal(answer) else None


class Asked:
    """A decision that orders are asked about: the table, the seat, and whether an answer would be legal."""

    __slots__ = ("decision", "legal", "play", "seat", "state")

    def __init__(self, play: Play, seat: int, decision: Decision, legal: Callable[[SeafarersMove], bool]) -> None:
        self.play, self.seat, self.decision, self.legal = play, seat, decision, legal
        self.state = play.state


def _harbour(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    free = moves.free_coasts(asked.play)
    edge = next((one for one in orders.get("harbours", ()) if one in free), None)
    return None if edge is None else {"type": "harbour", "edge": edge}


def _found(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    free = frozenset(sites.founding(asked.play, asked.seat))
    for wish in orders.get("found", ()):
        if wish["node"] not in free:
            continue
        pieces: tuple[Literal["road", "ship"], ...] = (wish["piece"],) if "piece" in wish else ("ship", "road")
        for piece in pieces:
            move: SeafarersMove = {"type": "found", "node": wish["node"], "edge": wish["edge"], "piece": piece}
            if asked.legal(move):
                return move
    return None


def _list_of(asked: Asked, orders: SeafarersOrders) -> TurnList | None:
    """Return the list that holds for the present turn."""
    turn = orders.get("turn")
    return turn if turn is not None and turn["turn"] == asked.state["turn"] else None


def _start(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    turn = _list_of(asked, orders)
    step = asked.state["step"]
    if turn is not None and step < len(turn["do"]) and turn["do"][step].get("early", False):
        move = _entry(turn["do"][step], step)
        return move if asked.legal(move) or not turn["do"][step].get("skip", False) else {"type": "roll"}
    return {"type": "roll"} if turn is not None or orders.get("roll", False) else None


def _entry(entry: ListEntry, step: int) -> SeafarersMove:
    """Return the action of an entry, marked with how far the list is played behind it."""
    move = entry["do"].copy()
    move["step"] = step + 1
    return move


def _act(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    turn = _list_of(asked, orders)
    if turn is None:
        return None
    step, entries = asked.state["step"], turn["do"]
    if asked.state["seen"] and step and not entries[min(step, len(entries)) - 1].get("blind", False):
        return None
    for i in range(step, len(entries)):
        move = _entry(entries[i], i)
        if asked.legal(move):
            return move
        if not entries[i].get("skip", False):
            return None
    return {"type": "end", "step": len(entries)} if turn.get("end", False) else None


def _free(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    """The entries behind a road building card say where its pieces go."""
    turn, step = _list_of(asked, orders), asked.state["step"]
    if turn is None or asked.state["seen"] or step >= len(turn["do"]):
        return None
    return _entry(turn["do"][step], step)


def _discard(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    if "discard" not in orders:
        return None
    hand = list(asked.state["hands"][asked.seat])
    left, given = thief.owed(hand), [0] * 5
    for name in orders["discard"]:
        given[INDEX[name]] = min(hand[INDEX[name]], left)
        left -= given[INDEX[name]]
        hand[INDEX[name]] -= given[INDEX[name]]
    for _ in range(left):
        most = max(range(5), key=lambda i: (hand[i], -i))
        hand[most] -= 1
        given[most] += 1
    return {"type": "discard", "cards": amounts(given)}


def _gold(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    return {"type": "gold", "take": list(orders["gold"])} if "gold" in orders else None


def _thief(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    for wish in orders.get("thief", ()):
        move: ThiefMove = {"type": wish["type"], "hex": wish["hex"]}
        places = thief.robber_hexes(asked.play) if wish["type"] == "robber" else thief.pirate_cells(asked.play)
        if wish["hex"] not in places:
            continue
        victims = thief.victims(asked.play, asked.seat, wish["type"], wish["hex"])
        if "victim" in wish:
            if wish["victim"] not in victims:
                continue
            move["victim"] = wish["victim"]
        elif victims:
            move["victim"] = max(victims, key=lambda one: (sum(asked.state["hands"][one]), -one))
        return move
    return None


def _special(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    special = orders.get("special")
    if special is None or special == "pass":
        return None if special is None else {"type": "end"}
    if special.get("turn", asked.state["turn"]) != asked.state["turn"]:
        return None
    if asked.seat in asked.state["builders"]:
        return None if asked.state["seen"] else {"type": "end"}
    if asked.state["builders"] and not special.get("anyway", False):
        return None
    for i, action in enumerate(special["do"]):
        if asked.legal(action):
            listed: ListMove = {"type": "list", "do": special["do"][i:]}
            return listed
    return {"type": "end"}


def _chip(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    found = (one for one in orders.get("chips", ()) if asked.legal({"type": "chip", "hex": one}))
    first = next(found, None)
    return None if first is None else {"type": "chip", "hex": first}


def _reply(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    made = trade.standing(asked.play, moves.offer_of(asked.decision))
    assert made is not None
    if any(_covers(asked, made, rule) for rule in orders.get("trades", ())):
        return {"type": "accept"}
    return {"type": "decline"} if orders.get("decline", False) else None


def _covers(asked: Asked, made: OfferState, rule: TradeRule) -> bool:
    """Return whether a rule accepts an offer: what its maker takes is given, what he gives is taken."""
    state = asked.state
    if state["active"] in rule.get("not_to", ()) or state["turn"] > rule.get("until", state["turn"]):
        return False
    most, least, keep = counts(rule["give"]), counts(rule["take"]), counts(rule.get("keep", {}))
    left = [have - less for have, less in zip(state["hands"][asked.seat], made["take"], strict=True)]
    return trade.covers(most, made["take"]) and trade.covers(made["give"], least) and trade.covers(left, keep)


_ANSWERS: dict[str, Callable[[Asked, SeafarersOrders], SeafarersMove | None]] = {
    "harbour": _harbour,
    "found": _found,
    "start": _start,
    "act": _act,
    "free": _free,
    "discard": _discard,
    "gold": _gold,
    "thief": _thief,
    "special": _special,
    "chip": _chip,
    "reply": _reply,
}
