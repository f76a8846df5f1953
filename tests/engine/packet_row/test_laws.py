"""Packet Row's own laws over whole matches: what is listed is all there is, conservation of cards and money, ends.

The laws of every game are held against Packet Row by ``tests/engine/test_laws.py``.
"""

import random
from collections import Counter

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from engine.games.packet_row import GAME
from engine.games.packet_row.rules.fulfilment import reward
from tests.engine import laws
from tests.engine.packet_row.table import BOOK, CARDS, cards_in, outcome_of
from tests.engine.packet_row.ways import match_of, scrambled
from tests.engine.ways import matches
from tests.given.thorough import examples

BRIEF = settings(max_examples=examples(3, 8), deadline=None)
START = 25
NAMES = ["Ada", "Ben", "Cem", "Dora", "Eve"]


@BRIEF
@forall(matches(GAME), st.integers(0, 2**32))
def test_a_mutated_answer_without_contracts_is_legal_exactly_if_it_is_listed(match: laws.Match, seed: int) -> None:
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


def test_neither_picture_nor_words_show_hidden_things() -> None:
    match = match_of(4, 3, laws.at_random(random.Random(3)), hidden_hands=True)
    rng = random.Random(1)
    for step in match.steps[::9]:
        for viewer in (None, 2):
            one, two = (GAME.view(state, viewer) for state in (step.before, scrambled(step.before, viewer, rng)))
            assert GAME.picture(one) == GAME.picture(two)
            assert GAME.words.table(one, NAMES[:4], "de") == GAME.words.table(two, NAMES[:4], "de")


def test_scrambling_changes_what_is_hidden() -> None:
    match = match_of(3, 5, laws.at_random(random.Random(5)), hidden_hands=True)
    state = match.states[40]
    other = scrambled(state, 0, random.Random(2))
    assert other["players"][0] == state["players"][0]
    assert other["players"][1]["hand"] != state["players"][1]["hand"]
    assert other["boards"]["D"]["draw"] != state["boards"]["D"]["draw"]
    assert cards_in(other) == sorted(CARDS)


@BRIEF
@forall(matches(GAME))
def test_no_card_is_made_or_lost_and_all_money_is_accounted_for(match: laws.Match) -> None:
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
@forall(matches(GAME))
def test_nobody_takes_two_cards_in_a_round_and_every_round_opens_a_board(match: laws.Match) -> None:
    for step in match.steps:
        told = Counter(event["type"] for event in step.events)
        seats = [one["seat"] for one in step.after["taken"]]
        assert len(seats) == len(set(seats))
        for sign, board in step.after["boards"].items():
            assert len(board["current"]) <= BOOK.parameters.current_supply[match.seats], sign
        if told["round-over"]:
            assert step.after["previous"]["opened"]


def check_end(match: laws.Match) -> None:
    end, outcome = match.end, outcome_of(match.end)
    assert outcome["reason"] in ("exhausted", "nothing-to-open")
    if outcome["reason"] == "exhausted":
        exhausted = sum(board["exhausted"] for board in end["boards"].values())
        assert exhausted >= BOOK.parameters.end_exhausted_boards[match.seats]
    ranks = list(zip(outcome["scores"], (player["money"] for player in end["players"]), strict=True))
    assert outcome["winners"] == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    assert 8 <= end["round"] <= 60
    assert cards_in(end) == sorted(CARDS)


@BRIEF
@forall(matches(GAME))
def test_a_match_ends_when_enough_boards_are_exhausted(match: laws.Match) -> None:
    check_end(match)


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_random_matches_for_every_number_of_players(seats: int, count: int) -> None:
    for number in range(count):
        check_end(match_of(seats, number, laws.at_random(random.Random(number)), hidden_hands=number % 4 == 0))
