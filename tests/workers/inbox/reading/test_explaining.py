"""Asked by mail: the rules in short, in every game, and what a card does. Nothing is ever played by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.contract import Language
from engine.kit.text.guide import guide, in_short
from engine.registry import game, game_of, newest
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.inbox.reading.test_as_people_write import asked
from tests.workers.mail.post_office import subject_and_line, text_of
from workers.inbox.commands.ask import explained, rules_in_short


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rules", ["kontor", "anno-1701", "packet-row", "seafarers"])
def test_the_rules_in_short_are_those_of_the_page(rules: str, language: Language) -> None:
    one = game(newest(rules))
    found = rules_in_short(one, language)
    text = " ".join(guide(one, language).replace("**", "").split())
    assert found == in_short(guide(one, language))
    assert 3 <= len(found.points) <= 8
    assert all(part in text for part in (found.aim, *found.points))


@pytest.mark.parametrize(
    ("rules", "kind", "word", "language", "said"),
    [
        ("kontor", "choose", "15", "de", "15 (Gewürz, Münze)"),
        ("kontor", "choose", "kran", "de", "Kran: ein Kai ohne Waren."),
        ("packet-row", "open", "captain", "en", "Captain: "),
        ("packet-row", "open", "Bankier", "de", "Bankier: bringt am Ende drei Punkte"),
        ("anno-1701", "act", "Gildenhaus", "de", "Gildenhaus II: +1 Ware nach Wahl"),
        ("seafarers", "found", "Ritter", "de", "Ritter: Versetze den Räuber"),
    ],
)
def test_a_card_is_explained_in_the_words_of_its_game(
    rules: str, kind: str, word: str, language: Language, said: str
) -> None:
    match = asked(kind, rules)
    assert any(line.startswith(said) for line in explained(match.game, match.record, 0, word, language))


def test_a_card_that_the_seat_does_not_see_is_not_explained() -> None:
    match = asked("choose")
    theirs = match.record.state
    assert theirs is not None
    known = [number for number in range(1, 100) if explained(match.game, match.record, 0, str(number), "de")]
    assert {15, 21, 23, 47, 77} < {*known}
    assert len(known) < 20, "the own hand, and what lies open"


def test_a_mail_that_asks_gets_rules_and_cards_and_plays_nothing(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", language="de")
        player = post.players[0]

        def said_to(text: str) -> str:
            assert post.answer(player, text)[0] == 250
            return " ".join(text_of(post.last_to(player)).split())

        answer = said_to("Wie gehen die Regeln?")
        assert "- Beide wählen verdeckt eine Karte oder passen." in answer
        assert "/rules/kontor" in answer
        assert subject_and_line(post.last_to(player)).partition(" (")[0].endswith("Die Regeln in Kürze")

        assert "Über diese Karte steht hier nichts" in said_to("KARTE 999")
        assert "nicht zu verstehen" in said_to("KARTE 999\n1")

        number = card_of(post)
        answer = said_to(f"KARTE {number}")
        assert f"{number} (" in answer
        assert "Möchtest du sie nehmen" in answer
        assert all(act.commitment is None for act in post.record.acts.values())

        assert "Versiegelt: " in said_to("Ja")


def card_of(post: Correspondence) -> str:
    """Return the number of a card that the first player may choose."""
    record = post.record
    assert record.state is not None
    moves = game_of(record.table).moves(record.state, 0, record.table["standing"][0]["id"])
    return next(str(move["card"])[1:].lstrip("0") for move in moves if "card" in move)
