"""What an operation costs the store, as counts: round trips and syncs. They decide the speed on every machine."""

import time
from collections.abc import Callable, Mapping
from inspect import iscoroutinefunction, unwrap
from typing import Any

import pytest
import redis
from flask import Flask

from engine.protocol.log import timestamp
from service.api.http.rate_limits import LEAST, PER_ADDRESS
from service.api.matches.log.newest_checkpoint import NewestCheckpoint
from service.api.schemas import responses
from service.context import Context
from service.store.installation import results as stored_tournaments
from tests.servers.redis_server import RedisServer
from tests.service.api.players import Player, Table
from tests.store.wire import Cost, cost_of
from workers.resolve.drain import drain_once

Costs = Callable[..., Cost]
"""What a player's request costs: called with the player, method, path and body; ``status`` and headers by name."""
WRITE = Cost(round_trips=1, fsyncs=1)
READ = Cost(round_trips=1, fsyncs=0)
REFUSED = Cost(round_trips=2, fsyncs=0)
"""A refused act: the store is asked for the time after it, which the signed receipt of the refusal names."""


@pytest.fixture
def costs(app: Flask, context: Context, redis_session: RedisServer) -> Costs:
    """Return the cost of a request that has to succeed, between two questions for the newest checkpoint."""
    known = NewestCheckpoint(lambda: 0.0)
    known.shown(context, context.signer.key_id)
    app.extensions["siegelpost-checkpoint"] = known

    def measure(player: Player, *request: Any, status: int = 200, **headers: str) -> Cost:
        answers = []
        cost = cost_of(redis_session, lambda: answers.append(player.ask(*request, **headers)))
        assert answers[0].status_code == status, answers[0].get_data(as_text=True)
        return cost

    return measure


def test_an_accepted_escrow_commitment_is_one_round_trip_and_one_fsync(
    table: Table, ada: Player, ben: Player, costs: Costs
) -> None:
    here = f"{table.here()}/commitment"  # reading it has warmed token and match in this process
    ben.put(here, {"move": {"type": "pass"}, "wait": True})  # and this the script in the server
    moves = table.moves(ada, table.standing()["id"])
    assert costs(ada, "PUT", here, {"move": moves[0]}) == WRITE
    for seq, move in enumerate(moves[1:4], start=1):
        assert costs(ada, "PUT", here, {"move": move, "replaces": seq}) == WRITE
    assert costs(ada, "DELETE", f"{here}?replaces=4") == WRITE


def test_a_commitment_sent_again_and_a_refused_one_sync_nothing(table: Table, ada: Player, costs: Costs) -> None:
    here = f"{table.here()}/commitment"
    opening = ada.put(here, {"move": {"type": "pass"}}).get_json()["opening"]
    assert costs(ada, "PUT", here, {"opening": opening}) == READ
    assert costs(ada, "PUT", here, {"move": {"type": "pass"}}) == READ
    other = table.moves(ada, table.standing()["id"])[0]
    assert costs(ada, "PUT", here, {"move": other}, status=409) == REFUSED
    assert costs(ada, "PUT", here, {"move": {"type": "nonsense"}}, status=422).fsyncs == 0


def test_looking_at_a_match_is_one_round_trip(table: Table, ada: Player, visitor: Player, costs: Costs) -> None:
    tag = ada.get(table.path).headers["ETag"]
    assert costs(ada, "GET", table.path) == READ
    assert costs(ada, "GET", table.path, status=304, If_None_Match=tag) == READ
    assert costs(ada, "GET", f"{table.here()}/moves") == READ
    assert costs(ada, "GET", f"{table.path}/picture.svg") == READ
    assert costs(visitor, "GET", table.path) == READ


def test_reading_what_was_said_is_one_more(table: Table, ada: Player, ben: Player, costs: Costs) -> None:
    ada.put(f"{table.path}/talk/muted", {"seats": [1]})
    assert costs(ada, "GET", f"{table.path}/talk") == Cost(round_trips=2, fsyncs=0)


@pytest.mark.parametrize(
    ("path", "name"), [("/v1/me/waiting", "waiting"), ("/v1/me/matches?status=running", "matches")]
)
def test_what_waits_and_what_runs_cost_no_more_after_hundreds_of_matches(
    table: Table, ada: Player, context: Context, redis_url: str, path: str, name: str
) -> None:
    with redis.Redis.from_url(redis_url) as client:

        def asked() -> int:
            return int(client.info("stats")["total_commands_processed"])

        def shown() -> tuple[int, int]:
            before = asked()
            answer = ada.get(path).get_json()
            return asked() - before, len(answer[name])

        shown()  # reads what a first request alone reads
        at_first = shown()
        assert at_first[1] == 1
        for number in range(300):
            context.store.file_match(ada.account, f"00000000-0000-4000-8000-{number:012}", number)
        assert shown() == at_first


def test_health_asks_nobody(visitor: Player, costs: Costs) -> None:
    assert costs(visitor, "GET", "/health") == (0, 0)


def test_quotas_cost_a_round_trip_in_many_requests(
    limited: Context, visitor: Player, redis_session: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)

    def ask() -> list[int]:
        return [visitor.get("/v1/rules").status_code for _ in range(PER_ADDRESS.batch // LEAST)]

    assert ask() == [200] * (PER_ADDRESS.batch // LEAST)  # opens the connection and teaches the server the script
    assert cost_of(redis_session, ask).round_trips == 1


def test_the_hand_written_answer_to_an_act_is_what_its_schema_would_write(table: Table, ada: Player) -> None:
    for body in ({"move": {"type": "pass"}}, {"move": table.moves(ada, table.standing()["id"])[0], "replaces": 1}):
        answer = ada.put(f"{table.here()}/commitment", body)
        assert answer.mimetype == "application/json"
        assert responses.Acted().dump(answer.get_json()) == answer.get_json()
        assert responses.Acted().validate(answer.get_json()) == {}


def test_nothing_that_flask_calls_is_a_coroutine(app: Flask) -> None:
    called: list[Any] = list(app.view_functions.values())
    kinds_of_hooks: list[Mapping[Any, list[Any]]] = [app.before_request_funcs, app.after_request_funcs]
    for hooks in (*kinds_of_hooks, app.teardown_request_funcs):
        called += [one for several in hooks.values() for one in several]
    called += [one for kinds in app.error_handler_spec.values() for codes in kinds.values() for one in codes.values()]
    assert len(called) > 100
    assert [one for one in called if iscoroutinefunction(unwrap(one))] == [], "App.ensure_sync does not wait for it"


def test_a_step_opens_each_box_once(
    table: Table, ada: Player, ben: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = f"{table.here()}/commitment"
    for player in (ada, ben):
        assert player.put(here, {"move": {"type": "pass"}}).status_code == 200
    boxes: list[str] = []
    unseal = Context.unseal

    def noted(self: Context, box: str) -> bytes:
        boxes.append(box)
        return unseal(self, box)

    monkeypatch.setattr(Context, "unseal", noted)

    drain_once(context)

    assert len(boxes) == len(set(boxes)) == 2


def test_ratings_of_all_games_are_read_at_once(ada: Player, visitor: Player, costs: Costs) -> None:
    ada.get("/v1/me/ratings")  # notes that the token was used
    assert costs(ada, "GET", "/v1/me/ratings") == Cost(round_trips=2, fsyncs=0)  # the token, and all games
    # The account, its list of matches, all games, and no match.
    assert costs(visitor, "GET", f"/v1/players/{ada.account}") == Cost(round_trips=3, fsyncs=0)


def test_a_list_of_tournaments_reads_none_of_their_entries(
    ada: Player, visitor: Player, context: Context, costs: Costs, monkeypatch: pytest.MonkeyPatch
) -> None:
    closes = timestamp(context.store.now() + 3_600_000)
    for name in ("Hansa cup", "Winter league"):
        path = ada.post("/v1/tournaments", {"name": name, "rules": "kontor", "closes_at": closes}).headers["Location"]
        assert ada.put(f"{path}/entry", {}).status_code == 200
    monkeypatch.setattr(stored_tournaments, "parse_entry", None)
    assert costs(visitor, "GET", "/v1/tournaments") == Cost(round_trips=2, fsyncs=0)
    shown = visitor.sees("/v1/tournaments")["tournaments"]
    assert [(one["name"], one["status"], one["entrants"]) for one in shown] == [
        ("Winter league", "open", 1),
        ("Hansa cup", "open", 1),
    ]
