"""The picture: well-formed, self-contained, complete, and made from the view alone."""

import random
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from engine.contract import View
from engine.games.packet_row import GAME
from service.pictures.painter import png
from tests.engine import laws
from tests.engine.packet_row.table import CARDS, Table, given, outcome_of
from tests.engine.packet_row.ways import match_of

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: View) -> Element:
    return ElementTree.fromstring(GAME.picture(view))


def texts(root: Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def attribute(element: Element, name: str) -> str:
    value = element.get(name)
    assert value is not None, name
    return value


def lying(seats: int, sign: str, cards: list[str]) -> Table:
    """Return a table with these cards in the current supply of a board."""
    boards: dict[str, Any] = {sign: " ".join(cards)}
    return given(seats, **boards)


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_every_state_can_be_drawn_within_720_units(seats: int) -> None:
    match = match_of(seats, seats, laws.at_random(random.Random(seats)), hidden_hands=seats == 3)
    for state in [*match.states[::15], match.end]:
        root = drawn(GAME.view(state, 0))
        left, top, width, height = map(float, attribute(root, "viewBox").split())
        assert (left, top, width) == (0, 0, 720)
        assert 600 < height < 2000


def test_it_needs_nothing_from_outside() -> None:
    svg = GAME.picture(given(5).view(0))
    assert not re.search(r"<(script|style|image|foreignObject)|https?://(?!www\.w3\.org/2000/svg)|url\(", svg)
    defined = set(re.findall(r' id="(?!spot-)([^"]+)"', svg))
    assert set(re.findall(r'href="#([^"]+)"', svg)) == defined


def test_it_shows_boards_piles_money_and_who_is_asked() -> None:
    table = given(4, M="university#1 tobacco1#1 grain1#1 / tobacco3#1 fur1#1", money={2: 137}).open("M")
    shown = texts(drawn(table.view(0)))
    for name in ("Guildhall", "Docks", "Market", "Bank", "University", "137 $", "Blue (2) is asked", "Round 9", "you"):
        assert name in shown
    assert "You are asked" in texts(drawn(table.view(1)))
    assert [one for one in shown if one.startswith("×")][:4] == [
        f"×{len(table.board(sign)['draw'])}" for sign in "GDMB"
    ]  # fmt: skip


def test_it_shows_what_was_taken_now_and_in_the_round_before() -> None:
    table = given(3, D="captain#1 ship_gb#1").open("D").take("captain#1")
    assert texts(drawn(table.view(0))).count("Captain") == 1
    table.decline().take("ship_gb#1")
    shown = texts(drawn(table.view(0)))
    assert "Previous round (9): Docks" in shown and "Ship GB" in shown and "Captain" in shown


def test_the_end_names_the_winner() -> None:
    match = match_of(2, 4, laws.at_random(random.Random(4)))
    (winner,) = outcome_of(match.end)["winners"]
    assert f"Won by {('Red (1)', 'Blue (2)')[winner]}" in texts(drawn(GAME.view(match.end, None)))
    assert "You won" in texts(drawn(GAME.view(match.end, winner)))


def test_every_kind_of_card_can_be_drawn() -> None:
    by_board: dict[str, dict[tuple[str, int], str]] = {sign: {} for sign in "GDMB"}
    for card in CARDS.values():
        if card.board in by_board:
            by_board[card.board].setdefault((card.kind, card.units), card.id)
    for sign, cards in by_board.items():
        names = list(cards.values())
        for first in range(0, len(names), 4):
            shown = names[first : first + 4]
            table = lying(5, sign, [*shown, *["-"] * (4 - len(shown))])
            assert len(drawn(table.view(0))) > 2


def test_a_contract_in_a_panel_explains_itself_when_it_is_pointed_at() -> None:
    card = next(one for one in CARDS.values() if one.kind == "contract")
    root = drawn(given(2, hands={0: card.id}, starting={0: None, 1: None}).view(0))
    spots = [one for one in root.iter(f"{SVG}rect") if (one.get("id") or "").startswith("spot-contract-")]
    assert [attribute(one, "id") for one in spots] == [f"spot-contract-{card.id.replace('#', '.')}"]
    said = [title.text or "" for one in spots for title in one.iter(f"{SVG}title")]
    assert said and "contract" in said[0].lower() and str(card.reward) in said[0]


ADVANCE = 0.53
"""Width of a bold digit or dollar sign of the picture's font, in parts of its size."""


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_found_in_play_5_nothing_in_the_band_of_a_building_overlaps(seats: int) -> None:
    buildings = [card for card in CARDS.values() if card.kind == "building"]
    for sign in "GDMB":
        names = [card.id for card in buildings if card.board == sign]
        for first in range(0, len(names), seats - 1):
            current = [*names[first : first + max(2, seats - 1)], "-", "-", "-", "-"][: max(2, seats - 1)]
            table = lying(seats, sign, current)
            bands = [card for card in drawn(table.view(0)).iter(f"{SVG}g") if _spans(card)]
            assert len(bands) >= len([card for card in current if card != "-"])
            for band in bands:
                spans = _spans(band)
                assert all(left[1] < right[0] for left, right in pairwise(spans)), spans


def _spans(card: Element) -> list[tuple[float, float]]:
    """Return from where to where price, hat and points of a building go, if this group is one."""
    hats = [one for one in card.findall(f"{SVG}use") if one.get("href") == "#row-hat"]
    band = [one for one in card.findall(f"{SVG}text") if one.get("y") == "26"]
    if len(hats) != 1 or len(band) != 2:
        return []
    moved = re.fullmatch(r"translate\(([0-9.]+) [0-9.]+\) scale\(([0-9.]+)\)", attribute(hats[0], "transform"))
    assert moved is not None
    x, size = map(float, moved.groups())
    spans = [(x, x + 100 * size)]
    for one in band:
        place = float(attribute(one, "x"))
        wide = ADVANCE * float(attribute(one, "font-size")) * len(one.text or "")
        spans.append((place - wide, place) if one.get("text-anchor") == "end" else (place, place + wide))
    return sorted(spans)


def test_it_renders_to_a_png_that_a_phone_can_show() -> None:
    image = png(GAME.picture(given(5).view(0)), 360)
    assert image.startswith(b"\x89PNG") and len(image) > 10_000


def test_it_says_in_words_what_it_shows() -> None:
    root = drawn(given(2).view(0))
    assert root.findtext(f"{SVG}title") == "Packet Row, round 9"
    assert "Docks: 38 cards in the draw pile." in root.findtext(f"{SVG}desc", "")


def ships_end_at(element: Element, left: float = 0.0) -> list[float]:
    """Return where each ship in a panel ends on its right. Signs are drawn in squares of 100 units, moved and scaled; those of
    the boards are larger."""
    move = re.match(r"translate\(([-\d.]+) [-\d.]+\)(?: scale\(([\d.]+)\))?", element.get("transform", ""))
    left += float(move.group(1)) if move else 0.0
    scale = float(move.group(2) or 1) if move else 1.0
    here = [left + 100 * scale] if scale < 0.4 and element.get("href") == "#row-ship" else []
    return here + [end for one in element for end in ships_end_at(one, left)]


@pytest.mark.parametrize(("seat", "edge"), [(0, 360), (1, 720)])
def test_a_fleet_stays_within_its_panel(seat: int, edge: int) -> None:
    """Nine ships and five kinds of goods: what does not fit beside one another stands below."""
    fleet = " ".join(f"ship_{where}#{n}" for where in ("gb", "fr", "es") for n in (1, 2, 3))
    goods = "cotton1#1 tobacco1#1 grain1#1 fur1#1 gold1#1"
    bare, full = (drawn(given(2, hands={seat: hand}).view(0)) for hand in ("ship_gb#1", f"{fleet} {goods}"))
    ends = ships_end_at(full)
    assert len(ends) == 9
    assert edge - 360 < min(ends)
    assert max(ends) <= edge
    assert float(attribute(full, "viewBox").split()[3]) > float(attribute(bare, "viewBox").split()[3])
