"""SVG to PNG: the right size, the same bytes, readable letters from our own typeface, limits that are kept."""

import struct
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine.games.kontor import GAME
from service.pictures.painter import FOLDER, png, small_png
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
    images = {drawn(""), *(drawn(text.format(weight)) for weight in (400, 700))}
    assert len(images) == 3


def test_fonts_come_from_the_package_and_other_families_fall_back_to_it() -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60">'
        '<text y="40" font-size="30" font-family="{}">Kai</text></svg>'
    )
    ours = png(text.format("Source Sans Pro"), 300)
    assert {png(text.format(family), 300) for family in ("sans-serif", "DejaVu Sans", "Times New Roman")} == {ours}


def test_letters_have_the_shapes_of_the_packages_own_typeface() -> None:
    """Whatever the machine has: drawn with another typeface, the same word would be as wide as in that."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60"><rect width="300" height="60" fill="white"/>'
        '<text y="50" font-size="50" font-family="Source Sans Pro" font-weight="700">Kai</text></svg>'
    )
    wanted = Image.new("L", (300, 60), "white")
    ImageDraw.Draw(wanted).text(
        (0, 50), "Kai", fill="black", font=ImageFont.truetype(FOLDER / "SourceSansPro-Bold.ttf", 50), anchor="ls"
    )
    with Image.open(BytesIO(png(svg, 300))) as found:
        edges = zip(ink(found.convert("L")), ink(wanted), strict=True)
    assert all(abs(one - other) <= 1 for one, other in edges)


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of what is dark."""
    box = image.point(lambda level: 255 * (level < 128)).getbbox()
    assert box is not None
    return box


def test_a_small_picture_has_a_palette_and_is_as_good_as_the_budget_allows() -> None:
    svg = GAME.picture(four_seats())
    large, middling, smallest = (small_png(svg, budget) for budget in (200_000, 30_000, 1))
    assert len(large) <= 200_000
    assert len(middling) <= 30_000
    assert [size(one)[0] for one in (large, smallest)] == [720, 320]
    assert len(smallest) < len(middling) < len(large)
    with Image.open(BytesIO(large)) as image:
        assert image.mode == "P"


def test_a_small_picture_shows_what_the_large_one_shows() -> None:
    for view in (views_of_a_match()[0], four_seats()):
        svg = GAME.picture(view)
        with Image.open(BytesIO(small_png(svg, 10**6))) as few, Image.open(BytesIO(png(svg, 720))) as all_of_them:
            differences = ImageChops.difference(few.convert("RGB"), all_of_them.convert("RGB")).convert("L").histogram()
        assert few.size == all_of_them.size
        assert sum(differences[64:]) <= sum(differences) // 1000


def test_what_is_clear_is_white_in_a_small_picture() -> None:
    clear = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="4" height="4"/></svg>'
    with Image.open(BytesIO(small_png(clear, 9_000))) as image:
        assert image.convert("RGB").getpixel((700, 700)) == (255, 255, 255)
