"""Find each sector's leader and the sectors that count at the end (rules: Gebietswertung, Spielende; D4, E27-E32).

Three steps decide a sector: the largest lead in one kind of goods; then the greater number of kinds in which a team leads;
then the rank of the goods: wine beats spice, spice beats tea and tea beats wine. A sector still tied belongs to nobody.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from engine.games.kontor.rules.board import Board
from engine.games.kontor.rules.fields import Field, distance
from engine.games.kontor.types.cards import Card
from engine.games.kontor.types.state import ClosedSector, DecidedBy, Triple

TEA, WINE, SPICE = range(3)
BEATS = {WINE: SPICE, SPICE: TEA, TEA: WINE}
"""The rank of the goods goes round in a circle (Rangfolge der Handelswaren)."""


def majority(warehouses: Sequence[Triple]) -> tuple[int | None, DecidedBy]:
    """Return the team that controls a sector and the step that decided: ``largest``, ``most``, ``rank`` or ``none``.

    ``warehouses`` are two teams' [tea, wine, spice].

    >>> majority([[2, 0, 2], [0, 3, 0]])
    (1, 'largest')
    >>> majority([[0, 1, 0], [0, 0, 1]])
    (0, 'rank')
    """
    first, second = warehouses
    leads = [a - b for a, b in zip(first, second, strict=True)]
    largest, largest_of_second = max(leads), -min(leads)
    if largest != largest_of_second:
        return (0 if largest > largest_of_second else 1), "largest"
    if largest == 0:
        return None, "none"
    ahead = [i for i, lead in enumerate(leads) if lead > 0]
    behind = [i for i, lead in enumerate(leads) if lead < 0]
    if len(ahead) != len(behind):
        return (0 if len(ahead) > len(behind) else 1), "most"
    # Three kinds of goods: here each team leads in exactly one, and of two different kinds one always beats the other (E29).
    return (0 if BEATS[ahead[0]] == behind[0] else 1), "rank"


def value(sector: Iterable[Field], board: Board, cards: Mapping[str, Card]) -> int:
    """Return the points of a guarded sector: one, and one more for each customs house (*Zollhaus*) in it."""
    return 1 + sum(1 for field in sector if cards[board[field][-1]].type == "customs")


def anchor_distance(sector: Iterable[Field], anchor: Field) -> int:
    """Return the smallest distance of a quay of the sector from the anchor, ignoring obstacles (E32)."""
    return min(distance(field, anchor) for field in sector)


def counting(closed: Sequence[ClosedSector], anchor: Field, places: int, least_size: int) -> list[bool]:
    """Return for each closed sector whether it counts at the end.

    Only guarded sectors of at least ``least_size`` quays compete (E30). For ``places`` = 0 all of them count. Otherwise the
    largest do; of equal sizes the one nearer to the anchor; a group of equal size and distance that does not fit into the
    places left is skipped as a whole, and the next group is tried (E31).
    """
    able = {i for i, sector in enumerate(closed) if sector["guard"] is not None and len(sector["fields"]) >= least_size}
    extents = {i: (len(closed[i]["fields"]), anchor_distance(closed[i]["fields"], anchor)) for i in able}
    counted = largest(extents, places)
    return [i in counted for i in range(len(closed))]


def largest(extents: Mapping[int, tuple[int, int]], places: int) -> set[int]:
    """Return which of the sectors that compete count, by their size and distance (:func:`counting`)."""
    if places == 0:
        return set(extents)

    def order(i: int) -> tuple[int, int]:
        size, distance = extents[i]
        return -size, distance

    counted: set[int] = set()
    for _, group in groupby(sorted(extents, key=order), key=order):
        equal = list(group)
        if len(counted) + len(equal) <= places:
            counted.update(equal)
    return counted
