"""Number chips that come to the outer islands of the big map (RULES.md, D14-f, E33 to E38)."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.seafarers.marks import FREE, OWN, places
from engine.games.seafarers.rules.layout import RED
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import CHIPLESS


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
