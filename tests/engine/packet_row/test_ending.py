"""The final contract round and scoring (B5, C7): vector T16, E1.27 to E1.30."""

from typing import Any

from engine.games.packet_row import GAME
from engine.games.packet_row.rules.ending import points
from tests.engine.packet_row.table import BOOK, Table, given

LAST = {"D": "ship_gb#6 ship_gb#5 / - -", "draws": {"D": ""}}
"""Three players, one card each to take, and the docks are exhausted."""


def at_the_end(**more: Any) -> Table:
    """Play the last round: nobody wants a ship, the harbour master passes by taking one."""
    table = given(3, **{**LAST, **more}).open("D").decline().decline()
    return table.take("ship_gb#6")


def test_t16_money_and_bankers() -> None:
    hands = {0: "banker#1 banker#2", 1: "", 2: "banker#3 banker#4 banker#5"}
    table = given(3, hands=hands, money={0: 47, 1: 47, 2: 39})
    parts = [points(table.typed, BOOK, seat) for seat in range(3)]
    assert [part["money"] for part in parts] == [4, 4, 3], "E1.29: fractions are lost"
    assert [part["bankers"] for part in parts] == [6, 0, 0]


def test_e1_28_all_who_share_the_most_money_score_their_bankers() -> None:
    table = given(3, hands={0: "banker#1", 1: "banker#2"}, money={0: 40, 1: 40, 2: 10})
    assert [points(table.typed, BOOK, seat)["bankers"] for seat in range(3)] == [3, 3, 0]


def test_a_seat_that_visibly_can_fulfil_nothing_is_not_asked() -> None:
    table = at_the_end(starting={0: None, 1: None, 2: None}, hands={1: "school#1 church#1"})
    assert GAME.decisions(table.state) == []
    assert table.outcome == {
        "winners": [1], "scores": [2, 8, 2], "reason": "exhausted", "tiebreaks": [[25, 25, 25]],
    }  # fmt: skip


def test_every_seat_that_may_still_fulfil_is_asked_once_and_at_the_same_time() -> None:
    table = at_the_end(
        starting=dict.fromkeys(range(3)),
        hands={0: "G-GB-15a cotton2#1", 1: "G-FR-15a tobacco2#1 ship_fr#1", 2: "G-FR-15b fur2#1"},
    )
    assert [one["id"] for one in GAME.decisions(table.state)] == ["r9.final.0", "r9.final.1"]
    table.settle(1)
    assert table.money(1) == 25 + 15
    assert [one["id"] for one in GAME.decisions(table.state)] == ["r9.final.0"], "the others stand"
    table.settle(0)
    assert table.outcome["scores"] == [4, 4, 2]
    assert table.story == ["fulfilled", "settled", "ended"]


def test_a_seat_whose_hidden_contract_might_be_fulfilled_is_asked() -> None:
    hands = {1: "cotton3#1 ship_gb#1"}
    fits = at_the_end(hands=hands, starting={0: None, 1: "S-GB-cotton", 2: None})
    other = at_the_end(hands=hands, starting={0: None, 1: "S-NL-fur", 2: None})
    assert fits.due == other.due == "r9.final.1"
    assert fits.settle(1).money(1) == 45
    assert other.settle(1).money(1) == 25


def test_silence_means_the_fulfilment_that_brings_the_most() -> None:
    table = at_the_end(starting=dict.fromkeys(range(3)), hands={1: "G-GB-15a G-GB-15b cotton2#1 grain2#1 ship_gb#1"})
    assert GAME.fallback(table.state, 1, "r9.final.1", "absent") == {"type": "settle"}
    assert table.settle(1).money(1) == 25 + 30


def test_a_player_may_settle_otherwise() -> None:
    hand = "G-GB-15a G-GB-15b cotton2#1 grain2#1 ship_gb#1"

    def end() -> Table:
        return at_the_end(starting=dict.fromkeys(range(3)), hands={1: hand})

    assert end().settle(1, fulfil=["G-GB-15a", "cotton2#1", "ship_gb#1"]).money(1) == 40
    assert end().settle(1, fulfil=[]).money(1) == 25
    assert end().refused({"type": "settle", "fulfil": ["G-GB-15a"]}) == ("no-ship", "/fulfil")
    assert {"type": "settle"} in end().moves
    assert {"type": "settle", "fulfil": []} in end().moves


def test_e1_27_bankers_count_the_money_after_the_final_contract_round() -> None:
    table = at_the_end(
        starting=dict.fromkeys(range(3)), money={0: 30, 1: 25, 2: 10},
        hands={0: "banker#1", 1: "banker#2 G-GB-15a cotton2#1 ship_gb#1"},
    )  # fmt: skip
    table.settle(1)
    assert table.outcome["scores"] == [3, 4 + 3, 1]


def test_e1_30_a_tie_goes_to_the_most_money_then_the_victory_is_shared() -> None:
    nothing = dict.fromkeys(range(3))
    table = at_the_end(starting=nothing, hands={0: "school#1"}, money={0: 11, 1: 35, 2: 39})
    assert table.outcome["scores"] == [3, 3, 3]
    assert table.outcome["winners"] == [2]
    shared = at_the_end(starting=nothing, money={0: 5, 1: 39, 2: 39})
    assert shared.outcome["winners"] == [1, 2]


def test_unused_cards_are_worth_nothing() -> None:
    table = at_the_end(starting=dict.fromkeys(range(3)), hands={0: "gold2#1 assistant#1 captain#1 trader#1 G-GB-35"})
    assert table.outcome["scores"] == [2, 2, 2]


def test_after_the_end_everything_lies_open() -> None:
    table = at_the_end(hands={1: "cotton3#1 ship_gb#1"}, starting={0: None, 1: "S-GB-cotton", 2: "S-NL-fur"}).settle(1)
    assert table.view(None)["players"][2]["starting"] == "S-NL-fur"
    assert GAME.decisions(table.state) == []
