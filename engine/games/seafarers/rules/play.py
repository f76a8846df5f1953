"""A working copy of the state, on which one call of ``resolve`` does its work.

Copied are the outer lists that the rules write into. Inner lists (a hand, a stock) and all other short lists are never changed
but replaced, so they may be shared with the state handed in, which stays as it was.

Places derived from a map and its terrain (edges for roads and ships, building sites, islands) are remembered by board and
terrain, so a match of a fixed map computes it once; a discovery brings another terrain. Never in a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add, sub

from engine.contract import NO_CHANCE, Chance
from engine.games.seafarers.board import Board
from engine.games.seafarers.marks import Mask, mask_of
from engine.games.seafarers.resources import LETTERS, UNEXPLORED, WATER, is_land
from engine.games.seafarers.scenarios import Scenario, zones_of
from engine.games.seafarers.types.events import SeafarersEvent
from engine.games.seafarers.types.state import Phase, SeafarersState

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


class Play:
    """The state being worked on, its scenario and map, the dice, and the events so far."""

    __slots__ = ("board", "chance", "chart", "events", "following", "scenario", "state", "tell")

    def __init__(self, state: SeafarersState, scenario: Scenario, chance: Chance | None = None) -> None:
        """Work directly on the given state; without a chance it can only be read, and nothing can be drawn."""
        self.state = state
        self.scenario = scenario
        self.board: Board = scenario.board
        self.chart: Chart = chart_of(self.board, state["terrain"], scenario.split)
        self.chance: Chance = chance or NO_CHANCE
        self.events: list[SeafarersEvent] = []
        self.tell: Callable[[SeafarersEvent], None] = self.events.append
        """Note that something became true."""
        self.following = -1
        """The seat whose turn begins next; -1 while a turn goes on."""

    @classmethod
    def copy(cls, state: SeafarersState, scenario: Scenario, chance: Chance) -> Play:
        """Return a working copy of a state."""
        copied = state.copy()
        copied["hands"] = state["hands"].copy()
        copied["cards"] = state["cards"].copy()
        copied["stock"] = state["stock"].copy()
        return cls(copied, scenario, chance)

    @classmethod
    def judging(cls, state: SeafarersState, scenario: Scenario) -> Play:
        """Return the state itself, for reading: nothing is copied, nothing can be drawn."""
        return cls(state, scenario)

    def ask(self, phase: Phase, *seats: int) -> None:
        """Wait for seats: a new decision, numbered within the turn."""
        state = self.state
        state["phase"] = phase
        state["asked"] = list(seats)
        state["n"] += 1

    def label(self, what: str) -> str:
        """Return a draw's label: its purpose, the turn, and the number of its decision."""
        return f"{what}/t{self.state['turn']}.{self.state['n']}"

    def chart_anew(self) -> None:
        """Look at the map again after a discovery."""
        self.chart = chart_of(self.board, self.state["terrain"], self.scenario.split)

    # -- cards ---------------------------------------------------------------------------------------------------------

    def gain(self, seat: int, cards: Sequence[int]) -> None:
        """Take cards from the bank into a hand; negative counts go back."""
        state = self.state
        state["hands"][seat] = list(map(add, state["hands"][seat], cards))
        state["bank"] = list(map(sub, state["bank"], cards))

    def pay(self, seat: int, cards: Sequence[int]) -> None:
        """Return cards from a hand to the bank."""
        state = self.state
        state["hands"][seat] = list(map(sub, state["hands"][seat], cards))
        state["bank"] = list(map(add, state["bank"], cards))

    def hand_over(self, seat: int, other: int, cards: Sequence[int]) -> None:
        """Move cards from one hand to another."""
        hands = self.state["hands"]
        hands[seat] = list(map(sub, hands[seat], cards))
        hands[other] = list(map(add, hands[other], cards))

    def take_from_stock(self, seat: int, piece: int, count: int = 1) -> None:
        """Take pieces from a stock; a negative count returns them."""
        stock = self.state["stock"]
        stock[seat] = with_more(stock[seat], piece, -count)


def with_more(values: Sequence[int], place: int, count: int = 1) -> list[int]:
    """Return a list with one of its numbers raised."""
    more = list(values)
    more[place] += count
    return more
