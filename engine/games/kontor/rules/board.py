"""The harbour: what lies where, its edges, its sectors (rules: Spielfeldgröße, Gebiete, Kran; E23-E26, E39).

A board maps each occupied field to the stack of cards lying there, lowest first; only the top one has any effect. The
harbour's edges are not known at first: an axis is fixed, for good, as soon as the cards on it reach the preset's limit.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from engine.games.kontor.rules.fields import FAR, NEIGHBOURS, PLACES, Field
from engine.games.kontor.types.cards import Card
from engine.games.kontor.types.state import Axis, Edges, Range, Triple
from engine.games.kontor.types.view import Extent

Board = Mapping[Field, list[str]]
AXES: tuple[Axis, ...] = ("x", "y")


def extent(board: Board) -> Extent:
    """Return the lowest and highest coordinate now occupied on each axis."""
    xs, ys = zip(*(PLACES[field] for field in board), strict=True)
    return {"x": [min(xs), max(xs)], "y": [min(ys), max(ys)]}


def newly_fixed(board: Board, edges: Edges, limits: Mapping[Axis, int]) -> dict[Axis, Range]:
    """Return the axes that have reached their limit and were open until now (E23, E24)."""
    if edges["x"] is not None and edges["y"] is not None:
        return {}
    reached = extent(board)
    return {
        axis: reached[axis]
        for axis in AXES
        if edges[axis] is None and reached[axis][1] - reached[axis][0] + 1 >= limits[axis]
    }


def inside(field: Field, edges: Edges) -> bool:
    """Return whether a field touching the cards on the table is still part of the harbour.

    If an axis is not fixed, one more row always fits: otherwise the axis would be fixed (E25).
    """
    return field in _within(edges)


def _within(edges: Edges) -> frozenset[Field]:
    """Return all fields between the edges that are fixed."""
    return _between(*(edges["x"] or (-FAR, FAR)), *(edges["y"] or (-FAR, FAR)))


@lru_cache(maxsize=1024)
def _between(left: int, right: int, upper: int, lower: int) -> frozenset[Field]:
    return frozenset(name for name, (x, y) in PLACES.items() if left <= x <= right and upper <= y <= lower)


def free_fields(board: Board, edges: Edges) -> set[Field]:
    """Return the free fields that touch a card horizontally or vertically and are inside the harbour."""
    touching = set(chain.from_iterable(map(NEIGHBOURS.__getitem__, board)))
    touching.difference_update(board)
    return touching & _within(edges)


def is_full(board: Board, edges: Edges) -> bool:
    """Return whether no further card fits: every field between the fixed edges is occupied."""
    columns, rows = edges["x"], edges["y"]
    if columns is None or rows is None:
        return False
    area = (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1)
    return len(board) == area


def barred(board: Board, cards: Mapping[str, Card], colour: str) -> set[Field]:
    """Return the free fields where a colour may lay no quay, because they are beside an opposing crane (*Kran*)."""
    return {
        beside
        for field, stack in board.items()
        if (card := cards[stack[-1]]).type == "crane" and card.owner != colour
        for beside in NEIGHBOURS[field]
        if beside not in board
    }


def sectors(board: Board, cards: Mapping[str, Card], without: Collection[Field] = ()) -> list[set[Field]]:
    """Return the groups of quays that touch horizontally or vertically (*Gebiet*, *Sektor*), whoever owns them.

    ``without`` are fields to leave out: those of closed sectors, which never change again.
    """
    return groups({field for field, stack in board.items() if cards[stack[-1]].land}.difference(without))


def sectors_at(board: Board, cards: Mapping[str, Card], name: Field, without: Collection[Field]) -> list[set[Field]]:
    """Return the sectors that a field belongs to or touches, as :func:`sectors` would."""
    found: list[set[Field]] = []
    for start in (name, *NEIGHBOURS[name]):
        if _is_land(board, cards, start, without) and not any(start in group for group in found):
            group, todo = {start}, [start]
            while todo:
                for beside in NEIGHBOURS[todo.pop()]:
                    if beside not in group and _is_land(board, cards, beside, without):
                        group.add(beside)
                        todo.append(beside)
            found.append(group)
    return found


def _is_land(board: Board, cards: Mapping[str, Card], name: Field, without: Collection[Field]) -> bool:
    return name in board and name not in without and cards[board[name][-1]].land


def groups(land: Iterable[Field]) -> list[set[Field]]:
    """Return the groups of fields that are connected horizontally or vertically, in no particular order."""
    left, found = set(land), []
    while left:
        group, edge = set[Field](), {left.pop()}
        while edge:
            group |= edge
            edge = left.intersection([beside for field in edge for beside in NEIGHBOURS[field]])
            left -= edge
        found.append(group)
    return found


def is_closed(sector: Iterable[Field], board: Board, edges: Edges) -> bool:
    """Return whether no quay of the sector has a free neighbour inside the harbour (E25), barred ones included (E26)."""
    harbour = _within(edges)
    return not any(beside in harbour and beside not in board for field in sector for beside in NEIGHBOURS[field])


def goods(sector: Iterable[Field], board: Board, cards: Mapping[str, Card], colours: Sequence[str]) -> list[Triple]:
    """Return each team's warehouses in a sector as [tea, wine, spice].

    Warehouses are counted from the cards, so that splitting, merging and losing a distribution centre (*Zentrallager*,
    *Vertriebszentrum*) need no choice (E34).
    """
    total = [[0, 0, 0] for _ in colours]
    for field in sector:
        card = cards[board[field][-1]]
        if card.goods:
            team = total[colours.index(card.owner)]
            for i, number in enumerate(card.counts):
                team[i] += number
    return total
