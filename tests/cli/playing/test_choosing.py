"""Choosing a move by short prompts, step by step."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Move
from engine.kit.terminal import Step
from engine.protocol.chance import Draws
from engine.registry import game, newest
from service.cli.table.choosing import Choice, NotListed, choose, labels_on_fields, next_choices, pick

CARDS = ["C08", "C36", "C52"]
PLAIN = [{"type": "play", "card": card} for card in CARDS] + [{"type": "pass"}]
DECLARED = PLAIN + [{"type": "play", "card": one, "if_alone": other} for one in CARDS for other in CARDS]
SHIP: list[Move] = [
    {"type": "stay"}, {"type": "sail", "to": [0, 1]}, {"type": "sail", "to": [0, 1], "remove": [1, 1]},
    {"type": "sail", "to": [0, 1], "remove": [-1, 1]}, {"type": "sail", "to": [0, 2]},
]  # fmt: skip


def typing(*answers: str) -> Callable[[Sequence[Choice]], Choice]:
    given_answers = iter(answers)
    return lambda choices: pick(choices, next(given_answers))


def test_cards_answer_to_their_own_numbers_and_words_to_themselves() -> None:
    assert [choice.key for choice in next_choices(PLAIN)] == ["8", "36", "52", "pass"]
    assert choose(PLAIN, typing("36")) == {"type": "play", "card": "C36"}
    assert choose(PLAIN, typing("pass")) == {"type": "pass"}
    assert choose(PLAIN, typing("p")) == {"type": "pass"}


def test_the_card_for_an_opponents_pass_is_asked_second() -> None:
    assert choose(DECLARED, typing("36", "8")) == {"type": "play", "card": "C36", "if_alone": "C08"}
    assert choose(DECLARED, typing("36", "none")) == {"type": "play", "card": "C36"}
    assert choose(DECLARED, typing("pass")) == {"type": "pass"}


def test_the_ship_asks_where_to_and_then_what_to_remove() -> None:
    first = next_choices(SHIP)
    assert [choice.key for choice in first] == ["stay", "1", "2"]
    assert labels_on_fields(first) == {(0, 1): "1", (0, 2): "2"}
    assert choose(SHIP, typing("1", "none")) == {"type": "sail", "to": [0, 1]}
    assert choose(SHIP, typing("1", "2")) == {"type": "sail", "to": [0, 1], "remove": [-1, 1]}
    assert choose(SHIP, typing("2")) == {"type": "sail", "to": [0, 2]}


def test_at_a_table_for_four_the_last_question_is_whose_pile_a_removed_card_goes_under() -> None:
    removals = [{**move, "receiver": seat} for move in SHIP if "remove" in move for seat in (2, 3)]
    moves = [*(move for move in SHIP if "remove" not in move), *removals]
    assert choose(moves, typing("1", "none")) == {"type": "sail", "to": [0, 1]}
    assert choose(moves, typing("1", "2", "1")) == {"type": "sail", "to": [0, 1], "remove": [-1, 1], "receiver": 2}


def test_places_are_numbered_as_printed_on_the_table() -> None:
    places = [{"type": "place", "at": [x, 0]} for x in (-2, 3)]
    choices = next_choices(places)
    assert labels_on_fields(choices) == {(-2, 0): "1", (3, 0): "2"}
    assert choose(places, typing("2")) == places[1]


@pytest.mark.parametrize("text", ["", "9", "x", "36 8", "-1"])
def test_anything_else_is_asked_again_with_the_list(text: str) -> None:
    with pytest.raises(NotListed, match="8, 36, 52, pass"):
        pick(next_choices(PLAIN), text)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_every_legal_move_of_a_game_can_be_chosen(data: st.DataObject) -> None:
    kontor = game(newest("kontor"))
    preset = data.draw(st.sampled_from(["goldsieber-basic", "goldsieber-pro", "tilsit"]))
    state = kontor.setup(
        kontor.options({"preset": preset}, 2), 2, Draws(data.draw(st.binary(min_size=32, max_size=32)))
    )
    for step in range(data.draw(st.integers(0, 12))):
        standing = kontor.decisions(state)[0]
        answers = {
            seat: data.draw(st.sampled_from(kontor.moves(state, seat, standing["id"]))) for seat in standing["seats"]
        }
        state, _ = kontor.resolve(state, standing["id"], answers, Draws(bytes([step]) * 32))
        if kontor.outcome(state) is not None:
            return
    standing = kontor.decisions(state)[0]
    moves = kontor.moves(state, standing["seats"][0], standing["id"])
    wanted = data.draw(st.sampled_from(moves))

    def ask(choices: Sequence[Choice]) -> Choice:
        assert len({choice.key for choice in choices}) == len(choices)
        return next(choice for choice in choices if wanted in choice.moves)

    assert choose(moves, ask) == wanted


def test_a_choice_that_only_stands_for_others_is_vague_and_one_that_they_add_to_is_not() -> None:
    banks = [{"type": "bank", "give": "G", "take": "N"}, {"type": "bank", "give": "G", "take": "T"}]
    cards = [{"type": "play", "card": "B04"}, {"type": "play", "card": "B04", "if_alone": "B07"}]
    assert [one.vague for one in next_choices([*banks, *cards])] == [True, False]


STEPS = (Step("type"), Step("node", "Site"), Step("edge", "Edge"), Step("piece"), Step("cards.ore", "Ore"))
FOUNDING: list[Move] = [
    {"type": "found", "node": node, "edge": edge, "piece": piece}
    for node in (24, 7)
    for edge in (2 * node, 2 * node + 1)
    for piece in ("road", "ship")
]


def test_a_game_may_ask_its_own_questions_and_is_answered_by_numbers_of_its_map() -> None:
    sites = next_choices(FOUNDING, STEPS)
    assert [(one.step and one.step.caption, one.key) for one in sites] == [("Site", "7"), ("Site", "24")]
    assert [one.key for one in next_choices(sites[1].moves, STEPS)] == ["48", "49"]
    wanted = {"type": "found", "node": 24, "edge": 49, "piece": "ship"}
    assert choose(FOUNDING, typing("24", "49", "s"), STEPS) == wanted


def test_a_question_may_be_about_a_part_of_a_member() -> None:
    moves: list[Move] = [{"type": "discard", "cards": {"ore": 2}}, {"type": "discard", "cards": {"wood": 2}}]
    assert [one.key for one in next_choices(moves, STEPS)] == ["0", "2"]
    assert choose(moves, typing("0"), STEPS) == moves[1]
