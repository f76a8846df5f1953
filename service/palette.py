"""A picture with few colours, so that it fits into a letter: a table has few but the shades of its letters' edges."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import inf
from typing import NamedTuple

from PIL import Image


class Step(NamedTuple):
    """How a picture may be made smaller: its width in pixels, and how many colours it keeps.

    A drawing of more bytes of SVG than ``most`` for each byte of the budget would hardly fit: what is drawn and packed in vain
    takes more time than all that follows.
    """

    width: int
    colours: int
    most: float = inf


STEPS = (Step(720, 48, 0.94), Step(720, 28, 1.02), Step(480, 32, 2.4), Step(440, 24, 2.6), Step(400, 24), Step(320, 24))
"""The best first: the widest is sharp at the 608 that a letter shows, and on phones. Nobody sees the step to 48 colours, and it
halves the bytes."""
EFFORT = 6
"""Of zlib, which has nine grades: the last three cost six times the time for a fifteenth of the bytes."""
SAMPLE = 3
"""Colours are found in every third row and column: a drawing has few but the shades of its edges, and finding them in all
pixels takes three times as long."""


def steps_for(length: int, budget: int) -> list[Step]:
    """Return the steps worth trying for a drawing of so many bytes of SVG."""
    return [step for step in STEPS if length <= step.most * budget]


def in_few_colours(image: Image.Image, budget: int, steps: Sequence[Step] = STEPS) -> bytes:
    """Return an RGB image as a PNG with a palette, in the best of ``steps`` of at most ``budget`` bytes, the last if none is."""
    made = b""
    for width, colours, _ in steps:
        size = (width, max(1, round(image.height * width / image.width)))
        scaled = image if size == image.size else image.resize(size, Image.Resampling.HAMMING)
        out = BytesIO()
        _with_palette(scaled, colours).save(out, "PNG", compress_level=EFFORT)
        made = out.getvalue()
        if len(made) <= budget:
            break
    return made


def _with_palette(image: Image.Image, colours: int) -> Image.Image:
    sample = image.resize((-(-image.width // SAMPLE), -(-image.height // SAMPLE)), Image.Resampling.NEAREST)
    # An octree keeps the few strong colours of a drawing apart, at a fifth of the time that a median cut takes.
    palette = sample.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


__all__ = ["STEPS", "Step", "in_few_colours", "steps_for"]
