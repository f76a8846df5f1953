"""A bot's reading of its own view: sites and their worth, distances to them, uses of the hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.seafarers.resources import COSTS, GOLD, LETTER, OTHER, RESOURCES
from engine.games.seafarers.rules.play import chart_of
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.types.view import SeafarersView

FAR = 6
"""Maximum number of pieces ahead that a bot looks for sites."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A site that can be reached: its node, the first edge towards it and what lies there, and how many pieces it takes."""

    node: int
    edge: int
    piece: str
    pieces: int
    worth: int


class Sight:
    """A seat's own view as the board's arrays, with what follows from it."""

    def __init__(self, view: SeafarersView, scenario: Scenario) -> None:
        assert view["seat"] is not None
        assert view["own"] is not None
        self.view, self.scenario, self.seat = view, scenario, view["seat"]
        self.board = scenario.board
        self.terrain = "".join(LETTER[one["terrain"]] for one in view["hexes"])
        self.chart = chart_of(self.board, self.terrain, scenario.split)
        self.nodes = [-1] * len(self.board.nodes)
        self.edges = [-1] * len(self.board.edge_nodes)
        for building in view["buildings"]:
            self.nodes[building["at"]] = building["seat"] + (OTHER if building["kind"] == "city" else 0)
        for piece in view["pieces"]:
            self.edges[piece["at"]] = piece["seat"] + (OTHER if piece["kind"] == "ship" else 0)
        own = view["own"]
        self.hand = [own["hand"][name] for name in RESOURCES]
        self.rates = [own["rates"][name] for name in RESOURCES]
        self.player = view["players"][self.seat]
        self._income: list[int] | None = None
        self._founding: dict[int, int] = {}
        self._free: dict[int, int] = {}

    def pips(self, node: int) -> int:
        """Return in how many of 36 rolls the hexes at a node bring cards."""
        return sum(self.hex_pips(h) for h in self.board.node_hexes[node])

    def hex_pips(self, h: int) -> int:
        """Return in how many of 36 rolls a hex brings cards."""
        number = self.view["hexes"][h]["number"]
        return 6 - abs(7 - number) if number else 0

    @property
    def income(self) -> list[int]:
        """Return the number of pips of each resource at the seat's buildings."""
        if self._income is None:
            self._income = [0] * 5
            for n, owner in enumerate(self.nodes):
                if owner & 7 == self.seat:
                    for h in self.board.node_hexes[n]:
                        resource = self.chart.hex_resource[h]
                        if 0 <= resource < 5:
                            self._income[resource] += self.hex_pips(h) * (2 if owner >= OTHER else 1)
        return self._income

    def worth(self, node: int) -> int:
        """Return what a settlement at a node is worth: pips, resources that are new, points of islands, harbours."""
        worth = 10 * self.pips(node)
        kinds = set()
        for h in self.board.node_hexes[node]:
            resource = self.chart.hex_resource[h]
            if self.terrain[h] == GOLD:
                worth += 5 * self.hex_pips(h)
            elif resource >= 0 and self.hex_pips(h) and not self.income[resource]:
                kinds.add(resource)
        worth += 15 * len(kinds)
        zone = self.chart.node_zone[node]
        if self.scenario.first_point and zone >= 0 and zone not in [*self.player["home"], *self.player["visited"]]:
            worth += 60
        if any(node in self.board.edge_nodes[one["edge"]] for one in self.view["harbours"]):
            worth += 8
        return worth

    def founding_worth(self, node: int, edge: int, piece: str) -> int:
        """Return what founding at a node is worth with a road or a ship on an edge: the site beyond it breaks ties."""
        if node not in self._founding:  # one site can be founded with every edge around it
            self._founding[node] = 10 * self.worth(node)
        beyond = sum(self.board.edge_nodes[edge]) - node
        ahead = max((self._free_pips(n) for n in self.board.node_nodes[beyond] if n != node), default=0)
        return self._founding[node] + ahead + (0 if piece == "road" else -1)

    def _free_pips(self, node: int) -> int:
        """Return the pips of a node where a settlement could be built, else 0."""
        if node not in self._free:
            self._free[node] = self.pips(node) if self.is_site(node) else 0
        return self._free[node]

    def is_site(self, node: int) -> bool:
        """Return whether a settlement could be built at a node if it were connected."""
        free = self.nodes[node] < 0 and self.chart.site[node]
        return free and all(self.nodes[beside] < 0 for beside in self.board.node_nodes[node])

    def reaches(self) -> list[Reach]:
        """Return sites that roads or ships can reach within :data:`FAR` pieces, those reached with few pieces first."""
        found: list[Reach] = []
        for piece, mark, allowed, stock in (
            ("road", 0, self.chart.road, self.player["roads"]),
            ("ship", OTHER, self.chart.ship, self.player["ships"]),
        ):
            found += self._reached(piece, self.seat + mark, allowed, min(stock, FAR))
        return found

    def _reached(self, piece: str, mark: int, allowed: Sequence[bool], most: int) -> list[Reach]:
        board = self.board
        starts = {n for n, owner in enumerate(self.nodes) if owner & 7 == self.seat}
        for e, owner in enumerate(self.edges):
            if owner == mark:
                starts.update(n for n in board.edge_nodes[e] if self.nodes[n] < 0)
        found, seen = list[Reach](), set(starts)
        layer = [(n, -1) for n in sorted(starts)]
        for distance in range(1, most + 1):
            ahead = []
            for node, first in layer:
                for e in board.node_edges[node]:
                    beyond = sum(board.edge_nodes[e]) - node
                    if self.edges[e] >= 0 or not allowed[e] or beyond in seen or not self._open(piece, e):
                        continue
                    seen.add(beyond)
                    begin = e if first < 0 else first
                    if self.is_site(beyond):
                        found.append(Reach(beyond, begin, piece, distance, self.worth(beyond)))
                    elif any(self.terrain[h] == "?" for h in board.node_hexes[beyond]):
                        found.append(Reach(beyond, begin, piece, distance, 45))
                    if self.nodes[beyond] < 0:
                        ahead.append((beyond, begin))
            layer = ahead
        return found

    def _open(self, piece: str, edge: int) -> bool:
        return piece == "road" or self.view["pirate"] not in self.board.edge_cells[edge]

    def trade_towards(self, what: str) -> dict[str, str] | None:
        """Return the bank trade that brings the hand nearer to a price within its reach, or None if no trade does."""
        cost = COSTS[what]
        missing = [max(0, want - have) for want, have in zip(cost, self.hand, strict=True)]
        spare = [max(0, have - want) for want, have in zip(cost, self.hand, strict=True)]
        possible = sum(count // rate for count, rate in zip(spare, self.rates, strict=True))
        if not any(missing) or possible < sum(missing):
            return None
        give = max((i for i in range(5) if spare[i] >= self.rates[i]), key=lambda i: spare[i] - self.rates[i])
        take = max(range(5), key=lambda i: missing[i])
        return {"type": "bank", "give": RESOURCES[give], "take": RESOURCES[take]}

    def needs(self) -> list[int]:
        """Return the resources by how much they are wanted, the most wanted first."""
        wanted = [0] * 5
        for what, weight in (("city", 3), ("settlement", 3), ("card", 1), ("road", 1)):
            for i, count in enumerate(COSTS[what]):
                wanted[i] += weight * max(0, count - self.hand[i]) * 4
        return sorted(range(5), key=lambda i: (-wanted[i] + self.income[i] + 3 * self.hand[i], i))
