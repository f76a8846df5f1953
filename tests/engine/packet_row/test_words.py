"""Sentences and the table as text: everything can be said, in both languages, and nobody has to guess."""

import json
import random
import re
import tomllib
from string import Formatter

import pytest

from engine.contract import Decision, Event, Language, Move
from engine.games.packet_row import GAME
from engine.games.packet_row.book import shipped_texts
from engine.games.packet_row.text.phrases import Phrases
from engine.kit.text.particulars import Seen
from engine.kit.text.phrases import LANGUAGES, flat
from tests.engine import laws
from tests.engine.packet_row.table import CARDS, Table, given
from tests.engine.packet_row.test_laws import NAMES
from tests.engine.packet_row.ways import match_of

WORDS = GAME.words


def phrases_of(language: Language) -> dict[str, str]:
    from importlib.resources import files

    text = (files("engine.games.packet_row") / "text" / f"{language}.toml").read_text(encoding="utf-8")
    return {key: str(phrase) for key, phrase in flat(tomllib.loads(text)).items()}


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def test_both_languages_say_the_same_things_with_the_same_places() -> None:
    english, german = phrases_of("en"), phrases_of("de")
    assert english.keys() == german.keys()
    for key in english:
        assert places(str(english[key])) == places(str(german[key])), key


def test_french_has_a_name_for_every_card() -> None:
    names = Phrases.shipped("fr")
    shown = [card.shown() for card in CARDS.values()]
    assert [one for one in shown if "name" in one and not names.knows(f"name.{one['name']['en']}")] == []


def test_boards_have_the_names_that_the_data_give_them() -> None:
    data = tomllib.loads(shipped_texts()["boards.toml"])
    for language in ("en", "de"):
        phrases = phrases_of(language)
        for board in data["board"]:
            assert phrases[f"board.{board['sign']}"] == board[f"name_{language}"]


CARD_ID = re.compile(r"\b[a-z_0-9]+#[0-9]|\b[GS]-[A-Z]{2}-")
CONTRACT_ID = re.compile(r"\b[GS]-[A-Z]{2}-")


def test_contracts_that_are_laid_out_are_told_by_what_they_want_not_by_their_ids() -> None:
    event = {
        "type": "refilled",
        "board": "G",
        "current": ["G-ES-35", "assistant#5"],
        "future": ["school#1", "G-NL-15a"],
    }
    assert WORDS.event(event, NAMES[:2], "de") == (
        "Zunfthaus, neu aufgefüllt: Vertrag (Spanien: 3 Getreide, 2 Felle; 35 $), Gehilfe. "
        "Danach: Schule, Vertrag (Niederlande: 2 Felle; 15 $)."
    )
    assert "contract (Spain: 3 grain, 2 fur; 35 $)" in WORDS.event(event, NAMES[:2], "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_everything_that_happens_and_can_be_answered_is_a_sentence(seats: int, language: Language) -> None:
    match = match_of(seats, seats, laws.at_random(random.Random(seats)))
    for step in match.steps:
        assert WORDS.question(step.decision, language)
        for move in GAME.moves(step.before, step.decision["seats"][0], step.decision["id"]):
            said = WORDS.move(move, language)
            assert "{" not in said and not CONTRACT_ID.search(said)
        for event in step.events:
            said = WORDS.event(event, NAMES[:seats], language)
            assert said.endswith(".") and "{" not in said and not CONTRACT_ID.search(said)
            if "seat" in event:
                assert NAMES[event["seat"]] in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_72_columns_and_names_every_card_that_can_be_chosen_in_words(language: Language) -> None:
    for seats in GAME.rules.seats:
        match = match_of(seats, seats + 10, laws.at_random(random.Random(seats)))
        for step in [*match.steps[::7], match.steps[-1]]:
            (seat,) = step.decision["seats"]
            said = WORDS.table(GAME.view(step.before, seat), NAMES[:seats], language)
            assert max(map(len, said.splitlines())) <= 72
            assert not CARD_ID.search(said)  # letters and pages show it to people
            for move in GAME.moves(step.before, seat, step.decision["id"]):
                if "card" in move:
                    taken = WORDS.move({"type": "take", "card": move["card"]}, language)
                    card = taken.removeprefix({"en": "take ", "de": "nehmen: ", "fr": "prendre\u00a0: "}[language])
                    assert " ".join(card.split()) in " ".join(said.split())
        assert WORDS.table(GAME.view(match.end, None), NAMES[:seats], language)


def table() -> Table:
    return given(
        4, M="university#1 tobacco1#1 grain1#1 / tobacco3#1 fur1#1", hands={1: "G-GB-35 cotton3#1 assistant#1 ship_gb#1"},
        starting={1: "S-ES-fur"},
    ).open("M")  # fmt: skip


def test_the_table_in_english() -> None:
    said = WORDS.table(table().view(1), NAMES[:4], "en")
    assert "Ben is asked at the market; after that: Cem and Dora." in said
    assert "  now   University [15 $, 6 points]" in said
    assert "  next  Tobacco (3) [6 $]" in said
    assert "MARKET (M): draw pile 36, opened as number 1, OPEN NOW" in said
    assert "- contract (Spain: 3 fur; 20 $), hidden from the others" in said
    sums = "There for contracts: 3 cotton, 1 assistant. Contracts demand: 3 cotton, 2 tobacco, 3 fur, Great Britain, Spain."
    assert sums in " ".join(said.split())


def test_the_table_in_german_shows_others_their_secret_as_a_secret() -> None:
    said = WORDS.table(table().take("university#1").view(0), NAMES[:4], "de")
    assert "Cem wird auf dem Markt gefragt; danach: Dora." in said
    assert "(Ben nahm: Universität)" in said
    assert "Der Startvertrag ist verdeckt." in said
    assert "S-ES-fur" not in said


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        ({"type": "open", "board": "G"}, "open the guildhall", "das Zunfthaus wählen"),
        ({"type": "take", "card": "ship_es#2"}, "take ship to Spain", "nehmen: Handelsschiff (Spanien)"),
        ({"type": "take", "card": "park#1", "assistant": True}, "spend an assistant and take City Park [25 $, 9 points]",
         "einen Gehilfen einsetzen und nehmen: Stadtpark [25 $, 9 Punkte]"),
        ({"type": "decline", "fulfil": ["G-GB-15a", "cotton2#1", "ship_gb#1"]},
         "first fulfil contract (Great Britain: 2 cotton; 15 $) with ship to Great Britain, Cotton (2), then take nothing here",
         "erst erfüllen: Vertrag (Großbritannien: 2 Baumwolle; 15 $) mit Handelsschiff (Großbritannien), Baumwolle (2), "
         "dann hier nichts nehmen"),
        ({"type": "settle"}, "fulfil whatever brings most", "erfüllen, was am meisten bringt"),
        ({"type": "settle", "fulfil": []}, "fulfil nothing at the end", "zum Schluss nichts erfüllen"),
        ({"type": "nothing"}, "fulfil nothing", "nichts erfüllen"),
    ],
)  # fmt: skip
def test_moves_in_words(move: Move, english: str, german: str) -> None:
    in_order = {**move, "fulfil": GAME.book.in_order(move["fulfil"])} if "fulfil" in move else move
    assert WORDS.move(in_order, "en") == english
    assert WORDS.move(in_order, "de") == german


def test_several_contracts_in_one_sentence() -> None:
    event = {
        "type": "fulfilled", "seat": 0, "contracts": ["G-GB-15a", "G-GB-15b"], "reward": 30,
        "cards": ["ship_gb#1", "cotton2#1", "grain2#1", "G-GB-15a", "G-GB-15b"],
    }  # fmt: skip
    assert WORDS.event(event, NAMES, "en") == (
        "Ada fulfils 2 contracts at once and gets 30 $: contract (Great Britain: 2 cotton; 15 $) and contract "
        "(Great Britain: 2 grain; 15 $), giving away ship to Great Britain, Cotton (2), Grain (2)."
    )
    assert WORDS.event({**event, "contracts": ["G-GB-15a"]}, NAMES, "de").startswith(
        "Ada erfüllt einen Vertrag und erhält 30 $"
    )


def test_a_player_who_is_passed_over_is_told_why() -> None:
    empty: Event = {"type": "skipped", "seat": 1, "board": "M", "why": "empty"}
    assert WORDS.event(empty, NAMES, "en") == "Ben is not asked: nothing is left to take at the market."
    dear = {**empty, "why": "dear"}
    assert WORDS.event(dear, NAMES, "en") == "Ben is not asked: nothing at the market is affordable."
    assert WORDS.event(dear, NAMES, "de") == "Ben wird nicht gefragt: auf dem Markt ist nichts bezahlbar."


def test_names_cannot_break_up_the_table() -> None:
    said = WORDS.table(given(2).view(0), ["A\nda", "B\t o"], "en")
    assert "A da (you)" in said and "B o:" in said


def test_a_view_that_was_stored_and_read_again_says_and_shows_the_same() -> None:
    for step in match_of(4, 21, laws.at_random(random.Random(21))).steps[::11]:
        view = GAME.view(step.after, 1)
        again = json.loads(json.dumps(view, sort_keys=True))
        assert WORDS.table(view, NAMES[:4], "en") == WORDS.table(again, NAMES[:4], "en")
        assert GAME.picture(view) == GAME.picture(again)


def test_every_card_has_a_name_in_both_languages() -> None:
    for language in LANGUAGES:
        phrases = Phrases.shipped(language)
        for card in CARDS.values():
            assert "{" not in phrases.card(card.shown())


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_asked_is_told_what_the_answer_leads_to_and_nobody_else(language: Language) -> None:
    asked = table().view(1)
    said = GAME.terminal.advice(asked, language)
    another = {"en": "another board", "de": "einem anderen Spielplan", "fr": "un autre plateau"}
    assert said is not None and another[language] in said
    decision: Decision = {"id": "r1.ask.1.1", "kind": "ask", "seats": [1], "sealed": False, "optional": False}
    offered = GAME.particulars.about(Seen(decision, asked, language, NAMES))
    where = {
        "en": "offers you a board: do you take a card at the market?",
        "de": "Nimmst du auf dem Markt eine Karte?",
        "fr": "prends-tu une carte au marché\u00a0?",
    }
    assert offered is not None and where[language] in offered
    assert [GAME.terminal.advice(table().view(seat), language) for seat in (0, 2, 3, None)] == [None] * 4
    told = set()
    match = match_of(3, 13, laws.at_random(random.Random(3)))
    for step in match.steps:
        (seat,) = step.decision["seats"]
        kind = step.decision["kind"]
        if kind in ("open", "ask", "harbour", "last"):
            said = GAME.terminal.advice(GAME.view(step.before, seat), language)
            assert said
            told.add(kind)
    assert told == {"open", "ask", "harbour", "last"}


def test_two_copies_of_a_card_are_one_choice_by_their_words_and_no_two_others() -> None:
    """Where a supply shows both, "Geldsack (6 $)" means either, and nobody is asked which."""
    decision: Decision = {"id": "r1.ask.1.1", "kind": "ask", "seats": [1], "sealed": False, "optional": False}
    seen = Seen(decision, table().view(1), "de", NAMES)
    first: Move = {"type": "take", "card": "money6#1"}
    alike = [
        GAME.particulars.alike(first, other, seen)
        for other in (
            {"type": "take", "card": "money6#2"},
            {"type": "take", "card": "money5#1"},
            {"type": "take", "card": "money6#2", "assistant": True},
            {"type": "decline"},
        )
    ]
    assert alike == [True, False, False, False]
