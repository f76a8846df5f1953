"""The cards: what a card is, and how the two card lists are read and checked (``RULES.md``, C2 to C5).

The lists are data that an owner of the game may replace: what a card costs, brings or demands comes from the files and from
nowhere else. Each physical copy is a card of its own with an id such as ``tobacco1#2``, because orders and logs name copies.
Lists that pass the checks can be played with; whatever is wrong is reported with file, row and column.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from engine.games.packet_row.types.cards import CardFacts, CardName, Destination, Good, Kind, Role, ShownCard
from engine.kit.rule_data import BadData, Faults

GOODS: tuple[Good, ...] = ("cotton", "tobacco", "grain", "fur")
"""Baumwolle, Tabak, Getreide, Felle, in the order of every list of units."""

DESTINATIONS: tuple[Destination, ...] = ("GB", "FR", "ES", "NL")
"""Bestimmungsländer: Great Britain, France, Spain, the Netherlands."""

ROLES: tuple[Role, ...] = ("assistant", "banker", "captain", "trader")
"""Persons, who are kept in hand and counted: Gehilfe, Bankier, Kapitän, Händler."""

STARTING = "S"
"""The sign of starting contracts (Startverträge), which belong to no board."""

PAID: frozenset[Kind] = frozenset({"goods", "building", "gold"})
"""Kinds of cards that are paid for when they are taken (B3); all others are free."""

KINDS: tuple[Kind, ...] = (
    "contract",
    "assistant",
    "building",
    "ship",
    "gold",
    "captain",
    "goods",
    "trader",
    "money",
    "banker",
)
CARD_COLUMNS = (
    "board",
    "kind",
    "key",
    "copies",
    "name_en",
    "name_de",
    "cost",
    "vp",
    "amount",
    "units",
    "of",
    "evidence",
)
CONTRACT_COLUMNS = ("board", "id", "destination", *GOODS, "reward", "evidence")
Word = TypeVar("Word", bound=str)

_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")
_KEY = re.compile(r"[a-z][a-z0-9_]{0,19}")
_CONTRACT = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,19}")


@dataclass(frozen=True)
class Card:
    """One physical card.

    ``key`` is shared by equal copies. ``cost`` and ``amount`` in dollars, ``vp`` in points, ``units`` of goods or gold;
    ``good`` of a goods card, ``destination`` of a ship or contract; ``demand`` of a contract in the order of :data:`GOODS`,
    which brings ``reward`` dollars. ``rank`` is the place in the card lists: hands and lists are sorted by it.
    """

    id: str
    key: str
    board: str
    kind: Kind
    names: CardName = field(compare=False, repr=False)
    rank: int
    cost: int = 0
    vp: int = 0
    amount: int = 0
    units: int = 0
    good: Good | None = None
    destination: Destination | None = None
    demand: tuple[int, ...] = ()
    reward: int = 0

    @property
    def bound_for(self) -> Destination:
        """The destination of a ship or contract; nothing else has one."""
        assert self.destination is not None, f"{self.id} has no destination"
        return self.destination

    def shown(self) -> ShownCard:
        """Return the card as views show it: only the facts that its kind has."""
        own = CardFacts(id=self.id, key=self.key, board=self.board)
        if self.kind == "contract":
            demand = {good: units for good, units in zip(GOODS, self.demand, strict=True) if units}
            return {**own, "kind": "contract", "destination": self.bound_for, "demand": demand, "reward": self.reward}
        name, cost = self.names.copy(), self.cost
        shown: ShownCard
        match self.kind:
            case "building":
                shown = {**own, "kind": "building", "name": name, "cost": cost, "vp": self.vp}
            case "money":
                shown = {**own, "kind": "money", "name": name, "cost": cost, "amount": self.amount}
            case "goods":
                assert self.good is not None
                shown = {**own, "kind": "goods", "name": name, "cost": cost, "units": self.units, "good": self.good}
            case "gold":
                shown = {**own, "kind": "gold", "name": name, "cost": cost, "units": self.units}
            case "ship":
                shown = {**own, "kind": "ship", "name": name, "cost": cost, "destination": self.bound_for}
            case _:
                shown = {**own, "kind": self.kind, "name": name, "cost": cost}
        return shown


def read_cards(text: str, file: str, kinds: Mapping[str, Sequence[Kind]]) -> list[Card]:
    """Return every copy of the cards of a list, in its order, without contracts.

    ``kinds`` gives the kinds of cards each board may have. :raises BadData: naming file, row and column.
    """
    cards: list[Card] = []
    keys: set[str] = set()
    faults = Faults()
    for row in _rows(text, file, CARD_COLUMNS, faults):
        with faults.noting():
            cards += _copies(row, kinds, keys, len(cards))
    faults.settle()
    return cards


def read_contracts(text: str, file: str, boards: Sequence[str], first_rank: int) -> list[Card]:
    """Return the contracts of a list; ``boards`` are the signs that may have some, ``first_rank`` follows other cards."""
    contracts: list[Card] = []
    faults = Faults()
    for row in _rows(text, file, CONTRACT_COLUMNS, faults):
        with faults.noting():
            contracts.append(_contract(row, boards, {card.id for card in contracts}, first_rank + len(contracts)))
    faults.settle()
    return contracts


def check_deck(cards: Sequence[Card], sizes: Mapping[str, int], where: str) -> None:
    """Raise :class:`BadData` unless decks have their sizes and every contract can be fulfilled without captain or trader."""
    found = Counter(card.board for card in cards)
    for board, size in sizes.items():
        if found[board] != size:
            raise BadData(f"{where}: {size} cards of board {board} are needed, found {found[board]}")
    ships = {card.destination for card in cards if card.kind == "ship"}
    goods = {card.good for card in cards if card.kind == "goods"}
    for card in cards:
        if card.kind == "contract" and card.destination not in ships:
            raise BadData(f"{where}: no ship goes to {card.destination}, the destination of {card.id}")
        for good, units in zip(GOODS, card.demand or (0,) * len(GOODS), strict=True):
            if units and good not in goods:
                raise BadData(f"{where}: no card brings {good}, which {card.id} demands")


@dataclass(frozen=True)
class _Row:
    cells: Mapping[str, str]
    where: str

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def need(self, ok: bool, column: str, wanted: str) -> None:
        if not ok:
            self.fail(column, wanted)

    def fail(self, column: str, wanted: str) -> NoReturn:
        raise BadData(f"{self.where}, column {column}: {self.cells[column]!r} should be {wanted}")

    def one_of(self, column: str, known: Sequence[Word]) -> Word:
        """Return the known word that stands in a column."""
        found = next((word for word in known if word == self.cells[column]), None)
        return self.fail(column, f"one of {', '.join(known)}") if found is None else found

    def number(self, column: str, wanted: bool | None) -> int:
        """Return a number: at least 1 if ``wanted``, 0 (an empty column) if not; any number from 0 if it is ``None``."""
        text = self.cells[column]
        if wanted is False:
            self.need(text == "", column, "empty for this kind of card")
            return 0
        least = 1 if wanted else 0
        ok = _NUMBER.fullmatch(text) is not None and int(text) >= least
        self.need(ok, column, f"a whole number from {least} to 9999")
        return int(text)


def _copies(row: _Row, kinds: Mapping[str, Sequence[Kind]], keys: set[str], first_rank: int) -> list[Card]:
    """Return the copies a row of the card list stands for; ``keys`` are those of the rows before."""
    board, key = row.one_of("board", list(kinds)), row["key"]
    kind = row.one_of("kind", kinds[board])
    row.need(kind != "contract", "kind", f"one of {', '.join(kinds[board])}, no contract")
    row.need(_KEY.fullmatch(key) is not None and key not in keys, "key", "small letters and digits, used once")
    keys.add(key)
    for language in ("en", "de"):
        row.need(row[f"name_{language}"].strip() == row[f"name_{language}"] != "", f"name_{language}", "a name")
    row.need(kind in PAID or row["cost"] == "0", "cost", "0: cards of this kind are free (B3)")
    vp, amount = row.number("vp", kind == "building"), row.number("amount", kind == "money")
    units = row.number("units", kind in ("goods", "gold"))
    good = row.one_of("of", GOODS) if kind == "goods" else None
    destination = row.one_of("of", DESTINATIONS) if kind == "ship" else None
    row.need(bool(good or destination) or row["of"] == "", "of", "empty: only goods and ships have it")
    names, cost = CardName(en=row["name_en"], de=row["name_de"]), row.number("cost", None)
    return [
        Card(
            f"{key}#{copy + 1}",
            key,
            board,
            kind,
            names,
            first_rank + copy,
            cost=cost,
            vp=vp,
            amount=amount,
            units=units,
            good=good,
            destination=destination,
        )
        for copy in range(row.number("copies", True))
    ]


def _contract(row: _Row, boards: Sequence[str], known: Collection[str], rank: int) -> Card:
    board, name = row.one_of("board", boards), row["id"]
    row.need(_CONTRACT.fullmatch(name) is not None and name not in known, "id", "letters, digits and -, used once")
    demand = tuple(row.number(good, None) for good in GOODS)
    row.need(sum(demand) > 0, GOODS[0], "a demand of at least one unit of some good")
    return Card(
        name,
        name,
        board,
        "contract",
        CardName(en=name, de=name),
        rank,
        destination=row.one_of("destination", DESTINATIONS),
        demand=demand,
        reward=row.number("reward", True),
    )


def _rows(text: str, file: str, columns: Sequence[str], faults: Faults) -> Iterator[_Row]:
    """Return the rows that have all columns; what is wrong with others goes to the faults."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(rows, [])
        if tuple(header) != tuple(columns):
            raise BadData(f"{file}, row 1: the columns must be {','.join(columns)}, not {','.join(header) or 'none'}")
        for cells in rows:
            where = f"{file}, row {rows.line_num}"
            if len(cells) != len(columns):
                faults.add(f"{where}: {len(columns)} columns are needed, found {len(cells)}")
                continue
            row = _Row(dict(zip(columns, cells, strict=True)), where)
            with faults.noting():
                row.need(
                    row["evidence"][:1] in ("F", "D", "R"),
                    "evidence",
                    "what is known of the card: F stated, D deduced, R reconstructed",
                )
            yield row
    except csv.Error as error:
        faults.add(f"{file}, row {rows.line_num}: not CSV ({error})")
