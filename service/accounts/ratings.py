"""Ratings as players see them: their own, those on profiles, and those in lists."""

from __future__ import annotations

from typing import Any

from engine.registry import GAMES
from engine.standings.ratings import Rating
from service.store.installation.results import Point
from service.store.store import Store


def games() -> list[str]:
    """Return the names of the games, without versions."""
    return sorted({one.partition("@")[0] for one in GAMES})


def own_ratings(store: Store, player: str, last: int = 0) -> list[dict[str, Any]]:
    """Return a player's ratings, by game, with their course, of which only the ``last`` points if given."""
    return [
        {"game": game, **rating.facts, "course": [_point(one) for one in course]}
        for game, (rating, course) in store.ratings_with_course(games(), player, last).items()
    ]


def _point(point: Point) -> dict[str, Any]:
    rating = Rating(point.mu, point.sigma)
    return {"entry": point.entry, "rating": rating.shown, "plus_minus": rating.plus_minus}
