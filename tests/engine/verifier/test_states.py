"""The states of a match, played again: those that its log has sealed by their hashes, and what could be seen of them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Event, Game, State
from engine.protocol.canon import unb64
from engine.protocol.chance import state_hash
from engine.verifier import Refuted
from engine.verifier.rules_replay import deal_again, states
from engine.verifier.transcript import Transcript
from tests.engine.laws import text
from tests.engine.playing import Server
from tests.engine.verifier.mutations import entries_in

GOLDEN = Path(__file__).parents[2] / "system" / "golden"


@pytest.mark.parametrize("name", ["goldsieber-basic", "tilsit", "seafarers-ozeanien-5"])
def test_the_states_are_those_that_the_log_has_hashed(name: str) -> None:
    export = (GOLDEN / f"{name}.jsonl").read_bytes()
    entries = entries_in(export)
    transcript = Transcript(None)
    for line in export.splitlines():
        transcript.line(json.loads(line))
    assert transcript.closed is not None
    _, seed, dealt, _ = deal_again(transcript, unb64(transcript.closed["seed"]))
    (first, state), *found = states(export)
    assert entries[first - 1]["type"] == "started" and state == dealt
    resolved = {one["n"]: one["body"]["state"] for one in entries if one["type"] == "resolved"}
    assert {n: state_hash(seed, n, one) for n, one in found} == resolved


def test_a_match_that_goes_on_has_no_published_seed() -> None:
    export = (GOLDEN / "goldsieber-basic.jsonl").read_bytes()
    cut = b"".join(export.splitlines(keepends=True)[:-1])
    with pytest.raises(Refuted, match="not closed"):
        list(states(cut))


class Watched(Server):
    """Writes down what every seat and a spectator see after each step."""

    def __init__(self, **wishes: Any) -> None:
        super().__init__(**wishes)
        self.seen: list[tuple[int, list[str]]] = []
        resolve = self.step.resolve

        def watched(*args: Any) -> None:
            resolve(*args)
            self.look()

        self.step.resolve = watched  # type: ignore[method-assign, assignment]

    def deal(self) -> None:
        super().deal()
        self.look()

    def look(self) -> None:
        self.seen.append((self.step.n, views(self.game, self.state, len(self.step.table["seats"]))))


def views(game: Game, state: State, seats: int) -> list[str]:
    return [text(game.view(state, viewer)) for viewer in (*range(seats), None)]


MATCHES: dict[str, dict[str, Any]] = {
    "kontor": {"options": {"preset": "tilsit"}, "silence": 0.1},
    "kontor, teams": {"rules": "kontor", "options": {"preset": "goldsieber-teams"}, "places": 4, "unopened": 0.1},
    "packet-row": {"places": 3, "silence": 0.1},
    "anno-1701": {"silence": 0.1},
    "seafarers": {"places": 5, "silence": 0.1},
}


@pytest.mark.parametrize("name", MATCHES)
def test_what_each_viewer_saw_of_a_match_that_goes_on_is_what_comes_out_when_it_is_played_again(name: str) -> None:
    """Random matches of every game, broken off: byte for byte, for every seat and a spectator."""
    server = Watched(**{"rules": name, "seed": random.randrange(1 << 32), **MATCHES[name]})
    export = server.play(rounds=30).export
    seats = len(server.step.table["seats"])
    so_far = export.splitlines(keepends=True)
    if server.step.table["status"] == "closed":
        so_far = [
            line for line in so_far if json.loads(line)["entry"]["type"] not in ("answered", "disclosed", "closed")
        ]
    again = [(n, views(server.game, state, seats)) for n, state in states(b"".join(so_far), server.server_seed)]
    assert again == server.seen
    assert len({one for _, seen in again for one in seen}) > 30


def test_with_another_seed_nothing_comes_out() -> None:
    export = Server(seed=5).play(rounds=3).export
    with pytest.raises(Refuted, match="not the seed"):
        next(states(export, bytes(32)))


def test_rules_that_play_otherwise_show_nothing_of_a_match_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacked: a release whose rules come to another state would show what nobody has seen."""
    server = Server(seed=5)
    export, rules = server.play(rounds=3).export, type(server.game)
    resolve = rules.resolve

    def otherwise(*args: Any) -> tuple[State, list[Event]]:
        state, events = resolve(*args)
        return {**state, "money": [0, 0]}, events

    monkeypatch.setattr(rules, "resolve", otherwise)
    played = states(export, server.server_seed)
    next(played)
    with pytest.raises(Refuted, match="not the one that was"):
        next(played)
