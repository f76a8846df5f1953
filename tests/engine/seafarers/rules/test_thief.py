"""The seven: sealed discards, robber and pirate (D8, E12 to E16, E39 to E41)."""

from tests.engine.seafarers.table import GAME, Table


def rolled_seven(table: Table, seat: int = 1) -> Table:
    """A seat's turn begins with a seven."""
    return table.opens(seat, 3, 4)


def town(**options: object) -> Table:
    table = Table(**options)  # type: ignore[arg-type]
    table.settlement(0, table.node(1, 0, "SE"))
    return table.settlement(2, table.node(1, 1, "SE"))


def test_e39_to_e41_all_with_more_than_seven_give_up_half_at_once_sealed_and_shown_afterwards() -> None:
    table = rolled_seven(town().hand(0, wood=9).hand(2, ore=8).hand(3, wool=7))
    decision = table.decisions[-1]
    assert (decision["kind"], decision["seats"], decision["sealed"]) == ("discard", [0, 2], True)
    assert table.refusal({"type": "discard", "cards": {"wood": 5}}, 0) == ("not-half", "/cards")
    assert table.refusal({"type": "discard", "cards": {"ore": 4}}, 0) == ("too-dear", "/cards/ore")
    table.all_do({0: {"type": "discard", "cards": {"wood": 4}}, 2: {"type": "discard", "cards": {"ore": 4}}})
    assert table.told("discarded") == [{"seat": 0, "cards": {"wood": 4}}, {"seat": 2, "cards": {"ore": 4}}]
    assert table.asked() == ("thief", [1])


def test_e50_silence_discards_by_lot() -> None:
    table = rolled_seven(town().hand(0, wood=5, ore=4))
    decision = table.decisions[-1]
    assert GAME.fallback(table.raw, 0, decision["id"], "absent") == {"type": "random"}
    table.all_do({0: {"type": "random"}}, discard=[4, 4, 0, 0, 0, 0, 0, 4, 4])
    assert table.told("discarded") == [{"seat": 0, "cards": {"wood": 2, "ore": 2}}]


def test_e15_the_first_seven_brings_the_robber_in_and_a_knight_may_move_the_pirate_before() -> None:
    table = rolled_seven(town())
    assert {move["type"] for move in table.moves()} == {"robber"}
    cell = table.hex(1, 3)
    assert table.refusal({"type": "pirate", "hex": cell}) == ("no-place", "/hex")
    table = town().turn(0).cards(0, knight=1)
    table.do({"type": "knight"})
    assert {move["type"] for move in table.moves()} == {"robber", "pirate"}
    table.do({"type": "pirate", "hex": cell})
    assert (table.state["robber"], table.state["pirate"]) == (-1, cell)


def test_e16_the_robber_must_change_hexes_and_hexes_of_ones_own_are_allowed() -> None:
    table = town()
    table.state["robber"] = table.hex(1, 1)
    rolled_seven(table)
    assert table.refusal({"type": "robber", "hex": table.hex(1, 1)}) == ("no-place", "/hex")
    assert table.refusal({"type": "robber", "hex": table.hex(1, 3)}) == ("no-place", "/hex")
    assert table.refusal({"type": "robber", "hex": table.hex(7, 0)}) is None


def test_a_victim_must_be_named_where_somebody_has_a_card_and_cannot_be_where_nobody_has() -> None:
    table = rolled_seven(town().hand(0, wood=1))
    here, there = table.hex(1, 0), table.hex(7, 0)
    assert table.refusal({"type": "robber", "hex": here}) == ("no-victim", "/victim")
    assert table.refusal({"type": "robber", "hex": here, "victim": 2}) == ("no-victim", "/victim")
    assert table.refusal({"type": "robber", "hex": there, "victim": 0}) == ("no-victim", "/victim")
    table.do({"type": "robber", "hex": here, "victim": 0})
    assert table.state["hands"][1] == [1, 0, 0, 0, 0]


def test_only_thief_and_victim_see_what_was_stolen() -> None:
    table = rolled_seven(town().hand(0, wood=1, ore=2))
    table.do({"type": "robber", "hex": table.hex(1, 0), "victim": 0}, steal=[1])
    assert table.told("stolen") == [{"seat": 1, "victim": 0}]
    assert table.told("loot") == [{"seat": 1, "victim": 0, "card": "ore", "to": [0, 1]}]


def test_e12_the_pirate_robs_the_owner_of_one_ship_beside_him() -> None:
    table = town()
    table.state["robber"] = table.hex(7, 0)
    table.ship(0, table.edge(1, 2, "E")).ship(3, table.edge(1, 3, "SE")).hand(0, ore=1).hand(3, ore=1)
    rolled_seven(table)
    cell = table.hex(1, 3)
    assert [move.get("victim") for move in table.moves() if move == {**move, "type": "pirate", "hex": cell}] == [0, 3]
    without = town(pirate=False)
    without.state["robber"] = without.hex(7, 0)
    assert {move["type"] for move in rolled_seven(without).moves()} == {"robber"}


def test_e13_the_pirate_may_go_to_the_frame_but_not_to_unexplored_hexes() -> None:
    table = Table("ozeanien-5")
    table.state["robber"] = table.hex(1, 2)
    rolled_seven(table)
    cells = {move["hex"] for move in table.moves() if move["type"] == "pirate"}
    assert len(table.board.hexes) in cells
    assert all(table.state["terrain"][cell] == "~" for cell in cells if cell < len(table.board.hexes))


def test_a_knight_has_no_discards_and_the_turn_goes_on_where_it_was_played() -> None:
    table = town().turn(0).cards(0, knight=1).hand(2, wood=9).hand(0, wood=2)
    table.do({"type": "knight"})
    assert table.asked() == ("thief", [0])
    table.do({"type": "robber", "hex": table.hex(7, 0)})
    assert table.asked() == ("act", [0])
    assert table.state["phase"] == "trade"


def test_the_third_knight_takes_the_largest_army_and_wins_before_the_thief_moves() -> None:
    table = town(goal=3).turn(0).cards(0, knight=1)
    table.state["knights"][0] = 2
    table.do({"type": "knight"})
    assert [event["type"] for event in table.events] == ["played", "army", "over"]


def test_the_largest_army_goes_to_the_player_with_strictly_more() -> None:
    table = town().turn(0).cards(0, knight=2)
    table.state["knights"] = [2, 0, 3, 0, 0]
    table.state["army"] = 2
    table.do({"type": "knight"})
    assert table.state["army"] == 2
    table.state["played"] = False
    table.state["knights"][0] = 3
    table.state["phase"] = "trade"
    table.do({"type": "knight"}, kind="act")
    assert (table.state["army"], table.points(0), table.points(2)) == (0, 3, 1)
