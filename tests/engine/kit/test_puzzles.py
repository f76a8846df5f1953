"""A puzzle shows what its seat saw, holds nothing hidden, and has one move that is clearly better."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from engine.kit import puzzles
from engine.kit.puzzles import Puzzle, choices, positions, seek
from engine.protocol.chance import Draws
from tests.engine.kit.test_review import SEED, finished
from tests.engine.ways import WITH_FORESIGHT


def sought(one: Any, seats: int, steps: Any, place: int, seat: int) -> Puzzle | None:
    """Seek a puzzle at a position to the end."""
    thinking = seek(one, one.foresight, seats, steps[place], steps[place + 1], seat, SEED)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            found: Puzzle | None = done.value
            return found


@pytest.fixture(autouse=True, scope="module")
def few_worlds() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for name, number in {"TRIED": 2, "PROVED": 4, "POSITIONS": 12, "MARGIN": 5, "ERRORS": 0}.items():
            patched.setattr(puzzles, name, number)
        yield


@cache
def found_in(rules: str) -> tuple[Any, Any, list[tuple[int, int, Puzzle]]]:
    """Return a game, the steps of a match, and its puzzles with their positions."""
    one, seats, steps = finished(rules)
    tried = [(place, seat, sought(one, seats, steps, place, seat)) for place, seat in positions(one, steps, SEED)]
    return one, steps, [(place, seat, found) for place, seat, found in tried if found is not None]


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_a_puzzle_is_what_the_seat_saw_with_one_move_clearly_ahead(rules: str) -> None:
    one, steps, found = found_in(rules)
    assert found
    for place, seat, puzzle in found:
        before, step = steps[place], steps[place + 1]
        assert puzzle["view"] == one.view(before.state, seat)
        assert (puzzle["n"], puzzle["seat"], puzzle["decision"]["id"]) == (step.n, seat, step.decision)
        assert len(puzzle["values"]) == len(puzzle["moves"]) >= puzzles.LEAST_MOVES
        for move in puzzle["moves"]:
            one.check(before.state, seat, step.decision, move)
        others = [value for number, value in enumerate(puzzle["values"]) if number != puzzle["best"]]
        assert puzzle["values"][puzzle["best"]] - max(others) >= puzzles.MARGIN - 1


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_nothing_that_was_hidden_from_the_seat_changes_its_puzzle(rules: str) -> None:
    """Leak test: in a state that the seat could not tell from the true one, the puzzle is the same to the byte."""
    one, steps, found = found_in(rules)
    seats, differed = found[0][2]["seats"], 0
    for place, seat, puzzle in found:
        before, step = steps[place], steps[place + 1]
        dealt = one.foresight.redeal(before.state, seat, Draws(b"other hands"))
        differed += dealt != before.state
        other = type(before)(before.n, dealt)
        assert sought(one, seats, {place: other, place + 1: step}, place, seat) == puzzle
    assert differed


def test_positions_follow_from_the_seed_and_have_choices_enough() -> None:
    one, _, steps = finished("kontor@1")
    order = positions(one, steps, SEED)
    assert positions(one, steps, SEED) == order != positions(one, steps, b"another seed")
    assert len(set(order)) == len(order)
    listed = [(place, seat) for place, (_, step) in enumerate(pairwise(steps)) for seat in step.answers]
    assert set(order) <= set(listed)
    for place, seat in order:
        number = len(choices(one.moves(steps[place].state, seat, steps[place + 1].decision)))
        assert puzzles.LEAST_MOVES <= number <= puzzles.MOST_MOVES


def test_no_puzzle_where_the_margin_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    one, steps, found = found_in("kontor@1")
    place, seat, puzzle = found[0]
    monkeypatch.setattr(puzzles, "MARGIN", 1001)
    assert sought(one, puzzle["seats"], steps, place, seat) is None
