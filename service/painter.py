"""The drawing process: pictures for whoever started it, on standard input and output (:mod:`service.drawing`)."""

from __future__ import annotations

import os
import signal
import sys
from typing import IO

from service.drawing import ANSWERED, ASKED, POLITE, exactly
from service.render import png, small_png


def draw(svg: str, width: int, budget: int) -> bytes:
    """Return a PNG of this width; with a ``budget`` in bytes, a small one instead. :raises ValueError: when it is no SVG."""
    return small_png(svg, budget) if budget else png(svg, width)


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Draw what is asked until nobody asks any more."""
    while True:
        try:
            width, budget, length = ASKED.unpack(exactly(asked, ASKED.size))
            svg = exactly(asked, length).decode("utf-8")
        except EOFError:
            return
        try:
            is_picture, answer = True, draw(svg, width, budget)
        except ValueError as error:
            is_picture, answer = False, str(error).encode("utf-8")
        answers.write(ANSWERED.pack(is_picture, len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the asker's business
    os.nice(POLITE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
