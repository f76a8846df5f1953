"""Pictures with few colours: near to what was drawn, in the largest form that fits, found at the first try."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from service.pictures import painter
from service.pictures.painter import STEPS, Step, in_few_colours, pack, steps_for

BUDGET = 54_000
COLOURS = ("#c81f2b", "#1c4fa0", "#f4a00c", "#fffaf0", "#33291d", "#5fa8cc", "#2d7a3f", "#d98bb4")


def fields(width: int = 720) -> Image.Image:
    """Return a picture of large fields, thin lines and words in few colours."""
    image = Image.new("RGB", (width, width), "white")
    pen = ImageDraw.Draw(image)
    for number, colour in enumerate(COLOURS):
        top = number * width // len(COLOURS)
        pen.rectangle((0, top, width // 2, top + width // 12), fill=colour)
        pen.line((width // 2, top, width, top + 40), fill=colour, width=2)
        pen.text((width // 2 + 40, top + 20), f"word {number}", fill=colour)
    return image


def read(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as image:
        image.load()
        return image


def test_every_field_keeps_its_colour() -> None:
    image = fields()
    few = read(in_few_colours(image, BUDGET))
    assert few.mode == "P"
    assert few.size == image.size
    shown = few.convert("RGB")
    for number in range(len(COLOURS)):
        at = (20, number * 720 // len(COLOURS) + 20)
        one, other = shown.getpixel(at), image.getpixel(at)
        assert isinstance(one, tuple)
        assert isinstance(other, tuple)
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 16


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_it_is_no_farther_from_the_drawing_than_with_colours_of_all_pixels(step: Step) -> None:
    image = fields(step.width)
    shown = read(in_few_colours(image, BUDGET, [step])).convert("RGB")
    whole = image.quantize(step.colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).convert("RGB")
    away, at_most = (sum(ImageStat.Stat(ImageChops.difference(image, one)).rms) for one in (shown, whole))
    assert away <= at_most + 0.5


def test_the_best_step_that_fits_is_taken_and_the_last_where_none_does() -> None:
    image = fields()
    sizes = {step: len(in_few_colours(image, 10**6, [step])) for step in STEPS}
    assert len(in_few_colours(image, 10**6)) == sizes[STEPS[0]]
    assert len(in_few_colours(image, sizes[STEPS[2]])) == next(
        size for size in sizes.values() if size <= sizes[STEPS[2]]
    )
    assert len(in_few_colours(image, 10)) == sizes[STEPS[-1]]


def test_a_long_drawing_is_not_drawn_larger_than_it_can_fit() -> None:
    assert steps_for(20_000, BUDGET) == list(STEPS)
    assert steps_for(65_000, BUDGET)[0].width == 480
    assert steps_for(10**9, BUDGET), "there is always a last resort"
    for shorter, longer in ((20_000, 52_000), (52_000, 65_000), (65_000, 150_000)):
        assert set(steps_for(longer, BUDGET)) < set(steps_for(shorter, BUDGET))


def test_a_picture_of_one_pixel_can_be_made() -> None:
    assert read(in_few_colours(Image.new("RGB", (1, 1), "red"), BUDGET, [Step(1, 24)])).size == (1, 1)
    assert painter.SAMPLE > 1


@pytest.mark.parametrize("size", [(1, 1), (7, 5), (720, 31)])
def test_a_packed_palette_image_reads_back_as_it_was(size: tuple[int, int]) -> None:
    image = fields().crop((0, 0, *size)).quantize(24, dither=Image.Dither.NONE)
    again = read(pack(image))
    assert (again.mode, again.size) == (image.mode, image.size)
    assert again.tobytes() == image.tobytes()
    assert again.getpalette() == image.getpalette()
