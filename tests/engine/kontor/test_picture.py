"""The picture of the table: well-formed, plain, the same bytes each time, and nothing in it that the view hides."""

import copy
import re
import subprocess
import sys
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.contract import Language
from engine.games.kontor import GAME
from engine.games.kontor.drawing.symbols import COLOURS, GOLD, TINTS
from tests.engine.kontor.table import given
from tests.engine.kontor.views import card, fixed_board, four_seats, odd_boards, view_of, views_of_a_match

SVG = "{http://www.w3.org/2000/svg}"
HARBOUR = """
     .  44   .   .
    26  43  25   .
     .   A* 19   .
     1  45   .   .
"""
PLAIN_ELEMENTS = {"svg", "title", "desc", "defs", "symbol", "clipPath", "g", "rect", "circle", "path", "text", "use"}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(view: dict[str, Any]) -> Counter[str]:
    """Return every piece of text in the picture of a view and how often it stands there."""
    return Counter(element.text or "" for element in parsed(GAME.picture(view)).iter(f"{SVG}text"))


def drawings(view: dict[str, Any]) -> Counter[str]:
    """Return the names of the symbols in the picture and how often each is used."""
    uses = parsed(GAME.picture(view)).iter(f"{SVG}use")
    return Counter(use.get("href", "").removeprefix("#kontor-") for use in uses)


def every_view() -> list[dict[str, Any]]:
    return [*views_of_a_match()[::7], *odd_boards()]


def test_every_table_is_well_formed_720_wide_and_has_title_and_description() -> None:
    for view in every_view():
        svg = parsed(GAME.picture(view))
        left, top, width, height = map(float, svg.get("viewBox", "").split())
        assert (left, top, width) == (0, 0, 720)
        assert 250 < height < 1500
        assert [child.tag for child in svg][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert all(child.text for child in list(svg)[:2])


def test_only_plain_elements_and_nothing_from_outside() -> None:
    for view in every_view():
        svg = GAME.picture(view)
        elements = list(parsed(svg).iter())
        assert {element.tag.removeprefix(SVG) for element in elements} <= PLAIN_ELEMENTS
        assert not {"style", "onload", "filter"} & {name for element in elements for name in element.attrib}
        assert {element.get("class", "told") for element in elements} == {"told"}, "what explains itself, nothing else"
        assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]


def test_every_reference_has_its_definition_and_vice_versa() -> None:
    for view in every_view():
        svg = GAME.picture(view)
        defined = re.findall(r'id="([^"]*)"', svg)
        assert len(defined) == len(set(defined))
        defined = [one for one in defined if one != "preview" and not one.startswith("spot-")]  # those are for clients
        assert set(defined) == set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg))


def test_all_text_lies_inside_the_picture() -> None:
    for view in every_view():
        svg = parsed(GAME.picture(view))
        height = float(svg.get("viewBox", "").split()[3])
        written = svg[-1].findall(f"{SVG}text")
        assert all(0 < float(e.get("x", "-1")) < 720 and 0 < float(e.get("y", "-1")) < height for e in written)


def test_no_line_leaves_the_picture() -> None:
    """What lies outside is not seen, but renderers set up layers for it: far lines once cost seconds."""
    for view in every_view():
        svg = parsed(GAME.picture(view))
        height = float(svg.get("viewBox", "").split()[3])
        lines = "".join(one.get("d", "") for one in svg[-1].findall(f"{SVG}path"))
        ends = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", lines)]
        assert ends
        assert all(0 <= x <= 720 and 0 <= y <= height for x, y in ends)


@pytest.mark.parametrize("board", [None, *odd_boards()], ids=lambda board: board["preset"] if board else "in play")
def test_numbers_on_cards_are_large_enough_for_a_telephone(board: dict[str, Any] | None) -> None:
    """At half size, which is 360 pixels wide, nothing is smaller than 7 pixels and quay numbers have at least 11."""
    view = board or views_of_a_match()[0]
    sizes: list[float] = []

    def visit(element: ElementTree.Element, scale: float) -> None:
        found = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
        scale *= float(found[1]) if found else 1
        if element.tag == f"{SVG}text" and (element.text or "").isdigit():
            sizes.append(float(element.get("font-size", "0")) * scale)
        for child in element:
            visit(child, scale)

    visit(parsed(GAME.picture(view)), 1)
    assert min(sizes) >= 14
    assert sorted(sizes)[len(sizes) // 2] >= 15


def test_the_same_view_gives_the_same_bytes_and_is_not_changed() -> None:
    view = four_seats()
    before = copy.deepcopy(view)
    assert GAME.picture(view) == GAME.picture(copy.deepcopy(view))
    assert view == before


def test_the_bytes_do_not_depend_on_how_a_process_hashes() -> None:
    program = (
        "import hashlib; from tests.engine.kontor.views import four_seats; from engine.games.kontor import GAME; "
        "print(hashlib.sha256(GAME.picture(four_seats()).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_cards_show_number_goods_symbol_and_owner() -> None:
    cards = [card("C03"), card("C16"), card("C43"), card("C44"), card("C46")]
    empty = view_of({"0,0": ["A"]}, width=7, height=7, seat=0)
    mine = empty | {"hands": [cards, None]}

    new = texts(mine) - texts(empty)
    del new["you"]
    assert sorted(new.elements()) == sorted(["3", "16", "43", "44", "46"]), "no ids: nobody plays by them"
    assert drawings(mine) - drawings(empty) == Counter({"tea": 1, "wine": 1, "spice": 2, "ship": 2, "coin": 2})
    assert GAME.picture(mine).count(COLOURS["red"]) > GAME.picture(empty).count(COLOURS["red"])


@pytest.mark.parametrize("kind", ["crane", "pub", "flood", "bridge", "customs", "anchor", "vessel"])
def test_every_kind_of_card_has_its_drawing(kind: str) -> None:
    assert drawings(four_seats())[kind] >= 1


def test_the_chart_is_labelled_with_the_numbers_that_moves_use() -> None:
    view = given(HARBOUR).view()
    shown = texts(view)
    for coordinate in ("−3", "−2", "−1", "0", "1", "2"):
        assert shown[coordinate] >= 2
    assert {"9", "10", "11"} <= texts(fixed_board("canal-grande", 12, 4)).keys()


def test_a_fixed_edge_is_a_wall_and_an_open_one_a_dashed_line() -> None:
    wide_open = given(HARBOUR).view()
    shut = wide_open | {"fixed": {"x": [-3, 3], "y": [-4, 2]}}
    half = wide_open | {"fixed": {"x": [-3, 3], "y": None}}

    walls = [GAME.picture(view).count('stroke-dasharray="12 14"') for view in (wide_open, half, shut)]
    dashes = [GAME.picture(view).count('stroke-dasharray="2 9"') for view in (wide_open, half, shut)]
    assert (walls, dashes) == ([0, 1, 2], [2, 1, 0])
    assert {"3/7 × 4/7", "7 × 4/7", "7 × 7"} <= {text for view in (wide_open, half, shut) for text in texts(view)}


def test_a_closed_sector_differs_from_an_open_one_and_carries_its_guard() -> None:
    closed = given("19  43   .\n 11   A* 44\n 45   .   .", "goldsieber-basic")
    view = closed.view()
    one = copy.deepcopy(view)
    one["sectors"][0] |= {"closed": True, "guard": 0}

    assert not view["sectors"][0]["closed"]
    assert (drawings(view)["guard-red"], drawings(one)["guard-red"]) == (0, 1)
    assert (TINTS["red"] in GAME.picture(view), TINTS["red"] in GAME.picture(one)) == (False, True)


@pytest.mark.parametrize(("least", "pale"), [(1, False), (9, True)])
def test_a_guard_whose_sector_would_not_count_now_is_pale_and_the_card_says_so(least: int, pale: bool) -> None:
    """Guards that would bring no point looked like all others until the end."""
    view = copy.deepcopy(given("19  43   .\n 11   A* 44\n 45   .   .", "goldsieber-basic").view())
    view["sectors"][0] |= {"closed": True, "guard": 0}
    view["counting"] = {"places": 0, "least_size": least}
    picture = GAME.picture(view)
    (guard,) = [one for one in parsed(picture).iter(f"{SVG}use") if one.get("href") == "#kontor-guard-red"]
    assert (guard.get("opacity") is not None) == pale
    assert ("If it were scored now, it would not count" in picture) == pale


def test_after_the_end_a_star_marks_the_sectors_that_counted() -> None:
    end = next(view for view in views_of_a_match() if view["outcome"] and any(s["counts"] for s in view["sectors"]))
    counted = sum(sector["counts"] is True for sector in end["sectors"])
    assert drawings(end)["star"] == counted + len(end["teams"])
    assert any(re.match(r"(Red|Black) wins \d|A draw \d", text) for text in texts(end))


def test_a_match_that_was_given_up_shows_no_points_that_nobody_has() -> None:
    """It was announced as "0 : 0 for Steady", under a page that told the same end without points."""
    given_up = view_of({"0,0": ["A"]}, width=7, height=7, seat=0)
    given_up["outcome"] = {"winners": [1], "scores": [0, 0], "reason": "resigned"}

    assert not any(re.search(r"\d : \d", text) for text in texts(given_up))
    assert any(text.startswith("Win for ") for text in texts(given_up))
    assert "You win" in texts({**given_up, "seat": 1})


def test_a_guard_of_a_sector_with_a_customs_house_shows_its_value() -> None:
    view = four_seats()
    closed = next(sector for sector in view["sectors"] if sector["closed"])
    plain = texts(view)
    closed["value"] = 3
    assert texts(view)["3"] == plain["3"] + 1


def test_fields_barred_by_a_crane_show_whom_they_bar() -> None:
    view = given(HARBOUR).view()
    barred = [one for one in view["barred"] if one["team"] == 1]
    assert barred
    assert drawings(view)["barred-black"] == len(barred)
    assert drawings(view)["barred-red"] == 0


def test_the_latest_round_is_marked() -> None:
    quiet = given(HARBOUR).view() | {"last": {"laid": [], "removed": [], "ship": None}}
    laid = quiet | {"last": {"laid": [[1, 0]], "removed": [], "ship": None}}
    removed = quiet | {"last": {"laid": [], "removed": [[2, 0]], "ship": None}}
    sailed = quiet | {"last": {"laid": [], "removed": [], "ship": {"from": [0, -1], "to": [0, 0]}}}

    marks = [
        GAME.picture(view).count(f'stroke="{GOLD}"') - GAME.picture(quiet).count(f'stroke="{GOLD}"')
        for view in (laid, removed)
    ]
    assert marks == [1, 1]
    assert GAME.picture(sailed).count('stroke-dasharray="3 11"') == 1 + GAME.picture(quiet).count(
        'stroke-dasharray="3 11"'
    )


@pytest.mark.parametrize("stage", ["place", "ship"])
def test_what_is_laid_or_moved_next_is_at_hand_for_who_does_it(stage: str) -> None:
    """A client shows it on the field that is chosen; the picture itself and everybody else's do not."""
    played = [{"card": card("C24"), "status": "waiting"}, {"card": card("C19"), "status": "waiting"}]
    mine = given(HARBOUR).view(1) | {"stage": stage, "due": [1, 0], "played": played}
    (piece,) = [one for one in parsed(GAME.picture(mine)).iter(f"{SVG}g") if one.get("id") == "preview"]
    assert piece.get("display") == "none"
    drawn = [one.text for one in piece.iter(f"{SVG}text")] + [one.get("href") for one in piece.iter(f"{SVG}use")]
    assert ("19" in drawn) == (stage == "place")
    assert ("#kontor-vessel" in drawn) == (stage == "ship")
    doing = {"place": "{} a card", "ship": "{} may move the ship"}[stage]
    assert doing.format("You lay" if stage == "place" else "You") in texts(mine)
    for seat in (0, None):
        assert 'id="preview"' not in GAME.picture({**mine, "seat": seat})
        assert not any(one.startswith("You") for one in texts({**mine, "seat": seat}))


def test_only_the_viewers_hand_is_shown() -> None:
    table = given(HARBOUR, red="27 21 59", black="22 24 61", red_pile="3 5", canal_pile="63")
    red, watching = (set(re.findall(r"spot-card-(C\d\d)", GAME.picture(table.view(seat)))) for seat in (0, None))

    assert red == {"C27", "C21", "C59"} and "you" in texts(table.view(0))
    assert not watching
    assert not re.search(r"\bC2[24]\b", GAME.picture(table.view(0)))


def _folded(view: Any) -> tuple[list[float], list[tuple[float, float, float]]]:
    """Return width and height of a folded picture, and place and size of each card of the hand in it."""
    svg = parsed(GAME.picture(view))
    cards = []
    for part in svg.iter(f"{SVG}g"):
        for one in part:
            if "data-beside" in part.attrib and one.get("id", "").startswith("spot-card-"):
                x, y = map(float, part.attrib["data-beside"].split())
                cards.append((float(one.attrib["x"]) + x, float(one.attrib["y"]) + y, float(one.attrib["width"])))
    return [float(one) for one in svg.attrib["data-folded"].split()[2:]], cards


def test_beside_the_harbour_lies_the_hand_below_the_panels_if_it_fits() -> None:
    """So the folded picture is low, and the board large in a laptop's window."""
    table = given(HARBOUR, red="27 21 59 61 63", black="22 24 61", red_pile="3 5", canal_pile="63")
    (width, height), cards = _folded(table.view(0))
    assert len(cards) == 5 and _folded(table.view(None)) == ([width, height], [])
    for place, (x, y, size) in enumerate(cards):
        assert x >= 720 and x + size <= width and y + size <= height
        assert all(abs(x - other[0]) >= size or abs(y - other[1]) >= size for other in cards[:place])
    (width, height), cards = _folded(four_seats())
    assert cards and all(x >= 0 and x + size <= width and y + size <= height for x, y, size in cards)


def test_the_picture_shows_nothing_that_the_view_hides() -> None:
    one = given(HARBOUR, red="27 21 59", black="22 24 61", black_pile="20 30 32", canal_pile="63 65 67")
    other = given(HARBOUR, red="27 21 59", black="32 24 65", black_pile="20 22 30", canal_pile="63 67 61")
    for seat in (0, None):
        assert GAME.picture(one.view(seat)) == GAME.picture(other.view(seat))


def test_nothing_in_a_view_can_break_out_of_the_document() -> None:
    view = four_seats() | {
        "outcome": {"winners": [0, 1], "scores": [1, 1, 2, 2], "reason": '<script>"&'},
        "stage": "over",
    }
    assert "<script>" not in GAME.picture(view)
    assert any("<script>" in text for text in texts(view))


def test_an_open_quay_pile_is_shown_whole() -> None:
    view = next(view for view in views_of_a_match() if view["options"].get("quay_pile_open"))
    numbers = [one["number"] for one in view["quay_piles"][0]["cards"]]
    assert any(text == " ".join(map(str, numbers[:10])) for text in texts(view))


def test_the_game_offers_the_picture() -> None:
    view = views_of_a_match()[0]
    assert GAME.picture(view) == GAME.picture(view)


def test_a_german_reader_sees_no_english_word() -> None:
    def words(view: dict[str, Any], language: Language) -> set[str]:
        return set(re.findall(r"[^\W\d_]{2,}", " ".join(parsed(GAME.picture(view, language)).itertext())))

    for view in every_view():
        assert words(view, "en") & words(view, "de") <= {"Kontor", "in"}, view["stage"]  # a name, and a word of both


@pytest.mark.parametrize(("places", "said"), [(5, "only the 5 largest count."), (0, "is worth one.")])
def test_points_say_which_sectors_count(places: int, said: str) -> None:
    """Five guards of hers and four points: the picture said that each sector with a guard was one."""
    view = copy.deepcopy(views_of_a_match()[0])
    view["counting"]["places"] = places
    titles = [one.text or "" for one in parsed(GAME.picture(view)).iter(f"{SVG}title")]
    points = [one for one in titles if one.startswith("Points of")]
    assert points and all(one.endswith(said) for one in points)
