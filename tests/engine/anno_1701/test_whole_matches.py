"""Random matches of full length, to the end, with all 120 cards counted after every step (B1-B8; D.12, E49, E50)."""

import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from engine.contract import Json, State
from engine.games.anno_1701 import GAME
from engine.protocol.chance import Draws
from tests.campaigns.soak.report import report, scaled
from tests.engine import laws
from tests.engine.anno_1701.table import cards_in, outcome_of

EXPANSION = sorted(GAME.data.cards)
PLACES = {side: sorted([*(one.id for one in cards.landscapes), "ship"]) for side, cards in GAME.data.sides.items()}
ROW = {"residents": 4, "gold": 2, "luxury": 2}
"""Cards of a side that are places: pioneers, village centres, warehouses; with the overview card they are nine."""


def set_up_cards(player: Mapping[str, Json]) -> int:
    """Return how many set-up cards a player has: what lies in the layout, and the places of the row."""
    assert sorted(player["at"].split()) == PLACES[player["side"]]
    assert sorted([*player["land"], "ship"]) == PLACES[player["side"]]
    assert {part: len(player[part]) for part in ROW} == ROW
    return len(PLACES[player["side"]]) + sum(ROW.values()) + 1


def count_cards(state: State) -> int:
    """Count all cards of a table; each kind is where the rules may have put it, and nothing overflows."""
    assert cards_in(state) == EXPANSION
    placed = [step for one in state["players"] for step in one["residents"]]
    for i, kind in enumerate(GAME.data.residents):
        assert state["supply"][i] >= 0
        assert state["supply"][i] + sum(step > i for step in placed) == kind.count
    voyage = state["voyage"]["deck"].split() if state["voyage"] else list(GAME.data.voyage)
    assert sorted(voyage) == sorted(GAME.data.voyage)
    for one in state["players"]:
        assert min(*one["land"].values(), *one["luxury"].values(), *one["gold"], one["ship"]) >= 0
        assert max(*one["land"].values(), *one["luxury"].values()) <= 3
        assert max(*one["gold"], one["ship"]) <= 4
        assert len(one["hand"]) <= 3
        assert len(one["buildings"]) <= 16
    inhabitants: int = sum(state["supply"]) + sum(placed)
    return len(EXPANSION) + inhabitants + len(voyage) + sum(map(set_up_cards, state["players"]))


def play_to_the_end(number: int) -> tuple[str, int, int]:
    """Play a match by chance: any legal move, in every second match with little bargaining so that more is built."""
    rng, chance = random.Random(number), Draws(laws.seed_of(number))
    state = GAME.setup(GAME.options({}, 2), 2, chance)
    steps = 0
    while decisions := GAME.decisions(state):
        assert count_cards(state) == 120
        decision = next(one for one in decisions if not one["optional"])
        answers = {}
        for seat in decision["seats"]:
            moves = GAME.moves(state, seat, decision["id"])
            quiet = [move for move in moves if move["type"] not in ("offer", "counter", "bank")]
            answers[seat] = rng.choice(quiet if number % 2 and quiet and rng.random() < 0.95 else moves)
        state, events = GAME.resolve(state, decision["id"], answers, chance)
        steps += 1
        assert steps < laws.LONGEST
    assert count_cards(state) == 120
    assert events[-1]["type"] == "ended"
    check_outcome(state)
    return state["outcome"]["reason"], state["turn"], steps


def check_outcome(state: State) -> None:
    """Hold the result against D.12: the winner has what the reason says, nobody else had it before."""
    outcome = outcome_of(state)
    points = [sum(one["residents"]) for one in state["players"]]
    gold = [sum(one["gold"]) for one in state["players"]]
    assert outcome["scores"] == points
    assert all(level in range(4) for one in state["players"] for level in one["residents"])
    first = outcome["winners"][0]
    if outcome["reason"] == "points":
        assert points[first] == 7 > points[1 - first]
    elif outcome["reason"] == "merchants":
        assert state["players"][first]["residents"].count(3) == 2
        assert max(points) < 7
    elif outcome["reason"] == "unrest":
        assert gold[1 - first] == 0 < gold[first]
    else:
        assert outcome["reason"] == "turn-limit"
        assert state["turn"] == state["options"]["turn_limit"] == 200
        assert points[first] == max(points)
        assert max(points) < 7
    if outcome["reason"] != "turn-limit":
        assert len(outcome["winners"]) == 1
        assert state["turn"] <= 200


def run(numbers: Iterable[int]) -> tuple[Counter[str], list[int], list[int]]:
    """Play matches; return how they ended and their lengths in turns and decisions."""
    played = [play_to_the_end(number) for number in numbers]
    return Counter(reason for reason, _, _ in played), [one for _, one, _ in played], [one for _, _, one in played]


def test_twelve_random_matches_of_full_length_end_with_every_card_accounted_for() -> None:
    endings, turns, decisions = run(range(12))
    assert sum(endings.values()) == 12
    assert {"unrest", "turn-limit"} <= set(endings)
    assert max(turns) == 200
    assert sum(decisions) > 1_000


@pytest.mark.soak
def test_a_thousand_random_matches_of_full_length_end() -> None:
    began = time.perf_counter()
    endings, turns, decisions = run(range(scaled(1000)))
    report(
        "Anno 1701: random matches to the end", time.perf_counter() - began, matches=len(turns),
        endings=dict(endings.most_common()), turns_median=statistics.median(turns), turns_longest=max(turns),
        decisions_median=statistics.median(decisions), decisions_longest=max(decisions),
    )  # fmt: skip
