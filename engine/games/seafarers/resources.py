"""Names, letters and costs, shared by state, views and moves (RULES.md, D1)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from engine.games.seafarers.types.moves import Amounts
from engine.games.seafarers.types.view import Card, Cards, DevelopmentCards, Harbour, Resource, Terrain

RESOURCES: tuple[Resource, ...] = ("wood", "brick", "grain", "wool", "ore")
"""The order of resources in every list of five; ties between them are broken in this order as well."""
INDEX: Mapping[str, int] = {name: i for i, name in enumerate(RESOURCES)}
LETTERS = "TCWSO"
"""Terrain that bears the resource of the same place in :data:`RESOURCES`."""
TERRAIN: Mapping[str, Terrain] = {
    **dict(zip(LETTERS, RESOURCES, strict=True)),
    "G": "gold",
    "D": "desert",
    "~": "sea",
    "?": "unexplored",
}
LETTER: Mapping[str, str] = {name: letter for letter, name in TERRAIN.items()}
WATER = "~"
UNEXPLORED = "?"
DESERT = "D"
GOLD = "G"
ANY = 5
"""The kind of a 3:1 harbour."""
HARBOURS: tuple[Harbour, ...] = (*RESOURCES, "any")

CARDS: tuple[Card, ...] = ("knight", "roads", "invention", "monopoly", "victory")
CARD_LETTERS = "krimv"
KNIGHT, ROADS, INVENTION, MONOPOLY, VICTORY = range(5)
ROAD, SHIP, SETTLEMENT, CITY = range(4)
"""Places in ``stock``."""
OTHER = 8
"""Added to the seat: a ship on an edge, a city on a node."""

COSTS: Mapping[str, tuple[int, ...]] = {
    "road": (1, 1, 0, 0, 0),
    "ship": (1, 0, 0, 1, 0),
    "settlement": (1, 1, 1, 1, 0),
    "city": (0, 0, 2, 0, 3),
    "card": (0, 0, 1, 1, 1),
}
"""Building costs, in the order of :data:`RESOURCES`."""
PRICE = {name: sum(cost) for name, cost in COSTS.items()}
"""Number of cards each thing costs; with fewer cards, which everybody can see, it is out of reach."""


def is_land(letter: str) -> bool:
    """Return whether a hex is revealed land."""
    return letter not in "~?"


@lru_cache(maxsize=1 << 12)
def affordable(hand: tuple[int, ...]) -> frozenset[str]:
    """Return the items of :data:`COSTS` that a hand can pay for.

    >>> sorted(affordable((1, 1, 0, 1, 0)))
    ['road', 'ship']
    """
    return frozenset(what for what, cost in COSTS.items() if affords(hand, cost))


def affords(hand: Sequence[int], cost: Sequence[int]) -> bool:
    """Return whether a hand covers a cost."""
    return (
        hand[0] >= cost[0] and hand[1] >= cost[1] and hand[2] >= cost[2] and hand[3] >= cost[3] and hand[4] >= cost[4]
    )


def amounts(counts: Sequence[int]) -> Amounts:
    """Return cards by name, without those there are none of.

    >>> amounts([0, 2, 0, 0, 1])
    {'brick': 2, 'ore': 1}
    """
    return _amounts(tuple(counts)).copy()


@lru_cache(maxsize=1 << 12)
def _amounts(counts: tuple[int, ...]) -> Amounts:
    return {name: count for name, count in zip(RESOURCES, counts, strict=True) if count}


def counts(named: Mapping[Resource, int]) -> list[int]:
    """Return cards as a list of five.

    >>> counts({"ore": 1, "brick": 2})
    [0, 2, 0, 0, 1]
    """
    return [named.get(name, 0) for name in RESOURCES]


def single(resource: int, count: int = 1) -> list[int]:
    """Return this many cards of one resource as a list of five."""
    return [count if i == resource else 0 for i in range(5)]


def all_cards(hand: Sequence[int]) -> Cards:
    """Return a hand by name, including names without cards."""
    return cast(Cards, dict(zip(RESOURCES, hand, strict=True)))


def all_development(held: Sequence[int]) -> DevelopmentCards:
    """Return development cards by name."""
    return cast(DevelopmentCards, dict(zip(CARDS, held, strict=True)))
