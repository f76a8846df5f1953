"""Placing pieces and buildings, with what follows at once: reveal or chip, routes, trade lines, points (RULES.md, D4, D5)."""

from __future__ import annotations

from typing import Literal

from engine.games.seafarers.marks import CITIES, FREE, ROADS, SEATS, SETTLEMENTS, SHIPS, put
from engine.games.seafarers.resources import CARD_LETTERS, CARDS, CITY, COSTS, ROAD, SETTLEMENT, SHIP, UNEXPLORED
from engine.games.seafarers.rules import chips, discovery, islands, lines, scoring
from engine.games.seafarers.rules.play import Play, with_more

Piece = Literal["road", "ship"]


def lay_piece(play: Play, seat: int, edge: int, piece: int) -> None:
    """Put a road or ship on an edge, from the stock, with all that follows; costs are paid elsewhere."""
    play.take_from_stock(seat, piece)
    _put(play, seat, edge, piece)
    if piece == SHIP:
        play.state["built"] = [*play.state["built"], edge]
    if _reveals(play, seat, edge):
        scoring.lengthen_route(play, seat, edge)
        lines.recompute(play)


def _put(play: Play, seat: int, edge: int, piece: int) -> None:
    state = play.state
    state["edges"] = put(state["edges"], edge, (SHIPS if piece == SHIP else ROADS)[seat])
    if state["laid"]:
        state["placements"] += 1
        state["laid"] = [*state["laid"][:edge], state["placements"], *state["laid"][edge + 1 :]]


def _reveals(play: Play, seat: int, edge: int) -> bool:
    """Reveal or bring chips at the ends of a piece; return whether routes are counted now: not while a chip is owed (D4)."""
    discovery.reveal(play, seat, edge)
    chips.serve(play, seat, edge)
    return not play.state["chipless"]


def connect(play: Play, seat: int) -> None:
    """Count a seat's routes and lines after it moved a piece, or after the last chip that a piece owed has come."""
    scoring.measure_routes(play, (seat,))
    lines.recompute(play)


def build_piece(play: Play, seat: int, piece: Piece, edge: int, *, free: bool = False) -> None:
    """Build a road or ship for its price, or free by a road building card."""
    if free:
        play.tell({"type": piece, "seat": seat, "edge": edge, "free": True})
    else:
        play.pay(seat, COSTS[piece])
        play.tell({"type": piece, "seat": seat, "edge": edge})
    lay_piece(play, seat, edge, ROAD if piece == "road" else SHIP)


def move_ship(play: Play, seat: int, edge: int, to: int) -> None:
    """Move an end ship; like one that is built it reveals, brings chips, and has routes counted again (D6, E20)."""
    state = play.state
    state["moved"] = True
    state["edges"] = put(state["edges"], edge, FREE)
    if state["laid"]:
        state["laid"] = [*state["laid"][:edge], 0, *state["laid"][edge + 1 :]]
    play.tell({"type": "moved", "seat": seat, "edge": edge, "to_edge": to})
    _put(play, seat, to, SHIP)
    state["built"] = [*state["built"], to]
    if _reveals(play, seat, to):
        connect(play, seat)


def put_settlement(play: Play, seat: int, node: int) -> None:
    """Put a settlement on a node; it may split the routes of others and join roads and ships of its owner."""
    state = play.state
    play.take_from_stock(seat, SETTLEMENT)
    state["nodes"] = put(state["nodes"], node, SETTLEMENTS[seat])
    touched = {SEATS[mark] for e in play.board.node_edges[node] if (mark := state["edges"][e]) != FREE}
    scoring.measure_routes(play, sorted(touched))
    lines.recompute(play)


def build_settlement(play: Play, seat: int, node: int) -> None:
    """Build a settlement (E46: whatever was missing at its node was revealed on arrival)."""
    assert all(play.state["terrain"][h] != UNEXPLORED for h in play.board.node_hexes[node])
    play.pay(seat, COSTS["settlement"])
    play.tell({"type": "settlement", "seat": seat, "node": node})
    put_settlement(play, seat, node)
    islands.settle(play, seat, node)


def build_city(play: Play, seat: int, node: int) -> None:
    """Build a city on a settlement of the seat, which returns to the stock."""
    play.pay(seat, COSTS["city"])
    play.take_from_stock(seat, CITY)
    play.take_from_stock(seat, SETTLEMENT, -1)
    play.state["nodes"] = put(play.state["nodes"], node, CITIES[seat])
    play.tell({"type": "city", "seat": seat, "node": node})
    lines.recompute(play)


def buy_card(play: Play, seat: int) -> None:
    """Buy the top of the deck; only its buyer sees which card it is."""
    state = play.state
    play.pay(seat, COSTS["card"])
    kind = CARD_LETTERS.index(state["deck"][-1])
    state["deck"] = state["deck"][:-1]
    state["cards"][seat] = with_more(state["cards"][seat], kind)
    if seat == state["active"]:
        state["fresh"] = with_more(state["fresh"], kind)
    play.tell({"type": "bought", "seat": seat})
    play.tell({"type": "drawn", "seat": seat, "card": CARDS[kind], "to": [seat]})
