"""Kontor's table for a terminal: the harbour as a grid of cards, readable without colours and at 80 columns.

A quay shows its owner's letter and number, its goods (T tea, W wine, S spice) and its symbol (``$`` coin, ``^`` ship);
water is filled with ``~``; ``+`` marks a closed sector, ``+R`` one that Red's guard keeps; ``x`` and a letter a field
barred to that side by a crane; ``*`` what the last round laid. Colours only repeat what letters say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.contract import Language, View
from engine.kit.terminal import Field, Line, Terminal, line
from engine.kontor.text.words import KontorWords
from engine.kontor.types.cards import CardFace
from engine.kontor.types.state import Axis, Place
from engine.kontor.types.view import FieldShown, KontorView

WIDEST, NARROWEST = 8, 5
SYMBOLS = {"coin": "$", "ship": "^", "none": ""}
WATER = ("canal", "anchor", "flood")
STYLES = {
    "red": "bold bright_white on red",
    "black": "bold bright_white on grey30",
    "water": "bright_white on blue",
    "neutral": "black on white",
    "free": "dim",
    "choice": "bold black on bright_yellow",
    "ship": "bold black on bright_cyan",
}
JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Box-drawing characters, indexed by the arms they have: 1 up, 2 right, 4 down, 8 left."""


@dataclass(frozen=True)
class Cell:
    """Two lines of text of the cell's width, and how they are coloured."""

    top: str
    bottom: str
    style: str


class KontorTerminal(Terminal):
    """Kontor for players at a terminal."""

    def __init__(self, words: KontorWords) -> None:
        self._words = words

    def table(
        self,
        view: View,
        names: Sequence[str],
        *,
        columns: int = 80,
        choices: Mapping[Field, str] | None = None,
        ascii_only: bool = False,
    ) -> list[Line]:
        """Return the whole table as this view shows it."""
        return table(cast(KontorView, view), names, columns=columns, choices=choices or {}, ascii_only=ascii_only)

    def advice(self, view: View, language: Language) -> str | None:
        """Say that the card for the case that the opponent passes is chosen now, if it is."""
        return self._words.advice(view, language)


def table(
    view: KontorView, names: Sequence[str], *, columns: int, choices: Mapping[Field, str], ascii_only: bool
) -> list[Line]:
    """Return the whole table as a view shows it; ``choices`` are labels to print on free or water fields."""
    lines = [_headline(view), Line()]
    lines += board(view, columns=columns, choices=choices, ascii_only=ascii_only)
    lines += [*_legend(view), Line()]
    for seat in range(len(view["teams"])):
        lines += _seat(view, names, seat)
    lines += _sectors(view)
    held = None if view["seat"] is None else view["hands"][view["seat"]]
    if held:
        lines += [Line(), *hand(held, columns=columns, ascii_only=ascii_only)]
    return lines


def board(view: KontorView, *, columns: int = 80, choices: Mapping[Field, str], ascii_only: bool = False) -> list[Line]:
    """Return the lines of the harbour with coordinates on top and at the left."""
    inside = {_field(one["at"]) for one in view["board"]} | set(map(_field, view["placeable"])) | set(choices)
    xs, ys = _shown(view, "x", [at[0] for at in inside]), _shown(view, "y", [at[1] for at in inside])
    width = max(NARROWEST, min(WIDEST, (columns - 5) // len(xs) - 1))
    cells = {_field(one["at"]): _card_cell(view, one, width) for one in view["board"]}
    for at in set(map(_field, view["placeable"])) - set(cells):
        cells[at] = _free_cell(view, at, width)
    for at, label in choices.items():
        cells[at] = _with_label(cells.get(at), label, width)
    head = line("    " + "".join(f" {x:^{width}}" for x in xs).rstrip(), "dim")
    return [head, *_grid(xs, ys, cells, width, ascii_only)]


def hand(cards: Sequence[CardFace], *, columns: int = 80, ascii_only: bool = False) -> list[Line]:
    """Return the cards of a hand side by side, under the numbers by which they are chosen."""
    per_line = max(1, (columns - 5) // (WIDEST + 1))
    lines = [line("Your hand", "bold")]
    for start in range(0, len(cards), per_line):
        some = cards[start : start + per_line]
        cells = {(x, 0): _cell(card, WIDEST) for x, card in enumerate(some)}
        lines += _grid(range(len(some)), range(1), cells, WIDEST, ascii_only, labels=False)
    return lines


def _field(place: Place) -> Field:
    x, y = place
    return x, y


def _shown(view: KontorView, axis: Axis, used: list[int]) -> range:
    low, high = view["fixed"][axis] or view["extent"][axis]
    return range(min([low, *used]), max([high, *used]) + 1)


def _headline(view: KontorView) -> Line:
    if view["outcome"] is not None:
        return line(f"Kontor, {view['preset']}: over after round {view['round']}", "bold")
    return line(f"Kontor, {view['preset']}: round {view['round']}, bank {view['bank']}", "bold")


def _legend(view: KontorView) -> list[Line]:
    width, height = view["limits"]["width"], view["limits"]["height"]
    return [
        line(f"Harbour at most {width} wide, {height} high. T tea, W wine, S spice, $ coin, ^ ship,", "dim"),
        line("+ closed (+R kept by Red), xR barred to Red, * laid last, ~ water", "dim"),
    ]


def _letter(colour: str) -> str:
    return colour[:1].upper() if colour != "neutral" else ""


def _card_cell(view: KontorView, place: FieldShown, width: int) -> Cell:
    at = place["at"]
    mark = ""
    if place["sector"] is not None and view["sectors"][place["sector"]]["closed"]:
        guard = view["sectors"][place["sector"]]["guard"]
        mark = "+" if guard is None else "+" + _letter(view["colours"][guard])
    fresh = at in view["last"]["laid"]
    return _cell(place["card"], width, mark=mark, fresh=fresh, ship=view["ship"] == at)


def _cell(card: CardFace, width: int, *, mark: str = "", fresh: bool = False, ship: bool = False) -> Cell:
    symbol, kind = SYMBOLS[card["symbol"]], card["type"]
    number = "" if card["number"] is None else str(card["number"])
    if kind in WATER:
        name = "" if kind == "canal" else kind[: width - 1]
        top = f"~{number}{'*' if fresh else ''}{name}".ljust(width, "~")
        bottom = (symbol + ("<SHIP>" if width > 6 else "SHIP") if ship else symbol).ljust(width, "~")
        return Cell(top[:width], bottom[:width], "ship" if ship else "water")
    left = f"{_letter(card['owner'])}{number}"
    if fresh and len(left) + 1 + len(card["goods"]) <= width:
        left += "*"
    top = left + card["goods"].rjust(width - len(left))
    word = "" if kind == "quay" else kind
    bottom = f"{symbol}{word[: width - len(mark) - len(symbol)]}".ljust(width - len(mark)) + mark
    if ship:
        bottom = ("<SHIP>" if width > 6 else "SHIP").ljust(width - len(mark)) + mark
    return Cell(top, bottom, card["owner"])


def _free_cell(view: KontorView, at: Field, width: int) -> Cell:
    barred = "".join(_letter(view["colours"][one["team"]]) for one in view["barred"] if _field(one["at"]) == at)
    return Cell(" " * width, (f"x{barred}" if barred else "").center(width), "free")


def _with_label(cell: Cell | None, label: str, width: int) -> Cell:
    bottom = cell.bottom if cell is not None else " " * width
    return Cell(f"[{label}]".center(width)[:width], bottom, "choice")


def _grid(
    xs: Sequence[int],
    ys: Sequence[int],
    cells: Mapping[Field, Cell],
    width: int,
    ascii_only: bool,
    *,
    labels: bool = True,
) -> list[Line]:
    lines: list[Line] = []
    sign = _ascii if ascii_only else JUNCTIONS.__getitem__
    left = "    " if labels else ""
    for y in range(ys[0], ys[-1] + 2):
        lines.append(line(left + _border(xs, y, cells, width, sign), "dim"))
        if y in ys:
            lines.append(_row(xs, y, cells, width, sign, top=True, label=f"{y:>3} " if labels else ""))
            lines.append(_row(xs, y, cells, width, sign, top=False, label=left))
    return lines


def _row(
    xs: Sequence[int],
    y: int,
    cells: Mapping[Field, Cell],
    width: int,
    sign: Callable[[int], str],
    *,
    top: bool,
    label: str,
) -> Line:
    pieces = [(label, "")]
    for x in [*xs, xs[-1] + 1]:
        edge = (x, y) in cells or (x - 1, y) in cells
        pieces.append((sign(5) if edge else " ", "dim"))
        if x in xs:
            cell = cells.get((x, y))
            if cell is None:
                pieces.append((" " * width, ""))
            else:
                pieces.append((cell.top if top else cell.bottom, STYLES[cell.style]))
    while pieces and not pieces[-1][0].strip():
        pieces.pop()
    return Line(tuple(pieces))


def _border(xs: Sequence[int], y: int, cells: Mapping[Field, Cell], width: int, sign: Callable[[int], str]) -> str:
    text = ""
    for x in [*xs, xs[-1] + 1]:
        north_west, north_east = (x - 1, y - 1) in cells, (x, y - 1) in cells
        south_west, south_east = (x - 1, y) in cells, (x, y) in cells
        arms = (north_west or north_east) + 2 * (north_east or south_east)
        arms += 4 * (south_west or south_east) + 8 * (north_west or south_west)
        text += sign(arms)
        if x in xs:
            text += (sign(10) if north_east or south_east else " ") * width
    return text.rstrip()


def _ascii(arms: int) -> str:
    return {0: " ", 5: "|", 10: "-"}.get(arms, "+")


def _seat(view: KontorView, names: Sequence[str], seat: int) -> list[Line]:
    team = view["teams"][seat]
    colour = view["colours"][team]
    counts, pile = view["hand_counts"][seat], view["quay_piles"][seat]
    you = " (you)" if seat == view["seat"] else ""
    has = f"points {view['scores'][team]}, money {view['money'][seat]}"
    holds = f"hand {counts['quay']} quays {counts['canal']} canals, pile {pile['count']} (top {_short(pile['top'])})"
    lines = [
        Line(((f"{colour.capitalize():<6}", STYLES[colour]), (f" {names[seat]}{you}", "bold"))),
        line(f"       {has}, {holds}"),
    ]
    played = view["played"][seat]
    if played is not None:
        what = f"played {_short(played['card'])}, {played['status']}" if "card" in played else "passed"
        lines.append(line(f"       this round: {what}"))
    return lines


def _short(card: CardFace | None) -> str:
    """Return a card in one word, like ``R16S$``; ``-`` for none."""
    if card is None:
        return "-"
    number = "" if card["number"] is None else str(card["number"])
    kind = "" if card["type"] == "quay" else f" {card['type']}"
    return f"{_letter(card['owner'])}{number}{kind} {card['goods']}{SYMBOLS[card['symbol']]}".rstrip()


def _sectors(view: KontorView) -> list[Line]:
    """Return one line per sector in which somebody has goods: who holds how many of what."""
    lines: list[Line] = []
    for sector in view["sectors"]:
        if not any(any(goods) for goods in sector["goods"]):
            continue
        held = "; ".join(
            f"{view['colours'][team].capitalize()} "
            + (" ".join(f"{count}{good}" for count, good in zip(goods, "TWS", strict=True) if count) or "nothing")
            for team, goods in enumerate(sector["goods"])
        )
        state = "open"
        if sector["closed"]:
            guard = sector["guard"]
            state = "closed, no guard" if guard is None else f"closed, {view['colours'][guard].capitalize()}'s guard"
        x, y = sector["fields"][0]
        fields = "1 field" if sector["size"] == 1 else f"{sector['size']} fields"
        lines.append(line(f"Sector at {x},{y} ({fields}, {state}): {held}"))
    return [Line(), *lines] if lines else []
