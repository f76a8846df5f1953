"""Letters answered as people write: with a greeting, politely, in other forms of a word, through real SMTP."""

from __future__ import annotations

import re

import pytest

from tests.workers.inbox.corresponding import Correspondence
from tests.workers.mail.post_office import subject_and_line, text_of


def said_to(post: Correspondence, text: str) -> str:
    """Answer the first player's last letter; return the answer as one line."""
    player = post.players[0]
    assert post.answer(player, text)[0] == 250
    return " ".join(text_of(post.last_to(player)).split())


def test_a_card_is_kept_even_if_the_opponent_passes_as_the_letter_prints(post: Correspondence) -> None:
    letter = " ".join(text_of(post.last_to(post.players[0])).split())
    printed = re.search(r"Hinter die Nummer \(1–[0-9]+\) kannst du auch schreiben: ([^.]*)\.", letter)
    assert printed, letter
    answer = said_to(post, f"Hallo!\n\n1 {printed[1]}\n\nDanke!")
    assert re.search(r"Versiegelt: [0-9]+ \([^)]*\) spielen, auch wenn der Gegner passt\.", answer)


def test_a_card_of_ones_own_is_named_by_its_number(post: Correspondence) -> None:
    letter = text_of(post.last_to(post.players[0]))
    choices = re.findall(r"^\[([0-9]+)\] ([0-9]+) \(", letter, re.MULTILINE)
    numbers = set(re.findall(r"^\[([0-9]+)\]", letter, re.MULTILINE))  # that of the pass, too
    card = next(card for _, card in choices if card not in numbers)
    assert f"Versiegelt: {card} (" in said_to(post, f"Guten Tag,\nich spiele Karte {card}, bitte") or (
        f"Versiegelt: {card} (" in said_to(post, f"Karte {card}, bitte")
    )


@pytest.mark.parametrize("form", ["{card} spielen an {field}", "Karte {card} spielen AN {field} SONST {other}"])
def test_a_card_is_played_to_a_field_in_plain_words(post: Correspondence, form: str) -> None:
    letter = text_of(post.last_to(post.players[0]))
    card = re.findall(r"^\[[0-9]+\] ([0-9]+) \(", letter, re.MULTILINE)[0]
    fields = " ".join(letter.split()).partition("kommt sie auf")[2]
    field, other = re.findall(r"\(-?[0-9], -?[0-9]\)", fields)[:2]

    answer = said_to(post, form.format(card=card, field=field.replace(" ", ""), other=other))

    assert f"Versiegelt: {card} (" in answer
    assert f"kommt sie auf {field}" in answer


def test_a_line_that_fits_several_choices_names_them_and_the_numbers_there_are(post: Correspondence) -> None:
    answer = said_to(post, "spielen")
    assert "Nichts wurde geändert, denn diese Zeile kann mehreres heißen: „spielen“." in answer
    assert re.search(r"Gemeint sein kann: [0-9]+ \(.*; oder: ", answer)
    assert re.search(r"eine Nummer von 1 bis [0-9]+\.", answer)
    assert all(act.commitment is None for act in post.record.acts.values())


def test_whoever_asks_for_fewer_mails_is_told_where_to_choose_them(post: Correspondence) -> None:
    for line in ("Keine Mails mehr bitte", "Abmelden", "Ich hätte gern eine Mail am Tag", "Stop mails"):
        assert "Welche Mails du bekommst und wann, wählst du hier: http" in said_to(post, line), line
    assert "Welche Mails du bekommst" not in said_to(post, "Ich schreibe dir später eine lange Mail")


def test_subjects_say_what_became_of_the_mail(post: Correspondence) -> None:
    player = post.players[0]
    for line, subject in (
        ("Hilfe, bitte", "Hilfe"),
        ("Stand?", "So steht es"),
        ("ich passe", "Deine Antwort ist da"),
        ("Zurück", "Deine Antwort ist zurückgenommen"),
        ("Hallo\nURLAUB 1.12.2030 - 3.12.2030", "Bitte bestätige deinen Urlaub"),
        ("URLAUB ENDE 1.12.2030", "Nichts wurde geändert"),
    ):
        said_to(post, line)
        assert re.search(rf"- {subject}( \(Runde 1 bis .*\))?$", subject_and_line(post.last_to(player))), line
