"""A cache of pictures, and a limit on how many are drawn at once: drawing is expensive, and anybody may ask for it.

A picture takes a processor for a twentieth of a second and more, so a process draws one at a time (the two processes of the
usual installation: two), in children of low priority; a few callers wait for their turn, others are refused. What
was drawn is kept by its content and drawn for nobody again: most entries of a log change nothing that can be seen.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from service.api.http.rate_limits import charge
from service.pictures.drawing import png_at_cost

WIDTHS = (300, 600, 900, 1400, 2000)
"""Widths of pictures in pixels; a request for another width gets the next larger one."""
AT_ONCE = 1
"""The most pictures that one process draws at the same time."""
MOST_WAITING = 4
"""Callers per process that wait for a place or for the same picture."""
PATIENCE = 3.0
"""Seconds that callers wait."""
KEPT = 16 << 20
"""Bytes of pictures that one process keeps."""
MOST_VIEWS = 4_096
"""The most views whose pictures a process remembers."""

Draw = Callable[[str, int], bytes]


class Busy(Exception):
    """Enough pictures are being drawn."""


def _drawn(svg: str, width: int) -> bytes:
    """Have a picture drawn, charged to the requester."""
    image, cost = png_at_cost(svg, width)
    charge(cost)
    return image


class Gallery:
    """The pictures of one process. Thread-safe."""

    def __init__(self, draw: Draw = _drawn, kept: int = KEPT, patience: float = PATIENCE) -> None:
        self._draw, self._room, self._patience = draw, kept, patience
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._pictures: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._drawing: set[Hashable] = set()
        self._waiting = 0
        self._changed = threading.Condition()

    def picture(self, view: Hashable, width: int, svg: Callable[[], str]) -> bytes:
        """Return a view as PNG of a width.

        :param view: says what is seen: match, head of its log, seat.
        :param svg: gives the SVG, when it has to be drawn.
        :raises Busy: when too many others want pictures.
        :raises NotDrawn: when drawing failed (:mod:`service.pictures.drawing`); nothing is kept, and the place is free again.
        """
        key = (view, width)
        found = self._find_or_begin(key)
        if found is not None:
            return found
        image = content = b""
        try:
            text = svg()
            content = hashlib.sha256(f"{width} {text}".encode()).digest()
            with self._changed:
                image = self._kept.get(content, b"")
            image = image or self._draw(text, width)
        finally:
            with self._changed:
                self._drawing.discard(key)
                self._keep(key, content, image)
                self._changed.notify_all()
        return image

    def _find_or_begin(self, key: Hashable) -> bytes | None:
        """Return a kept picture; ``None`` when the caller has to draw it."""
        end = time.monotonic() + self._patience
        with self._changed:
            while True:
                content = self._pictures.get(key, b"")
                if content in self._kept:
                    self._kept.move_to_end(content)
                    return self._kept[content]
                if len(self._drawing) < AT_ONCE:
                    self._drawing.add(key)
                    return None
                left = end - time.monotonic()
                if left <= 0 or self._waiting >= MOST_WAITING:
                    raise Busy
                self._waiting += 1
                self._changed.wait(left)
                self._waiting -= 1

    def _keep(self, key: Hashable, content: bytes, image: bytes) -> None:
        if not image or len(image) > self._room:
            return
        self._pictures[key] = content
        self._pictures.move_to_end(key)
        if len(self._pictures) > MOST_VIEWS:
            self._pictures.popitem(last=False)
        self._size += 0 if content in self._kept else len(image)
        self._kept[content] = image
        self._kept.move_to_end(content)
        while self._size > self._room:
            self._size -= len(self._kept.popitem(last=False)[1])


def width_for(wished: int) -> int:
    """Return the width of the picture that is served for a request of so many pixels."""
    return next(width for width in WIDTHS if width >= wished)


__all__ = ["WIDTHS", "Busy", "Gallery", "width_for"]
