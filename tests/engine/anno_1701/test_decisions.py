"""The decisions on open points of the rule book (RULES.md, E.1), by number, as far as a table can show them."""

import pytest

from engine.contract import Json
from engine.games.anno_1701 import GAME
from engine.games.anno_1701.rules.settlement import level
from tests.engine.anno_1701.table import given, outcome_of, start

THEATRE = "schauspielhaus-3-1"


def test_e1_a_layout_may_be_named_and_moves_landscapes_out_of_unrest() -> None:
    table = start()
    order = next(one["layout"] for one in GAME.moves(table.state, 0, "t0.settle") if "layout" in one)
    answers = {seat: GAME.fallback(table.state, seat, "t0.settle", "absent") for seat in (0, 1)}
    answers[0] = {"type": "settle", "pile": "1a", "layout": order}
    GAME.check(table.state, 0, "t0.settle", answers[0])
    state, _ = GAME.resolve(table.state, "t0.settle", answers, table.chance)
    assert GAME.view(state, None)["players"][0]["landscapes"][2]["at"] == "bottom-1"
    assert table.refusal("settle", pile="1a", layout=order[:7] + order[:1]) == "bad-layout"


def test_e4_the_lion_draws_first_from_a_pile_both_choose() -> None:
    table = start()
    lion = [one["side"] for one in table.state["players"]].index("lion")
    answers = {seat: {"type": "settle", "pile": "1a"} for seat in (0, 1)}
    state, _ = GAME.resolve(table.state, "t0.settle", answers, table.chance)
    pile = table.pile("1a")
    assert (state["players"][lion]["hand"], state["players"][1 - lion]["hand"]) == (pile[:3], pile[3:6])


def test_e5_equal_dice_at_the_start_are_rolled_again() -> None:
    rolls = []
    for seed in range(12):
        table = start(seed)
        answers = {seat: GAME.fallback(table.state, seat, "t0.settle", "absent") for seat in (0, 1)}
        _, events = GAME.resolve(table.state, "t0.settle", answers, table.chance.__class__(bytes([seed]) * 32))
        rolls.append([event["rolls"] for event in events if event["type"] == "start-roll"])
    assert all(one[-1][0] != one[-1][1] for one in rolls)
    assert any(len(one) > 1 for one in rolls)


def test_e6_the_fullest_landscape_pays_and_the_emptiest_receives_unless_one_is_named() -> None:
    table = given({"land": {"L4": 1, "L5": 2}, "goods": "WH", "hand": "kanonengiesserei-1-1 kanonengiesserei-1-2"})
    assert (
        given({"land": {"L4": 1, "L5": 2}, "goods": "NNN"})
        .answer("bank", give="N", take="Z")
        .state["players"][0]["land"]["L4"]
        == 2
    )
    named = table.answer("build", card="kanonengiesserei-1-1", pay=["L2", "L4", "L6"]).state["players"][0]["land"]
    assert (named["L4"], named["L5"]) == (0, 2)


def test_e7_a_payment_may_name_the_centre() -> None:
    table = given({"gold": [4, 4]}).answer("bank", give="G", take="N", gold=[3, 0])
    assert table.state["players"][0]["gold"] == [1, 4]
    assert given({"gold": [4, 4]}).refusal("bank", give="G", take="N", gold=[3, 1]) == "bad-split"


def test_e8_gold_goes_to_a_centre_in_unrest_first() -> None:
    table = given({"gold": [3, 0], "hand": "wanderprediger-3-1"}).answer("play", card="wanderprediger-3-1")
    assert table.state["players"][0]["gold"] == [3, 2]


def test_e11_the_bank_exchanges_nothing_for_the_same_thing() -> None:
    assert given({"goods": "ZZZ"}).refusal("bank", give="Z", take="L4") == "same"
    assert given({"gold": [4, 4]}).refusal("bank", give="G", take="G") == "same"


def test_e13_nothing_is_taken_into_a_full_store() -> None:
    assert given({"goods": "NNNTTT"}).refusal("bank", give="N", take="T") == "no-room"
    assert given({"goods": "NNN", "gold": [4, 4]}).refusal("bank", give="N", take="G") == "no-room"


def test_e15_a_guild_house_with_everything_full_lapses() -> None:
    table = given({"goods": "NNNTTTHHHZZZZZZWWWWWW", "buildings": "gildenhaus-3-1"}).roll(1, "pirate_hunt")
    assert table.told("lapsed") == [{"seat": 0, "why": "yield"}]


def test_e16_the_other_players_lodge_is_asked_about_after_the_number_and_ones_own_is_used_in_the_action_phase() -> None:
    cards = {"buildings": "loge-3-1", "hand": "farm-1-1"}
    table = given({}, cards, discard="spion-1-1").roll(4, "pirate_hunt")
    assert [(task["kind"], task["seat"]) for task in table.view()["standing"]] == [("lodge", 1)]
    table.answer("lodge", slot=0, under="1a")
    assert table.state["players"][1]["hand"] == ["spion-1-1"]
    table = given(cards, {}, discard="spion-1-1").roll(4, "pirate_hunt")
    assert table.waits_for == "act"
    assert table.refusal("lodge", slot=0, under="1a") == "legal"


@pytest.mark.parametrize(("hand", "discard"), [("", "spion-1-1"), ("farm-1-1", "")])
def test_e18_a_lodge_without_hand_or_discard_does_nothing(hand: str, discard: str) -> None:
    table = given({}, {"buildings": "loge-3-1", "hand": hand}, discard=discard).roll(4, "pirate_hunt")
    assert table.waits_for == "act"


def test_e19_a_lodge_gives_an_action_card_away_and_fetches_a_captain() -> None:
    table = given({}, {"buildings": "loge-3-1", "hand": "spion-1-1"}, discard="kapitaen-1-1").roll(4, "pirate_hunt")
    table.answer("lodge", slot=0, under="1a")
    assert table.state["players"][1]["hand"] == ["kapitaen-1-1"]


def test_e20_e21_a_landing_stage_works_in_its_owners_turn_between_any_two_landscapes() -> None:
    stage = {"buildings": "anlegestelle-3-1", "goods": "N"}
    table = given(stage).roll(5, "pirate_hunt").answer("dock", from_="L3", to="L1")
    assert (table.player(0)["goods"]["N"], table.player(0)["goods"]["T"]) == (0, 1)
    assert table.refusal("dock", from_="L1", to="L3") == "not-rolled"
    assert given({}, stage).roll(5, "pirate_hunt").state["dock"] == 0


def test_e22_the_holder_of_trade_power_takes_what_is_there_or_declines() -> None:
    bags = "kontor-3-1 markthaus-1-1"
    table = given({"buildings": bags}, {"goods": "NZ", "land": {"D4": 1, "D5": 1}})
    table.state["powers"] = {"trade": 0, "sea": None}
    table.roll(6, "trade_advantage")
    assert {move.get("good") for move in table.moves()} == {None, "N", "T", "Z"}
    assert table.refusal("demand", good="H") == "not-there"
    table.answer("demand", good="Z")
    assert table.waits_for == "pit"
    table.answer("pit", landscape="D5")
    assert (table.player(0)["goods"]["Z"], table.state["players"][1]["land"]["D5"]) == (2, 0)


def test_e23_a_power_works_on_the_opponents_roll() -> None:
    table = given({}, {"buildings": "festung-3-1 kanonengiesserei-1-1"})
    table.state["powers"] = {"trade": None, "sea": 1}
    assert [task["seat"] for task in table.roll(3, "pirate_hunt").view()["standing"]] == [1]


def test_e26_buildings_may_be_repeated_except_the_fire_station() -> None:
    goods = "NNNTTTHHHZZZWWW"
    table = given({"goods": goods, "buildings": "feuerwache-2-1 kapelle-1-1", "hand": "feuerwache-2-2 kapelle-1-2"})
    assert table.refusal("build", card="feuerwache-2-2") == "limit"
    assert table.refusal("build", card="kapelle-1-2") == "legal"


def test_e27_the_highest_inhabitant_decides_which_piles_are_permitted() -> None:
    assert level(given({"residents": [3, 0, 0, 0]}).play().player(0)) == 3


def test_e28_the_hand_need_not_be_filled_but_silence_fills_it() -> None:
    table = given({"hand": "farm-1-1", "residents": [1, 0, 0, 0]}, kind="close")
    assert table.refusal("finish") == "legal"
    assert given({"hand": ""}).answer("fill").told("drew") == [{"seat": 0, "pile": "1a", "forced": False}] * 3


def test_e31_a_search_is_paid_for_takes_a_card_and_keeps_the_order() -> None:
    table = given({"hand": "farm-1-1 farm-1-2"}, kind="close").answer("search", pile="1b")
    before = table.pile("1b")
    slips = table.view(0)["seen"]["slips"]
    assert [one["card"]["id"] for one in sorted(slips, key=lambda one: one["at"])] == before
    assert table.view(1)["seen"] is None
    assert {move["type"] for move in table.moves()} == {"take"}
    slip = next(one for one in slips if one["at"] == 2)
    table.answer("take", slip=slip["slip"])
    assert table.pile("1b") == [*before[:2], *before[3:]]
    assert table.state["players"][0]["hand"][-1] == before[2]


def test_e32_a_card_lost_to_a_spy_is_not_replaced_at_once() -> None:
    table = given({"hand": "spion-1-1"}, {"hand": "farm-1-1 farm-1-2 kapelle-1-1"}).answer("play", card="spion-1-1")
    assert [one["id"] for one in table.view(0)["seen"]["hand"]] == ["farm-1-1", "farm-1-2", "kapelle-1-1"]
    assert table.view(1)["seen"] is None
    table.answer("take", slot=2)
    assert table.state["players"][0]["hand"] == ["kapelle-1-1"]
    assert len(table.state["players"][1]["hand"]) == 2


@pytest.mark.parametrize(
    ("card", "target", "other"),
    [
        ("spion-1-1", {}, {"hand": ""}),
        ("giftmischer-2-1", {"landscape": "D1"}, {"goods": ""}),
        ("revoluzzer-3-1", {"centre": 0}, {"gold": [0, 3]}),
        ("wanderprediger-3-1", {}, {}),
        ("schmied-2-1", {}, {}),
    ],
)
def test_e33_a_card_without_effect_is_not_played(card: str, target: dict[str, Json], other: dict[str, Json]) -> None:
    table = given({"hand": card, "gold": [4, 4], "goods": "WWWWWW"}, other)
    assert table.refusal("play", card=card, **target) == "no-effect"


def test_e34_e36_the_theatre_answers_once_before_the_spy_sees_and_the_card_is_discarded() -> None:
    table = given({"hand": "spion-1-1"}, {"hand": "farm-1-1", "buildings": THEATRE + " schauspielhaus-3-2"})
    table.answer("play", card="spion-1-1")
    assert table.view(0)["seen"] is None
    table.answer("cancel")
    assert (table.state["discard"], table.waits_for) == (["spion-1-1"], "act")
    assert table.state["players"][1]["gold"] == [3, 2]


def test_e35_the_theatre_does_not_stop_an_event() -> None:
    table = given({}, {"buildings": THEATRE, "goods": "NT", "gold": [2, 2]}).roll(6, "discontent")
    assert [task["kind"] for task in table.view()["standing"] if task["seat"] == 1] == ["discontent"]


def test_e37_an_offer_has_two_sides_and_no_luxury_goods() -> None:
    table = given({"goods": "ZZ", "luxury": {"R": 1}}, {"goods": "TT"})
    assert table.refusal("offer", give="", take="T") == "malformed"
    assert table.refusal("offer", give="R", take="T") == "malformed"
    assert table.refusal("offer", give="Z", take="Z") == "same"
    assert table.refusal("offer", give="ZZZ", take="T") == "not-there"


def test_an_offer_is_countered_and_the_counter_accepted() -> None:
    table = given({"goods": "ZZ"}, {"goods": "TT"}).answer("offer", give="Z", take="TT")
    assert [task["kind"] for task in table.view()["standing"]] == ["offer", "withdraw"]
    table.answer("counter", give="T", take="ZG")
    table.answer("accept")
    assert (table.player(0)["goods"]["T"], table.player(0)["goods"]["Z"]) == (1, 1)
    assert (table.state["players"][0]["gold"], table.state["players"][1]["gold"]) == ([3, 2], [4, 3])


def test_an_offer_can_be_withdrawn_while_it_is_unanswered() -> None:
    table = (
        given({"goods": "ZZ"}, {"goods": "TT"}).answer("offer", give="Z", take="T").answer("withdraw", of="withdraw")
    )
    assert table.waits_for == "act"
    assert table.player(0)["goods"]["Z"] == 2


def test_e40_every_voyage_has_the_whole_deck() -> None:
    table = given({}, kind="close").answer("voyage")
    assert sorted(table.state["voyage"]["deck"].split()) == sorted(GAME.data.voyage)


def test_e42_e43_a_wreck_has_its_speed_and_a_ship_card_counts() -> None:
    table = given({"hand": "kapitaen-1-1"}, {"ship": 0}, kind="close", voyage_=["V15"])
    table.answer("voyage", card="kapitaen-1-1").answer("reveal")
    assert table.told("got-gold") == [{"seat": 0, "gold": 1}]


def test_e44_castaways_bring_nothing_at_equal_speed_and_a_storm_hits_only_a_slower_ship() -> None:
    table = given({}, kind="close", voyage_=["V15", "V13"]).answer("voyage").answer("reveal")
    assert table.told("too-slow")
    table = given({"ship": 3}, {"buildings": "weberei-1-1"}, kind="close", voyage_=["V13"]).answer("voyage")
    assert table.answer("reveal").state["players"][0]["ship"] == 1


def test_e45_e46_a_voyager_who_cannot_pay_tribute_fights_and_pays_nothing_on_losing() -> None:
    table = given({"gold": [1, 1], "ship": 3}, kind="close", voyage_=["V09"], fight_=[1, 6]).answer("voyage")
    table.answer("reveal")
    assert table.told("fought") == [{"seat": 0, "dice": [1, 6], "own": 1, "pirate": 9, "forced": True}]
    assert (table.state["players"][0]["gold"], table.state["players"][0]["ship"]) == ([1, 1], 2)


def test_a_fight_is_won_and_its_prize_is_taken() -> None:
    table = given({"buildings": "festung-3-1 festung-3-2"}, kind="close", voyage_=["V07"], fight_=[5, 1])
    table.answer("voyage").answer("reveal").answer("fight")
    assert table.waits_for == "prize"
    table.answer("take", good="B")
    assert table.state["players"][0]["luxury"] == {"R": 0, "B": 1}


@pytest.mark.parametrize(("roll", "kind", "ship"), [(2, "voyage", 1), (3, "prize", 2), (6, "prize", 2)])
def test_flotsam_brings_what_its_table_says(roll: int, kind: str, ship: int) -> None:
    table = given({}, kind="close", voyage_=["V14"], flotsam_=roll).answer("voyage").answer("reveal").answer("roll")
    assert (table.waits_for, table.state["players"][0]["ship"]) == (kind, ship)


def test_e47_a_ship_card_is_spent_even_without_a_reveal() -> None:
    table = given({"hand": "kapitaen-1-1"}, kind="close").answer("voyage", card="kapitaen-1-1").answer("stop")
    assert table.state["discard"] == ["kapitaen-1-1"]
    assert table.state["turn"] == 12


def test_e48_after_a_voyage_there_are_no_cards() -> None:
    table = given({"hand": ""}, kind="close").answer("voyage").answer("stop")
    assert table.state["players"][0]["hand"] == []
    assert table.state["active"] == 1


def test_a_voyage_ends_when_the_ship_is_wrecked() -> None:
    table = given({"ship": 1}, kind="close", voyage_=["V11"]).answer("voyage").answer("reveal")
    assert table.told("returned") == [{"seat": 0, "cards": 1, "ship": 0}]


def test_e50_the_turn_limit_ends_a_match_by_points_merchants_and_gold() -> None:
    table = given({"residents": [1, 0, 0, 0]}, {"residents": [1, 0, 0, 0], "gold": [4, 4]})
    table.state["options"] = {"turn_limit": 11}
    table.answer("finish")
    assert outcome_of(table.state)["reason"] == "turn-limit"
    assert outcome_of(table.state)["winners"] == [1]


def test_e51_without_a_card_in_the_supply_nobody_is_upgraded() -> None:
    table = given({"goods": "NNTT"})
    table.state["supply"] = [0, 6, 3]
    assert table.refusal("upgrade", resident=0) == "supply"


def test_e52_numerals_of_hands_are_open_and_faces_are_not() -> None:
    shown = given({"hand": "schule-2-1 farm-1-1"}).view(1)["players"][0]
    assert (shown["numerals"], shown["hand"]) == ([1, 2], None)


def test_e53_e54_the_victim_of_a_fire_chooses_landscape_goods() -> None:
    table = given({"goods": "NNNTTTHHH", "luxury": {"R": 3}, "ship": 0}).roll(1, "fire")
    assert table.refusal("give", goods=["N", "N", "N"]) == "wrong-number"
    assert table.refusal("give", goods=["R", "N", "N", "N"]) == "malformed"
    table.answer("give", goods=["N", "T", "T", "T"])
    assert table.player(0)["goods"] == {"N": 2, "T": 0, "H": 3, "Z": 0, "W": 0}


def test_a_repair_brings_a_wreck_back() -> None:
    table = given({"ship": 0, "goods": "HH"}).answer("repair").answer("repair")
    assert table.state["players"][0]["ship"] == 2


def test_a_building_brings_its_gold_and_sea_power() -> None:
    table = given({"goods": "HZZWW", "buildings": "kanonengiesserei-1-1", "hand": "festung-3-1"})
    table.answer("build", card="festung-3-1")
    assert table.state["powers"]["sea"] == 0
    table = given({"goods": "HZZZW", "hand": "kirche-3-1", "gold": [1, 1]}).answer("build", card="kirche-3-1")
    assert table.state["players"][0]["gold"] == [3, 2]
