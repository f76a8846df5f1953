"""The visible part of the plane: the harbour between its edges, or with the fields around it where it may grow."""

from __future__ import annotations

from engine.games.kontor.types.state import Axis
from engine.games.kontor.types.view import KontorView


def window(view: KontorView, axis: Axis) -> tuple[int, int]:
    """Return the lowest and highest coordinate to show on an axis, ``x`` or ``y``.

    A fixed axis ends at its edges. Otherwise there is one more field on each side: a card needs contact, so none can be laid
    further out.
    """
    low, high = view["fixed"][axis] or (view["extent"][axis][0] - 1, view["extent"][axis][1] + 1)
    return low, high
