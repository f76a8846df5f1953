"""Standing orders written by mail: ``PLAN`` and sentences, through the real entrance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.siegelpost2.acts import ORDERS
from service.matches import creation
from tests.workers.mail.post_office import text_of
from tests.workers.replies.corresponding import Correspondence, correspondence
from workers.mail import channel

EXAMPLE = re.compile(r"^- (PLAN .*(?:\n  .*)*)", re.MULTILINE)


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    monkeypatch.setattr(channel, "_picture", lambda *_: None)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("kontor", options={"round_limit": 3})
        yield opened


def said(post: Correspondence, seat: int = 0) -> str:
    return " ".join(text_of(post.last_to(post.players[seat])).split())


def examples_in(letter: str) -> list[str]:
    """Return the lines that an answer offers to copy, each as one line without what stands behind it in brackets."""
    return [" ".join(one.split()) for one in EXAMPLE.findall(letter)]


def orders_act(post: Correspondence, seat: int = 0) -> Any:
    return post.record.acts.get((ORDERS, seat))


def test_the_word_alone_says_what_stands_and_what_can_be_written(post: Correspondence) -> None:
    ann = post.players[0]
    assert post.answer(ann, "Plan?")[0] == 250
    answer = said(post)

    assert "You have no standing orders." in answer
    assert "Nothing was changed" not in answer
    lines = examples_in(text_of(post.last_to(ann)))
    assert len(lines) >= 2
    assert orders_act(post) is None
    for line in lines:
        assert post.answer(ann, line)[0] == 250

        assert "Understood, and in force from now on" in said(post), said(post)
    assert orders_act(post).seq == len(lines)
