"""The card list: what it says (RULES.md B1 to B3, C3) and what a broken one is told."""

from collections import Counter

import pytest

from engine.games.kontor.book import CARDS, read_cards, shipped_texts
from engine.games.kontor.types.cards import Card
from engine.kit.rule_data import BadData

TEXT = shipped_texts()[CARDS]
LIST = read_cards(TEXT, CARDS)


def box(edition: str) -> list[Card]:
    return [card for card in LIST.values() if edition in card.editions]


@pytest.mark.parametrize(
    ("edition", "quays", "cranes", "pubs"), [("G", 22, 2, 1), ("T", 21, 2, 0)], ids=["Goldsieber", "Tilsit"]
)
def test_b1_each_box_has_the_printed_numbers_of_cards(edition: str, quays: int, cranes: int, pubs: int) -> None:
    for colour in ("red", "black"):
        own = Counter(card.type for card in box(edition) if card.owner == colour)
        assert own.total() == quays
        assert (own["quay"], own["crane"], own["pub"]) == (19, cranes, pubs)
    others = Counter(card.type for card in box(edition) if card.owner == "neutral")
    assert others == {"anchor": 1, "canal": 43, "flood": 2, "bridge": 2, "customs": 2}


def test_b3_the_goods_of_all_quays_are_the_48_warehouses() -> None:
    for letter in "TWS":
        assert sum(card.goods.count(letter) for card in LIST.values()) == 16


@pytest.mark.parametrize("edition", ["G", "T"])
def test_b2_red_is_odd_and_black_is_even(edition: str) -> None:
    for card in box(edition):
        assert card.owner == "neutral" or (card.rank % 2 == 1) == (card.owner == "red")


def test_b2_what_sources_say_about_individual_cards() -> None:
    assert (LIST["C03"].goods, LIST["C03"].symbol, LIST["C03"].owner) == ("TWS", "ship", "red")
    assert (LIST["C04"].goods, LIST["C04"].owner) == ("TWS", "black")
    assert (LIST["C16"].goods, LIST["C16"].owner) == ("S", "black")
    assert "S" not in LIST["C36"].goods and LIST["C36"].owner == "black"
    assert (LIST["C11"].type, LIST["C11"].owner) == ("quay", "red")
    assert (LIST["C08"].type, LIST["C08"].owner) == ("quay", "black")


def test_b2_the_pub_has_the_highest_number_of_the_basic_game() -> None:
    basic = [card for card in box("G") if card.kind != "special" and card.number is not None]
    assert {card.type for card in sorted(basic, key=lambda card: -card.rank)[:2]} == {"pub"}


def test_every_card_says_what_is_known_about_it() -> None:
    assert all(card.evidence[0] in "FDR" for card in LIST.values())


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def test_e01_a_number_that_occurs_twice_is_refused_with_both_rows() -> None:
    with pytest.raises(BadData, match=r"cards.csv, row 5, column number: 1 is already in row 3; numbers decide"):
        read_cards(changed("C03,3,quay", "C03,1,quay"), "cards.csv")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("C03,3,quay", "C02,3,quay", "row 5, column id: C02 occurs twice"),
        ("C03,3,quay", "C-3,3,quay", "row 5, column id: 'C-3' should be letters and digits"),
        ("C03,3,quay", "C03,3.5,quay", "row 5, column number: '3.5' should be a whole number"),
        ("C03,3,quay", "C03,,quay", "row 5, column number: '' should be a whole number"),
        ("A,,anchor", "A,0,anchor", "row 2, column number: '0' should be nothing"),
        ("C43,43,canal", "C43,43,lake", "row 45, column type: 'lake' should be anchor, bridge"),
        ("C43,43,canal,neutral", "C43,43,canal,red", "row 45, column owner: 'red' should be neutral"),
        ("C19,19,quay,red", "C19,19,quay,neutral", "row 21, column owner: 'neutral' should be red or black"),
        ("C19,19,quay,red,W", "C19,19,quay,red,X", "row 21, column goods: 'X' should be letters of TWS"),
        ("C19,19,quay,red,W", "C19,19,quay,red,WW", "row 21, column goods: 'WW' should be each kind of goods at most"),
        ("C19,19,quay,red,W", "C19,19,quay,red,-", "row 21, column goods: '-' should be one to three letters"),
        ("C43,43,canal,neutral,-", "C43,43,canal,neutral,T", "row 45, column goods: 'T' should be - on a canal"),
        ("C43,43,canal,neutral,-,none", "C43,43,canal,neutral,-,boat", "row 45, column symbol: 'boat' should be coin, "),
        ("neutral,-,none,G+T,F\nC01", "neutral,-,none,G+X,F\nC01", "row 2, column editions: 'G+X' should be G, T or"),
        ("neutral,-,none,G+T,F\nC01", "neutral,-,none,G+T,\nC01", "row 2, column evidence: '' should be what is known"),
        ("neutral,-,none,G+T,F\nC01", "neutral,-,none,G+T\nC01", "row 2: 8 columns are needed, found 7"),
        ("id,number", "name,number", "row 1: the columns must be id,number,type"),
        ('"F number,owner,goods,ship"', '"F number', "not CSV"),
        ("C43,43,canal,neutral,-,none,G+T,R\n", "", "edition G, column type: needs exactly 43 cards of type canal, found 42"),
        ("A,,anchor,neutral,-,none,G+T,F\n", "", "edition G, column type: needs exactly one card of type anchor, found 0"),
        ("C19,19,quay,red,W,none", "C19,19,quay,red,W,coin",
         "edition G, column owner: red and black must own the same cards, but only red"),
    ],
)  # fmt: skip
def test_a_fault_in_a_card_list_names_row_column_and_remedy(old: str, new: str, says: str) -> None:
    with pytest.raises(BadData) as refused:
        read_cards(changed(old, new), "cards.csv")
    assert str(refused.value).startswith("cards.csv, ")
    assert says in str(refused.value)


def test_more_goods_than_warehouses_are_refused() -> None:
    text = changed("C19,19,quay,red,W,", "C19,19,quay,red,TW,").replace("C20,20,quay,black,W,", "C20,20,quay,black,TW,")
    with pytest.raises(BadData, match="column goods: 18 of T, but there are only 16 warehouses"):
        read_cards(text, "cards.csv")


def test_each_colour_needs_both_kinds_of_crane() -> None:
    text = changed("C05,5,crane,red,-,ship", "C05,5,crane,red,-,none").replace(
        "C06,6,crane,black,-,ship", "C06,6,crane,black,-,none"
    )
    with pytest.raises(BadData, match="red needs a crane with and a crane without the ship symbol"):
        read_cards(text, "cards.csv")


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(BadData, match=r"row 1: the columns must be .* not none"):
        read_cards("", "cards.csv")


def test_everything_that_is_wrong_is_reported_at_once_row_by_row() -> None:
    broken = changed("C19,19,quay,red,W,none,G+T", "C19,1,quay,grey,X,boat,H").replace("C43,43,", "C43,drei,")
    with pytest.raises(BadData) as refused:
        read_cards(broken, "cards.csv")
    places = [fault.split(":")[0] for fault in refused.value.faults]
    assert places == [
        *(f"cards.csv, row 21, column {column}" for column in ("number", "owner", "goods", "symbol", "editions")),
        "cards.csv, row 45, column number",
    ]


def test_valid_rows_are_checked_together_and_all_contradictions_reported() -> None:
    broken = changed("A,,anchor,neutral,-,none,G+T,F\n", "").replace("C19,19,quay,red,W,none", "C19,19,quay,red,W,coin")
    with pytest.raises(BadData) as refused:
        read_cards(broken, "cards.csv")
    assert [fault for fault in refused.value.faults if "edition T" in fault] == [
        "cards.csv, edition T, column type: needs exactly one card of type anchor, found 0",
        "cards.csv, edition T, column owner: red and black must own the same cards, but only red has a quay with goods W and "
        "symbol coin",
        "cards.csv, edition T, column owner: red and black must own the same cards, but only black has a quay with goods W "
        "and symbol none",
    ]
