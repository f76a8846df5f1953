"""What may be answered, what is refused and why, and what silence means."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.contract import IllegalMove, Move
from engine.games.kontor import GAME
from engine.protocol.chance import Draws
from tests.engine.kontor.table import Table, given

HARBOUR = """
     .  44   .   .
    26  43  25   .
     .   A* 19   .
     1  45   .   .
"""


def refusal(table: Table, move: Any, seat: int | None = None, decision: str | None = None) -> tuple[str, str]:
    seat = table.asked[0] if seat is None else seat
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, seat, decision or str(table.waits_for), move)
    return refused.value.code, refused.value.pointer


def choosing(**options: Any) -> Table:
    return given(HARBOUR, red="27 21", black="22 24", **options)


def sailing() -> Table:
    return choosing().choose(red="27", black="pass")


def placing() -> Table:
    return choosing().choose(red="pass", black="22")


def test_a_secret_choice_offers_every_card_and_the_pass() -> None:
    assert choosing().moves == [{"type": "play", "card": "C21"}, {"type": "play", "card": "C27"}, {"type": "pass"}]


def test_a_declared_choice_offers_every_pair_as_well() -> None:
    moves = choosing(pass_mode="declare").moves
    assert len(moves) == 2 + 2 * 2 + 1
    assert {"type": "play", "card": "C21", "if_alone": "C21"} in moves


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ({"type": "play", "card": "C22"}, ("not-in-hand", "/card")),
        ({"type": "play", "card": "C20"}, ("not-in-hand", "/card")),
        ({"type": "play", "card": 27}, ("not-in-hand", "/card")),
        ({"type": "play", "card": ["C27"]}, ("not-in-hand", "/card")),
        ({"type": "play"}, ("missing", "/card")),
        ({"type": "pass", "card": "C27"}, ("unknown-key", "")),
        ({"type": "place", "at": [1, 1]}, ("unknown-type", "/type")),
        ({"type": ["pass"]}, ("unknown-type", "/type")),
        ({}, ("unknown-type", "/type")),
        ([], ("not-an-object", "")),
        (None, ("not-an-object", "")),
    ],
)
def test_a_wrong_choice_is_refused_with_pointer(move: Move, expected: tuple[str, str]) -> None:
    assert refusal(choosing(), move) == expected


def test_a_refusal_does_not_reveal_that_a_card_is_in_the_other_hand() -> None:
    table = choosing()
    messages = set()
    for card in ("C22", "C20", "C99"):
        with pytest.raises(IllegalMove) as refused:
            GAME.check(table.state, 0, "r1.choose", {"type": "play", "card": card})
        messages.add((refused.value.code, str(refused.value)))
    assert len(messages) == 1


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ({"type": "sail", "to": [0, 0]}, ("ship-is-there", "/to")),
        ({"type": "sail", "to": [1, 0]}, ("no-canal", "/to")),
        ({"type": "sail", "to": [4, 4]}, ("no-canal", "/to")),
        ({"type": "sail", "to": [0, -1, 0]}, ("not-a-field", "/to")),
        ({"type": "sail", "to": [0.0, -1]}, ("not-a-field", "/to")),
        ({"type": "sail", "to": [False, -1]}, ("not-a-field", "/to")),
        ({"type": "sail", "to": "0,-1"}, ("not-a-field", "/to")),
        ({"type": "sail", "to": [10**5000, 0]}, ("outside", "/to")),
        ({"type": "sail", "to": [0, -1], "remove": [1, 0]}, ("not-beside-ship", "/remove")),
        ({"type": "sail", "to": [0, -1], "remove": [0, -2]}, ("no-ship-symbol", "/remove")),
        ({"type": "sail", "to": [0, 1], "remove": [-1, 1]}, ("no-ship-symbol", "/remove")),
        ({"type": "sail", "to": [0, 1], "remove": [1, 1]}, ("no-ship-symbol", "/remove")),
        ({"type": "sail", "to": [0, -1], "remove": None}, ("not-a-field", "/remove")),
        ({"type": "stay", "remove": [1, -1]}, ("unknown-key", "")),
        ({"type": "sail", "remove": [1, -1]}, ("missing", "/to")),
    ],
)
def test_a_wrong_voyage_is_refused_with_pointer(move: Move, expected: tuple[str, str]) -> None:
    assert refusal(sailing(), move) == expected


@pytest.mark.parametrize(
    ("at", "code"),
    [([0, 0], "occupied"), ([-1, 2], "barred"), ([-3, -3], "no-contact"), ([9, 9], "no-contact"), ([99, 0], "outside")],
)
def test_a_wrong_field_is_refused_with_its_reason(at: list[int], code: str) -> None:
    assert refusal(placing(), {"type": "place", "at": at}) == (code, "/at")


def test_a_field_beyond_a_fixed_edge_is_outside() -> None:
    table = given("~  ~  ~  A*  ~  ~  ~", red="19", black="22").choose(red="pass", black="22")
    assert refusal(table, {"type": "place", "at": [4, 0]}) == ("outside", "/at")


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    table = placing()
    assert refusal(table, {"type": "place", "at": [2, 0]}, seat=0) == ("not-asked", "")
    assert refusal(table, {"type": "pass"}, decision="r1.choose") == ("not-asked", "")
    assert refusal(table, {"type": "pass"}, decision="r9.choose") == ("not-asked", "")
    assert GAME.moves(table.state, 0, "r1.place.1") == []


def test_resolving_a_decision_that_does_not_stand_is_the_callers_error() -> None:
    table = placing()
    for decision, answers in (("r1.choose", {0: {"type": "pass"}}), ("r1.place.1", {})):
        with pytest.raises(ValueError, match="does not stand or does not ask"):
            GAME.resolve(table.state, decision, answers, Draws(b""))


def test_silence_passes_stays_and_lays_near_the_anchor() -> None:
    assert GAME.fallback(choosing().state, 0, "r1.choose", "absent") == {"type": "pass"}
    assert GAME.fallback(sailing().state, 0, "r1.ship.0", "absent") == {"type": "stay"}
    assert GAME.fallback(placing().state, 1, "r1.place.1", "absent") == {"type": "place", "at": [2, 0]}


def test_silence_when_alone_plays_the_lowest_number() -> None:
    table = choosing(pass_mode="declare").choose(red="27", black="pass")
    assert GAME.fallback(table.state, 0, "r1.alone", "absent") == {"type": "play", "card": "C21"}


def test_the_schemas_are_valid_and_closed() -> None:
    for schema in (GAME.rules.options, *GAME.rules.moves.values()):
        Draft202012Validator.check_schema(schema)
    for kind, schema in GAME.rules.moves.items():
        assert all(form["additionalProperties"] is False for form in schema["oneOf"]), kind


def test_the_schema_of_options_accepts_every_preset_and_nothing_unknown() -> None:
    validator = Draft202012Validator(GAME.rules.options)
    for options in GAME.rules.presets.values():
        validator.validate(options)
    assert not validator.is_valid({"presett": "tilsit"})
    assert not validator.is_valid({"round_limit": 0})


def test_the_schema_names_the_forfeit_as_the_servers_move() -> None:
    forfeit = [form for form in GAME.rules.moves["choose"]["oneOf"] if form["properties"]["type"]["const"] == "forfeit"]
    assert len(forfeit) == 1
    assert forfeit[0]["description"].startswith("Server-only")


def test_the_rules_say_that_the_card_list_is_reconstructed() -> None:
    assert "reconstruction" in GAME.rules.reconstructed
    assert GAME.rules.seats == (2, 4)
    assert len(GAME.rules.data) == 43
