"""The table as the picture of a letter: the same drawing as everywhere, with few colours, so that a letter stays small."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image

from service.drawing import png

WIDTH = 720
"""Pixels: sharp at the 608 that a letter shows, and on phones."""
STEPS = ((720, 64), (720, 32), (480, 32), (440, 16), (400, 16), (320, 16))
"""Widths and numbers of colours, the best first. A table has few colours but the shades of its letters' edges: nobody sees
the first step, and it halves the bytes."""
EFFORT = 6
"""Of zlib, which has nine grades: the last three cost six times the time for a fifteenth of the bytes."""
BUDGET = 54_000
"""Bytes of a picture: in base64 and with the words, a letter stays below 100 kB."""
KEPT = 128
"""Pictures of tens of kilobytes each, for letters that are tried again and views that several readers share."""


@lru_cache(maxsize=KEPT)
def drawn(svg: str) -> bytes:
    """Return the picture as a PNG with a palette; the same text is drawn once, in whatever letters it stands.

    :raises ValueError: when the text is not an SVG.
    :raises NotDrawn: when drawing failed (:mod:`service.drawing`).
    """
    return small(png(svg, WIDTH))


def small(image: bytes) -> bytes:
    """Return a PNG with a palette in the best step that fits the budget, the last if none does; white where it was clear."""
    with Image.open(BytesIO(image)) as whole:
        opaque = whole.convert("RGB") if _is_opaque(whole) else _on_white(whole)
    made = b""
    for width, colours in STEPS:
        size = (width, max(1, round(opaque.height * width / opaque.width)))
        scaled = opaque if size == opaque.size else opaque.resize(size, Image.Resampling.HAMMING)
        out = BytesIO()
        # An octree keeps the few strong colours of a drawing apart, at a fifth of the time that a median cut takes.
        few = scaled.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(out, "PNG", compress_level=EFFORT)
        made = out.getvalue()
        if len(made) <= BUDGET:
            break
    return made


def _is_opaque(image: Image.Image) -> bool:
    return image.mode == "RGB" or (image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255))


def _on_white(image: Image.Image) -> Image.Image:
    flat = Image.new("RGBA", image.size, "white")
    flat.alpha_composite(image.convert("RGBA"))
    return flat.convert("RGB")


__all__ = ["BUDGET", "STEPS", "WIDTH", "drawn", "small"]
