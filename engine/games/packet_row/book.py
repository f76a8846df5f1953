"""The rule data of an installation: boards, cards, contracts and parameters read together, with their hash.

The shipped cards are a stand-in (``standin-1``): no list of the printed ones is known. An owner of the game can replace the
two card lists; every match's log records the hash, so everybody can see which cards a match was played with.

The boards and every number that is not printed on a card are data, too (``RULES.md``, C2, C6). No rule derives a number from
how many sit at the table; it looks it up here. Parameters that pass the checks are complete and sane; whatever is wrong is
reported with file and key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Literal, TypeVar

from engine.games.packet_row.cards import KINDS, STARTING, Card, check_deck, read_cards, read_contracts
from engine.games.packet_row.types.cards import CardName, Kind
from engine.kit.rule_data import BadData, Faults, digest

SEATS = (2, 3, 4, 5)
TABLES = ("current_supply", "removed_per_deck", "end_exhausted_boards")
NUMBERS = {"start_money": 0, "future_supply": 0, "money_per_point": 1, "banker_points": 0, "unfulfilled_penalty": 0}
"""The single numbers, with the least that each may be."""

BankerTie = Literal["all", "none"]
TieBreak = Literal["money"]
BANKER_TIES: tuple[BankerTie, ...] = ("all", "none")
TIE_BREAKS: tuple[TieBreak, ...] = ("money",)
MOST = 9999
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True)
class Board:
    """One of the four boards (Spielpläne): its sign, its names, its deck's size and kinds of cards."""

    sign: str
    names: CardName
    cards: int
    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Parameters:
    """The numbers of C6. Tables are keyed by the number of seats; money in dollars."""

    start_money: int
    future_supply: int
    money_per_point: int
    banker_points: int
    banker_tie: BankerTie
    tie_break: tuple[TieBreak, ...]
    unfulfilled_penalty: int
    current_supply: Mapping[int, int]
    removed_per_deck: Mapping[int, int]
    end_exhausted_boards: Mapping[int, int]


def read_boards(text: str, file: str) -> tuple[dict[str, Board], int]:
    """Return the boards by sign in their fixed order, and how many starting contracts there are."""
    raw = _table(_toml(text, file), ("evidence", "board", "starting"), file)
    boards: dict[str, Board] = {}
    entries = raw["board"]
    if not isinstance(entries, list) or not entries:
        raise BadData(f"{file}: [[board]] is needed for each board")
    for number, one in enumerate(entries, 1):
        board = _board(one, f"{file}, board {number}", (STARTING, *boards))
        boards[board.sign] = board
    where = f"{file}, starting"
    starting = _table(raw["starting"], ("sign", "cards"), where)
    if starting["sign"] != STARTING:
        raise BadData(f"{where}, sign: should be {STARTING}")
    return boards, _number(starting, "cards", max(SEATS), where)


def _board(raw: object, where: str, signs: Collection[str]) -> Board:
    """Return one board; ``signs`` are those that it must not have."""
    entry = _table(raw, ("sign", "name_en", "name_de", "cards", "kinds"), where)
    sign = entry["sign"]
    if not isinstance(sign, str) or len(sign) != 1 or not "A" <= sign <= "Z" or sign in signs:
        raise BadData(f"{where}, sign: should be one capital letter, used once and not {STARTING}")
    kinds = _several(entry["kinds"], KINDS, f"{where}, kinds")
    if not kinds:
        raise BadData(f"{where}, kinds: should be a list of some of {', '.join(KINDS)}")
    names = CardName(en=_text(entry, "name_en", where), de=_text(entry, "name_de", where))
    return Board(sign, names, _number(entry, "cards", 1, where), kinds)


def read_parameters(text: str, file: str, boards: Mapping[str, Board]) -> Parameters:
    """Return the parameters; they must leave every deck enough cards to fill its board once."""
    raw = _table(_toml(text, file), (*NUMBERS, "banker_tie", "tie_break", *TABLES), file)
    numbers = {key: _number(raw, key, least, file) for key, least in NUMBERS.items()}
    tables = {key: _by_seats(raw[key], f"{file}, {key}") for key in TABLES}
    tie = next((one for one in BANKER_TIES if one == raw["banker_tie"]), None)
    if tie is None:
        raise BadData(f"{file}, banker_tie: should be one of {', '.join(BANKER_TIES)}")
    parameters = Parameters(
        start_money=numbers["start_money"],
        future_supply=numbers["future_supply"],
        money_per_point=numbers["money_per_point"],
        banker_points=numbers["banker_points"],
        banker_tie=tie,
        tie_break=_several(raw["tie_break"], TIE_BREAKS, f"{file}, tie_break"),
        unfulfilled_penalty=numbers["unfulfilled_penalty"],
        current_supply=tables["current_supply"],
        removed_per_deck=tables["removed_per_deck"],
        end_exhausted_boards=tables["end_exhausted_boards"],
    )
    for seats in SEATS:
        _check_seats(parameters, seats, boards, file)
    return parameters


def _check_seats(parameters: Parameters, seats: int, boards: Mapping[str, Board], file: str) -> None:
    """Refuse parameters with which a match of this many players could not be played."""
    current = parameters.current_supply[seats]
    needed = current + parameters.future_supply + parameters.removed_per_deck[seats]
    for board in boards.values():
        if board.cards < needed:
            raise BadData(f"{file}: {seats} players need {needed} cards on {board.sign}, its deck has {board.cards}")
    if not 1 <= parameters.end_exhausted_boards[seats] <= len(boards):
        raise BadData(f"{file}, end_exhausted_boards.{seats}: should be from 1 to {len(boards)}")
    if current < 1:
        raise BadData(f"{file}, current_supply.{seats}: should be at least 1")


def _toml(text: str, file: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: not TOML ({error})") from error


def _table(raw: object, wanted: Collection[str], where: str) -> Mapping[str, object]:
    """Return a table that has the wanted keys and no others."""
    if not isinstance(raw, dict):
        raise BadData(f"{where}: should be a table")
    table: dict[str, object] = raw
    for key in wanted:
        if key not in table:
            raise BadData(f"{where}: {key} is missing")
    for key in table:
        if key not in wanted:
            raise BadData(f"{where}: {key} is not known; known are {', '.join(wanted)}")
    return table


def _several(value: object, known: Sequence[Word], where: str) -> tuple[Word, ...]:
    """Return a list of known words."""
    given: list[object] = value if isinstance(value, list) else [None]
    words = tuple(word for one in given for word in known if word == one)
    if len(words) != len(given):
        raise BadData(f"{where}: should be a list of some of {', '.join(known)}")
    return words


def _number(raw: Mapping[str, object], key: str, least: int, where: str) -> int:
    value = raw[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MOST:
        raise BadData(f"{where}, {key}: should be a whole number from {least} to {MOST}")
    return value


def _text(raw: Mapping[str, object], key: str, where: str) -> str:
    value = raw[key]
    if not isinstance(value, str) or not value or value != value.strip():
        raise BadData(f"{where}, {key}: should be a name")
    return value


def _by_seats(raw: object, where: str) -> dict[int, int]:
    """Return a number for each number of seats."""
    table = _table(raw, [str(seats) for seats in SEATS], where)
    return {seats: _number(table, str(seats), 0, where) for seats in SEATS}


BOARDS = "boards.toml"
CARDS = "cards.standin-1.csv"
CONTRACTS = "contracts.standin-1.csv"
PARAMETERS = "parameters.toml"
FILES = {"boards.toml": BOARDS, "cards.csv": CARDS, "contracts.csv": CONTRACTS, "parameters.toml": PARAMETERS}
"""Name of an owner's file, and the packaged file it replaces."""


@dataclass(frozen=True)
class Book:
    """Everything the rules read from files. ``digest`` is base64url over the bytes of all of them."""

    cards: Mapping[str, Card]
    boards: Mapping[str, Board]
    parameters: Parameters
    digest: str
    standin: bool = True
    """True if the cards or the contracts are the packaged ones."""

    @classmethod
    def read(cls, texts: Mapping[str, str], names: Mapping[str, str] | None = None) -> Book:
        """Return the book of four texts, keyed by the package's file names; ``names`` are what messages call them.

        :raises BadData: saying what is wrong and where.
        """
        called = {name: name for name in texts} | dict(names or {})
        boards, starting = read_boards(texts[BOARDS], called[BOARDS])
        kinds = {sign: board.kinds for sign, board in boards.items()}
        with_contracts = [sign for sign in boards if "contract" in kinds[sign]]
        faults, cards, contracts = Faults(), list[Card](), list[Card]()
        with faults.noting():
            cards = read_cards(texts[CARDS], called[CARDS], kinds)
        with faults.noting():
            contracts = read_contracts(texts[CONTRACTS], called[CONTRACTS], [*with_contracts, STARTING], len(cards))
        with faults.noting():
            parameters = read_parameters(texts[PARAMETERS], called[PARAMETERS], boards)
        faults.settle()
        cards += contracts
        sizes = {sign: board.cards for sign, board in boards.items()} | {STARTING: starting}
        check_deck(cards, sizes, f"{called[CARDS]} and {called[CONTRACTS]}")
        standin = not {CARDS, CONTRACTS} <= set(names or {})
        return cls({card.id: card for card in cards}, boards, parameters, digest(texts), standin)

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the files that come with the package."""
        return cls.read(shipped_texts())

    @cached_property
    def starting(self) -> tuple[Card, ...]:
        """Return the starting contracts."""
        return tuple(card for card in self.cards.values() if card.board == STARTING)

    @cached_property
    def keys(self) -> Mapping[str, tuple[Card, ...]]:
        """Return the copies of every key."""
        found: dict[str, list[Card]] = {}
        for card in self.cards.values():
            found.setdefault(card.key, []).append(card)
        return {key: tuple(copies) for key, copies in found.items()}

    def in_order(self, ids: Iterable[str]) -> list[str]:
        """Return card ids in the order of the card lists."""
        return sorted(ids, key=lambda one: self.cards[one].rank)


def shipped_texts() -> dict[str, str]:
    """Return the texts of the files that come with the package, by file name."""
    folder = files("engine.games.packet_row") / "data"
    return {name: (folder / name).read_bytes().decode() for name in (BOARDS, CARDS, CONTRACTS, PARAMETERS)}
