"""Encode the pieces on intersections and edges as text, one letter per place in board order.

``.`` is free. On an intersection ``a`` to ``f`` are the settlements of seats 0 to 5, ``A`` to ``F`` their cities; on an edge
``a`` to ``f`` are roads, ``A`` to ``F`` ships. A text is short in JSON, is shared instead of copied, and what is derived from
it is found again by it: see :func:`places`.
"""

from collections.abc import Mapping
from functools import lru_cache

FREE = "."
SETTLEMENTS = ROADS = "abcdef"
CITIES = SHIPS = "ABCDEF"
OWN = tuple(map("".join, zip(SETTLEMENTS, CITIES, strict=True)))
"""Both letters of each seat."""
TAKEN = SETTLEMENTS + CITIES
SEATS: Mapping[str, int] = {letter: i for letters in (SETTLEMENTS, CITIES) for i, letter in enumerate(letters)}
"""The seat each letter belongs to."""

Mask = int
"""A set of nodes or edges: place ``i`` belongs to it if bit ``i`` is set."""
REMEMBERED = 1 << 12
"""Cache size of each function here and in :mod:`engine.games.seafarers.board`, at some hundred bytes an answer."""


def nothing(size: int) -> str:
    """Return a text of this many free places."""
    return FREE * size


def put(text: str, place: int, letter: str) -> str:
    """Return a text with another letter at a place."""
    return text[:place] + letter + text[place + 1 :]


@lru_cache(maxsize=REMEMBERED)
def places(text: str, letters: str) -> Mask:
    """Return the places of some letters.

    >>> bin(places(".aA.b", "aA"))
    '0b110'
    """
    return int(text.translate(_ONES[letters])[::-1], 2)


_LETTERS = FREE + TAKEN
_ONES = {
    letters: str.maketrans({one: "01"[one in letters] for one in _LETTERS})
    for letters in (FREE, TAKEN, SETTLEMENTS, CITIES, *OWN, *TAKEN)
}


@lru_cache(maxsize=REMEMBERED)
def members(mask: Mask) -> tuple[int, ...]:
    """Return the places of a set, ascending.

    >>> members(0b10110)
    (1, 2, 4)
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def mask_of(numbers: tuple[int, ...]) -> Mask:
    """Return a set of places."""
    mask = 0
    for one in numbers:
        mask |= 1 << one
    return mask
