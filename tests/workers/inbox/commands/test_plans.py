"""Standing orders written by mail: ``PLAN`` and sentences, through the real entrance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract import Language
from service.matches.seating import creation
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import text_of

EXAMPLE = re.compile(r"^- (PLAN .*(?:\n  .*)*)", re.MULTILINE)


@pytest.fixture
def desk(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    """A service without a match."""
    draw_nothing(monkeypatch)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    with correspondence(redis_url, tmp_path) as opened:
        yield opened


@pytest.fixture
def post(desk: Correspondence) -> Correspondence:
    desk.begin("kontor", options={"round_limit": 3})
    return desk


def who_can_answer(desk: Correspondence) -> Account:
    """Return a player whose last letter takes answers; who begins is drawn."""
    return next(one for one in desk.players if any(letter["Reply-To"] for letter in desk.letters_to(one)[-1:]))


def examples_in(letter: str) -> list[str]:
    """Return the lines that an answer offers to copy, each as one line with what stands behind it in brackets."""
    return [" ".join(one.split()) for one in EXAMPLE.findall(letter)]


def test_the_word_alone_says_what_stands_and_what_can_be_written(post: Correspondence) -> None:
    ann = post.players[0]
    assert post.answer(ann, "Plan?")[0] == 250
    answer = post.said()
    assert "You have no standing orders." in answer
    assert "Nothing was changed" not in answer
    lines = examples_in(text_of(post.last_to(ann)))
    assert len(lines) >= 2
    assert post.orders_act() is None
    for line in lines:
        assert post.answer(ann, line)[0] == 250
        assert "Understood, and in force from now on" in post.said(), post.said()
    assert post.orders_act().seq == len(lines)


@pytest.mark.parametrize(("rules", "seats"), [("kontor", 2), ("packet-row", 3), ("anno-1701", 2), ("seafarers", 5)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_line_that_is_offered_can_be_sent_as_it_is(
    desk: Correspondence, rules: str, seats: int, language: Language
) -> None:
    desk.begin(rules, seats, language=language)
    ann = who_can_answer(desk)
    seat = desk.players.index(ann)
    desk.answer(ann, "PLAN")
    lines = examples_in(text_of(desk.last_to(ann)))
    assert len(lines) >= 2
    for taken, line in enumerate(lines, 1):
        desk.answer(ann, line)
        assert ("Understood" if language == "en" else "Verstanden") in desk.said(seat), desk.said(seat)
        assert desk.orders_act(seat).seq == taken


@pytest.mark.parametrize(
    "line",
    [
        "Plan: bitte jede Karte auf 0,-3 legen, sonst auf (1,0)",
        "ANWEISUNG lege meine Karte auf (0, -3), sonst (1, 0). Danke!",
        "plan lay any card at 0,-3 else 1,0",
    ],
)
def test_a_sentence_may_be_said_as_people_write(desk: Correspondence, line: str) -> None:
    desk.begin("kontor", options={"round_limit": 3}, language="de")
    ann = desk.players[0]
    desk.answer(ann, line)
    assert "Verstanden, das gilt ab jetzt: lege jede Karte auf (0, -3), sonst (1, 0)" in desk.said()


def test_a_line_that_is_wrong_changes_nothing_and_says_which_part_of_it_is(desk: Correspondence) -> None:
    desk.begin("anno-1701", language="de")
    ann = who_can_answer(desk)
    seat = desk.players.index(ann)
    desk.answer(ann, "PLAN nimm an, höchstens 1 Holz für mindestens 1 Branntwein zu geben")
    answer = desk.said(seat)
    assert "Nichts wurde geändert" in answer
    assert "Branntwein" in answer.casefold().title()
    assert "Ziegel" in answer
    assert desk.orders_act(seat) is None


def test_a_mistyped_line_is_asked_about_and_yes_does_it(desk: Correspondence) -> None:
    desk.begin("anno-1701")
    ann = who_can_answer(desk)
    seat = desk.players.index(ann)
    desk.answer(ann, "PLAN give 1 wodd for 1 tools")
    assert "Did you mean: " in desk.said(seat)
    assert desk.orders_act(seat) is None
    desk.answer(ann, "Yes")
    assert "Understood, and in force from now on" in desk.said(seat)
    desk.answer(ann, "Yes")
    assert desk.orders_act(seat).seq == 1


def test_a_table_of_client_custody_offers_none_by_mail(desk: Correspondence) -> None:
    desk.begin("kontor", options={"round_limit": 3}, custody="client")
    assert "PLAN" not in text_of(desk.last_to(desk.players[0]))


def test_another_account_sets_nothing_with_the_letter_of_somebody(post: Correspondence) -> None:
    ann, ben = post.players
    post.answer(ann, "PLAN")
    letter = post.last_to(ann)
    line, *_ = examples_in(text_of(letter))
    post.answer(ben, line, to=letter)
    assert post.orders_act() is None
    assert post.orders_act(1) is None


def test_letters_and_help_say_that_there_is_a_plan(post: Correspondence) -> None:
    ann = post.players[0]
    assert "PLAN" in text_of(post.last_to(ann))
    post.answer(ann, "HELP")
    assert "PLAN: your standing orders" in post.said()


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ("Lehne alle Angebote ab", True),
        ("reject all offers", True),
        ("lehne jedes Angebot ab, das sonst keine Zeile annimmt", False),
    ],
)
def test_rejecting_all_offers_leaves_none_that_an_earlier_mail_accepts(
    desk: Correspondence, words: str, *, ends: bool
) -> None:
    desk.begin("anno-1701", language="de", hold=0)
    ann = desk.players[0]
    desk.answer(ann, "PLAN tausche Nahrung gegen Tuch")
    desk.answer(ann, f"PLAN {words}")
    said = desk.said()
    assert ("an seine Stelle: nimm an, höchstens 1 Nahrung für mindestens 1 Tuch zu geben." in said) == ends
    assert ("[2] lehne jedes Angebot ab" in said) != ends
    desk.answer(ann, f"PLAN tausche Nahrung gegen Tuch\nPLAN {words}")
    said = desk.said()
    assert "nimm an, höchstens 1 Nahrung" in said and "nicht mehr" not in said, "in one mail the lines belong together"
