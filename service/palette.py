"""A picture with few colours, so that it fits into a letter: a table has few but the shades of its letters' edges."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

STEPS = ((720, 48), (720, 32), (480, 32), (440, 16), (400, 16), (320, 16))
"""Widths and numbers of colours, the best first. Nobody sees the first step, and it halves the bytes."""
EFFORT = 6
"""Of zlib, which has nine grades: the last three cost six times the time for a fifteenth of the bytes."""
FAR_TOO_LARGE = 1.5
"""Times the budget: fewer colours of the same width save less than that, so they are not tried."""


def in_few_colours(image: Image.Image, budget: int) -> bytes:
    """Return an RGB image as a PNG with a palette, in the best step of at most ``budget`` bytes, the last if none is."""
    made, tried = b"", 0
    for width, colours in STEPS:
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


__all__ = ["STEPS", "in_few_colours"]
