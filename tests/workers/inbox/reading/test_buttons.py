"""The answer to a mail asks with buttons what is still open, also after an answer was taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.choices.ahead import answers_after
from service.choices.answering import Asked, choose, look
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import html_of, text_of

BUTTON = re.compile(r"/choose/([A-Za-z0-9_-]+)/([0-9]+)(?:\?again=([^\s\"]+))?")


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("kontor", options={"round_limit": 3})
        yield opened


@pytest.mark.parametrize("line", ["HELP", "MORE", "9999", "STATUS"])
def test_an_answer_that_sealed_nothing_has_the_buttons_of_the_letter(post: Correspondence, line: str) -> None:
    player = post.players[0]
    link, number, _ = BUTTON.findall(html_of(post.last_to(player)))[0]
    post.answer(player, line)
    answer = post.last_to(player)
    assert f"/choose/{link}/{number}" in html_of(answer)
    assert "Do not forward this mail: anyone who has it can answer" in " ".join(text_of(answer).split())


def test_after_taking_back_the_buttons_of_the_answer_work(post: Correspondence) -> None:
    player = post.players[0]
    post.answer(player, "1")
    assert not BUTTON.search(html_of(post.last_to(player))), "what is sealed is changed by number, or taken back"
    post.answer(player, "UNDO")
    answer = html_of(post.last_to(player))
    assert "Taken back" in answer
    link, number, again = BUTTON.findall(answer)[1]

    after = answers_after(post.context.links, link, again)
    assert isinstance(look(post.context, link, after), Asked)
    assert not isinstance(look(post.context, link), Asked), "the old letter's button knows nothing of it"
    found = choose(post.context, link, int(number), "form", after)
    assert isinstance(found, tuple) and found[1].stored
    assert "again=" in html_of(post.last_to(player))
