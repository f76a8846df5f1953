"""Setup and refill (B1, B4, D4): vectors T14 and T15, exhausted boards (C7; E1.23 to E1.26)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine.contract import BadOptions, State
from engine.games.packet_row import GAME
from engine.protocol.chance import Draws
from tests.engine.laws import seed_of
from tests.engine.packet_row.table import BOOK, CARDS, Table, cards_in, given


def dealt(seats: int, number: int = 1, **options: bool) -> tuple[State, Draws]:
    chance = Draws(seed_of(number))
    return GAME.setup(GAME.options(options, seats), seats, chance), chance


@pytest.mark.parametrize(
    ("seats", "current", "piles"),
    [(2, 2, [28, 32, 32, 28]), (3, 2, [34, 38, 38, 34]), (4, 3, [33, 37, 37, 33]), (5, 4, [32, 36, 36, 32])],
)
def test_b1_the_boards_are_filled_by_the_number_of_players(seats: int, current: int, piles: list[int]) -> None:
    state, _ = dealt(seats)
    boards = state["boards"].values()
    assert [len(board["draw"]) for board in boards] == piles
    assert {len(board["current"]) for board in boards} == {current}
    assert {len(board["future"]) for board in boards} == {2}
    assert cards_in(state) == sorted(CARDS)


def test_t15_two_players_play_with_six_cards_fewer_in_each_deck() -> None:
    state, _ = dealt(2)
    assert [len(board["aside"]) for board in state["boards"].values()] == [6, 6, 6, 6]
    assert len(state["box"]) == 10, "still twelve starting contracts, two of them dealt"


def test_b1_everybody_has_25_dollars_and_a_starting_contract() -> None:
    state, _ = dealt(5)
    assert [player["money"] for player in state["players"]] == [25] * 5
    assert {CARDS[player["hidden_contract"]].board for player in state["players"]} == {"S"}


def test_e1_33_the_first_harbour_master_is_drawn_in_public_and_decks_are_not() -> None:
    state, chance = dealt(4)
    public = [draw for draw in chance.log if "values" in draw]
    assert public == [{"label": "harbour-master", "values": [state["harbour_master"]]}]
    assert len({dealt(4, number)[0]["harbour_master"] for number in range(30)}) == 4


def test_options_are_complete_or_refused() -> None:
    assert GAME.options({}, 3) == {"hidden_hands": False}
    assert GAME.options({"hidden_hands": True}, 3) == {"hidden_hands": True}
    for options, seats, pointer in (({"x/y": 1}, 3, "/x~1y"), ({"hidden_hands": 1}, 3, "/hidden_hands"), ({}, 6, "")):
        with pytest.raises(BadOptions) as refusal:
            GAME.options(options, seats)
        assert refusal.value.pointer == pointer


def after_round(seats: int, board: str, takes: Sequence[str | None], **more: Any) -> Table:
    """Open a board, let the others answer (a card or None), then let the harbour master take the first one there is."""
    table = given(seats, **more).open(board)
    for card in takes:
        if card is None:
            table.decline()
        elif card in table.cards and card in table.board(board)["current"]:
            table.take(card)
        else:
            table.assistant(card)
    free = next((card for card in table.board(board)["current"] if card), None)
    return table.take(free) if free else table.skip()


def test_b4_what_is_left_is_discarded_future_becomes_current() -> None:
    table = after_round(3, "D", [None, None], D="ship_gb#1 ship_gb#2 / ship_fr#1 ship_fr#2")
    assert table.board("D")["discard"] == ["ship_gb#2"]
    assert table.board("D")["current"] == ["ship_fr#1", "ship_fr#2"]


def test_d4_after_two_assistants_nothing_moves_up_and_five_are_drawn() -> None:
    table = after_round(
        4, "D", ["gold1#1", "gold1#2", None], D="ship_gb#1 ship_gb#2 ship_gb#3 / gold1#1 gold1#2",
        draws={"D": "ship_fr#1 ship_fr#2 ship_fr#3 ship_es#1 ship_es#2 ship_es#3"}, hands={1: "assistant#1", 2: "assistant#2"},
    )  # fmt: skip
    assert table.board("D")["current"] == ["ship_fr#1", "ship_fr#2", "ship_fr#3"]
    assert table.board("D")["future"] == ["ship_es#1", "ship_es#2"]


def test_t14_a_short_pile_fills_the_current_supply_first_and_then_the_board_is_exhausted() -> None:
    table = after_round(
        4, "D", ["gold1#1", None, None], D="ship_gb#1 ship_gb#2 ship_gb#3 / gold1#1 gold1#2",
        draws={"D": "ship_fr#1 ship_fr#2"}, hands={1: "assistant#1"},
    )  # fmt: skip
    docks = table.board("D")
    assert docks["current"] == ["gold1#2", "ship_fr#1", "ship_fr#2"]
    assert (docks["future"], docks["exhausted"]) == ([], False), "E1.25: a short future supply does not count"
    table.open("D").decline().decline().decline().take("ship_fr#1")
    docks = table.board("D")
    assert (docks["current"], docks["exhausted"]) == ([], True)
    assert table.told("exhausted") == [{"board": "D"}]
    assert table.refused({"type": "open", "board": "D"}) == ("empty", "/board")


def test_e1_26_cards_left_on_an_exhausted_board_can_still_be_taken() -> None:
    table = after_round(
        4, "D", [None, None, None], D="ship_gb#1 ship_gb#2 ship_gb#3 / ship_fr#1 ship_fr#2", draws={"D": ""}
    )
    assert table.board("D")["exhausted"]
    table.open("D")
    assert table.cards == {"ship_fr#1", "ship_fr#2"}


def test_d4_boards_are_refilled_in_their_fixed_order() -> None:
    table = given(3, B="banker#1 -", M="trader#1 -").open("B").decline().decline().open("M").decline().decline()
    assert [one["board"] for one in table.take("trader#1").told("refilled")] == ["M", "B"]


def test_e1_23_the_end_is_tested_after_the_refill_of_a_finished_round() -> None:
    table = given(2, D="ship_gb#1 ship_gb#2 / - -", draws={"D": ""}).open("D")
    assert table.asked == 1, "the round is always finished"
    table.take("ship_gb#1").take("ship_gb#2")
    assert table.state["stage"] in ("final", "over")


@pytest.mark.parametrize(("seats", "boards"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_e1_24_how_many_exhausted_boards_end_the_match_is_data(seats: int, boards: int) -> None:
    assert BOOK.parameters.end_exhausted_boards[seats] == boards
    others = "GMB"[: boards - 1]
    for exhausted, over in ((others[1:], boards == 1), (others, True)):
        table = given(seats, D="ship_gb#1 / - -", draws={"D": ""}, exhausted=exhausted).open("D")
        while table.due.startswith("r9.ask"):
            table.decline()
        table.take("ship_gb#1")
        assert (table.state["stage"] in ("final", "over")) == over


def test_c7_when_no_board_can_be_opened_the_match_ends_too() -> None:
    empty = "- - - / - -"
    table = given(4, G=empty, M=empty, B=empty, D="ship_gb#1 - - / - -", draws=dict.fromkeys("GDMB", "")).open("D")
    table.take("ship_gb#1")
    assert table.outcome["reason"] == "nothing-to-open"


def test_discard_piles_are_never_reshuffled() -> None:
    table = after_round(3, "D", [None, None], D="ship_gb#1 ship_gb#2 / ship_fr#1 ship_fr#2", draws={"D": ""})
    assert Counter(table.board("D")["current"]) == {"ship_fr#1": 1, "ship_fr#2": 1}
    assert "ship_gb#2" in table.board("D")["discard"]
