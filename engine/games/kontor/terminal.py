"""Kontor's table for a terminal: the harbour as a grid of cards, readable without colours and at 80 columns.

A quay shows its owner's letter and number, its goods (T tea, W wine, S spice) and its symbol (``$`` coin, ``^`` ship);
water is filled with ``~``; ``+`` marks a closed sector, ``+R`` one that Red's guard keeps; ``x`` and a letter a field
barred to that side by a crane; ``*`` what the last round laid. Colours only repeat what letters say, and letters are those of
the reader's language.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.contract import Language, View
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.text.words import KontorWords
from engine.games.kontor.types.cards import GOODS, CardFace
from engine.games.kontor.types.state import Axis, Place
from engine.games.kontor.types.view import FieldShown, KontorView
from engine.kit.terminal import Field, Line, Terminal, line
from engine.kit.text.phrases import LANGUAGES

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
        self._phrases = {language: Phrases.shipped(language) for language in LANGUAGES}

    def table(
        self,
        view: View,
        names: Sequence[str],
        *,
        language: Language = "en",
        columns: int = 80,
        choices: Mapping[Field, str] | None = None,
        ascii_only: bool = False,
    ) -> list[Line]:
        """Return the whole table as this view shows it."""
        drawn = Drawn(cast(KontorView, view), self._phrases[language], columns, ascii_only)
        return drawn.table(names, choices or {})

    def advice(self, view: View, language: Language) -> str | None:
        """Say that the card for the case that the opponent passes is chosen now, if it is."""
        return self._words.advice(view, language)


@dataclass(frozen=True)
class Drawn:
    """A view as it is drawn: in a language, ``columns`` wide."""

    view: KontorView
    phrases: Phrases
    columns: int = 80
    ascii_only: bool = False

    def table(self, names: Sequence[str], choices: Mapping[Field, str]) -> list[Line]:
        """Return the whole table; ``choices`` are labels to print on free or water fields."""
        view = self.view
        lines = [self._headline(), Line(), *self.board(choices), *self._legend(), Line()]
        for seat in range(len(view["teams"])):
            lines += self._seat(names, seat)
        lines += self._sectors()
        held = None if view["seat"] is None else view["hands"][view["seat"]]
        if held:
            lines += [Line(), *self.hand(held)]
        return lines

    def board(self, choices: Mapping[Field, str]) -> list[Line]:
        """Return the lines of the harbour with coordinates on top and at the left."""
        view = self.view
        inside = {_field(one["at"]) for one in view["board"]} | set(map(_field, view["placeable"])) | set(choices)
        xs, ys = _shown(view, "x", [at[0] for at in inside]), _shown(view, "y", [at[1] for at in inside])
        width = max(NARROWEST, min(WIDEST, (self.columns - 5) // len(xs) - 1))
        cells = {_field(one["at"]): self._card_cell(one, width) for one in view["board"]}
        for at in set(map(_field, view["placeable"])) - set(cells):
            cells[at] = self._free_cell(at, width)
        for at, label in choices.items():
            cells[at] = _with_label(cells.get(at), label, width)
        head = line("    " + "".join(f" {x:^{width}}" for x in xs).rstrip(), "dim")
        return [head, *_grid(xs, ys, cells, width, self.ascii_only)]

    def hand(self, cards: Sequence[CardFace]) -> list[Line]:
        """Return the cards of a hand side by side, under the numbers by which they are chosen."""
        per_line = max(1, (self.columns - 5) // (WIDEST + 1))
        lines = [line(self.phrases.say("terminal.hand"), "bold")]
        for start in range(0, len(cards), per_line):
            some = cards[start : start + per_line]
            cells = {(x, 0): self._cell(card, WIDEST) for x, card in enumerate(some)}
            lines += _grid(range(len(some)), range(1), cells, WIDEST, self.ascii_only, labels=False)
        return lines

    def _headline(self) -> Line:
        view, over = self.view, self.view["outcome"] is not None
        facts = {"preset": view["preset"], "round": view["round"], "bank": view["bank"]}
        return line(self.phrases.say("terminal.over" if over else "terminal.title", **facts), "bold")

    def _legend(self) -> list[Line]:
        limits, letters = self.view["limits"], {one: self.phrases.letter(one) for one in ("T", "W", "S", "red")}
        size = {"width": limits["width"], "height": limits["height"]}
        return [
            line(self.phrases.say("terminal.legend", **size, **letters), "dim"),
            line(self.phrases.say("terminal.marks", **letters), "dim"),
        ]

    def _letter(self, colour: str) -> str:
        return "" if colour == "neutral" else self.phrases.letter(colour)

    def _goods(self, card: CardFace) -> str:
        return "".join(map(self.phrases.letter, card["goods"]))

    def _card_cell(self, place: FieldShown, width: int) -> Cell:
        view, at = self.view, place["at"]
        mark = ""
        if place["sector"] is not None and view["sectors"][place["sector"]]["closed"]:
            guard = view["sectors"][place["sector"]]["guard"]
            mark = "+" if guard is None else "+" + self._letter(view["colours"][guard])
        fresh = at in view["last"]["laid"]
        return self._cell(place["card"], width, mark=mark, fresh=fresh, ship=view["ship"] == at)

    def _cell(self, card: CardFace, width: int, *, mark: str = "", fresh: bool = False, ship: bool = False) -> Cell:
        symbol, kind = SYMBOLS[card["symbol"]], card["type"]
        number = "" if card["number"] is None else str(card["number"])
        name = self.phrases.say("terminal.ship")
        moored = f"<{name}>" if width > len(name) + 2 else name
        if kind in WATER:
            called = "" if kind == "canal" else self.phrases.say(f"type.{kind}").lower()[: width - 1]
            top = f"~{number}{'*' if fresh else ''}{called}".ljust(width, "~")
            bottom = (symbol + moored if ship else symbol).ljust(width, "~")
            return Cell(top[:width], bottom[:width], "ship" if ship else "water")
        goods, left = self._goods(card), f"{self._letter(card['owner'])}{number}"
        if fresh and len(left) + 1 + len(goods) <= width:
            left += "*"
        top = left + goods.rjust(width - len(left))
        word = "" if kind == "quay" else self.phrases.say(f"type.{kind}").lower()
        bottom = f"{symbol}{word[: width - len(mark) - len(symbol)]}".ljust(width - len(mark)) + mark
        if ship:
            bottom = moored.ljust(width - len(mark)) + mark
        return Cell(top, bottom, card["owner"])

    def _free_cell(self, at: Field, width: int) -> Cell:
        view = self.view
        barred = "".join(
            self._letter(view["colours"][one["team"]]) for one in view["barred"] if _field(one["at"]) == at
        )
        return Cell(" " * width, (f"x{barred}" if barred else "").center(width), "free")

    def _seat(self, names: Sequence[str], seat: int) -> list[Line]:
        view, say = self.view, self.phrases.say
        team = view["teams"][seat]
        colour = view["colours"][team]
        counts, pile = view["hand_counts"][seat], view["quay_piles"][seat]
        name = say("terminal.you", name=names[seat]) if seat == view["seat"] else names[seat]
        width = max(len(say(f"colour.{one}")) for one in view["colours"]) + 1
        indent = " " * (width + 1)
        has = say("terminal.has", points=view["scores"][team], money=view["money"][seat])
        piled = {"pile": pile["count"], "top": self._short(pile["top"])}
        holds = say("terminal.holds", quays=counts["quay"], canals=counts["canal"], **piled)
        lines = [
            Line(((say(f"colour.{colour}").ljust(width), STYLES[colour]), (f" {name}", "bold"))),
            line(f"{indent}{has}, {holds}"),
        ]
        played = view["played"][seat]
        if played is not None:
            if "card" in played:
                status = say(f"terminal.status.{played['status']}")
                what = say("terminal.played", card=self._short(played["card"]), status=status)
            else:
                what = say("terminal.passed")
            lines.append(line(indent + what))
        return lines

    def _short(self, card: CardFace | None) -> str:
        """Return a card as one word, like ``R16S$``; ``-`` for no card."""
        if card is None:
            return "-"
        number = "" if card["number"] is None else str(card["number"])
        kind = "" if card["type"] == "quay" else f" {self.phrases.say('type.' + card['type'])}"
        return f"{self._letter(card['owner'])}{number}{kind} {self._goods(card)}{SYMBOLS[card['symbol']]}".rstrip()

    def _sectors(self) -> list[Line]:
        """Return one line per sector in which somebody has goods: who holds how many of what."""
        view, say = self.view, self.phrases.say
        lines: list[Line] = []
        for sector in view["sectors"]:
            if not any(any(goods) for goods in sector["goods"]):
                continue
            held = "; ".join(
                f"{say('colour.' + view['colours'][team])} " + (self._counted(goods) or say("terminal.nothing"))
                for team, goods in enumerate(sector["goods"])
            )
            state = say("terminal.open")
            if sector["closed"]:
                guard = sector["guard"]
                whose = None if guard is None else say(f"colour.{view['colours'][guard]}")
                state = say("terminal.unguarded") if whose is None else say("terminal.guarded", colour=whose)
            x, y = sector["fields"][0]
            fields = self.phrases.count("terminal.fields", sector["size"])
            lines.append(line(say("terminal.sector", x=x, y=y, fields=fields, state=state, held=held)))
        return [Line(), *lines] if lines else []

    def _counted(self, goods: Sequence[int]) -> str:
        return " ".join(f"{count}{self.phrases.letter(one)}" for count, one in zip(goods, GOODS, strict=True) if count)


def _field(place: Place) -> Field:
    x, y = place
    return x, y


def _shown(view: KontorView, axis: Axis, used: list[int]) -> range:
    low, high = view["fixed"][axis] or view["extent"][axis]
    return range(min([low, *used]), max([high, *used]) + 1)


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
