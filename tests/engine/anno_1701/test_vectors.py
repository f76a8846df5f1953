"""The examples of RULES.md (E.3), vectors 1 to 25, by number."""

from collections.abc import Sequence
from typing import cast

import pytest

from engine.games.anno_1701 import GAME
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.rules.settlement import check_win, update_powers
from engine.games.anno_1701.types.state import Player
from tests.engine.anno_1701.table import given, outcome_of, start


def gold_after(gold: Sequence[int], n: int) -> list[int]:
    player = cast(Player, {"gold": list(gold)})
    stores.pay_gold(player, n)
    return player["gold"]


@pytest.mark.parametrize("seat", [0, 1])
def test_vector_1_the_start(seat: int) -> None:
    table = given()
    fresh = start()
    answers = {one: GAME.fallback(fresh.state, one, "t0.settle", "absent") for one in (0, 1)}
    state, events = GAME.resolve(fresh.state, "t0.settle", answers, table.chance)
    one = fresh.view(seat)["players"][seat]
    assert sum(one["goods"].values()) == 5
    assert (one["gold"], one["unhappy"], one["points"], one["ship"]["state"]) == ([3, 3], 2, 0, 2)
    assert (one["speed"], one["strength"]) == (3, 0)
    assert len(GAME.view(state, seat)["players"][seat]["hand"]) == 3
    assert [event["pile"] for event in events if event["type"] == "settled"] == ["1a", "1b"]


def test_vector_2_five_of_six_gold_can_be_paid_and_leave_one_centre_in_unrest() -> None:
    assert gold_after((3, 3), 5) == [1, 0]
    table = given({"gold": [1, 0]})
    assert table.view()["players"][0]["unhappy"] == 7


def test_vector_3_the_last_gold_cannot_be_paid() -> None:
    table = given({"gold": [2, 1]})
    assert table.refusal("bank", give="G", take="N") == "last-gold"
    table = given({"gold": [2, 2]})
    assert table.refusal("bank", give="G", take="N") == "legal"


def test_vector_4_a_pickpocket_takes_the_last_gold_and_wins() -> None:
    table = given({"hand": "taschendieb-1-1"}, {"gold": [1, 1]}).answer("play", card="taschendieb-1-1")
    assert table.state["players"][1]["gold"] == [0, 0]
    assert outcome_of(table.state)["winners"] == [0]
    assert outcome_of(table.state)["reason"] == "unrest"
    assert table.state["discard"] == ["taschendieb-1-1"]


def test_vector_5_a_theatre_cancels_with_one_of_two_gold() -> None:
    table = given({"hand": "taschendieb-1-1"}, {"gold": [1, 1], "buildings": "schauspielhaus-3-1"})
    table.answer("play", card="taschendieb-1-1").answer("cancel", of="theatre")
    assert table.state["players"][1]["gold"] == [1, 0]
    assert GAME.outcome(table.state) is None
    assert table.state["discard"] == ["taschendieb-1-1"]


def test_vector_6_a_theatre_cannot_cancel_with_the_last_gold() -> None:
    table = given({"hand": "giftmischer-2-1"}, {"gold": [1, 0], "buildings": "schauspielhaus-3-1", "goods": "N"})
    table.answer("play", card="giftmischer-2-1", landscape="D3")
    assert table.waits_for == "act"
    assert table.state["players"][1]["land"]["D3"] == 0


def test_vector_7_an_agitator_in_the_only_centre_with_gold_wins() -> None:
    table = given({"hand": "revoluzzer-3-1"}, {"gold": [0, 2]}).answer("play", card="revoluzzer-3-1", centre=1)
    assert outcome_of(table.state)["winners"] == [0]


def test_vector_8_tax_with_two_chapels_lets_one_gold_lapse() -> None:
    table = given({"buildings": "kapelle-1-1 kapelle-1-2"}).roll(6, "tax")
    assert table.state["players"][0]["gold"] == [4, 4]
    assert table.told("tax")[0] == {"seat": 0, "gold": 2, "lapsed": 1}


@pytest.mark.parametrize(
    ("goods", "buildings", "lost"), [("NNNTTTHHH", "", 4), ("NNNTTTH", "", 0), ("NNNTTTHHH", "feuerwache-2-1", 0)]
)
def test_vector_9_fire(goods: str, buildings: str, lost: int) -> None:
    table = given({"goods": goods, "buildings": buildings, "ship": 0}).roll(1, "fire")
    asked = [task["count"] for task in table.view()["standing"] if task["kind"] == "fire"]
    assert asked == ([lost] if lost else [])


def test_vector_10_discontent_with_four_gold_and_a_happy_inhabitant() -> None:
    table = given({"gold": [2, 2], "buildings": "kapelle-1-1", "goods": "NNTT"}).roll(6, "discontent")
    assert [task["count"] for task in table.view()["standing"]] == [2]


def test_vector_11_discontent_at_the_start() -> None:
    table = given({"goods": "NTHZW"}, {"goods": "NTHZW"}).roll(6, "discontent")
    assert [(task["seat"], task["count"]) for task in table.view()["standing"]] == [(0, 1), (1, 1)]


def test_vector_12_seven_points_win() -> None:
    table = given({"residents": [2, 2, 2, 0], "goods": "NNTT"}).answer("upgrade", resident=3)
    assert outcome_of(table.state) == {"winners": [0], "scores": [7, 0], "reason": "points"}


def test_vector_13_two_merchants_win() -> None:
    table = given({"residents": [3, 2, 0, 0], "goods": "NN", "luxury": {"R": 2, "B": 2}}).answer("upgrade", resident=1)
    assert outcome_of(table.state) == {"winners": [0], "scores": [6, 0], "reason": "merchants"}


def test_vector_14_a_three_yields_for_both_players() -> None:
    table = given().roll(3, "tax")
    assert table.told("produced") == [
        {"seat": 0, "goods": "ZW", "lands": ["L4", "L7"], "ship": None},
        {"seat": 1, "goods": "N", "lands": ["D3"], "ship": None},
    ]


def test_vector_15_a_wrecked_ship_has_no_number() -> None:
    table = given({"ship": 0}).roll(6, "pirate_hunt")
    assert table.state["players"][0]["ship"] == 0
    table = given({"ship": 1}).roll(6, "pirate_hunt")
    assert table.state["players"][0]["ship"] == 2


def test_vector_16_unrest_stops_the_landscape_but_not_the_sheep_farm() -> None:
    table = given({}, {"gold": [0, 3], "buildings": "schaffarm-1-1"}).roll(6, "trade_advantage")
    assert table.told("produced")[1]["goods"] == ""
    table = given({"gold": [0, 3], "buildings": "schaffarm-1-2"}).roll(4, "trade_advantage")
    assert table.told("produced")[0]["goods"] == ""
    table = given({"gold": [0, 3], "buildings": "schaffarm-1-2"}).roll(5, "trade_advantage")
    assert table.told("produced")[0] == {"seat": 0, "goods": "WT", "lands": ["L6", "L1"], "ship": None}


def test_vector_17_three_bricks_from_two_pits_go_to_the_bank() -> None:
    table = given({"land": {"L4": 2, "L5": 1}}).answer("bank", give="Z", take="N")
    assert table.player(0)["goods"] == {"N": 1, "T": 0, "H": 0, "Z": 0, "W": 0}


def test_vector_18_speed_and_strength_with_a_commander() -> None:
    table = given({"buildings": "weberei-1-1 werft-2-1", "hand": "kommandant-3-1"}, kind="close")
    table.answer("voyage", card="kommandant-3-1")
    assert (table.state["voyage"]["speed"], table.state["voyage"]["strength"]) == (8, 2)


def test_vector_19_a_storm_at_equal_speed_is_harmless() -> None:
    table = given({}, kind="close", voyage_=["V13"]).answer("voyage").answer("reveal")
    assert table.told("escaped")
    assert table.state["players"][0]["ship"] == 2


def test_vector_20_a_trader_is_not_paid_with_the_last_gold() -> None:
    table = given({"gold": [1, 1]}, kind="close", voyage_=["V01"]).answer("voyage").answer("reveal")
    assert table.told("cannot-buy")
    assert table.waits_for == "voyage"


def test_vector_21_with_three_rum_only_tobacco_is_sold() -> None:
    table = given({"luxury": {"R": 3}}, kind="close", voyage_=["V06"]).answer("voyage").answer("reveal")
    assert [move for move in table.moves() if move["type"] == "buy"] == [{"type": "buy", "good": "B"}]
    assert table.refusal("buy", good="R") == "no-room"


def test_vector_22_two_cards_at_closing_are_filled_and_not_exchanged() -> None:
    table = given({"hand": "farm-1-1 farm-1-2"}, kind="close")
    assert {move["type"] for move in table.moves()} == {"voyage", "draw", "search", "fill", "finish"}
    assert table.refusal("exchange", slot=0, under="1a") == "hand"
    table.answer("draw", pile="1a")
    assert table.state["turn"] == 12


def test_vector_23_a_card_taken_by_a_spy_is_returned_to_its_own_piles() -> None:
    table = given({"hand": "farm-1-1 farm-1-2 schule-2-1"}, kind="close")
    assert table.refusal("exchange", slot=2, under="1a") == "wrong-pile"
    table.answer("exchange", slot=2, under="2b")
    assert table.pile("2b")[-1] == "schule-2-1"
    assert table.refusal("draw", pile="2a") == "wrong-pile"
    assert table.refusal("finish") == "must-take"
    assert table.refusal("draw", pile="1b") == "legal"


def test_vector_24_a_tie_takes_the_trade_power_away() -> None:
    table = given({"buildings": "kontor-3-1 markthaus-1-1"}, {"buildings": "markthaus-2-1 markthaus-2-2"})
    play = table.play()
    update_powers(play)
    assert play.state["powers"] == {"trade": 0, "sea": None}
    play.player(1)["buildings"] = ["kontor-3-2", "markthaus-2-1"]
    update_powers(play)
    assert play.state["powers"]["trade"] is None
    play.player(1)["buildings"].append("markthaus-2-2")
    update_powers(play)
    assert play.state["powers"]["trade"] == 1


def test_vector_25_a_lodge_fetches_an_attack_just_played_and_it_is_played_again() -> None:
    hand = "taschendieb-1-1 farm-1-1"
    table = given({"hand": hand, "buildings": "loge-3-1", "gold": [1, 1]}, {"gold": [4, 4]})
    table.roll(4, "pirate_hunt").answer("play", card="taschendieb-1-1")
    table.answer("lodge", slot=0, under="1b")
    assert table.state["players"][0]["hand"] == ["taschendieb-1-1"]
    table.answer("play", card="taschendieb-1-1")
    assert table.state["players"][1]["gold"] == [2, 2]
    assert table.refusal("lodge", slot=0, under="1b") == "not-rolled"


def test_points_below_seven_do_not_win() -> None:
    play = given({"residents": [2, 2, 2, 0]}).play()
    check_win(play, 0)
    assert play.state["outcome"] is None
