"""Whole matches for every number of players, held against the contract's laws and Packet Row's own conservation laws."""

import copy
import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from engine.packet_row import GAME
from engine.packet_row.rules.fulfilment import reward
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.packet_row.table import BOOK, CARDS, cards_in

BRIEF = settings(max_examples=8, deadline=None)
START = 25


@dataclass(frozen=True, repr=False)
class Match(laws.Match):
    """A match that a failing test can name in one line."""

    number: int

    def _repr_pretty_(self, printer, cycle):
        printer.text(f"match_of({self.seats}, {self.number}, ..., hidden_hands={self.options['hidden_hands']})")


def match_of(seats, number, answer, *, hidden_hands=False, eager=0.25):
    """Play a match in which somebody who can fulfil a contract sometimes does so, whoever's turn it is."""
    seed, rng = laws.seed_of(number), random.Random(number)
    chance = Draws(seed)
    options = GAME.options({"hidden_hands": hidden_hands}, seats)
    state = start = GAME.setup(options, seats, chance)
    steps = []
    while decisions := GAME.decisions(state):
        able = [one for one in decisions if one["optional"] and GAME.moves(state, one["seats"][0], one["id"])]
        due = [one for one in decisions if not one["optional"]]
        decision = rng.choice(able) if able and rng.random() < eager else rng.choice(due)
        (seat,) = decision["seats"]
        move = answer(GAME, state, seat, decision, GAME.moves(state, seat, decision["id"]))
        GAME.check(state, seat, decision["id"], move)
        after, events = GAME.resolve(state, decision["id"], {seat: move}, chance)
        steps.append(laws.Step(state, decision, {seat: move}, after, events))
        assert len(steps) < laws.LONGEST
        state = after
    return Match(GAME, options, seats, seed, start, steps, number)


def silent(rng):
    """A player who rarely answers."""
    return lambda game, state, seat, decision, moves: (
        rng.choice(moves)
        if decision["optional"] or rng.random() < 0.3
        else game.fallback(state, seat, decision["id"], "absent")
    )


def greedy(rng):
    """A player who takes whatever there is, contracts and what serves them first."""

    def answer(game, state, seat, decision, moves):
        wanted = [move for move in moves if CARDS[move.get("card", "school#1")].kind in ("contract", "ship", "goods")]
        return rng.choice(wanted or moves)

    return answer


@st.composite
def matches(draw, **fixed):
    seats = draw(st.sampled_from(GAME.rules.seats))
    number = draw(st.integers(0, 2**32))
    player = draw(st.sampled_from([laws.at_random, laws.at_random, silent, greedy]))
    hidden = draw(st.booleans())
    return match_of(seats, number, player(random.Random(number)), hidden_hands=hidden)


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
def test_decisions_are_proper_and_nothing_visibly_forced_is_asked(match):
    laws.decisions_are_proper(match, forced_in_secret=lambda step: step.decision["kind"] in ("ask", "last", "harbour"))


@BRIEF
@forall(matches())
def test_silence_is_legal_where_somebody_waits(match):
    waited_for = [step for step in match.steps if not step.decision["optional"]]
    laws.silence_is_legal(laws.Match(match.game, match.options, match.seats, match.seed, match.start, waited_for))


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_moves_and_check_agree(match, seed):
    rng = random.Random(seed)
    with_moves = [
        step for step in match.steps if GAME.moves(step.before, step.decision["seats"][0], step.decision["id"])
    ]
    some = rng.sample(with_moves, min(len(with_moves), 25))
    laws.moves_and_check_agree(
        laws.Match(match.game, match.options, match.seats, match.seed, match.start, some), rng, complete=False
    )


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_a_mutated_answer_without_contracts_is_legal_exactly_if_it_is_listed(match, seed):
    rng = random.Random(seed)
    for step in rng.sample(match.steps, min(len(match.steps), 30)):
        decision = step.decision
        (seat,) = decision["seats"]
        if decision["kind"] not in ("open", "ask", "harbour", "last"):
            continue
        moves = GAME.moves(step.before, seat, decision["id"])
        listed = {laws.text(move) for move in moves}
        for mutant in laws.mutations(moves, rng, 12):
            if "fulfil" not in mutant:
                assert laws.passes(GAME, step.before, seat, decision["id"], mutant) == (laws.text(mutant) in listed)


def scrambled(state, viewer, rng):
    """Return another state that differs only in what the viewer may not see: piles, hidden contracts, hidden hands."""
    other = copy.deepcopy(state)
    for board in other["boards"].values():
        unseen = [*board["draw"], *board["aside"]]
        rng.shuffle(unseen)
        board["draw"], board["aside"] = unseen[: len(board["draw"])], unseen[len(board["draw"]) :]
    if other["stage"] == "over":
        return other
    hiders = [
        player
        for seat, player in enumerate(other["players"])
        if seat != viewer and player["hidden_contract"] is not None
    ]
    contracts = [*other["box"], *(player["hidden_contract"] for player in hiders)]
    rng.shuffle(contracts)
    for player in hiders:
        player["hand"].remove(player["hidden_contract"])
        player["hidden_contract"] = contracts.pop()
        player["hand"] = BOOK.in_order([*player["hand"], player["hidden_contract"]])
    other["box"] = contracts
    if other["options"]["hidden_hands"]:
        _swap_hands([player for seat, player in enumerate(other["players"]) if seat != viewer], rng)
    return other


def _swap_hands(players, rng):
    """Deal the hidden hands anew among their holders, so that each keeps the number of cards."""
    hands = [[card for card in player["hand"] if card != player["hidden_contract"]] for player in players]
    cards = [card for hand in hands for card in hand]
    rng.shuffle(cards)
    for player, hand in zip(players, hands, strict=True):
        kept = [player["hidden_contract"]] if player["hidden_contract"] else []
        player["hand"] = BOOK.in_order([*(cards.pop() for _ in hand), *kept])


NAMES = ["Ada", "Ben", "Cem", "Dora", "Eve"]


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_see_shows_nowhere(match, seed):
    rng = random.Random(seed)
    for step in rng.sample(match.steps, min(len(match.steps), 25)):
        for viewer in (None, *range(match.seats)):
            other = scrambled(step.before, viewer, rng)
            laws.nothing_leaks(GAME, step.before, other, viewer)


@BRIEF
@forall(matches(), st.integers(0, 2**32))
def test_what_a_viewer_may_not_see_shows_in_no_event_and_in_no_skip(match, seed):
    """The same answer in two states that look alike tells the same, unless it reveals something itself."""
    rng = random.Random(seed)
    for step in rng.sample(match.steps, min(len(match.steps), 25)):
        ((actor, _),) = step.answers.items()
        for viewer in (None, *range(match.seats)):
            other = scrambled(step.before, viewer, rng)
            other["players"][actor] = copy.deepcopy(step.before["players"][actor])
            if sorted(cards_in(other)) != sorted(CARDS) or step.decision["kind"] == "final":
                continue  # the actor's hand got lost among the others: not a state of this game
            for sign, board in other["boards"].items():
                board["draw"] = list(step.before["boards"][sign]["draw"])  # a refill brings cards to light
                board["aside"] = list(step.before["boards"][sign]["aside"])
            laws.no_event_leaks(GAME, step, other, viewer, match.seed)


def test_hidden_things_stay_out_of_picture_and_words():
    match = match_of(4, 3, laws.at_random(random.Random(3)), hidden_hands=True)
    rng = random.Random(1)
    for step in match.steps[::9]:
        for viewer in (None, 2):
            one, two = (GAME.view(state, viewer) for state in (step.before, scrambled(step.before, viewer, rng)))
            assert GAME.picture(one) == GAME.picture(two)
            assert GAME.words.table(one, NAMES[:4], "de") == GAME.words.table(two, NAMES[:4], "de")


def test_scrambling_changes_what_is_hidden():
    match = match_of(3, 5, laws.at_random(random.Random(5)), hidden_hands=True)
    state = match.states[40]
    other = scrambled(state, 0, random.Random(2))
    assert other["players"][0] == state["players"][0]
    assert other["players"][1]["hand"] != state["players"][1]["hand"]
    assert other["boards"]["D"]["draw"] != state["boards"]["D"]["draw"]
    assert cards_in(other) == sorted(CARDS)


@BRIEF
@forall(matches())
def test_no_card_is_made_or_lost_and_all_money_is_accounted_for(match):
    purses = [START] * match.seats
    for step in match.steps:
        for event in step.events:
            if event["type"] == "took":
                card = CARDS[event["card"]]
                assert event["paid"] == card.cost
                purses[event["seat"]] += card.amount - card.cost
            elif event["type"] == "fulfilled":
                assert event["reward"] == reward(CARDS[card] for card in event["cards"])
                purses[event["seat"]] += event["reward"]
        assert [player["money"] for player in step.after["players"]] == purses
        assert min(purses) >= 0
        assert cards_in(step.after) == sorted(CARDS)


@BRIEF
@forall(matches())
def test_nobody_takes_two_cards_in_a_round_and_every_round_opens_a_board(match):
    for step in match.steps:
        told = Counter(event["type"] for event in step.events)
        seats = [one["seat"] for one in step.after["taken"]]
        assert len(seats) == len(set(seats))
        for sign, board in step.after["boards"].items():
            assert len(board["current"]) <= BOOK.parameters.current_supply[match.seats], sign
        if told["round-over"]:
            assert step.after["previous"]["opened"]


def check_end(match):
    end, outcome = match.end, GAME.outcome(match.end)
    assert outcome["reason"] in ("exhausted", "nothing-to-open")
    if outcome["reason"] == "exhausted":
        exhausted = sum(board["exhausted"] for board in end["boards"].values())
        assert exhausted >= BOOK.parameters.end_exhausted_boards[match.seats]
    ranks = list(zip(outcome["scores"], (player["money"] for player in end["players"]), strict=True))
    assert outcome["winners"] == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    assert 8 <= end["round"] <= 60
    assert cards_in(end) == sorted(CARDS)


@BRIEF
@forall(matches())
def test_a_match_ends_when_enough_boards_are_exhausted(match):
    check_end(match)


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_two_hundred_random_matches_for_every_number_of_players(seats):
    for number in range(200):
        check_end(match_of(seats, number, laws.at_random(random.Random(number)), hidden_hands=number % 4 == 0))


def fingerprint():
    """Return one text for everything that happens in some matches."""
    played = []
    for seats in GAME.rules.seats:
        match = match_of(seats, seats, laws.at_random(random.Random(seats)))
        played += [[step.after, step.events, GAME.view(step.after, 0)] for step in match.steps]
        played += [GAME.moves(step.before, step.decision["seats"][0], step.decision["id"]) for step in match.steps]
    return hashlib.sha256(laws.text(played).encode()).hexdigest()


def test_every_process_computes_the_same_bytes_in_the_same_order():
    """Python orders sets by a seed of each process; nothing of it may reach a state, an event or a list of moves."""
    command = [sys.executable, "-c", "from tests.engine.packet_row.test_laws import fingerprint; print(fingerprint())"]
    prints = {
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1
