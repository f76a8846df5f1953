"""Stepping through a match that goes on: a worker plays it again, for the one who asks and nobody else."""

import json
import threading
from typing import Any

import pytest
import redis
from flask import Flask

from engine.verifier.rules_replay import states
from service.accounts.access import tokens
from service.api.app import equip
from service.api.matches.log import earlier
from service.context import Context
from service.processes.wake import wake
from service.store import keys
from tests.given.contexts import dealt, loaded
from tests.given.replays import ReplayQueue
from tests.service.api.players import Player, Table, new_player, refused
from tests.service.serve.watching import until
from workers.jobs import replay


@pytest.fixture
def workers(context: Context, server: redis.Redis) -> ReplayQueue:
    return ReplayQueue(context, server)


def stored(server: redis.Redis) -> set[str]:
    return {key.decode() if isinstance(key, bytes) else key for key in server.scan_iter()}


def seen(table: Table, viewers: list[Player], query: str = "") -> list[tuple[str, str]]:
    """Return what each sees, as the bytes of the view and of the picture."""
    return [
        (
            json.dumps(one.sees(f"{table.path}/view{query}")["view"]),
            one.get(f"{table.path}/picture.svg{query}").get_data(as_text=True),
        )
        for one in viewers
    ]


def play(table: Table, viewers: list[Player], decisions: int) -> dict[int, list[tuple[str, str]]]:
    """Play on; return what each saw at every moment, by the log's length."""
    found = {}
    for _ in range(decisions):
        standing = table.standing()
        for seat in standing["seats"]:
            moves = table.moves(table.players[seat], standing["id"])
            move = next((one for one in moves if one["type"] == "play"), moves[0])
            path = f"{table.path}/decisions/{standing['id']}/{'commitment' if standing['sealed'] else 'move'}"
            assert table.players[seat].put(path, {"move": move}).status_code == 200
        found[loaded(table.context, table.match).n] = seen(table, viewers)
        table.resolve()
    return found


def test_every_moment_is_shown_as_each_viewer_saw_it(
    app: Flask, context: Context, ada: Player, ben: Player, visitor: Player, workers: ReplayQueue
) -> None:
    table = Table.begin(context, ada, ben, visibility="open")
    viewers = [ada, ben, visitor]
    then = play(table, viewers, 5)
    first = min(then)
    for one in viewers:
        waits = one.get(f"{table.path}/picture.svg?n={first}")
        refused(waits, 503, "replay-pending")
        assert waits.headers["Retry-After"] == "1"
        refused(one.get(f"{table.path}/view?n={first}"), 503, "replay-pending")
    assert workers.asked == [(table.match, 0), (table.match, 1), (table.match, None)]
    workers.work()
    for n, views in then.items():
        assert seen(table, viewers, f"?n={n}") == views
        assert len({view for view, _ in views}) == 3
    shown = ada.sees(f"{table.path}/view?n={first}")
    line = json.loads(context.store.lines(table.match, after=first - 1, limit=1)[0])
    assert (shown["n"], shown["head"], shown["seat"]) == (first, line["head"], 0)
    assert ada.get(f"{table.path}/picture.png?width=300&n={first}").mimetype == "image/png"
    tag = ada.get(f"{table.path}/picture.svg?n={first}").headers["ETag"]
    play(table, [], 1)
    assert ada.get(f"{table.path}/picture.svg?n={first}", If_None_Match=tag).status_code == 304
    assert workers.asked == []
    refused(ada.get(f"{table.path}/picture.svg?n=1"), 404, "not-found")
    refused(ada.get(f"{table.path}/view?n=100000"), 404, "not-found")
    assert ada.sees(f"{table.path}/view?n=1")["view"] is None


def test_what_is_left_for_a_viewer_has_nothing_of_the_others(
    context: Context, table: Table, server: redis.Redis, workers: ReplayQueue
) -> None:
    """Attacked: everything that the API can read of a replay is searched for the other hand, the deck and the seed."""
    then = play(table, list(table.players), 4)
    before = stored(server)
    refused(table.players[0].get(f"{table.path}/view?n={min(then)}"), 503, "replay-pending")
    seed = loaded(context, table.match, secrets=True).seed
    workers.work()
    made = keys.replay(table.match, 0)
    assert {key for key in stored(server) - before if not key.startswith("rq:")} == {made}
    left = context.store.replay(table.match, 0)
    assert left is not None and seed is not None
    assert 0 < server.ttl(made) <= 300
    assert context.store.replay(table.match, 1) is None
    raw = server.get(made)
    assert isinstance(raw, bytes) and seed.encode() not in raw
    hand = dealt(loaded(context, table.match))["hands"][1]
    views = [left.view(n) for n in left.steps]
    assert hand and views
    for view in views:
        assert view is not None and json.dumps(view["hands"][1]) != json.dumps(hand)
        assert seed not in json.dumps(view)
    for n, shown in then.items():
        assert left.view(n) == json.loads(shown[0][0])


def test_whoever_may_not_look_at_a_match_may_not_look_back_either(
    app: Flask, context: Context, ada: Player, ben: Player, visitor: Player, workers: ReplayQueue
) -> None:
    table = Table.begin(context, ada, ben, visibility="private")
    then = play(table, [], 2)
    stranger = new_player(app, context, "Cleo")
    for one in (stranger, visitor):
        refused(one.get(f"{table.path}/view?n={min(then)}"), 403, "private")
        refused(one.get(f"{table.path}/picture.svg?n={min(then)}&wait=5"), 403, "private")
    assert workers.asked == []


def test_a_request_waits_for_the_worker(context: Context, table: Table, workers: ReplayQueue) -> None:
    then = play(table, [table.players[0]], 2)
    answers = []

    def ask() -> None:
        answers.append(table.players[0].get(f"{table.path}/view?n={min(then)}&wait=25"))

    waiting = threading.Thread(target=ask)
    waiting.start()
    until(lambda: workers.asked, "a worker is asked")
    workers.work()
    waiting.join()
    assert json.dumps(answers[0].get_json()["view"]) == then[min(then)][0][0]


def test_one_replay_is_made_however_many_ask(
    table: Table, workers: ReplayQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: the same is asked again and again, and the job comes twice."""
    n = min(play(table, [], 3))
    for _ in range(3):
        refused(table.players[0].get(f"{table.path}/view?n={n}"), 503, "replay-pending")
    assert workers.asked == [(table.match, 0)]
    workers.work()
    with monkeypatch.context() as patched:
        patched.setattr(replay, "states", None)
        replay.replay_once(table.context, table.match, 0)
    assert table.players[0].sees(f"{table.path}/view?n={n}")["n"] == n
    # Once the match has gone on, what is newer than the replay asks for another.
    later = max(play(table, [], 2))
    refused(table.players[0].get(f"{table.path}/view?n={later}"), 503, "replay-pending")
    workers.work()
    assert table.players[0].sees(f"{table.path}/view?n={later}")["n"] == later


def test_too_much_looking_back_is_refused(
    app: Flask, limited: Context, ada: Player, ben: Player, server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(earlier, "ALLOWED", (1, 600))
    tables = [Table.begin(limited, ada, ben) for _ in range(2)]
    steps = [min(play(one, [], 1)) for one in tables]
    granted = tokens.issue_token(limited, ada.account, name="x", scopes=("match:read",), kind="app")
    program = Player(app, granted.text, ada.account)
    refused(program.get(f"{tables[0].path}/view?n={steps[0]}"), 503, "replay-pending")
    refused(program.get(f"{tables[1].path}/view?n={steps[1]}"), 429, "too-many-replays")
    limited.store.withdraw_work(keys.replay_asked(tables[0].match, 0))
    refused(ada.get(f"{tables[0].path}/view?n={steps[0]}"), 503, "replay-pending")
    answer = ada.get(f"{tables[1].path}/view?n={steps[1]}")
    refused(answer, 429, "too-many-replays")
    assert 0 < int(answer.headers["Retry-After"]) <= 600
    refused(ben.get(f"{tables[1].path}/view?n={steps[1]}"), 503, "replay-pending")
    assert ReplayQueue(limited, server).asked == [*[(tables[0].match, 0)] * 2, (tables[1].match, 1)]


def test_the_line_of_those_who_wait_is_bounded(
    table: Table, workers: ReplayQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    n = min(play(table, [], 1))
    monkeypatch.setattr("service.processes.wake.MOST_REPLAYS", 1)
    refused(table.players[0].get(f"{table.path}/view?n={n}"), 503, "replay-pending")
    refused(table.players[1].get(f"{table.path}/view?n={n}"), 429, "too-many-pictures")
    workers.work()
    refused(table.players[1].get(f"{table.path}/view?n={n}"), 503, "replay-pending")


def test_a_move_does_not_wait_for_somebody_who_looks_back(
    context: Context, table: Table, workers: ReplayQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: the only worker plays a match again when a round of another is complete."""
    other = Table.begin(context, *table.players)
    play(other, [], 1)
    standing = table.standing()
    for player in table.players:
        move = table.moves(player, standing["id"])[0]
        player.put(f"{table.path}/decisions/{standing['id']}/commitment", {"move": move})
    wake(context.settings.queue_url, "resolve")
    monkeypatch.setattr(replay, "LOOK_EVERY", 0.0)
    views = []

    def watched(*args: Any) -> Any:
        for one in states(*args):
            views.append(table.standing()["id"])
            yield one

    monkeypatch.setattr(replay, "states", watched)
    replay.replay_once(context, other.match, 0)
    assert views[0] == standing["id"] and views[-1] != standing["id"]


def test_a_match_that_cannot_be_played_again_says_so_for_a_while(
    table: Table,
    workers: ReplayQueue,
    server: redis.Redis,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    n = min(play(table, [], 2))
    refused(table.players[0].get(f"{table.path}/view?n={n}"), 503, "replay-pending")

    def fails(*_: Any) -> Any:
        raise ValueError("the hand is C01 C02")

    monkeypatch.setattr(replay, "states", fails)
    workers.work()
    refused(table.players[0].get(f"{table.path}/view?n={n}"), 404, "not-found")
    assert server.ttl(keys.replay(table.match, 0)) <= 60
    assert "ValueError" in caplog.text and "C01" not in caplog.text


def test_a_replay_that_is_damaged_is_made_again(table: Table, workers: ReplayQueue, server: redis.Redis) -> None:
    n = min(play(table, [], 2))
    for rotten in (b"", b"{}\n", b"\xff", b'{"through":1}\nx'):
        server.set(keys.replay(table.match, 0), rotten)
        refused(table.players[0].get(f"{table.path}/view?n={n}"), 503, "replay-pending")
        workers.work()
        assert table.players[0].sees(f"{table.path}/view?n={n}")["n"] == n
        equip(table.players[0].app, table.context)
