"""Names in pictures that are drawn here: written where the typeface has their letters, left to seats' signs where not."""

from pathlib import Path

import pytest
from PIL import ImageFont

import service.pictures.drawing
from service.pictures.drawing import WRITTEN, drawable

FONTS = sorted((Path(service.pictures.drawing.__file__).parent / "fonts").glob("*.ttf"))


def test_names_of_other_scripts_and_pictures_are_left_out() -> None:
    assert drawable(["Ada", "Zoe\u0308", "Борис", "Ἀλέξ", "محمد", "囲碁", "Ben 🦊"]) == [
        "Ada", "Zoe\u0308", "Борис", "", "", "", ""
    ]  # fmt: skip


@pytest.mark.parametrize("font", FONTS, ids=lambda one: one.stem)
def test_the_typeface_has_every_letter_that_is_let_through(font: Path) -> None:
    face = ImageFont.truetype(font, 20)

    def shape(letter: str) -> bytes:
        return bytes(face.getmask(letter))

    missing = shape("\U0010ffff")
    letters = [chr(one) for one in range(0x10000) if WRITTEN.fullmatch(chr(one)) and chr(one).isprintable()]
    assert len(letters) > 350
    assert [one for one in letters if shape(one) == missing] == []
