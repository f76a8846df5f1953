"""The drawing process: pictures for whoever started it, on standard input and output (:mod:`service.pictures.drawing`)."""

from __future__ import annotations

import os
import time

from service.pictures.child_pool import serve
from service.pictures.drawing import ASKED, COST, IS_NONE, IS_PICTURE, POLITE
from service.pictures.render import png, small_png


def draw(question: bytes) -> bytes:
    """Return a PNG of the width that is asked for, with a budget (in bytes) a small one; else the reason why there is none."""
    width, budget = ASKED.unpack_from(question)
    svg = question[ASKED.size :].decode("utf-8")
    before = time.process_time()
    try:
        image = small_png(svg, budget) if budget else png(svg, width)
        return IS_PICTURE + COST.pack(int((time.process_time() - before) * 1000)) + image
    except ValueError as error:
        return IS_NONE + str(error).encode("utf-8")


if __name__ == "__main__":
    os.nice(POLITE)
    serve(draw)
