"""Anno 1701's own laws over whole matches: voyages hide what is to come, conservation of cards, limits, ends.

The laws of every game are held against Anno 1701 by ``tests/engine/test_laws.py``.
"""

import random

from hypothesis import given as forall
from hypothesis import settings

from engine.games.anno_1701 import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.anno_1701.table import cards_in, outcome_of
from tests.engine.anno_1701.ways import brought_to_light, lively, scrambled
from tests.engine.ways import matches

BRIEF = settings(max_examples=5, deadline=None)


def test_on_a_voyage_only_revealed_cards_show_and_never_those_to_come() -> None:
    """A whole voyage, every step of it, from every seat: the deck below the card revealed may lie in any order."""
    rng = random.Random(7)
    compared: set[str] = set()
    for number in range(60):
        if number >= 6 and compared >= {"voyage", "meet", "prize"}:
            break
        match = laws.play(GAME, {"turn_limit": 60}, 2, laws.seed_of(number), lively(random.Random(number)))
        for step in match.steps:
            if step.before["voyage"] is None:
                continue
            for viewer in (None, 0, 1):
                other = scrambled(step.before, viewer, rng, keep=brought_to_light(step, viewer))
                if other["voyage"]["deck"] != step.before["voyage"]["deck"]:
                    compared.add(step.decision["kind"])
                laws.no_event_leaks(GAME, step, other, viewer, match.seed)
                after, _ = GAME.resolve(other, step.decision["id"], step.answers, Draws(match.seed))
                laws.nothing_leaks(GAME, step.after, after, viewer)
    assert compared >= {"voyage", "meet", "prize"}


def test_scrambling_changes_what_is_hidden() -> None:
    match = laws.play(GAME, {"turn_limit": 3}, 2, laws.seed_of(1), laws.at_random(random.Random(1)))
    other = scrambled(match.steps[1].before, 0, random.Random(2))
    assert other["players"][0]["hand"] == match.steps[1].before["players"][0]["hand"]
    assert other["players"][1]["hand"] != match.steps[1].before["players"][1]["hand"]
    assert other["piles"] != match.steps[1].before["piles"]


@BRIEF
@forall(matches(GAME))
def test_no_card_is_made_or_lost_and_every_store_keeps_its_limits(match: laws.Match) -> None:
    for state in match.states:
        assert cards_in(state) == sorted(GAME.data.cards)
        placed = [step for one in state["players"] for step in one["residents"]]
        for i, kind in enumerate(GAME.data.residents):
            assert state["supply"][i] + sum(step > i for step in placed) == kind.count
        for one in state["players"]:
            assert all(0 <= amount <= 3 for amount in (*one["land"].values(), *one["luxury"].values()))
            assert all(0 <= gold <= 4 for gold in one["gold"])
            assert 0 <= one["ship"] <= 4
            assert len(one["hand"]) <= 3
        if state["voyage"]:
            assert sorted(state["voyage"]["deck"].split()) == sorted(GAME.data.voyage)


@BRIEF
@forall(matches(GAME))
def test_a_match_ends_by_points_merchants_unrest_or_the_limit(match: laws.Match) -> None:
    outcome = outcome_of(match.end)
    assert outcome["reason"] in ("points", "merchants", "unrest", "turn-limit")
    assert match.end["turn"] <= match.options["turn_limit"]
    assert match.steps[-1].events[-1]["type"] == "ended"


def test_bots_play_matches_of_full_length_to_an_end_by_the_rules() -> None:
    for number in range(3):
        match = laws.play(GAME, {}, 2, laws.seed_of(number), laws.bot(random.Random(number)))
        assert match.end["outcome"]["reason"] in ("points", "merchants", "unrest")
