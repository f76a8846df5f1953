"""Development cards (D9, E11, E45)."""

from tests.engine.seafarers.table import Table


def table_with(**held: int) -> Table:
    table = Table()
    table.settlement(0, table.node(1, 0, "SE")).road(0, table.edge(1, 0, "E"))
    return table.turn(0).cards(0, **held).hand(0, grain=1)


def test_one_card_is_played_in_a_turn() -> None:
    table = table_with(monopoly=1, invention=1)
    table.do({"type": "monopoly", "resource": "ore"})
    assert table.refusal({"type": "invention", "take": ["ore", "ore"]}) == ("played", "/type")


def test_monopoly_takes_all_cards_of_a_kind_from_everybody() -> None:
    table = table_with(monopoly=1).hand(1, ore=2, wood=1).hand(3, ore=1)
    table.do({"type": "monopoly", "resource": "ore"})
    assert table.told("monopoly") == [{"seat": 0, "resource": "ore", "given": [0, 2, 0, 1, 0]}]
    assert table.state["hands"] == [[0, 0, 1, 0, 3], [1, 0, 0, 0, 0], [0] * 5, [0] * 5, [0] * 5]


def test_invention_takes_two_cards_that_the_bank_has() -> None:
    table = table_with(invention=1).hand(4, ore=23)
    assert table.refusal({"type": "invention", "take": ["ore", "ore"]}) == ("none-left", "/take/1")
    assert table.refusal({"type": "invention", "take": ["ore"]}) == ("malformed", "/take")
    table.do({"type": "invention", "take": ["ore", "wool"]})
    assert table.state["hands"][0] == [0, 0, 1, 1, 1]


def test_road_building_places_two_free_pieces_one_after_the_other() -> None:
    table = table_with(roads=1)
    table.do({"type": "roads"})
    assert table.asked() == ("free", [0])
    table.do({"type": "road", "edge": table.edge(1, 0, "NE")})
    assert table.told("road") == [{"seat": 0, "edge": table.edge(1, 0, "NE"), "free": True}]
    table.do({"type": "road", "edge": table.edge(1, 0, "NW")})
    assert table.asked() == ("act", [0])
    assert table.state["hands"][0] == [0, 0, 1, 0, 0]


def test_e45_with_one_place_left_one_piece_is_placed_and_the_rest_lapses() -> None:
    table = table_with(roads=1)
    table.state["stock"][0] = [1, 0, 4, 4]
    table.do({"type": "roads"})
    table.do({"type": "road", "edge": table.edge(1, 0, "NE")})
    assert table.state["free"] == 0
    assert table.asked() == ("act", [0])


def test_road_building_is_refused_without_a_place_or_a_piece() -> None:
    table = table_with(roads=1)
    table.state["stock"][0] = [0, 0, 4, 4]
    assert table.refusal({"type": "roads"}) == ("no-place", "/type")
    assert {"type": "roads"} not in table.moves()


def test_what_the_first_free_ship_reveals_is_known_before_the_second_is_placed() -> None:
    table = Table("ozeanien-5")
    node = next(
        n
        for n, around in enumerate(table.board.node_edges)
        if table.play.chart.site[n]
        and any(table.play.chart.ship[e] for e in around)
        and any(
            table.state["terrain"][h] == "?"
            for e in around
            if table.play.chart.ship[e]
            for h in table.board.node_hexes[sum(table.board.edge_nodes[e]) - n]
        )
    )
    table.settlement(0, node).turn(0).cards(0, roads=1).hand(0, ore=1)
    table.do({"type": "roads"})
    before = len(table.state["tiles"])
    for move in table.moves():
        if move["type"] == "ship" and any(
            table.state["terrain"][h] == "?"
            for n in table.board.edge_nodes[move["edge"]]
            for h in table.board.node_hexes[n]
        ):
            table.do(move)
            break
    assert len(table.state["tiles"]) == before - 1
    assert len(table.told("discovered")) == 1
    assert table.asked() == ("free", [0])


def test_buying_takes_the_top_of_the_deck_and_only_the_buyer_sees_it() -> None:
    table = table_with().hand(0, ore=2, wool=2, grain=2)
    table.state["deck"] = "vr"
    table.do({"type": "buy"})
    assert table.told("bought") == [{"seat": 0}]
    assert table.told("drawn") == [{"seat": 0, "card": "roads", "to": [0]}]
    assert table.state["deck"] == "v"
    table.state["deck"] = ""
    assert table.refusal({"type": "buy"}) == ("none-left", "/type")
