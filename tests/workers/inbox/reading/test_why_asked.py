"""A letter says first why somebody is asked alone, or about something that has one answer only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import correspondence
from tests.workers.mail.post_office import html_of, text_of


@pytest.mark.parametrize(
    ("language", "why"), [("de", "Ann passt, darum spielst du allein."), ("en", "Ann passes, so you play alone.")]
)
def test_who_plays_alone_reads_first_that_the_other_passes(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, why: str
) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", language=language, options={"preset": "goldsieber-basic"})
        post.answer(post.players[0], "pass")
        post.answer(post.players[1], "1")
        post.go_on()
        letter = post.last_to(post.players[1])
        said = " ".join(text_of(letter).split())
        assert said.count(why) == 1, said
        assert said.index(why) < said.index("Antworte bis" if language == "de" else "Answer by")
        assert why in html_of(letter)
