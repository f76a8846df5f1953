"""The game for four in two teams (rules: Das Profispiel zu viert; D1 column G 4p, D3, E48, E49, E55, E56)."""

from typing import Any

import pytest

from engine.contract import BadOptions, State
from engine.games.kontor import GAME
from engine.games.kontor.types.cards import COLOURS
from engine.protocol.chance import Draws
from tests.engine.kontor.four import BLACK, HANDS, RED, TEAMS, FourTable, four
from tests.engine.kontor.table import PRESETS
from tests.engine.laws import seed_of

PRESET = PRESETS[TEAMS]


def dealt(number: int = 1, **options: Any) -> State:
    return GAME.setup(GAME.options({"preset": TEAMS, **options}, 4), 4, Draws(seed_of(number)))


# -- the deal ------------------------------------------------------------------------------------------------------------


def test_e56_partners_sit_beside_each_other_and_opponents_opposite() -> None:
    assert (PRESET.members(0), PRESET.members(1)) == (RED, BLACK)
    assert PRESET.opposite == (2, 3, 0, 1)


def test_d1_an_open_harbour_of_eight_by_eight_with_the_cross_and_the_ship_on_the_anchor() -> None:
    state = dealt()
    assert (PRESET.width, PRESET.height, state["fixed"]) == (8, 8, {"x": None, "y": None})
    assert len(state["board"]) == 9
    assert state["ship"] == "0,0"


def test_d1_four_coins_each_and_four_in_the_bank() -> None:
    state = dealt()
    assert (state["money"], state["bank"]) == ([4, 4, 4, 4], 4)


def test_d1_three_quays_two_canals_and_a_special_card_each() -> None:
    view = GAME.view(dealt(), None)
    assert view["hand_counts"] == [{"quay": 3, "canal": 2, "special": 1}] * 4
    assert [pile["count"] for pile in view["quay_piles"]] == [8] * 4
    assert view["canal_pile"]["count"] == 43 - 8 - 4 * 2


def test_d1_each_team_shares_its_quays_evenly() -> None:
    for number in range(6):
        state = dealt(number)
        for team, colour in enumerate(state["colours"]):
            shares = [
                {
                    card
                    for card in (*state["hands"][seat], *state["quay_piles"][seat])
                    if PRESET.cards[card].kind == "quay"
                }
                for seat in PRESET.members(team)
            ]
            assert [len(share) for share in shares] == [11, 11]
            assert {PRESET.cards[card].owner for share in shares for card in share} == {colour}
            assert shares[0].isdisjoint(shares[1])
        assert set(state["colours"]) == set(COLOURS)


def test_d3_two_of_the_six_special_cards_are_not_used_and_nobody_knows_which() -> None:
    specials = [card.id for card in PRESET.cards.values() if card.kind == "special"]
    left_out = set()
    for number in range(12):
        state = dealt(number)
        dealt_out = [card for hand in state["hands"] for card in hand if card in specials]
        assert len(set(dealt_out)) == 4
        assert state["special_pile"] == []
        left_out |= set(specials) - set(dealt_out)
    assert left_out == set(specials)


def test_d3_special_cards_are_in_unless_the_options_say_no() -> None:
    assert GAME.rules.presets[TEAMS]["special_cards"] is True
    assert GAME.view(dealt(special_cards=False), None)["hand_counts"] == [{"quay": 3, "canal": 2, "special": 0}] * 4


def test_four_who_name_no_preset_play_in_teams() -> None:
    assert GAME.options({}, 4) == GAME.rules.presets[TEAMS]
    assert GAME.options({}, 2)["preset"] == "tilsit"


def test_the_number_of_seats_must_fit_the_preset_and_the_remedy_is_named() -> None:
    with pytest.raises(BadOptions, match=f"tilsit is played by 2, not by 4; for 4 there is {TEAMS}"):
        GAME.options({"preset": "tilsit"}, 4)
    with pytest.raises(BadOptions, match=f"{TEAMS} is played by 4, not by 2; for 2 there is goldsieber-basic"):
        GAME.options({"preset": TEAMS}, 2)
    with pytest.raises(ValueError, match=f"{TEAMS} is played by 4"):
        GAME.setup(GAME.options({"preset": TEAMS}, 4), 2, Draws(seed_of(1)))


# -- harbour tax ---------------------------------------------------------------------------------------------------------


def test_e56_a_coin_card_taxes_the_seat_opposite_and_nobody_else() -> None:
    table = four().choose("13", "21", "20", "22")
    assert table.told("tax") == [{"seat": 2, "by": 0, "card": "C13"}]
    assert table.state["money"] == [4, 4, 3, 4]


def test_e56_both_pairs_settle_their_own_taxes() -> None:
    table = four().choose("19", "15", "14", "16")
    assert [(one["seat"], one["by"]) for one in table.told("tax")] == [(0, 2), (1, 3), (3, 1)]
    assert table.state["money"] == [3, 3, 4, 3]


def test_d1_partners_keep_separate_purses_and_do_not_lend() -> None:
    table = four(money=(4, 4, 0, 6)).choose("13", "21", "20", "22")
    assert table.told("insolvent") == [{"seat": 2, "card": "C20"}]
    assert table.told("tax") == []
    assert "C20" in table.state["hands"][2]
    assert table.state["money"] == [4, 4, 0, 6]


def test_e5_one_insolvent_seat_of_a_pair_gets_nothing() -> None:
    table = four(money=(4, 4, 0, 4)).choose("13", "21", "20", "22")
    assert table.told("income") == []


def test_e56_the_coin_for_a_pair_that_cannot_pay_is_judged_pair_by_pair() -> None:
    table = four(money=(0, 4, 0, 4), bank=12).choose("13", "15", "14", "16")
    assert [one["seat"] for one in table.told("insolvent")] == [0, 2]
    assert [(one["seat"], one["by"]) for one in table.told("tax")] == [(1, 3), (3, 1)]
    assert [(one["seat"], one["why"]) for one in table.told("income")] == [(0, "insolvent"), (2, "insolvent")]
    assert table.state["money"] == [1, 3, 1, 3]


def test_e56_both_pairs_can_be_unable_to_pay_at_once() -> None:
    table = four(money=(0, 0, 0, 0), bank=20).choose("13", "15", "14", "16")
    assert table.state["money"] == [1, 1, 1, 1]
    assert table.waits_for == "r2.choose"


def test_the_canonical_round_pays_the_insolvent_before_the_passers() -> None:
    table = four(money=(0, 4, 0, 14), bank=2).choose("13", "pass", "14", "22/22")
    assert [(one["seat"], one["why"]) for one in table.told("income")] == [(0, "insolvent"), (2, "insolvent")]
    assert table.told("no-income") == [{"seat": 1, "why": "pass"}]


def test_e12_claims_made_together_are_paid_together_or_not_at_all() -> None:
    table = four(money=(6, 6, 4, 3), bank=1).choose("pass", "pass", "20/20", "22/22")
    assert [one["seat"] for one in table.told("no-income")] == [0, 1]
    assert table.state["bank"] == 1


# -- order of the turns and laying ---------------------------------------------------------------------------------------


def test_d1_all_four_numbers_decide_the_order() -> None:
    table = four().choose("19", "61", "63", "22")
    assert table.state["due"] == [2, 1, 3, 0]
    assert table.waits_for == "r1.place.2"


def test_e48_the_number_of_a_special_card_counts_like_any_other() -> None:
    table = four("A* 43 . \n 19 44 .", hands=("21", "88", "20", "22"))
    table.choose("21", "88", "20", "22")
    assert table.told("laid") == [{"seat": 1, "card": "C88", "at": [0, 1]}]
    assert table.state["due"] == [3, 0, 2]


def test_e49_a_special_card_is_not_replaced_in_the_hand() -> None:
    table = four("A* 43 . \n 20 44 .", hands=("21", "88 23", "20", "22"), piles=("17", "25", "18", "24"))
    table.choose("21", "88", "20", "22")
    assert (table.told("drew"), table.state["hands"][1]) == ([], ["C23"])


def test_d1_quays_come_from_a_players_own_pile_and_canals_from_the_shared_one() -> None:
    table = four(canal_pile="70 71").choose("13", "61", "20", "22")
    table.place(-1, -1).place(1, 1).place(1, -1).place(-1, 1)
    assert table.waits_for == "r2.choose"
    assert [hand[0:2] for hand in table.state["hands"][2:]] == [["C14", "C18"], ["C16", "C24"]]
    assert "C17" in table.state["hands"][0]
    assert "C70" in table.state["hands"][1]
    assert table.state["quay_piles"] == [[], ["C23"], [], []]


def test_d1_an_empty_pile_is_not_refilled_from_the_partners() -> None:
    table = four(piles=("", "23 25", "18", "24")).choose("19", "21", "20", "22")
    table.place(1, -1).place(-1, -1).place(1, 1).place(-1, 1)
    assert table.told("pile-empty") == [{"seat": 0, "pile": "quay"}]
    assert len(table.state["hands"][0]) == 2


def test_d1_a_crane_bars_both_opponents_and_neither_partner() -> None:
    drawing = """
        .  44   .
       43   A* 45
        .   1   .
    """
    beside = {(-1, 1), (1, 1), (0, 2)}
    for seat, free in enumerate((True, True, False, False)):
        choices = ["pass"] * 4
        number = HANDS[seat].split()[1]
        choices[seat] = f"{number}/{number}"
        table = four(drawing).choose(*choices)
        assert table.waits_for == f"r1.place.{seat}"
        assert beside <= table.fields if free else beside.isdisjoint(table.fields)


def test_d1_partners_share_one_distribution_centre_in_a_sector() -> None:
    table = four().choose("19/19", "21/21", "pass", "pass").place(1, 1).place(2, 1)
    (sector,) = table.view()["sectors"]
    assert sector["centres"] == [[1, 1], None]
    assert sector["goods"] == [[0, 1, 1], [0, 0, 0]]


def test_d1_a_majority_belongs_to_the_team() -> None:
    """Each partner alone would be behind: one wine and one wine against one wine and nothing else."""
    drawing = """
         .  44   .
        43  14  47
        48   .  49
        50  13  51
         A* 52   .
    """
    table = four(drawing, hands=("19", "25", "20", "26")).choose("19/19", "pass", "pass", "pass")
    table.place(1, -2)
    assert table.told("closed") == [
        {"fields": [[1, -3], [1, -2], [1, -1]], "guard": 0, "goods": [[0, 2, 0], [0, 1, 0]], "by": "largest", "size": 3}
    ]


# -- the end -------------------------------------------------------------------------------------------------------------

TWO_SECTORS = """
    43  44  45  46  47  48  49
    50  19  51  20  22  52   A*
    53  54  55  56  57  58  59
"""


def test_d1_a_sector_of_one_quay_does_not_count() -> None:
    table = four(TWO_SECTORS, hands=("21", "25", "24", "26"))
    sectors = [(one["size"], one["guard"]) for one in table.view()["sectors"]]
    assert sectors == [(1, 0), (2, 1)]
    assert table.view()["scores"] == [0, 1]


def test_d1_for_two_a_sector_of_one_quay_does_count() -> None:
    assert (PRESETS["goldsieber-pro"].least_size, PRESET.least_size, PRESET.places) == (1, 2, 5)


def last_round(drawing: str = "A* 43", **more: Any) -> FourTable:
    return four(drawing, round_limit=1, **more).choose("pass", "pass", "pass", "pass")


def test_points_belong_to_the_team_and_both_partners_win() -> None:
    table = last_round(TWO_SECTORS, hands=("21", "25", "24", "26"), money=(9, 0, 0, 0), bank=11)
    assert table.state["outcome"] == {
        "winners": BLACK, "scores": [0, 0, 1, 1], "reason": "round-limit", "tiebreaks": [[11, 11, 2, 2]],
    }  # fmt: skip


def test_e55_at_equal_points_a_teams_money_is_added_up() -> None:
    table = last_round(money=(6, 0, 4, 3), bank=7)
    assert table.state["outcome"]["winners"] == BLACK
    assert table.state["outcome"]["tiebreaks"] == [[8, 8, 9, 9]]


def test_e55_equal_points_and_equal_money_are_a_draw_of_all_four() -> None:
    table = last_round(money=(6, 1, 4, 3), bank=6)
    assert table.state["outcome"]["winners"] == [0, 1, 2, 3]
