"""Match options of any game: complete, in one order, and refused with a pointer and the remedy."""

from typing import Any

import pytest

from engine.contract import BadOptions
from engine.kit.shape import Schema, check_seats, complete, one_of
from engine.registry import GAMES, game

SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "limit": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5},
        "secret": {"type": "boolean", "default": False},
    },
}


def test_options_that_are_not_given_are_filled_in() -> None:
    assert complete(SCHEMA, {}) == {"limit": 5, "secret": False}
    assert complete(SCHEMA, {"secret": True}, {"limit": 7}) == {"limit": 7, "secret": True}
    assert list(complete(SCHEMA, {"secret": True, "limit": 1})) == ["limit", "secret"]


@pytest.mark.parametrize(
    ("given", "pointer", "message"),
    [
        ({"limit": 10}, "/limit", "should be a whole number from 1 to 9"),
        ({"secret": None}, "/secret", "should be true or false"),
        ({"a/b": 1}, "/a~1b", "is unknown here; known are limit, secret"),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, Any], pointer: str, message: str) -> None:
    with pytest.raises(BadOptions) as refused:
        complete(SCHEMA, given)
    assert (refused.value.pointer, str(refused.value)) == (pointer, message)


def test_a_wrong_number_of_seats_names_the_right_ones() -> None:
    with pytest.raises(BadOptions, match="played by 2 or 4, not by 3"):
        check_seats((2, 4), 3)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize(
    "given", [{"a/b~c": 1}, {"": None}, {"preset": []}, {"turn_limit": 10**30}, {"hidden_hands": 1}]
)
def test_every_game_refuses_the_same_way(rules: str, given: dict[str, Any]) -> None:
    one = game(rules)
    with pytest.raises(BadOptions) as refused:
        one.options(given, one.rules.seats[0])
    (key,) = given
    assert refused.value.pointer == "/" + key.replace("~", "~0").replace("/", "~1")
    assert "known are" in str(refused.value) or key in one.rules.options["properties"]


def test_possible_numbers_are_read_as_a_sentence() -> None:
    assert [one_of([2]), one_of([5, 6]), one_of([2, 3, 4])] == ["2", "5 or 6", "2, 3 or 4"]


@pytest.mark.parametrize("rules", GAMES)
def test_a_wrong_number_of_seats_is_refused_without_brackets(rules: str) -> None:
    with pytest.raises(BadOptions) as refused:
        game(rules).options({}, 9)
    assert not set("[](){}") & set(str(refused.value)), str(refused.value)
