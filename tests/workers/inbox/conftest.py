"""A match by mail that most tests of answers begin with; those of other games and options have their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    """Kontor in German, with choices for the case that the opponent passes; letters have no pictures."""
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("kontor", language="de", options={"pass_mode": "declare", "round_limit": 3})
        yield opened
