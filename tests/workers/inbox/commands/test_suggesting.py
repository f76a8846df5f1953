"""What a mail may have meant is asked, and "yes" to that does it; thanks are not answered; what stands sealed is named."""

from __future__ import annotations

import re

import pytest

from tests.workers.inbox.corresponding import Correspondence
from tests.workers.mail.post_office import text_of


def said_to(post: Correspondence, text: str) -> str:
    """Answer the first player's last letter; return the answer as one line."""
    player = post.players[0]
    before = len(post.letters_to(player))
    assert post.answer(player, text)[0] == 250
    assert len(post.letters_to(player)) == before + 1
    return " ".join(text_of(post.last_to(player)).split())


def is_sealed(post: Correspondence) -> bool:
    return any(act.commitment is not None for act in post.record.acts.values())


def test_what_was_mistyped_is_asked_about_and_a_yes_seals_it(post: Correspondence) -> None:
    asked = said_to(post, "PASE")
    assert "nicht zu verstehen: „PASE“. Meinst du: passen" in asked
    assert "Dann antworte auf diese Mail mit JA." in asked
    assert not is_sealed(post)

    answer = said_to(post, "Ja!\n\nViele Grüße\nAnn")
    assert "Versiegelt: passen" in answer
    assert is_sealed(post)


@pytest.mark.parametrize(
    "text", ["Ja, das stimmt so.", "Ja, genau, danke", "Ja doch!", "Ja, sehr!", "JA 👍", "Ja, passt so."]
)
def test_a_yes_may_be_said_in_more_words(post: Correspondence, text: str) -> None:
    said_to(post, "PASE")
    assert "Versiegelt: passen" in said_to(post, text)


def test_who_answers_a_question_unclearly_is_asked_in_other_words_and_then_no_more(post: Correspondence) -> None:
    asked, clearer, last = (said_to(post, "3 ... hm").partition(" Du bist am Zug")[0] for _ in range(3))
    assert (
        "Meinst du: " in asked and "Danach hatten wir schon gefragt, und „3 ... hm“ ist keine klare Antwort" in clearer
    )
    assert "Schreib in die erste Zeile eine Nummer" in last and "JA" not in last
    assert not is_sealed(post)


def test_a_yes_to_what_was_asked_in_other_words_seals_it(post: Correspondence) -> None:
    for text in ("PASE", "PASEN"):
        said_to(post, text)
    assert "Versiegelt: passen" in said_to(post, "Ja\n\nDas Wetter ist schön, aber kalt.")


def test_a_yes_that_names_another_choice_is_that_choice(post: Correspondence) -> None:
    listed = re.findall(r"^\[[0-9]+\] ([0-9]+) ", text_of(post.last_to(post.players[0])), re.MULTILINE)
    card = max(listed, key=int)  # beyond the numbers of choices, of which the letter does not list all
    assert f"Meinst du: {card} " in said_to(post, f"Krte {card}")
    assert "Versiegelt: passen" in said_to(post, "Ja, ich passe")


def test_a_second_yes_is_told_that_nothing_is_left_to_confirm_and_what_stands(post: Correspondence) -> None:
    said_to(post, "PASE")
    said_to(post, "Ja")
    answer = said_to(post, "Ja, gerne.")
    assert "Hier ist nichts mehr zu bestätigen" in answer
    assert "bleibt versiegelt, wie sie ist" in answer


@pytest.mark.parametrize(
    "text", ["Ja, das stimmt nicht", "Ja, aber erst morgen", "Ja?", "Nein", "Ja,\ndas war ein Versehen"]
)
def test_anything_but_a_yes_does_nothing(post: Correspondence, text: str) -> None:
    said_to(post, "PASE")
    assert "Nichts wurde geändert" in said_to(post, text)
    assert not is_sealed(post)


def test_the_letter_that_asks_may_be_answered_by_a_number_as_well(post: Correspondence) -> None:
    said_to(post, "PASE")
    assert re.search(r"Versiegelt: [0-9]+ \(", said_to(post, "1"))


def test_a_yes_means_nothing_once_the_table_went_on(post: Correspondence) -> None:
    player, other = post.players
    said_to(post, "PASE")
    question = post.last_to(player)
    post.answer(player, "1")
    post.answer(other, "1")
    post.go_on()
    before = post.record.acts

    assert post.answer(player, "Ja", to=question)[0] == 250
    assert "ist überholt" in " ".join(text_of(post.last_to(player)).split())
    assert post.record.acts == before


def test_a_yes_to_a_letter_that_suggests_nothing_chooses_nothing(post: Correspondence) -> None:
    assert "Nichts wurde geändert" in said_to(post, "Ja")
    assert not is_sealed(post)


@pytest.mark.parametrize(
    "text",
    ["1 an (1,1), auch wenn Ben passt.", "1 auf (1,1) auch wenn der Gegner passt", "1, auch wenn Ben passt, an (1,1)"],
)
def test_even_if_the_opponent_passes_may_stand_anywhere_with_their_name(post: Correspondence, text: str) -> None:
    answer = said_to(post, text)
    assert re.search(r"Versiegelt: [0-9]+ .*, auch wenn der Gegner passt\. ", answer)
    assert "kommt sie auf (1, 1)" in answer


def test_even_if_somebody_else_passes_is_nothing(post: Correspondence) -> None:
    said_to(post, "1 an (1,1), auch wenn Robin passt")
    assert not is_sealed(post)


def test_a_change_of_mind_is_asked_about_and_a_yes_does_it(post: Correspondence) -> None:
    said_to(post, "1")
    assert "Meinst du: passen und eine Münze nehmen?" in said_to(post, "Ach nein, ich passe doch lieber.")
    assert "Versiegelt: passen" in said_to(post, "Ja")
    asked = said_to(post, "Ich habe es mir anders überlegt, ich möchte das zurücknehmen.")
    assert "Möchtest du deine Antwort zurücknehmen?" in asked
    said_to(post, "Ja")
    assert not is_sealed(post)


def test_taking_back_is_suggested_too(post: Correspondence) -> None:
    said_to(post, "1")
    assert "Möchtest du deine Antwort zurücknehmen?" in said_to(post, "ZURÜK")
    assert is_sealed(post)
    said_to(post, "Ja, bitte")
    assert not is_sealed(post)


def test_a_mail_that_changes_nothing_says_what_stands_sealed_and_until_when(post: Correspondence) -> None:
    assert re.search(r"Von dir ist noch nichts versiegelt\. .* Antworte bis \w\w \d", said_to(post, "Blau"))
    said_to(post, "1")
    told = said_to(post, "Blau")
    assert re.search(r"Deine Antwort \(\w\w \d.* Uhr \w+\) bleibt versiegelt, wie sie ist\.", told)
    assert re.search(r"Du kannst sie bis \w\w \d.* ändern oder zurücknehmen\.", told)


@pytest.mark.parametrize(
    "text", ["Danke schön!", "Super, danke\nAnn", "Vielen Dank und viele Grüße\nAnn Meyer", "Thanks!"]
)
def test_thanks_are_not_answered_and_no_complaint(post: Correspondence, text: str) -> None:
    player = post.players[0]
    said_to(post, "1")
    letters = len(post.letters_to(player))
    for letter in post.letters_to(player)[-2:]:
        assert post.answer(player, text, to=letter)[0] == 250
    assert len(post.letters_to(player)) == letters


@pytest.mark.parametrize("text", ["Danke\n1", "Danke\nPassen"])
def test_a_choice_below_thanks_counts(post: Correspondence, text: str) -> None:
    assert "Versiegelt" in said_to(post, text)
    assert is_sealed(post)


def test_a_choice_asked_about_beside_thanks_is_not_passed_over_in_silence(post: Correspondence) -> None:
    assert "Nichts wurde geändert" in said_to(post, "Danke, 1?")
    assert not is_sealed(post)


def test_only_what_may_name_a_choice_is_told_that_its_letter_is_out_of_date(post: Correspondence) -> None:
    player, other = post.players
    old = post.last_to(player)
    post.answer(player, "1")
    post.answer(other, "1")
    post.go_on()

    for text, said in (("2", "überholt"), ("ich passe", "überholt"), ("Hm, Moment mal", "nicht zu verstehen")):
        assert post.answer(player, text, to=old)[0] == 250
        answer = " ".join(text_of(post.last_to(player)).split())
        assert said in answer
        assert ("überholt" in answer) == (said == "überholt")


def test_a_letter_that_asks_for_a_yes_is_never_out_of_date(post: Correspondence) -> None:
    said_to(post, "URLAUB 1.12.2030 - 3.12.2030")
    told = said_to(post, "Ja, aber nur bis zum 2.12.")
    assert "überholt" not in told
    assert "in deiner Mail steht auch: „Ja, aber nur bis zum 2.12.“" in told
