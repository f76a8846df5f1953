"""The table as plain text: 72 columns at most, and everything that a move can name stands in it."""

import json
import re
from typing import cast

import pytest

from engine.contract import Language, Move
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.state import SeafarersState
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.text.phrases import LANGUAGES
from tests.engine.seafarers.seen import NAMES, PRESETS, match_of, seen, shown
from tests.engine.seafarers.table import GAME, Table

OF_EVERY_SCENARIO = pytest.mark.parametrize("preset", PRESETS)


def table_of(view: SeafarersView, language: Language = "en") -> str:
    return GAME.words.table(cast("dict[str, object]", view), NAMES, language)


OFFER: dict[Language, str] = {"en": "Offer", "de": "Angebot", "fr": "Offre"}


def told(table: Table, seat: int | None = 0, language: Language = "en") -> str:
    """Return the text of a table in one line."""
    return " ".join(table_of(seen(table, seat), language).split())


def numbers(said: str) -> set[int]:
    """Return all numbers of a text."""
    return {int(one) for one in "".join(letter if letter.isdigit() else " " for letter in said).split()}


@OF_EVERY_SCENARIO
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_longer_than_72_columns(preset: str, language: Language) -> None:
    for view in shown(preset):
        said = table_of(view, language)
        assert max(map(len, said.splitlines())) <= 72
        assert "{" not in said and "None" not in said


def test_the_longest_names_fit() -> None:
    view = seen(Table("grosse-insel", 6), 0)
    said = GAME.words.table(cast("dict[str, object]", view), ["W" * 300, *NAMES[1:]], "de")
    assert max(map(len, said.splitlines())) <= 72


def named(move: Move) -> list[int]:
    """Return the places that a move names."""
    return [move[key] for key in ("node", "edge", "hex") if key in move] + (
        [move["to"]] if move["type"] == "move" else []
    )


@OF_EVERY_SCENARIO
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_that_a_legal_move_names_is_listed(preset: str, language: Language) -> None:
    heading = Phrases(language).say("table.legal")
    last = {cast(SeafarersState, state)["phase"]: state for state in match_of(preset).states}
    for state in last.values():
        for decision in GAME.decisions(state)[-1:]:
            for seat in decision["seats"]:
                said = GAME.words.table(GAME.view(state, seat), NAMES, language)
                wanted = {place for move in GAME.moves(state, seat, decision["id"]) for place in named(move)}
                listed = numbers(said.partition(heading)[2])
                assert wanted <= listed, decision["kind"]


@OF_EVERY_SCENARIO
def test_every_hex_site_and_cell_of_the_frame_is_on_the_map(preset: str) -> None:
    for view in shown(preset):
        chart = table_of(view).partition("MAP\n")[2].partition("Numbers between hexes")[0]
        built = {one["at"] for one in view["buildings"]}
        cells = set(range(len(view["hexes"]) + len(view["frame"]))) - {view["pirate"]}
        assert (set(range(len(view["nodes"]))) - built) | cells <= numbers(chart.replace("R", " "))
        for sign, kind in (("^", "settlement"), ("#", "city")):
            for seat in range(len(view["players"])):
                count = sum(one["kind"] == kind and one["seat"] == seat for one in view["buildings"])
                assert chart.count(f"{sign}{seat + 1}") == count


DRAWN = {
    "* a harbour": re.compile(r"\*"),
    "(n) a site": re.compile(r"\(\d+\)"),
    "^1 settlement": re.compile(r"\^\d"),
    "#1 city": re.compile(r"#\d"),
    "=1 road": re.compile(r"=(\d|\s)"),
    "~1 ship": re.compile(r"(?<!~)~(\d|\s)"),
    "+ an edge": re.compile(r"\+"),
    "its island's letter": re.compile(r"\b\d+ [A-Z]\b"),
}
"""By what the legend of the map says, what stands on the map then."""


@OF_EVERY_SCENARIO
def test_the_legend_of_the_map_says_what_is_drawn_and_nothing_else(preset: str) -> None:
    for view in shown(preset):
        chart, _, about = table_of(view).partition("MAP\n")[2].partition("Numbers between hexes")
        legend = " ".join(about.partition("Numbers around the map")[0].split())
        found = {said: sign.search(chart + " ") is not None for said, sign in DRAWN.items()}
        assert {said: said in legend for said in DRAWN} == found
        lands = legend.partition("number chip (")[2].partition(").")[0].split("; ")
        assert [one for one in lands if not one or one.split()[0] not in chart] == []


CHART = r"""
         19    20    21    22

            ^1    1*    2*
          =1  \  /  \  /  \
          3    #2*    5    6*
             0     1     2
      23  |Wd  5=Br  6|Gr 11| 24
                2 ROB
          7     8     9    10
        /  \  /  \  /  \  /  \
      11    12    13    14    15
          3     4     5     6
"""


def test_the_map() -> None:
    table = Table("base-19").settlement(0, 0).city(1, 4)
    table.road(0, 0).road(1, table.edge(1, 2, "W"))
    table.state.update({"robber": 1, "terrain": "TCWSO" + "D" * 14, "numbers": [5, 6, 11, 2, 12] + [0] * 14})
    table.state["harbours"] = [[2, 5], [5, 0]]
    chart = table_of(seen(table)).partition("MAP\n")[2].splitlines()
    assert "\n".join(chart[:12]) == CHART.strip("\n")


def given() -> Table:
    return Table("sechs-inseln-6").turn(0, "build")


def test_a_road_on_an_upright_edge_is_written_downwards() -> None:
    table = given()
    table.road(2, table.edge(1, 0, "E"))
    lines = table_of(seen(table)).splitlines()
    (row,) = [i for i, line in enumerate(lines) if "=" in line and "=1" not in line]
    assert lines[row + 1][lines[row].index("=")] == "3"


def test_the_stage_of_a_turn_is_shown() -> None:
    table = given().hand(0, wood=3, brick=1, wool=1).cards(0, knight=1, victory=1)
    table.settlement(0, table.node(1, 0, "S"))
    table.state.update({"robber": 0, "pirate": 3, "longest": 0, "army": 1, "played": True, "roll": [3, 6]})
    table.state["special"][0] = 2
    said = told(table)
    for fact in (
        "SEAFARERS, Six Islands, turn 9, goal 12 points",
        "Waiting for Ada: Trade, build and end your turn. Dice: 3 and 6. A development card was played in this turn.",
        "Robber: hex 0. Pirate: hex 3.",
        "1. Ada (you): points 5, cards in hand 5, development cards 2, knights 0, route 0.",
        "Special points among them: 2. Longest trade route (2 points). Home islands: A.",
        "Hand: 3 wood, 1 brick, 1 wool. Points: 6.",
        "Development cards: 1 knight, 1 victory point.",
        "Road on edge:", "Ship on edge:",
    ):  # fmt: skip
        assert fact in said, fact


def test_hands_are_shown_to_their_owners_alone() -> None:
    table = given().hand(0, ore=7).cards(0, monopoly=1)
    assert "Hand: 7 ore." in told(table, 0) and "1 monopoly" in told(table, 0)
    for viewer in (1, None):
        assert "Hand: 7 ore" not in told(table, viewer) and "monopoly" not in told(table, viewer)


def test_offers_and_counter_offers_from_their_makers_side() -> None:
    table = Table("sechs-inseln-6").turn(0).hand(0, ore=2).hand(1, wood=3)
    table.do({"type": "offer", "give": {"ore": 1}, "take": {"wood": 2}, "to": [1, 2], "choose": True})
    assert "Offer 1 of Ada: 1 ore for 2 wood. May still answer: Ben and Cem. Accepted: nobody." in told(table)
    assert "Ada chooses among those who accept." in told(table)
    table.do({"type": "counter", "give": {"wood": 1}, "take": {"ore": 1}}, 1, "reply")
    assert "Ben counters: 1 wood for 1 ore." in told(table)
    assert "Gegenangebot von Ben: 1 Holz für 1 Erz." in told(table, 1, "de")


def test_the_end() -> None:
    view = shown("fuenf-inseln-5")[-1]
    said = table_of(view)
    assert "over in turn" in said and "Won by " in said and "WHERE YOU MAY" not in said


@OF_EVERY_SCENARIO
def test_equal_views_give_equal_texts(preset: str) -> None:
    for view in shown(preset):
        stored = json.loads(json.dumps(view, sort_keys=True))
        for language in LANGUAGES:
            assert table_of(view, language) == table_of(stored, language)


def test_several_cards_and_a_single_one_are_named_as_such() -> None:
    view = seen(Table().turn(0).cards(0, knight=2, monopoly=1, victory=2), 0)
    assert "Development cards: 2 knights, 1 monopoly, 2 victory points." in " ".join(table_of(view).split())
    assert "Entwicklungskarten: 2 Ritter, 1 Monopol, 2 Siegpunkte." in " ".join(table_of(view, "de").split())
    view["tiles"] = view["stack"] = 1
    assert "Face down on unexplored hexes: 1 tile, 1 chip." in " ".join(table_of(view).split())
    assert "Auf unentdeckten Feldern verdeckt: 1 Feld, 1 Zahlenchip." in " ".join(table_of(view, "de").split())


def test_ships_built_in_a_turn_are_told_only_in_turns() -> None:
    """They may not be moved in it; a ship of the founding may be moved in the first turn."""
    table = Table()
    node, edge = sites_at_sea(table)[0]
    table.do({"type": "found", "node": node, "edge": edge, "piece": "ship"})
    assert table.state["built"] == [edge]
    assert "Ships built in this turn" not in told(table)
    table.turn(0).state["built"] = [edge]
    assert f"Ships built in this turn, edges: {edge}." in told(table)


def sites_at_sea(table: Table) -> list[tuple[int, int]]:
    """Return the founding places of a table that is asked to found, with an edge for a ship."""
    moves = GAME.moves(table.raw, 0, table.decisions[-1]["id"])
    return [(move["node"], move["edge"]) for move in moves if move["piece"] == "ship"]
