"""A review of a finished match is the same for everybody, and moves of a lost round are shown against the coach's."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, cast

import pytest

from engine.kit import review
from engine.kit.foresight import Foresight, foresight_of
from engine.kit.review import Advice, Chances, Part, Step, gather, think_through, thoughts
from engine.protocol.chance import Draws
from engine.registry import game
from tests.engine import laws
from tests.engine.ways import WITH_FORESIGHT, match_at, tables_of

SEED = laws.seed_of(7)


class Hasty:
    """A game whose coach thinks for a few playouts only."""

    def __init__(self, rules: str) -> None:
        self._game = game(rules)
        foresight = cast(Foresight, foresight_of(self._game))
        self.foresight = replace(foresight, playouts={"keen": 4}, steps=2)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "PLAYOUTS", 3)


def finished(rules: str) -> tuple[Any, int, list[Step]]:
    """Return a hasty game, its seats, and the steps of a match that bots have played."""
    one = Hasty(rules)
    match = match_at(game(rules), tables_of(game(rules))[0], 1, laws.bot)
    steps = [Step(2, match.start)]
    for n, step in enumerate(match.steps, 3):
        steps.append(Step(n, step.after, step.decision["id"], step.answers))
    return one, match.seats, steps


def parts(one: Any, seats: int, steps: list[Step]) -> Iterator[Part]:
    for thought in thoughts(one, one.foresight, seats, steps, SEED):
        yield think_through(thought())


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_each_round_has_its_chances_and_each_choice_its_advice(rules: str) -> None:
    one, seats, steps = finished(rules)
    found = gather(list(parts(one, seats, steps)))
    rounds = [chances["round"] for chances in found["rounds"]]
    assert rounds == list(range(len(rounds))) and len(rounds) > 5
    assert all(len(each["chances"]) == seats and min(each["chances"]) >= 0 for each in found["rounds"])
    outcome = one.outcome(steps[-1].state)
    winners = {seat for seat, chance in enumerate(found["rounds"][-1]["chances"]) if chance}
    assert winners == set(outcome["winners"])
    for advice in found["advice"]:
        before = steps[next(place for place, step in enumerate(steps) if step.n == advice["n"]) - 1].state
        one.check(before, advice["seat"], advice["decision"], advice["advised"])
    chosen = [
        (step.n, seat)
        for before, step in pairwise(steps)
        for seat in sorted(step.answers)
        if len(one.moves(before.state, seat, step.decision)) > 1
    ]
    assert [(advice["n"], advice["seat"]) for advice in found["advice"]] == chosen


@pytest.mark.parametrize("rules", WITH_FORESIGHT)
def test_parts_do_not_depend_on_each_other(rules: str) -> None:
    one, seats, steps = finished(rules)
    wanted = list(islice(parts(one, seats, steps), 12))
    again = list(islice(thoughts(one, one.foresight, seats, steps, SEED), 12))
    assert [think_through(thought()) for thought in reversed(again)][::-1] == wanted


def test_the_advice_of_a_seat_depends_on_its_own_view_alone() -> None:
    """Dealing anew what the seat cannot see changes no advice."""
    one, seats, steps = finished("kontor@1")
    place = next(place for place, step in enumerate(steps) if step.decision.endswith("choose") and place > 8)
    before, step = steps[place - 1], steps[place]
    dealt = one.foresight.redeal(before.state, 0, Draws(b"other"))
    assert dealt != before.state
    found = [
        next(part for part in parts(one, seats, [replace(before, state=state), step]) if part.get("seat") == 0)
        for state in (before.state, dealt)
    ]
    assert found[0]["advised"] == found[1]["advised"]  # type: ignore[typeddict-item]


def test_the_moments_are_the_rounds_in_which_the_chances_moved_most() -> None:
    curve = [[500, 500], [480, 520], [700, 300], [700, 300], [200, 800], [260, 740], [0, 1000]]
    rounds = [Chances(n=place + 2, round=place, chances=chances) for place, chances in enumerate(curve)]
    advice = Advice(n=3, round=1, decision="r1.choose", kind="choose", seat=0, played={}, advised={})
    found = gather([rounds[0], advice, *rounds[1:]])
    assert (found["moments"], found["advice"]) == ([2, 4, 6], [advice])
    assert gather([rounds[2], rounds[3]])["moments"] == []
