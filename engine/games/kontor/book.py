"""The rule data of an installation: cards, layouts and presets read together, with their hash.

Reading is strict (for layouts and presets, see :mod:`engine.games.kontor.presets`). Every match's log records the hash, so
anybody can see which data a match was played with.

The card list (RULES.md B1, C3) is data that an owner of the game may replace: number, goods and symbol of a card come from the
file and from nowhere else. The rules can be played with every list that is returned; whatever is wrong is reported with file,
row and column.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files

from engine.games.kontor.presets import Layout, Preset, read_layouts, read_presets
from engine.games.kontor.rules.setup import DEFAULT_PRESET
from engine.games.kontor.types.cards import (
    CANALS,
    COLOURS,
    EDITIONS,
    GOODS,
    OWNED,
    SPECIAL,
    Card,
    CardType,
    Owner,
    Symbol,
)
from engine.kit.rule_data import BadData, Faults, digest, facts_digest

COLUMNS = ("id", "number", "type", "owner", "goods", "symbol", "editions", "evidence")
TYPES: tuple[CardType, ...] = ("anchor", "bridge", "canal", "crane", "customs", "flood", "pub", "quay")
OWNERS: tuple[Owner, ...] = (*COLOURS, "neutral")
SYMBOLS: tuple[Symbol, ...] = ("coin", "ship", "none")
WAREHOUSES = 16


def read_cards(text: str, file: str) -> dict[str, Card]:
    """Return the cards of a card list by id, in the order of the file.

    :raises BadData: naming file, row and column of everything that is wrong.
    """
    faults = Faults()
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    cards: dict[str, Card] = {}
    numbers: dict[int, int] = {}
    try:
        header = tuple(next(rows, []))
        if header != COLUMNS:
            raise BadData(f"{file}, row 1: the columns must be {','.join(COLUMNS)}, not {','.join(header) or 'none'}")
        for cells in rows:
            with faults.noting():
                card = _Row(cells, f"{file}, row {rows.line_num}").card(cards, numbers)
                cards[card.id] = card
                if card.number is not None:
                    numbers[card.number] = rows.line_num
    except csv.Error as error:
        faults.add(f"{file}, row {rows.line_num}: not CSV ({error})")
    faults.settle()
    for edition in EDITIONS:
        with faults.noting():
            check_deck([card for card in cards.values() if edition in card.editions], f"{file}, edition {edition}")
    faults.settle()
    return cards


def check_deck(cards: Iterable[Card], where: str) -> None:
    """Raise :class:`BadData` unless the cards of one box fit together (RULES.md C3)."""
    faults = Faults()
    deck = list(cards)
    types: Counter[str] = Counter(card.type for card in deck)
    for kind, wanted, said in (("anchor", 1, "one card"), ("canal", CANALS, f"{CANALS} cards")):
        if types[kind] != wanted:
            faults.add(f"{where}, column type: needs exactly {said} of type {kind}, found {types[kind]}")
    red, black = (
        Counter((card.type, card.goods, card.symbol) for card in deck if card.owner == colour) for colour in COLOURS
    )
    for extra, whose in ((red - black, "red"), (black - red, "black")):
        for kind, goods, symbol in extra:
            faults.add(
                f"{where}, column owner: red and black must own the same cards, but only {whose} has a {kind} with goods "
                f"{goods or '-'} and symbol {symbol}"
            )
    for letter in GOODS:
        total = sum(card.goods.count(letter) for card in deck)
        if total > WAREHOUSES:
            faults.add(
                f"{where}, column goods: {total} of {letter}, but there are only {WAREHOUSES} warehouses of a kind"
            )
    for colour in COLOURS:
        symbols = {card.symbol for card in deck if card.type == "crane" and card.owner == colour}
        if "ship" not in symbols or not symbols - {"ship"}:
            faults.add(f"{where}, column symbol: {colour} needs a crane with and a crane without the ship symbol")
    faults.settle()


class _Row:
    """One row of the card list. Each column reports its own faults, as far as the others allow."""

    def __init__(self, cells: list[str], where: str) -> None:
        if len(cells) != len(COLUMNS):
            raise BadData(f"{where}: {len(COLUMNS)} columns are needed, found {len(cells)}")
        self._cell: Mapping[str, str] = dict(zip(COLUMNS, cells, strict=True))
        self._where = where
        self._faults = Faults()

    def card(self, known: Mapping[str, Card], numbers: Mapping[int, int]) -> Card:
        """Return the card; ``numbers`` maps each number used so far to its row."""
        cell = self._cell
        self._id(known)
        kind_known = self._need(cell["type"] in TYPES, "type", ", ".join(TYPES))
        number = self._number(numbers) if kind_known else None
        goods = "" if cell["goods"] == "-" else cell["goods"]
        if kind_known:
            owned = cell["type"] in OWNED
            self._need(
                cell["owner"] in (COLOURS if owned else ("neutral",)), "owner", "red or black" if owned else "neutral"
            )
            self._goods(goods, cell["type"])
        self._need(cell["symbol"] in SYMBOLS, "symbol", "coin, ship or none")
        editions = cell["editions"].split("+")
        once = len(set(editions)) == len(editions)
        self._need(once and set(editions) <= set(EDITIONS), "editions", "G, T or G+T")
        self._need(
            cell["evidence"] != "", "evidence", "what is known of the card: F stated, D deduced, R reconstructed"
        )
        self._faults.settle()
        type_, owner, symbol = cell["type"], cell["owner"], cell["symbol"]
        assert type_ in TYPES and owner in OWNERS and symbol in SYMBOLS, "settled above"
        return Card(cell["id"], number, type_, owner, goods, symbol, "".join(editions), cell["evidence"])

    def _need(self, ok: bool, column: str, wanted: str) -> bool:
        if not ok:
            self._wrong(column, f"{self._cell[column]!r} should be {wanted}")
        return ok

    def _wrong(self, column: str, what: str) -> None:
        self._faults.add(f"{self._where}, column {column}: {what}")

    def _id(self, known: Mapping[str, Card]) -> None:
        name = self._cell["id"]
        if self._need(name.isascii() and name.isalnum(), "id", "letters and digits") and name in known:
            self._wrong("id", f"{name} occurs twice; give every card its own id")

    def _number(self, numbers: Mapping[int, int]) -> int | None:
        text, kind = self._cell["number"], self._cell["type"]
        if kind == "anchor":
            self._need(text == "", "number", "nothing: the anchor has no number")
            return None
        if text == "" and kind in SPECIAL:
            return None
        whole = text.isascii() and text.isdigit() and len(text) <= 4 and text == str(int(text))
        if not self._need(whole, "number", "a whole number"):
            return None
        number = int(text)
        if number in numbers:
            self._wrong(
                "number", f"{text} is already in row {numbers[number]}; numbers decide who goes first and must differ"
            )
        return number

    def _goods(self, goods: str, kind: str) -> None:
        written = self._cell["goods"]
        ok = self._need(
            written == "-" or (goods != "" and set(goods) <= set(GOODS)), "goods", "letters of TWS, or - for none"
        )
        if ok and self._need(len(set(goods)) == len(goods), "goods", "each kind of goods at most once"):
            self._need(
                bool(goods) == (kind == "quay"),
                "goods",
                "one to three letters of TWS" if kind == "quay" else f"- on a {kind}",
            )


CARDS = "cards.reconstructed.csv"
LAYOUTS = "layouts.toml"
PRESETS = "presets.toml"
FILES = {"cards.csv": CARDS, "layouts.toml": LAYOUTS, "presets.toml": PRESETS}
"""Name of an owner's file, and the packaged file it replaces (see ``data/README.md``)."""


@dataclass(frozen=True, slots=True)
class Book:
    """Everything the rules read from files. ``digest`` is base64url over the bytes of all of them."""

    cards: Mapping[str, Card]
    layouts: Mapping[str, Layout]
    presets: Mapping[str, Preset]
    digest: str

    @property
    def preset_digests(self) -> dict[str, str]:
        """The hash of what each preset plays with: adding or changing a preset does not affect matches of the others."""
        return {name: facts_digest(preset.facts()) for name, preset in self.presets.items()}

    @classmethod
    def read(cls, texts: Mapping[str, str], names: Mapping[str, str] | None = None) -> Book:
        """Return the book of three texts, keyed by the package's file names; ``names`` are what messages call them.

        :raises BadData: saying what is wrong in any of them, and where.
        """
        called = {name: name for name in texts} | dict(names or {})
        faults = Faults()
        cards: dict[str, Card] = {}
        layouts: dict[str, Layout] = {}
        with faults.noting():
            cards = read_cards(texts[CARDS], called[CARDS])
        with faults.noting():
            layouts = read_layouts(texts[LAYOUTS], called[LAYOUTS])
        faults.settle()
        presets = read_presets(texts[PRESETS], called[PRESETS], cards, layouts)
        if DEFAULT_PRESET not in presets:
            raise BadData(f"{called[PRESETS]}, [{DEFAULT_PRESET}]: missing; who names no preset plays this one")
        return cls(cards, layouts, presets, digest(texts))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the files that come with the package."""
        return cls.read(shipped_texts())


def shipped_texts() -> dict[str, str]:
    """Return the texts of the files that come with the package, by file name."""
    folder = files("engine.games.kontor") / "data"
    return {name: (folder / name).read_bytes().decode() for name in (CARDS, LAYOUTS, PRESETS)}
