"""Whole matches played by answering letters and by nothing else, through real SMTP in and out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.given.undrawn import draw_nothing
from tests.workers.inbox.commands.test_plans import examples_in
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import text_of

NUMBERED = re.compile(r"^\[([0-9]+)\] ", re.MULTILINE)
MOST_ROUNDS = 2_000
MOST_PLANNED = 8


def plan(post: Correspondence) -> None:
    """Have the first who is asked write the sentences that are offered, in one mail, as they stand there."""
    player = next(one for one in post.players if post.is_asked(one))
    assert post.answer(player, "PLAN")[0] == 250
    lines = examples_in(text_of(post.last_to(player)))[:MOST_PLANNED]
    assert post.answer(player, "\n".join(lines))[0] == 250
    assert "Understood, and in force from now on" in " ".join(text_of(post.last_to(player)).split())


def play_by_answering(post: Correspondence) -> int:
    """Answer every letter that asks something, with one of the numbers it lists, until the match is over; return how many."""
    answered: set[str] = set()
    for _ in range(MOST_ROUNDS):
        if post.record.table["status"] == "closed":
            return len(answered)
        asking = [
            (player, letter)
            for player in post.players
            for letter in post.letters_to(player)[-1:]
            if letter["Reply-To"] and str(letter["Message-ID"]) not in answered
        ]
        assert asking, f"nobody is asked by letter, and the match waits for {post.record.table['standing']}"
        for player, letter in asking:
            answered.add(str(letter["Message-ID"]))
            numbers = NUMBERED.findall(text_of(letter))
            if not numbers:
                continue
            # A number that moves through the list: all kinds of choices are made, and the course is the same each time.
            wanted = numbers[len(answered) * 7 % len(numbers)]
            code, said = post.answer(player, wanted, to=letter)
            assert code == 250, said
            if not post.is_asked(player):  # else the answer to the mail asks what is next
                answered.add(str(post.last_to(player)["Message-ID"]))
        post.go_on()
    raise AssertionError("the match does not end")


SOAK = pytest.mark.soak


@pytest.mark.parametrize(
    ("rules", "seats", "options", "planned"),
    [
        ("kontor", 2, {"round_limit": 3}, False),
        ("kontor", 2, {"round_limit": 3}, True),
        pytest.param("packet-row", 3, {}, False, marks=SOAK),
        pytest.param("packet-row", 3, {}, True, marks=SOAK),
        pytest.param("anno-1701", 2, {"turn_limit": 6}, False, marks=SOAK),
        ("anno-1701", 2, {"turn_limit": 6}, True),
        pytest.param("seafarers", 5, {"preset": "fuenf-inseln-5", "turn_limit": 10}, False, marks=SOAK),
        pytest.param("seafarers", 5, {"preset": "fuenf-inseln-5", "turn_limit": 10}, True, marks=SOAK),
    ],
)
def test_a_match_is_played_by_answering_letters(
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rules: str,
    seats: int,
    options: dict[str, Any],
    planned: bool,
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin(rules, seats, options=options, hold=0)
        if planned:
            plan(post)

        answered = play_by_answering(post)

        verdict = post.verdict()
        assert (verdict.verdict, verdict.reason) == ("PASS", "")
        lines = post.context.store.lines(post.match, limit=100_000)
        assert b'"custody":"mail"' in b"".join(lines) or rules != "kontor"
        by = re.findall(rb'"by":"(\w+)"', b"".join(lines))
        assert by.count(b"seat") >= answered // 3


def test_what_was_answered_openly_cannot_be_taken_back_and_the_answer_says_so(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", 3, hold=0)
        player = next(one for one in post.players if post.is_asked(one))
        post.answer(player, "1")
        post.go_on()
        post.answer(player, "UNDO")
        said = post.said(post.players.index(player))
        assert "only sealed answers can be taken back: an open answer counts at once" in said
        assert "out of date" not in said


@pytest.mark.parametrize(("said", "wanted"), [("Nein danke", "decline"), ("nö", "decline"), ("Ja, gerne", "take")])
def test_a_question_of_yes_or_no_is_answered_with_them(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, wanted: str
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", 3, language="de", hold=0)
        player = next(one for one in post.players if post.is_asked(one))
        while len(NUMBERED.findall(text_of(post.last_to(player)))) != 2:
            post.answer(player, "1")
            post.go_on()
            player = next(one for one in post.players if post.is_asked(one))
        post.answer(player, said)
        taken = "hier nichts nehmen" not in (text := post.said(post.players.index(player)).partition("(")[0])
        assert "Beantwortet: " in text
        assert taken == (wanted == "take")
