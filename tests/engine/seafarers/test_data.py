"""Scenarios and maps as data: what is shipped is whole, and an owner's faults are named all at once with their places."""

import json
import re

import pytest

from engine.contract import BadOptions
from engine.games.seafarers import GAME as SHIPPED
from engine.games.seafarers.book import MAPS, SCENARIOS, Book, shipped_texts
from engine.games.seafarers.game import Seafarers
from engine.kit.rule_data import BadData
from tests.engine.seafarers.table import BOOK, GAME


def read(changes: dict[str, list[tuple[str, str]]]) -> str:
    """Return what is said about the shipped files with some texts replaced."""
    texts = shipped_texts()
    for file, pairs in changes.items():
        for old, new in pairs:
            assert old in texts[file]
            texts[file] = texts[file].replace(old, new, 1)
    with pytest.raises(BadData) as found:
        Book.read(texts, {SCENARIOS: "mine/scenarios.toml", MAPS: "mine/maps.toml"})
    return "\n".join(found.value.faults)


def test_the_ten_scenarios_and_the_hidden_one_are_there() -> None:
    assert len(SHIPPED.offered) == len(SHIPPED.rules.presets) == 10
    assert [one.id for one in BOOK.scenarios.values() if one.hidden] == ["base-19"]


def test_b4_the_hidden_scenario_is_not_to_be_had_by_players() -> None:
    for seats, pointer in ((4, ""), (5, "/preset")):
        with pytest.raises(BadOptions) as refused:
            SHIPPED.options({"preset": "base-19"}, seats)
        assert refused.value.pointer == pointer
    assert "base-19" not in json.dumps(SHIPPED.rules.options)
    assert GAME.options({"preset": "base-19"}, 4)["domestic_trade"] is False


def test_a_book_whose_scenarios_are_all_hidden_is_refused() -> None:
    texts = shipped_texts()
    texts[SCENARIOS] = re.sub(
        r"^(title = .*)$", r"\1\nhidden = true", texts[SCENARIOS].replace("hidden = true\n", ""), flags=re.M
    )
    with pytest.raises(BadData, match="at least one scenario that is not hidden is needed"):
        Book.read(texts)


def test_e2_the_corrected_rows_of_chips_add_up() -> None:
    assert len(BOOK.scenarios["sechs-inseln-6"].chips) == 32
    assert len(BOOK.scenarios["ozeanien-6"].chips) == 23
    assert len(BOOK.scenarios["ozeanien-6"].hidden_chips) == 11


def test_everything_that_is_wrong_is_reported_at_once_with_hex_and_edge() -> None:
    said = read(
        {
            MAPS: [
                ("S12 O10 C11", "S12 O10 C99"),
                ("S2  O4  C11 ~   T6", "S2  O4  C11 T5  T6"),
                ('[0, 2, "SE"], [0, 4, "SE"]', '[0, 2, "SE"], [0, 2, "SE"]'),
                ("found_on = [0]", "found_on = [9]"),
            ],
            SCENARIOS: [("goal = 18", "goal = 180"), ('title = "Neue Welt/5"', 'titel = "Neue Welt/5"')],
        }
    )
    for part in (
        "mine/maps.toml, [fuenf-inseln-5], hex (1, 2): C99 is no terrain with a chip",
        "mine/scenarios.toml, [sechs-inseln-6], tiles, sea: 28, but the map has 27",
        "mine/maps.toml, [sechs-inseln-6], zones: are",
        "mine/maps.toml, [ozeanien-5], harbour at (0, 2), edge SE: shares an intersection with the one at (0, 2)",
        "mine/maps.toml, [ozeanien-5], found_on: there are 3 zones",
        "mine/scenarios.toml, [grosse-insel], goal: should be from 3 to 50",
        "mine/scenarios.toml, [neue-welt-5], titel: is unknown here",
        "mine/scenarios.toml, [neue-welt-5]: title is missing",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (MAPS, "[0, 0, \"SE\"], [0, 6, \"SE\"]", "[1, 1, \"SE\"], [0, 6, \"SE\"]", "does not lie on sea or frame"),
        (MAPS, "[0, 0, \"SE\"], [0, 6, \"SE\"]", "[3, 3, \"E\"], [0, 6, \"SE\"]", "points to no land"),
        (MAPS, "[0, 0, \"SE\"], [0, 6, \"SE\"]", "[0, \"SE\"], [0, 6, \"SE\"]", "should be [row, column, direction]"),
        (MAPS, "[0, 0, \"SE\"], [0, 6, \"SE\"]", "[0, 6, \"SE\"]", "are 9, but"),
        (MAPS, "T6  O4  ~", "T6  ~", "row 2: has 6 hexes, should have 7"),
        (MAPS, "~   ~   D   D", "~   ~   ~   D", "tiles, desert: 5, but the map has 4"),
        (MAPS, "W2  T4  W5  T8", "G2  T4  W5  T8", "gold must not lie where settlements are founded"),
        (MAPS, "split = true\n", "", "zones: are"),
        (SCENARIOS, "2 = 2, 3 = 3", "2 = 3, 3 = 3", "chips, 2: 3, but the map has 2"),
        (SCENARIOS, "hidden_chips = { 3 = 1", "hidden_chips = { 3 = 2", "hidden_chips: are 12 for 11 hexes"),
        (SCENARIOS, "hidden_tiles = { sea = 15", "hidden_tiles = { sea = 14", "hidden_tiles: are 25, but the map has 26"),
        (SCENARIOS, "discovery = true", "discovery = false", "unexplored hexes need discovery"),
        (SCENARIOS, "letters = [2, 5", "letters = [2, 4", "letters: are not the chips in another order"),
        (SCENARIOS, "tiles = { sea = 26", "tiles = { see = 26", "see is unknown here"),
        (MAPS, "spiral = [[1, 3]", "spiral = [[3, 4]", "spiral: from (3, 4) no spiral reaches every hex"),
        (MAPS, "spiral = [[1, 3]", "spiral = [[[1], 3]", "spiral: [[1], 3] is no hex that is drawn"),
        (MAPS, "x   ~   R   R   R   R   R   ~   ~", "x   ~   R   R   ~   R   R   R   ~", "spiral: from (1, 3) no spiral reaches"),
        (SCENARIOS, "points = {", "roads = 21\npoints = {", "roads: should be from 2 to 20"),
        (SCENARIOS, "points = {", "ships = 21\npoints = {", "ships: should be from 0 to 20"),
        (SCENARIOS, "islands = { least = 4", "islands = { least = 28", "islands: no drawn map has them in 1000 deals"),
        (SCENARIOS, "largest = 50", "largest = 5", "islands: no drawn map has them in 1000 deals"),
        (SCENARIOS, "5 = 3, 6 = 3, 8 = 2, 9 = 4, 10 = 3", "6 = 13, 8 = 2", "chips: in 1000 deals a 6 or 8 always lies"),
        (SCENARIOS, "seats = [5]", "seats = [7]", "seats: should be whole numbers from 2 to 6"),
        (SCENARIOS, 'found_on = "home"', 'found_on = "anywhere"', "found_on: should be left out"),
        (SCENARIOS, "[ozeanien-5]", "[ozean]", "has no map of this name"),
        (SCENARIOS, "[ozeanien-5]", "[ozeanien-5", "is not TOML"),
    ],
)  # fmt: skip
def test_a_fault_is_refused_by_name(file: str, old: str, new: str, said: str) -> None:
    assert said in read({file: [(old, new)]})


def test_an_owner_may_replace_a_scenario() -> None:
    texts = shipped_texts()
    texts[SCENARIOS] = texts[SCENARIOS].replace("goal = 18", "goal = 20")
    book = Book.read(texts)
    assert book.scenarios["grosse-insel"].goal == 20
    assert book.digest != BOOK.digest


def test_a_match_depends_on_the_data_of_its_own_scenario_only() -> None:
    texts = shipped_texts()
    texts[SCENARIOS] = texts[SCENARIOS].replace("goal = 18", "goal = 20")
    now, before = Seafarers(Book.read(texts)).rules.preset_data, Seafarers(BOOK).rules.preset_data
    assert [preset for preset in now if now[preset] != before[preset]] == ["grosse-insel"]
