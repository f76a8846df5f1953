"""The letter about the end: nobody is waited for in it, and who answers it reads how to go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.matches.seating.lobby import resign
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.inbox import arrive


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def over(post: Correspondence) -> None:
    """Begin a match, and end it in the midst of a question."""
    post.begin("anno-1701", language="de", hold=0)
    resign(post.context, post.match, post.players[0])
    post.go_on()


def test_nobody_is_waited_for_and_an_answer_leads_on(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        over(post)
        ben, home = post.players[1], post.context.settings.public_url
        end = post.last_to(ben)
        said = " ".join(text_of(end).split())
        assert "hat aufgegeben" in said and "Gewartet wird auf" not in said
        assert "REVANCHE macht denselben Tisch noch einmal auf" in said

        for words in ("STAND", "Kannst du mir bitte helfen?", "Danke, schönes Spiel!"):
            assert post.answer(ben, words, to=end)[0] == 250
            answer = " ".join(text_of(post.last_to(ben)).split())
            assert "Antworte mit REVANCHE, um mit denselben Leuten noch einmal zu spielen" in answer
            assert f"Revanche am Tisch: {home}/table/{post.match}" in answer
            assert f"Deine anderen Partien: {home}/" in answer
            assert ("Nichts wurde geändert" in answer) == ("Danke" in words)
            assert ("Tisch" in answer and "Gewartet wird auf" not in answer) or words != "STAND"


def test_a_rematch_is_none_while_the_match_goes_on(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("anno-1701", hold=0)
        assert post.answer(post.players[0], "Rematch please")[0] == 250
        answer = " ".join(text_of(post.last_to(post.players[0])).split())
        assert "you can start a rematch when it is over" in answer


def test_letters_of_matches_that_are_over_write_to_nobody_without_end(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, rate_limits=True) as post:
        over(post)
        ben = post.players[1]
        letters = post.letters_to(ben)
        codes = [
            post.answer(ben, "STAND", to=letters[-1 - one % 2])[0] for one in range(arrive.DONE_PER_MATCH_OVER + 2)
        ]
        assert codes == [250] * arrive.DONE_PER_MATCH_OVER + [451] * 2
        assert len(post.letters_to(ben)) == len(letters) + arrive.DONE_PER_MATCH_OVER
