"""A round (B2, D2): opening, asking around, the harbour master's choice, its end; vectors T1 to T7 and T13."""

from typing import Any

from engine.contract import Move
from engine.games.packet_row import GAME
from engine.protocol.chance import Draws
from tests.engine.packet_row.table import Table, given

# Every card costs something, so that who has no money cannot take any.
DEAR = "school#1 church#1 hospital#1 / courthouse#1 townhall#1"


def market(**more: Any) -> Table:
    """The example of the rule text: Anna (0) is harbour master, then Ben, Cedric, David."""
    return given(
        4, M="university#1 tobacco1#1 grain1#1 / tobacco3#1 fur1#1", D="ship_gb#1 ship_fr#1 captain#1 / gold1#1 gold2#1",
        **more,
    )  # fmt: skip


def test_t1_the_example_of_the_rule_text_market_then_docks() -> None:
    table = market()
    guildhall, bank = table.board("G"), table.board("B")
    next_market, next_docks = table.board("M")["draw"][:3], table.board("D")["draw"][:3]
    assert (table.due, table.asked) == ("r9.open", 0)
    table.open("M")
    assert (table.due, table.asked) == ("r9.ask.1.1", 1)
    table.take("university#1")
    assert table.money(1) == 10
    assert (table.due, table.asked) == ("r9.ask.1.2", 2)
    table.decline()
    assert table.refused({"type": "take", "card": "tobacco3#1"}) == ("needs-assistant", "/card")
    table.take("tobacco1#1")
    assert table.money(3) == 23
    assert (table.due, table.asked) == ("r9.harbour.1", 0)
    table.open("D")
    assert (table.due, table.asked) == ("r9.ask.2.2", 2), "only Cedric has no card yet"
    table.decline()
    table.take("ship_gb#1")
    assert table.money(0) == 25, "ships are free"
    assert table.state["players"][0]["ships"] == ["ship_gb#1"]
    assert table.told("round-over") == [{"round": 9, "without": [2]}]
    assert table.board("M")["current"] == ["tobacco3#1", "fur1#1", next_market[0]]
    assert table.board("M")["future"] == next_market[1:]
    assert table.board("D")["current"] == ["gold1#1", "gold2#1", next_docks[0]]
    assert table.board("D")["future"] == next_docks[1:]
    assert table.board("M")["discard"] == ["grain1#1"]
    assert (table.board("G"), table.board("B")) == (guildhall, bank)
    assert (table.due, table.asked) == ("r10.open", 1)


def test_t2_e1_2_the_harbour_master_may_not_end_the_round_while_a_board_can_be_opened() -> None:
    table = market().open("M").take("university#1").decline().take("tobacco1#1")
    assert table.refused({"type": "end"}) == ("must-open", "/type")
    assert table.refused({"type": "pass"}) == ("unknown-type", "/type")


def test_t3_after_everybody_took_the_harbour_master_takes_and_does_not_open() -> None:
    table = given(3, M="trader#1 grain1#1", B="money4#1 banker#1").open("M").take("trader#1").take("grain1#1")
    assert (table.due, table.asked) == ("r9.last", 0)
    assert table.refused({"type": "open", "board": "B"}) == ("unknown-type", "/type")
    table.take("banker#1")
    assert [one["board"] for one in table.told("opened")] == ["B"], "E1.3: what is taken from is opened"
    assert [one["board"] for one in table.told("refilled")] == ["M", "B"], "E1.3: and refilled"


def test_t4_the_harbour_master_may_not_take_from_a_board_opened_earlier() -> None:
    table = market().open("M").take("university#1").decline().decline().open("D").take("captain#1").take("ship_fr#1")
    assert table.due == "r9.last"
    assert table.refused({"type": "take", "card": "grain1#1"}) == ("opened-before", "/card")
    assert "grain1#1" not in table.cards
    assert "ship_gb#1" in table.cards


def test_t5_when_no_board_is_left_the_round_ends_with_players_without_a_card() -> None:
    table = market()
    for board in "GDMB":
        table.open(board).decline().decline().decline()
    assert {"type": "end"} in table.moves
    table.skip()
    assert table.told("round-over") == [{"round": 9, "without": [0, 1, 2, 3]}]
    assert table.told("passed") == [{"seat": 0}]
    assert len(table.told("refilled")) == 4


def test_t6_others_can_empty_a_board_then_the_harbour_master_takes_elsewhere() -> None:
    table = market().open("M").take("university#1").take("tobacco1#1").take("grain1#1")
    assert table.due == "r9.last"
    assert table.board("M")["current"] == [None, None, None]
    assert not table.cards & {"tobacco3#1", "fur1#1"}
    assert {"ship_gb#1", "captain#1"} <= table.cards
    table.skip()
    assert table.told("round-over") == [{"round": 9, "without": [0]}]


def test_t7_a_future_card_takes_an_assistant_who_is_used_up() -> None:
    table = market(hands={1: "assistant#1"}).open("M")
    draw = table.board("M")["draw"]
    assert table.refused({"type": "take", "card": "tobacco3#1"}) == ("needs-assistant", "/card")
    assert table.refused({"type": "take", "card": "grain1#1", "assistant": True}) == (
        "no-assistant-needed",
        "/assistant",
    )
    table.assistant("tobacco3#1")
    assert table.money(1) == 25 - 6, "its normal cost is paid"
    assert table.hand(1) == {"tobacco3#1"}
    assert table.board("G")["discard"] == ["assistant#1"]
    assert table.refused({"type": "take", "card": "fur1#1", "assistant": True}) == ("no-assistant", "/assistant")
    table.decline().decline().take("university#1")
    assert table.board("M")["current"] == ["fur1#1", *draw[:2]], "one extra card is drawn"
    assert table.board("M")["future"] == draw[2:4]


def test_t13_a_player_with_a_contract_but_no_money_fulfils_first_and_then_takes() -> None:
    def asked() -> Table:
        return given(
            4, G="townhall#1 school#1 church#1 / assistant#1 assistant#2", hands={1: "G-GB-15a cotton2#1 ship_gb#1"},
            money={1: 12},
        ).open("G")  # fmt: skip

    cards = ["G-GB-15a", "cotton2#1", "ship_gb#1"]
    assert asked().refused({"type": "take", "card": "townhall#1"}) == ("too-dear", "/card")
    table = asked().fulfil(1, " ".join(cards))
    assert (table.money(1), table.asked) == (27, 1), "E1.18: it never changes whose turn it is"
    assert table.take("townhall#1").money(1) == 2
    in_one_visit = asked().take("townhall#1", fulfil=cards)
    assert in_one_visit.money(1) == 2
    assert in_one_visit.story[:2] == ["fulfilled", "took"], "E2.6: fulfil first"
    listed = next(move for move in asked().moves if move.get("card") == "townhall#1")
    assert sorted(listed["fulfil"]) == sorted(cards)


def test_e1_1_the_harbour_master_must_open_a_board() -> None:
    assert [move["type"] for move in market().moves] == ["open"] * 4
    assert market().refused({"type": "pass"}) == ("unknown-type", "/type")


def test_e1_4_the_harbour_master_may_use_an_assistant_even_on_an_unopened_board() -> None:
    table = market(hands={0: "assistant#1"}).open("D").take("ship_gb#1").take("ship_fr#1").take("captain#1")
    assert {"gold1#1", "tobacco3#1"} <= table.cards
    table.assistant("tobacco3#1")
    assert table.told("took")[0]["supply"] == "future"
    assert [one["board"] for one in table.told("refilled")] == ["D", "M"]


def test_e1_5_once_a_board_is_empty_only_those_with_an_assistant_are_asked() -> None:
    table = given(
        5, M="trader#1 - - - / grain1#1 fur1#1", hands={4: "assistant#1"},
    ).open("M").take("trader#1")  # fmt: skip
    assert table.told("skipped") == [{"seat": seat, "board": "M", "why": "empty"} for seat in (2, 3)]
    assert table.asked == 4
    assert table.cards == {"grain1#1", "fur1#1"}


def test_e1_5_a_seat_with_an_assistant_that_cannot_pay_for_what_is_left_is_passed_over_too() -> None:
    table = given(
        3, M="trader#1 - / grain1#1 fur1#1", hands={2: "assistant#1"}, money={2: 1}, starting={2: None},
    ).open("M").take("trader#1")  # fmt: skip
    assert [one["seat"] for one in table.told("skipped")] == [2]


def test_e1_6_a_board_without_current_cards_cannot_be_opened() -> None:
    table = given(4, M="- - - / grain1#1 fur1#1")
    assert table.refused({"type": "open", "board": "M"}) == ("empty", "/board")
    assert {move["board"] for move in table.moves} == {"G", "D", "B"}


def test_e1_7_a_seat_that_visibly_can_pay_for_nothing_is_not_asked() -> None:
    table = given(4, G=DEAR, money={1: 4}, starting={1: None}).open("G")
    assert table.told("skipped") == [{"seat": 1, "board": "G", "why": "dear"}]
    assert table.asked == 2


def test_e1_7_passing_over_does_not_give_away_a_hidden_contract_that_might_be_fulfilled() -> None:
    # Ship and goods lie open. Only the owner knows whether the starting contract is the one they fit.
    for contract in ("S-GB-cotton", "S-NL-fur"):
        table = given(4, G=DEAR, hands={1: "ship_gb#1 cotton3#1"}, money={1: 4}, starting={1: contract}).open("G")
        assert table.asked == 1
    assert table.moves == [{"type": "decline"}]


def test_e1_7_a_hidden_contract_counts_as_the_dearest_starting_contract() -> None:
    # 4 $ and at most 20 $ more: enough for 20 $, not for 25 $.
    hand, cards = {1: "ship_gb#1 cotton3#1"}, "townhall#1 - - / assistant#1 assistant#2"
    table = given(4, G=cards, hands=hand, money={1: 4}, starting={1: "S-GB-cotton"}).open("G")
    assert table.told("skipped") == [{"seat": 1, "board": "G", "why": "dear"}]
    table = given(4, G=cards.replace("townhall", "courthouse"), hands=hand, money={1: 4}).open("G")
    assert table.asked == 1


def test_e1_7_a_starting_contract_without_a_ship_brings_nothing() -> None:
    table = given(4, G=DEAR, hands={1: "cotton3#1"}, money={1: 4}, starting={1: "S-GB-cotton"}).open("G")
    assert table.asked == 2


def test_e1_7_with_hidden_hands_the_skip_reads_only_what_lies_open() -> None:
    hand = {1: "G-GB-35 cotton1#1 ship_gb#1"}
    table = given(4, G=DEAR, hands=hand, money={1: 4}, hidden_hands=True).open("G")
    assert table.asked == 1, "for all that the others know, those cards may fulfil something"
    table = given(4, G=DEAR, hands={1: "ship_gb#1"}, money={1: 4}, starting={1: None}, hidden_hands=True).open("G")
    assert table.asked == 2, "everybody sees that there is nothing but a ship"


def test_e1_8_a_free_card_is_never_forced() -> None:
    assert {"type": "decline"} in given(4, D="ship_gb#1 - -").open("D").moves


def test_e1_9_a_money_card_is_paid_at_once_and_goes_to_the_discard_pile() -> None:
    table = given(4, B="money8#1 money4#1 banker#1").open("B").take("money8#1")
    assert table.money(1) == 33
    assert table.hand(1) == set()
    assert table.board("B")["discard"] == ["money8#1"]


def test_b2_6_a_player_who_declines_may_still_take_from_a_later_board() -> None:
    table = market().open("D").decline().decline().decline().open("M")
    assert table.asked == 1


def test_b2_a_harbour_master_with_one_board_and_nothing_to_pay_for_is_not_asked() -> None:
    table = given(3, G="townhall#1 courthouse#1", D="- -", M="- -", B="- -", money={0: 0, 1: 0, 2: 0},
                  starting={0: None, 1: None, 2: None})  # fmt: skip
    assert [move["board"] for move in table.moves] == ["G"]
    table.open("G")
    assert table.told("skipped")[:2] == [{"seat": seat, "board": "G", "why": "dear"} for seat in (1, 2)]
    assert {"seat": 0} in table.told("passed")


def test_d2_clockwise_from_the_left_of_the_harbour_master() -> None:
    table = given(5, harbour_master=3, D="ship_gb#1 ship_gb#2 ship_gb#3 ship_gb#4").open("D")
    order = []
    while table.due.startswith("r9.ask"):
        order.append(table.asked)
        table.decline()
    assert order == [4, 0, 1, 2]


def test_d6_with_two_players_the_harbour_master_always_finds_a_card() -> None:
    table = given(2, M="trader#1 trader#2").open("M").take("trader#1")
    assert table.due == "r9.last"
    assert "trader#2" in table.cards


def test_silence_declines_opens_in_order_passes_and_settles() -> None:
    def silent(table: Table, decision: str | None = None) -> Move:
        return GAME.fallback(table.state, table.asked, decision or table.due, "absent")

    table = given(3, D="ship_gb#1 ship_gb#2", M="trader#1 trader#2", G="- -")
    assert silent(table) == {"type": "open", "board": "D"}, "E2.5: G, D, M, B, skipping what cannot be opened"
    table.open("D")
    assert silent(table) == {"type": "decline"}
    table.decline().decline()
    assert silent(table) == {"type": "open", "board": "M"}
    table.open("M").take("trader#1").take("trader#2")
    assert silent(table) == {"type": "pass"}
    assert silent(table, table.fulfilment(0)) == {"type": "nothing"}


def test_only_the_server_notes_that_nothing_was_fulfilled() -> None:
    table = given(3)
    assert table.refused({"type": "nothing"}, "fulfil.0.1") == ("server-only", "/type")
    state, events = GAME.resolve(table.state, "fulfil.0.1", {0: {"type": "nothing"}}, Draws(b""))
    assert events == []
    assert "fulfil.0.2" in {one["id"] for one in GAME.decisions(state)}


def test_a_refused_move_names_the_place_and_the_remedy() -> None:
    table = market().open("M")
    refused: list[tuple[Any, tuple[str, str]]] = [
        (7, ("not-an-object", "")),
        ({}, ("unknown-type", "/type")),
        ({"type": "take"}, ("missing", "/card")),
        ({"type": "decline", "card": "grain1#1"}, ("unknown-key", "")),
        ({"type": "take", "card": ["grain1#1"]}, ("not-there", "/card")),
        ({"type": "take", "card": "ship_gb#1"}, ("not-open", "/card")),
        ({"type": "take", "card": "tobacco3#1", "assistant": 1}, ("not-true", "/assistant")),
        ({"type": "decline", "fulfil": []}, ("not-a-list", "/fulfil")),
        ({"type": "decline", "fulfil": [{}]}, ("not-yours", "/fulfil/0")),
        ({"type": "decline", "fulfil": ["university#1"]}, ("not-yours", "/fulfil/0")),
    ]
    for move, refusal in refused:
        assert table.refused(move) == refusal
    assert given(4).refused({"type": "open", "board": "X"}) == ("no-board", "/board")
    assert market().open("M").decline().decline().decline().refused({"type": "open", "board": "M"}) == (
        "opened-before", "/board",
    )  # fmt: skip
