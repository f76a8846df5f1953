"""How often players are asked: with standing orders a turn costs one visit in all, without them almost everybody's (F7)."""

import pytest

from tests.engine.seafarers.table import BOOK
from tests.engine.seafarers.visiting import played

TABLES = [(one.id, seats) for one in BOOK.scenarios.values() if not one.hidden for seats in one.seats]
TURNS = 24


@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_with_everybodys_orders_a_turn_costs_one_visit(preset: str, seats: int) -> None:
    """Whoever's turn it is makes it; the others build, give up cards, and take gold by what they said before."""
    asked = played(preset, seats, 1, with_orders=True, turn_limit=TURNS)
    assert asked.kinds["orders"] == seats
    assert asked.visits <= asked.turns + seats
    assert not [kind for kind in asked.kinds if kind.endswith("*")], "nobody is asked in the turn of somebody else"


def test_without_orders_a_turn_costs_almost_everybodys_visit() -> None:
    asked = played("sechs-inseln-6", 6, 1, with_orders=False, turn_limit=TURNS)
    assert asked.visits > 4 * asked.turns
