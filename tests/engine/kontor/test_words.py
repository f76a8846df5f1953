"""Kontor in sentences: both languages say everything, and the table as text is enough to play from."""

import random
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from engine.contract import Decision, Event, Language
from engine.games.kontor import GAME
from engine.games.kontor.schemas import move_schemas
from engine.kit.text.phrases import LANGUAGES, flat
from tests.engine.kontor.table import given
from tests.engine.kontor.views import BOOK, four_seats, views_of_a_match
from tests.engine.laws import at_random, play, seed_of

WORDS = GAME.words
ADA_AND_BO = ["Ada", "Bo"]
TEAMS = ["Ann", "Amy", "Bob", "Ben"]

EVENTS: list[tuple[Event, str]] = [
    (
        {"type": "revealed", "choices": [{"seat": 0, "card": "C16"}, {"seat": 1, "pass": True}]},
        "Ada plays 16 (spice, coin). Bo passes.",
    ),
    (
        {"type": "revealed", "choices": [{"seat": 1, "pass": True, "forfeit": True}]},
        "Bo did not open the seal; that counts as a pass without the coin.",
    ),
    (
        {"type": "tax", "seat": 1, "by": 0, "card": "C13"},
        "Bo pays one coin to the bank because Ada played 13 (wine, coin).",
    ),
    (
        {"type": "insolvent", "seat": 1, "card": "C14"},
        "Bo cannot pay the harbour tax and takes 14 (wine, coin) back.",
    ),
    ({"type": "income", "seat": 0, "why": "pass"}, "Ada takes one coin from the bank for passing."),
    ({"type": "income", "seat": 0, "why": "canal"}, "Ada takes one coin from the bank for the canal."),
    (
        {"type": "income", "seat": 0, "why": "insolvent"},
        "Ada takes one coin from the bank, because neither of the two could pay.",
    ),
    ({"type": "no-income", "seat": 0, "why": "pass"}, "Ada gets no coin for passing: the bank cannot pay."),
    ({"type": "no-income", "seat": 0, "why": "canal"}, "Ada gets no coin for the canal: the bank cannot pay."),
    (
        {"type": "no-income", "seat": 1, "why": "insolvent"},
        "Bo gets no coin although neither of the two could pay: the bank cannot either.",
    ),
    ({"type": "sailed", "seat": 0, "from": [0, 0], "at": [0, -2]}, "Ada sails the ship from (0, 0) to (0, -2)."),
    ({"type": "stayed", "seat": 1}, "Bo leaves the ship where it is."),
    (
        {"type": "removed", "seat": 0, "card": "C03", "at": [1, 1], "owner": 1},
        "Ada removes 3 (tea, wine, spice, ship) from (1, 1); it goes under the quay pile of Bo.",
    ),
    ({"type": "laid", "seat": 0, "card": "C44", "at": [-1, 1]}, "Ada lays 44 (canal, coin) at (-1, 1)."),
    (
        {"type": "unplaceable", "seat": 0, "card": "C86"},
        "Ada finds no field for 86 (pub) and takes it back.",
    ),
    (
        {"type": "fixed", "axis": "x", "range": [-3, 3]},
        "The width of the harbour is fixed: columns -3 to 3.",
    ),
    ({"type": "fixed", "axis": "y", "range": [-2, 4]}, "The height of the harbour is fixed: rows -2 to 4."),
    (
        {
            "type": "closed", "fields": [[1, 1], [1, 2]], "guard": 1, "goods": [[2, 0, 2], [0, 3, 0]], "by": "largest",
            "size": 2,
        },
        "The sector of 2 quays at (1, 1) (1, 2) is closed. The guard goes to Bo: the largest lead in one kind of "
        "goods (Ada : Bo = tea 2:0, wine 0:3, spice 2:0).",
    ),
    (
        {"type": "closed", "fields": [[1, 1]], "guard": 0, "goods": [[1, 1, 0], [0, 0, 1]], "by": "most", "size": 1},
        "The quay at (1, 1) is closed as a sector of its own. The guard goes to Ada, ahead in more kinds of goods "
        "(Ada : Bo = tea 1:0, wine 1:0, spice 0:1).",
    ),
    (
        {"type": "closed", "fields": [[1, 1]], "guard": 0, "goods": [[0, 1, 0], [0, 0, 1]], "by": "rank", "size": 1},
        "The quay at (1, 1) is closed as a sector of its own. The guard goes to Ada, ahead in the better goods: wine "
        "beats spice, spice beats tea, tea beats wine (Ada : Bo = wine 1:0, spice 0:1).",
    ),
    (
        {"type": "closed", "fields": [[1, 1]], "guard": None, "goods": [[0] * 3, [0] * 3], "by": "none", "size": 1},
        "The quay at (1, 1) is closed as a sector of its own, without a guard: nobody is ahead in any goods "
        "(Ada : Bo = no goods).",
    ),
    ({"type": "drew", "seat": 0, "card": "C43", "pile": "canal"}, "Ada draws 43 (canal) from the canal pile."),
    ({"type": "drew", "seat": 1, "card": "C02", "pile": "quay"}, "Bo draws 2 (crane, coin) from their own quay pile."),
    ({"type": "pile-empty", "seat": 0, "pile": "canal"}, "Ada draws nothing: the canal pile is empty."),
    ({"type": "pile-empty", "seat": 0, "pile": "quay"}, "Ada draws nothing: their own quay pile is empty."),
    ({"type": "round", "round": 4}, "Round 4 begins."),
    *(
        (
            {"type": "ended", "why": why, "scores": [4, 1], "money": [3, 0]},
            f"{because} and the match is over. Points: Ada 4, Bo 1. Coins: Ada 3, Bo 0.",
        )
        for why, because in {
            "board-full": "The harbour is full",
            "deadlock": "Nobody can lay a card any more",
            "stalemate": "Nothing has changed for three rounds",
            "round-limit": "The last round has been played",
        }.items()
    ),
    ({"type": "buying", "seats": []}, "Nobody buys a special card."),
    ({"type": "buying", "seats": [1]}, "Bo wants to buy a special card."),
    ({"type": "buying", "seats": [0, 1]}, "Ada and Bo want to buy a special card."),
    ({"type": "bought", "seat": 1}, "Bo pays two coins for the top special card."),
    (
        {"type": "got", "seat": 0, "card": "C88", "to": [0]},
        "The special card that Ada bought is 88 (flood).",
    ),
    ({"type": "shown", "choices": [{"seat": 0, "card": "C16"}]}, "Ada shows 16 (spice, coin)."),
    ({"type": "shown", "choices": []}, "Nobody has a card to show."),
    (
        {"type": "ended", "why": "poverty", "scores": [0, 1], "money": [6, 0], "winner": 0},
        "Ada has all the coins and wins at once. Points: Ada 0, Bo 1. Coins: Ada 6, Bo 0.",
    ),
    (
        {"type": "ended", "why": "line", "scores": [4, 3], "money": [3, 0], "winner": 1},
        "Bo guards three sectors in a line and wins at once. Points: Ada 4, Bo 3. Coins: Ada 3, Bo 0.",
    ),
]  # fmt: skip

MOVES = [
    ({"type": "play", "card": "C36"}, "play 36 (tea, coin)", "36 (Tee, Münze) spielen"),
    (
        {"type": "play", "card": "C36", "if_alone": "C43"},
        "play 36 (tea, coin); if the opponent passes, 43 (canal) instead",
        "36 (Tee, Münze) spielen; wenn der Gegner passt, stattdessen 43 (Kanal)",
    ),
    (
        {"type": "play", "card": "C20", "if_alone": "C20"},
        "play 20 (wine), even if the opponent passes",
        "20 (Wein) spielen, auch wenn der Gegner passt",
    ),
    ({"type": "pass"}, "pass and take a coin", "passen und eine Münze nehmen"),
    ({"type": "forfeit"}, "pass without taking a coin", "passen, ohne eine Münze zu nehmen"),
    ({"type": "stay"}, "leave the ship where it is", "das Schiff liegen lassen"),
    ({"type": "sail", "to": [0, -2]}, "sail the ship to (0, -2)", "mit dem Schiff nach (0, -2) fahren"),
    (
        {"type": "sail", "to": [0, -2], "remove": [1, -2]},
        "sail the ship to (0, -2) and remove the card at (1, -2)",
        "mit dem Schiff nach (0, -2) fahren und die Karte auf (1, -2) entfernen",
    ),
    ({"type": "place", "at": [1, 1]}, "lay the card at (1, 1)", "die Karte auf (1, 1) legen"),
]


def phrases(language: Language) -> dict[str, str]:
    text = (files("engine.games.kontor") / "text" / f"{language}.toml").read_bytes().decode()
    return {key: str(phrase) for key, phrase in flat(tomllib.loads(text)).items()}


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name is not None}


def test_both_languages_have_the_same_phrases_with_the_same_places() -> None:
    english, german = phrases("en"), phrases("de")

    assert english.keys() == german.keys()
    for key in english:
        # The form for one may say "one" instead of the number.
        assert places(str(english[key])) - {"n"} == places(str(german[key])) - {"n"}, key


def test_every_phrase_that_depends_on_a_number_has_both_forms() -> None:
    keys = phrases("en").keys()
    assert {key.removesuffix(".one") for key in keys if key.endswith(".one")} == {
        key.removesuffix(".other") for key in keys if key.endswith(".other")
    }


@pytest.mark.parametrize(("event", "sentence"), EVENTS, ids=[sentence[:40] for _, sentence in EVENTS])
def test_an_event_is_put_into_english(event: Event, sentence: str) -> None:
    assert WORDS.event(event, ADA_AND_BO, "en") == sentence


@pytest.mark.parametrize("event", [event for event, _ in EVENTS], ids=[sentence[:40] for _, sentence in EVENTS])
def test_an_event_is_put_into_german_as_whole_sentences_of_its_own(event: Event) -> None:
    sentence = WORDS.event(event, ADA_AND_BO, "de")

    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert sentence != WORDS.event(event, ADA_AND_BO, "en")


def test_german_sentences_have_their_plurals_and_cases() -> None:
    closed: Event = {"type": "closed", "guard": 0, "goods": [[1, 0, 0], [0, 0, 0]], "by": "largest"}
    one = WORDS.event({**closed, "fields": [[1, 1]], "size": 1}, ADA_AND_BO, "de")
    three = WORDS.event({**closed, "fields": [[1, 1], [2, 1], [3, 1]], "size": 3}, ADA_AND_BO, "de")

    assert one.startswith("Der Kai bei (1, 1) ist als eigener Sektor abgeschlossen.")
    assert three.startswith("Der Sektor aus 3 Kais bei (1, 1) (2, 1) (3, 1) ist abgeschlossen.")


def test_a_team_of_two_is_named_by_both_players() -> None:
    closed: Event = {
        "type": "closed", "fields": [[1, 1]], "guard": 1, "goods": [[0, 0, 0], [1, 0, 0]], "by": "largest", "size": 1,
    }  # fmt: skip
    assert "The guard goes to Bob and Ben" in WORDS.event(closed, TEAMS, "en")
    assert "Der Wächter geht an Bob und Ben" in WORDS.event(closed, TEAMS, "de")


@pytest.mark.parametrize(("move", "english", "german"), MOVES)
def test_a_move_is_put_into_words(move: dict[str, Any], english: str, german: str) -> None:
    assert WORDS.move(move, "en") == english
    assert WORDS.move(move, "de") == german


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_decision_is_a_short_question(language: Language) -> None:
    questions = [
        WORDS.question(Decision(id=f"r1.{kind}", kind=kind, seats=[0], sealed=False, optional=False), language)
        for kind in move_schemas([])
    ]
    assert len(set(questions)) == len(questions) == 6
    assert all(1 < len(question) <= 40 and not question.endswith(".") for question in questions)


@pytest.mark.parametrize("preset", GAME.rules.presets)
def test_everything_that_happens_in_a_match_can_be_put_into_both_languages(preset: str) -> None:
    seats = BOOK.presets[preset].seats
    match = play(GAME, {"preset": preset}, seats, seed_of(5), at_random(random.Random(5)))
    for step in match.steps:
        for language in LANGUAGES:
            for event in step.events:
                assert "{" not in WORDS.event(event, TEAMS[:seats], language)
            for move in step.answers.values():
                assert "{" not in WORDS.move(move, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_never_wider_than_72_columns(language: Language) -> None:
    longest = ["Maximilian-Alexander von und zu Hohenstein", "B" * 100]
    for view in [*views_of_a_match(), four_seats()]:
        names = longest * (len(view["teams"]) // 2)
        assert max(map(len, WORDS.table(view, names, language).splitlines())) <= 72


def test_the_table_shows_the_harbour_by_columns_and_rows() -> None:
    table = given(
        """
         .  11   .
        43   A* 44
         .   2   .
        """,
        red="1 36 47", black="16 48",
    )  # fmt: skip
    lines = WORDS.table(table.view(0), ADA_AND_BO, "en").splitlines()
    grid = [line for line in lines if "|" in line]
    cells = {
        (x, int(upper[:3])): (top.strip(" ~"), bottom.strip(" ~"))
        for upper, lower in zip(grid[::2], grid[1::2], strict=True)
        for x, (top, bottom) in enumerate(zip(upper[5:-1].split("|"), lower[5:-1].split("|"), strict=True), start=-2)
    }
    assert lines[2].split() == ["-2", "-1", "0", "1", "2"]
    assert cells[0, -1] == ("R11", "WT^")
    assert cells[1, 0] == ("44", "$")
    assert cells[0, 0] == ("ANC", "<=>")
    assert cells[0, 1] == ("B2", "CRN$")
    assert cells[1, 1] == ("", "R!")
    assert cells[-1, -1] == ("", ".")
    assert cells[-2, -2] == ("", "")


def test_the_table_says_who_leads_open_sectors_and_who_holds_closed_ones() -> None:
    table = given(
        """
        19  43   .
        11   A* 44
        12  45  20
        """,
        "tilsit",
    )  # fmt: skip
    text = " ".join(WORDS.table(table.view(), ADA_AND_BO, "en").split())

    assert "- Open: (1, 1). Ada : Bo = wine 0:1. Bo would get it if it were closed now." in text
    assert "- Open: (-1, -1) (-1, 0) (-1, 1). Ada : Bo = tea 1:1, wine 2:1." in text


def test_the_table_names_the_viewers_cards_and_nobody_elses() -> None:
    table = given(". 43 . \n 44 A* 45 \n . 46 .", red="1 36 47", black="16 48")

    mine, watched = (WORDS.table(table.view(seat), ADA_AND_BO, "en") for seat in (0, None))

    assert "- 36 (tea, coin)" in mine and "C36" not in mine
    assert "YOUR HAND" in mine
    assert "YOUR HAND" not in watched


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_shows_nothing_that_the_view_hides(language: Language) -> None:
    harbour = ". 43 . \n 44 A* 45 \n . 46 ."
    one = given(harbour, red="1 36 47", black="16 48", black_pile="20 22 24", canal_pile="60 62 64")
    other = given(harbour, red="1 36 47", black="18 62", black_pile="20 24 22", canal_pile="60 64 48")
    for seat in (0, None):
        assert WORDS.table(one.view(seat), ADA_AND_BO, language) == WORDS.table(other.view(seat), ADA_AND_BO, language)


def test_a_name_cannot_break_up_the_table() -> None:
    table = given(". 43 . \n 44 A* 45 \n . 46 .", red="1 36 47", black="16 48")
    assert WORDS.table(table.view(), ["A\nNOW\n- You won", "{x}"], "en").count("\nNOW\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_written_at_every_stage_with_every_kind_of_card(language: Language) -> None:
    stages = set()
    for view in [*views_of_a_match(), four_seats()]:
        stages.add(view["stage"])
        names = ADA_AND_BO if len(view["teams"]) == 2 else TEAMS
        assert "{" not in WORDS.table(view, names, language)
    assert stages == {"buy", "choose", "alone", "ship", "place", "over"}


def test_four_seats_see_their_teams_and_the_special_cards() -> None:
    text = " ".join(WORDS.table(four_seats(), TEAMS, "en").split())

    assert "Ann and Amy : Bob and Ben = " in text
    assert "FLD flood, BRG bridge, CUS customs house" in text
    assert "covers 20 (wine)" in text


def every_placeholder(language: Language) -> Iterator[str]:
    for phrase in phrases(language).values():
        yield from places(str(phrase))


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_names_and_not_positions(language: Language) -> None:
    assert all(name.isidentifier() for name in every_placeholder(language))
