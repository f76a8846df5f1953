"""The course of a turn: dice, trade before building, the special building phase, lists, winning (D4, D11, D13)."""

import pytest

from tests.engine.seafarers.table import GAME, Table


def pair(**options: object) -> Table:
    """Seat 0 with a settlement and a road in the west, seat 1 in the south-west."""
    table = Table(**options)  # type: ignore[arg-type]
    table.settlement(0, table.node(1, 0, "SE")).road(0, table.edge(1, 0, "E"))
    return table.settlement(1, table.node(6, 0, "SE")).road(1, table.edge(6, 0, "E"))


def test_the_dice_are_rolled_without_asking_when_the_next_turn_opens() -> None:
    table = pair().turn(0)
    table.hand(0, wood=1).hand(1, wood=1)
    table.do({"type": "end"}, roll=[2, 1])
    assert [event["type"] for event in table.events] == ["ended", "turn", "rolled"]
    assert table.told("rolled") == [{"seat": 1, "dice": [3, 2]}]
    assert table.asked() == ("act", [1])


def test_e11_a_player_with_a_card_is_asked_before_the_dice_and_may_play_any_kind() -> None:
    table = pair().turn(0).cards(1, knight=1, monopoly=1)
    table.hand(0, wood=1)
    table.do({"type": "end"})
    assert table.asked() == ("start", [1])
    assert [move["type"] for move in table.moves()] == ["roll", "knight", *["monopoly"] * 5]
    table.do({"type": "monopoly", "resource": "wood"}, roll=[0, 1])
    assert table.told("monopoly") == [{"seat": 1, "resource": "wood", "given": [1, 0, 0, 0, 0]}]
    assert table.told("rolled") == [{"seat": 1, "dice": [1, 2]}]


def test_being_asked_before_the_dice_depends_only_on_the_number_of_cards() -> None:
    for held in ("victory", "knight"):
        table = pair().turn(0).cards(1, **{held: 1})
        table.do({"type": "end"})
        assert table.asked() == ("start", [1])


def test_e10_trading_is_over_after_the_first_building() -> None:
    table = pair().turn(0).hand(0, wood=5, brick=1)
    table.do({"type": "road", "edge": table.edge(1, 0, "SE")})
    assert table.refusal({"type": "bank", "give": "wood", "take": "ore"}) == ("not-now", "/type")
    merged = pair(merge_trade_build=True).turn(0).hand(0, wood=5, brick=1)
    merged.do({"type": "road", "edge": merged.edge(1, 0, "SE")})
    assert merged.refusal({"type": "bank", "give": "wood", "take": "ore"}) is None


def test_e42_a_new_harbour_serves_in_the_same_turn_only_if_trade_and_building_are_merged() -> None:
    for merged in (False, True):
        table = Table(merge_trade_build=merged)
        edge, kind = table.state["harbours"][0]
        node = table.board.edge_nodes[edge][0]
        table.state["harbours"][0] = [edge, 5]
        along = next(e for e in table.board.node_edges[node] if table.play.chart.road[e])
        table.road(0, along).turn(0).hand(0, wood=4, brick=1, wool=1, grain=1)
        table.do({"type": "settlement", "node": node})
        assert (table.refusal({"type": "bank", "give": "wood", "take": "ore"}) is None) == merged, kind


def test_a_turn_in_which_nothing_is_possible_by_what_all_see_ends_by_itself() -> None:
    table = pair().turn(0, "build").hand(0, wood=2, brick=1)
    table.do({"type": "road", "edge": table.edge(1, 0, "SE")}, roll=[0, 0])
    assert [event["type"] for event in table.events][:3] == ["road", "ended", "turn"]
    table = pair().turn(0, "build").hand(0, wood=2, brick=2)
    table.do({"type": "road", "edge": table.edge(1, 0, "SE")})
    assert table.asked() == ("act", [0])


def test_the_special_phase_asks_clockwise_all_who_could_build_by_their_number_of_cards() -> None:
    table = pair().turn(4).hand(0, wood=1, brick=1).hand(1, ore=2).hand(2, ore=1)
    table.hand(4, ore=1)
    table.do({"type": "end"})
    assert table.asked() == ("special", [0])
    table.do({"type": "road", "edge": table.edge(1, 0, "SE")})
    assert table.asked() == ("special", [1])
    assert table.moves() == [{"type": "end"}]
    table.do({"type": "end"}, roll=[0, 0])
    assert (table.state["active"], table.state["turn"]) == (0, 10)


def test_e7_e8_ships_are_built_but_not_moved_in_the_special_phase_and_nothing_is_traded() -> None:
    table = Table()
    node = table.node(1, 2, "SE")
    table.settlement(1, node).ship(1, table.edge(1, 2, "E")).turn(0).hand(0, ore=1).hand(1, wood=5, wool=1)
    table.do({"type": "end"})
    assert table.asked() == ("special", [1])
    kinds = {move["type"] for move in table.moves()}
    assert kinds == {"ship", "end"}
    assert table.refusal({"type": "bank", "give": "wood", "take": "ore"}) is not None
    assert table.refusal({"type": "move", "edge": table.edge(1, 2, "E"), "to": 0}) is not None


def test_e9_the_special_phase_follows_a_turn_in_which_nothing_was_built() -> None:
    table = pair().turn(0).hand(0, ore=1).hand(1, wood=1, brick=1)
    table.do({"type": "end"})
    assert table.asked() == ("special", [1])


def test_a_player_who_passed_is_not_asked_again() -> None:
    table = pair().turn(4).hand(4, ore=1).hand(0, wood=1, brick=1).hand(1, wood=1, brick=1)
    table.do({"type": "end"})
    table.do({"type": "end"})
    assert table.asked() == ("special", [1])
    table.do({"type": "end"}, roll=[0, 0])
    assert table.state["turn"] == 10


def test_e48_a_card_bought_in_the_special_phase_may_be_played_in_the_buyers_next_turn() -> None:
    table = pair().turn(0).hand(0, ore=1).hand(1, wool=1, grain=1, ore=1)
    table.state["deck"] = "k"
    table.do({"type": "end"})
    table.do({"type": "buy"})
    assert table.asked() == ("start", [1])
    assert {"type": "knight"} in table.moves()


def test_a_card_bought_in_this_turn_is_not_played() -> None:
    table = pair().turn(0).hand(0, wool=3, grain=2, ore=2)
    table.state["deck"] = "kk"
    table.do({"type": "buy"})
    assert table.refusal({"type": "knight"}) == ("no-card", "/type")


def test_e43_points_reached_in_the_turns_of_others_win_at_the_start_of_ones_own() -> None:
    table = pair(goal=3).turn(0).hand(0, ore=1).hand(1, wool=1, grain=1, ore=1)
    table.cards(1, victory=1)
    table.state["deck"] = "v"
    table.do({"type": "end"})
    table.do({"type": "buy"})
    outcome = GAME.outcome(table.raw)
    assert outcome == {"winners": [1], "scores": [1, 3, 0, 0, 0], "reason": "goal"}
    assert GAME.decisions(table.raw) == []


def test_d13_a_goal_reached_in_the_special_phase_does_not_win_there() -> None:
    table = pair(goal=3).turn(4).hand(4, ore=1).hand(0, ore=3, grain=2).hand(1, ore=4)
    table.cards(0, victory=1)
    table.do({"type": "end"})
    table.do({"type": "city", "node": table.node(1, 0, "SE")})
    assert table.points(0) == 3
    assert table.asked() == ("special", [1])
    assert GAME.outcome(table.raw) is None


def test_winning_is_automatic_with_hidden_victory_cards() -> None:
    table = pair(goal=3).turn(0).hand(0, ore=3, grain=2).cards(0, victory=1)
    table.do({"type": "city", "node": table.node(1, 0, "SE")})
    assert table.told("over") == [
        {"winners": [0], "scores": [3, 1, 0, 0, 0], "victory": [1, 0, 0, 0, 0], "reason": "goal"}
    ]


def test_at_the_turn_limit_all_with_the_most_points_share_the_win() -> None:
    table = pair(turn_limit=9).turn(0).hand(0, ore=1)
    table.do({"type": "end"})
    assert GAME.outcome(table.raw) == {"winners": [0, 1], "scores": [1, 1, 0, 0, 0], "reason": "turn-limit"}


def test_a_list_of_actions_is_played_in_one_go() -> None:
    table = pair().turn(0).hand(0, wood=6, brick=2, wool=1, grain=1)
    first, second = table.edge(1, 0, "SE"), table.edge(2, 0, "W")
    table.do(
        {
            "type": "list",
            "do": [
                {"type": "bank", "give": "wood", "take": "ore"},
                {"type": "road", "edge": first},
                {"type": "road", "edge": second},
            ],
        }
    )
    assert [event["type"] for event in table.events][:3] == ["bank", "road", "road"]


def test_a_list_stops_where_something_new_is_seen_and_where_it_is_no_longer_possible() -> None:
    table = pair().turn(0).hand(0, wood=1, brick=1, wool=2, grain=2, ore=2)
    table.state["deck"] = "kk"
    road = {"type": "road", "edge": table.edge(1, 0, "SE")}
    table.do({"type": "list", "do": [{"type": "buy"}, {"type": "buy"}]})
    assert len(table.told("bought")) == 1
    table.do({"type": "list", "do": [road, road, {"type": "buy"}]})
    assert [event["type"] for event in table.events] == ["road"]
    assert table.asked() == ("act", [0])


@pytest.mark.parametrize(
    ("do", "pointer"),
    [
        ([{"type": "city", "node": 3}], "/do/0/type"),
        ([{"type": "end"}, {"type": "buy"}], "/do/1"),
        ([{"type": "list", "do": []}], "/do/0/type"),
        ([], "/do"),
    ],
)
def test_a_list_that_cannot_begin_is_refused_with_its_place(do: list[object], pointer: str) -> None:
    table = pair().turn(0).hand(0, wood=1)
    refused = table.refusal({"type": "list", "do": do})
    assert refused is not None
    assert refused[1] == pointer


def test_turns_without_anything_to_decide_follow_each_other_as_long_as_it_takes() -> None:
    """Nobody has a card, and no dice bring any: a thousand turns in one step."""
    table = Table(turn_limit=1000)
    table.opens(0, 1, 1)
    assert table.state["turn"] == 1000
    assert GAME.outcome(table.raw) == {"winners": [0, 1, 2, 3, 4], "scores": [0] * 5, "reason": "turn-limit"}
