"""The check that mypy refuses a misspelt member of every game's state."""

from checks.slips import SLIPS, faults
from engine.registry import SHIPPED
from tests.engine.ways import folder_of

ALL = "".join(
    f'slip.py: note: In function "wrong_{game}":\nslip.py:1: error: {slip.said}\n' for game, slip in SLIPS.items()
)


def test_every_game_has_a_slip() -> None:
    assert set(SLIPS) == {folder_of(game) for game in SHIPPED}


def test_all_slips_refused_and_nothing_else_is_right() -> None:
    assert faults(ALL) == []


def test_a_slip_that_passes_and_a_right_line_that_is_refused_are_found() -> None:
    one = next(iter(SLIPS))
    assert faults(ALL.replace(SLIPS[one].said, "something")) != []
    assert faults(ALL + 'slip.py: note: In function "right_kontor":\nslip.py:2: error: no\n') != []
