"""The graph of a map: hexes, intersections and edges with their neighbours. Computed once per shape; never in a state.

A cell is (row, column): rows count from 1, columns from 0; odd rows are long, even rows shifted half a hex to the right. Its
centre is the integer point ``(x, y)`` with ``x = 2 * column`` (odd row) or ``2 * column + 1`` and ``y = 3 * row``; the corners
are integer points as well, so two hexes name their common corner alike. Ids are places in reading order: hexes first, the
cells of the frame around them next; nodes (intersections) by (y, x), edges by their nodes.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.games.seafarers.marks import REMEMBERED, Mask, mask_of, members

Cell = tuple[int, int]
Point = tuple[int, int]

DIRECTIONS = {"NE": (-1, 1), "E": (0, 2), "SE": (1, 1), "SW": (1, -1), "W": (0, -2), "NW": (-1, -1)}
"""Steps (rows, x) to the six neighbours, clockwise from the upper right."""
SIDES = {"NE": (0, 1), "E": (1, 2), "SE": (2, 3), "SW": (3, 4), "W": (4, 5), "NW": (5, 0)}
"""The two corners, of six, that each side joins."""
SIX = len(DIRECTIONS)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A shape of a map; there is one object for each (:func:`board_of`), so boards are told apart by identity.

    Ids of cells are those of hexes, and from ``len(hexes)`` on those of the frame. ``hex_nodes`` has six nodes per hex, from
    the top clockwise; ``hex_edges`` and ``hex_hexes`` the sides and neighbours (cells) of each hex in the order NE, E, SE, SW,
    W, NW; ``cell_edges`` the sides of every cell that exist. ``edge_cells`` are the two cells beside an edge; ``edge_nodes``
    its ends; ``node_edges``, ``node_nodes``, ``node_hexes`` what meets at a node, ascending. The last five are sets of the same
    as masks (:mod:`engine.games.seafarers.marks`): ``ends`` the nodes of an edge, ``sides`` the edges and ``beside``
    the nodes at a node, ``corners`` the nodes of a hex, ``shores`` the edges of a cell.
    """

    hexes: tuple[Cell, ...]
    frame: tuple[Cell, ...]
    nodes: tuple[Point, ...]
    edge_nodes: tuple[tuple[int, int], ...]
    edge_cells: tuple[tuple[int, int], ...]
    node_edges: tuple[tuple[int, ...], ...]
    node_nodes: tuple[tuple[int, ...], ...]
    node_hexes: tuple[tuple[int, ...], ...]
    hex_nodes: tuple[tuple[int, ...], ...]
    hex_edges: tuple[tuple[int, ...], ...]
    hex_hexes: tuple[tuple[int, ...], ...]
    cell_edges: tuple[tuple[int, ...], ...]
    cell_of: dict[Cell, int]
    ends: tuple[Mask, ...]
    sides: tuple[Mask, ...]
    beside: tuple[Mask, ...]
    corners: tuple[Mask, ...]
    shores: tuple[Mask, ...]

    def edge_at(self, cell: Cell, direction: str) -> int | None:
        """Return the edge on one side of a cell, ``None`` where no hex of the map lies beside it."""
        corner = corners(cell)
        first, second = (corner[one] for one in SIDES[direction])
        ends = {self.nodes[n]: n for n in range(len(self.nodes))}
        if first not in ends or second not in ends:
            return None
        pair = tuple(sorted((ends[first], ends[second])))
        return next((i for i, nodes in enumerate(self.edge_nodes) if nodes == pair), None)

    def components(self, cells: Iterable[int]) -> list[list[int]]:
        """Return the connected groups of hexes, each ascending, by their first hexes."""
        left, groups = set(cells), list[list[int]]()
        for first in sorted(left):
            if first not in left:
                continue
            group, todo = [], [first]
            left.discard(first)
            while todo:
                one = todo.pop()
                group.append(one)
                for beside in self.hex_hexes[one]:
                    if beside in left:
                        left.discard(beside)
                        todo.append(beside)
            groups.append(sorted(group))
        return groups

    def spiral(self, hexes: Collection[int], corner: int, *, clockwise: bool) -> list[int]:
        """Return hexes in a spiral: from a corner along the rim and inwards, each hex beside the one before.

        The way keeps the hexes it has left, and the rim, on its outer hand. It ends where no hex is left beside it, so on a
        shape with bays it may not reach all.
        """
        turn = 1 if clockwise else -1
        beside = self.hex_hexes
        left, order = set(hexes) - {corner}, [corner]
        ahead = next(
            (d for d in range(SIX) if beside[corner][d] in left and beside[corner][(d - turn) % SIX] not in left), 0
        )
        while True:
            here = beside[order[-1]]
            outwards = ((ahead + turn * step) % SIX for step in range(-2, 4))
            found = next((d for d in outwards if here[d] in left), None)
            if found is None:
                return order
            ahead = found
            order.append(here[ahead])
            left.discard(here[ahead])


def centre(cell: Cell) -> Point:
    """Return the centre of a cell."""
    row, column = cell
    return (2 * column + (row % 2 == 0), 3 * row)


def neighbour(cell: Cell, direction: str) -> Cell:
    """Return the cell next to a cell."""
    rows, step = DIRECTIONS[direction]
    row = cell[0] + rows
    return (row, (centre(cell)[0] + step - (row % 2 == 0)) // 2)


def corners(cell: Cell) -> tuple[Point, ...]:
    """Return the six corners of a cell, from the top clockwise."""
    x, y = centre(cell)
    return ((x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1))


@lru_cache(maxsize=64)
def board_of(hexes: tuple[Cell, ...]) -> Board:
    """Return the graph of a set of hexes in reading order."""
    inside = set(hexes)
    frame = tuple(sorted({neighbour(cell, one) for cell in hexes for one in DIRECTIONS} - inside))
    cells = hexes + frame
    cell_of = {cell: i for i, cell in enumerate(cells)}
    nodes = tuple(sorted({point for cell in hexes for point in corners(cell)}, key=lambda point: (point[1], point[0])))
    node_of = {point: i for i, point in enumerate(nodes)}
    sides: dict[tuple[int, int], list[int]] = {}
    for i, cell in enumerate(cells):
        for ends in _sides(cell):
            if ends[0] in node_of and ends[1] in node_of:
                pair = (min(node_of[one] for one in ends), max(node_of[one] for one in ends))
                sides.setdefault(pair, []).append(i)
    edges = tuple(sorted(pair for pair, beside in sides.items() if beside[0] < len(hexes)))
    edge_of = {pair: i for i, pair in enumerate(edges)}
    hex_nodes = tuple(tuple(node_of[point] for point in corners(cell)) for cell in hexes)
    hex_edges = tuple(
        tuple(edge_of[_pair(ring[first], ring[second])] for first, second in SIDES.values()) for ring in hex_nodes
    )
    beside = tuple((sides[pair][0], sides[pair][1]) for pair in edges)
    node_edges = tuple(tuple(e for e, pair in enumerate(edges) if n in pair) for n in range(len(nodes)))
    node_nodes = tuple(
        tuple(sorted(edges[e][0] + edges[e][1] - n for e in around)) for n, around in enumerate(node_edges)
    )
    cell_edges = tuple(tuple(e for e, pair in enumerate(beside) if i in pair) for i in range(len(cells)))
    return Board(
        hexes=hexes,
        frame=frame,
        nodes=nodes,
        edge_nodes=edges,
        edge_cells=beside,
        node_edges=node_edges,
        node_nodes=node_nodes,
        node_hexes=tuple(tuple(h for h, ring in enumerate(hex_nodes) if n in ring) for n in range(len(nodes))),
        hex_nodes=hex_nodes,
        hex_edges=hex_edges,
        hex_hexes=tuple(tuple(cell_of[neighbour(cell, one)] for one in DIRECTIONS) for cell in hexes),
        cell_edges=cell_edges,
        cell_of=cell_of,
        ends=tuple(map(mask_of, edges)),
        sides=tuple(map(mask_of, node_edges)),
        beside=tuple(map(mask_of, node_nodes)),
        corners=tuple(map(mask_of, hex_nodes)),
        shores=tuple(map(mask_of, cell_edges)),
    )


@lru_cache(maxsize=REMEMBERED)
def ends_of(board: Board, edges: Mask) -> Mask:
    """Return the nodes at the ends of edges."""
    return _union(board.ends, edges)


@lru_cache(maxsize=REMEMBERED)
def sides_of(board: Board, nodes: Mask) -> Mask:
    """Return the edges that meet at nodes."""
    return _union(board.sides, nodes)


@lru_cache(maxsize=REMEMBERED)
def beside_of(board: Board, nodes: Mask) -> Mask:
    """Return the nodes one step from nodes."""
    return _union(board.beside, nodes)


def _union(sets: tuple[Mask, ...], among: Mask) -> Mask:
    found = 0
    for one in members(among):
        found |= sets[one]
    return found


def _sides(cell: Cell) -> list[tuple[Point, Point]]:
    corner = corners(cell)
    return [(corner[first], corner[second]) for first, second in SIDES.values()]


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
