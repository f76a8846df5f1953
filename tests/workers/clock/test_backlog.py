"""A drain in front of more than it can do: small bites, the longest overdue first, and an end when its time is up."""

import pytest

from service.context import Context
from service.keys.signing import new_match_id
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.given.contexts import account
from workers.resolve import drain

MATCHES = 24
BITE = 8


@pytest.fixture
def overdue(context: Context) -> list[str]:
    """Matches to be dealt, the longest overdue first, each in a bucket before the one before."""
    ann, ben = account(context, "Ann"), account(context, "Ben")
    names = [f"{MATCHES - number:02x}{new_match_id()[2:]}" for number in range(MATCHES)]
    pace = check_pace({"kind": "duration", "seconds": 86_400})
    for name in names:
        creation.create(context, ann, NewMatch(rules="kontor", pace=pace), name)
        lobby.join(context, name, ben, seat=None, invitation=None)
    return names


def dealt(context: Context, names: list[str]) -> list[str]:
    records = [context.store.load(name) for name in names]
    return [one.match for one in records if one is not None and one.table["status"] == "running"]


def test_a_drain_whose_time_is_up_leaves_the_rest_unclaimed_to_the_next(
    context: Context, overdue: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drain, "BATCH", BITE)
    monkeypatch.setattr(drain, "BUDGET", -1)

    assert drain.drain_once(context) == BITE
    assert drain.drain_once(context) == BITE
    assert len(dealt(context, overdue)) == 2 * BITE


def test_the_longest_overdue_come_first_whatever_their_buckets(
    context: Context, overdue: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drain, "BATCH", BITE)
    monkeypatch.setattr(drain, "BUDGET", -1)

    drain.drain_once(context)

    assert dealt(context, overdue) == overdue[:BITE]


def test_a_match_somebody_waits_for_is_stepped_without_a_lease(
    context: Context, overdue: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drain, "_claim", lambda *_: [])

    drain.drain_once(context, overdue[-1])

    assert dealt(context, overdue) == [overdue[-1]]


def test_a_match_named_for_nothing_is_left_alone(context: Context, overdue: list[str]) -> None:
    drain.drain_once(context, overdue[0])
    before = context.store.load(overdue[0])

    drain.drain_once(context, overdue[0])

    after = context.store.load(overdue[0])
    assert before is not None
    assert after is not None
    assert (after.n, after.acts_version) == (before.n, before.acts_version)


def test_a_named_match_that_does_not_exist_is_nothing(context: Context) -> None:
    assert drain.drain_once(context, new_match_id()) == 0
