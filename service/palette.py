"""A picture with few colours, so that it fits into a letter: a table has few but the shades of its letters' edges."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image


class Step(NamedTuple):
    """How a picture may be made smaller: its width in pixels, and how many colours it keeps."""

    width: int
    colours: int


STEPS = tuple(Step(*one) for one in ((720, 48), (720, 32), (480, 32), (440, 24), (400, 24), (320, 24)))
"""The best first: the widest is sharp at the 608 that a letter shows, and on phones. Nobody sees the step to 48 colours, and it
halves the bytes."""
EFFORT = 6
"""Of zlib, which has nine grades: the last three cost six times the time for a fifteenth of the bytes."""
FAR_TOO_LARGE = 1.5
"""Times the budget: fewer colours of the same width save less than that, so they are not tried."""


def in_few_colours(image: Image.Image, budget: int, steps: Sequence[Step] = STEPS) -> bytes:
    """Return an RGB image as a PNG with a palette, in the best of ``steps`` of at most ``budget`` bytes, the last if none is."""
    made, tried = b"", 0
    for width, colours in steps:
        if width == tried and len(made) > FAR_TOO_LARGE * budget:
            continue
        size = (width, max(1, round(image.height * width / image.width)))
        scaled = image if size == image.size else image.resize(size, Image.Resampling.HAMMING)
        out = BytesIO()
        # An octree keeps the few strong colours of a drawing apart, at a fifth of the time that a median cut takes.
        few = scaled.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(out, "PNG", compress_level=EFFORT)
        made, tried = out.getvalue(), width
        if len(made) <= budget:
            break
    return made


__all__ = ["STEPS", "Step", "in_few_colours"]
