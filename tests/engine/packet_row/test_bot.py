"""The bot and its plans: it sees its own view only, plays legally and well, and its plans answer as it would."""

import random
from collections.abc import Iterable

import pytest
from jsonschema import Draft202012Validator

from engine.contract import Decision, Game, Move, Orders, State
from engine.games.packet_row import GAME
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.packet_row.planning import planned
from tests.engine.packet_row.table import Table, given, outcome_of

assert GAME.rules.orders is not None
SCHEMA = Draft202012Validator(GAME.rules.orders)


def bot(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
    move = game.bot(game.view(state, seat), decision, moves, Draws(b""))
    game.check(state, seat, decision["id"], move)
    return move


def bot_at(bot_seat: int, number: int) -> laws.Answer:
    chance = laws.at_random(random.Random(number))
    return lambda game, state, seat, *asked: (bot if seat == bot_seat else chance)(game, state, seat, *asked)


def won(numbers: Iterable[int]) -> int:
    wins = 0
    for number in numbers:
        match = laws.play(GAME, {}, 2, laws.seed_of(number), bot_at(number % 2, number))
        wins += outcome_of(match.end)["winners"] == [number % 2]
    return wins


def test_it_beats_random_play_in_nine_of_ten_matches() -> None:
    assert won(range(1000, 1020)) >= 18


@pytest.mark.soak
def test_it_beats_random_play_in_ninety_of_a_hundred_matches() -> None:
    assert won(range(1000, 1100)) >= 90


@pytest.mark.parametrize("seats", GAME.rules.seats)
@pytest.mark.parametrize("hidden_hands", [False, True])
def test_bots_play_legally_to_the_end(seats: int, hidden_hands: bool) -> None:
    match = laws.play(GAME, {"hidden_hands": hidden_hands}, seats, laws.seed_of(seats), bot)
    assert outcome_of(match.end)["reason"] == "exhausted"


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_a_plan_written_at_any_time_of_a_round_answers_what_the_bot_would(seats: int) -> None:
    match = laws.play(GAME, {}, seats, laws.seed_of(seats), bot)
    plans: dict[tuple[int, int], Orders] = {}
    for step in match.steps:
        ((seat, move),) = step.answers.items()
        turn = step.before["round"]
        if step.decision["kind"] == "final":
            continue
        if (seat, turn) not in plans:
            first = next(one.before for one in match.steps if one.before["round"] == turn)
            plans[seat, turn] = planned(GAME.view(first, seat), seat)
            SCHEMA.validate(plans[seat, turn])
            GAME.check_orders(first, seat, plans[seat, turn])
        state = step.before
        fulfil = next(one["id"] for one in GAME.decisions(state) if one["optional"] and one["seats"] == [seat])
        given_away = GAME.consult(state, seat, fulfil, plans[seat, turn])
        if given_away is not None:
            assert set(move["fulfil"]) == set(given_away["cards"])
            state, _ = GAME.resolve(state, fulfil, {seat: given_away}, Draws(b""))
        answer = GAME.consult(state, seat, step.decision["id"], plans[seat, turn])
        assert answer == {key: value for key, value in move.items() if key != "fulfil"}


def asked(table: Table) -> Move:
    """Return what the bot answers to what is due."""
    decision = next(one for one in GAME.decisions(table.state) if not one["optional"])
    return bot(GAME, table.state, table.asked, decision, table.moves)


def test_it_buys_the_building_it_can_afford() -> None:
    table = given(4, M="park#1 trader#1 grain1#1", money={1: 40}).open("M")
    assert asked(table) == {"type": "take", "card": "park#1"}


def test_it_takes_the_ship_that_its_contract_lacks() -> None:
    hands = {1: "G-ES-35 grain3#1 fur2#1"}
    table = given(4, D="ship_gb#1 ship_es#1 ship_nl#1", hands=hands, starting={1: None}).open("D")
    assert asked(table) == {"type": "take", "card": "ship_es#1"}


def test_it_fulfils_a_contract_in_the_same_visit_as_its_next_answer() -> None:
    table = given(4, G="townhall#1 assistant#1 assistant#2", hands={1: "G-GB-15a cotton2#1 ship_gb#1"}, money={1: 12})
    move = asked(table.open("G"))
    assert (move["type"], move["card"], set(move["fulfil"])) == (
        "take",
        "townhall#1",
        {"G-GB-15a", "cotton2#1", "ship_gb#1"},
    )


def test_asked_to_fulfil_it_takes_the_richest_way() -> None:
    table = given(3, hands={1: "G-GB-15a G-GB-15b cotton2#1 grain2#1 ship_gb#1"})
    name = table.fulfilment(1)
    decision = next(one for one in GAME.decisions(table.state) if one["id"] == name)
    move = bot(GAME, table.state, 1, decision, GAME.moves(table.state, 1, name))
    assert len(move["cards"]) == 5


def test_the_same_view_gives_the_same_move() -> None:
    table = given(5).open("M")
    assert asked(table) == asked(table)


def test_cards_seen_taken_stay_with_their_taker_when_hidden_hands_are_dealt_anew() -> None:
    """Of a card that lies in the view as taken in this round or the last, the seat knows who holds it."""
    hands = {1: "school#1 cotton3#1 banker#1", 2: "gold1#1 gold2#1 trader#1"}
    table = given(3, D="captain#1 captain#2", hands=hands, hidden_hands=True).open("D").take("captain#1")
    during = table.state
    after = table.take("captain#2").state
    for number in range(20):
        dealt = [GAME.foresight.redeal(state, 0, Draws(bytes([number]) * 32)) for state in (during, after)]
        assert all("captain#1" in one["players"][1]["hand"] for one in dealt)
        assert "captain#2" in dealt[1]["players"][2]["hand"]
        assert all(len(one["players"][1]["hand"]) == len(during["players"][1]["hand"]) for one in dealt)
