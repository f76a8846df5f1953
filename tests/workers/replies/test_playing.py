"""Whole matches played by answering letters and by nothing else, through real SMTP in and out."""

from __future__ import annotations

from pathlib import Path

from tests.workers.mail.post_office import text_of
from tests.workers.replies.corresponding import Correspondence, correspondence


def test_kontor_is_played_by_answering_letters(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", language="de")
        print(text_of(post.last_to(post.players[0])))
        print(post.answer(post.players[0], "2"))
        print(post.last_to(post.players[0])["Subject"], post.last_to(post.players[0])["To"])
        print(text_of(post.last_to(post.players[0])))
        print(post.answer(post.players[0], "zurück"))
        print(text_of(post.last_to(post.players[0]))[:600])
        print(post.answer(post.players[0], "hilfe"))
        print(text_of(post.last_to(post.players[0]))[:900])
        assert 0
