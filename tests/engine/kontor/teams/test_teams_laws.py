"""What is special about matches of four comes up in the ways in which the laws play them."""

import random

from engine.games.kontor import GAME
from tests.engine import laws
from tests.engine.kontor.four import TEAMS
from tests.engine.kontor.ways import ferryman, lazy

PLAYERS = (lazy, laws.mostly_silent, ferryman, laws.at_random)


def test_the_ways_of_playing_bring_up_what_only_four_players_have() -> None:
    asked, receivers = set(), set()
    for player in PLAYERS:
        for number in range(4):
            match = laws.play(GAME, {"preset": TEAMS}, 4, laws.seed_of(number), player(random.Random(number)))
            asked |= {(step.decision["kind"], len(step.decision["seats"])) for step in match.steps}
            moves = [move for step in match.steps for move in step.answers.values()]
            receivers |= {move["receiver"] for move in moves if "receiver" in move}
    assert ("choose", 4) in asked
    assert "alone" not in {kind for kind, _ in asked}
    assert receivers == {0, 1, 2, 3}
