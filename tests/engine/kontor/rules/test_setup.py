"""Dealing (rules: Spielvorbereitung) and match options."""

from typing import Any

import pytest

from engine.contract import BadOptions, State
from engine.games.kontor import GAME
from engine.protocol.chance import Draws
from tests.engine.kontor.table import PRESETS, cards_in
from tests.engine.laws import seed_of


def dealt(preset: str, number: int = 1) -> tuple[State, Draws]:
    chance = Draws(seed_of(number))
    seats = PRESETS[preset].seats
    return GAME.setup(GAME.options({"preset": preset, "special_cards": False}, seats), seats, chance), chance


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_and_coin_is_dealt_exactly_once(preset: str) -> None:
    state, _ = dealt(preset)
    assert cards_in(state) == sorted(card.id for card in PRESETS[preset].cards.values() if card.kind != "special")
    assert sum(state["money"]) + state["bank"] == PRESETS[preset].money * PRESETS[preset].seats + PRESETS[preset].bank


@pytest.mark.parametrize(("preset", "quays"), [("goldsieber-basic", 19), ("goldsieber-pro", 19), ("tilsit", 18)])
def test_three_quays_and_two_canals_each_the_rest_in_piles(preset: str, quays: int) -> None:
    view = GAME.view(dealt(preset)[0], 0)
    assert view["hand_counts"] == [{"quay": 3, "canal": 2, "special": 0}] * 2
    assert [pile["count"] for pile in view["quay_piles"]] == [quays, quays]
    assert view["canal_pile"]["count"] == 43 - 8 - 4


def test_the_cross_of_nine_canals_lies_around_the_anchor() -> None:
    state, _ = dealt("tilsit")
    assert set(state["board"]) == {"0,0", "1,0", "2,0", "-1,0", "-2,0", "0,1", "0,2", "0,-1", "0,-2"}
    assert state["board"]["0,0"] == ["A"]
    assert state["ship"] == "0,0"


def test_each_player_holds_quays_of_their_own_colour_only() -> None:
    for number in range(8):
        state, _ = dealt("tilsit", number)
        for seat, colour in enumerate(state["colours"]):
            own = [*state["hands"][seat], *state["quay_piles"][seat]]
            assert {PRESETS["tilsit"].cards[card].owner for card in own} == {colour, "neutral"}


def test_colours_are_drawn_by_lot() -> None:
    assert {tuple(dealt("tilsit", number)[0]["colours"]) for number in range(12)} == {
        ("red", "black"),
        ("black", "red"),
    }


def test_the_lot_is_public_and_the_shuffles_are_hidden() -> None:
    _, chance = dealt("tilsit")
    assert [(draw["label"], "values" in draw) for draw in chance.log] == [
        ("colours", True), ("deck/canal", False), ("deck/quay/0", False), ("deck/quay/1", False),
    ]  # fmt: skip


def test_different_seeds_deal_differently() -> None:
    assert dealt("tilsit", 1)[0]["canal_pile"] != dealt("tilsit", 2)[0]["canal_pile"]


def test_without_options_tilsit_is_played() -> None:
    assert GAME.options({}, 2) == {
        "preset": "tilsit", "pass_mode": "secret", "round_limit": 200, "quay_pile_open": False, "special_cards": False,
    }  # fmt: skip


def test_the_pass_mode_follows_the_preset_unless_it_is_given() -> None:
    assert GAME.options({"preset": "goldsieber-pro"}, 2)["pass_mode"] == "declare"
    assert GAME.options({"preset": "goldsieber-pro", "pass_mode": "secret"}, 2)["pass_mode"] == "secret"


def test_complete_options_stay_as_they_are() -> None:
    for name, options in GAME.rules.presets.items():
        assert GAME.options(options, PRESETS[name].seats) == options


@pytest.mark.parametrize(
    ("given", "seats", "pointer"),
    [
        ({"preset": "tilsitt"}, 2, "/preset"),
        ({"preset": ["tilsit"]}, 2, "/preset"),
        ({"preset": None}, 2, "/preset"),
        ({"preset": "tilsit"}, 3, "/preset"),
        ({"preset": "tilsit"}, 4, "/preset"),
        ({"preset": "tilsit"}, 4, "/preset"),
        ({"preset": "goldsieber-teams"}, 2, "/preset"),
        ({"pass_mode": "open"}, 2, "/pass_mode"),
        ({"pass_mode": ["declare"]}, 2, "/pass_mode"),
        ({"round_limit": 0}, 2, "/round_limit"),
        ({"round_limit": 1001}, 2, "/round_limit"),
        ({"round_limit": True}, 2, "/round_limit"),
        ({"round_limit": "200"}, 2, "/round_limit"),
        ({"quay_pile_open": 1}, 2, "/quay_pile_open"),
        ({"special_cards": 1}, 2, "/special_cards"),
        ({"preset": "armut", "special_cards": True}, 2, "/special_cards"),
        ({"preset": "tic-tac-toe", "special_cards": True}, 2, "/special_cards"),
        ({"passMode": "declare"}, 2, "/passMode"),
        ({"a/b~c": 1}, 2, "/a~1b~0c"),
    ],
)
def test_bad_options_are_refused_by_name(given: dict[str, Any], seats: int, pointer: str) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.options(given, seats)
    assert refused.value.pointer == pointer


def test_a_table_for_two_is_not_set_up_for_three() -> None:
    with pytest.raises(ValueError, match="tilsit is played by 2"):
        GAME.setup(GAME.options({}, 2), 3, Draws(seed_of(1)))
