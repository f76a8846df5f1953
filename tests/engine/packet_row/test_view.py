"""Who sees what (D5; E1.31, E1.35 to E1.37)."""

from engine.games.packet_row import GAME
from tests.engine.laws import play
from tests.engine.packet_row.table import CARDS, given


def test_e1_36_hands_lie_open_except_for_the_starting_contract() -> None:
    table = given(3, hands={1: "G-GB-35 cotton3#1 banker#1 ship_fr#1"}, starting={1: "S-ES-fur"})
    seen = table.view(0)["players"][1]
    assert [card["id"] for card in seen["hand"]] == ["cotton3#1", "banker#1", "G-GB-35"]
    assert (seen["hand_count"], seen["starting_hidden"], seen["starting"]) == (4, True, None)
    own = table.view(1)["players"][1]
    assert own["starting"] == "S-ES-fur"
    assert "S-ES-fur" in {card["id"] for card in own["hand"]}


def test_with_hidden_hands_only_ships_and_money_lie_open() -> None:
    table = given(3, hands={1: "G-GB-35 school#1 ship_fr#1"}, hidden_hands=True)
    seen = table.view(0)["players"][1]
    assert (seen["hand"], seen["points"], seen["hand_count"]) == (None, None, 3)
    assert [card["id"] for card in seen["ships"]] == ["ship_fr#1"]
    assert "sums" not in seen
    assert table.view(1)["players"][1]["points"]["buildings"] == 2


def test_e1_31_pile_and_cards_set_aside_are_shown_as_one_unordered_list() -> None:
    chance_match = play(GAME, {}, 2, b"x" * 32, lambda game, state, seat, decision, moves: moves[-1])
    state, view = chance_match.start, GAME.view(chance_match.start, None)
    for board in view["boards"]:
        own = state["boards"][board["board"]]
        assert sum(board["unseen"].values()) == board["draw"] + board["aside"] == len(own["draw"]) + 6
        assert set(board["unseen"]) == {CARDS[card].key for card in (*own["draw"], *own["aside"])}


def test_e1_35_points_now_are_those_of_buildings_and_the_total_as_of_now() -> None:
    table = given(3, hands={1: "school#1 university#1 banker#1"}, money={1: 42})
    points = table.view(0)["players"][1]["points"]
    assert points == {"buildings": 8, "money": 4, "bankers": 3, "penalty": 0, "total": 15}


def test_b7_the_panel_totals_units_ships_and_demands() -> None:
    table = given(3, hands={1: "G-GB-35 G-ES-15a cotton3#1 cotton1#1 gold2#1 captain#1 captain#2 ship_gb#1"})
    assert table.view(0)["players"][1]["sums"] == {
        "roles": {"assistant": 0, "banker": 0, "captain": 2, "trader": 0}, "goods": {"cotton": 4}, "gold": 2,
        "demand": {"cotton": 3, "tobacco": 2, "grain": 2}, "destinations": {"GB": 1, "ES": 1},
    }  # fmt: skip


def test_b7_a_taken_card_is_public_until_the_round_ends_and_a_round_longer() -> None:
    table = given(3, D="ship_gb#1 captain#1").open("D").take("captain#1")
    (taken,) = table.view(0)["taken"]
    assert (taken["seat"], taken["shown"]["id"], taken["slot"]) == (1, "captain#1", 1)
    assert table.view(0)["boards"][1]["current"][1] is None
    table.decline().take("ship_gb#1")
    assert [one["card"] for one in table.view(0)["previous"]["taken"]] == ["captain#1", "ship_gb#1"]
    assert table.view(0)["previous"]["opened"] == ["D"]


def test_the_view_names_the_numbers_of_this_table() -> None:
    assert given(4).view()["limits"] == {
        "current": 3, "future": 2, "exhausted_boards": 2, "money_per_point": 10, "banker_points": 3,
    }  # fmt: skip


def test_a_change_of_the_view_does_not_reach_the_state() -> None:
    table = given(3, hands={1: "ship_fr#1"}).open("D").decline().decline()
    before = table.view(1)
    seen = table.view(1)
    for board in seen["boards"]:
        board["current"].clear()
        board["discard"].append("x")
    seen["players"][1]["hand"].clear()
    seen["options"].clear()
    assert table.view(1) == before
