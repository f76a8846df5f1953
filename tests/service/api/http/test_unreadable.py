"""One rotten record never costs another: garbage in the store is told of where it lies, and everything else goes on."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import redis

from service.context import Context
from service.store import keys
from tests.service.api.players import Player, Table, refused
from workers.resolve.drain import drain_once


def wrong_type(server: redis.Redis, match: str) -> None:
    server.set(keys.match(match), "not a hash")


def acts_of_wrong_type(server: redis.Redis, match: str) -> None:
    server.delete(keys.acts(match))
    server.set(keys.acts(match), "not a hash")


def field_of(name: str, value: str | None) -> Callable[[redis.Redis, str], None]:
    def spoil(server: redis.Redis, match: str) -> None:
        if value is None:
            server.hdel(keys.match(match), name)
        else:
            server.hset(keys.match(match), name, value)

    return spoil


ROT = {
    "a key of the wrong type": wrong_type,
    "acts of the wrong type": acts_of_wrong_type,
    "a table that is no JSON": field_of("table", '{"status": "runn'),
    "a table without seats": field_of("table", '{"status": "running", "standing": []}'),
    "a table that is a list": field_of("table", "[1, 2]"),
    "a table of another shape": field_of("table", '{"v": 99, "blob": "AAAA"}'),
    "no table": field_of("table", None),
    "a state that is no JSON": field_of("state", "\x00\x01"),
    "a state that is a number": field_of("state", "7"),
    "no head": field_of("head", None),
    "closes that are no JSON": field_of("closes", "}"),
    "a length that is no number": field_of("n", "many"),
    "a due time that is no number": field_of("due", "soon"),
}


@pytest.fixture(params=ROT, ids=lambda name: name.replace(" ", "-"))
def rotten(request: pytest.FixtureRequest, context: Context, ada: Player, ben: Player, server: redis.Redis) -> Table:
    """A running match of Ada and Ben whose record has become unreadable."""
    table = Table.begin(context, ada, ben)
    ROT[request.param](server, table.match)
    return table


def test_lists_show_it_as_unavailable_beside_the_others(rotten: Table, table: Table) -> None:
    player = rotten.players[0]

    waiting = player.sees("/v1/me/waiting")
    matches = player.sees("/v1/me/matches")

    assert [one["match"] for one in waiting["waiting"]] == [table.match]
    assert waiting["unavailable"] == [rotten.match]
    assert [one["match"] for one in matches["matches"]] == [table.match]
    assert matches["unavailable"] == [rotten.match]


def test_its_own_routes_say_unavailable_and_nothing_of_what_is_stored(rotten: Table) -> None:
    player, path = rotten.players[0], rotten.path
    here = f"{path}/decisions/r1.choose"
    for answer in (
        player.get(path), player.get(f"{path}/view"), player.get(f"{path}/feed"), player.get(f"{path}/picture.svg"),
        player.get(f"{path}/decisions"), player.get(here), player.get(f"{here}/moves"),
        player.get(f"{here}/seats/0/commitment"), player.post(f"{path}/resign", {}), player.get(f"{path}/orders/0"),
    ):  # fmt: skip
        if answer.status_code == 404:
            assert "no such match" not in answer.get_data(as_text=True)
            continue
        problem = refused(answer, 503, "match-unavailable")
        assert answer.headers["Retry-After"]
        assert rotten.match in problem["detail"]
        assert "hash" not in problem["detail"] and "runn" not in problem["detail"]


def test_a_drain_parks_it_with_the_reason_and_steps_the_others(
    rotten: Table, context: Context, ada: Player, ben: Player, server: redis.Redis
) -> None:
    bucket = keys.bucket_of(rotten.match)
    server.zadd(keys.due(bucket), {rotten.match: 1})
    other = ada.post("/v1/matches", {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0}).get_json()["match"]

    drain_once(context)

    parked = context.store.parked()
    assert list(parked) == [rotten.match]
    assert parked[rotten.match].reason.startswith("unreadable")
    assert parked[rotten.match].next is not None
    shown: Any = ada.sees(f"/v1/matches/{other}")
    assert shown["status"] == "running"


def test_whoever_meets_it_has_a_worker_park_it(rotten: Table, context: Context) -> None:
    """The operator sees it long before its deadline: players are told that he does."""
    assert rotten.players[0].sees("/v1/me/waiting")["unavailable"] == [rotten.match]

    drain_once(context)

    parked = context.store.parked()
    assert list(parked) == [rotten.match]
    assert parked[rotten.match].reason.startswith("unreadable")


def test_asked_for_itself_it_is_parked_too(context: Context, ada: Player, ben: Player, server: redis.Redis) -> None:
    table = Table.begin(context, ada, ben)
    server.hset(keys.match(table.match), "closes", "}")
    refused(ada.get(table.path), 503, "match-unavailable")

    drain_once(context)

    assert context.store.parked()[table.match].reason.startswith("unreadable")


def test_one_that_nobody_asks_for_is_found_by_the_sweep(
    context: Context, ada: Player, ben: Player, server: redis.Redis
) -> None:
    table = Table.begin(context, ada, ben)
    server.hset(keys.match(table.match), "table", '{"v": 99, "blob": "AAAA"}')

    assert context.store.sweep().unreadable == 1
    drain_once(context)

    assert context.store.parked()[table.match].reason == "unreadable: KeyError"
    assert context.store.sweep().unreadable == 1, "it is counted as long as it cannot be read"


def test_a_parked_match_is_not_tried_sooner_because_somebody_looks(rotten: Table, context: Context) -> None:
    player = rotten.players[0]
    player.sees("/v1/me/waiting")
    drain_once(context)
    [before] = context.store.parked().values()

    player.sees("/v1/me/waiting")
    assert not context.store.look_soon(rotten.match)
    drain_once(context)

    assert list(context.store.parked().values()) == [before]


def test_a_match_that_is_over_or_looked_at_soon_needs_no_further_look(
    context: Context, ada: Player, ben: Player, server: redis.Redis
) -> None:
    table = Table.begin(context, ada, ben)
    assert context.store.look_soon(table.match)
    assert not context.store.look_soon(table.match), "it is due"
    assert not context.store.look_soon("018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1bff"), "it is not here"
    server.hset(keys.match(table.match), "status", "closed")
    server.zrem(keys.due(keys.bucket_of(table.match)), table.match)
    assert not context.store.look_soon(table.match), "it is over"


def test_a_corrupt_delivery_record_hides_no_other(ada: Player, server: redis.Redis) -> None:
    good = {"mail": "m", "match": "", "kinds": [], "state": "sent", "attempt": 1, "at": 1, "answer": "", "dropped": []}
    rotten = [good | {"at": "soon"}, good | {"dropped": [7]}, {}]
    recipient = keys.recipient_of(ada.account, None)
    server.rpush(keys.deliveries(recipient), *(json.dumps(one) for one in (*rotten, good)))
    assert [one["mail"] for one in ada.sees("/v1/me/deliveries")["deliveries"]] == ["m"]


def test_a_corrupt_account_is_a_typed_refusal_for_its_owner_alone(
    ada: Player, ben: Player, server: redis.Redis
) -> None:
    server.hset(keys.account(ada.account), "prefs", "{")
    refused(ada.get("/v1/me"), 503, "stored-unreadable")
    assert ben.sees("/v1/me")["account"] == ben.account


@pytest.mark.parametrize("rot", ['{"entry":{"n":2', "7", "[]", '{"entry":{"n":2,"type":"resolved"}}'])
def test_a_corrupt_line_of_the_log_is_a_typed_refusal(table: Table, server: redis.Redis, rot: str) -> None:
    server.lset(keys.lines(table.match), 1, rot)
    refused(table.players[0].get(f"{table.path}/feed"), 503, "match-unavailable")
    if rot.endswith("2"):
        refused(table.players[0].get(f"{table.path}/log"), 503, "match-unavailable")


def test_a_corrupt_act_is_a_typed_refusal_for_its_match_alone(table: Table, server: redis.Redis) -> None:
    player = table.players[0]
    move = table.moves(player, table.standing()["id"])[0]
    assert player.put(f"{table.here()}/commitment", {"move": move, "wait": True}).status_code == 200
    here = f"{table.here()}/commitment"
    (field,) = server.hkeys(keys.acts(table.match))
    for rot in ('{"act":', "7", '{"act":"commit","seq":1,"more":2}'):
        server.hset(keys.acts(table.match), field, rot)
        refused(player.put(here, {"move": move, "wait": True}), 503, "match-unavailable")
