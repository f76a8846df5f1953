"""Pictures drawn in processes of their own.

Drawing a table takes a few hundredths of a second of processor time, and memory: a web server would answer others
later, a deliverer would send fewer letters. So a few child processes draw (:mod:`service.pictures.painter`,
:mod:`service.pictures.child_pool`), started for the first picture. They only get SVG and return PNG.

A picture drawn here has no fallback font for names that our typeface lacks. A browser that draws the SVG itself has
fonts for everything; a PNG has empty boxes for missing letters.
"""

from __future__ import annotations

import atexit
import os
import struct
import unicodedata
from collections.abc import Sequence
from functools import cache

import regex

from service.pictures.child_pool import ChildEnded, ChildPool

WRITTEN = regex.compile(
    r"[ -~\u00a1-\u017e\u0386-\u03ce\u0400-\u045f\u1e80-\u1e85\u2012-\u2015\u2018-\u201a\u201c-\u201e\u2026]*"
)
"""Latin, Greek and Cyrillic letters of modern languages, digits and signs."""


def drawable(names: Sequence[str]) -> list[str]:
    """Return the names that can be drawn, and empty strings for the others, whose seats are labelled by colour or number."""
    return [name if WRITTEN.fullmatch(unicodedata.normalize("NFC", name)) else "" for name in names]


MOST = min(4, os.cpu_count() or 1)
"""Children per process: more than processors would not draw faster."""
POLITE = 5
"""By how much the children's priority is lower: a move does not wait for a picture."""
ASKED = struct.Struct(">II")  # width, budget (0: none); behind it the SVG
IS_PICTURE, IS_NONE = b"\1", b"\0"
"""The first byte of an answer: before a picture and its cost, or before the reason why there is none."""
COST = struct.Struct(">I")  # milliseconds of a processor; behind it the PNG


def png(svg: str, width: int) -> bytes:
    """Return the picture as a PNG of this width; the same bytes as :func:`service.pictures.render.png`. Thread-safe.

    :raises ValueError: when the width is out of range or the text is not an SVG.
    :raises NotDrawn: when the child at work has died or took too long.
    """
    return _children(os.getpid()).png(svg, width)


def png_at_cost(svg: str, width: int) -> tuple[bytes, int]:
    """Return the same with the milliseconds of a processor that it took."""
    return _children(os.getpid()).png_at_cost(svg, width)


def small_png(svg: str, budget: int) -> bytes:
    """Return the picture as a PNG with a palette of at most so many bytes, if it can be; as
    :func:`service.pictures.render.small_png`.

    :raises ValueError: when the text is not an SVG.
    :raises NotDrawn: when the child at work has died or took too long.
    """
    return _children(os.getpid()).small_png(svg, budget)


def get_ready() -> None:
    """Start a child, so that the first picture need not wait for it. Never fails: it is started again when it is wanted."""
    _children(os.getpid()).get_ready()


class NotDrawn(Exception):
    """A child ended before the picture was done, or none could be started."""


class Children(ChildPool):
    """A few processes that draw; one that dies is replaced for the next picture."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__("service.pictures.painter", most)

    def png(self, svg: str, width: int) -> bytes:
        """Have a picture drawn; see :func:`png`."""
        return self.png_at_cost(svg, width)[0]

    def png_at_cost(self, svg: str, width: int) -> tuple[bytes, int]:
        """Have a picture drawn; see :func:`png_at_cost`."""
        # A width no four bytes can hold is as wrong as 0, and is refused in the same words.
        return self._drawn(svg, width if 0 <= width < 2**32 else 0, 0)

    def small_png(self, svg: str, budget: int) -> bytes:
        """Have a small picture drawn; see :func:`small_png`."""
        return self._drawn(svg, 0, budget)[0]

    def _drawn(self, svg: str, width: int, budget: int) -> tuple[bytes, int]:
        try:
            answer = self.ask(ASKED.pack(width, budget) + svg.encode("utf-8"))
        except ChildEnded as error:
            raise NotDrawn(str(error)) from error
        if not answer.startswith(IS_PICTURE):
            raise ValueError(answer[1:].decode("utf-8"))
        return answer[1 + COST.size :], int(COST.unpack_from(answer, 1)[0])


@cache
def _children(_process: int) -> Children:
    """Return this process's children; a forked process does not share those of its parent."""
    children = Children()
    atexit.register(children.close)
    return children
