"""The harbour as a grid of cells between bars, two lines each; narrow, with one line for a row where that fits.

In a proportional typeface, where columns do not line up, the cells can still be counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.kontor.cards import WATER
from engine.games.kontor.drawing.outline import window
from engine.games.kontor.rules.fields import spot
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.state import Place
from engine.games.kontor.types.view import FieldShown, KontorView

COLUMNS = 72
"""Of the whole text."""
NARROWEST, WIDEST = 4, 7
"""Columns of a cell: four hold every sign a card needs; more only add space."""

MARGIN = 4
SHIP = "<=>"


def grid(view: KontorView, phrases: Phrases) -> list[str]:
    """Return the lines of the harbour, columns named above, rows at the left."""
    (left, right), (top, bottom) = window(view, "x"), window(view, "y")
    xs = range(left, right + 1)
    width = max(NARROWEST, min(WIDEST, (COLUMNS - MARGIN - 1) // len(xs) - 1))
    cells = _cells(view, phrases, width)
    rule = " " * MARGIN + "+" + ("-" * width + "+") * len(xs)
    lines = [(" " * MARGIN + " " + " ".join(f"{x:^{width}}" for x in xs)).rstrip(), rule]
    for y in range(top, bottom + 1):
        row = [cells.get((x, y), ("", "")) for x in xs]
        for label, part in ((str(y), 0), ("", 1)):
            lines.append(f"{label:>{MARGIN - 1}} |" + "|".join(_fit(cell[part], width) for cell in row) + "|")
        lines.append(rule)
    return lines


def _cells(view: KontorView, phrases: Phrases, width: int) -> dict[tuple[int, int], tuple[str, str]]:
    """Return the two lines of each field that is occupied or free for a card."""
    cells = {spot(one["at"]): _card_cell(view, one, phrases, width) for one in view["board"]}
    return cells | {spot(at): ("", _free_sign(view, at, phrases)) for at in view["placeable"]}


@dataclass(frozen=True)
class Grid:
    """The lines of a grid, and which marks occur in it, by what they are called in the phrases."""

    lines: list[str]
    marks: list[str]


def narrow_grid(view: KontorView, phrases: Phrases) -> Grid:
    """Return the harbour without rules between its rows: what a letter has room for."""
    (left, right), (top, bottom) = window(view, "x"), window(view, "y")
    xs, ys = range(left, right + 1), range(top, bottom + 1)
    told = _cells(view, phrases, WIDEST)
    rows = [[_on_one_line(told.get((x, y), ("", ""))) for x in xs] for y in ys]
    widths = [max(len(str(x)), *(len(row[i]) for row in rows)) for i, x in enumerate(xs)]
    if MARGIN + 1 + sum(widths) + len(widths) <= COLUMNS:
        head = " " * (MARGIN + 1) + " ".join(f"{x:^{width}}" for x, width in zip(xs, widths, strict=True)).rstrip()
        return Grid([head, *(_line(str(y), row, widths) for y, row in zip(ys, rows, strict=True))], _marks(view, told))
    width = max(NARROWEST, min(WIDEST, (COLUMNS - MARGIN - 1) // len(xs) - 1))
    told = _cells(view, phrases, width)
    lines = [(" " * (MARGIN + 1) + " ".join(f"{x:^{width}}" for x in xs)).rstrip()]
    for y in ys:
        row = [told.get((x, y), ("", "")) for x in xs]
        lines += [
            f"{label:>{MARGIN - 1}} |" + "|".join(_fit(cell[part], width) for cell in row) + "|"
            for label, part in ((str(y), 0), ("", 1))
            if any(cell[part] for cell in row) or part == 0
        ]
    return Grid(lines, _marks(view, told))


def _on_one_line(cell: tuple[str, str]) -> str:
    """Return a cell's two lines as one; water is filled with ``~`` only where it has two."""
    above, below = cell
    if above.startswith("~"):
        above, below = "~" + above.strip("~"), below.strip("~")
    return f"{above} {below}".strip()


def _line(label: str, row: list[str], widths: list[int]) -> str:
    cells = "|".join(f"{text:^{width}}" for text, width in zip(row, widths, strict=True))
    return f"{label:>{MARGIN - 1}} |{cells}|"


def _marks(view: KontorView, told: dict[tuple[int, int], tuple[str, str]]) -> list[str]:
    """Return which marks are in the cells, in the order in which a legend tells them."""
    free = {told[spot(at)][1] for at in view["placeable"]}
    barred = {view["colours"][one["team"]] for one in view["barred"] if one["at"] in view["placeable"]}
    found = {
        "moored": view["ship"] is not None,
        "closed": any("#" in above for above, _ in told.values()),
        "fresh": any("*" in above for above, _ in told.values()),
        "free": "." in free,
        "barred-red": "red" in barred,
        "barred-black": "black" in barred,
        "undivided": "!~" in free,
    }
    return [mark for mark, there in found.items() if there]


def _fit(text: str, width: int) -> str:
    return text.center(width, "~") if text.startswith("~") else text.center(width)


def _card_cell(view: KontorView, place: FieldShown, phrases: Phrases, width: int) -> tuple[str, str]:
    """Return the two lines of a card: whose it is with its number and marks, then what is on it."""
    card, at = place["card"], place["at"]
    fresh = "*" if at in view["last"]["laid"] else ""
    number = "" if card["number"] is None else str(card["number"])
    if card["type"] in WATER:
        ship = view["ship"] == at
        name = number or phrases.letter(card["type"])
        below = phrases.letter(card["symbol"]) or (phrases.letter(card["type"]) if number else "")
        return f"~{name}{fresh}" + "~" * (not fresh), SHIP if ship else f"~{below}~"
    sector = None if place["sector"] is None else view["sectors"][place["sector"]]
    closed = "#" if sector is not None and sector["closed"] else ""
    owner = phrases.letter(card["owner"])
    goods = "".join(phrases.letter(letter) for letter in card["goods"])
    below = phrases.letter(card["type"]) + goods + phrases.letter(card["symbol"])
    # Owner, number and one mark fill the narrowest cell; what is both closed and just laid keeps the lasting mark.
    marks = closed + fresh if len(owner + number) + 2 <= width else closed or fresh
    return owner + number + marks, below


def _free_sign(view: KontorView, at: Place, phrases: Phrases) -> str:
    barred = [phrases.letter(view["colours"][one["team"]]) for one in view["barred"] if one["at"] == at]
    if at in view["undivided"]:
        return "!~"
    return "".join(sorted(barred)) + "!" if barred else "."
