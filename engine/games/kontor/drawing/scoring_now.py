"""Closed sectors that count, or would if the match were scored now: their guards are drawn in full, others pale."""

from __future__ import annotations

from engine.games.kontor.rules.scoring import largest
from engine.games.kontor.types.view import KontorView


def sectors_that_score(view: KontorView) -> set[int]:
    """Return the places of these sectors in the view's list."""
    sectors, counting = view["sectors"], view["counting"]
    if view["outcome"] is not None:
        return {i for i, sector in enumerate(sectors) if sector["counts"]}
    extents = {
        i: (sector["size"], sector["distance"])
        for i, sector in enumerate(sectors)
        if sector["guard"] is not None and sector["size"] >= counting["least_size"]
    }
    return largest(extents, counting["places"])


__all__ = ["sectors_that_score"]
