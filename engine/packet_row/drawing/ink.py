"""Ink and paper: the colours of the picture, and the elements it is made of."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

FAMILY = "Source Sans Pro, Helvetica, Arial, sans-serif"
WIDTH, MARGIN = 720, 12

PAPER, SHEET, CARD = "#f3ead6", "#fdf8ea", "#fffaf0"
INK, FAINT, LINE = "#36302a", "#857a66", "#c9b994"
MARK, GOLD, WHITE = "#f0a202", "#e9b93b", "#fffaf0"
SEATS = ("#b5302a", "#2b6a9b", "#3f7d3a", "#c26a12", "#6d4a94")
SEAT_NAMES = ("Red", "Blue", "Green", "Orange", "Purple")
BANDS = {
    "contract": "#8a6a3c", "assistant": "#8a6a3c", "building": "#a6462f", "ship": "#2f6f82", "captain": "#2f6f82",
    "gold": "#b98a16", "goods": "#5b7d3f", "trader": "#5b7d3f", "money": "#b98a16", "banker": "#b98a16",
}  # fmt: skip
"""The band of a card, by its kind: one colour for each board's own cards."""


def number(value: float) -> str:
    """Return a number with at most two decimals and no idle zeros.

    >>> number(0.5), number(3.0)
    ('0.5', '3')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """Return an element; ``stroke_width=2`` is written ``stroke-width="2"``, what is ``None`` is left out."""
    written = [
        f" {key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    ]
    opening = f"<{name}{''.join(written)}"
    return f"{opening}>{''.join(inside)}</{name}>" if inside else f"{opening}/>"


def at(x: float, y: float, *inside: str, scale: float = 1, opacity: float | None = None) -> str:
    """Return elements moved to (x, y) and scaled."""
    scaled = "" if scale == 1 else f" scale({number(scale)})"
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)}){scaled}", opacity=opacity)


def text(
    said: str | int, x: float, y: float, size: float, *, fill: str | None = None, bold: bool = False,
    anchor: str | None = None,
) -> str:  # fmt: skip
    """Return a line of text with its baseline at y; ``anchor`` is ``middle`` or ``end`` for other ends than the start."""
    return tag(
        "text", escape(str(said)), x=x, y=y, font_size=size, fill=fill, font_weight="700" if bold else None,
        text_anchor=anchor,
    )  # fmt: skip


def box(
    x: float, y: float, width: float, height: float, *, fill: str = "none", round: float | None = None,
    stroke: str | None = None, stroke_width: float | None = None, dashes: str | None = None,
) -> str:  # fmt: skip
    """Return a rectangle, its corners rounded by ``round``."""
    return tag(
        "rect", x=x, y=y, width=width, height=height, rx=round, fill=fill, stroke=stroke, stroke_width=stroke_width,
        stroke_dasharray=dashes,
    )  # fmt: skip


def path(d: str, *, fill: str = "none", stroke: str | None = None, stroke_width: float | None = None) -> str:
    """Return a path whose lines have round ends and corners."""
    ends = "round" if stroke else None
    return tag(
        "path", d=d, fill=fill, stroke=stroke, stroke_width=stroke_width, stroke_linecap=ends, stroke_linejoin=ends
    )


def circle(
    x: float, y: float, r: float, *, fill: str = "none", stroke: str | None = None, width: float | None = None
) -> str:
    """Return a circle."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, stroke=stroke, stroke_width=width)
