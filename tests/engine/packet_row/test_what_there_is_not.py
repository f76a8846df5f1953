"""What the rules do not have: uses of persons outside fulfilments, trade, limits, a formula (E1.11, 19 to 21, 32, 34)."""

import json

import pytest

from engine.contract import Language
from engine.games.packet_row import GAME
from engine.games.packet_row.text.phrases import Phrases
from engine.kit.text.phrases import flat, shipped
from tests.engine.packet_row.table import BOOK, CARDS, given

FULFILMENT = "G-GB-35 cotton3#1 tobacco2#1 ship_gb#1"


def test_e1_11_captains_and_traders_do_nothing_but_help_to_fulfil() -> None:
    table = given(3, hands={1: "captain#1 trader#1"}, D="ship_gb#1 ship_es#1 / ship_fr#1 gold1#1").open("D")
    assert {move["type"] for move in table.moves} == {"take", "decline"}
    for person in ("captain#1", "trader#1"):
        assert table.refused({"type": "take", "card": "ship_es#1", "with": person}) == ("unknown-key", "")
        assert table.refused({"type": "fulfil", "cards": [person]}, table.fulfilment(1)) == ("no-contract", "/cards")


def test_e1_19_nothing_passes_from_one_player_to_another() -> None:
    kinds = json.dumps(GAME.rules.moves)
    types = {"open", "take", "decline", "pass", "end", "fulfil", "settle"}
    assert {one for one in types if f'"{one}"' in kinds} == types
    assert not any(f'"{one}"' in kinds for one in ("trade", "give", "offer", "loan", "sell", "seat"))


def test_e1_20_there_is_no_hand_limit() -> None:
    everything = " ".join(card.id for card in CARDS.values() if card.board == "B" and card.kind == "building")
    contracts = " ".join(card.id for card in CARDS.values() if card.board == "G" and card.kind == "contract")
    roles = " ".join(f"{role}#{number}" for role in ("captain", "trader", "banker") for number in range(1, 5))
    table = given(3, hands={1: f"{everything} {contracts} {roles}"}, D="ship_gb#1 ship_es#1").open("D")
    held = len(table.hand(1))
    assert held > 40
    table.take("ship_gb#1")
    assert len(table.hand(1)) == held + 1


def test_e1_21_the_supply_of_money_has_no_end() -> None:
    table = given(3, hands={1: FULFILMENT}, money={1: 1_000_000}, B="money8#1 money6#1")
    table.fulfil(1, FULFILMENT)
    table.open("B").take("money8#1")
    assert table.money(1) == 1_000_000 + 35 + 8


def test_e1_32_the_current_supply_is_a_table_of_its_own() -> None:
    supply = BOOK.parameters.current_supply
    assert supply == {2: 2, 3: 2, 4: 3, 5: 4}, "for two players not one less than there are"
    for seats, size in supply.items():
        assert {len(board["current"]) for board in given(seats).view()["boards"]} == {size}


@pytest.mark.parametrize(("language", "trader"), [("en", "trader"), ("de", "händler")])
def test_e1_34_only_the_card_is_called_a_trader(language: Language, trader: str) -> None:
    assert Phrases.shipped(language).named(CARDS["trader#1"].names).lower() == trader
    phrases = flat(shipped("engine.games.packet_row", language))
    named = {key for key, phrase in phrases.items() if trader in str(phrase).lower()}
    assert named == {"role.trader.one", "role.trader.other", "legend.trader"}, "no pawn, no player"
