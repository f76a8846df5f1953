"""The table as the picture of a letter: the same drawing as everywhere, with few colours, so that a letter stays small.

It is drawn by another process while the words of the letter are written by this one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache

from service.pictures.drawing import MOST, NotDrawn, small_png
from workers.mail.sending.turns import TURNS

BUDGET = 54_000
"""Bytes of a picture: in base64 and with the words, a letter stays below 100 kB."""
KEPT = 128
"""Pictures of tens of kilobytes each, for letters that are tried again and views that several readers share."""

Picture = Callable[[], bytes]
"""Waits for a picture and gives it; :raises NoPicture: when there is none."""


class NoPicture(Exception):
    """A picture could not be drawn; the text of a letter is complete without it."""


def begin(svg: str) -> Picture:
    """Begin to draw a picture; return what waits for it."""
    drawing = _pool().submit(drawn, svg)

    def picture() -> bytes:
        try:
            with TURNS.away():
                return drawing.result()
        except (ValueError, NotDrawn) as error:
            raise NoPicture(type(error).__name__) from error

    return picture


@cache
def _pool() -> ThreadPoolExecutor:
    """Return the threads that wait for drawing processes, as many as there are of these."""
    return ThreadPoolExecutor(MOST, thread_name_prefix="picture")


@lru_cache(maxsize=KEPT)
def drawn(svg: str) -> bytes:
    """Return the picture as a PNG with a palette; the same text is drawn once, in whatever letters it stands.

    :raises ValueError: when the text is not an SVG.
    :raises NotDrawn: when drawing failed (:mod:`service.pictures.drawing`).
    """
    return small_png(svg, BUDGET)


__all__ = ["BUDGET", "NoPicture", "Picture", "begin", "drawn"]
