"""What nobody may do, and what cannot happen (RULES.md, E.1: E9, E10, E12, E25, E29, E30, E38, E39, E49, E55)."""

import copy
import re

import pytest

from engine.contract import IllegalMove, Move
from engine.games.anno_1701 import GAME
from tests.engine import laws
from tests.engine.anno_1701.table import DATA, given

THEATRE = "schauspielhaus-3-1"
SIXTEEN = "farm-1-1 farm-1-2 schaffarm-1-1 schaffarm-1-2 holzfaeller-1-1 holzfaeller-1-2 ziegelei-1-1 erzschmelze-1-1 " \
          "weberei-1-1 weberei-1-2 kanonengiesserei-1-1 kanonengiesserei-1-2 markthaus-1-1 kapelle-1-1 ziegelei-2-1 " \
          "erzschmelze-2-1"  # fmt: skip


def test_e9_unrest_does_not_stop_other_gains_of_a_landscape() -> None:
    table = given({"gold": [0, 3], "goods": "NNN"}).answer("bank", give="N", take="T")
    assert table.state["players"][0]["land"]["L1"] == 1
    assert [one["blocked"] for one in table.player(0)["landscapes"] if one["id"] == "L1"] == [True]


@pytest.mark.parametrize(
    ("gold", "kind", "act", "refused"),
    [
        ([2, 1], "act", {"type": "bank", "give": "G", "take": "N"}, "last-gold"),
        ([1, 0], "act", {"type": "offer", "give": "G", "take": "T"}, "not-there"),
        ([1, 0], "close", {"type": "search", "pile": "1a"}, "last-gold"),
    ],
)
def test_e10_the_last_gold_cannot_be_paid_voluntarily(gold: list[int], kind: str, act: Move, refused: str) -> None:
    table = given({"gold": gold, "goods": "Z"}, {"goods": "T"}, kind=kind)
    facts = {key: value for key, value in act.items() if key != "type"}
    assert table.refusal(act["type"], **facts) == refused


def test_e10_nor_for_tribute_purchase_or_theatre() -> None:
    table = given({"gold": [2, 0], "ship": 4}, kind="close", voyage_=["V09", "V01"], fight_=[6, 1]).answer("voyage")
    table.answer("reveal")
    assert [event["forced"] for event in table.told("fought")] == [True]
    bought = given({"gold": [2, 0]}, kind="close", voyage_=["V01"]).answer("voyage").answer("reveal")
    assert bought.told("cannot-buy")
    attacked = given({"hand": "spion-1-1"}, {"gold": [1, 0], "buildings": THEATRE, "hand": "farm-1-1 farm-1-2"})
    assert attacked.answer("play", card="spion-1-1").waits_for == "spy"


def test_e12_three_bricks_may_come_from_both_landscapes_as_named() -> None:
    table = given({"land": {"L4": 2, "L5": 2}}).answer("bank", give="Z", take="N", pay=["L5", "L5", "L4"])
    assert (table.state["players"][0]["land"]["L4"], table.state["players"][0]["land"]["L5"]) == (1, 0)


def test_e25_no_building_is_removed_and_a_seventeenth_is_refused() -> None:
    table = given({"buildings": SIXTEEN, "goods": "HZZ", "hand": "kapelle-1-2"})
    assert table.refusal("build", card="kapelle-1-2") == "no-site"
    assert not {"demolish", "destroy", "remove"} & {form["properties"]["type"]["const"]
                                                    for form in GAME.rules.moves["act"]["oneOf"]}  # fmt: skip


def test_e29_spy_and_lodge_leave_a_full_hand_full() -> None:
    hand = "spion-1-1 farm-1-1 kapelle-1-1"
    table = given({"hand": hand, "buildings": "loge-3-1"}, {"hand": "farm-1-2 kapelle-1-2"}).roll(4, "pirate_hunt")
    table.answer("play", card="spion-1-1").answer("take", slot=0)
    assert len(table.state["players"][0]["hand"]) == 3
    table.answer("lodge", slot=0, under="1a")
    assert len(table.state["players"][0]["hand"]) == 3


def test_e30_a_player_either_fills_the_hand_or_exchanges_a_card() -> None:
    filled = given({"hand": "farm-1-1 farm-1-2"}, kind="close")
    assert filled.refusal("exchange", slot=0, under="1a") == "hand"
    assert filled.answer("draw", pile="1a").state["turn"] == 12
    exchanged = given({"hand": "farm-1-1 farm-1-2 kapelle-1-1"}, kind="close")
    assert exchanged.refusal("draw", pile="1a") == "full-hand"
    assert exchanged.answer("exchange", slot=0, under="1a").answer("draw", pile="1b").state["turn"] == 12


def test_e38_only_the_active_player_proposes() -> None:
    table = given({"goods": "Z"}, {"goods": "T"})
    decision = table.decision()["id"]
    assert GAME.moves(table.state, 1, decision) == []
    with pytest.raises(IllegalMove) as caught:
        GAME.check(table.state, 1, decision, {"type": "offer", "give": "T", "take": "Z"})
    assert caught.value.code == "not-asked"


def test_e39_a_trade_binds_nobody_to_anything_later() -> None:
    table = given({"goods": "ZN"}, {"goods": "TH"})
    assert table.refusal("offer", give="Z", take="T", later="H") == "malformed"
    table.answer("offer", give="Z", take="T").answer("accept")
    assert {move["type"] for move in table.moves()} >= {"offer", "close", "finish"}
    assert [task["kind"] for task in table.view()["standing"]] == ["act"]


def test_e49_a_win_ends_the_match_at_once_without_the_rest_of_the_turn() -> None:
    table = given({"residents": [2, 2, 2, 0], "goods": "NNTTH"}).answer("upgrade", resident=3)
    assert (GAME.decisions(table.state), table.state["turn"]) == ([], 11)
    assert [event["type"] for event in table.events] == ["upgraded", "ended"]
    robbed = given({"hand": "taschendieb-1-1"}, {"gold": [1, 1]}).answer("play", card="taschendieb-1-1")
    assert (GAME.decisions(robbed.state), robbed.state["discard"]) == ([], ["taschendieb-1-1"])


def test_e55_no_licensed_word_is_drawn() -> None:
    for viewer in (None, 0):
        words = re.findall(r"\w+", GAME.picture(given().view(viewer)).lower())
        assert not {"anno", "catan", "kosmos", "1701"} & set(words)


def test_b50_the_places_of_buildings_make_no_difference() -> None:
    """Positions of buildings are no part of play: the same buildings in another order do the same (so nobody arranges)."""
    table = given({"buildings": "farm-1-1 weberei-1-1 kapelle-1-1 gildenhaus-3-1"}, {"buildings": "markthaus-1-1"})
    turned = copy.deepcopy(table)
    turned.state["players"][0]["buildings"].reverse()
    for number in range(1, 7):
        rolled = [one.roll(number, "discontent") for one in (copy.deepcopy(table), copy.deepcopy(turned))]
        assert laws.text([one.events for one in rolled[:1]]) == laws.text([one.events for one in rolled[1:]])
        shown = [one.view(0) for one in rolled]
        for view in shown:
            view["players"][0]["buildings"].sort(key=lambda card: card["id"])
        assert laws.text(shown[0]) == laws.text(shown[1])


def test_the_dataset_has_no_building_whose_place_matters() -> None:
    assert not any("site" in name or "place" in name for card in DATA.shown.values() for name in card)
