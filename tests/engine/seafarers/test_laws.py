"""Whole matches of every scenario, held against the contract's laws and the game's own conservation laws."""

from __future__ import annotations

import copy
import random
from typing import Any, cast

import pytest

from engine.contract import Decision, Game, Move, State
from engine.protocol.chance import Draws
from engine.seafarers.rules.play import Play
from engine.seafarers.scenarios import Scenario
from engine.seafarers.types.state import SeafarersState
from tests.engine import laws
from tests.engine.seafarers.table import BOOK, GAME

SCENARIOS = [(one.id, seats) for one in BOOK.scenarios.values() for seats in one.seats]
PLAYED = cast(Game, GAME)


def eager(rng: random.Random) -> laws.Answer:
    """A player who builds when he can, so that matches are full of pieces; sometimes he does anything."""

    def answer(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        builds = [move for move in moves if move["type"] in ("settlement", "city", "road", "ship", "buy", "chip")]
        return rng.choice(builds if builds and rng.random() < 0.8 else moves)

    return answer


def match_of(preset: str, seats: int, number: int, limit: int = 60) -> laws.Match:
    """Play a match in which offers are answered now and then, whoever's turn it is."""
    seed, rng = laws.seed_of(number), random.Random(number)
    answer = eager(rng) if number % 2 else laws.at_random(rng)
    chance = Draws(seed)
    options = GAME.options({"preset": preset, "turn_limit": limit}, seats)
    state = start = GAME.setup(options, seats, chance)
    steps = []
    while decisions := GAME.decisions(state):
        optional = [one for one in decisions if one["optional"]]
        decision = rng.choice(optional) if optional and rng.random() < 0.5 else decisions[-1]
        answers = {
            seat: answer(PLAYED, state, seat, decision, GAME.moves(state, seat, decision["id"]))
            for seat in decision["seats"]
        }
        after, events = GAME.resolve(state, decision["id"], answers, chance)
        steps.append(laws.Step(state, decision, answers, after, events))
        assert len(steps) < laws.LONGEST
        state = after
    return laws.Match(PLAYED, options, seats, seed, start, steps)


def forced_in_secret(step: laws.Step) -> bool:
    """Hidden cards alone may leave one move: before the dice, in a turn, in the special phase and at a seven."""
    return step.decision["kind"] in ("start", "act", "special", "discard")


@pytest.mark.parametrize(("preset", "seats"), SCENARIOS)
def test_a_match_keeps_the_laws(preset: str, seats: int) -> None:
    match = match_of(preset, seats, seats)
    laws.resolving_is_pure(match)
    laws.replaying_is_equal(match)
    laws.decisions_are_proper(match, forced_in_secret=forced_in_secret)
    laws.silence_is_legal(match)


@pytest.mark.parametrize(("preset", "seats"), SCENARIOS)
def test_moves_and_check_agree_and_everything_is_json(preset: str, seats: int) -> None:
    match = match_of(preset, seats, seats + 1, limit=25)
    laws.moves_and_check_agree(match, random.Random(seats), complete=False)
    laws.everything_is_json(match)


@pytest.mark.parametrize(("preset", "seats"), SCENARIOS)
def test_cards_pieces_and_chips_are_conserved(preset: str, seats: int) -> None:
    for number in range(2):
        for state in match_of(preset, seats, number).states:
            conserved(cast(SeafarersState, state), BOOK.scenarios[preset])


def conserved(state: SeafarersState, scenario: Scenario) -> None:
    for resource in range(5):
        hands = [hand[resource] for hand in state["hands"]]
        assert min(*hands, state["bank"][resource]) >= 0
        assert sum(hands) + state["bank"][resource] == scenario.bank
    for seat in range(state["seats"]):
        standing = [
            state["edges"].count(seat),
            state["edges"].count(seat + 8),
            state["nodes"].count(seat),
            state["nodes"].count(seat + 8),
        ]
        assert [on + off for on, off in zip(standing, state["stock"][seat], strict=True)] == scenario.stock
    knights = sum(held[0] for held in state["cards"]) + sum(state["knights"]) + state["deck"].count("k")
    assert knights == scenario.deck.get("knight", 0)
    victory = sum(held[4] for held in state["cards"]) + state["deck"].count("v")
    assert victory == scenario.deck.get("victory", 0)
    chips = sorted([*(n for n in state["numbers"] if n), *state["stack"], *state["bag"]])
    assert chips == sorted([*scenario.chips, *scenario.hidden_chips])
    harbours = sorted([*(kind for _, kind in state["harbours"]), *state["tokens"]])
    assert harbours == sorted(scenario.harbour_kinds)
    for node, owner in enumerate(state["nodes"]):
        assert owner < 0 or all(state["nodes"][beside] < 0 for beside in scenario.board.node_nodes[node])


@pytest.mark.parametrize(("preset", "seats"), SCENARIOS)
def test_the_routes_and_lines_kept_are_those_that_stand_on_the_board(preset: str, seats: int) -> None:
    from engine.seafarers.rules import lines, route

    for state in match_of(preset, seats, 1).states[::7]:
        play = Play.judging(cast(SeafarersState, copy.deepcopy(state)), BOOK.scenarios[preset])
        assert play.state["route"] == [route.length(play, seat) for seat in range(seats)]
        kept = play.state["lines"]
        lines.recompute(play)
        assert play.state["lines"] == kept


def hidden_otherwise(state: SeafarersState, viewer: int | None, rng: random.Random) -> SeafarersState:
    """Return a state that differs in all that a viewer may not see: other hands of the same size, cards, deck, stacks."""
    other = copy.deepcopy(state)
    seats = [seat for seat in range(state["seats"]) if seat != viewer]
    pool = [i for seat in seats for i in range(5) for _ in range(state["hands"][seat][i])]
    rng.shuffle(pool)
    for seat in seats:
        size = sum(state["hands"][seat])
        drawn, pool = pool[:size], pool[size:]
        other["hands"][seat] = [drawn.count(i) for i in range(5)]
    letters = "krimv"
    cards = [i for seat in seats for i in range(5) for _ in range(state["cards"][seat][i])]
    deck = [letters.index(letter) for letter in state["deck"]]
    everything = [*cards, *deck]
    rng.shuffle(everything)
    for seat in seats:
        size = sum(state["cards"][seat])
        drawn, everything = everything[:size], everything[size:]
        other["cards"][seat] = [drawn.count(i) for i in range(5)]
    other["deck"] = "".join(letters[i] for i in everything)
    if state["active"] != viewer:
        other["fresh"] = state["fresh"]
    tiles, stack, bag = list(state["tiles"]), list(state["stack"]), list(state["bag"])
    for pile in (tiles, stack, bag):
        rng.shuffle(cast("list[Any]", pile))
    other["tiles"], other["stack"], other["bag"] = "".join(tiles), stack, bag
    if len(state["tokens"]) > 1:
        below = state["tokens"][:-1]
        rng.shuffle(below)
        other["tokens"] = [*below, state["tokens"][-1]]
    return other


@pytest.mark.parametrize(("preset", "seats"), SCENARIOS)
def test_nothing_hidden_leaks_into_views_decisions_and_moves(preset: str, seats: int) -> None:
    rng = random.Random(seats)
    for state in match_of(preset, seats, 4).states[::5]:
        if GAME.outcome(state) is not None:
            continue
        for viewer in (None, *range(seats)):
            known = cast(SeafarersState, state)
            other = cast(State, hidden_otherwise(known, viewer, rng))
            assert laws.text(GAME.decisions(state)) == laws.text(GAME.decisions(other))
            assert laws.text(GAME.view(state, viewer)) == laws.text(GAME.view(other, viewer))
            for decision in GAME.decisions(state):
                if viewer in decision["seats"]:
                    assert laws.text(GAME.moves(state, viewer, decision["id"])) == laws.text(
                        GAME.moves(other, viewer, decision["id"])
                    )


def test_only_the_active_seat_has_fresh_cards_that_count() -> None:
    """``fresh`` is public as a number only; what kinds they are is not in anybody else's view."""
    match = match_of("fuenf-inseln-5", 5, 3)
    for state in match.states:
        view = GAME.view(state, None)
        assert "fresh" not in view
        assert view["own"] is None


@pytest.mark.parametrize(("preset", "seats"), SCENARIOS)
@pytest.mark.parametrize("number", range(3))
def test_random_matches_end(preset: str, seats: int, number: int) -> None:
    match = match_of(preset, seats, 100 + number, limit=40)
    outcome = GAME.outcome(match.end)
    assert outcome is not None
    assert outcome["reason"] in ("goal", "turn-limit")
