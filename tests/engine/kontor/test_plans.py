"""Placing plans: one visit a round is enough, and only what was played is ever shown."""

from typing import Any

import jsonschema
import pytest

from engine.contract import IllegalMove, Move
from engine.games.kontor import GAME
from engine.games.kontor.orders import check
from engine.games.kontor.orders.check import MOST_ENTRIES
from engine.games.kontor.types.state import KontorState
from engine.protocol.chance import Draws
from tests.engine.kontor.table import Table, given

HARBOUR = """
     .  44   .   .
    26  43  25   .
     .   A* 19   .
     1  45   .   .
"""


def playing(card: str = "21", **more: Any) -> Table:
    return given(HARBOUR, red=f"{card} 59", black="22 24", **more).choose(red=card, black="pass")


def answer(table: Table, *plans: dict[str, Any]) -> Move | None:
    return GAME.consult(table.state, table.asked[0], str(table.waits_for), {"plans": list(plans)})


def test_the_first_legal_field_is_taken() -> None:
    assert answer(playing(), {"place": [[0, 0], [9, 9], [2, 0], [2, -1]]}) == {"type": "place", "at": [2, 0]}


def test_without_a_legal_field_the_player_is_asked() -> None:
    assert answer(playing(), {"place": [[0, 0], [9, 9]]}) is None


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"free": [2, 0]}, True),
        ({"free": [1, 0]}, False),
        ({"holds": [1, 0], "card": "C19"}, True),
        ({"holds": [2, 0], "card": "C19"}, False),
        ({"ship": [0, 0]}, True),
        ({"ship": [0, 1]}, False),
        ({"passed": 1}, True),
        ({"passed": 0}, False),
    ],
)
def test_a_plan_is_followed_only_if_its_conditions_hold(condition: dict[str, Any], holds: bool) -> None:
    plan = {"if": [condition], "place": [[2, 0]]}
    GAME.check_orders(playing().state, 0, {"plans": [plan]})
    assert (answer(playing(), plan) is not None) == holds


def test_a_plan_for_another_card_or_round_is_passed_over() -> None:
    others = {"card": "C59", "place": [[2, 0]]}, {"round": 2, "place": [[2, 0]]}
    assert answer(playing(), *others) is None
    assert answer(playing(), *others, {"card": "C21", "round": 1, "place": [[2, -1]]}) == {
        "type": "place",
        "at": [2, -1],
    }


def test_the_ship_sails_by_plan_and_the_card_is_laid_by_the_same_plan() -> None:
    plan = {
        "ship": [{"type": "sail", "to": [5, 5]}, {"type": "sail", "to": [0, -1], "remove": [1, -1]}],
        "place": [[1, -1]],
    }
    table = playing("27")
    assert answer(table, plan) == {"type": "sail", "to": [0, -1], "remove": [1, -1]}
    table.sail((0, -1), remove=(1, -1))
    assert answer(table, plan) == {"type": "place", "at": [1, -1]}


def test_a_plan_that_names_no_round_applies_to_later_rounds() -> None:
    table = playing().place(2, 0).choose(red="59", black="pass")
    assert answer(table, {"place": [[2, 0], [2, 1]]}) == {"type": "place", "at": [2, 1]}


def test_sealed_choices_are_never_answered_by_a_plan() -> None:
    table = given(HARBOUR, red="21 59", black="22 24")
    assert GAME.consult(table.state, 0, "r1.choose", {"plans": [{"place": [[2, 0]]}]}) is None


def test_what_a_plan_answers_is_legal() -> None:
    table = playing()
    move = answer(table, {"place": [list(at) for at in [(0, 0), *sorted(table.fields)]]})
    assert move is not None
    GAME.check(table.state, 0, str(table.waits_for), move)


@pytest.mark.parametrize(
    ("plan", "pointer"),
    [
        ({}, "/plans/0"),
        ({"place": [[1]]}, "/plans/0/place/0"),
        ({"place": [[99, 0]]}, "/plans/0/place/0"),
        ({"place": 3}, "/plans/0/place"),
        ({"place": [], "colour": 1}, "/plans/0"),
        ({"card": "C22", "place": [[2, 0]]}, "/plans/0/card"),
        ({"card": "A", "place": [[2, 0]]}, "/plans/0/card"),
        ({"card": ["C21"], "place": [[2, 0]]}, "/plans/0/card"),
        ({"round": 0, "place": [[2, 0]]}, "/plans/0/round"),
        ({"ship": [{"type": "dive"}]}, "/plans/0/ship/0"),
        ({"ship": [{"type": "sail", "to": "x"}]}, "/plans/0/ship/0/to"),
        ({"if": [{"rain": 1}], "place": [[2, 0]]}, "/plans/0/if/0"),
        ({"if": [{"passed": 2}], "place": [[2, 0]]}, "/plans/0/if/0/passed"),
        ({"if": [{"holds": [0, 1], "card": "C99"}], "place": [[2, 0]]}, "/plans/0/if/0/card"),
    ],
)
def test_a_part_that_can_never_match_is_refused_with_its_place(plan: dict[str, Any], pointer: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(playing().state, 0, {"plans": [plan]})
    assert (refused.value.code, refused.value.pointer) == ("never", pointer)


@pytest.mark.parametrize("orders", [{}, {"plans": []}, {"plans": 1}, {"plans": [3]}, {"plan": []}, []])
def test_orders_that_are_not_plans_are_refused(orders: Any) -> None:
    with pytest.raises(IllegalMove):
        GAME.check_orders(playing().state, 0, orders)


def test_a_field_outside_fixed_edges_can_never_match() -> None:
    table = given("A* ~", "canal-grande", red="21", black="22")
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(table.state, 0, {"plans": [{"place": [[0, 4]]}]})
    assert refused.value.pointer == "/plans/0/place/0"


def test_the_schema_knows_what_the_check_knows() -> None:
    schema = GAME.rules.orders
    assert schema is not None
    jsonschema.Draft202012Validator.check_schema(schema)
    ships = [{"type": "stay"}, {"type": "sail", "to": [0, 1], "remove": [1, 1]}]
    plan = {"card": "C21", "round": 3, "if": [{"free": [2, 0]}], "ship": ships, "place": [[2, 0]]}
    jsonschema.validate({"plans": [plan]}, schema)
    assert not jsonschema.Draft202012Validator(schema).is_valid({"plans": [{"card": "C21"}]})


# -- the work of reading plans is bounded (steps, not seconds) -------------------------------------------------------------


def test_all_plans_together_have_a_bounded_number_of_entries() -> None:
    state = GAME.setup(GAME.options({"preset": "goldsieber-teams"}, 4), 4, Draws(bytes(32)))
    full = {"if": [{"free": [1, 1]}] * 60, "place": [[1, 1]] * 60}
    GAME.check_orders(state, 0, {"plans": [full] * (MOST_ENTRIES // 120)})
    for given_plans in ([full] * 6, [full] * 60):
        with pytest.raises(IllegalMove) as refused:
            GAME.check_orders(state, 0, {"plans": given_plans})
        assert (refused.value.code, refused.value.pointer) == ("too-much", f"/plans/{MOST_ENTRIES // 120}")


def test_a_document_refused_for_its_length_is_hardly_read(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.setup(GAME.options({"preset": "goldsieber-teams"}, 4), 4, Draws(bytes(32)))
    read: list[object] = []
    place = check._place

    def counted(state: KontorState, value: object, where: str) -> str:
        read.append(value)
        return place(state, value, where)

    monkeypatch.setattr(check, "_place", counted)
    longest = {"if": [{"free": [1, 1]}] * 60, "place": [[1, 1]] * 60}
    with pytest.raises(IllegalMove):
        GAME.check_orders(state, 0, {"plans": [longest] * 60})
    assert 0 < len(read) <= MOST_ENTRIES


def test_a_longer_document_that_was_accepted_before_still_answers() -> None:
    table = playing()
    assert answer(table, *[{"place": [[0, 0]] * 60}] * 59, {"place": [[2, -1]]}) == {"type": "place", "at": [2, -1]}
