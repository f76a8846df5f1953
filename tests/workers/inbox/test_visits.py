"""The same eight rounds take one visit a round of each where the card says where it goes, and more where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
import redis

from service.matches.seating import creation
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import correspondence
from tests.workers.inbox.visiting import Count, played

ROUNDS = 8


def eight_rounds(redis_url: str, folder: Path, *, ahead: bool) -> Count:
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    with correspondence(redis_url, folder) as post:
        post.begin("kontor", options={"preset": "goldsieber-pro", "round_limit": ROUNDS})
        return played(post, ahead=ahead)


def test_eight_rounds_by_mail_take_one_visit_a_round_of_each(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(32)))
    without, ahead = (eight_rounds(redis_url, tmp_path / str(said), ahead=said) for said in (False, True))
    print(without.line(), ahead.line(), sep="\n")
    assert (without.verdict, ahead.verdict) == ("PASS", "PASS")
    assert set(ahead.decisions) == {"choose"}, "nothing but cards is asked"
    assert ahead.decisions["choose"] <= 2 * ROUNDS
    assert ahead.asking + ahead.along == ahead.decisions["choose"], "what asks, asks for a card, and once"
    assert ahead.asking <= ROUNDS + 1, "whoever answers last is asked for the next card by the answer to the mail"
    assert ahead.asking + ahead.other <= 12, "besides, each is told how it ended"
    assert ahead.visits < without.visits
    assert ahead.asking < without.asking
