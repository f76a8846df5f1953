"""The picture of Fingers: the sum in the middle, each player's points as a row of strokes."""

from collections.abc import Sequence

from engine.contract import View
from engine.kit.drawing.svg import box, tag, text

COLOURS = ("#1f6f8b", "#b5482f", "#4d7c3a", "#7a4e9b")


def draw(view: View, names: Sequence[str]) -> str:
    """Return the table as an SVG document."""
    rows = [
        text(names[seat] if seat < len(names) else seat + 1, 20, 150 + 60 * seat, 20, fill=COLOURS[seat])
        + "".join(box(20 + 9 * point, 160 + 60 * seat, 5, 20, fill=COLOURS[seat]) for point in range(min(points, 38)))
        for seat, points in enumerate(view["scores"])
    ]
    height = 140 + 60 * len(rows)
    ground = box(0, 0, 390, height, fill="#fdf8ee")
    middle = text(view["sum"], 195, 90, 72, fill="#333", anchor="middle")
    return tag("svg", ground, middle, *rows, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 390 {height}")
