"""The table as the picture of a letter: the usual drawing with few colours, so that a letter stays small.

Another process draws it while this one writes the words of the letter.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache

from service.pictures.drawing import MOST, NotDrawn, small_png
from workers.mail.sending.turns import TURNS

BUDGET = 54_000
"""The most bytes of a picture: encoded in base64, and with the words, a letter stays below 100 kB."""
KEPT = 128
"""Cached pictures of tens of kilobytes each, for letters that are retried and views that several readers share."""

Picture = Callable[[], bytes]
"""Waits for a picture and returns it; :raises NoPicture: when there is none."""


class NoPicture(Exception):
    """A picture could not be drawn; the letter's text is complete without it."""


def begin(svg: str) -> Picture:
    """Begin to draw a picture; return a function that waits for it."""
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
    """Return the threads that wait for drawing processes, one per process."""
    return ThreadPoolExecutor(MOST, thread_name_prefix="picture")


@lru_cache(maxsize=KEPT)
def drawn(svg: str) -> bytes:
    """Return the picture as a PNG with a palette; the same SVG is drawn once for all letters.

    :raises ValueError: when the text is not an SVG.
    :raises NotDrawn: when drawing failed (:mod:`service.pictures.drawing`).
    """
    return small_png(svg, BUDGET)
