"""The picture: well-formed, self-contained, complete, and made from the view alone."""

import random
import re
from xml.etree import ElementTree

import pytest

from engine.packet_row import GAME
from service.render import png
from tests.engine import laws
from tests.engine.packet_row.table import CARDS, given
from tests.engine.packet_row.test_laws import match_of

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view):
    return ElementTree.fromstring(GAME.picture(view))


def texts(root):
    return [one.text for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("seats", GAME.rules.seats)
def test_every_state_can_be_drawn_within_720_units(seats):
    match = match_of(seats, seats, laws.at_random(random.Random(seats)), hidden_hands=seats == 3)
    for state in [*match.states[::15], match.end]:
        root = drawn(GAME.view(state, 0))
        left, top, width, height = map(float, root.get("viewBox").split())
        assert (left, top, width) == (0, 0, 720)
        assert 600 < height < 2000


def test_it_needs_nothing_from_outside():
    svg = GAME.picture(given(5).view(0))
    assert not re.search(r"<(script|style|image|foreignObject)|https?://(?!www\.w3\.org/2000/svg)|url\(", svg)
    defined = set(re.findall(r' id="([^"]+)"', svg))
    assert set(re.findall(r'href="#([^"]+)"', svg)) == defined


def test_it_shows_boards_piles_money_and_who_is_asked():
    table = given(4, M="university#1 tobacco1#1 grain1#1 / tobacco3#1 fur1#1", money={2: 137}).open("M")
    shown = texts(drawn(table.view(0)))
    for name in ("Guildhall", "Docks", "Market", "Bank", "University", "137 $", "Blue (2) is asked", "Round 9", "you"):
        assert name in shown
    assert [one for one in shown if one.startswith("×")][:4] == [
        f"×{len(table.board(sign)['draw'])}" for sign in "GDMB"
    ]  # fmt: skip


def test_it_shows_what_was_taken_now_and_in_the_round_before():
    table = given(3, D="captain#1 ship_gb#1").open("D").take("captain#1")
    assert texts(drawn(table.view(0))).count("Captain") == 1
    table.decline().take("ship_gb#1")
    shown = texts(drawn(table.view(0)))
    assert "Last round (9): docks" in shown and "Ship GB" in shown and "Captain" in shown


def test_the_end_names_the_winner():
    match = match_of(2, 4, laws.at_random(random.Random(4)))
    (winner,) = GAME.outcome(match.end)["winners"]
    assert f"Won by {('Red (1)', 'Blue (2)')[winner]}" in texts(drawn(GAME.view(match.end, None)))


def test_every_kind_of_card_can_be_drawn():
    by_board = {sign: {} for sign in "GDMB"}
    for card in CARDS.values():
        if card.board in by_board:
            by_board[card.board].setdefault((card.kind, card.units), card.id)
    for sign, cards in by_board.items():
        names = list(cards.values())
        for first in range(0, len(names), 4):
            shown = names[first : first + 4]
            table = given(5, **{sign: " ".join(shown + ["-"] * (4 - len(shown)))})
            assert len(drawn(table.view(0))) > 2


def test_it_renders_to_a_png_that_a_phone_can_show():
    image = png(GAME.picture(given(5).view(0)), 360)
    assert image.startswith(b"\x89PNG") and len(image) > 10_000


def test_it_says_in_words_what_it_shows():
    root = drawn(given(2).view(0))
    assert root.find(f"{SVG}title").text == "Packet Row, round 9"
    assert "Docks: draw pile" in root.find(f"{SVG}desc").text
