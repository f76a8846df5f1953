"""Plans (E2): what they answer, when they ask, and which are refused because they can never match."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.contract import IllegalMove, Move, Orders
from engine.games.packet_row import GAME
from tests.engine.packet_row.table import Table, given

assert GAME.rules.orders is not None
SCHEMA = Draft202012Validator(GAME.rules.orders)


def market(**more: Any) -> Table:
    return given(
        4, M="university#1 tobacco1#1 trader#1 / tobacco3#1 fur1#1", D="ship_gb#1 ship_fr#1 captain#1 / gold1#1 gold2#1",
        **more,
    )  # fmt: skip


def answers(table: Table, orders: Orders) -> Move | None:
    """Return what the orders of the seat that is asked answer; they fit the schema and pass the check."""
    SCHEMA.validate(orders)
    return table.consult(table.asked, orders)


TAKE_TRADER = {"type": "take", "card": "trader#1"}


def test_the_first_rule_that_matches_answers() -> None:
    table = market().open("M")
    assert answers(table, {"ask": [{"take": ["captain#1"]}, {"take": ["trader#1", "university#1"]}]}) == TAKE_TRADER
    assert answers(table, {"ask": [{"board": "D", "do": "wait"}, {"board": "M", "take": ["trader#1"]}]}) == TAKE_TRADER


def test_the_first_card_that_is_there_and_affordable_is_taken() -> None:
    table = market(money={1: 1}).open("M")
    assert answers(table, {"ask": [{"take": ["fur1#2", "university#1", "tobacco1#1", "trader#1"]}]}) == TAKE_TRADER


def test_a_key_names_any_copy() -> None:
    assert answers(market().open("M"), {"ask": [{"take": ["ship_es", "trader"]}]}) == TAKE_TRADER


def test_else_declines_or_asks() -> None:
    table = market().open("M")
    rules = [{"take": ["captain#1"]}]
    assert answers(table, {"ask": rules, "else": "decline"}) == {"type": "decline"}
    assert answers(table, {"ask": rules, "else": "wait"}) is None
    assert answers(table, {"ask": rules}) is None, "what a plan does not say is asked"
    assert answers(table, {}) is None


def test_a_rule_may_decline_or_ask_by_itself() -> None:
    table = market().open("M")
    take = {"take": ["trader#1"]}
    assert answers(table, {"ask": [{"if": {"sweep": {"max": 1}}, "do": "decline"}, take]}) == {"type": "decline"}
    assert answers(table, {"ask": [{"if": {"opened": ["M"]}, "do": "wait"}, take]}) is None
    assert answers(table, {"ask": [{"if": {"sweep": {"min": 2}}, "do": "wait"}, take]}) == TAKE_TRADER


def test_cards_of_the_future_supply_are_taken_only_with_assistant_true() -> None:
    plan = {"take": ["tobacco3#1", "trader#1"]}
    table = market(hands={1: "assistant#1"}).open("M")
    assert answers(table, {"ask": [plan]}) == TAKE_TRADER
    assert answers(table, {"ask": [{**plan, "assistant": True}]}) == {
        "type": "take", "card": "tobacco3#1", "assistant": True,
    }  # fmt: skip
    assert answers(market().open("M"), {"ask": [{**plan, "assistant": True}]}) == TAKE_TRADER, "there is none to spend"


def test_contracts_named_with_a_card_are_fulfilled_only_if_the_money_is_short() -> None:
    pay = ["G-GB-15a", "cotton2#1", "ship_gb#2"]
    orders = {"ask": [{"take": ["university#1"], "fulfil": pay}]}
    rich = market(hands={1: " ".join(pay)}, money={1: 15}).open("M")
    assert answers(rich, orders) == {"type": "take", "card": "university#1"}
    poor = market(hands={1: " ".join(pay)}, money={1: 14}).open("M")
    answer = answers(poor, orders)
    assert answer == {"type": "take", "card": "university#1", "fulfil": pay}
    assert poor.play(answer).money(1) == 14


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"opened": ["M", "D"]}, True),
        ({"opened": ["G"]}, False),
        ({"unopened": ["G", "B"]}, True),
        ({"unopened": ["G", "M"]}, False),
        ({"declined": ["D"]}, True),
        ({"sweep": {"min": 2}}, True),
        ({"sweep": {"max": 1}}, False),
        ({"available": ["trader#1", "ship_gb"]}, True),
        ({"available": ["captain#1"]}, False),
        ({"available": ["tobacco3#1"]}, False),
        ({"gone": ["captain#1", "tobacco3#1"]}, True),
        ({"gone": ["ship_gb"]}, False),
        ({"taken": [{"seat": 1}]}, True),
        ({"taken": [{"seat": 1, "card": "captain"}]}, True),
        ({"taken": [{"seat": 1, "card": "ship_gb#1"}]}, False),
        ({"taken": [{"seat": 3}]}, False),
        ({"waiting_others": {"min": 1, "max": 1}}, True),
        ({"waiting_others": {"max": 0}}, False),
        ({"money": [{"seat": 0, "min": 20, "max": 30}]}, True),
        ({"money": [{"seat": 0, "min": 20}, {"seat": 3, "max": 20}]}, False),
        ({"opened": ["M"], "sweep": {"min": 3}}, False),
    ],
)
def test_conditions_read_public_facts(condition: dict[str, Any], holds: bool) -> None:
    # The docks have gone around, Ben has a captain; Cedric is asked about the market, David is still waiting.
    table = market().open("D").take("captain#1").decline().decline().open("M")
    assert table.asked == 2
    SCHEMA.validate({"ask": [{"if": condition, "take": ["trader#1"]}]})
    assert (
        GAME.consult(table.state, 2, table.due, {"ask": [{"if": condition, "take": ["trader#1"]}]}) is not None
    ) == holds


def test_a_plan_for_a_round_answers_in_that_round_only() -> None:
    orders = {"round": 9, "ask": [{"take": ["trader#1"]}], "else": "decline"}
    table = market().open("M")
    assert answers(table, orders) == TAKE_TRADER
    assert answers(table, {**orders, "round": 10, "ask": []}) is None


PROGRAMME = {
    "harbour": [
        {"open": "M", "take": ["university#1"]},
        {"open": "D", "if": {"available": ["ship_gb#1"]}, "take": ["ship_gb#1", "ship_fr#1"]},
        {"open": "B"},
    ],
    "last": [{"take": ["ship_gb#1", "trader#1"]}],
    "last_else": "pass",
}


def test_a_harbour_plan_opens_takes_and_goes_on() -> None:
    table = market()
    assert answers(table, PROGRAMME) == {"type": "open", "board": "M"}
    table.open("M").decline().decline().decline()
    assert answers(table, PROGRAMME) == {"type": "take", "card": "university#1"}
    table = market().open("M").take("university#1").decline().decline()
    assert GAME.consult(table.state, 0, table.due, PROGRAMME) == {"type": "open", "board": "D"}
    table.open("D").take("ship_gb#1").decline()
    assert GAME.consult(table.state, 0, table.due, PROGRAMME) == {"type": "take", "card": "ship_fr#1"}, (
        "the condition was about opening"
    )


def test_a_harbour_plan_skips_entries_whose_condition_fails() -> None:
    table = given(4, D="ship_gb#2 ship_fr#1 captain#1", harbour_master=0).open("M").decline().decline().decline()
    assert GAME.consult(table.state, 0, table.due, PROGRAMME) == {"type": "open", "board": "B"}


def all_boards_gone_around() -> Table:
    """The harbour master has opened every board and everybody has declined; the bank is open."""
    table = market()
    for board in "MDGB":
        table.open(board).decline().decline().decline()
    return table


def test_a_harbour_plan_that_is_exhausted_asks() -> None:
    table = market().open("M").decline().decline().decline()
    assert answers(table, {"harbour": [{"open": "M"}]}) is None, "another board must be opened"
    assert answers(all_boards_gone_around(), {"harbour": [{"open": "M"}]}) is None, "nothing was said about the bank"


@pytest.mark.parametrize(
    ("entries", "move"),
    [
        ([{"do": "wait"}], None),
        ([{"open": "B"}], {"type": "end"}),
        ([{"open": "M"}, {"open": "B", "take": ["banker#1"]}], {"type": "end"}),
        ([{"open": "B"}, {"do": "wait"}], None),
        ([{"if": {"money": [{"seat": 1, "min": 20}]}, "do": "wait"}, {"open": "B"}], None),
        ([{"if": {"money": [{"seat": 1, "max": 20}]}, "do": "wait"}, {"open": "B"}], {"type": "end"}),
    ],
)
def test_found_in_play_2_a_plan_ends_the_round_only_for_the_open_board_and_never_against_wait(
    entries: list[dict[str, Any]], move: Move | None
) -> None:
    assert answers(all_boards_gone_around(), {"harbour": entries}) == move


def test_an_entry_may_ask_which_board_to_open() -> None:
    entries = [{"if": {"money": [{"seat": 1, "min": 20}]}, "do": "wait"}, {"open": "D"}]
    assert answers(market(), {"harbour": entries}) is None
    assert answers(market(money={1: 10}), {"harbour": entries}) == {"type": "open", "board": "D"}


def test_the_ranked_list_for_the_last_choice() -> None:
    table = market().open("D").take("ship_gb#1").take("ship_fr#1").take("captain#1")
    assert GAME.consult(table.state, 0, table.due, PROGRAMME) == TAKE_TRADER
    table = market().open("M").take("trader#1").take("university#1").take("tobacco1#1")
    orders = {"last": [{"take": ["gold1#1"], "assistant": True}], "last_else": "pass"}
    assert answers(table, orders) == {"type": "pass"}, "there is no assistant to spend"
    assert answers(table, {"last": []}) is None


HAND = "G-GB-15a G-GB-15b cotton2#1 grain2#1 ship_gb#2"


@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        ({"cards": ["G-GB-15a", "cotton2#1", "ship_gb#2"]}, {"G-GB-15a", "cotton2#1", "ship_gb#2"}),
        ({"contracts": ["G-GB-15b"]}, {"G-GB-15b", "grain2#1", "ship_gb#2"}),
        ({"contracts": ["G-GB-15a", "G-GB-15b"]}, set(HAND.split())),
        ({"contracts": ["G-GB-35"]}, None),
        ({"cards": ["G-GB-15a", "cotton2#2", "ship_gb#2"]}, None),
    ],
)
def test_standing_fulfilments_wait_until_all_cards_are_there(rule: dict[str, Any], cards: set[str] | None) -> None:
    table = market(hands={1: HAND})
    orders = {"fulfil": [rule]}
    SCHEMA.validate(orders)
    GAME.check_orders(table.state, 1, orders)
    move = GAME.consult(table.state, 1, table.fulfilment(1), orders)
    assert (move and set(move["cards"])) == cards


def test_a_possible_fulfilment_comes_before_the_answer() -> None:
    table = market(hands={1: HAND}, money={1: 0}).open("M")
    orders = {"ask": [{"take": ["university#1"]}], "fulfil": [{"contracts": ["G-GB-15a"]}]}
    assert answers(table, orders) is None
    given_away = GAME.consult(table.state, 1, table.fulfilment(1), orders)
    assert given_away is not None
    table.play(given_away, table.fulfilment(1))
    assert GAME.consult(table.state, 1, table.due, orders) == {"type": "take", "card": "university#1"}


def test_the_final_contract_round_is_settled_unless_the_plan_says_wait() -> None:
    hands, starting = {1: "G-GB-15a cotton2#1 ship_gb#1"}, dict.fromkeys(range(4))
    table = given(4, D="ship_fr#1 - - / - -", draws={"D": ""}, exhausted="G", hands=hands, starting=starting)
    table.open("D").take("ship_fr#1")
    while not table.due.startswith("r9.final"):
        table.play(GAME.fallback(table.state, table.asked, table.due, "absent"))
    assert GAME.consult(table.state, 1, table.due, {}) == {"type": "settle"}
    assert GAME.consult(table.state, 1, table.due, {"final": "wait"}) is None
    GAME.check_orders(table.state, 1, {"final": "wait"})
    with pytest.raises(IllegalMove, match="only final"):
        GAME.check_orders(table.state, 1, {"ask": [{"take": ["trader"]}]})


def refused(table: Table, seat: int, orders: Any) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refusal:
        GAME.check_orders(table.state, seat, orders)
    assert refusal.value.message
    return refusal.value.code, refusal.value.pointer


@pytest.mark.parametrize(
    ("orders", "pointer"),
    [
        ({"ask": [{"take": ["university#1"], "board": "D"}]}, "/ask/0/take/0"),
        ({"ask": [{"take": ["S-ES-fur"]}]}, "/ask/0/take/0"),
        ({"ask": [{"take": ["courthouse#1"]}]}, "/ask/0/take"),
        ({"round": 9, "ask": [{"take": ["grain3#1"]}]}, "/ask/0/take"),
        ({"round": 9, "ask": [{"take": ["tobacco3#1"]}]}, "/ask/0/take"),
        ({"round": 9, "ask": [{"take": ["townhall#1"]}]}, "/ask/0/take"),
        ({"ask": [{"do": "decline"}, {"take": ["trader"]}]}, "/ask/1"),
        ({"ask": [{"board": "M", "do": "wait"}, {"board": "M", "if": {"sweep": {"min": 2}}, "take": ["trader"]}]}, "/ask/1"),
        ({"ask": [{"take": ["trader"], "if": {"opened": ["D"], "unopened": ["D"]}}]}, "/ask/0/if/unopened"),
        ({"ask": [{"board": "M", "take": ["trader"], "if": {"unopened": ["M"]}}]}, "/ask/0/if/unopened"),
        ({"ask": [{"board": "M", "take": ["trader"], "if": {"declined": ["M"]}}]}, "/ask/0/if/declined"),
        ({"ask": [{"take": ["trader"], "if": {"gone": ["fur1#1"], "available": ["fur1#1"]}}]}, "/ask/0/if/gone"),
        ({"ask": [{"take": ["trader"], "if": {"gone": ["fur1"], "available": ["fur1#1"]}}]}, "/ask/0/if/gone"),
        ({"ask": [{"take": ["trader"], "if": {"sweep": {"min": 5}}}]}, "/ask/0/if/sweep"),
        ({"ask": [{"take": ["trader"], "if": {"sweep": {"min": 3, "max": 2}}}]}, "/ask/0/if/sweep"),
        ({"ask": [{"board": "M", "take": ["trader"], "if": {"opened": ["D"], "sweep": {"max": 1}}}]}, "/ask/0/if/sweep"),
        ({"ask": [{"take": ["trader"], "if": {"waiting_others": {"min": 4}}}]}, "/ask/0/if/waiting_others"),
        ({"ask": [{"take": ["trader"], "if": {"money": [{"seat": 4}]}}]}, "/ask/0/if/money/0/seat"),
        ({"ask": [{"take": ["trader"], "if": {"money": [{"seat": 0, "min": 9, "max": 8}]}}]}, "/ask/0/if/money/0"),
        ({"ask": [{"take": ["trader"], "if": {"taken": [{"seat": 1}]}}]}, "/ask/0/if/taken/0/seat"),
        ({"ask": [{"take": ["trader"], "if": {"taken": [{"seat": 2, "card": "fur1"}, {"seat": 2, "card": "fur2"}]}}]},
         "/ask/0/if/taken/1"),
        ({"round": 9, "harbour": [{"open": "M"}]}, "/harbour/0"),
        ({"round": 9, "last": [{"take": ["trader"]}]}, "/last/0"),
        ({"round": 12, "ask": [{"take": ["fur2"]}], "harbour": [{"open": "M"}]}, "/harbour/0"),
        ({"round": 13, "ask": []}, None),
        ({"round": 10, "ask": [{"take": ["fur2"]}]}, "/ask/0"),
        ({"harbour": [{"open": "B"}]}, "/harbour/0/open"),
        ({"harbour": [{"open": "M", "if": {"opened": ["M"]}}]}, "/harbour/0/if/opened"),
        ({"harbour": [{"open": "M"}, {"open": "M"}]}, "/harbour/1"),
        ({"harbour": [{"open": "M"}, {"open": "M", "take": ["trader"]}]}, None),
        ({"fulfil": [{"contracts": ["trader#1"]}]}, "/fulfil/0/contracts/0"),
        ({"fulfil": [{"contracts": ["S-ES-fur"]}]}, "/fulfil/0/contracts/0"),
        ({"fulfil": [{"contracts": ["G-GB-20", "G-GB-20"]}]}, "/fulfil/0/contracts/1"),
        ({"fulfil": [{"cards": ["G-GB-15a", "cotton2#1", "ship_fr#2"]}]}, "/fulfil/0/cards"),
        ({"ask": [{"take": ["trader"], "fulfil": ["school#1"]}]}, "/ask/0/fulfil/0"),
        ({"round": 8}, "/round"),
    ],
)  # fmt: skip
def test_a_rule_that_can_never_match_is_refused_by_pointer(orders: Any, pointer: str | None) -> None:
    # Seat 1 of four; seat 0 is harbour master in round 9, so seat 1 is in round 10. The courthouse and a school are David's,
    # the town hall is too dear, the bank is empty for good.
    table = market(
        G="townhall#1 church#1 assistant#1 / assistant#2 hospital#1", B="- - - / - -", draws={"B": ""}, money={1: 14},
        hands={1: "G-GB-15a cotton2#1", 3: "courthouse#1 school#1"}, starting={1: "S-GB-cotton"},
    )  # fmt: skip
    SCHEMA.validate(orders)
    if pointer is None:
        GAME.check_orders(table.state, 1, orders)
    else:
        assert refused(table, 1, orders)[1] == pointer


def test_rules_for_a_board_already_passed_or_a_card_already_taken_are_refused() -> None:
    table = market().open("D").take("captain#1").decline().decline().open("M")
    assert refused(table, 2, {"round": 9, "ask": [{"board": "D", "take": ["ship_gb"]}]}) == ("never", "/ask/0/board")
    assert refused(table, 2, {"round": 9, "ask": [{"take": ["ship_gb"]}]}) == ("never", "/ask/0/take")
    assert refused(table, 1, {"round": 9}) == ("has-card", "/round")


@pytest.mark.parametrize(
    ("orders", "code", "pointer"),
    [
        (None, "malformed", ""),
        ([], "malformed", ""),
        ({"wishes": []}, "malformed", ""),
        ({"round": 0}, "malformed", "/round"),
        ({"round": True}, "malformed", "/round"),
        ({"else": "take"}, "malformed", "/else"),
        ({"else": ["decline"]}, "malformed", "/else"),
        ({"ask": {}}, "malformed", "/ask"),
        ({"ask": [{}]}, "malformed", "/ask/0"),
        ({"ask": [{"take": []}]}, "malformed", "/ask/0/take"),
        ({"ask": [{"take": ["trader"], "do": "wait"}]}, "malformed", "/ask/0"),
        ({"ask": [{"take": [3]}]}, "unknown-card", "/ask/0/take/0"),
        ({"ask": [{"board": "X", "take": ["trader"]}]}, "malformed", "/ask/0/board"),
        ({"ask": [{"take": ["trader"], "assistant": False}]}, "malformed", "/ask/0/assistant"),
        ({"ask": [{"take": ["trader"], "if": {"sweep": 3}}]}, "malformed", "/ask/0/if/sweep"),
        ({"ask": [{"take": ["trader"], "if": {"weather": 3}}]}, "malformed", "/ask/0/if"),
        ({"ask": [{"take": ["trader"], "if": {"taken": [{}]}}]}, "malformed", "/ask/0/if/taken/0"),
        ({"harbour": [{"open": "M", "do": "wait"}]}, "malformed", "/harbour/0"),
        ({"harbour": [{"do": "decline"}]}, "malformed", "/harbour/0/do"),
        ({"last": [{"do": "wait"}]}, "malformed", "/last/0"),
        ({"fulfil": [{"cards": ["G-GB-15a"], "contracts": ["G-GB-15a"]}]}, "malformed", "/fulfil/0"),
        ({"final": "richest"}, "malformed", "/final"),
    ],
)  # fmt: skip
def test_malformed_orders_are_refused_as_the_schema_refuses_them(orders: Any, code: str, pointer: str | None) -> None:
    assert refused(market(), 1, orders) == (code, pointer)
    assert not SCHEMA.is_valid(orders)


@pytest.mark.parametrize(
    ("rule", "pointer"),
    [({"take": ["trader#7"]}, "/ask/0/take/0"), ({"take": ["trader"], "fulfil": ["trader"]}, "/ask/0/fulfil/0")],
)
def test_whether_a_card_exists_is_for_the_check_to_say(rule: dict[str, Any], pointer: str | None) -> None:
    assert SCHEMA.is_valid({"ask": [rule]})
    assert refused(market(), 1, {"ask": [rule]}) == ("unknown-card", pointer)
