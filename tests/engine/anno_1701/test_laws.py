"""Whole matches held against the contract's laws, and the game's own laws of conservation and ending."""

import copy
import os
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from engine.anno_1701 import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.anno_1701.table import cards_in

BRIEF = settings(max_examples=5, deadline=None)


def lively(rng):
    """A player who rarely bargains and rarely goes to the bank, so that much else happens."""

    def answer(game, state, seat, decision, moves):
        quiet = [move for move in moves if move["type"] not in ("offer", "counter", "bank")]
        return rng.choice(quiet if quiet and rng.random() < 0.95 else moves)

    return answer


def botlike(rng):
    """A player who plays like the bot."""
    chance = Draws(rng.randbytes(32))
    return lambda game, state, seat, decision, moves: game.bot(game.view(state, seat), decision, moves, chance)


def silent(rng):
    """A player who answers rarely."""
    return lambda game, state, seat, decision, moves: (
        rng.choice(moves) if rng.random() < 0.2 else game.fallback(state, seat, decision["id"], "absent")
    )


@st.composite
def matches(draw):
    seed = draw(st.integers(0, 2**32))
    player = draw(st.sampled_from([laws.at_random, lively, lively, botlike, silent]))
    limit = draw(st.sampled_from([12, 40]))
    return laws.play(GAME, {"turn_limit": limit}, 2, laws.seed_of(seed), player(random.Random(seed)))


@BRIEF
@forall(matches())
def test_resolving_is_pure(match):
    laws.resolving_is_pure(match)


@BRIEF
@forall(matches())
def test_replaying_the_answers_brings_back_every_state(match):
    laws.replaying_is_equal(match)


@BRIEF
@forall(matches())
def test_everything_is_plain_json(match):
    laws.everything_is_json(match)


@BRIEF
@forall(matches())
def test_decisions_are_proper_and_nothing_forced_is_asked(match):
    laws.decisions_are_proper(match)


@BRIEF
@forall(matches())
def test_silence_is_legal(match):
    laws.silence_is_legal(match)


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_moves_and_check_agree(match, seed):
    laws.moves_and_check_agree(match, random.Random(seed), mutants=4, complete=False)


@BRIEF
@forall(matches())
def test_everything_that_happens_can_be_said(match):
    laws.everything_has_words(match)


def scrambled(state, viewer, rng, keep=frozenset()):
    """Return another state that differs only in what the viewer may not see: the other hand, piles, voyage cards, slips.

    ``keep``: cards, also voyage cards, that a step brings to light, which stay where they are.
    """
    other = copy.deepcopy(state)
    seen = {task["kind"]: task for task in state["due"] if task.get("seat") == viewer and viewer is not None}
    hands = [] if "spy" in seen else [one["hand"] for seat, one in enumerate(other["players"]) if seat != viewer]
    piles = {name: pile.split() for name, pile in other["piles"].items() if name != seen.get("search", {}).get("pile")}
    for numeral in (1, 2, 3):
        spots = [(group, i) for group in (*hands, *piles.values()) for i, card in enumerate(group)
                 if card.split("-")[1] == str(numeral) and card not in keep]  # fmt: skip
        cards = [group[i] for group, i in spots]
        rng.shuffle(cards)
        for (group, i), card in zip(spots, cards, strict=True):
            group[i] = card
    other["piles"] |= {name: " ".join(pile) for name, pile in piles.items()}
    if other["voyage"]:
        met = len(other["voyage"]["seen"])
        deck = other["voyage"]["deck"].split()
        spots = [i for i, card in enumerate(deck) if i >= met and card not in keep]
        hidden = [deck[i] for i in spots]
        rng.shuffle(hidden)
        for i, card in zip(spots, hidden, strict=True):
            deck[i] = card
        other["voyage"]["deck"] = " ".join(deck)
    for task in other["due"]:
        if task["kind"] == "search" and task["seat"] != viewer:
            rng.shuffle(task["slips"])
    return other


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_see_shows_nowhere(match, seed):
    rng = random.Random(seed)
    for step in match.steps[seed % 5 :: 5]:
        for viewer in (None, 0, 1):
            other = scrambled(step.before, viewer, rng)
            laws.nothing_leaks(GAME, step.before, other, viewer, drawn=rng.random() < 0.05)


def brought_to_light(step, viewer):
    """Return the cards that the viewer, told of a step, knows."""
    cards = set()
    for event in laws.seen_by(step.events, viewer):
        cards |= {event["card"]} if event.get("card") else set()
        cards |= set(event["cards"]) if isinstance(event.get("cards"), list) else set()
    moves = step.answers.values()
    return cards | {move["card"] for move in moves if "card" in move}


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_see_shows_in_no_event_and_no_later_view(match, seed):
    rng = random.Random(seed)
    for step in match.steps[seed % 5 :: 5]:
        for viewer in (None, 0, 1):
            other = scrambled(step.before, viewer, rng, keep=brought_to_light(step, viewer))
            laws.no_event_leaks(GAME, step, other, viewer, match.seed)
            after, _ = GAME.resolve(other, step.decision["id"], step.answers, Draws(match.seed))
            laws.nothing_leaks(GAME, step.after, after, viewer)


def test_on_a_voyage_only_the_card_revealed_shows_and_never_those_to_come():
    """A whole voyage, every step of it, from every seat: the deck below the card revealed may lie in any order."""
    rng, compared = random.Random(7), set()
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


def test_scrambling_changes_what_is_hidden():
    match = laws.play(GAME, {"turn_limit": 3}, 2, laws.seed_of(1), laws.at_random(random.Random(1)))
    other = scrambled(match.steps[1].before, 0, random.Random(2))
    assert other["players"][0]["hand"] == match.steps[1].before["players"][0]["hand"]
    assert other["players"][1]["hand"] != match.steps[1].before["players"][1]["hand"]
    assert other["piles"] != match.steps[1].before["piles"]


@BRIEF
@forall(matches())
def test_no_card_is_made_or_lost_and_every_store_keeps_its_limits(match):
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
@forall(matches())
def test_a_match_ends_by_points_merchants_unrest_or_the_limit(match):
    outcome = GAME.outcome(match.end)
    assert outcome["reason"] in ("points", "merchants", "unrest", "turn-limit")
    assert match.end["turn"] <= match.options["turn_limit"]
    assert match.steps[-1].events[-1]["type"] == "ended"


def test_bots_play_matches_of_full_length_to_an_end_by_the_rules():
    for number in range(3):
        match = laws.play(GAME, {}, 2, laws.seed_of(number), botlike(random.Random(number)))
        assert match.end["outcome"]["reason"] in ("points", "merchants", "unrest")


def fingerprint():
    """Return one text for everything that happens in two matches."""
    played = []
    for number in range(2):
        match = laws.play(GAME, {"turn_limit": 15}, 2, laws.seed_of(number), lively(random.Random(number)))
        asked = [GAME.moves(step.before, step.decision["seats"][0], step.decision["id"]) for step in match.steps]
        seen = [GAME.view(step.after, None) for step in match.steps]
        played += [[step.after, step.events] for step in match.steps] + seen + asked
    return sha256(laws.text(played).encode()).hexdigest()


def test_every_process_computes_the_same_bytes_in_the_same_order():
    """Python orders sets by a seed of each process; nothing of it may reach a state, an event or a list of moves."""
    command = [sys.executable, "-c", "from tests.engine.anno_1701.test_laws import fingerprint; print(fingerprint())"]
    root = Path(__file__).parents[3]
    prints = {
        subprocess.run(
            command, cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1
