"""Pending decisions, their legal answers, the seats that may give them (RULES.md, D4), and fallback moves (E50)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement, islice
from typing import Literal, cast

from engine.contract import Decision, IllegalMove
from engine.games.seafarers.marks import OWN, SHIPS, Mask, places
from engine.games.seafarers.resources import INDEX, RESOURCES, ROAD, SHIP, amounts
from engine.games.seafarers.rules import actions, building, checks, production, sites, trade
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.schemas import MOVES
from engine.games.seafarers.types.moves import (
    AnswerMove,
    ChipMove,
    CounterMove,
    DiscardMove,
    FoundMove,
    HarbourMove,
    PieceMove,
    SeafarersAction,
    SeafarersMove,
    ThiefMove,
)
from engine.games.seafarers.types.state import SeafarersState
from engine.kit.shape import Misfit, fit

KINDS: Mapping[str, str] = {"trade": "act", "build": "act"}
"""The kind of the decision of a phase, where it is not called like the phase."""
SEALED = frozenset({"discard", "gold"})
MANY = 400
"""The most ways of discarding or wishing that are listed; the schema allows the others."""


def standing(state: SeafarersState) -> list[Decision]:
    """Return the decisions for which the table waits: optional open offers first, then the phase's decision."""
    if state["phase"] == "over":
        return []
    return [*_replies_due(state), _main(state)] if state["offers"] else [_main(state)]


def _main(state: SeafarersState) -> Decision:
    """Return the decision of the phase."""
    phase = state["phase"]
    return {
        "id": _main_id(state),
        "kind": KINDS.get(phase, phase),
        "seats": state["asked"].copy(),
        "sealed": phase in SEALED,
        "optional": False,
    }


def _main_id(state: SeafarersState) -> str:
    """Return the id of the phase's decision."""
    phase = state["phase"]
    return f"t{state['turn']}.{KINDS.get(phase, phase)}.{state['n']}"


def _replies_due(state: SeafarersState) -> list[Decision]:
    """Return the decisions of those who may answer open offers."""
    return [
        {
            "id": f"t{state['turn']}.reply.{made['n']}.{seat}",
            "kind": "reply",
            "seats": [seat],
            "sealed": False,
            "optional": True,
        }
        for made in state["offers"]
        for seat in made["to"]
    ]


def find(state: SeafarersState, seat: int, decision: str) -> Decision | None:
    """Return a decision that stands and asks a seat."""
    return next((one for one in standing(state) if one["id"] == decision and seat in one["seats"]), None)


def asks(state: SeafarersState, seat: int, decision: str) -> bool:
    """Return whether a decision stands and asks a seat; quicker than to find it."""
    if decision == _main_id(state):
        return seat in state["asked"]
    return bool(state["offers"]) and find(state, seat, decision) is not None


def stands(state: SeafarersState, decision: str) -> bool:
    """Return whether a decision is open."""
    if decision == _main_id(state):
        return state["phase"] != "over"
    return bool(state["offers"]) and any(one["id"] == decision for one in standing(state))


def kind_of(decision: str) -> str:
    """Return the kind of a decision, by its id.

    >>> kind_of("t9.reply.3.1")
    'reply'
    """
    return decision.split(".")[1]


def offer_of(decision: str) -> int:
    """Return the number of the offer that a reply answers, by its id.

    >>> offer_of("t9.reply.3.1")
    3
    """
    return int(decision.split(".")[2])


# -- the lists -----------------------------------------------------------------------------------------------------------


def legal_moves(state: SeafarersState, scenario: Scenario, seat: int, decision: str) -> list[SeafarersMove]:
    """Return all legal moves; of offers, counter-offers, lists of actions and many discards representatives."""
    play, kind = Play(state, scenario), kind_of(decision)
    if kind == "reply":
        return _replies(play, seat, offer_of(decision))
    return _LISTS[kind](play, seat)


def _harbours(play: Play, seat: int) -> list[SeafarersMove]:
    return [{"type": "harbour", "edge": e} for e in sites.free_coasts(play)]


def _foundings(play: Play, seat: int) -> list[SeafarersMove]:
    return [
        {"type": "found", "node": n, "edge": e, "piece": "road" if piece == ROAD else "ship"}
        for n in sites.founding(play, seat)
        for e, piece in sites.founding_pieces(play, seat, n)
    ]


def _starts(play: Play, seat: int) -> list[SeafarersMove]:
    return [{"type": "roll"}, *actions.plays(play)]


def _discards(play: Play, seat: int) -> list[SeafarersMove]:
    hand = play.state["hands"][seat]
    found: list[SeafarersMove] = [
        {"type": "discard", "cards": amounts(one)} for one in ways(hand, production.owed(hand))
    ]
    return [*found, {"type": "random"}]


def ways(hand: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return ways to take this many cards from a hand, at most :data:`MANY`, preferring the most frequent kinds."""
    two = hand[3] + hand[4]
    three = hand[2] + two
    four = hand[1] + three  # what the kinds that follow can contribute
    found = (
        (a, b, c, d, size - a - b - c - d)
        for a in _counts(hand[0], size, four)
        for b in _counts(hand[1], size - a, three)
        for c in _counts(hand[2], size - a - b, two)
        for d in _counts(hand[3], size - a - b - c, hand[4])
    )
    return list(islice(found, MANY))


def _counts(have: int, wanted: int, others: int) -> range:
    """Return how many cards of a kind can be among those wanted, where other kinds have so many; the most first."""
    return range(min(have, wanted), max(0, wanted - others) - 1, -1)


def _thieves(play: Play, seat: int) -> list[SeafarersMove]:
    return [
        *_thief(play, seat, "robber", production.robber_hexes(play), play.board.corners),
        *_thief(play, seat, "pirate", production.pirate_cells(play), play.board.shores),
    ]


def _thief(
    play: Play, seat: int, kind: Literal["robber", "pirate"], cells: Sequence[int], around: Sequence[Mask]
) -> list[SeafarersMove]:
    """Return the moves of a thief to each of some cells: one for each victim there, or one without."""
    found: list[SeafarersMove] = []
    robbable = production.robbable(play, seat, kind) if cells else []
    for cell in cells:
        here, victims = around[cell], False
        for one, where in robbable:
            if where & here:
                found.append({"type": kind, "hex": cell, "victim": one})
                victims = True
        if not victims:
            found.append({"type": kind, "hex": cell})
    return found


def _wishes(play: Play, seat: int) -> list[SeafarersMove]:
    size = min(play.state["due"][seat], 3)
    return [{"type": "gold", "take": list(take)} for take in combinations_with_replacement(RESOURCES, size)]


def _free(play: Play, seat: int) -> list[SeafarersMove]:
    return [
        {"type": "road", "edge": e} if piece == ROAD else {"type": "ship", "edge": e}
        for e, piece in sites.pieces(play, seat)
    ]


def _chips(play: Play, seat: int) -> list[SeafarersMove]:
    return [{"type": "chip", "hex": h} for h in building.candidates(play, seat)]


def _special(play: Play, seat: int) -> list[SeafarersMove]:
    return [*actions.builds(play, seat), {"type": "end"}]


def _replies(play: Play, seat: int, offer: int) -> list[SeafarersMove]:
    made = trade.standing(play, offer)
    found: list[SeafarersMove] = [{"type": "decline"}]
    if made is not None and trade.covers(play.state["hands"][seat], made["take"]):
        found.insert(0, {"type": "accept"})
    return found


_LISTS: dict[str, Callable[[Play, int], list[SeafarersMove]]] = {
    "harbour": _harbours,
    "found": _foundings,
    "start": _starts,
    "discard": _discards,
    "thief": _thieves,
    "gold": _wishes,
    "act": actions.turn_actions,
    "free": _free,
    "chip": _chips,
    "special": _special,
}


# -- the judge -----------------------------------------------------------------------------------------------------------


def check(state: SeafarersState, scenario: Scenario, seat: int, decision: Decision, move: object) -> None:
    """Raise IllegalMove unless a move is legal. Any JSON value may be passed."""
    try:
        fit(MOVES[decision["kind"]], move)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    _judge(Play.judging(state, scenario), seat, decision, cast(SeafarersMove, move))


def _judge(play: Play, seat: int, decision: Decision, move: SeafarersMove) -> None:
    match move["type"]:
        case "harbour":
            _check_harbour(play, move)
        case "found":
            _check_founding(play, seat, move)
        case "discard":
            _check_discard(play, seat, move)
        case "robber" | "pirate":
            _check_thief(play, seat, move)
        case "chip":
            _check_chip(play, seat, move)
        case "accept" | "decline" | "counter":
            _check_reply(play, seat, decision, move)
        case "list":
            for i, one in enumerate(move["do"][:-1]):
                if one["type"] == "end":
                    raise IllegalMove("malformed", f"/do/{i + 1}", "nothing comes behind the end of the turn")
            _check_first(play, seat, move["do"][0])
        case "road" | "ship" if decision["kind"] == "free":
            _check_free(play, seat, move)
        case "random" | "gold" | "roll":
            pass
        case _:
            checks.check(play, seat, move)


def _check_first(play: Play, seat: int, action: SeafarersAction) -> None:
    try:
        checks.check(play, seat, action)
    except IllegalMove as refusal:
        raise IllegalMove(refusal.code, f"/do/0{refusal.pointer}", refusal.message) from None


def _check_harbour(play: Play, move: HarbourMove) -> None:
    if move["edge"] not in sites.free_coasts(play):
        why = "a harbour lies at a coast and shares no intersection with another (E21)"
        raise IllegalMove("no-place", "/edge", why)


def _check_founding(play: Play, seat: int, move: FoundMove) -> None:
    if move["node"] not in sites.founding(play, seat):
        why = "found on a free site where the scenario allows it, two steps from all buildings (D3)"
        raise IllegalMove("no-place", "/node", why)
    piece = ROAD if move["piece"] == "road" else SHIP
    if (move["edge"], piece) not in sites.founding_pieces(play, seat, move["node"]):
        why = (
            f"no {move['piece']} can lie here; it needs a free edge of the settlement, roads on land, ships at sea (E6)"
        )
        raise IllegalMove("no-place", "/edge", why)


def _check_discard(play: Play, seat: int, move: DiscardMove) -> None:
    hand = play.state["hands"][seat]
    for name, count in move["cards"].items():
        if count > hand[INDEX[name]]:
            raise IllegalMove("too-dear", f"/cards/{name}", f"you have only {hand[INDEX[name]]} of these cards")
    if sum(move["cards"].values()) != production.owed(hand):
        raise IllegalMove("not-half", "/cards", f"give up {production.owed(hand)} cards (E40)")


def _check_thief(play: Play, seat: int, move: ThiefMove) -> None:
    kind, cell = move["type"], move["hex"]
    if kind == "robber" and cell not in production.robber_hexes(play):
        raise IllegalMove("no-place", "/hex", "the robber must move to another land hex (D8)")
    if kind == "pirate" and cell not in production.pirate_cells(play):
        why = (
            "the first seven brings the robber in (E15)" if production.must_be_robber(play) else "another sea hex (D8)"
        )
        raise IllegalMove("no-place", "/hex", f"the pirate cannot move here: {why}")
    found = production.victims(play, seat, kind, cell)
    if not found and "victim" in move:
        raise IllegalMove("no-victim", "/victim", "nobody here has a card; leave it out")
    if found and move.get("victim") not in found:
        named = ", ".join(map(str, found))
        raise IllegalMove("no-victim", "/victim", f"name whom to rob: one of the seats {named}")


def _check_chip(play: Play, seat: int, move: ChipMove) -> None:
    found = building.candidates(play, seat)
    if move["hex"] not in found:
        raise IllegalMove(
            "no-chip", "/hex", f"only the chips of these hexes may be taken: {', '.join(map(str, found))}"
        )


def _check_free(play: Play, seat: int, move: PieceMove) -> None:
    if not sites.stocked(play, seat, ROAD if move["type"] == "road" else SHIP):
        raise IllegalMove("none-left", "/type", f"you have no {move['type']} left")
    checks.check_place(play, seat, move)


def _check_reply(play: Play, seat: int, decision: Decision, move: AnswerMove | CounterMove) -> None:
    made = trade.standing(play, offer_of(decision["id"]))
    assert made is not None
    if move["type"] == "accept" and not trade.covers(play.state["hands"][seat], made["take"]):
        raise IllegalMove("too-dear", "/type", "you do not have the cards that the offer asks for")
    if move["type"] == "counter":
        checks.check_exchange(play, seat, move["give"], move["take"])


PASSIVE: Mapping[str, SeafarersMove] = {
    "discard": {"type": "random"},
    "gold": {"type": "gold", "take": []},
    "start": {"type": "roll"},
    "act": {"type": "end"},
    "special": {"type": "end"},
    "reply": {"type": "decline"},
}


def answer(state: SeafarersState, scenario: Scenario, seat: int, decision: Decision) -> SeafarersMove:
    """Return the move for a silent seat.

    It discards by lot, takes the most plentiful card of the bank, rolls and ends its turn, passes in the special phase and
    declines offers. Where it must place something, it takes the first place of the list; the robber goes where he harms
    the silent seat least: nowhere beside its own buildings, if there is such a place.
    """
    kind = decision["kind"]
    if kind in PASSIVE:
        return PASSIVE[kind].copy()
    found = legal_moves(state, scenario, seat, decision["id"])
    if kind == "found":
        yields = [_yield(state, scenario, node) for node in range(len(scenario.board.nodes))]
        return max(found, key=lambda move: yields[_node(move)])
    if kind == "thief":
        return next((move for move in found if not _at_own(state, scenario, seat, move)), found[0])
    return found[0]


def _node(move: SeafarersMove) -> int:
    assert move["type"] == "found"
    return move["node"]


def _yield(state: SeafarersState, scenario: Scenario, node: int) -> int:
    """Return how many of 36 rolls bring something to a founding place: pips of its chips."""
    numbers = state["numbers"]
    return sum(6 - abs(7 - numbers[h]) for h in scenario.board.node_hexes[node] if numbers[h])


def _at_own(state: SeafarersState, scenario: Scenario, seat: int, move: SeafarersMove) -> bool:
    if move["type"] == "robber":
        return bool(scenario.board.corners[move["hex"]] & places(state["nodes"], OWN[seat]))
    if move["type"] == "pirate":
        return bool(scenario.board.shores[move["hex"]] & places(state["edges"], SHIPS[seat]))
    return False
