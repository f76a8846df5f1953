"""SVG to PNG, for the picture endpoint and for mails.

Only the typefaces in ``service/fonts`` are used (Source Sans Pro, SIL Open Font License) and fonts of the system never are,
so that a picture has the same bytes on every machine with the same versions.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

NARROWEST, WIDEST = 120, 2000
"""Pixels. Below, nothing can be read; above, one request would cost too much memory."""

FAMILY = "Source Sans Pro"
FOLDER = Path(__file__).parent / "fonts"
FONTS = [str(FOLDER / f"SourceSansPro-{weight}.ttf") for weight in ("Regular", "Semibold", "Bold")]


def png(svg: str, width: int) -> bytes:
    """Return the picture as a PNG of this width in pixels, the height following from the picture.

    :raises ValueError: when the width is out of range or the text is not an SVG.
    """
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"width is {width}, but must be from {NARROWEST} to {WIDEST} pixels")
    image: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=FONTS,
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(image)
