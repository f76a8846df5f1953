"""Convert ids and positions of a view to drawing units: islands' letters, coasts, founding sites."""

from collections.abc import Iterator
from functools import cached_property
from math import atan2, degrees, sqrt

from engine.games.seafarers.types.view import SeafarersView, Terrain

UNIT = 20.0
"""Units of the drawing for one step in y; a hex is two of them from centre to corner."""
ACROSS = UNIT * sqrt(3)

Point = tuple[float, float]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Ground:
    """A view's places. Cells are hexes, then cells of the frame, as in the ids of moves."""

    def __init__(self, view: SeafarersView) -> None:
        self.view = view
        self._cells = [(one["x"], one["y"]) for one in view["hexes"]] + [(x, y) for x, y in view["frame"]]
        self._at = {place: cell for cell, place in enumerate(self._cells)}

    def cell(self, cell: int) -> Point:
        """Return the centre of a cell."""
        x, y = self._cells[cell]
        return x * ACROSS, y * UNIT

    def inwards(self, x: float, y: float) -> Point:
        """Return the place next to a cell's centre that is within the picture, for cells of the frame."""
        (left, top), (right, bottom) = self.reach
        return min(max(x, left - 18), right + 18), min(max(y, top - 3), bottom + 3)

    @cached_property
    def reach(self) -> tuple[Point, Point]:
        """The upper left and the lower right corner of the hexes."""
        xs, ys = [x for x, _ in self.view["nodes"]], [y for _, y in self.view["nodes"]]
        return (min(xs) * ACROSS, min(ys) * UNIT), (max(xs) * ACROSS, max(ys) * UNIT)

    def node(self, node: int) -> Point:
        """Return where a node lies."""
        x, y = self.view["nodes"][node]
        return x * ACROSS, y * UNIT

    def middle(self, edge: int) -> Point:
        """Return the middle of an edge."""
        (ax, ay), (bx, by) = map(self.node, self.view["edges"][edge])
        return (ax + bx) / 2, (ay + by) / 2

    def slope(self, edge: int, *, back: bool = False) -> float:
        """Return an edge's direction in degrees, from its first node to the second, or ``back``."""
        (ax, ay), (bx, by) = map(self.node, self.view["edges"][edge])
        return degrees(atan2(ay - by, ax - bx) if back else atan2(by - ay, bx - ax))

    def beside(self, edge: int) -> list[int]:
        """Return the two cells beside an edge."""
        (ax, ay), (bx, by) = (self.view["nodes"][node] for node in self.view["edges"][edge])
        if ax == bx:
            places = [(ax - 1, (ay + by) // 2), (ax + 1, (ay + by) // 2)]
        else:
            upper, lower = ((ax, ay), (bx, by)) if ay < by else ((bx, by), (ax, ay))
            places = [(lower[0], lower[1] - 2), (upper[0], upper[1] + 2)]
        return [self._at[place] for place in places if place in self._at]

    def terrain(self, cell: int) -> Terrain:
        """Return what lies on a cell; the frame counts as sea."""
        hexes = self.view["hexes"]
        return hexes[cell]["terrain"] if cell < len(hexes) else "sea"

    def is_land(self, cell: int) -> bool:
        """Return whether a cell is revealed land."""
        return self.terrain(cell) not in ("sea", "unexplored")

    def zone(self, cell: int) -> int:
        """Return a cell's island, or -1."""
        hexes = self.view["hexes"]
        return hexes[cell]["zone"] if cell < len(hexes) else -1

    @cached_property
    def _zones(self) -> list[int]:
        """The islands' ids, in reading order."""
        return sorted({one["zone"] for one in self.view["hexes"]} - {-1})

    @cached_property
    def islands(self) -> dict[int, str]:
        """The islands' letters by their ids, in reading order; none where there is only one island.

        While hexes are unexplored there are none either: islands grow together and new ones come between them, and who has read
        "island B" must not find it called C a turn later.
        """
        if len(self._zones) < 2 or any(one["terrain"] == "unexplored" for one in self.view["hexes"]):
            return {}
        return {zone: LETTERS[place % 26] for place, zone in enumerate(self._zones)}

    def island(self, zone: int) -> str:
        """Return the letter of an island, or an empty string."""
        return self.islands.get(zone, "")

    def lettered(self) -> set[int]:
        """Return the hexes that carry their islands' letters: of each island the first without a building at its top."""
        built = {tuple(self.view["nodes"][one["at"]]) for one in self.view["buildings"]}
        found: dict[int, int] = {}
        for cell, one in enumerate(self.view["hexes"]):
            free = (one["x"], one["y"] - 2) not in built
            if one["zone"] in self.islands and free:
                found.setdefault(one["zone"], cell)
        return set(found.values()) | (set(self.islands) - set(found))

    @cached_property
    def touching(self) -> dict[int, list[int]]:
        """The edges at each node."""
        found: dict[int, list[int]] = {node: [] for node in range(len(self.view["nodes"]))}
        for edge, ends in enumerate(self.view["edges"]):
            for node in ends:
                found[node].append(edge)
        return found

    def coasts(self) -> Iterator[int]:
        """Yield the edges between two islands, or between an island and a desert that separates islands."""
        if len(self._zones) < 2:
            return
        for edge in range(len(self.view["edges"])):
            cells = self.beside(edge)
            if all(map(self.is_land, cells)) and len({self.zone(cell) for cell in cells}) > 1:
                yield edge

    def founding(self) -> dict[int, list[tuple[int, str]]]:
        """Return each legal founding site's free edges with their possible pieces: ``road``, ``ship`` or ``both`` (E6)."""
        if self.view["phase"] != "found":
            return {}
        kinds, legal = self.kinds(), self.view["legal"]
        return {
            node: [(edge, kinds[edge]) for edge in self.touching[node] if edge in kinds]
            for node in legal["settlements"]
        }

    def kinds(self) -> dict[int, str]:
        """Return the pieces that the viewer may lay now, by edge: ``road``, ``ship`` or ``both``."""
        found = dict.fromkeys(self.view["legal"]["roads"], "road")
        for edge in self.view["legal"]["ships"]:
            found[edge] = "both" if edge in found else "ship"
        return dict(sorted(found.items()))

    def takes(self, edge: int) -> str:
        """Return the pieces possible on an edge: ``road``, ``ship``, ``both``, or an empty string."""
        terrain = {self.terrain(cell) for cell in self.beside(edge)}
        if "unexplored" in terrain:
            return ""
        if "sea" not in terrain:
            return "road"
        return "ship" if terrain == {"sea"} else "both"

    def bows(self) -> dict[int, bool]:
        """Return for each ship whether it sails towards its edge's first node: away from its owner's buildings."""
        found: dict[int, bool] = {}
        ships = [one for one in self.view["pieces"] if one["kind"] == "ship"]
        for seat in sorted({one["seat"] for one in ships}):
            left = {one["at"] for one in ships if one["seat"] == seat}
            layer = sorted({one["at"] for one in self.view["buildings"] if one["seat"] == seat})
            seen = set(layer)
            while layer:
                ahead = []
                for node in layer:
                    for edge in self.touching[node]:
                        if edge in left:
                            left.discard(edge)
                            beyond = sum(self.view["edges"][edge]) - node
                            found[edge] = self.view["edges"][edge][0] == beyond
                            ahead += [] if beyond in seen else [beyond]
                            seen.add(beyond)
                layer = ahead
            found |= dict.fromkeys(sorted(left), False)
        return found
