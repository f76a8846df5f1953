"""The drawing process: pictures for whoever started it, on standard input and output (:mod:`service.pictures.drawing`).
It makes PNG of SVG, by librsvg.

Only the typefaces in ``service/pictures/fonts`` are used (Source Sans Pro, SIL Open Font License) and fonts of the system
never are, so that a picture has the same bytes on every machine with the same versions. Importing this sets where this
process finds fonts: it is for processes that draw (:mod:`service.pictures.painter`).

Letters get a small picture with few colours: a table has hardly more, apart from the shades at the edges of its lettering.
"""

import os
import re
import struct
import time
from collections.abc import Sequence
from io import BytesIO
from math import inf
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import putchunk
from zlib_ng import zlib_ng

from service.pictures.drawing import ASKED, COST, IS_NONE, IS_PICTURE, POLITE, serve


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


class Step(NamedTuple):
    """A way to make a picture smaller: its width in pixels, and how many colours it keeps.

    It is not tried for a drawing of more than ``most`` bytes of SVG for each byte of the budget, which would hardly fit:
    drawing and packing in vain takes more time than all later steps.
    """

    width: int
    colours: int
    most: float = inf


STEPS = (Step(720, 48, 0.94), Step(720, 28, 1.02), Step(480, 32, 2.4), Step(440, 24, 2.6), Step(400, 24), Step(320, 24))
"""The best first: the widest is sharp at the 608 that a letter shows, and on phones. Nobody sees the step to 48 colours, and it
halves the bytes."""
PALETTE_EFFORT = 5
"""Of zlib-ng, which has nine grades: the next one costs half as much time again for a fiftieth of the bytes."""
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
        made = pack(_with_palette(scaled, colours))
        if len(made) <= budget:
            break
    return made


def _with_palette(image: Image.Image, colours: int) -> Image.Image:
    sample = image.resize((-(-image.width // SAMPLE), -(-image.height // SAMPLE)), Image.Resampling.NEAREST)
    # An octree keeps the few strong colours of a drawing apart, at a fifth of the time that a median cut takes.
    palette = sample.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def pack(image: Image.Image) -> bytes:
    """Return a palette image as a PNG (RFC 2083); Pillow's own writer takes three times as long, by the system's zlib."""
    rows = Image.new("P", (image.width + 1, image.height))  # before each row a 0: it is not filtered
    rows.paste(image, (1, 0))
    out = BytesIO()
    out.write(b"\x89PNG\r\n\x1a\n")
    putchunk(out, b"IHDR", struct.pack(">IIBBBBB", *image.size, 8, 3, 0, 0, 0))
    putchunk(out, b"PLTE", bytes(image.getpalette() or ()))
    putchunk(out, b"IDAT", zlib_ng.compress(rows.tobytes(), PALETTE_EFFORT))
    putchunk(out, b"IEND")
    return out.getvalue()


FOLDER = Path(__file__).parent / "fonts"
# Both are read when the library begins. A table is drawn by one thread anyway; more would only wait.
os.environ |= {"FONTCONFIG_FILE": str(FOLDER / "fonts.conf"), "VIPS_CONCURRENCY": "1"}

import pyvips  # noqa: E402

NARROWEST, WIDEST = 120, 2000
"""Pixels. Below, nothing can be read; above, one request would cost too much memory."""
ROOT = re.compile(r'<svg [^<>]*viewBox="0 0 (\d+) [^<>]*(?<!/)>')
"""The root element of a drawing whose view box begins at 0, as in our games, with the drawing's width."""
GROUND = '<rect width="100%" height="100%" fill="#fff"/>'
"""Drawn below the rest: put behind the pixels afterwards, white takes a seventh of the whole time."""
EFFORT = 4
"""Of zlib, which has nine grades: the next two take twice the time for a fifteenth of the bytes."""

pyvips.cache_set_max(0)


def png(svg: str, width: int) -> bytes:
    """Return the picture as a PNG of this width in pixels, the height following from the picture.

    :raises ValueError: when the width is out of range or the text is not an SVG.
    """
    try:
        image: bytes = _drawn(svg, width).pngsave_buffer(compression=EFFORT)
    except pyvips.Error as error:
        raise _unreadable(error) from None
    return image


def small_png(svg: str, budget: int) -> bytes:
    """Return the picture as a PNG with a palette, as large and with as many colours as ``budget`` bytes allow.

    :raises ValueError: when the text is not an SVG.
    """
    steps = steps_for(len(svg), budget)
    root = ROOT.search(svg)
    try:
        if root is None:
            image = _drawn(svg, steps[0].width).flatten(background=[255, 255, 255]).bandjoin(255)
        else:
            image = _drawn(f"{svg[: root.end()]}{GROUND}{svg[root.end() :]}", steps[0].width)
        pixels = bytes(image.write_to_memory())
    except pyvips.Error as error:
        raise _unreadable(error) from None
    return in_few_colours(Image.frombytes("RGB", (image.width, image.height), pixels, "raw", "RGBX"), budget, steps)


def _drawn(svg: str, width: int) -> pyvips.Image:
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"width is {width}, but must be from {NARROWEST} to {WIDEST} pixels")
    text, root = svg.encode("utf-8"), ROOT.search(svg)
    if root is not None and int(root[1]):
        image = pyvips.Image.svgload_buffer(text, scale=width / int(root[1]))
        if image.width == width:
            return image  # to ask the library first how wide the drawing is takes as long as an eighth of drawing it
    image = pyvips.Image.svgload_buffer(text)
    return image if image.width == width else pyvips.Image.svgload_buffer(text, scale=width / image.width)


def _unreadable(error: pyvips.Error) -> ValueError:
    """Return the refusal: the library's own reason, in one line, without its name for itself."""
    return ValueError(f"this is no SVG that can be drawn: {' '.join(str(error.detail).split())}")


if __name__ == "__main__":
    os.nice(POLITE)
    serve(draw)
