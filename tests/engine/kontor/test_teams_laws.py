"""The contract's laws over matches of four, played in the ways that bring up what is special about them."""

import random

import pytest

from engine.kontor import GAME, VERSIONS
from tests.engine import laws
from tests.engine.kontor.four import TEAMS
from tests.engine.kontor.test_laws import ferryman, lazy, scrambled, silent

PLAYERS = {"lazy": lazy, "silent": silent, "ferryman": ferryman, "random": laws.at_random}
TABLES = [
    ("lazy", {}), ("silent", {"quay_pile_open": True}), ("ferryman", {"special_cards": False}),
    ("random", {"pass_mode": "secret"}),
]  # fmt: skip


def match_of(player, options, number=0, game=GAME):
    rng = random.Random(number)
    return laws.play(game, {"preset": TEAMS, **options}, 4, laws.seed_of(number), PLAYERS[player](rng)), rng


@pytest.mark.parametrize(("player", "options"), TABLES)
def test_every_law_holds_for_four(player, options):
    match, rng = match_of(player, options)
    laws.resolving_is_pure(match)
    laws.replaying_is_equal(match)
    laws.everything_is_json(match)
    laws.decisions_are_proper(match)
    laws.silence_is_legal(match)
    laws.moves_and_check_agree(match, rng, mutants=4)
    laws.everything_has_words(match)


@pytest.mark.parametrize(("player", "options"), TABLES)
def test_no_seat_learns_what_another_holds_its_partners_hand_included(player, options):
    match, rng = match_of(player, options)
    for step in match.steps[::3]:
        known = {move.get(key) for move in step.answers.values() for key in ("card", "if_alone")}
        for viewer in (None, 0, 1, 2, 3):
            other = scrambled(step.before, viewer, rng, visible=5, shown=known)
            laws.nothing_leaks(GAME, step.before, other, viewer, drawn=rng.random() < 0.02, seats=4)
            laws.no_event_leaks(GAME, step, other, viewer, match.seed)


@pytest.mark.parametrize("game", VERSIONS)
def test_the_ways_of_playing_bring_up_what_four_have_and_two_have_not(game):
    asked, receivers = set(), set()
    for player in PLAYERS:
        for number in range(4):
            match, _ = match_of(player, {}, number, game)
            asked |= {(step.decision["kind"], len(step.decision["seats"])) for step in match.steps}
            moves = [move for step in match.steps for move in step.answers.values()]
            receivers |= {move["receiver"] for move in moves if "receiver" in move}
    assert ("choose", 4) in asked
    assert {seats for kind, seats in asked if kind == "alone"} == ({1, 2} if game.rules.id == "kontor@1" else set())
    assert receivers == {0, 1, 2, 3}
