"""Setting up and founding: the snake, zones, first cards, harbours laid by players (D3, E6, E19, E21)."""

from typing import Any

from engine.contract import Move
from engine.games.seafarers.resources import DESERT
from tests.engine.seafarers.table import BOOK, GAME, Table


def found_all(table: Table, pick: int = 0) -> list[int]:
    """Found with the first place each time; return the order of seats."""
    order = []
    while table.asked()[0] == "found":
        order += table.asked()[1]
        moves = table.moves()
        table.do(moves[pick % len(moves)])
    return order


def test_founding_goes_once_around_and_back() -> None:
    assert found_all(Table()) == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]


def test_the_second_settlement_brings_a_card_of_every_landscape() -> None:
    table = Table()
    for seat in (*range(5), *range(4, 0, -1)):
        assert table.asked() == ("found", [seat])
        table.do(table.moves()[-1])
    node = table.node(1, 0, "SE")
    table.do({"type": "found", "node": node, "edge": table.edge(1, 0, "E"), "piece": "road"})
    assert {"seat": 0, "cards": {"wood": 1, "wool": 1, "ore": 1}, "founding": True} in table.told("produced")


def test_founding_keeps_two_steps_away_from_others() -> None:
    table = Table()
    node = table.node(1, 0, "SE")
    edge = table.edge(1, 0, "E")
    move: Move = {"type": "found", "node": node, "edge": edge, "piece": "road"}
    table.do(move)
    beside = {**move, "node": table.node(1, 0, "NE"), "edge": table.edge(1, 0, "NE")}
    assert table.refusal(move) == ("no-place", "/node")
    assert table.refusal(beside) == ("no-place", "/node")


def test_e6_a_coastal_founder_chooses_road_or_ship_and_an_inland_one_has_roads() -> None:
    table = Table()
    coast: dict[str, Any] = {"type": "found", "node": table.node(1, 2, "NE"), "edge": table.edge(1, 2, "E")}
    inland: dict[str, Any] = {"type": "found", "node": table.node(1, 0, "SE"), "edge": table.edge(1, 0, "E")}
    assert table.refusal(coast | {"piece": "road"}) is None
    assert table.refusal(coast | {"piece": "ship"}) is None
    assert table.refusal(inland | {"piece": "ship"}) == ("no-place", "/edge")


def test_in_the_desert_players_found_on_the_larger_part_only() -> None:
    table = Table("durch-die-wueste-5")
    nodes = {move["node"] for move in table.moves()}
    assert len(nodes) == 57
    assert table.node(1, 0, "N") not in nodes


def test_in_the_great_crossing_both_settlements_are_on_one_island() -> None:
    table = Table("grosse-ueberfahrt-6")
    zone = table.play.chart.node_zone
    table.do(next(move for move in table.moves() if zone[move["node"]] == 0))
    for _ in range(10):
        table.do(table.moves()[-1])
    assert table.asked() == ("found", [0])
    assert {zone[move["node"]] for move in table.moves()} == {0}


def test_home_islands_are_those_of_both_settlements() -> None:
    table = Table()
    first, second = table.node(1, 0, "SE"), table.node(7, 7, "S")
    table.do({"type": "found", "node": first, "edge": table.edge(1, 0, "E"), "piece": "road"})
    for _ in range(8):
        table.do(table.moves()[120])
    table.do({"type": "found", "node": second, "edge": table.edge(7, 7, "SE"), "piece": "road"})
    assert table.state["home"][0] == [table.hex(1, 0), table.hex(5, 6)]


def test_e21_players_place_ten_harbours_in_turn_apart_from_each_other() -> None:
    for preset, seats in (("neue-welt-5", 5), ("neue-welt-6", 6)):
        table, order = Table(preset), []
        while table.asked()[0] == "harbour":
            order += table.asked()[1]
            table.do(table.moves()[0])
        assert order == [i % seats for i in range(10)]
        ends = [n for edge, _ in table.state["harbours"] for n in table.board.edge_nodes[edge]]
        assert len(set(ends)) == 20
        assert sorted(kind for _, kind in table.state["harbours"]) == [0, 1, 2, 3, 4, 5, 5, 5, 5, 5]


def test_e21_the_token_is_seen_before_it_is_laid_and_those_below_are_not() -> None:
    table = Table("neue-welt-5")
    table.state["tokens"][-1] = 3
    below = Table("neue-welt-5")
    below.state["tokens"] = [*reversed(table.state["tokens"][:-1]), 3]
    view = GAME.view(table.raw, 2)
    assert (view["token"], view["tokens"]) == ("wool", 10)
    assert view == GAME.view(below.raw, 2)


def test_the_robber_starts_on_a_desert_or_off_the_board() -> None:
    for preset, scenario in BOOK.scenarios.items():
        state = Table(preset).state
        if DESERT in state["terrain"]:
            assert state["terrain"][state["robber"]] == DESERT
        else:
            assert state["robber"] == -1
        assert state["pirate"] == -1, scenario.id


def test_e19_a_founding_ship_reveals_a_hex_and_the_option_says_whether_it_brings_a_card() -> None:
    for bonus in (True, False):
        table = Table("ozeanien-5", discovery_bonus_in_founding=bonus)
        unexplored = [h for h, letter in enumerate(table.state["terrain"]) if letter == "?"]
        table.state["tiles"] = table.state["tiles"][:-1].replace("T", "~") + "T"
        revealing = next(
            move
            for move in table.moves()
            if move["piece"] == "ship"
            and any(h in unexplored for n in table.board.edge_nodes[move["edge"]] for h in table.board.node_hexes[n])
        )
        table.do(revealing)
        (found,) = table.told("discovered")
        assert found["terrain"] == "wood"
        assert ("card" in found) == bonus
        assert table.state["hands"][0] == [int(bonus), 0, 0, 0, 0]


def test_e1_the_great_crossing_goes_to_thirteen_by_default() -> None:
    table = Table("grosse-ueberfahrt-6")
    assert table.state["options"]["goal"] == 13
    assert Table("grosse-ueberfahrt-6", goal=12).state["options"]["goal"] == 12


def test_the_cards_of_the_second_settlement_come_after_what_its_piece_discovers() -> None:
    table = Table("ozeanien-5")
    while not (table.told("produced") and table.told("discovered")):
        board, hidden = table.board, table.state["terrain"]
        found = [move for move in table.moves() if move["type"] == "found"]
        reveals = [
            move
            for move in found
            if any(hidden[h] == "?" for n in board.edge_nodes[move["edge"]] for h in board.node_hexes[n])
        ]
        told = table.do((reveals or found)[0])
    assert [event["type"] for event in told] == ["founded", "discovered", "produced"]


def test_harbours_for_which_no_coast_is_left_lapse() -> None:
    table = Table("neue-welt-5")
    table.state["tokens"] = [5] * 99  # a small map of an owner runs out of coasts sooner
    while table.asked()[0] == "harbour":
        table.do(table.moves()[0])
    assert table.asked() == ("found", [0])
    assert table.state["tokens"] == []
    assert 10 < len(table.state["harbours"]) < 99
