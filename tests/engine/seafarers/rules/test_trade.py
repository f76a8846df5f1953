"""Trade with the bank, and offers among players (D10, E51 to E53)."""

from engine.contract import Move
from tests.engine.seafarers.table import GAME, Table

OFFER: Move = {"type": "offer", "give": {"wood": 1}, "take": {"ore": 1}}


def market() -> Table:
    return Table().turn(0).hand(0, wood=3, wool=1).hand(1, ore=1).hand(2, ore=2).hand(3, brick=1)


def replies(table: Table) -> list[int]:
    return [one["seats"][0] for one in table.decisions if one["kind"] == "reply"]


def test_the_bank_takes_four_and_less_at_harbours() -> None:
    table = Table().turn(0).hand(0, wood=4, ore=3)
    assert {(move["give"], move["take"]) for move in table.moves() if move["type"] == "bank"} == {
        ("wood", other) for other in ("brick", "grain", "wool", "ore")
    }
    edge, _ = table.state["harbours"][0]
    table.state["harbours"][0] = [edge, 5]
    table.settlement(0, table.board.edge_nodes[edge][1])
    table.do({"type": "bank", "give": "ore", "take": "wool"})
    assert table.told("bank") == [{"seat": 0, "give": {"ore": 3}, "take": {"wool": 1}}]
    table.state["harbours"][0] = [edge, 0]
    table.do({"type": "bank", "give": "wood", "take": "ore"})
    assert table.told("bank") == [{"seat": 0, "give": {"wood": 2}, "take": {"ore": 1}}]


def test_the_bank_must_hold_the_card() -> None:
    table = Table().turn(0).hand(0, wood=4).hand(1, ore=24)
    assert table.refusal({"type": "bank", "give": "wood", "take": "ore"}) == ("none-left", "/take")
    assert table.refusal({"type": "bank", "give": "wood", "take": "wood"}) == ("same", "/take")


def test_an_offer_stands_open_for_all_others_and_nobody_waits_for_it() -> None:
    table = market()
    table.do(OFFER)
    assert replies(table) == [1, 2, 3, 4]
    assert all(one["optional"] for one in table.decisions if one["kind"] == "reply")
    assert table.asked() == ("act", [0])


def test_the_first_to_accept_gets_the_deal_and_the_offer_is_gone() -> None:
    table = market()
    table.do(OFFER)
    table.do({"type": "accept"}, seat=2)
    assert table.told("traded") == [{"seat": 0, "partner": 2, "give": {"wood": 1}, "take": {"ore": 1}}]
    assert (table.state["hands"][0], table.state["hands"][2]) == ([2, 0, 0, 1, 1], [1, 0, 0, 0, 1])
    assert replies(table) == []


def test_a_player_without_the_cards_cannot_accept() -> None:
    table = market()
    table.do(OFFER)
    assert table.refusal({"type": "accept"}, seat=3) == ("too-dear", "/type")
    assert table.moves(seat=3) == [{"type": "decline"}]


def test_an_offer_to_some_players_is_answered_only_by_them() -> None:
    table = market()
    table.do({**OFFER, "to": [3, 1]})
    assert replies(table) == [1, 3]
    table.do({"type": "decline"}, seat=1)
    table.do({"type": "decline"}, seat=3)
    assert table.told("withdrawn") == [{"seat": 0, "offer": 1}]


def test_e51_the_maker_may_keep_the_choice_among_those_who_accept() -> None:
    table = market()
    table.do({**OFFER, "choose": True})
    table.do({"type": "accept"}, seat=1)
    table.do({"type": "accept"}, seat=2)
    assert table.told("accepted") == [{"seat": 2, "offer": 1}]
    assert table.refusal({"type": "deal", "offer": 1, "seat": 3}) == ("no-deal", "/seat")
    table.do({"type": "deal", "offer": 1, "seat": 2})
    assert table.told("traded") == [{"seat": 0, "partner": 2, "give": {"wood": 1}, "take": {"ore": 1}}]


def test_e53_a_counter_offer_waits_for_the_maker() -> None:
    table = market()
    table.do(OFFER)
    table.do({"type": "counter", "give": {"brick": 1}, "take": {"wood": 2}}, seat=3)
    assert table.told("countered") == [{"seat": 3, "offer": 1, "give": {"brick": 1}, "take": {"wood": 2}}]
    table.do({"type": "deal", "offer": 1, "seat": 3})
    assert table.told("traded") == [{"seat": 0, "partner": 3, "give": {"wood": 2}, "take": {"brick": 1}}]


def test_the_maker_is_asked_again_when_there_is_something_to_look_at() -> None:
    table = market()
    table.do(OFFER)
    before = table.decisions[-1]["id"]
    table.do({"type": "decline"}, seat=4)
    assert table.decisions[-1]["id"] == before
    table.do({"type": "counter", "give": {"brick": 1}, "take": {"wood": 2}}, seat=3)
    assert table.decisions[-1]["id"] != before


def test_e52_offers_expire_with_building_with_the_bank_and_with_the_turn() -> None:
    for move in (
        {"type": "bank", "give": "wood", "take": "ore"},
        {"type": "road", "edge": Table().edge(1, 0, "SE")},
        {"type": "buy"},
        {"type": "end"},
    ):
        table = Table().turn(0).hand(0, wood=5, brick=1, grain=1, wool=1, ore=1).hand(1, ore=1)
        table.settlement(0, table.node(1, 0, "SE"))
        table.do(OFFER)
        table.do(move)
        assert {"seat": 0, "offer": 1} in table.told("withdrawn")
        assert table.state["offers"] == []


def test_an_offer_may_be_withdrawn() -> None:
    table = market()
    table.do(OFFER)
    table.do({"type": "withdraw", "offer": 1})
    assert replies(table) == []
    assert table.refusal({"type": "withdraw", "offer": 1}) == ("no-offer", "/offer")


def test_gifts_and_the_same_on_both_sides_are_refused() -> None:
    table = market()
    assert table.refusal({**OFFER, "take": {}}) == ("gift", "/take")
    assert table.refusal({**OFFER, "give": {}}) == ("gift", "/give")
    assert table.refusal({**OFFER, "take": {"wood": 2}}) == ("same", "/take/wood")
    assert table.refusal({**OFFER, "give": {"ore": 1}, "take": {"wood": 1}}) == ("too-dear", "/give")
    for to, pointer in (([0], "/to/0"), ([1, 1], "/to/1"), ([5], "/to/0")):
        assert table.refusal({**OFFER, "to": to}) == ("no-seat", pointer)


def test_ten_offers_are_the_most_in_a_turn() -> None:
    table = market()
    for _ in range(10):
        table.do(OFFER)
    assert table.refusal(OFFER) == ("enough", "/type")
    assert "offer" not in {move["type"] for move in table.moves()}


def test_a_turn_ends_when_the_tenth_offer_is_declined_and_nothing_else_is_possible() -> None:
    table = market().hand(0, wood=1)
    for _ in range(9):
        table.do({**OFFER, "to": [1]})
        table.do({"type": "decline"}, 1)
        assert table.asked() == ("act", [0])
    table.do({**OFFER, "to": [1]})
    table.do({"type": "decline"}, 1)
    assert table.told("ended") == [{"seat": 0}], "whose only move is the end of the turn is not asked (law 2)"


def test_others_do_not_trade_and_the_option_ends_domestic_trade() -> None:
    table = Table(domestic_trade=False).turn(0).hand(0, wood=4)
    assert table.refusal(OFFER) == ("not-now", "/type")
    assert GAME.moves(market().raw, 1, market().decisions[-1]["id"]) == []


def test_an_offer_does_not_reveal_who_could_accept() -> None:
    rich, poor = market(), market().hand(1).hand(2, wood=2).hand(3, wood=1).hand(1, wood=1)
    rich.do(OFFER)
    poor.do(OFFER)
    assert rich.decisions == poor.decisions


def test_e52_offers_expire_when_a_card_is_played_and_none_of_their_answers_can_be_taken_later() -> None:
    for card in ({"type": "monopoly", "resource": "ore"}, {"type": "invention", "take": ["ore", "ore"]}):
        table = market().cards(0, monopoly=1, invention=1)
        table.do({**OFFER, "choose": True})
        table.do({"type": "accept"}, 1)
        table.do({"type": "counter", "give": {"ore": 1}, "take": {"wood": 2}}, 2)
        table.do(card)
        assert table.told("withdrawn") == [{"seat": 0, "offer": 1}]
        for partner in (1, 2):
            assert table.refusal({"type": "deal", "offer": 1, "seat": partner}) == ("no-offer", "/offer")
        assert replies(table) == []


def test_e52_one_trade_ends_all_other_offers_of_its_maker() -> None:
    table = market()
    table.do(OFFER)
    table.do({"type": "offer", "give": {"wood": 3}, "take": {"ore": 2}, "to": [2]})
    table.do({"type": "accept"}, 1)
    assert table.state["offers"] == []
    assert replies(table) == []
    assert table.state["hands"][0] == [2, 0, 0, 1, 1]
