"""Answer decisions from standing orders at the moment they arise, if the answer is legal then (RULES.md, F).

Choices attached to ending a turn hold for the turns of the others (see :mod:`engine.kit.ahead`): offers to accept or decline
automatically, and special building phases to skip, or to be asked about only if something can be built.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, cast

from engine.contract import Decision, IllegalMove
from engine.games.seafarers.resources import INDEX, RESOURCES, ROAD, SHIP, amounts, counts
from engine.games.seafarers.rules import moves, production, sites, trade
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.moves import (
    ListMove,
    SeafarersAction,
    SeafarersMove,
    SeafarersOrders,
    SpecialList,
    ThiefMove,
    TradeRule,
    TurnList,
)
from engine.games.seafarers.types.state import OfferState, SeafarersState
from engine.games.seafarers.types.view import Resource
from engine.kit.ahead import Ahead, Wish, Wishes

DECLINE, PASS, ABLE, ALWAYS = "decline", "pass", "able", "always"
SPECIAL: Mapping[str, Literal["pass", "ask", "when-able"]] = {PASS: "pass", ABLE: "when-able", ALWAYS: "ask"}
FOR = ">"


def ahead(
    state: SeafarersState, scenario: Scenario, seat: int, kind: str, move: SeafarersMove, phrases: Phrases
) -> list[Ahead]:
    """Return the parts that may be said ahead with a legal move of a seat to a decision of a kind."""
    if kind != "act" or move["type"] != "end":
        return []
    held = [name for name, many in zip(RESOURCES, state["hands"][seat], strict=True) if many]
    trades = [_trade(give, take, phrases) for give in held for take in RESOURCES if take != give]
    found = [_part("offers", [_word(DECLINE, phrases), *trades], phrases)]
    if scenario.special_phase:
        found.append(_part("special", [_word(one, phrases) for one in SPECIAL], phrases))
    return found


def orders(state: SeafarersState, wishes: Wishes) -> SeafarersOrders:
    """Return the standing orders for these wishes; a trade is made once per turn, until the seat's next turn begins."""
    found: SeafarersOrders = {}
    offers, special = wishes.get("offers", ()), wishes.get("special", ())
    trades = [_rule(name, state) for name in offers if FOR in name]
    if trades:
        found["trades"] = trades
    if DECLINE in offers:
        found["decline"] = True
    if special:
        found["special"] = SPECIAL[special[0]]
    return found


def _rule(name: str, state: SeafarersState) -> TradeRule:
    give, take = (cast("Resource", one) for one in name.split(FOR))
    return {"give": {give: 1}, "take": {take: 1}, "until": state["turn"] + state["seats"] - 1, "times": 1}


def _trade(give: str, take: str, phrases: Phrases) -> Wish:
    named = {"give": phrases.say(f"resource.{give}"), "take": phrases.say(f"resource.{take}")}
    return Wish(f"{give}{FOR}{take}", phrases.say("ahead.trade", **named), phrases.say("ahead.trade-called", **named))


def _word(name: str, phrases: Phrases) -> Wish:
    return Wish(name, phrases.say(f"ahead.{name}"), phrases.say(f"ahead.{name}-called"))


def _part(name: str, wishes: Sequence[Wish], phrases: Phrases) -> Ahead:
    keywords = tuple(phrases.say(f"ahead.{name}-keywords").split())
    return Ahead(name, keywords, phrases.say(f"ahead.{name}"), tuple(wishes), lasting=True, counted=True)


def consult(
    state: SeafarersState, scenario: Scenario, seat: int, decision: Decision, orders: SeafarersOrders
) -> SeafarersMove | None:
    """Return the orders' answer, or None to ask the player. Uses only what the seat sees."""
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
    """A decision that standing orders are consulted on: the table, the seat, and a test for legal answers."""

    __slots__ = ("decision", "legal", "play", "seat", "state")

    def __init__(self, play: Play, seat: int, decision: Decision, legal: Callable[[SeafarersMove], bool]) -> None:
        self.play, self.seat, self.decision, self.legal = play, seat, decision, legal
        self.state = play.state


def _harbour(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    free = sites.free_coasts(asked.play)
    edge = next((one for one in orders.get("harbours", ()) if one in free), None)
    return None if edge is None else {"type": "harbour", "edge": edge}


def _found(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    free = frozenset(sites.founding(asked.play, asked.seat))
    for wish in orders.get("found", ()):
        if wish["node"] not in free:
            continue
        beside = sites.founding_pieces(asked.play, asked.seat, wish["node"])
        pieces: tuple[Literal["road", "ship"], ...] = (wish["piece"],) if "piece" in wish else ("ship", "road")
        for piece in pieces:
            if (wish["edge"], SHIP if piece == "ship" else ROAD) in beside:
                return {"type": "found", "node": wish["node"], "edge": wish["edge"], "piece": piece}
    return None


def _list_of(asked: Asked, orders: SeafarersOrders) -> TurnList | None:
    """Return the list that holds for the present turn."""
    turn = orders.get("turn")
    return turn if turn is not None and turn["turn"] == asked.state["turn"] else None


def _reached(asked: Asked, turn: TurnList) -> int:
    """Return the entry at which a list continues: after those played by it, or by an earlier list with the same
    beginning.

    A list in which something is missing that was played is a new one, and begins with its first entry; so is one that could
    not have passed over what stands before. Of two equal entries the first was played: the second was tried only where the
    first was not possible, and then it was not possible either.
    """
    entries, at = turn["do"], 0
    for action in asked.state["listed"]:
        while at < len(entries) and entries[at]["do"] != action and entries[at].get("skip", False):
            at += 1
        if at == len(entries) or entries[at]["do"] != action:
            return 0
        at += 1
    return at


def _start(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    turn = _list_of(asked, orders)
    if turn is not None:
        at = _reached(asked, turn)
        if at < len(turn["do"]) and turn["do"][at].get("early", False):
            move = _marked(asked, turn["do"][at]["do"], at)
            return move if asked.legal(move) or not turn["do"][at].get("skip", False) else {"type": "roll"}
    return {"type": "roll"} if turn is not None or orders.get("roll", False) else None


def _marked(asked: Asked, action: SeafarersAction, at: int) -> SeafarersMove:
    """Return an action marked as the list's: how many it has played with this one, never which entry it is.

    Gaps would tell everybody how many entries were passed over.
    """
    move = action.copy()
    move["step"] = len(asked.state["listed"]) + 1 if at else 1
    return move


def _act(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    turn = _list_of(asked, orders)
    if turn is None:
        return None
    at, entries = _reached(asked, turn), turn["do"]
    if at and _stops_to_look(asked, turn, at):
        return None
    for entry in entries[at:]:
        move = _marked(asked, entry["do"], at)
        if asked.legal(move):
            return move
        if not entry.get("skip", False):
            return None
    return _marked(asked, {"type": "end"}, at) if turn.get("end", False) else None


def _stops_to_look(asked: Asked, turn: TurnList, at: int) -> bool:
    """Return whether the last answer revealed something new to its player, unless its entry was blind."""
    return asked.state["seen"] and not (at and turn["do"][at - 1].get("blind", False))


def _free(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    """Yield the entries after a road building card, which say where its pieces go."""
    turn = _list_of(asked, orders)
    at = 0 if turn is None else _reached(asked, turn)
    if turn is None or at >= len(turn["do"]) or _stops_to_look(asked, turn, at):
        return None
    return _marked(asked, turn["do"][at]["do"], at)


def _discard(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    if "discard" not in orders:
        return None
    hand = list(asked.state["hands"][asked.seat])
    left, given = production.owed(hand), [0] * 5
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
        places = (
            production.robber_hexes(asked.play) if wish["type"] == "robber" else production.pirate_cells(asked.play)
        )
        if wish["hex"] not in places:
            continue
        victims = production.victims(asked.play, asked.seat, wish["type"], wish["hex"])
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
    if special is None or special == "ask" or (special == "when-able" and _able(asked)):
        return None
    return {"type": "end"} if isinstance(special, str) else _special_list(asked, special)


def _special_list(asked: Asked, special: SpecialList) -> SeafarersMove | None:
    if special.get("turn", asked.state["turn"]) != asked.state["turn"]:
        return None
    if asked.seat in asked.state["builders"]:
        return None if asked.state["seen"] and not special.get("blind", False) else {"type": "end"}
    if asked.state["builders"] and not special.get("anyway", False):
        return None
    for i, action in enumerate(special["do"]):
        if asked.legal(action):
            listed: ListMove = {"type": "list", "do": special["do"][i:]}
            return listed
    return {"type": "end"}


def _able(asked: Asked) -> bool:
    """Return whether anything but to pass is possible."""
    return len(moves.legal_moves(asked.state, asked.play.scenario, asked.seat, asked.decision["id"])) > 1


def _chip(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    found = (one for one in orders.get("chips", ()) if asked.legal({"type": "chip", "hex": one}))
    first = next(found, None)
    return None if first is None else {"type": "chip", "hex": first}


def _reply(asked: Asked, orders: SeafarersOrders) -> SeafarersMove | None:
    made = trade.standing(asked.play, moves.offer_of(asked.decision["id"]))
    assert made is not None
    if any(_covers(asked, made, rule) for rule in orders.get("trades", ())):
        return {"type": "accept"}
    return {"type": "decline"} if orders.get("decline", False) else None


def _covers(asked: Asked, made: OfferState, rule: TradeRule) -> bool:
    """Return whether a rule accepts an offer: it gives what the maker takes, and takes what the maker gives."""
    state = asked.state
    if state["active"] in rule.get("not_to", ()) or state["turn"] > rule.get("until", state["turn"]):
        return False
    done = sum(_fits(rule, one["give"], one["take"]) for one in state["traded"] if one["seat"] == asked.seat)
    if done >= rule.get("times", done + 1):
        return False
    left = [have - less for have, less in zip(state["hands"][asked.seat], made["take"], strict=True)]
    return _fits(rule, made["take"], made["give"]) and trade.covers(left, counts(rule.get("keep", {})))


def _fits(rule: TradeRule, give: list[int], take: list[int]) -> bool:
    """Return whether a trade asks no more and brings no less than a rule says, as the seat with the rule gives and takes."""
    return trade.covers(counts(rule["give"]), give) and trade.covers(take, counts(rule["take"]))


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
