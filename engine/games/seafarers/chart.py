"""Places derived from a map and its terrain: edges for roads and ships, building sites, islands.

Remembered by board and terrain, so a match of a fixed map computes it once; a discovery brings another terrain. Never in a state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.games.seafarers.board import Board
from engine.games.seafarers.marks import Mask, mask_of
from engine.games.seafarers.resources import LETTERS, UNEXPLORED, WATER, is_land
from engine.games.seafarers.scenarios import zones_of

MATCHES = 512
"""Cache size in terrains: enough for running matches and the discoveries of a few."""


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """Facts of a terrain (D2); there is one object for each that is remembered, so charts are told apart by identity.

    ``road`` and ``ship`` say by edge what may lie there; an edge beside an unexplored hex is closed.

    ``site`` says by node whether one may settle there; ``zone`` is each hex's island, named by its first hex (-1: none), and
    ``node_zone`` that of each node (no node touches two). ``land`` are hexes where the robber may stand, ``sea`` cells
    where the pirate may. ``hex_resource`` is the resource of a hex (-1: none, 5: gold). ``roads``, ``ships`` and ``sites`` are
    the places of ``road``, ``ship`` and ``site`` as masks (:mod:`engine.games.seafarers.marks`).
    """

    board: Board
    road: tuple[bool, ...]
    ship: tuple[bool, ...]
    site: tuple[bool, ...]
    zone: tuple[int, ...]
    node_zone: tuple[int, ...]
    land: tuple[int, ...]
    sea: tuple[int, ...]
    hex_resource: tuple[int, ...]
    unexplored: bool
    roads: Mask
    ships: Mask
    sites: Mask


@lru_cache(maxsize=MATCHES)
def chart_of(board: Board, terrain: str, split: bool) -> Chart:
    """Return the facts of a terrain on a board; ``split``: deserts separate islands."""
    cells = terrain + WATER * len(board.frame)
    sides = [(cells[a], cells[b]) for a, b in board.edge_cells]
    zone = [-1] * len(terrain)
    for group in zones_of(board, terrain, split):
        for one in group:
            zone[one] = group[0]
    road = tuple(UNEXPLORED not in pair and (is_land(pair[0]) or is_land(pair[1])) for pair in sides)
    ship = tuple(UNEXPLORED not in pair and WATER in pair for pair in sides)
    site = tuple(any(is_land(terrain[h]) for h in around) for around in board.node_hexes)
    return Chart(
        board=board,
        road=road,
        ship=ship,
        site=site,
        zone=tuple(zone),
        node_zone=tuple(max((zone[h] for h in around), default=-1) for around in board.node_hexes),
        land=tuple(h for h, letter in enumerate(terrain) if is_land(letter)),
        sea=tuple(i for i, letter in enumerate(cells) if letter == WATER),
        hex_resource=tuple((LETTERS + "G").find(letter) for letter in terrain),
        unexplored=UNEXPLORED in terrain,
        roads=_where(road),
        ships=_where(ship),
        sites=_where(site),
    )


def _where(true: tuple[bool, ...]) -> Mask:
    return mask_of(tuple(i for i, one in enumerate(true) if one))
