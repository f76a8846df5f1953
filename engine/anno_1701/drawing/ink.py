"""Ink and paper: the colours of the picture, and the elements it is made of. Plain SVG, whole units only."""

from __future__ import annotations

from engine.kit import svg

PAPER, SHEET, INK, FAINT, EDGE = "#f3ead6", "#fdf7e8", "#33291d", "#7c6a4c", "#a88f63"
ALARM, CALM, GOLD, SEA = "#b23a2a", "#4f7a4a", "#d99a00", "#3f7f95"
GOODS = {"N": "#e3c65b", "T": "#c6d3a4", "H": "#9dba7c", "Z": "#d79a76", "W": "#b7bcc4", "R": "#c98f5a", "B": "#b0a15d"}


def label(
    text: str | int, x: int, y: int, size: int = 20, *, fill: str = INK, bold: bool = False, anchor: str = "start"
) -> str:
    """Return a line of text whose baseline begins at (x, y), or is centred (``middle``) or ends (``end``) there."""
    ends = None if anchor == "start" else anchor
    return svg.text(text, x, y, size, fill=fill, weight=700 if bold else None, anchor=ends)


def box(
    x: int, y: int, width: int, height: int, *, fill: str = SHEET, stroke: str | None = EDGE, thick: int = 2
) -> str:
    """Return a card: a rectangle with rounded corners."""
    return svg.box(x, y, width, height, round=7, fill=fill, stroke=stroke, stroke_width=thick if stroke else None)
