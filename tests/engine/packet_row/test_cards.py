"""The data (``RULES.md``, B3, C2 to C6): what it says, and what broken files are told."""

import pytest

from engine.games.packet_row.book import BOARDS, CARDS, CONTRACTS, PARAMETERS, Book, shipped_texts
from engine.games.packet_row.cards import GOODS, Card
from engine.kit.rule_data import BadData
from tests.engine.packet_row.table import BOOK
from tests.engine.packet_row.table import CARDS as DECK

TEXTS = shipped_texts()


def of(board: str | None = None, kind: str | None = None) -> list[Card]:
    return [card for card in DECK.values() if board in (None, card.board) and kind in (None, card.kind)]


def test_c2_the_decks_have_their_sizes() -> None:
    assert {sign: len(of(sign)) for sign in "GDMBS"} == {"G": 38, "D": 42, "M": 42, "B": 38, "S": 12}
    assert len(of("G", "contract")) == len(of("D", "ship")) == len(of("B", "money")) == 24
    assert (len(of("M", "goods")), len(of(kind="gold")), len(of(kind="captain"))) == (28, 6, 4)
    assert {len(of(kind=kind)) for kind in ("assistant", "trader", "banker")} == {6}


def test_c3_every_good_is_demanded_nineteen_times_and_starting_contracts_differ_from_the_others() -> None:
    deck = of("G", "contract")
    assert [sum(card.demand[good] for card in deck) for good in range(4)] == [19] * 4
    assert len({(card.destination, card.demand) for card in of(kind="contract")}) == 36


def test_c4_buildings_are_worth_160_points_for_420_dollars() -> None:
    buildings = of(kind="building")
    assert (len(buildings), sum(card.vp for card in buildings), sum(card.cost for card in buildings)) == (32, 160, 420)


def test_what_sources_say_about_individual_cards() -> None:
    assert (DECK["university#1"].cost, DECK["university#1"].board) == (15, "M")
    assert (DECK["tobacco1#1"].cost, DECK["tobacco1#1"].units) == (2, 1)
    assert DECK["tobacco3#1"].units == 3
    assert dict(zip(GOODS, DECK["S-ES-fur"].demand, strict=True))["fur"] == 3
    assert {card.reward for card in of("G", "contract")} == {15, 20, 25, 30, 35}


def test_b3_only_goods_buildings_and_gold_cost_anything() -> None:
    assert {card.kind for card in DECK.values() if card.cost} == {"goods", "building", "gold"}


def test_c6_the_parameters() -> None:
    parameters = BOOK.parameters
    assert parameters.current_supply == {2: 2, 3: 2, 4: 3, 5: 4}
    assert parameters.removed_per_deck == {2: 6, 3: 0, 4: 0, 5: 0}
    assert parameters.end_exhausted_boards == {2: 1, 3: 1, 4: 2, 5: 2}
    assert (parameters.start_money, parameters.money_per_point, parameters.banker_points) == (25, 10, 3)


def test_other_data_have_another_digest() -> None:
    changed = {**TEXTS, PARAMETERS: TEXTS[PARAMETERS].replace("banker_points = 3", "banker_points = 2")}
    assert Book.read(changed).parameters.banker_points == 2
    assert Book.read(changed).digest != BOOK.digest


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (CARDS, "board,kind", "deck,kind", "row 1: the columns must be board,kind,key"),
        (CARDS, "G,building,school", "X,building,school", "row 3, column board: 'X' should be one of G, D, M, B"),
        (CARDS, "G,building,school", "G,ship,school", "row 3, column kind: 'ship' should be one of contract, assistant"),
        (CARDS, "G,building,church,", "G,building,school,", "row 4, column key: 'school' should be small letters"),
        (CARDS, "school,2,School,Schule,5,2", "school,0,School,Schule,5,2", "column copies: '0' should be a whole"),
        (CARDS, "school,2,School,Schule,5,2", "school,2,School,,5,2", "column name_de: '' should be a name"),
        (CARDS, "school,2,School,Schule,5,2", "school,2,School,Schule,five,2", "column cost: 'five' should be a whole"),
        (CARDS, "school,2,School,Schule,5,2", "school,2,School,Schule,5,", "column vp: '' should be a whole number"),
        (CARDS, "captain,4,Captain,Kapitän,0", "captain,4,Captain,Kapitän,3", "column cost: '3' should be 0: cards of this kind"),
        (CARDS, "Ship GB,Schiff GB,0,,,,GB", "Ship GB,Schiff GB,0,,,,XX", "column of: 'XX' should be one of GB, FR"),
        (CARDS, "(1),2,,,1,cotton", "(1),2,,,1,silk", "column of: 'silk' should be one of cotton"),
        (CARDS, "Gold bar,Goldbarren,4,,,1,,", "Gold bar,Goldbarren,4,,,1,fur,", "column of: 'fur' should be empty"),
        (CARDS, "G,building,hospital,2", "G,building,hospital,3", "38 cards of board G are needed, found 39"),
        (CARDS, "15,6,,,,R\nG,building,courthouse", "15,6,,,,\nG,building,courthouse", "column evidence: '' should be"),
        (CARDS, "15,6,,,,R\nG,building,courthouse", "15,6,,,R\nG,building,courthouse", "12 columns are needed, found 11"),
        (CONTRACTS, "G,G-GB-20,", "G,G-GB-15a,", "column id: 'G-GB-15a' should be letters, digits and -, used once"),
        (CONTRACTS, "G-GB-20,GB,0,0,0,3", "G-GB-20,GB,0,0,0,0", "a demand of at least one unit"),
        (CONTRACTS, "G-GB-20,GB,", "G-GB-20,IT,", "column destination: 'IT' should be one of GB"),
        (CONTRACTS, "G-GB-20,GB,0,0,0,3,20", "G-GB-20,GB,0,0,0,3,0", "column reward: '0' should be a whole number"),
        (BOARDS, 'sign = "D"', 'sign = "G"', "board 2, sign: should be one capital letter, used once"),
        (BOARDS, 'kinds = ["goods", ', 'kinds = ["silk", ', "board 3, kinds: should be a list of some of contract"),
        (BOARDS, 'name_en = "docks"', 'name_en = ""', "board 2, name_en: should be a name"),
        (BOARDS, '[starting]\nsign = "S"', '[starting]\nsign = "T"', "starting, sign: should be S"),
        (PARAMETERS, "start_money = 25", "start_money = -1", "start_money: should be a whole number from 0"),
        (PARAMETERS, "start_money = 25", "money = 25", "start_money is missing"),
        (PARAMETERS, 'banker_tie = "all"', 'banker_tie = "some"', "banker_tie: should be one of all, none"),
        (PARAMETERS, 'tie_break = ["money"]', 'tie_break = ["age"]', "tie_break: should be a list of some of money"),
        (PARAMETERS, "4 = 2\n5 = 2", "4 = 5\n5 = 2", "end_exhausted_boards.4: should be from 1 to 4"),
        (PARAMETERS, "4 = 3\n5 = 4", "4 = 3\n5 = 40", "5 players need 42 cards on G, its deck has 38"),
        (PARAMETERS, "4 = 3\n5 = 4", "4 = 3", "current_supply: 5 is missing"),
        (PARAMETERS, "future_supply = 2", "future_supply = ", "not TOML"),
    ],
)  # fmt: skip
def test_a_fault_in_the_data_names_file_place_and_remedy(file: str, old: str, new: str, says: str) -> None:
    assert TEXTS[file].count(old) == 1, old
    with pytest.raises(BadData) as refusal:
        Book.read({**TEXTS, file: TEXTS[file].replace(old, new)})
    assert str(refusal.value).startswith(file)
    assert says in str(refusal.value)


def test_every_contract_can_be_served_by_cards_of_its_own_kind() -> None:
    for file, old, new, says in (
        (CARDS, ",ES,", ",GB,", "no ship goes to ES"),
        (CARDS, ",fur,", ",grain,", "no card brings fur"),
    ):
        with pytest.raises(BadData, match=says):
            Book.read({**TEXTS, file: TEXTS[file].replace(old, new)})
