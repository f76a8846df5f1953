"""The harbour as a grid of cells between bars, two lines each.

In a proportional typeface, where columns do not line up, the cells can still be counted.
"""

from __future__ import annotations

from engine.kontor.cards import WATER
from engine.kontor.drawing.outline import window
from engine.kontor.rules.fields import spot
from engine.kontor.text.phrases import Phrases
from engine.kontor.types.state import Place
from engine.kontor.types.view import FieldShown, KontorView

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
    cells = {spot(one["at"]): _card_cell(view, one, phrases, width) for one in view["board"]}
    cells |= {spot(at): ("", _free_sign(view, at, phrases)) for at in view["placeable"]}
    rule = " " * MARGIN + "+" + ("-" * width + "+") * len(xs)
    lines = [(" " * MARGIN + " " + " ".join(f"{x:^{width}}" for x in xs)).rstrip(), rule]
    for y in range(top, bottom + 1):
        row = [cells.get((x, y), ("", "")) for x in xs]
        for label, part in ((str(y), 0), ("", 1)):
            lines.append(f"{label:>{MARGIN - 1}} |" + "|".join(_fit(cell[part], width) for cell in row) + "|")
        lines.append(rule)
    return lines


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
