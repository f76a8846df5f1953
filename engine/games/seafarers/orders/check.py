"""Standing orders that can never match are refused with a pointer to the part that is wrong (RULES.md, F).

Their JSON Schema is closed and bounded, so that reading them costs little.
"""

from collections.abc import Sequence
from typing import cast

from engine.contract import IllegalMove
from engine.games.seafarers.scenarios import CHIPLESS, Scenario
from engine.games.seafarers.schemas import (
    ACTIONS,
    CARDS,
    DRAFT,
    EDGE,
    HEX,
    LONGEST_LIST,
    LONGEST_TURN_LIMIT,
    MOST_TIMES,
    MOST_WISHES,
    NODE,
    PIECE,
    RESOURCE,
    SEAT,
    SPECIAL,
)
from engine.games.seafarers.types.moves import SeafarersAction, SeafarersOrders, SpecialList, TurnList
from engine.games.seafarers.types.state import SeafarersState
from engine.kit.shape import Misfit, Schema, fit

FOUNDING_WISHES = 200
THIEF_WISHES = 100
TRADES = 30
TURN: Schema = {"type": "integer", "minimum": 1, "maximum": LONGEST_TURN_LIMIT}


def _some(items: Schema, most: int, description: str, least: int = 1) -> Schema:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most, "description": description}


def _object(needed: dict[str, Schema], optional: dict[str, Schema] | None = None, description: str = "") -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(needed),
        "properties": {**needed, **(optional or {})},
        "description": description,
    }


def _flag(description: str) -> Schema:
    return {"type": "boolean", "description": description}


def orders_schema() -> Schema:
    """Return the schema of a document of standing orders."""
    entry = _object(
        {"do": {"oneOf": list(ACTIONS)}},
        {
            "skip": _flag("Go on with the next entry when this one is not possible; else you are asked."),
            "early": _flag("A card that is played before the dice."),
            "blind": _flag("Go on behind it whatever it shows: a discovered hex, a drawn card."),
        },
    )
    turn = _object(
        {"turn": TURN, "do": _some(entry, LONGEST_LIST, "Played in order.", 0)},
        {"end": _flag("End the turn behind the list; else you are asked.")},
        "One of your turns as one list.",
    )
    special = _object(
        {"do": _some({"oneOf": list(SPECIAL)}, LONGEST_LIST, "From the first that is possible as far as it goes.")},
        {
            "turn": TURN,
            "anyway": _flag("Also when somebody has built in this phase before; else you are asked then."),
            "blind": _flag("Pass behind it even if it discovered a hex; else you are asked then."),
        },
        "Builds for special building phases, after one turn or after every one.",
    )
    trade = _object(
        {"give": CARDS, "take": CARDS},
        {
            "keep": CARDS,
            "not_to": _some(SEAT, 5, "Seats that this rule does not trade with."),
            "until": {**TURN, "description": "The last turn at which the rule holds."},
            "times": {
                "type": "integer",
                "minimum": 1,
                "maximum": MOST_TIMES,
                "description": "At most so many trades that fit the rule in one turn; left out: any number.",
            },
        },
        "Accept what asks no more than `give`, brings no less than `take`, and leaves `keep` in the hand.",
    )
    place = _object(
        {"node": NODE, "edge": EDGE}, {"piece": PIECE}, "`piece` left out: a ship where the edge takes one."
    )
    thief = _object(
        {"type": {"enum": ["robber", "pirate"]}, "hex": HEX},
        {"victim": {**SEAT, "description": "Left out: whoever there has most cards."}},
    )
    return {
        "$schema": DRAFT,
        "title": "Seafarers: standing orders",
        **_object(
            {},
            {
                "found": _some(place, FOUNDING_WISHES, "Founding places, best first; the first legal one is used."),
                "harbours": _some(EDGE, FOUNDING_WISHES, "Edges for harbours, best first."),
                "gold": _some(RESOURCE, MOST_WISHES, "Wishes at the gold river, best first."),
                "discard": _some(RESOURCE, 5, "The goods to give up first at a seven."),
                "roll": _flag("Roll at once although a card could be played before."),
                "thief": _some(thief, THIEF_WISHES, "The places for the robber or pirate, best first."),
                "turn": turn,
                "special": {"oneOf": [{"enum": ["pass", "ask", "when-able"]}, special]},
                "trades": _some(trade, TRADES, "Offers to accept."),
                "decline": _flag("Decline all offers that no rule accepts."),
                "chips": _some(HEX, 67, "Hexes of the main island whose chip may go, best first."),
            },
            "What you say in advance. What is left out is asked, but `special` is `pass` where answers take an hour or more.",
        ),
    }


SCHEMA = orders_schema()
DEFAULT: SeafarersOrders = {"special": "pass"}
"""The orders that answer at the pace of mails for a player who has said nothing about it (RULES.md, F8)."""
PLAYABLE = ("knight", "roads", "invention", "monopoly")


def check(state: SeafarersState, scenario: Scenario, seat: int, given: object) -> None:
    """Raise IllegalMove with a pointer to the first part of the orders that can never match."""
    try:
        fit(SCHEMA, given)
    except Misfit as misfit:
        raise IllegalMove("malformed", misfit.pointer, misfit.wanted) from None
    orders = cast(SeafarersOrders, given)
    board = scenario.board
    for i, wish in enumerate(orders.get("found", ())):
        if wish["node"] >= len(board.nodes):
            raise IllegalMove("never", f"/found/{i}/node", f"the map has the nodes 0 to {len(board.nodes) - 1}")
        if wish["edge"] not in board.node_edges[wish["node"]]:
            beside = ", ".join(map(str, board.node_edges[wish["node"]]))
            raise IllegalMove("never", f"/found/{i}/edge", f"beside node {wish['node']} are the edges {beside}")
    _check_ids(orders.get("harbours", ()), len(board.edge_nodes), "/harbours", "edges")
    cells = len(board.hexes) + len(board.frame)
    for i, place in enumerate(orders.get("thief", ())):
        last = cells if place["type"] == "pirate" else len(board.hexes)
        _check_ids([place["hex"]], last, f"/thief/{i}/hex", "hexes", single=True)
        if place.get("victim", -1) == seat or place.get("victim", 0) >= state["seats"]:
            raise IllegalMove("never", f"/thief/{i}/victim", "should be another seat of this table")
    for i, h in enumerate(orders.get("chips", ())):
        if h >= len(board.hexes) or scenario.letters[h] == CHIPLESS or not scenario.chip_rule:
            raise IllegalMove("never", f"/chips/{i}", "should be a hex of the main island where chips move")
    if "turn" in orders:
        _check_turn(state, scenario, seat, orders["turn"])
    special = orders.get("special", "pass")
    if not isinstance(special, str):
        _check_special_turn(state, seat, special)
        _check_actions(special["do"], scenario, "/special/do")
    _check_trades(state, seat, orders)


def _check_ids(ids: Sequence[int], count: int, pointer: str, what: str, *, single: bool = False) -> None:
    for i, one in enumerate(ids):
        if one >= count:
            place = pointer if single else f"{pointer}/{i}"
            raise IllegalMove("never", place, f"the map has the {what} 0 to {count - 1}")


def _check_turn(state: SeafarersState, scenario: Scenario, seat: int, turn: TurnList) -> None:
    if turn["turn"] < state["turn"]:
        raise IllegalMove("never", "/turn/turn", f"turn {state['turn']} is being played; name it or a later one")
    if (turn["turn"] - 1) % state["seats"] != seat:
        raise IllegalMove("never", "/turn/turn", "this is a turn of another seat")
    for i, entry in enumerate(turn["do"]):
        if entry.get("early", False) and entry["do"]["type"] not in PLAYABLE:
            raise IllegalMove("never", f"/turn/do/{i}/early", "only cards are played before the dice")
        if entry["do"]["type"] == "end" and i + 1 < len(turn["do"]):
            raise IllegalMove("never", f"/turn/do/{i + 1}", "nothing comes behind the end of the turn")
        _check_places(entry["do"], scenario, f"/turn/do/{i}/do")


def _check_special_turn(state: SeafarersState, seat: int, special: SpecialList) -> None:
    turn = special.get("turn", state["turn"])
    if turn < state["turn"]:
        raise IllegalMove("never", "/special/turn", f"turn {state['turn']} is being played; name it or a later one")
    if "turn" in special and (turn - 1) % state["seats"] == seat:
        raise IllegalMove("never", "/special/turn", "behind your own turn only the others build (D11)")


def _check_actions(actions: Sequence[SeafarersAction], scenario: Scenario, pointer: str) -> None:
    for i, action in enumerate(actions):
        if action["type"] == "end" and i + 1 < len(actions):
            raise IllegalMove("never", f"{pointer}/{i + 1}", "nothing comes behind the end")
        _check_places(action, scenario, f"{pointer}/{i}")


def _check_places(action: SeafarersAction, scenario: Scenario, pointer: str) -> None:
    nodes, edges = len(scenario.board.nodes), len(scenario.board.edge_nodes)
    match action["type"]:
        case "road" | "ship":
            _check_ids([action["edge"]], edges, f"{pointer}/edge", "edges", single=True)
        case "move":
            _check_ids([action["edge"]], edges, f"{pointer}/edge", "edges", single=True)
            _check_ids([action["to"]], edges, f"{pointer}/to", "edges", single=True)
        case "settlement" | "city":
            _check_ids([action["node"]], nodes, f"{pointer}/node", "nodes", single=True)
        case _:
            pass


def _check_trades(state: SeafarersState, seat: int, orders: SeafarersOrders) -> None:
    for i, rule in enumerate(orders.get("trades", ())):
        for side in ("give", "take"):
            if not rule[side]:
                raise IllegalMove("never", f"/trades/{i}/{side}", "something must be given and taken (D10)")
        for name in rule["give"]:
            if name in rule["take"]:
                raise IllegalMove("never", f"/trades/{i}/take/{name}", "the same is never given and taken (D10)")
        if rule.get("until", state["turn"]) < state["turn"]:
            raise IllegalMove("never", f"/trades/{i}/until", f"turn {state['turn']} is being played already")
        for k, other in enumerate(rule.get("not_to", ())):
            if other == seat or other >= state["seats"]:
                raise IllegalMove("never", f"/trades/{i}/not_to/{k}", "should be another seat of this table")
