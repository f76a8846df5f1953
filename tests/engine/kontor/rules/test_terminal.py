"""Kontor's table in the terminal: everything a player needs, at 80 columns and without colours."""

import io
import random
from typing import Any, cast

import pytest
from rich.console import Console

from engine.contract import Language
from engine.games.kontor.terminal import Drawn
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.view import KontorView
from engine.kit.terminal import Line, terminal_of
from engine.kit.text.phrases import LANGUAGES
from engine.protocol.chance import Draws
from engine.registry import game
from service.cli.table.narration import drawing
from tests.given.json_object import JsonObject
from tests.house.test_two_languages import foreign

ANCHOR = {"id": "A", "number": None, "type": "anchor", "owner": "neutral", "goods": "", "symbol": "none"}


def card(number: int, kind: str = "quay", owner: str = "red", goods: str = "", symbol: str = "none") -> JsonObject:
    return {"id": f"C{number:02}", "number": number, "type": kind, "owner": owner, "goods": goods, "symbol": symbol}


def table(
    view: KontorView, names: list[str], *, columns: int, ascii_only: bool = False, language: Language = "en"
) -> list[Line] | None:
    """Show a view as the command line does: without knowing which game it is."""
    terminal = terminal_of(game("kontor@1"))
    return terminal.table(dict(view), names, language=language, columns=columns, ascii_only=ascii_only)


def drawn(view: KontorView, *, ascii_only: bool = False, language: Language = "en") -> Drawn:
    return Drawn(view, Phrases.shipped(language), ascii_only=ascii_only)


def a_view(**changes: Any) -> KontorView:
    """Given a table: the anchor with the ship, Red's closed 9 guarded by Black, and water with the number 43."""
    sector = {"fields": [[1, 0]], "closed": True, "guard": 1, "size": 1, "distance": 1,
              "goods": [[1, 0, 1], [0, 0, 0]], "value": 1, "counts": None}  # fmt: skip
    view = {
        "game": "kontor", "preset": "tilsit", "options": {}, "seat": 0, "round": 3, "stage": "choose",
        "teams": [0, 1], "colours": ["red", "black"], "money": [3, 2], "bank": 14,
        "hands": [[card(36, goods="T", symbol="coin"), card(52, "canal", "neutral")], None],
        "hand_counts": [{"quay": 1, "canal": 1, "special": 0}, {"quay": 3, "canal": 2, "special": 0}],
        "quay_piles": [{"top": card(11, goods="WT", symbol="ship"), "count": 18}, {"top": None, "count": 0}],
        "canal_pile": {"top": None, "count": 31}, "limits": {"width": 7, "height": 7},
        "extent": {"x": [0, 1], "y": [0, 1]}, "fixed": {"x": None, "y": None},
        "board": [
            {"at": [0, 0], "card": ANCHOR, "under": [], "sector": None},
            {"at": [1, 0], "card": card(9, goods="ST", symbol="ship"), "under": [], "sector": 0},
            {"at": [0, 1], "card": card(43, "canal", "neutral"), "under": [], "sector": None},
        ],
        "ship": [0, 0], "sectors": [sector], "barred": [{"at": [1, 1], "team": 0}], "placeable": [[1, 1], [0, -1]],
        "played": [None, None], "due": [], "last": {"laid": [[1, 0]], "removed": [], "ship": None},
        "scores": [0, 1], "outcome": None,
    }  # fmt: skip
    return cast(KontorView, view | changes)


def shown(lines: list[Line] | None, columns: int = 80, colour: bool = False) -> str:
    text = io.StringIO()
    console = Console(
        width=columns,
        file=text,
        force_terminal=colour,
        no_color=not colour,
        color_system="standard" if colour else None,
    )
    assert lines is not None
    console.print(drawing(lines))
    return text.getvalue()


def test_the_harbour_is_a_grid_with_coordinates() -> None:
    lines = [line.plain for line in drawn(a_view()).board({})]
    assert lines == [
        "        0        1",
        "    ┌────────┐",
        " -1 │        │",
        "    │        │",
        "    ├────────┼────────┐",
        "  0 │~anchor~│R9*   ST│",
        "    │<SHIP>~~│^     +B│",
        "    ├────────┼────────┤",
        "  1 │~43~~~~~│        │",
        "    │~~~~~~~~│   xR   │",
        "    └────────┴────────┘",
    ]


def test_choices_are_printed_on_their_fields() -> None:
    text = "\n".join(line.plain for line in drawn(a_view()).board({(0, 1): "1", (0, -1): "2"}))
    assert "│  [1]   │" in text
    assert "│  [2]   │" in text


def test_a_terminal_without_unicode_gets_plain_ascii() -> None:
    view = a_view()
    lines = [line.plain for line in drawn(view, ascii_only=True).board({})]
    assert lines[1] == "    +--------+"
    assert all(line.isascii() for line in lines)
    assert shown(table(view, ["Ada", "Ben"], columns=80, ascii_only=True)).isascii()


def test_a_wide_harbour_still_fits_80_columns() -> None:
    row = [{"at": [x, 0], "card": card(9, goods="ST", symbol="ship"), "under": [], "sector": None} for x in range(12)]
    view = a_view(board=row, placeable=[], barred=[], ship=None, extent={"x": [0, 11], "y": [0, 0]})
    lines = [line.plain for line in drawn(view).board({(3, 0): "12"})]
    assert max(len(line) for line in lines) <= 80
    assert "R9 ST" in lines[2]
    assert "[12]" in lines[2]


def test_the_table_names_both_sides_money_points_and_what_was_played() -> None:
    played = [{"card": card(36, goods="T", symbol="coin"), "status": "laid"}, {"pass": True}]
    text = shown(table(a_view(played=played), ["Ada", "Ben"], columns=80))
    assert "Red    Ada (you)" in text
    assert "points 0, money 3, hand 1 quays 1 canals, pile 18 (top R11 WT^)" in text
    assert "this round: played R36 T$, laid" in text
    assert "Black  Ben" in text
    assert "pile 0 (top -)" in text
    assert "this round: passed" in text
    assert "Sector at 1,0 (1 field, closed, Black's guard): Red 1T 1S; Black nothing" in text


def test_a_reader_of_german_finds_everything_in_german() -> None:
    lines = [line.plain for line in drawn(a_view(), language="de").board({})]
    assert lines[5:8] == ["  0 │~anker~~│R9*   GT│", "    │SCHIFF~~│^     +S│", "    ├────────┼────────┤"]
    played = [{"card": card(36, goods="S", symbol="coin"), "status": "laid"}, {"pass": True}]
    text = shown(table(a_view(played=played), ["Ada", "Ben"], columns=80, language="de"))
    assert "Rot      Ada (du)" in text and "Schwarz  Ben" in text
    assert "0 Punkte, Geld 3, Hand 1 Kais 1 Kanäle, Stapel 18: R11 WT^" in text
    assert "diese Runde: R36 G$ gespielt, gelegt" in text and "diese Runde: gepasst" in text
    assert "Sektor 1,0 (1 Feld, Wächter Schwarz): Rot 1T 1G; Schwarz nichts" in text
    assert "Deine Hand" in text
    assert foreign(text, "de") == set()


def test_the_hand_is_shown_to_its_owner_only() -> None:
    assert "Your hand" in shown(table(a_view(), ["Ada", "Ben"], columns=80))
    assert "Your hand" not in shown(table(a_view(seat=None, hands=[None, None]), ["Ada", "Ben"], columns=80))
    assert drawn(a_view()).hand(a_view()["hands"][0] or [])[2].plain == "│R36    T│~52~~~~~│"


def test_colours_only_repeat_what_letters_say() -> None:
    plain = shown(table(a_view(), ["Ada", "Ben"], columns=80))
    assert "\x1b" not in plain
    assert "\x1b[" in shown(table(a_view(), ["Ada", "Ben"], columns=80), colour=True)


@pytest.mark.parametrize("preset", ["goldsieber-basic", "goldsieber-pro", "tilsit"])
def test_every_table_of_a_whole_match_fits_80_columns(preset: str) -> None:
    kontor = game("kontor@1")
    chance = random.Random(preset)
    state = kontor.setup(kontor.options({"preset": preset}, 2), 2, Draws(bytes(32)))
    step = 0
    while kontor.outcome(state) is None and step < 60:
        standing = kontor.decisions(state)[0]
        answers = {seat: chance.choice(kontor.moves(state, seat, standing["id"])) for seat in standing["seats"]}
        state, _ = kontor.resolve(state, standing["id"], answers, Draws(step.to_bytes(32, "big")))
        step += 1
        if step % 4 == 0:
            view = kontor.view(state, chance.choice([0, 1, None]))
            both = [table(cast(KontorView, view), ["Ada", "Ben"], columns=80, language=one) or [] for one in LANGUAGES]
            assert max(len(line.plain) for lines in both for line in lines) <= 80
            text = shown(both[0])
            for place in view["board"]:
                if place["card"]["number"] is not None:
                    assert str(place["card"]["number"]) in text
