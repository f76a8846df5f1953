"""Stepping through a match that is over: every picture as its viewer saw it."""

from typing import Any

import pytest
from flask import Flask

from engine.registry import game_of
from service.context import Context
from service.store import keys
from service.store.matches.moments import STATES
from tests.given.contexts import loaded
from tests.given.replays import ReplayQueue
from tests.service.api.players import Player, Table, refused
from workers.jobs.replay import replay_once


def play_a_round(table: Table) -> list[tuple[int, str, str]]:
    """Play until the second round; return the log's length and each player's picture at every moment."""
    seen = []
    while table.standing()["id"] != "r2.choose":
        standing = table.standing()
        for seat in standing["seats"]:
            player, sealed = table.players[seat], standing["sealed"]
            moves = table.moves(player, standing["id"])
            move = next((one for one in moves if one["type"] == "play"), moves[0])
            path = f"{table.path}/decisions/{standing['id']}/{'commitment' if sealed else 'move'}"
            assert player.put(path, {"move": move}).status_code == 200
        n = table.seen_by(table.players[0])["n"]
        seen.append((n, *(one.get(f"{table.path}/picture.svg").get_data(as_text=True) for one in table.players)))
        table.resolve()
    return seen


def test_every_moment_of_a_match_that_is_over_is_shown_as_each_player_saw_it(
    app: Flask, table: Table, ada: Player, ben: Player, workers: ReplayQueue
) -> None:
    seen = play_a_round(table)
    (n, *_) = seen[-1]
    refused(ada.get(f"{table.path}/picture.svg?n={n}"), 503, "replay-pending")
    assert ben.post(f"{table.path}/resign").status_code == 202
    table.resolve()
    assert len(seen) >= 2
    workers.work()
    refused(ada.get(f"{table.path}/picture.svg?n={n}"), 503, "replay-pending")
    workers.work()
    for n, to_ada, to_ben in seen:
        for player, then in ((ada, to_ada), (ben, to_ben)):
            answer = player.get(f"{table.path}/picture.svg?n={n}")
            assert answer.get_data(as_text=True) == then
            again = player.get(f"{table.path}/picture.svg?n={n}", If_None_Match=answer.headers["ETag"])
            assert again.status_code == 304
    assert ada.get(f"{table.path}/picture.png?width=300&n={n}").mimetype == "image/png"
    visitor = Player(app, None, "").get(f"{table.path}/picture.svg?n={seen[0][0]}").get_data(as_text=True)
    assert visitor not in (seen[0][1], seen[0][2])
    refused(ada.get(f"{table.path}/picture.svg?n=1"), 404, "not-found")
    refused(ada.get(f"{table.path}/picture.svg?n=100000"), 404, "not-found")
    refused(ada.get(f"{table.path}/picture.svg?n=0"), 422, "invalid")


def test_the_api_never_plays_a_match_again(
    table: Table, ada: Player, visitor: Player, workers: ReplayQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacked: every earlier moment of a closed match is asked for, by everybody; the answers' process resolves nothing."""
    seen = play_a_round(table)
    ada.post(f"{table.path}/resign")
    table.resolve()
    resolved = list[str]()
    rules = type(game_of(loaded(table.context, table.match).table))
    resolve = rules.resolve

    def counted(game: Any, state: Any, decision: str, *rest: Any) -> Any:
        resolved.append(decision)
        return resolve(game, state, decision, *rest)

    monkeypatch.setattr(rules, "resolve", counted)
    steps = [n for n, *_ in seen]
    for n in steps:
        for viewer in (ada, visitor):
            viewer.get(f"{table.path}/view?n={n}")
    assert resolved == []
    assert workers.asked == [(table.match, STATES)]
    workers.work()
    played = len(resolved)
    assert played >= len(steps)
    for n in steps:
        for viewer in (ada, visitor):
            assert viewer.sees(f"{table.path}/view?n={n}")["n"] == n
    assert len(resolved) == played and workers.asked == []
    newest = loaded(table.context, table.match).n
    assert ada.sees(f"{table.path}/view?n={newest}")["view"] == ada.sees(f"{table.path}/view")["view"]


def test_states_of_a_match_that_goes_on_are_left_for_nobody(
    context: Context, table: Table, ada: Player, workers: ReplayQueue
) -> None:
    """Attacked: a job in the queue names the states of a match whose seed is a secret."""
    play_a_round(table)
    context.store.request_work(keys.replay_asked(table.match, STATES))
    replay_once(context, table.match, STATES)
    assert context.store.replay(table.match, STATES) is None
    assert context.store.request_work(keys.replay_asked(table.match, STATES))
