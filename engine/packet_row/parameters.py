"""The boards and every number that is not printed on a card, as data (``RULES.md``, C2, C6).

No rule asks how many sit at the table to know a number; it asks the parameters. Reading promises complete and sane ones;
whatever is wrong is reported with file and key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.kit.rule_data import BadData
from engine.packet_row.cards import KINDS, STARTING

SEATS = (2, 3, 4, 5)
TABLES = ("current_supply", "removed_per_deck", "end_exhausted_boards")
NUMBERS = {"start_money": 0, "future_supply": 0, "money_per_point": 1, "banker_points": 0, "unfulfilled_penalty": 0}
"""The single numbers with the least each may be."""

BANKER_TIES = ("all", "none")
TIE_BREAKS = ("money",)
MOST = 9999


@dataclass(frozen=True)
class Board:
    """One of the four boards (Spielpläne): its sign, its names, its deck's size and kinds of cards."""

    sign: str
    names: Mapping[str, str]
    cards: int
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Parameters:
    """The numbers of C6. Tables are keyed by the number of seats; money in dollars."""

    start_money: int
    future_supply: int
    money_per_point: int
    banker_points: int
    banker_tie: str
    tie_break: tuple[str, ...]
    unfulfilled_penalty: int
    current_supply: Mapping[int, int]
    removed_per_deck: Mapping[int, int]
    end_exhausted_boards: Mapping[int, int]


def read_boards(text: str, file: str) -> tuple[dict[str, Board], int]:
    """Return the boards by sign in their fixed order, and how many starting contracts there are."""
    raw = _toml(text, file)
    _keys(raw, ("evidence", "board", "starting"), file)
    boards: dict[str, Board] = {}
    entries = raw["board"]
    if not isinstance(entries, list) or not entries:
        raise BadData(f"{file}: [[board]] is needed for each board")
    for number, one in enumerate(entries, 1):
        where = f"{file}, board {number}"
        _keys(one, ("sign", "name_en", "name_de", "cards", "kinds"), where)
        sign = one["sign"]
        if not isinstance(sign, str) or len(sign) != 1 or not "A" <= sign <= "Z" or sign in (STARTING, *boards):
            raise BadData(f"{where}, sign: should be one capital letter, used once and not {STARTING}")
        kinds = one["kinds"]
        if not isinstance(kinds, list) or not kinds or any(kind not in KINDS for kind in kinds):
            raise BadData(f"{where}, kinds: should be a list out of {', '.join(KINDS)}")
        names = {language: _text(one, f"name_{language}", where) for language in ("en", "de")}
        boards[sign] = Board(sign, names, _number(one, "cards", 1, where), tuple(kinds))
    _keys(raw["starting"], ("sign", "cards"), f"{file}, starting")
    if raw["starting"]["sign"] != STARTING:
        raise BadData(f"{file}, starting, sign: should be {STARTING}")
    return boards, _number(raw["starting"], "cards", max(SEATS), f"{file}, starting")


def read_parameters(text: str, file: str, boards: Mapping[str, Board]) -> Parameters:
    """Return the parameters; they must leave every deck enough cards to fill its board once."""
    raw = _toml(text, file)
    _keys(raw, (*NUMBERS, "banker_tie", "tie_break", *TABLES), file)
    numbers = {key: _number(raw, key, least, file) for key, least in NUMBERS.items()}
    tables = {key: _table(raw, key, file) for key in TABLES}
    if raw["banker_tie"] not in BANKER_TIES:
        raise BadData(f"{file}, banker_tie: should be one of {', '.join(BANKER_TIES)}")
    breaks = raw["tie_break"]
    if not isinstance(breaks, list) or any(one not in TIE_BREAKS for one in breaks):
        raise BadData(f"{file}, tie_break: should be a list out of {', '.join(TIE_BREAKS)}")
    for seats in SEATS:
        needed = tables["current_supply"][seats] + numbers["future_supply"] + tables["removed_per_deck"][seats]
        for board in boards.values():
            if board.cards < needed:
                raise BadData(
                    f"{file}: {seats} players need {needed} cards on {board.sign}, its deck has {board.cards}"
                )
        if not 1 <= tables["end_exhausted_boards"][seats] <= len(boards):
            raise BadData(f"{file}, end_exhausted_boards.{seats}: should be from 1 to {len(boards)}")
        if tables["current_supply"][seats] < 1:
            raise BadData(f"{file}, current_supply.{seats}: should be at least 1")
    return Parameters(banker_tie=raw["banker_tie"], tie_break=tuple(breaks), **numbers, **tables)  # type: ignore[arg-type]


def _toml(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file}: not TOML ({error})") from error


def _keys(raw: Any, wanted: tuple[str, ...], where: str) -> None:
    if not isinstance(raw, dict):
        raise BadData(f"{where}: should be a table")
    for key in wanted:
        if key not in raw:
            raise BadData(f"{where}: {key} is missing")
    for key in raw:
        if key not in wanted:
            raise BadData(f"{where}: {key} is not known; known are {', '.join(wanted)}")


def _number(raw: Mapping[str, Any], key: str, least: int, where: str) -> int:
    value = raw[key]
    if type(value) is not int or not least <= value <= MOST:
        raise BadData(f"{where}, {key}: should be a whole number from {least} to {MOST}")
    return value


def _text(raw: Mapping[str, Any], key: str, where: str) -> str:
    value = raw[key]
    if not isinstance(value, str) or not value or value != value.strip():
        raise BadData(f"{where}, {key}: should be a name")
    return value


def _table(raw: Mapping[str, Any], key: str, file: str) -> dict[int, int]:
    _keys(raw[key], tuple(str(seats) for seats in SEATS), f"{file}, {key}")
    return {seats: _number(raw[key], str(seats), 0, f"{file}, {key}") for seats in SEATS}
