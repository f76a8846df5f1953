"""The grammar: what lines mean, and that whatever is not clear means nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from workers.replies.grammar import MOST, ORDERS, NotUnderstood, Picks, parse

CHOICES = {
    1: ["play 36 (Tea, Coin)", "36 (Tee, Münze) spielen", "play C36", "play 36"],
    2: ["play 5", "5 spielen"],
    3: ["pass and take a coin", "passen und eine Münze nehmen", "pass"],
    4: ["play 5"],
}


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["3"], Picks((3,))),
        (["[3]"], Picks((3,))),
        (["#3"], Picks((3,))),
        (["3."], Picks((3,))),
        (["Nr. 3"], Picks((3,))),
        (["PASS"], Picks((3,))),
        (["Play 36"], Picks((1,))),
        (["passen und eine münze nehmen."], Picks((3,))),
        (["１"], Picks((1,))),
        (["1", "3", "Ann"], Picks((1, 3))),
        (["3", "3"], Picks((3,))),
        (["3", "Viele Grüße, Ann"], Picks((3,))),
        (["3", "2026-03-02 12:00 Siegelpost <post@example.org>:"], Picks((3,))),
        (["ZURÜCK"], Picks((), frozenset({"undo"}))),
        (["zuru\u0308ck"], Picks((), frozenset({"undo"}))),
        (["Status", "help"], Picks((), frozenset({"status", "help"}))),
        (["2", "WAIT"], Picks((2,), frozenset({"wait"}))),
    ],
)
def test_lines_that_are_understood(lines: list[str], wanted: Picks) -> None:
    assert parse(lines, CHOICES) == wanted


@pytest.mark.parametrize(
    "lines",
    [
        [], ["9"], ["0"], ["Hello"], ["Hello", "3"], ["3", "99"], ["3", "2 please"], ["play 5"], ["play 37"], ["3", "play 37"],
        ["-3"], ["3.5"], ["3 1"], ["３０００"], ["pas"], ["UNDO please"], [str(10**30)], ["3"] * (MOST + 1),
    ],
)  # fmt: skip
def test_lines_that_are_not_clear_mean_nothing(lines: list[str]) -> None:
    assert isinstance(parse(lines, CHOICES), NotUnderstood)


WORDS = some.one_of(
    some.text(max_size=40),
    some.sampled_from([*ORDERS, "1", "[2]", "play 36", "pass", "9", "> 3", "3", "Ann", "wrote:"]),
)


@given(some.lists(WORDS, max_size=20))
def test_nothing_is_picked_that_is_not_listed_and_nothing_breaks(lines: list[str]) -> None:
    found = parse(lines, CHOICES)
    if isinstance(found, Picks):
        assert set(found.numbers) <= set(CHOICES)
        assert found.orders <= set(ORDERS.values())
        assert len(set(found.numbers)) == len(found.numbers)
        assert found.numbers or found.orders
    else:
        assert found.line in ["", *lines]


@given(
    some.lists(some.sampled_from(["1", "2", "pass", "WAIT"]), min_size=1, max_size=4),
    some.lists(some.text(max_size=30)),
)
def test_what_comes_after_the_commands_never_adds_to_them(commands: list[str], rest: list[str]) -> None:
    alone, longer = parse(commands, CHOICES), parse([*commands, "Regards", *rest], CHOICES)
    assert alone == longer
