"""What tests draw follows from their names, but for what other threads and processes draw."""

import random
import threading

import pytest

from service.keys.signing import new_match_id
from tests.given.chance import Chance


def test_what_is_drawn_follows_from_the_name() -> None:
    chance = Chance()
    drawn = []
    for name in ("one", "one", "another"):
        with chance.of(name):
            drawn.append((chance.draw(8), chance.draw()))
    assert drawn[0] == drawn[1] != drawn[2]
    assert [len(one) for one in drawn[0]] == [8, 32]
    with chance.of("one"):
        first = chance.draw(8)
        with chance.of("what several tests share"):
            chance.draw()
        assert (first, chance.draw()) == drawn[0]


def test_other_threads_draw_their_own() -> None:
    chance = Chance()
    drawn: list[bytes] = []
    for _ in range(2):
        with chance.of("one"):
            thread = threading.Thread(target=lambda: drawn.append(chance.draw(16)))
            thread.start()
            thread.join()
    assert drawn[0] != drawn[1]


def test_every_test_draws_from_its_own_stream_unless_somebody_explores(request: pytest.FixtureRequest) -> None:
    same = new_match_id(derived=random.Random(request.node.nodeid).randbytes(16)) == new_match_id()
    assert same is (request.config.getoption("--hypothesis-profile") != "explore")
