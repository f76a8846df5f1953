"""What the types of :mod:`engine.games.packet_row.types` say of states, moves and orders is what is there, and no more.

Views and events are held against their published schemas by the laws of every game.
"""

import random
from typing import Any

import pytest
from jsonschema_rs import Validator, validator_for

from checks.game_schemas import schema_of
from engine.games.packet_row import GAME
from engine.games.packet_row.types.moves import PacketRowMove, PacketRowOrders
from engine.games.packet_row.types.state import PacketRowState
from tests.engine import laws
from tests.engine.packet_row.planning import planned
from tests.engine.packet_row.test_plans import PROGRAMME


def validator(declared: Any) -> Validator:
    return validator_for(schema_of(declared))


STATE, MOVE, ORDERS = validator(PacketRowState), validator(PacketRowMove), validator(PacketRowOrders)


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_states_moves_and_orders_of_a_match_fit_their_types(seats: int) -> None:
    rng = random.Random(seats)
    options = {"hidden_hands": seats % 2 == 1}
    match = laws.play(GAME, options, seats, laws.seed_of(seats), laws.at_random(rng), laws.in_any_order(rng))
    for state in match.states:
        STATE.validate(state)
    for step in match.steps:
        (seat,) = step.decision["seats"]
        for move in (*GAME.moves(step.before, seat, step.decision["id"]), *step.answers.values()):
            MOVE.validate(move)
        MOVE.validate(GAME.fallback(step.before, seat, step.decision["id"], "absent"))
    for step in match.steps[::20]:
        for seat in range(seats):
            ORDERS.validate(planned(GAME.view(step.before, seat), seat))


def test_a_persons_plan_fits_the_type_of_orders() -> None:
    ORDERS.validate(PROGRAMME)
    ORDERS.validate({"ask": [{"board": "M", "if": {"taken": [{"seat": 1}]}, "do": "wait"}], "else": "decline"})


def test_nothing_else_is_a_state_a_move_or_a_document_of_orders() -> None:
    start = laws.play(GAME, {}, 2, laws.seed_of(2), laws.at_random(random.Random(2))).start
    assert STATE.is_valid(start)
    for state in ({**start, "monye": 3}, {**start, "stage": "asking"}, {**start, "queue": ["0"]}):
        assert not STATE.is_valid(state)
    assert not MOVE.is_valid({"type": "take"})
    assert not MOVE.is_valid({"type": "open", "board": "M", "card": "school#1"})
    assert not ORDERS.is_valid({"ask": [{"take": ["school"], "do": "wait"}]})
