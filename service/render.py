"""SVG to PNG, for the picture endpoint and for mails.

Only the typefaces of the package ``font-source-sans-pro`` are used and fonts of the system never are, so that a picture has
the same bytes on every machine with the same versions.
"""

from __future__ import annotations

import resvg_py
from font_source_sans_pro import font_files_ttf

NARROWEST, WIDEST = 120, 2000
"""Pixels. Below, nothing can be read; above, one request would cost too much memory."""

FAMILY = "Source Sans Pro"
FONTS = [font_files_ttf[name] for name in ("SourceSansPro", "SourceSansProSemibold", "SourceSansProBold")]


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
