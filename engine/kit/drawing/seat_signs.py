"""Names and colours of the seats in a game's picture, so that a client can match players to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language, View


@dataclass(frozen=True)
class SeatSign:
    """A seat in the picture: what it is ``called`` (``Red (1)``) and its ``colour`` (``#c4262e``)."""

    called: str
    colour: str


@runtime_checkable
class Signed(Protocol):
    """A game whose picture tells seats apart by colour."""

    def seat_sign(self, view: View, seat: int, language: Language) -> SeatSign:
        """Return how the picture of a view shows a seat."""
        ...


def signs_of(game: Game, view: View, seats: int, language: Language) -> list[SeatSign | None]:
    """Return the signs of all seats; ``None`` in a game whose picture has none."""
    return [game.seat_sign(view, seat, language) if isinstance(game, Signed) else None for seat in range(seats)]


__all__ = ["SeatSign", "Signed", "signs_of"]
