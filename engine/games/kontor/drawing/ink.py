"""Ink and paper: the colours of the picture, and the elements it is made of."""

from __future__ import annotations

from engine.kit.drawing import svg

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


def label(
    text: str | int,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    weight: int = 400,
    anchor: str | None = None,
    opacity: float | None = None,
) -> str:
    """Return a line of text in ink; see :func:`engine.kit.drawing.svg.text`."""
    heavy = None if weight == 400 else weight
    return svg.text(text, x, y, size, fill=fill, weight=heavy, anchor=anchor, opacity=opacity)
