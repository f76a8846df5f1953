"""Tables for four in two teams: drawn like those for two (:mod:`tests.engine.kontor.table`), but told by seat.

Seats 0 and 1 are Red, seats 2 and 3 are Black; 0 sits opposite 2 and 1 opposite 3 (E56).
"""

from collections.abc import Sequence
from typing import Any, Self

from tests.engine.kontor.table import Playing, chosen, dealt

TEAMS = "goldsieber-teams"
RED, BLACK = [0, 1], [2, 3]
HANDS = ("13 19 59", "15 21 61", "14 20 63", "16 22 65")
"""A hand of each seat: a coin, a quay without a symbol, a canal without a symbol."""

CROSS = """
    .  44   .
   43   A* 45
    .  46   .
"""


class FourTable(Playing):
    """A match of four in progress."""

    def choose(self, *what: str) -> Self:
        """Resolve the sealed choices of all seats that are asked, in their order: ``"13"``, ``"13/59"``, ``"pass"``."""
        self._resolve({seat: chosen(one) for seat, one in zip(self.asked, what, strict=True)})
        return self

    @property
    def channels(self) -> dict[str, list[int]]:
        """Who may confer now."""
        return {one["id"]: one["seats"] for one in self.game.channels(self.state)}


def four(
    drawing: str = CROSS, *, hands: Sequence[str] = HANDS, piles: Sequence[str | None] = ("17", "23", "18", "24"),
    money: Sequence[int] = (4, 4, 4, 4), **more: Any,
) -> FourTable:  # fmt: skip
    """Return the table of a drawing for four."""
    return FourTable(dealt(drawing, TEAMS, hands=hands, piles=piles, money=money, **more))
