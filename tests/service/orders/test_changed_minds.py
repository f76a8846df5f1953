"""Who says one thing and then another, all day long, fills neither the log nor the others' mailboxes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from service.context import Context
from service.matches import caps
from service.matches.absence import absence, pauses, time_requests
from service.matches.errors import MatchError
from tests.given.contexts import open_context
from tests.service.absent_people import People

MOST = 6
FOUR = {"options": {"preset": "goldsieber-teams", "round_limit": 2}, "time_requests": {}, "pauses": {}}


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    assert caps.MOST_WORDS > 100, "nobody who plays comes near"
    for module in (absence, pauses, time_requests):
        monkeypatch.setattr(module, "MOST_WORDS", MOST)
    return open_context(redis_url, tmp_path)


def said_until_refused(say: Callable[[bool], object]) -> tuple[int, MatchError]:
    """Say yes and no in turn; return how often it was taken, and the refusal."""
    for count in range(4 * MOST):
        try:
            say(count % 2 == 0)
        except MatchError as error:
            return count, error
    raise AssertionError("it is taken for ever")


def test_an_answer_to_who_needs_time_is_changed_so_often(context: Context) -> None:
    people = People(context, "kontor", 4, FOUR).begin()
    people.ask_time(0)

    count, refused = said_until_refused(lambda yes: people.grant(1, 0, yes))

    assert (count, refused.code, refused.message) == (MOST, "no-time-request", caps.ENOUGH_SAID)
    people.grant(2, 0)
    people.grant(3, 0)
    assert "extended" in people.types(), "the others decide as before"


def test_a_wish_for_a_pause_is_taken_back_so_often(context: Context) -> None:
    people = People(context, "kontor", 4, FOUR).begin()

    count, refused = said_until_refused(lambda wanted: people.pause(0, wanted))

    assert (count, refused.code, refused.message) == (MOST, "no-pause", caps.ENOUGH_SAID)


def test_a_vote_about_who_stays_away_is_changed_so_often(context: Context) -> None:
    people = People(context, "packet-row", 3, away={2}).begin().until_told("absence-asked")

    count, refused = said_until_refused(lambda one: people.vote(0, 2, "bot" if one else "win"))

    assert (count, refused.code, refused.message) == (MOST, "choice-not-offered", caps.ENOUGH_SAID)
    people.vote(1, 2, "win")
    people.settle()
    assert people.over == "abandoned", "the last word of who said so much counts, and the others decide"
