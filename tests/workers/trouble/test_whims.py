"""What bots play and when held answers are resolved comes from the workers' secret: the API's link secret tells neither."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.context import Context
from service.keys.signing import Links, new_match_id
from service.matches.pace import check_pace
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from tests.given.contexts import account, open_context
from tests.service.table_hours import Hours
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """A service in which nothing can be derived from the link secret but what the key is called."""
    derive = Links.derive

    def refuse(links: Links, purpose: str, *facts: str) -> bytes:
        if purpose == "key id":
            return derive(links, purpose, *facts)
        raise AssertionError("the API could work this out")

    monkeypatch.setattr(Links, "derive", refuse)
    opened = open_context(redis_url, tmp_path)
    yield opened
    opened.store.close()


def test_a_bot_seals_without_the_link_secret(context: Context) -> None:
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": 86_400})
    creation.create(
        context, account(context, "Ann"), NewMatch(rules="kontor", bots=["random"], grace=0, pace=pace), match
    )
    drain_once(context)
    record = context.store.load(match)
    assert record is not None
    assert [seat for _, seat in record.acts] == [1]


def test_the_release_of_held_answers_is_drawn_without_the_link_secret(context: Context) -> None:
    hours = Hours(context).begin()
    assert hours.asked["release"] is not None
