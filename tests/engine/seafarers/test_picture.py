"""The picture: everything on the table is in it, within its bounds and legible, and it is made from the view alone."""

import copy
import json
import math
import random
import re
from collections.abc import Iterator
from typing import cast, get_args
from xml.etree.ElementTree import Element

import pytest

from engine.contract import Language
from engine.games.seafarers.drawing.chart import RISE, berth, sheet, tokens
from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.drawing.signs import ADVANCE, MOVE_LABEL, SEATS, wide
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.state import Phase
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.text.phrases import LANGUAGES
from service.pictures.painter import png
from tests.engine.seafarers.rules.test_thief import rolled_seven
from tests.engine.seafarers.seen import NAMES, PRESETS, SVG, drawn, match_of, picture, seen, shown, texts, used
from tests.engine.seafarers.table import GAME, Table
from tests.engine.seafarers.ways import WAYS

OF_EVERY_SCENARIO = pytest.mark.parametrize("preset", PRESETS)
PHONE = 390 / 720


@OF_EVERY_SCENARIO
def test_every_phase_can_be_drawn_small(preset: str) -> None:
    for view in shown(preset):
        assert len(picture(view).encode()) < 200_000


@OF_EVERY_SCENARIO
def test_equal_views_give_equal_pictures_and_drawing_changes_no_view(preset: str) -> None:
    for view in shown(preset):
        before = copy.deepcopy(view)
        stored = json.loads(json.dumps(view, sort_keys=True))
        assert picture(view) == picture(stored)
        assert view == before


@OF_EVERY_SCENARIO
def test_picture_and_text_show_nothing_that_their_viewer_may_not_know(preset: str) -> None:
    rng = random.Random(1)
    for step in rng.sample(match_of(preset).steps, 3):
        for viewer in (None, 0, 1):
            real, twin = (GAME.view(state, viewer) for state in (step.before, WAYS.twin(step.before, viewer, rng)))
            assert GAME.picture(real) == GAME.picture(twin)
            for language in LANGUAGES:
                assert GAME.words.table(real, NAMES, language) == GAME.words.table(twin, NAMES, language)


@OF_EVERY_SCENARIO
def test_it_needs_nothing_from_outside(preset: str) -> None:
    for view in shown(preset):
        svg = picture(view)
        assert not re.search(r"<(script|style|image|foreignObject)|https?://(?!www\.w3\.org/2000/svg)|url\(", svg)
        assert set(re.findall(r'href="#([^"]+)"', svg)) == set(re.findall(r' id="(?!spot-)([^"]+)"', svg))


def placed(
    element: Element, x: float = 0, y: float = 0, scale: float = 1
) -> Iterator[tuple[Element, float, float, float]]:
    """Yield each text with its place and scale in units of the picture. Groups are only moved and scaled."""
    moved = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)(?: scale\(([\d.]+)\))?$", element.get("transform", ""))
    if moved is not None:
        x, y = x + float(moved[1]) * scale, y + float(moved[2]) * scale
        scale *= float(moved[3] or 1)
    if element.tag == f"{SVG}text":
        yield element, x + float(element.get("x", 0)) * scale, y + float(element.get("y", 0)) * scale, scale
    for child in element:
        if child.tag != f"{SVG}defs":
            yield from placed(child, x, y, scale)


@OF_EVERY_SCENARIO
def test_all_labels_lie_within_the_picture_and_can_be_read_on_a_phone(preset: str) -> None:
    for view in shown(preset):
        root = drawn(view)
        width, height = map(float, root.get("viewBox", "").split()[2:])
        assert width == 720
        labels = list(placed(root))
        assert labels
        for one, x, y, scale in labels:
            size = float(one.get("font-size", 0)) * scale
            broad = ADVANCE * size * len(one.text or "")
            left = {"middle": x - broad / 2, "end": x - broad}.get(one.get("text-anchor", ""), x)
            assert left >= 0 and left + broad <= width, one.text
            assert size <= y <= height - 2, one.text
            assert size * PHONE > 6.4, one.text
            if one.get("font-weight") == "700" and (one.text or "").isdigit() and float(one.get("font-size", 0)) >= 22:
                assert size * PHONE >= 10.5, "number chips"


def spans(view: SeafarersView, language: Language) -> list[tuple[float, float, float, str]]:
    """Return baseline, left, right and words of each label outside the maps."""
    root = drawn(view, language)
    for parent in list(root.iter()):
        for inner in [child for child in parent if child.tag == f"{SVG}svg"]:
            parent.remove(inner)
    found = []
    for one, x, y, scale in placed(root):
        broad = wide(one.text or "", float(one.get("font-size", 0))) * scale
        left = {"middle": x - broad / 2, "end": x - broad}.get(one.get("text-anchor", ""), x)
        found.append((y, left, left + broad, one.text or ""))
    return found


def crowded() -> SeafarersView:
    """Return a view with as much to say of every player as there can be."""
    table = Table("durch-die-wueste-6").turn(0).hand(0, wood=12, ore=10).cards(0, knight=9, monopoly=1, invention=2)
    table.do({"type": "offer", "give": {"wood": 1}, "take": {"wool": 2, "brick": 3}})
    view = seen(table, 0)
    zones = sorted({one["zone"] for one in view["hexes"]} - {-1})
    for player in view["players"]:
        player.update({"points": 11, "special": 6, "hand": 22, "cards": 12, "knights": 10, "route": 14})
        player.update({"longest_route": True, "largest_army": True, "home": zones[:2], "visited": zones[2:]})
    return view


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_outside_the_map_do_not_run_into_each_other(language: Language) -> None:
    for view in (crowded(), *shown("durch-die-wueste-6"), *shown("ozeanien-6"), *shown("grosse-insel")):
        labels = spans(view, language)
        for i, (y, left, right, said) in enumerate(labels):
            assert left >= 0 and right <= 720, said
            for other_y, other_left, other_right, other in labels[i + 1 :]:
                beside = right <= other_left or other_right <= left
                assert beside or abs(y - other_y) >= 16, (said, other)


@OF_EVERY_SCENARIO
def test_every_hex_is_there_with_landscape_id_and_chip(preset: str) -> None:
    for view in shown(preset):
        signs, said = used(view), texts(view)
        maps = 2 if any(Ground(view).founding().values()) else 1
        for terrain in {one["terrain"] for one in view["hexes"]}:
            count = sum(one["terrain"] == terrain for one in view["hexes"])
            assert signs.count(f"hex-{terrain}") == maps * count
        for number in range(2, 13):
            assert said.count(str(number)) >= sum(one["number"] == number for one in view["hexes"])
        assert {str(cell) for cell in range(len(view["hexes"]))} <= set(said)


@OF_EVERY_SCENARIO
def test_every_legal_place_is_numbered_as_moves_name_it(preset: str) -> None:
    for view in shown(preset):
        said = set(texts(view))
        for places in view["legal"].values():
            assert {str(place) for place in places} <= said  # type: ignore[attr-defined]
        for ways in Ground(view).founding().values():
            assert {str(edge) for edge, _ in ways} <= said


def given() -> Table:
    table = Table("sechs-inseln-6")
    home = table.node(1, 0, "NW")
    table.settlement(0, home).road(0, table.edge(1, 0, "W"))
    return table.turn(0)


def test_pieces_of_every_seat_carry_its_mark() -> None:
    table = Table("sechs-inseln-6")
    for seat, place in enumerate([(1, 0), (7, 0), (3, 0), (1, 7), (2, 6), (7, 1)]):
        table.settlement(seat, table.node(*place, "S"), city=seat % 2 == 0)
    signs = used(seen(table))
    for seat in range(6):
        assert signs.count(f"{'house' if seat % 2 else 'city'}-{seat}") == 1
        assert f"mark-{seat}" in signs


def test_seats_differ_in_lightness_or_mark() -> None:
    assert len(set(SEATS)) == 6
    marks = re.findall(r'<g id="isle-mark-\d">.*?</g>', picture(seen(Table("sechs-inseln-6"))))
    without_colour = {re.sub(r'(fill|stroke)="#\w+"', "", re.sub(r'id="[^"]+"', "", svg)) for svg in marks}
    assert len(without_colour) == 6


def test_a_ship_points_away_from_its_owners_building() -> None:
    table = given()
    board = table.board
    start = table.node(1, 0, "NW")
    first = next(e for e in board.node_edges[start] if table.play.chart.ship[e] and table.state["edges"][e] == ".")
    table.ship(0, first)
    beyond = sum(board.edge_nodes[first]) - start
    towards_first = Ground(seen(table)).bows()[first]
    assert board.edge_nodes[first][0 if towards_first else 1] == beyond


@pytest.mark.parametrize("preset", ["grosse-insel", "base-19"])
def test_the_cells_beside_an_edge_are_those_of_the_board(preset: str) -> None:
    table = Table(preset)
    ground = Ground(seen(table))
    for edge, cells in enumerate(table.board.edge_cells):
        assert sorted(ground.beside(edge)) == sorted(cells)


@OF_EVERY_SCENARIO
def test_sites_of_founding_name_the_edges_that_the_rules_allow(preset: str) -> None:
    states = [state for state in match_of(preset).states if state["phase"] == "found"]
    assert states
    for state in states:
        table = Table(preset)
        table.state = state  # type: ignore[assignment]
        view = seen(table, state["asked"][0])
        allowed: dict[int, set[tuple[int, str]]] = {}
        for move in table.moves():
            allowed.setdefault(move["node"], set()).add((move["edge"], move["piece"]))
        named = {
            node: {(edge, piece) for edge, kind in ways for piece in (("road", "ship") if kind == "both" else (kind,))}
            for node, ways in Ground(view).founding().items()
        }
        assert named == allowed


def test_thieves_awards_points_and_dice_are_shown() -> None:
    table = given()
    table.state.update({"robber": table.hex(1, 0), "pirate": table.hex(1, 3), "longest": 2, "army": 0})
    table.state["knights"][0] = 3
    signs, said = used(seen(table)), texts(seen(table))
    assert signs.count("robber") == 1 and signs.count("pirate") == 1
    assert said.count("+2") == 2
    assert "Red (1): trade and build" in said and "turn 9 · goal 12" in said


def test_the_number_of_a_hex_is_written_below_its_chip() -> None:
    """A newcomer could not read the chips when the robber was to be moved, though they decide where."""
    table = rolled_seven(given())
    view = seen(table, 1)
    marked = [one for one in drawn(view).iter() if one.get("id", "").startswith("spot-hex-")]
    assert {int(one.get("data-number", "")) for one in marked} == set(view["legal"]["robber"])
    for one in marked:
        chip = view["hexes"][int(one.get("data-number", ""))]["number"]
        assert (one.get("data-number-below") is not None) == (chip > 0)


def test_a_hand_is_shown_to_its_owner_alone() -> None:
    table = given().hand(0, ore=7).cards(0, monopoly=1)
    assert "1 monopoly" in texts(seen(table, 0))
    for viewer in (1, None):
        assert not any("monopoly" in one for one in texts(seen(table, viewer)))


def test_offers_are_shown_with_who_accepted() -> None:
    table = given().hand(0, ore=2)
    table.do({"type": "offer", "give": {"ore": 1}, "take": {"wood": 2}, "choose": True})
    assert "Offer 1" in texts(seen(table, 3))


def test_it_renders_to_a_png_that_a_phone_can_show() -> None:
    image = png(picture(shown("grosse-insel")[0]), 390)
    assert image.startswith(b"\x89PNG") and len(image) > 30_000


def test_it_says_in_words_what_it_shows() -> None:
    root = drawn(seen(given()))
    assert root.findtext(f"{SVG}title") == "Six Islands, turn 9"
    assert "Red (1): 1 point, 0 cards." in root.findtext(f"{SVG}desc", "")


@pytest.mark.parametrize("phase", sorted(set(get_args(Phase)) - {"over"}))
def test_it_says_in_every_phase_what_is_waited_for(phase: str) -> None:
    table = Table("neue-welt-6" if phase == "harbour" else "grosse-insel", 6).turn(3, phase)
    table.state["due"] = [0, 0, 0, 2, 0, 0]
    table.state["chipless"] = [0] if phase == "chip" else []
    table.state["knights"][0] = 1
    names: dict[Language, str] = {"en": "Yellow", "de": "Gelb", "fr": "Jaune"}
    for language, name in names.items():
        book = Phrases(language)
        now = book.say("picture.now", names=f"{name} (4)", doing=book.say(f"picture.doing.{phase}"))
        assert [one for one in texts(seen(table, 0), language) if one.startswith(now)]


def test_a_german_picture_has_no_english_label() -> None:
    """Of what both pictures say, numbers and signs are alike, and no word but the bank."""
    alike = {"Bank"}
    for view in (crowded(), given_offers(), *shown("ozeanien-6"), *shown("grosse-insel")):
        english, german = (
            {one for one in texts(view, language) if re.search("[a-z]{2}", one)} for language in ("en", "de")
        )
        assert not (english & german) - alike
        assert drawn(view).findtext(f"{SVG}desc") != drawn(view, "de").findtext(f"{SVG}desc")


def given_offers() -> SeafarersView:
    """Return a view with an offer, a counter-offer and a card that was just bought."""
    table = Table("sechs-inseln-6").turn(0).hand(0, wood=3).hand(1, ore=2).cards(0, knight=1)
    table.state["fresh"] = [1, 0, 0, 0, 0]
    table.do({"type": "offer", "give": {"wood": 1}, "take": {"wool": 1}})
    table.do({"type": "counter", "give": {"ore": 1}, "take": {"wood": 2}}, 1)
    return seen(table, 0)


def test_many_awaited_players_fit_on_one_line() -> None:
    table = Table("sechs-inseln-6").turn(0, "discard")
    table.state["asked"] = list(range(6))
    for seat, red in ((0, "You"), (None, "Red")):
        assert f"{red}, Blue, White, Yellow, Pink, Black: give up half the hand" in texts(seen(table, seat))


def test_whoever_won_is_told_so_and_others_read_the_name() -> None:
    table = Table("sechs-inseln-6").turn(0)
    assert "You won" in texts({**seen(table, 2), "winners": [2]})
    assert "Won by White (3)" in texts({**seen(table, 0), "winners": [2]})


def test_a_tapped_place_is_called_by_what_lies_around_it_not_by_a_number() -> None:
    view = next(one for one in shown("fuenf-inseln-5") if one["phase"] == "found" and one["legal"]["settlements"])
    titles = [
        one.findtext(f"{SVG}title", "") for one in drawn(view).iter() if one.get("id", "").startswith("spot-node-")
    ]
    assert titles and all(re.match(r"site: [a-z]+ \d", one) for one in titles), titles


def test_a_ship_that_may_be_moved_names_where_it_may_go() -> None:
    table = Table("sechs-inseln-6").turn(0, "build")
    start = table.node(1, 0, "NW")
    table.settlement(0, start).ship(0, table.board.node_edges[start][0])
    places = {move["to"] for move in table.moves() if move["type"] == "move"}
    assert places
    assert {str(edge) for edge in places} <= set(texts(seen(table, 0)))


def test_several_cards_and_a_single_one_are_named_as_such() -> None:
    table = given().cards(0, knight=2, roads=2, victory=2)
    assert {"2 knights", "2 road building", "2 victory points"} <= set(texts(seen(table, 0)))
    assert {"1 knight", "1 victory point"} <= set(texts(seen(table.cards(0, knight=1, victory=1), 0)))
    assert "1 point" in texts(seen(given().cards(1), 0))
    assert {"1 Ritter", "1 Siegpunkt", "2 Punkte"} <= set(texts(seen(table.cards(0, knight=1, victory=1), 0), "de"))


@OF_EVERY_SCENARIO
def test_the_pirate_hides_no_harbour(preset: str) -> None:
    """In a cell with a harbour he lies beside its token, and still within the map."""
    view = shown(preset)[-1]
    ground = Ground(view)
    (left, top), (right, bottom) = ground.reach
    places = tokens(ground)
    assert places
    for one in view["harbours"]:
        x, y = berth(ground, one["sea"])
        assert min(math.dist((x, y), place) for place in places) >= 24
        assert left - 21 <= x <= right + 21 and top - 12 <= y <= bottom + 12


def test_a_trade_line_carries_the_mark_of_whose_it_is() -> None:
    table = given()
    view = seen(table)
    before = used(view).count("mark-4")
    view["lines"] = [{"seat": 4, "start": 0, "end": 20}]
    assert used(view).count("mark-4") == before + 1


def test_the_number_of_a_ship_that_may_be_moved_lies_on_it_or_right_above_it() -> None:
    """Of a ship that sails up or down the place above is the next one's."""
    table = Table("sechs-inseln-6").turn(0, "build")
    start = table.node(1, 0, "NW")
    table.settlement(0, start)
    table.ship(0, next(e for e in table.board.node_edges[start] if table.play.chart.ship[e]))
    view = seen(table, 0)
    ground = Ground(view)
    (edge,) = view["legal"]["move"]
    upright = abs(ground.slope(edge)) == pytest.approx(90)
    written = [one for one in drawn(view).iter(f"{SVG}text") if one.text == str(edge) and one.get("fill") == MOVE_LABEL]
    (size,), (y,) = ([float(one.get(name, 0)) for one in written] for name in ("font-size", "y"))
    middle = y - 0.35 * size
    assert middle == pytest.approx(ground.middle(edge)[1] - (0 if upright else RISE + (size + 1) / 2), abs=0.1)


@OF_EVERY_SCENARIO
def test_numbers_of_places_are_legible_in_letters_which_nobody_can_enlarge(preset: str) -> None:
    """Pixels on a phone."""
    for view in shown(preset):
        sizes = []
        for group in drawn(view).iter(f"{SVG}g"):
            if group.get("class") == "numbers":
                own_map = group.find(f"{SVG}svg") is not None  # that of the edges at sites of founding
                found = placed(group, scale=1 if own_map else sheet(Ground(view)).scale)
                sizes += [
                    float(one.get("font-size", 0)) * scale for one, _, _, scale in found if str(one.text).isdigit()
                ]
        assert all(size * PHONE > 9 for size in sizes), (view["phase"], min(sizes) * PHONE)


@OF_EVERY_SCENARIO
def test_an_island_that_has_a_letter_keeps_it(preset: str) -> None:
    steps = match_of(preset).steps
    before: dict[int, str] = {}
    for step in steps[:: max(1, len(steps) // 40)]:
        view = cast(SeafarersView, GAME.view(step.before, 0))
        ground = Ground(view)
        now = {cell: ground.island(one["zone"]) for cell, one in enumerate(view["hexes"]) if ground.island(one["zone"])}
        assert {cell: now.get(cell) for cell in before} == before
        before = now
