"""The typeface of the web table's pictures: Source Sans Pro with the letters that pictures need, made by fontTools.

Its licence (OFL 1.1) reserves the name "Source", so the subset has another one. It is as small as can be, because it is part of
what a phone loads before the first move: hinting and kerning are left out, which browsers and eyes hardly miss at these sizes.
Letters that are not in it, such as those of Greek names, come from the reader's own typefaces.
"""

from io import BytesIO
from pathlib import Path
from string import ascii_letters, digits

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "service/pictures/fonts"
TYPEFACE = "service/web/static/typeface"
FAMILY = "Siegelpost Sans"
LETTERS = f"{ascii_letters}{digits} \u00a0!&$'()+,-./:;?·×–−…’ÀÂÄÇÈÉÊËÎÏÔÖŒÙÛÜàâäçèéêëîïôöœùûüß"
"""The letters and signs of pictures in English, German and French, and of most names."""
NAMES = {
    1: FAMILY,
    2: "{style}",
    4: f"{FAMILY} {{style}}",
    6: "SiegelpostSans-{style}",
    13: "SIL Open Font License 1.1",
}
"""Names by their numbers in the table ``name`` of OpenType; the notice of copyright and the licence's address stay beside them,
as the licence asks."""
NOTICE, ADDRESS = 0, 14
UNUSED = ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "gasp"]


def made() -> dict[str, bytes]:
    """Return the files that follow from the typefaces of ``service/pictures/fonts``, by path."""
    licence = {f"{TYPEFACE}/OFL.txt": (SOURCES / "OFL.txt").read_bytes()}
    return {f"{TYPEFACE}/{style.lower()}.woff2": _subset(style) for style in ("Bold", "Regular")} | licence


def _subset(style: str) -> bytes:
    font = TTFont(SOURCES / f"SourceSansPro-{style}.ttf", recalcTimestamp=False)
    options = Options(hinting=False, layout_features=[], name_IDs=[NOTICE, ADDRESS], notdef_outline=False)
    options.drop_tables += UNUSED
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    for number, name in NAMES.items():
        font["name"].setName(name.format(style=style), number, 3, 1, 0x409)
    font.flavor = "woff2"
    packed = BytesIO()
    font.save(packed)
    return packed.getvalue()
