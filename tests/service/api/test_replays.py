"""Stepping through a match that is over: every picture as its viewer saw it."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from service.api.matches.gallery import Busy
from service.api.matches.log.earlier import Replays
from tests.service.api.players import Player, Table, refused


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
    app: Flask, table: Table, ada: Player, ben: Player
) -> None:
    seen = play_a_round(table)
    (n, *_) = seen[-1]
    refused(ada.get(f"{table.path}/picture.svg?n={n}"), 503, "replay-pending")
    assert ben.post(f"{table.path}/resign").status_code == 202
    table.resolve()
    assert len(seen) >= 2
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


def test_one_match_is_played_again_at_a_time_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacked: many ask for many matches at once."""
    begun, go_on, played = threading.Event(), threading.Event(), list[bytes]()

    def slowly(export: bytes) -> list[tuple[int, dict[str, int]]]:
        played.append(export)
        begun.set()
        go_on.wait()
        return [(2, {"at": 2}), (5, {"at": 5})]

    monkeypatch.setattr("service.api.matches.log.earlier.states", slowly)
    replays = Replays(patience=0)
    first = threading.Thread(target=replays.state, args=("a", lambda: b"a", 3))
    first.start()
    begun.wait()
    with pytest.raises(Busy):
        replays.state("b", lambda: b"b", 3)
    go_on.set()
    first.join()
    assert [replays.state("a", lambda: b"a", n) for n in (1, 2, 4, 5, 9)] == [
        None,
        {"at": 2},
        {"at": 2},
        {"at": 5},
        {"at": 5},
    ]
    assert played == [b"a"]


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[bytes]()

    def remembered(export: bytes) -> list[tuple[int, dict[str, str]]]:
        played.append(export)
        return [(1, {"state": export.decode()})]

    monkeypatch.setattr("service.api.matches.log.earlier.states", remembered)
    replays = Replays(kept=10)
    for match in ("a", "b", "a", "b"):
        assert replays.state(match, match.encode, 1) == {"state": match}
    assert played == [b"a", b"b", b"a", b"b"]
