"""The cards: what a card is, and how the card list is read and checked (dossier B1, C3).

The list is data that an owner of the game may replace: number, goods and symbol of a card come from the file and from
nowhere else. Reading promises that every list it returns is one the rules can be played with; whatever is wrong is
reported with file, row and column.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

GOODS = "TWS"
"""Tea, wine, spice (Tee, Wein, Gewürz), in the order of every triple of numbers of goods."""

COLOURS = ("red", "black")
COLUMNS = ("id", "number", "type", "owner", "goods", "symbol", "editions", "evidence")
EDITIONS = ("G", "T")
LAND = frozenset({"quay", "crane", "pub", "bridge", "customs"})
WATER = frozenset({"canal", "anchor", "flood"})
SPECIAL = frozenset({"flood", "bridge", "customs"})
OWNED = frozenset({"quay", "crane", "pub"})
SYMBOLS = frozenset({"coin", "ship", "none"})
CANALS = 43
WAREHOUSES = 16


class BadData(ValueError):
    """A data file that the rules cannot be played with; the message says where and what to do."""


@dataclass(frozen=True)
class Card:
    """One card. ``goods`` has its letters out of TWS, ``editions`` those out of GT; ``number`` is ``None`` on the anchor."""

    id: str
    number: int | None
    type: str
    owner: str
    goods: str
    symbol: str
    editions: str
    evidence: str = field(compare=False)

    @cached_property
    def land(self) -> bool:
        """Whether the card is part of a sector when it lies open (quay, *Kai*, and what counts as one)."""
        return self.type in LAND

    @cached_property
    def water(self) -> bool:
        """Whether the ship can stand on it and it bounds sectors."""
        return self.type in WATER

    @cached_property
    def kind(self) -> str:
        """Return which cards it is drawn and counted with: ``quay`` (crane and pub too), ``canal`` or ``special``."""
        return "quay" if self.type in OWNED else "special" if self.type in SPECIAL else "canal"

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """Return its warehouses as (tea, wine, spice)."""
        tea, wine, spice = (self.goods.count(letter) for letter in GOODS)
        return tea, wine, spice

    @cached_property
    def rank(self) -> int:
        """Return the number that decides who goes first; a card without one goes last (E48)."""
        return -1 if self.number is None else self.number

    def json(self) -> dict[str, Any]:
        """Return the card as views show it."""
        return {
            "id": self.id,
            "number": self.number,
            "type": self.type,
            "owner": self.owner,
            "goods": self.goods,
            "symbol": self.symbol,
        }


def read_cards(text: str, file: str) -> dict[str, Card]:
    """Return the cards of a card list by id, in the order of the file.

    :raises BadData: naming file, row and column of the first thing that is wrong.
    """
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = tuple(next(rows, []))
        if header != COLUMNS:
            raise BadData(f"{file}, row 1: the columns must be {','.join(COLUMNS)}, not {','.join(header) or 'none'}")
        cards: dict[str, Card] = {}
        numbers: dict[int, int] = {}
        for row in rows:
            where = f"{file}, row {rows.line_num}"
            card = _card(row, where)
            if card.id in cards:
                raise BadData(f"{where}, column id: {card.id} occurs twice; give every card its own id")
            if card.number is not None:
                if card.number in numbers:
                    raise BadData(
                        f"{where}, column number: {card.number} is already in row {numbers[card.number]}; numbers decide "
                        "who goes first and must differ"
                    )
                numbers[card.number] = rows.line_num
            cards[card.id] = card
    except csv.Error as error:
        raise BadData(f"{file}, row {rows.line_num}: not CSV ({error})") from error
    for edition in EDITIONS:
        check_deck([card for card in cards.values() if edition in card.editions], f"{file}, edition {edition}")
    return cards


def check_deck(cards: Iterable[Card], where: str) -> None:
    """Raise :class:`BadData` unless the cards of one box fit together (dossier C3, end)."""
    deck = list(cards)
    types = Counter(card.type for card in deck)
    if types["anchor"] != 1:
        raise BadData(f"{where}: exactly one card of type anchor is needed, found {types['anchor']}")
    if types["canal"] != CANALS:
        raise BadData(f"{where}: exactly {CANALS} cards of type canal are needed, found {types['canal']}")
    red, black = (
        Counter((card.type, card.goods, card.symbol) for card in deck if card.owner == colour) for colour in COLOURS
    )
    if red != black:
        (kind, goods, symbol), _ = next(iter(((red - black) + (black - red)).items()))
        raise BadData(
            f"{where}: red and black must own the same cards; they differ in {kind} with goods {goods or '-'} and symbol "
            f"{symbol}"
        )
    for letter in GOODS:
        total = sum(card.goods.count(letter) for card in deck)
        if total > WAREHOUSES:
            raise BadData(
                f"{where}, column goods: {total} of {letter}, but there are only {WAREHOUSES} warehouses of a kind"
            )
    for colour in COLOURS:
        symbols = {card.symbol for card in deck if card.type == "crane" and card.owner == colour}
        if "ship" not in symbols or not symbols - {"ship"}:
            raise BadData(f"{where}: {colour} needs a crane with and a crane without the ship symbol")


def _card(row: list[str], where: str) -> Card:
    if len(row) != len(COLUMNS):
        raise BadData(f"{where}: {len(COLUMNS)} columns are needed, found {len(row)}")
    cell: Mapping[str, str] = dict(zip(COLUMNS, row, strict=True))
    kind, owner, goods = cell["type"], cell["owner"], "" if cell["goods"] == "-" else cell["goods"]
    _need(cell["id"].isascii() and cell["id"].isalnum(), where, "id", cell, "letters and digits")
    _need(kind in LAND | WATER, where, "type", cell, ", ".join(sorted(LAND | WATER)))
    _need(owner in (COLOURS if kind in OWNED else ("neutral",)), where, "owner", cell,
          "red or black" if kind in OWNED else "neutral")  # fmt: skip
    _need(cell["goods"] == "-" or (goods != "" and set(goods) <= set(GOODS)), where, "goods", cell,
          "letters of TWS, or - for none")  # fmt: skip
    _need(len(set(goods)) == len(goods), where, "goods", cell, "each kind of goods at most once")
    _need(bool(goods) == (kind == "quay"), where, "goods", cell,
          "one to three letters of TWS" if kind == "quay" else f"- on a {kind}")  # fmt: skip
    _need(cell["symbol"] in SYMBOLS, where, "symbol", cell, "coin, ship or none")
    editions = cell["editions"].split("+")
    _need(
        len(set(editions)) == len(editions) and set(editions) <= set(EDITIONS), where, "editions", cell, "G, T or G+T"
    )
    _need(
        cell["evidence"] != "",
        where,
        "evidence",
        cell,
        "what is known of the card: F stated, D deduced, R reconstructed",
    )
    return Card(
        cell["id"], _number(cell, where), kind, owner, goods, cell["symbol"], "".join(editions), cell["evidence"]
    )


def _number(cell: Mapping[str, str], where: str) -> int | None:
    text = cell["number"]
    if cell["type"] == "anchor":
        _need(text == "", where, "number", cell, "nothing: the anchor has no number")
        return None
    if text == "" and cell["type"] in SPECIAL:
        return None
    _need(text.isascii() and text.isdigit() and len(text) <= 4 and text == str(int(text)), where, "number", cell,
          "a whole number")  # fmt: skip
    return int(text)


def _need(ok: bool, where: str, column: str, cell: Mapping[str, str], wanted: str) -> None:
    if not ok:
        raise BadData(f"{where}, column {column}: {cell[column]!r} should be {wanted}")
