"""The table in answers to mails: where something is asked, as its reader wishes to have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workers.inbox.corresponding import correspondence
from tests.workers.mail.post_office import html_of, text_of
from workers.mail import channel
from workers.mail.parts.picture import NoPicture

PNG = b"\x89PNG not really"


@pytest.mark.parametrize("wished", ["attached", "linked", "none"])
def test_an_answer_that_asks_shows_the_table_as_its_reader_wishes(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wished: str
) -> None:
    monkeypatch.setattr(channel, "_picture", lambda *_: lambda: PNG)
    with correspondence(redis_url, tmp_path, mail_pictures=wished) as post:
        post.begin("kontor")
        player = post.players[0]

        post.answer(player, "Blue")
        asks = post.last_to(player)
        pictures = [part.get_content() for part in asks.walk() if part.get_content_type() == "image/png"]
        assert pictures == ([PNG] if wished == "attached" else [])
        assert ("/table.png" in html_of(asks)) == (wished == "linked")
        assert ("cid:table." in html_of(asks)) == (wished == "attached")
        assert ("The table as you see it" in text_of(asks)) == (wished == "none")

        post.answer(player, "1")
        sealed = post.last_to(player)
        assert "img" not in html_of(sealed), "nothing is asked any more"
        assert "The table as you see it" not in text_of(sealed)


def test_a_picture_that_cannot_be_drawn_keeps_no_answer_back(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> bytes:
        raise NoPicture("ValueError")

    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor")
        monkeypatch.setattr(channel, "_picture", lambda *_: broken)
        player = post.players[0]
        assert post.answer(player, "Blue")[0] == 250
        assert "Nothing was changed" in text_of(post.last_to(player))
        assert "img" not in html_of(post.last_to(player))
