"""Which features each mixed match has, so that every two that can be in one match are together in some."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Kontor for two": ("kontor", 2, {"preset": "goldsieber-basic", "round_limit": 12}),
    "Kontor for four": ("kontor", 4, {"preset": "goldsieber-teams", "round_limit": 8}),
    "Packet Row": ("packet-row", 3, {}),
    "Anno 1701": ("anno-1701", 2, {"turn_limit": 12}),
    "Seafarers": ("seafarers", 5, {"turn_limit": 12}),
}
"""Game, seats and options of each table."""
CUSTODIES = ("escrow", "client", "client demanded")
"""Who keeps the openings: the service, each player who may, or every player because the match says so."""
ENDS = ("a win voted for", "resigned", "account deleted", "stopped by the operator")
"""Features that end a match; without one it is played to the end of its game."""
BY_BOTS = ("bots", "a bot voted for", "handed over to a bot")
"""Features that seat a bot."""
COUNTS_AGAIN = "an earlier vote decides"
"""Somebody is there again and so completes a majority, with a vote that did not count while they were missed."""
ABSENCES = (
    "misses", "waiting voted for", "back in time", "a bot voted for", "a person voted for", COUNTS_AGAIN, "a win voted for",
)  # fmt: skip
"""Features for which somebody has to stay away."""
FEATURES = (
    *ABSENCES[:-1], "handed over to a bot", "handed over to a person", "former player back", "pause", "vacation",
    "more time taken", "more time granted", "more time by the operator", "nights", "messages", "orders", "hidden plan",
    "hold", "bots", "minds changed", "substitute in escrow", "substitute in client custody", *ENDS,
)  # fmt: skip
ONLY_AT = {
    "messages": ("Kontor for four",),
    "hidden plan": ("Packet Row",),
    "bots": ("Kontor for four", "Packet Row", "Seafarers"),
    "minds changed": ("Kontor for two", "Kontor for four"),
    "substitute in escrow": ("Kontor for two", "Kontor for four"),
    "substitute in client custody": ("Kontor for two", "Kontor for four"),
    COUNTS_AGAIN: ("Kontor for four",),
}
"""Features that need partners who talk, plans that nobody sees, two people beside a bot, sealed decisions all along, or four
people, of whom two may be away."""
NOT_IN = {
    **dict.fromkeys(BY_BOTS, ("client demanded",)),
    "substitute in escrow": ("client demanded", "client"),
    "substitute in client custody": ("escrow",),
    COUNTS_AGAIN: ("bots",),
}
"""What a feature cannot be together with: bots seal with escrow and have no vote, and a substitute shows one custody at a
time."""
A_ROW = 9
"""Features of one match at most: with more of them some would end others."""

Pair = frozenset[str]


@dataclass(frozen=True)
class Row:
    """One match of the plan."""

    table: str
    custody: str
    features: frozenset[str]

    @property
    def pairs(self) -> frozenset[Pair]:
        """Return all pairs of features, table and custody that meet in it."""
        return pairs((self.table, self.custody, *self.features))


def pairs(items: Iterable[str]) -> frozenset[Pair]:
    """Return every two of these that can meet."""
    return frozenset(frozenset(two) for two in combinations(sorted(items), 2) if meet(*two))


def meet(one: str, other: str) -> bool:
    """Return whether two can be in one match."""
    for kind in (TABLES, CUSTODIES, ENDS):
        if one in kind and other in kind:
            return False
    for first, second in ((one, other), (other, one)):
        if first in ONLY_AT and second in TABLES and second not in ONLY_AT[first]:
            return False
        if second in NOT_IN.get(first, ()):
            return False
        if first in ONLY_AT and second in ONLY_AT and not set(ONLY_AT[first]) & set(ONLY_AT[second]):
            return False
    # One substitute shows one custody; and where every seat keeps its openings there is no bot for whom to show the other.
    return {one, other} != {"substitute in escrow", "substitute in client custody"}


ALL = pairs((*TABLES, *CUSTODIES, *FEATURES))
"""Every two that can meet."""


def plan(rows: int, seed: int) -> list[Row]:
    """Return so many matches in which every two that can meet do, as early as a greedy choice finds."""
    chance, left, made = random.Random(f"plan {seed}"), set(ALL), list[Row]()
    while len(made) < rows:
        left = left or set(ALL)
        best = max((_row(chance, left) for _ in range(6)), key=lambda row: len(row.pairs & left))
        left -= best.pairs
        made.append(best)
    return made


def _row(chance: random.Random, left: set[Pair]) -> Row:
    """Return a match with many pairs that are left, begun with one of them."""
    items = set(chance.choice(sorted(map(sorted, left))))
    while True:
        wanted = TABLES if not items & set(TABLES) else CUSTODIES if not items & set(CUSTODIES) else FEATURES
        open_ = [one for one in wanted if one not in items and all(meet(one, other) for other in items)]
        features = items & set(FEATURES)
        if wanted is FEATURES and (len(features) >= A_ROW or not open_):
            (table,), (custody,) = items & set(TABLES), items & set(CUSTODIES)
            return Row(table, custody, frozenset(features))
        gains = {one: sum(frozenset((one, other)) in left for other in items) for one in open_}
        items.add(max(open_, key=lambda one: (gains[one], chance.random())))
