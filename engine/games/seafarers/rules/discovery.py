"""Discovering unexplored hexes (RULES.md, D14-c, E19, E20)."""

from __future__ import annotations

from engine.games.seafarers.resources import RESOURCES, TERRAIN, UNEXPLORED, WATER, single
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.events import DiscoveredEvent


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
