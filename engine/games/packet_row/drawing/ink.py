"""Ink and paper: measures and colours of the picture."""

from __future__ import annotations

WIDTH, MARGIN = 720, 12

PAPER, SHEET, CARD = "#f3ead6", "#fdf8ea", "#fffaf0"
INK, FAINT, LINE = "#36302a", "#857a66", "#c9b994"
MARK, GOLD, WHITE = "#f0a202", "#e9b93b", "#fffaf0"
SEATS = ("#b5302a", "#2b6a9b", "#3f7d3a", "#c26a12", "#6d4a94")
BANDS = {
    "contract": "#8a6a3c",
    "assistant": "#8a6a3c",
    "building": "#a6462f",
    "ship": "#2f6f82",
    "captain": "#2f6f82",
    "gold": "#b98a16",
    "goods": "#5b7d3f",
    "trader": "#5b7d3f",
    "money": "#b98a16",
    "banker": "#b98a16",
}
"""The band of a card, by its kind: one colour for the cards of each board."""
