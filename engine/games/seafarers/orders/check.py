"""Standing orders that can never match are refused with a pointer to the part that is wrong (RULES.md, F)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.contract import IllegalMove
from engine.games.seafarers.orders.schema import orders_schema
from engine.games.seafarers.scenarios import CHIPLESS, Scenario
from engine.games.seafarers.types.moves import SeafarersAction
from engine.games.seafarers.types.orders import SeafarersOrders, SpecialList, TurnList
from engine.games.seafarers.types.state import SeafarersState
from engine.kit.shape import Misfit, fit

SCHEMA = orders_schema()
CARDS = ("knight", "roads", "invention", "monopoly")


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
        if entry.get("early", False) and entry["do"]["type"] not in CARDS:
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
