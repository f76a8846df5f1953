"""A match of which a crash tore a step: served to nobody, named in every list once, and nobody else's business."""

from collections.abc import Callable

import pytest
import redis

from service.context import Context
from service.store import keys
from tests.service.api.players import Player, Table, refused


@pytest.fixture
def half(context: Context, ada: Player, ben: Player, redis_url: str) -> Table:
    """A running match of Ada and Ben that stands in the middle of a step."""
    made = Table.begin(context, ada, ben)
    with redis.Redis.from_url(redis_url) as client:
        client.hincrby(keys.match(made.match), "av", 7)
    return made


def spoilt(client: redis.Redis, match: str) -> None:
    client.hset(keys.match(match), "table", "{")


def torn(client: redis.Redis, match: str) -> None:
    client.hincrby(keys.match(match), "av", 7)


def test_its_own_routes_say_that_its_operator_has_to_mend_it(half: Table, ada: Player) -> None:
    move = {"type": "pass"}
    for answer in (
        ada.get(half.path), ada.get(f"{half.path}/view"), ada.put(f"{half.path}/decisions/r1.choose/commitment", {"move": move}),
        ada.post(f"{half.path}/resign", {}), ada.get(f"{half.path}/picture.svg"),
    ):  # fmt: skip
        problem = refused(answer, 503, "match-unavailable")
        assert "once the operator has repaired it" in problem["detail"] and half.match in problem["detail"]
        assert answer.headers["Retry-After"] == "600"


def test_an_act_of_a_client_that_remembers_it_is_refused_like_any(table: Table, ben: Player) -> None:
    # Given an API process that saw the match before the crash: an act does not load it again.
    assert ben.sees(table.path)
    with redis.Redis.from_url(table.context.settings.redis_url) as client:
        torn(client, table.match)
    answer = ben.put(f"{table.path}/decisions/r1.choose/commitment", {"move": {"type": "pass"}})
    refused(answer, 503, "match-unavailable")


def test_lists_name_it_beside_the_others_and_the_service_says_degraded(half: Table, table: Table, ada: Player) -> None:
    waiting = ada.sees("/v1/me/waiting")
    assert ([one["match"] for one in waiting["waiting"]], waiting["unavailable"]) == ([table.match], [half.match])
    for path in ("/v1/me/matches", "/v1/me/matches?status=running"):
        listed = ada.sees(path)
        assert ([one["match"] for one in listed["matches"]], listed["unavailable"]) == ([table.match], [half.match])
    assert list(half.context.store.parked()) == [half.match]
    assert half.context.store.parked()[half.match].for_operator
    assert ada.sees("/ready")["parked"] == 1


@pytest.mark.parametrize("damage", [spoilt, torn])
def test_pages_name_each_unavailable_match_once_and_stay_complete_and_bounded(
    context: Context, ada: Player, ben: Player, redis_url: str, damage: Callable[[redis.Redis, str], None]
) -> None:
    # Given three matches that run and four that are over, of which four cannot be shown.
    running = [Table.begin(context, ada, ben) for _ in range(3)]
    over = [Table.begin(context, ada, ben) for _ in range(4)]
    for one in over:
        ben.post(f"{one.path}/resign", {})
        one.resolve()
    context.store.sweep()
    lost = {running[1].match, over[0].match, over[2].match, over[3].match}
    with redis.Redis.from_url(redis_url) as client:
        for match in lost:
            damage(client, match)

    shown: list[str] = []
    unavailable: list[str] = []
    path: str | None = "/v1/me/matches?limit=2"
    while path:
        answer = ada.get(path)
        page = answer.get_json()
        assert len(page["matches"]) + len(page["unavailable"]) <= 2
        shown += [one["match"] for one in page["matches"]]
        unavailable += page["unavailable"]
        link = answer.headers.get("Link")
        path = link.partition(">")[0].removeprefix("<") if link else None

    assert sorted(unavailable) == sorted(lost)
    assert shown == [*sorted({one.match for one in running} - lost), over[1].match]


def test_what_is_no_match_among_those_that_are_over_hides_none(
    context: Context, ada: Player, ben: Player, redis_url: str
) -> None:
    table = Table.begin(context, ada, ben)
    ben.post(f"{table.path}/resign", {})
    table.resolve()
    context.store.sweep()
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(keys.account_finished(ada.account), {"no id": 2**41, b"\xff\xfe": "inf", "old": "-inf"})
        client.sadd(keys.account_matches(ada.account), "no id", b"\xff")
    for path in ("/v1/me/matches?limit=1", "/v1/me/matches?limit=1&status=closed"):
        page = ada.sees(path)
        assert [one["match"] for one in page["matches"]] == [table.match]
        assert (page["unavailable"], page["next"]) == ([], None)
    assert ada.sees("/v1/me/deliveries")
    assert ada.sees("/v1/me/waiting")["waiting"] == []
