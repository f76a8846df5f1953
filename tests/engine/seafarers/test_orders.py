"""Standing orders: each answers where its decision falls and only what is legal there; what can never match is refused (F)."""

from typing import Any, cast

import pytest

from engine.contract import Game, IllegalMove, Move
from engine.games.seafarers.rules import moves
from engine.match.orders import next_answer
from engine.protocol.chance import Draws
from tests.engine.seafarers.table import GAME, Loaded, Table


def consult(table: Table, orders: dict[str, Any], seat: int | None = None) -> Move | None:
    decision = next(one for one in reversed(table.decisions) if seat is None or seat in one["seats"])
    return GAME.consult(table.raw, decision["seats"][0] if seat is None else seat, decision["id"], orders)


def pair(**options: Any) -> Table:
    table = Table(**options)
    table.settlement(0, table.node(1, 0, "SE")).road(0, table.edge(1, 0, "E"))
    return table.settlement(1, table.node(6, 0, "SE")).road(1, table.edge(6, 0, "E"))


def run_on(table: Table, orders: dict[int, dict[str, Any]], **loaded: list[int]) -> list[str]:
    """Let orders answer until somebody must be asked; return the types of all events."""
    told, chance = [], Loaded(table.seed, **loaded)
    while answered := next_answer(cast(Game, GAME), table.raw, table.decisions, orders, lambda _: True):
        decision, seat, move = answered
        GAME.check(table.raw, seat, decision, move)
        state, events = GAME.resolve(table.raw, decision, {seat: move}, chance)
        table.state = cast(Any, state)
        told += [event["type"] for event in events]
    return told


def test_a_turn_list_is_played_in_order_and_ends_the_turn() -> None:
    table = pair().turn(0, number=6).hand(0, wood=2, brick=2, ore=1)
    roads = [{"do": {"type": "road", "edge": edge}} for edge in (table.edge(1, 0, "SE"), table.edge(2, 0, "W"))]
    assert run_on(table, {0: {"turn": {"turn": 6, "do": roads, "end": True}}}, roll=[0, 0])[:3] == [
        "road",
        "road",
        "ended",
    ]


def test_a_list_asks_at_the_first_entry_that_is_not_possible_unless_it_may_be_skipped() -> None:
    for skip in (False, True):
        table = pair().turn(0, number=6).hand(0, wood=1, brick=1, ore=1)
        entries = [
            {"do": {"type": "city", "node": table.node(1, 0, "SE")}, **({"skip": True} if skip else {})},
            {"do": {"type": "road", "edge": table.edge(1, 0, "SE")}},
        ]
        assert (consult(table, {"turn": {"turn": 6, "do": entries}}) is not None) == skip


def test_a_list_stops_where_something_new_was_seen_unless_it_is_blind() -> None:
    for blind in (False, True):
        table = pair().turn(0, number=6).hand(0, wool=2, grain=2, ore=2, wood=1, brick=1)
        table.state["deck"] = "kk"
        buy = {"do": {"type": "buy"}, **({"blind": True} if blind else {})}
        road = {"do": {"type": "road", "edge": table.edge(1, 0, "SE")}}
        told = run_on(table, {0: {"turn": {"turn": 6, "do": [buy, road]}}})
        assert told == ["bought", "drawn", *(["road"] if blind else [])]


def test_the_list_goes_on_after_what_its_player_did_by_hand() -> None:
    table = pair().turn(0, number=6).hand(0, wool=1, grain=1, ore=1, wood=2, brick=2)
    table.state["deck"] = "kk"
    first, second = table.edge(1, 0, "SE"), table.edge(2, 0, "W")
    orders = {0: {"turn": {"turn": 6, "do": [{"do": {"type": "buy"}}, {"do": {"type": "road", "edge": second}}]}}}
    assert run_on(table, orders) == ["bought", "drawn"]
    table.do({"type": "road", "edge": first})
    assert run_on(table, orders)[0] == "road"


def test_the_list_of_another_turn_is_not_played() -> None:
    table = pair().turn(0, number=6).hand(0, wood=2, brick=2)
    assert consult(table, {"turn": {"turn": 11, "do": [], "end": True}}) is None


def test_an_early_card_is_played_before_the_dice_and_its_thief_goes_where_it_was_told() -> None:
    table = pair().cards(0, knight=1).hand(1, ore=1).opens(0)
    table.state["turn"] = 1
    there = table.hex(6, 0)
    orders = {
        0: {
            "turn": {"turn": 1, "do": [{"do": {"type": "knight"}, "early": True}], "end": True},
            "thief": [{"type": "robber", "hex": table.hex(7, 2), "victim": 1}, {"type": "robber", "hex": there}],
        }
    }
    told = run_on(table, orders, roll=[0, 0], steal=[0])
    assert told[:6] == ["played", "robber", "stolen", "loot", "rolled", "ended"]
    assert table.state["robber"] == there


def test_road_building_takes_its_places_from_the_entries_after_it() -> None:
    table = pair().turn(0, number=6).cards(0, roads=1).hand(0, ore=1)
    places = [table.edge(1, 0, "SE"), table.edge(2, 0, "W")]
    entries = [{"do": {"type": "roads"}}, *({"do": {"type": "road", "edge": edge}} for edge in places)]
    told = run_on(table, {0: {"turn": {"turn": 6, "do": entries}}})
    assert told == ["played", "road", "road"]
    assert all(table.state["edges"][edge] == "a" for edge in places)


def test_roll_says_that_no_card_is_played_before_the_dice() -> None:
    table = pair().cards(0, victory=1).opens(0)
    assert table.asked() == ("start", [0])
    assert consult(table, {"roll": True}) == {"type": "roll"}
    assert consult(table, {}) is None


def test_what_is_given_up_at_a_seven_and_taken_at_the_gold_river() -> None:
    table = Table().hand(1, wood=2, brick=1, ore=6).opens(0, 3, 4)
    assert consult(table, {"discard": ["brick", "wood"]}, 1) == {
        "type": "discard",
        "cards": {"wood": 2, "brick": 1, "ore": 1},
    }
    table = Table("durch-die-wueste-5")
    table.settlement(2, table.board.hex_nodes[table.hex(1, 8)][0]).opens(0, 6, 5)
    assert consult(table, {"gold": ["ore", "wool"]}, 2) == {"type": "gold", "take": ["ore", "wool"]}


def test_the_robbers_wishes_are_passed_over_where_their_guard_fails() -> None:
    table = pair().hand(1, ore=1).opens(2, 3, 4)
    here, there = table.hex(1, 0), table.hex(6, 0)
    orders = {"thief": [{"type": "robber", "hex": here, "victim": 0}, {"type": "robber", "hex": there, "victim": 1}]}
    assert consult(table, orders) == {"type": "robber", "hex": there, "victim": 1}
    assert consult(table, {"thief": orders["thief"][:1]}) is None
    assert consult(table, {"thief": [{"type": "robber", "hex": there}]}) == orders["thief"][1]


def special(table: Table) -> Table:
    table.turn(4).hand(4, ore=1).do({"type": "end"})
    assert table.asked()[0] == "special"
    return table


def test_a_special_list_is_played_from_its_first_possible_action() -> None:
    table = special(pair().hand(0, wood=1, brick=1, wool=1))
    do = [{"type": "city", "node": table.node(1, 0, "SE")}, {"type": "road", "edge": table.edge(1, 0, "SE")}]
    assert run_on(table, {0: {"special": {"do": do}}}, roll=[0, 0])[0] == "road"
    assert table.state["turn"] == 10
    assert consult(special(pair().hand(0, wood=1, brick=1)), {"special": "pass"}) == {"type": "end"}


def test_who_wants_to_be_asked_only_when_able_passes_with_a_hand_that_pays_for_nothing() -> None:
    when_able = {"special": "when-able"}
    assert consult(special(pair().hand(0, wood=2)), when_able) == {"type": "end"}
    assert consult(special(pair().hand(0, wood=1, brick=1)), when_able) is None
    assert consult(special(pair().hand(0, wool=1, grain=1, ore=1)), when_able) is None, "a card can be bought"


BUY: dict[str, Any] = {"do": {"type": "buy"}}


def turn_list(*entries: dict[str, Any], end: bool = False) -> dict[str, Any]:
    return {"turn": {"turn": 6, "do": list(entries), "end": end}}


def bought() -> Table:
    """A table whose turn list has just bought a card, so that its player is asked."""
    table = pair().turn(0, number=6).hand(0, wool=1, grain=1, ore=1, wood=2, brick=2)
    assert run_on(table, {0: turn_list(BUY, end=True)}) == ["bought", "drawn"]
    return table


def test_f3_a_list_in_place_of_another_begins_with_its_first_entry() -> None:
    table = bought()
    first, second = table.edge(1, 0, "SE"), table.edge(2, 0, "W")
    roads = [{"do": {"type": "road", "edge": edge}} for edge in (first, second)]
    told = run_on(table, {0: turn_list(*roads)}, roll=[0, 0])
    assert (told[:2], told.count("road")) == (["road", "road"], 2)
    assert consult(bought(), turn_list(end=True)) == {"type": "end", "step": 1}


def test_f3_a_list_that_begins_as_the_one_before_goes_on_behind_what_was_played() -> None:
    table = bought()
    road = {"do": {"type": "road", "edge": table.edge(1, 0, "SE")}}
    assert consult(table, turn_list(BUY, road)) is None, "what it drew is new"
    assert consult(table, turn_list(BUY | {"blind": True}, road)) == {**road["do"], "step": 2}
    assert consult(table, turn_list(road | {"skip": True}, BUY, road)) is None, "it could have passed over the road"
    assert consult(table, turn_list(road, BUY)) == {**road["do"], "step": 1}, "it could not: it is another list"


def test_f3_what_one_list_played_another_may_play_again() -> None:
    table = pair().turn(0, number=6).hand(0, wood=8, ore=8)
    trade = {"do": {"type": "bank", "give": "wood", "take": "wool"}}
    assert run_on(table, {0: turn_list(trade)}) == ["bank"]
    other = turn_list({"do": {"type": "bank", "give": "ore", "take": "wool"}}, trade)
    assert run_on(table, {0: other}) == ["bank", "bank"]
    assert consult(table, other) is None
    assert table.state["hands"][0] == [0, 0, 0, 3, 4]


def test_f3_a_step_does_not_tell_how_many_entries_were_passed_over() -> None:
    table = pair().turn(0, number=6).hand(0, wood=2, brick=2)
    first, second = table.edge(1, 0, "SE"), table.edge(2, 0, "W")
    city = {"do": {"type": "city", "node": table.node(1, 0, "SE")}, "skip": True}
    roads = [{"do": {"type": "road", "edge": edge}} for edge in (first, second)]
    orders = turn_list(city, city, roads[0], city, roads[1])
    assert consult(table, orders) == {**roads[0]["do"], "step": 1}
    table.do({**roads[0]["do"], "step": 1})
    assert consult(table, orders) == {**roads[1]["do"], "step": 2}


def test_a_special_list_goes_on_after_buying_a_card_and_asks_after_discovering_a_hex() -> None:
    table = special(pair().hand(0, wood=1, brick=1, wool=1, grain=1, ore=1))
    programme = {"special": {"do": [{"type": "buy"}, {"type": "road", "edge": table.edge(1, 0, "SE")}]}}
    assert run_on(table, {0: programme}, roll=[0, 0])[:3] == ["bought", "drawn", "road"]
    table, edge = before_the_unexplored()
    special(table.hand(0, wood=3, wool=3))
    ships: dict[str, Any] = {"special": {"do": [{"type": "ship", "edge": edge}, {"type": "end"}]}}
    assert run_on(table, {0: ships})[:2] == ["ship", "discovered"]
    assert table.asked() == ("special", [0])


def before_the_unexplored() -> tuple[Table, int]:
    """Return a table at which a ship of seat 0 on an edge will discover a hex."""
    table = Table("ozeanien-5")
    board, terrain = table.board, table.state["terrain"]
    node, edge = next(
        (n, e)
        for n, around in enumerate(board.node_edges)
        for e in around
        if table.play.chart.site[n]
        and table.play.chart.ship[e]
        and any(terrain[h] == "?" for h in board.node_hexes[sum(board.edge_nodes[e]) - n])
    )
    return table.settlement(0, node), edge


def test_f4_a_blind_special_list_passes_whatever_its_ship_discovers() -> None:
    table, edge = before_the_unexplored()
    special(table.hand(0, wood=3, wool=3))
    ships: dict[str, Any] = {"special": {"do": [{"type": "ship", "edge": edge}], "blind": True}}
    assert run_on(table, {0: ships})[:2] == ["ship", "discovered"]
    assert table.asked() != ("special", [0])


def test_f3_a_blind_card_lays_its_second_piece_whatever_the_first_discovers() -> None:
    for blind in (False, True):
        table, edge = before_the_unexplored()
        table.turn(0, number=6).cards(0, roads=1)
        home = next(n for n in table.board.edge_nodes[edge] if table.state["nodes"][n] != ".")
        second = next(e for e in table.board.node_edges[home] if e != edge and table.play.chart.road[e])
        pieces = [{"do": {"type": "ship", "edge": edge}, "blind": blind}, {"do": {"type": "road", "edge": second}}]
        told = run_on(table, {0: {"turn": {"turn": 6, "do": [{"do": {"type": "roads"}}, *pieces]}}})
        assert ("road" in told) == blind
        assert table.asked() == ("act" if blind else "free", [0])


def test_a_special_list_asks_if_somebody_has_built_before_unless_told_otherwise() -> None:
    table = special(pair().hand(0, wood=1, brick=1).hand(1, wood=1, brick=1))
    table.do({"type": "road", "edge": table.edge(1, 0, "SE")})
    assert table.asked() == ("special", [1])
    mine: dict[str, Any] = {"do": [{"type": "road", "edge": table.edge(6, 0, "SE")}]}
    assert consult(table, {"special": mine}) is None
    assert consult(table, {"special": mine | {"anyway": True}}) == {"type": "list", "do": mine["do"]}
    assert consult(table, {"special": mine | {"anyway": True, "turn": 8}}) is None


def test_offers_are_answered_by_rules() -> None:
    table = Table().turn(0).hand(0, wool=1).hand(1, ore=3)
    table.do({"type": "offer", "give": {"wool": 1}, "take": {"ore": 1}})
    rule: dict[str, Any] = {"give": {"ore": 1}, "take": {"wool": 1}, "keep": {"ore": 2}}
    accept = {"type": "accept"}
    for change, answer in (
        ({}, accept),
        ({"keep": {"ore": 3}}, None),
        ({"take": {"wool": 2}}, None),
        ({"not_to": [0]}, None),
        ({"until": 8}, None),
        ({"until": 9}, accept),
    ):
        assert consult(table, {"trades": [rule | cast("dict[str, Any]", change)]}, 1) == answer
    assert consult(table, {"trades": [rule | {"until": 8}], "decline": True}, 1) == {"type": "decline"}


def test_an_offer_in_a_list_is_answered_by_the_orders_of_others_before_the_list_goes_on() -> None:
    table = pair().turn(0, number=6).hand(0, wool=1, wood=1).hand(1, brick=1)
    orders: dict[int, dict[str, Any]] = {
        0: {
            "turn": {
                "turn": 6,
                "do": [
                    {"do": {"type": "offer", "give": {"wool": 1}, "take": {"brick": 1}}},
                    {"do": {"type": "road", "edge": table.edge(1, 0, "SE")}},
                ],
            }
        },
        1: {"trades": [{"give": {"brick": 1}, "take": {"wool": 1}}]},
    }
    assert run_on(table, orders)[:3] == ["offer", "traded", "road"]


def test_f5_a_rule_accepts_so_many_trades_of_a_turn_as_it_says() -> None:
    offer = {"type": "offer", "give": {"wool": 1}, "take": {"ore": 1}, "to": [1]}
    orders: dict[str, Any] = {"trades": [{"give": {"ore": 1}, "take": {"wool": 1}, "times": 2}], "decline": True}
    table = Table().turn(0, number=6).hand(0, wool=5, wood=3).hand(1, ore=6, brick=1)
    for answer in ("accept", "accept", "decline"):
        table.do(offer)
        assert consult(table, orders, 1) == {"type": answer}
        table.do({"type": answer}, 1)
    table.hand(4, wool=1).opens(4, 1, 1).do(offer)
    assert consult(table, orders, 1) == {"type": "accept"}, "the next turn is counted anew"


def test_f5_other_trades_of_the_turn_do_not_count() -> None:
    table = Table().turn(0, number=6).hand(0, wool=2, wood=2).hand(1, ore=3, brick=3).hand(2, ore=3)
    table.do({"type": "offer", "give": {"wood": 1}, "take": {"brick": 1}, "to": [1]})
    table.do({"type": "accept"}, 1)
    table.do({"type": "offer", "give": {"wool": 1}, "take": {"ore": 1}, "to": [2]})
    table.do({"type": "accept"}, 2)
    table.do({"type": "offer", "give": {"wool": 1}, "take": {"ore": 1}, "to": [1]})
    assert consult(table, {"trades": [{"give": {"ore": 1}, "take": {"wool": 1}, "times": 1}]}, 1) == {"type": "accept"}


def test_founding_takes_the_first_legal_place_of_a_ranking() -> None:
    table = Table()
    taken, free = table.node(1, 0, "SE"), table.node(1, 2, "SE")
    table.settlement(3, table.node(1, 0, "NE"))
    wishes = [{"node": taken, "edge": table.edge(1, 0, "E")}, {"node": free, "edge": table.edge(1, 2, "E")}]
    assert consult(table, {"found": wishes}) == {**wishes[1], "type": "found", "piece": "ship"}
    assert consult(table, {"found": [wishes[1] | {"piece": "road"}]}) == {**wishes[1], "type": "found", "piece": "road"}
    assert consult(table, {"found": wishes[:1]}) is None


def test_a_ranking_of_impossible_places_is_judged_once_not_entry_by_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[object] = []
    monkeypatch.setattr(moves, "check", lambda *given: judged.append(given))
    table = Table("grosse-insel", 6)
    inland = {"node": table.node(4, 3, "N"), "edge": table.edge(4, 3, "NE"), "piece": "ship"}
    GAME.check_orders(table.raw, 0, {"found": [inland] * 200})
    assert consult(table, {"found": [inland] * 200}) is None
    assert not judged, "no ship lies inland, and the whole judgement is dear"


def test_harbours_and_chips_are_ranked_too() -> None:
    table = Table("neue-welt-5")
    free = [move["edge"] for move in table.moves()]
    land = next(e for e in range(300) if e not in free)
    assert consult(table, {"harbours": [land, free[3]]}) == {"type": "harbour", "edge": free[3]}
    table = Table("grosse-insel", 6)
    table.state.update({"phase": "chip", "chipless": [table.hex(1, 0)], "bag": []})
    sources = [move["hex"] for move in table.moves()]
    assert consult(table, {"chips": [table.hex(1, 4), sources[1]]})["hex"] in sources  # type: ignore[index]


@pytest.mark.parametrize(
    ("orders", "pointer"),
    [
        ({"turns": {}}, "/turns"),
        ({"found": [{"node": 999, "edge": 0}]}, "/found/0/node"),
        ({"found": [{"node": 0, "edge": 150}]}, "/found/0/edge"),
        ({"harbours": [0, 500]}, "/harbours/1"),
        ({"thief": [{"type": "robber", "hex": 60}]}, "/thief/0/hex"),
        ({"thief": [{"type": "pirate", "hex": 60, "victim": 0}]}, "/thief/0/victim"),
        ({"turn": {"turn": 5, "do": []}}, "/turn/turn"),
        ({"turn": {"turn": 12, "do": []}}, "/turn/turn"),
        ({"turn": {"turn": 11, "do": [{"do": {"type": "road", "edge": 400}}]}}, "/turn/do/0/do/edge"),
        ({"turn": {"turn": 11, "do": [{"do": {"type": "buy"}, "early": True}]}}, "/turn/do/0/early"),
        ({"turn": {"turn": 11, "do": [{"do": {"type": "end"}}, {"do": {"type": "buy"}}]}}, "/turn/do/1"),
        ({"special": {"do": [{"type": "bank", "give": "ore", "take": "wool"}]}}, "/special/do/0/type"),
        ({"special": {"do": []}}, "/special/do"),
        ({"special": {"do": [{"type": "buy"}], "turn": 8}}, "/special/turn"),
        ({"special": {"do": [{"type": "buy"}], "turn": 11}}, "/special/turn"),
        ({"trades": [{"give": {"ore": 1}, "take": {"wool": 1}, "until": 8}]}, "/trades/0/until"),
        ({"trades": [{"give": {}, "take": {"ore": 1}}]}, "/trades/0/give"),
        ({"trades": [{"give": {"ore": 1}, "take": {"ore": 1}}]}, "/trades/0/take/ore"),
        ({"trades": [{"give": {"ore": 1}, "take": {"wool": 1}, "not_to": [0]}]}, "/trades/0/not_to/0"),
        ({"trades": [{"give": {"ore": 1}, "take": {"wool": 1}, "times": 0}]}, "/trades/0/times"),
        ({"chips": [3]}, "/chips/0"),
        ({"gold": ["gold"]}, "/gold/0"),
    ],
)  # fmt: skip
def test_orders_that_can_never_match_are_refused_with_their_place(orders: dict[str, Any], pointer: str) -> None:
    table = pair().turn(0, number=9)
    with pytest.raises(IllegalMove) as refused:
        GAME.check_orders(table.raw, 0, orders)
    assert refused.value.pointer == pointer


def test_a_round_with_orders_asks_each_player_once() -> None:
    """Six seats, programmes and rules in place: behind each turn that is played by hand nobody else is asked."""
    table = Table("sechs-inseln-6", 6)
    chance = Draws(table.seed)
    state = table.raw
    while GAME.decisions(state)[-1]["kind"] == "found":
        decision = GAME.decisions(state)[-1]
        seat = decision["seats"][0]
        moves = GAME.moves(state, seat, decision["id"])
        state, _ = GAME.resolve(state, decision["id"], {seat: moves[(7 * len(moves)) // 11]}, chance)
    orders = {
        seat: {
            "roll": True, "special": "pass", "decline": True, "discard": ["wood"], "gold": ["ore"],
            "thief": [{"type": "robber", "hex": h} for h, letter in enumerate(state["terrain"]) if letter != "~"],
        }
        for seat in range(6)
    }  # fmt: skip
    asked = []
    while state["turn"] < 25:
        answered = next_answer(cast(Game, GAME), state, GAME.decisions(state), orders, lambda _: True)
        if answered is None:
            decision = GAME.decisions(state)[-1]
            if decision["sealed"]:
                answers = {one: GAME.consult(state, one, decision["id"], orders[one]) for one in decision["seats"]}
                assert None not in answers.values()
                state, _ = GAME.resolve(state, decision["id"], cast("dict[int, Move]", answers), chance)
                continue
            asked.append((state["turn"], decision["kind"]))
            answered = decision["id"], decision["seats"][0], {"type": "end"}
        state, _ = GAME.resolve(state, answered[0], {answered[1]: answered[2]}, chance)
    assert len(asked) == len(set(asked))
    assert {kind for _, kind in asked} == {"act"}
