"""Placing pieces, with what follows at once: discoveries, chips, points, routes, trade lines (RULES.md, D4, D5, D14).

Among the chips are those that come to the outer islands of the big map (D14-f, E33 to E38).
"""

from collections.abc import Callable
from typing import Literal

from engine.games.seafarers.marks import CITIES, FREE, OWN, ROADS, SEATS, SETTLEMENTS, SHIPS, places, put
from engine.games.seafarers.resources import (
    CARD_LETTERS,
    CARDS,
    CITY,
    COSTS,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    SHIP,
    TERRAIN,
    UNEXPLORED,
    WATER,
    single,
)
from engine.games.seafarers.rules import lines, scoring
from engine.games.seafarers.rules.layout import RED
from engine.games.seafarers.rules.play import Play, with_more
from engine.games.seafarers.scenarios import CHIPLESS
from engine.games.seafarers.types.events import DiscoveredEvent


def serve(play: Play, seat: int, edge: int) -> None:
    """Bring chips to the chipless outer hexes at the ends of a piece, in reading order: from the bag while it has any.

    What the bag cannot serve waits in ``chipless`` for the builder's choice.
    """
    if not play.scenario.chip_rule:
        return
    state, letters = play.state, play.scenario.letters
    hexes = {h for node in play.board.edge_nodes[edge] for h in play.board.node_hexes[node]}
    for h in sorted(hexes):
        if letters[h] != CHIPLESS or state["numbers"][h] or h in state["chipless"]:
            continue
        if not state["bag"]:
            state["chipless"] = [*state["chipless"], h]
            continue
        number = state["bag"][-1]
        state["bag"] = state["bag"][:-1]
        _lay(play, h, number)
        play.tell({"type": "chip", "seat": seat, "hex": h, "number": number})


def _lay(play: Play, h: int, number: int) -> None:
    numbers = play.state["numbers"].copy()
    numbers[h] = number
    play.state["numbers"] = numbers


def take(play: Play, seat: int, source: int) -> None:
    """Move the chip of a main-island hex to the first hex that waits; the robber stays where he is (E37)."""
    state = play.state
    h, number = state["chipless"][0], state["numbers"][source]
    state["chipless"] = state["chipless"][1:]
    _lay(play, source, 0)
    _lay(play, h, number)
    play.tell({"type": "chip", "seat": seat, "hex": h, "number": number, "from_hex": source})


def candidates(play: Play, seat: int) -> list[int]:
    """Return the hexes whose chip may come to the first hex that waits.

    (a) a building of the seat stands there; (b) no building on the main island loses its last numbered hex; (c) no 6 or 8
    comes to lie beside another on the outer island. Where nothing is left, (a) is dropped, then (b), then (c) (E35).
    """
    state, board, letters = play.state, play.board, play.scenario.letters
    numbers, target = state["numbers"], state["chipless"][0]
    sources = [h for h, number in enumerate(numbers) if number and letters[h] != CHIPLESS]
    beside_red = any(h < len(numbers) and letters[h] == CHIPLESS and numbers[h] in RED for h in board.hex_hexes[target])

    def own(h: int) -> bool:
        return bool(board.corners[h] & places(state["nodes"], OWN[seat]))

    def spares(h: int) -> bool:
        return all(state["nodes"][n] == FREE or _numbered(play, n) != [h] for n in board.hex_nodes[h])

    def apart(h: int) -> bool:
        return not (beside_red and numbers[h] in RED)

    rules: list[Callable[[int], bool]] = [own, spares, apart]
    while True:
        found = [h for h in sources if all(rule(h) for rule in rules)]
        if found or not rules:
            return found
        rules = rules[1:]


def _numbered(play: Play, node: int) -> list[int]:
    """Return the hexes with a chip at a node."""
    return [h for h in play.board.node_hexes[node] if play.state["numbers"][h]]


def settle(play: Play, seat: int, node: int) -> None:
    """Give a seat the points for a settlement it built (not founded) on an island that is neither home nor visited."""
    state, scenario = play.state, play.scenario
    zone = play.chart.node_zone[node]
    if not scenario.first_point or zone < 0 or zone in state["home"][seat] or zone in state["visited"][seat]:
        return
    first = not state["visited"][seat]
    visited = state["visited"].copy()
    visited[seat] = [*visited[seat], zone]
    state["visited"] = visited
    if not first and state["options"]["island_points_once"]:
        return
    points = scenario.first_point if first else scenario.further_points
    state["special"] = with_more(state["special"], seat, points)
    play.tell({"type": "points", "seat": seat, "points": points, "zone": zone})


def reveal(play: Play, seat: int, edge: int) -> None:
    """Reveal what is missing at the ends of a piece that was just placed; its owner gets a card of the landscape.

    Both ends are looked at. In founding the card is given if the option says so (E19).
    """
    state = play.state
    if not play.chart.unexplored:
        return
    for node in play.board.edge_nodes[edge]:
        for h in play.board.node_hexes[node]:
            if state["terrain"][h] == UNEXPLORED:
                _turn_up(play, seat, h)


def _turn_up(play: Play, seat: int, h: int) -> None:
    state = play.state
    letter, number = state["tiles"][-1], 0
    state["tiles"] = state["tiles"][:-1]
    state["terrain"] = state["terrain"][:h] + letter + state["terrain"][h + 1 :]
    play.chart_anew()
    state["home"] = [_named_anew(play, zones) for zones in state["home"]]
    state["visited"] = [_named_anew(play, zones) for zones in state["visited"]]
    if letter != WATER:
        number = state["stack"][-1]
        state["stack"] = state["stack"][:-1]
        numbers = state["numbers"].copy()
        numbers[h] = number
        state["numbers"] = numbers
    event: DiscoveredEvent = {
        "type": "discovered",
        "seat": seat,
        "hex": h,
        "terrain": TERRAIN[letter],
        "number": number,
    }
    resource = play.chart.hex_resource[h]
    given = state["phase"] != "found" or state["options"]["discovery_bonus_in_founding"]
    if 0 <= resource < len(RESOURCES) and state["bank"][resource] and given:
        play.gain(seat, single(resource))
        event["card"] = RESOURCES[resource]
    play.tell(event)


def _named_anew(play: Play, zones: list[int]) -> list[int]:
    """Return islands by the names they have now: by their first hexes."""
    return sorted({play.chart.zone[one] for one in zones})


Piece = Literal["road", "ship"]


def lay_piece(play: Play, seat: int, edge: int, piece: int) -> None:
    """Lay a road or ship on an edge, from the stock, with all consequences; costs are paid elsewhere."""
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
    reveal(play, seat, edge)
    serve(play, seat, edge)
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
    settle(play, seat, node)


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
