"""A stranger's client: it knows the document and nothing else, plays each game to its end, and needs few requests.

It asks what waits, with the moves, for as long as it may, naming the tag it has; and answers with any of the moves listed.
"""

import random
import threading
from typing import Any

import pytest
from flask import Flask

from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.service.api.matches.test_waiting import Worker
from tests.service.api.players import Player, Table, new_player
from tests.service.serve.watching import until

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "kontor": (2, {"round_limit": 8}),
    "packet-row": (2, {}),
    "anno-1701": (2, {"turn_limit": 6}),
    "seafarers": (5, {"turn_limit": 5}),
}
"""Seats, and options that end a match soon, by the rules."""


class Stranger(threading.Thread):
    """Plays a seat of one match until another match asks, or it is told to stop; counts its requests."""

    def __init__(self, match: str, player: Player, seed: int) -> None:
        super().__init__(daemon=True)
        self._match, self._player, self._random = match, player, random.Random(seed)
        self.is_over = threading.Event()
        self.requests = self.answers = 0

    def run(self) -> None:
        tag: dict[str, str] = {}
        while not self.is_over.is_set():
            answer = self._player.get("/v1/me/waiting?include=moves&wait=30", **tag)
            self.requests += 1
            if answer.status_code == 304:
                continue
            tag = {"If_None_Match": answer.headers["ETag"]}
            for one in answer.get_json()["waiting"]:
                if one["match"] == self._match:
                    self._answer(one)

    def _answer(self, one: Any) -> None:
        here = f"/v1/matches/{one['match']}/decisions/{one['decision']['id']}/{one['answer']}"
        answer = self._player.put(here, {"move": self._random.choice(one["moves"])})
        self.requests += 1
        self.answers += answer.status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_plays_every_game_with_three_requests_a_decision_at_most(
    context: Context, app: Flask, game: str
) -> None:
    """Seafarers took 4.7: whoever had answered was told at once that nothing waits."""
    seats, options = GAMES[game]
    players = [new_player(app, context, f"Player {number}") for number in range(seats)]
    owner, *others = (one.stored(context) for one in players)
    match = new_match_id()
    creation.create(context, owner, NewMatch(rules=game, seats=seats, options=options, grace=0, hold=0), match)
    for seat, account in enumerate(others, start=1):
        lobby.join(context, match, account, seat=seat, invitation=None)
    table = Table(context, match, tuple(players))
    strangers = [Stranger(match, one, seed) for seed, one in enumerate(players)]
    with Worker(table):
        for one in strangers:
            one.start()
        until(lambda: table.seen_by(players[0])["status"] == "closed", "the match is over", 240)
        for one in strangers:
            one.is_over.set()
        for number in range(seats):  # ends the last wait
            Table.begin(context, players[number], players[(number + 1) % seats])
        for one in strangers:
            one.join(60)
    assert table.seen_by(players[0])["over"] == "finished"
    assert sum(one.requests for one in strangers) <= 3 * sum(one.answers for one in strangers)
