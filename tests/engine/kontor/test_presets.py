"""Presets and layouts: what they say (RULES.md C4, D1) and what broken ones are told."""

from typing import Any

import pytest

from engine.games.kontor.book import CARDS, LAYOUTS, PRESETS, Book, read_cards, shipped_texts
from engine.games.kontor.presets import Preset, read_layouts, read_presets
from engine.kit.rule_data import BadData

TEXTS = shipped_texts()
DECK = read_cards(TEXTS[CARDS], CARDS)
LAYOUT = read_layouts(TEXTS[LAYOUTS], LAYOUTS)
BOOK = Book.shipped()


@pytest.mark.parametrize(
    ("name", "size", "money", "bank", "pass_mode", "ship", "income", "places", "cards"),
    [
        ("goldsieber-basic", 6, 4, 12, "declare", False, "after-draw", 0, 88),
        ("goldsieber-pro", 7, 4, 12, "declare", True, "after-draw", 5, 94),
        ("tilsit", 7, 3, 14, "secret", True, "before-draw", 5, 92),
    ],
)
def test_d1_the_tables_for_two(
    name: str, size: int, money: int, bank: int, pass_mode: str, ship: bool, income: str, places: int, cards: int
) -> None:
    preset = BOOK.presets[name]
    assert (preset.width, preset.height) == (size, size)
    assert (preset.money, preset.bank) == (money, bank)
    assert (preset.hand_quays, preset.hand_canals) == (3, 2)
    assert (preset.pass_mode, preset.ship, preset.income, preset.places) == (pass_mode, ship, income, places)
    assert preset.layout.name == "cross"
    assert len(preset.cards) == cards
    assert any(card.type == "pub" for card in preset.cards.values()) == (name != "tilsit")


def test_all_coins_are_in_the_match_except_in_poverty() -> None:
    coins = {name: preset.money * preset.seats + preset.bank for name, preset in BOOK.presets.items()}
    assert coins.pop("armut") == 6
    assert set(coins.values()) == {20}


@pytest.mark.parametrize(
    ("name", "layout", "size", "places", "contact", "sudden_end", "out"),
    [
        ("gulliver", "anchor-only", (5, 5), 0, "card", "none", {"C01", "C02"}),
        ("canal-grande", "canal-grande", (12, 4), 0, "card", "none", set()),
        ("armut", "cross", (7, 7), 5, "card", "poverty", set()),
        ("wasserspiele", "row-of-five", (6, 6), 0, "canal", "none", set()),
        ("tic-tac-toe", "tic-tac-toe", (8, 8), 0, "card", "line", {"C01", "C02", "C05", "C06"}),
    ],
)
def test_d2_the_variants_of_tilsit(
    name: str, layout: str, size: tuple[int, int], places: int, contact: str, sudden_end: str, out: Any
) -> None:
    preset, base = BOOK.presets[name], BOOK.presets["tilsit"]
    assert (preset.layout.name, (preset.width, preset.height), preset.places) == (layout, size, places)
    assert (preset.contact, preset.sudden_end) == (contact, sudden_end)
    assert {one for one in set(base.cards) - set(preset.cards) if base.cards[one].kind != "special"} == out
    assert (preset.money, preset.hand_quays, preset.hand_canals, preset.ship) == (3, 3, 2, True)


def test_d2_gulliver_leaves_out_the_cranes_without_a_ship_symbol() -> None:
    out = [DECK[one] for one in ("C01", "C02")]
    assert {(card.type, card.symbol == "ship") for card in out} == {("crane", False)}


def test_c4_tic_tac_toe_has_nine_regions_row_by_row() -> None:
    regions = BOOK.presets["tic-tac-toe"].regions
    assert [region[0] for region in regions] == ["0,0", "3,0", "6,0", "0,3", "3,3", "6,3", "0,6", "3,6", "6,6"]
    assert {len(region) for region in regions} == {4}


@pytest.mark.parametrize(
    ("name", "canals", "anchor", "fixed"),
    [
        ("cross", 8, "0,0", False),
        ("anchor-only", 0, "0,0", False),
        ("row-of-five", 4, "0,0", False),
        ("tic-tac-toe", 27, "2,2", True),
        ("canal-grande", 16, "5,2", True),
    ],
)
def test_c4_the_layouts(name: str, canals: Any, anchor: str, fixed: bool) -> None:
    layout = LAYOUT[name]
    assert (len(layout.canals), layout.anchor, layout.fixed) == (canals, anchor, fixed)


def test_c4_tic_tac_toe_is_two_full_rows_and_two_full_columns() -> None:
    lines = {f"{x},{y}" for x in range(8) for y in range(8) if x in (2, 5) or y in (2, 5)}
    assert {LAYOUT["tic-tac-toe"].anchor, *LAYOUT["tic-tac-toe"].canals} == lines


def test_c4_canal_grande_touches_all_four_edges() -> None:
    places = [tuple(map(int, field.split(","))) for field in LAYOUT["canal-grande"].canals]
    assert {x for x, _ in places} >= {0, 11}
    assert {y for _, y in places} >= {0, 3}


def test_the_digest_changes_with_every_byte_of_the_data() -> None:
    digests = {BOOK.digest}
    for name in TEXTS:
        text = TEXTS[name].replace(",R\n", ",R!\n", 1) if name == CARDS else TEXTS[name] + "# an owner's note\n"
        digests.add(Book.read({**TEXTS, name: text}).digest)
    assert len(digests) == 4


def read(old: str, new: str) -> dict[str, Preset]:
    assert old in TEXTS[PRESETS]
    return read_presets(TEXTS[PRESETS].replace(old, new, 1), "presets.toml", DECK, LAYOUT)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("bank = 12", "bank = 13", "[goldsieber-basic], bank: 13 and 4 a seat are more than the 20 coins"),
        ("bank = 12", "bank = -1", "[goldsieber-basic], bank: -1 should be from 0 to 20"),
        ("bank = 12\n", "", "[goldsieber-basic], bank: missing"),
        ("bank = 12", 'bank = "12"', "[goldsieber-basic], bank: '12' should be of type int"),
        ("bank = 12", "bank = true", "[goldsieber-basic], bank: True should be of type int"),
        ("bank = 12", "bank = 12\nbnak = 1", "[goldsieber-basic], bnak: unknown key; known are title, teams"),
        ('layout = "cross"', 'layout = "ring"', "layout: 'ring' should be one of cross, anchor-only"),
        ('layout = "cross"', 'layout = "tic-tac-toe"', "layout: tic-tac-toe does not fit into 6 x 6 fields"),
        ("width = 6", "width = 4", "layout: cross does not fit into 4 x 6 fields"),
        ("width = 6", "width = 13", "width: 13 should be from 1 to 12"),
        ('edition = "G"', 'edition = "X"', "edition: 'X' should be one of G, T"),
        ("removed = []", 'removed = ["C99"]', "removed: there is no card 'C99'"),
        ("teams = [0, 1]", "teams = [0, 0]", "teams: [0, 0] should have as many seats of team 0 as of team 1"),
        ("teams = [0, 1]", "teams = []", "teams: [] should have as many seats"),
        (
            "opposite = [1, 0]",
            "opposite = [0, 1]",
            "opposite: [0, 1] should pair every seat with one of the other team",
        ),
        ("opposite = [1, 0]", "opposite = [1]", "opposite: [1] should pair every seat"),
        ("opposite = [1, 0]", 'opposite = [1, "0"]', "opposite[1]: '0' should be of type int"),
        ("removed = []", "removed = [[]]", "removed[0]: [] should be of type str"),
        ("hand_canals = 2", "hand_canals = 18", "hand_canals: 18 should be from 0 to 10"),
        ('income = "after-draw"', 'income = "never"', "income: 'never' should be one of before-draw, after-draw"),
        ('contact = "card"', 'contact = "sea"', "contact: 'sea' should be one of card, canal"),
        ('sudden_end = "none"', 'sudden_end = "fire"', "sudden_end: 'fire' should be one of none, poverty, line"),
        ('sudden_end = "none"', 'sudden_end = "line"', "sudden_end: line needs keep_regions = true"),
        ("keep_regions = false", "keep_regions = true", "keep_regions: cross is not a fixed board"),
        ("[goldsieber-basic]", "[goldsieber-basic", "presets.toml: not TOML"),
        ("[goldsieber-basic]", "version = 1\n[goldsieber-basic]", "presets.toml, version: should be a table [version]"),
    ],
)
def test_a_fault_in_a_preset_names_table_key_and_remedy(old: str, new: str, says: str) -> None:
    with pytest.raises(BadData) as refused:
        read(old, new)
    assert str(refused.value).startswith("presets.toml")
    assert says in str(refused.value)


def test_cards_left_out_are_in_nobodys_deck() -> None:
    preset = read("removed = []", 'removed = ["C01", "C02"]')["goldsieber-basic"]
    assert not {"C01", "C02"} & set(preset.cards)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[a]\nanchor = [0, 0]\ncanals = [[0, 0]]", "[a]: a field occurs twice"),
        ("[a]\nanchor = [0]\ncanals = []", "[a], anchor: [0] should be a field [x, y]"),
        ("[a]\nanchor = [0, 0]\ncanals = [[0, 99]]", "[a], canals[0]: [0, 99] should be a field [x, y]"),
    ],
)
def test_a_fault_in_a_layout_names_its_place(text: str, says: str) -> None:
    with pytest.raises(BadData) as refused:
        read_layouts(text + '\nfixed = false\nevidence = "F"', "layouts.toml")
    assert str(refused.value).startswith("layouts.toml, " + says)


def test_everything_that_is_wrong_in_presets_is_reported_at_once() -> None:
    text = TEXTS[PRESETS].replace("bank = 12", "bank = 13", 1).replace("removed = []", 'removed = ["X1", "X2"]', 1)
    text = text.replace('[tilsit]\ntitle = "Tilsit 2007: base game"', "[tilsit]\ntitle = 7\nteam = 1")
    with pytest.raises(BadData) as refused:
        read_presets(text, "presets.toml", DECK, LAYOUT)
    assert [fault[:52] for fault in refused.value.faults] == [
        "presets.toml, [goldsieber-basic], bank: 13 and 4 a seat are more than the 20 coins of the box"[:52],
        "presets.toml, [goldsieber-basic], removed: there is no card 'X1'"[:52],
        "presets.toml, [goldsieber-basic], removed: there is no card 'X2'"[:52],
        "presets.toml, [tilsit], team: unknown key; known are title"[:52],
        "presets.toml, [tilsit], title: 7 should be of type str"[:52],
    ]


def test_faults_in_cards_and_layouts_are_reported_together_under_the_owners_file_names() -> None:
    texts = {
        **TEXTS,
        CARDS: TEXTS[CARDS].replace("C43,43", "C43,x"),
        LAYOUTS: TEXTS[LAYOUTS].replace("anchor = [0, 0]", "anchor = [0]", 1),
    }
    with pytest.raises(BadData) as refused:
        Book.read(texts, {CARDS: "kontor/cards.csv"})
    assert [fault.split(":")[0] for fault in refused.value.faults] == [
        "kontor/cards.csv, row 45, column number", "layouts.toml, [cross], anchor",
    ]  # fmt: skip


def test_e57_a_preset_that_deals_special_cards_needs_one_for_each_seat() -> None:
    text = TEXTS[PRESETS].replace("removed = []", 'removed = ["C88", "C89", "C90", "C91", "C92"]', 2)
    with pytest.raises(BadData, match=r"\[goldsieber-pro\], special_cards: 2 are dealt, one a seat, but the box has 1"):
        read_presets(text, "presets.toml", DECK, LAYOUT)


def test_the_default_preset_cannot_be_left_out() -> None:
    with pytest.raises(BadData, match=r"presets.toml, \[tilsit\]: missing; who names no preset"):
        Book.read({**TEXTS, PRESETS: TEXTS[PRESETS].replace("[tilsit]", "[other]")})
