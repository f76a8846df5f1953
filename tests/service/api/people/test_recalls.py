"""What I have sealed, shown to me wherever I am: a worker reads it for the text of my token, and for nobody else."""

from typing import Any

import pytest
import redis
from flask import Flask
from werkzeug.test import TestResponse

from engine.contract import Move
from engine.protocol.canon import b64, canonical
from service.accounts.access import tokens
from service.api.http import holding
from service.context import Context
from service.matches.receipts import request_for
from service.store import keys
from tests.given.replays import ReplayQueue
from tests.service.api.players import Player, Table, new_player, refused
from workers.jobs.recall import recall_once


@pytest.fixture
def workers(context: Context, redis_url: str) -> ReplayQueue:
    return ReplayQueue(context, redis.Redis.from_url(redis_url))


@pytest.fixture
def play(table: Table, ada: Player) -> Move:
    """A card that Ada holds."""
    return next(one for one in table.moves(ada, "r1.choose") if one["type"] == "play")


def other_device(app: Flask, context: Context, player: Player, scopes: tuple[str, ...] = tokens.SCOPES) -> Player:
    issued = tokens.issue_token(context, player.account, name="another device", scopes=scopes)
    return Player(app, issued.text, player.account)


def test_another_device_is_told_what_was_sealed_in_words(
    app: Flask, context: Context, table: Table, ada: Player, workers: ReplayQueue, play: Move
) -> None:
    sealed = ada.put(f"{table.here()}/commitment", {"move": play}).get_json()
    phone = other_device(app, context, ada)
    waits = phone.get(f"{table.here()}/sealed")
    refused(waits, 503, "unavailable")
    assert waits.headers["Retry-After"] == "1"
    refused(phone.get(f"{table.here()}/sealed"), 503, "unavailable")
    assert [(match, decision) for match, decision, _ in workers.recalls] == [(table.match, "r1.choose")], "asked once"
    workers.work()
    shown = phone.get(f"{table.here()}/sealed?language=de")
    assert shown.status_code == 200 and shown.headers["Cache-Control"] == "no-store"
    found = shown.get_json()
    assert (found["move"], found["commitment"]) == (play, sealed["receipt"]["commitment"])
    checked = phone.ask("POST", f"{table.here()}/check?language=de", {"move": play}).get_json()
    assert found["words"] == checked["words"]
    passes = {"move": {"type": "pass"}, "replaces": 1}
    assert ada.put(f"{table.here()}/commitment", passes).status_code == 200
    refused(phone.get(f"{table.here()}/sealed"), 503, "unavailable")
    workers.work()
    again = phone.get(f"{table.here()}/sealed")
    assert again.get_json()["move"] == {"type": "pass"}, "what was replaced is not shown any more"
    assert len(again.data) == len(shown.data), "how long the answer is does not tell a card from a pass"


def test_nobody_but_the_account_is_shown_it(
    app: Flask, context: Context, table: Table, ada: Player, ben: Player, workers: ReplayQueue, play: Move
) -> None:
    ada.put(f"{table.here()}/commitment", {"move": play})
    path = f"{table.here()}/sealed"
    refused(ben.get(path), 404, "not-found")
    refused(new_player(app, context, "Cleo").get(path), 403, "not-seated")
    looks_on = other_device(app, context, ada, ("match:read",))
    refused(looks_on.get(path), 403, "scope-missing")
    assert workers.recalls == []


def test_a_worker_reads_nothing_for_who_cannot_show_a_token_of_the_account(
    app: Flask, context: Context, table: Table, ada: Player, ben: Player, play: Move, redis_url: str
) -> None:
    """Attacked: the queue is written to by somebody who has the API's keys, and the whole store."""
    ada.put(f"{table.here()}/commitment", {"move": play})
    looks_on = other_device(app, context, ada, ("match:read",))
    token_id = tokens.token_id(ada.token or "")
    digest = tokens.digest_of(ada.token or "")
    tries = [ben.token, looks_on.token, f"{token_id}", digest, f"sp_{(token_id or '')[2:]}_{b64(bytes(32))}", ""]
    for bearer in tries:
        recall_once(context, table.match, "r1.choose", request_for(context.sealer, bearer or ""))
    recall_once(context, table.match, "r1.choose", "nonsense")
    recall_once(context, table.match, "r1.choose", context.sealer.seal_bytes(b"[]"))
    with redis.Redis.from_url(redis_url) as server:
        assert not [key for key in server.scan_iter() if b":rc:" in key]


def test_a_worker_shows_no_move_that_was_sealed_for_another_seat(
    context: Context, table: Table, ada: Player, ben: Player, play: Move, redis_url: str
) -> None:
    """Attacked: whoever writes to the store puts Ben's box and commitment into Ada's place, and Ada asks."""
    ada.put(f"{table.here()}/commitment", {"move": play})
    ben.put(f"{table.here()}/commitment", {"move": {"type": "pass"}})
    with redis.Redis.from_url(redis_url) as server:
        acts, secrets = keys.acts(table.match), keys.secrets(table.match)
        server.hset(acts, "0:r1.choose", server.hget(acts, "1:r1.choose") or b"")
        server.hset(secrets, "box:0:r1.choose", server.hget(secrets, "box:1:r1.choose") or b"")
        recall_once(context, table.match, "r1.choose", request_for(context.sealer, ada.token or ""))
        assert not [key for key in server.scan_iter() if b":rc:" in key]


def test_what_is_left_for_the_account_is_locked_and_goes_by_itself(
    context: Context, table: Table, ada: Player, workers: ReplayQueue, play: Move, redis_url: str
) -> None:
    sealed = ada.put(f"{table.here()}/commitment", {"move": play}).get_json()
    refused(ada.get(f"{table.here()}/sealed"), 503, "unavailable")
    ((_, _, request),) = workers.recalls
    assert (ada.token or "").encode() not in request.encode() and len(request) == len(request_for(context.sealer, ""))
    workers.work()
    with redis.Redis.from_url(redis_url) as server:
        kept = keys.recalled(table.match, tokens.token_id(ada.token or "") or "")
        left = server.get(kept)
        assert isinstance(left, bytes) and 0 < server.ttl(kept) <= 60
        assert canonical(play) not in left and sealed["opening"]["salt"].encode() not in left


def test_what_only_its_player_can_open_is_not_there(table: Table, ada: Player, workers: ReplayQueue) -> None:
    path = f"{table.here()}/sealed"
    refused(ada.get(path), 404, "not-found")
    ada.put(f"{table.here()}/commitment", {"commitment": "sc1_" + b64(bytes(32))})
    refused(ada.get(path), 404, "not-found")
    ada.delete(f"{table.here()}/commitment?replaces=1")
    refused(ada.get(path), 404, "not-found")
    refused(ada.get(f"{table.path}/decisions/r9.choose/sealed"), 404, "not-found")
    assert workers.recalls == []


def test_who_waits_for_what_no_worker_can_read_asks_for_it_once(
    context: Context, app: Flask, table: Table, ada: Player, workers: ReplayQueue, play: Move
) -> None:
    """On a server that keeps connections aside and has requests answered again when the bell rings."""
    ada.put(f"{table.here()}/commitment", {"move": play})
    held: list[holding.Held] = []

    def look(**environ: Any) -> TestResponse:
        overrides = {holding.HOLD: held.append, **environ}
        path, bearer = f"{table.here()}/sealed?wait=5", {"Authorization": f"Bearer {ada.token}"}
        return app.test_client().get(path, headers=bearer, environ_overrides=overrides)

    look()
    assert len(held) == len(workers.recalls) == 1
    look(**{holding.HELD: held[0]})
    assert len(held) == 2 and len(workers.recalls) == 1, "rung for something else: it waits on"
    context.store.withdraw_work(keys.recall_asked(table.match, tokens.token_id(ada.token or "") or ""))
    refused(look(**{holding.HELD: held[1]}), 503, "unavailable")
    assert len(workers.recalls) == 1
    held[0].place.release()


def test_an_account_has_so_many_read_in_a_while_and_programs_use_up_their_own(
    app: Flask, limited: Context, ada: Player, ben: Player, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.api.matches.decisions.ALLOWED", (1, 600))
    table = Table.begin(limited, ada, ben)
    path = f"{table.here()}/sealed"
    ada.put(f"{table.here()}/commitment", {"move": {"type": "pass"}})
    granted = tokens.issue_token(limited, ada.account, name="x", scopes=("match:play",), kind="app")
    refused(Player(app, granted.text, ada.account).get(path), 503, "unavailable")
    refused(ada.get(path), 503, "unavailable")
    ReplayQueue(limited, redis.Redis.from_url(redis_url)).work()
    assert ada.get(path).status_code == 200
    ada.put(f"{table.here()}/commitment", {"move": {"type": "pass"}, "replaces": 1, "wait": True})
    refused(ada.get(path), 429, "too-many-requests")
