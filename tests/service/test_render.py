"""SVG to PNG: the right size, the same bytes, readable letters from our own typeface, limits that are kept."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine.kontor import GAME
from service import render
from service.render import FONTS, png
from tests.engine.kontor.views import four_seats, views_of_a_match

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def size(image: bytes) -> tuple[int, int]:
    """Return width and height from the header chunk (PNG, third edition, section 11.2.1)."""
    assert image[12:16] == b"IHDR"
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def test_a_picture_becomes_a_png_of_the_width_asked_for() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 360"><rect width="720" height="360"/></svg>'
    image = png(svg, 360)
    assert image.startswith(SIGNATURE)
    assert size(image) == (360, 180)


@pytest.mark.parametrize("width", [360, 900])
def test_tables_of_two_and_of_four_can_be_drawn(width: int) -> None:
    for view in (views_of_a_match()[0], four_seats()):
        image = png(GAME.picture(view), width)
        assert image.startswith(SIGNATURE)
        assert size(image)[0] == width


def test_the_same_picture_gives_the_same_bytes() -> None:
    svg = GAME.picture(four_seats())
    assert png(svg, 500) == png(svg, 500)


@pytest.mark.parametrize("width", [119, 2001, 0, -360])
def test_a_width_out_of_range_is_refused_with_the_range(width: int) -> None:
    with pytest.raises(ValueError, match=r"120 to 2000"):
        png("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>", width)


@pytest.mark.parametrize("text", ["", "nonsense", "<svg"])
def test_what_is_no_svg_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        png(text, 360)


def test_letters_are_drawn_and_weights_differ() -> None:
    def drawn(inside: str) -> bytes:
        return png(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60">{inside}</svg>', 300)

    text = (
        '<text x="4" y="40" font-size="30" font-family="Source Sans Pro, Helvetica" font-weight="{}">−3 Größe ×</text>'
    )
    images = {drawn(""), *(drawn(text.format(weight)) for weight in (400, 600, 700))}
    assert len(images) == 4


def test_fonts_come_from_the_package_and_other_families_fall_back_to_it() -> None:
    assert all(Path(file).is_relative_to(Path(render.__file__).parent) for file in FONTS)
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60">'
        '<text y="40" font-size="30" font-family="{}">Kai</text></svg>'
    )
    assert png(text.format("sans-serif"), 300) == png(text.format("Source Sans Pro"), 300)
