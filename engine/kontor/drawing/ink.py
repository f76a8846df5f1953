"""Ink and paper: the colours of the picture, and the elements it is made of."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

FAMILY = "Source Sans Pro, Helvetica, Arial, sans-serif"

PAPER = "#f4ead2"
SHEET = "#fcf6e6"
SEA = "#e4ead9"
INK = "#3b2f22"
FAINT = "#8d7a58"
CARD = "#fdf5e1"
LAND = "#dcc596"
SHORE = "#8b6f43"
WATER = "#437f92"
WAVE = "#76adbc"
DEEP = "#1d4f60"
GOLD = "#f2a900"
WHITE = "#fffaf0"

COLOURS = {"red": "#b5302a", "black": "#2c2e36", "neutral": "#7d6a4a"}
TINTS = {"red": "#f0c4b4", "black": "#c9ccd4", "neutral": "#dfd6c4"}
"""The body of a card whose sector is closed, by the colour of the guard."""

NAMES = {"red": "Red", "black": "Black"}


def number(value: float) -> str:
    """Return a number with at most two decimals and no idle zeros.

    >>> number(0.960), number(12.0), number(-0.004)
    ('0.96', '12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """Return an element. ``stroke_width=2`` becomes ``stroke-width="2"``; what is ``None`` is left out.

    >>> tag("g", tag("circle", r=2.5, fill=None), stroke_width=2)
    '<g stroke-width="2"><circle r="2.5"/></g>'
    """
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def group(*inside: str, x: float = 0, y: float = 0, scale: float = 1, opacity: float | None = None) -> str:
    """Return elements moved to (x, y) and scaled."""
    move = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return tag("g", *inside, transform=move, opacity=opacity)


def label(
    text: str | int, x: float, y: float, size: float, *, fill: str = INK, weight: int = 400, anchor: str | None = None,
    opacity: float | None = None,
) -> str:  # fmt: skip
    """Return a line of text whose baseline begins at (x, y), or is centred there (``middle``), or ends there (``end``)."""
    return tag(
        "text", escape(str(text)), x=x, y=y, font_size=size, fill=fill, font_weight=None if weight == 400 else weight,
        text_anchor=anchor, opacity=opacity,
    )  # fmt: skip


def box(
    x: float, y: float, width: float, height: float, *, fill: str = "none", round: float | None = None,
    stroke: str | None = None, stroke_width: float | None = None, dashes: str | None = None, opacity: float | None = None,
) -> str:  # fmt: skip
    """Return a rectangle, its corners rounded by ``round``."""
    return tag(
        "rect", x=x, y=y, width=width, height=height, rx=round, fill=fill, stroke=stroke, stroke_width=stroke_width,
        stroke_dasharray=dashes, opacity=opacity,
    )  # fmt: skip


def path(
    d: str, *, fill: str = "none", stroke: str | None = None, stroke_width: float | None = None,
    dashes: str | None = None, opacity: float | None = None,
) -> str:  # fmt: skip
    """Return a path; lines have round ends and corners."""
    return tag(
        "path", d=d, fill=fill, stroke=stroke, stroke_width=stroke_width, stroke_dasharray=dashes, opacity=opacity,
        stroke_linecap="round" if stroke else None, stroke_linejoin="round" if stroke else None,
    )  # fmt: skip


def circle(
    x: float, y: float, r: float, *, fill: str = "none", stroke: str | None = None, stroke_width: float | None = None
) -> str:
    """Return a circle."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=stroke_width)
