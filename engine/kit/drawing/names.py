"""Players' names on pictures: as much of a name as there is room for, cut between letters, never in the middle of one.

The font is the reader's, so widths are estimates, rather too large than too small. A width is told in *ems*: in parts of the
size of the letters.
"""

import unicodedata
from collections.abc import Sequence

ELLIPSIS = "…"
JOINER = "\u200d"
SELECTOR = "\ufe0f"
TONES = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)
PICTURES = range(0x1F000, 0x20000)
FROM_THE_RIGHT = ("R", "AL", "AN")
"""Directions of letters (Unicode, annex 9) that are written from right to left."""
NARROW, USUAL, BROAD, SQUARE = 0.32, 0.58, 0.9, 1.05
LONGEST = 11.0
"""Maximum width of a name in a picture's sentence, in ems: some twenty letters."""


def letters(text: str) -> list[str]:
    """Return a text in the units that a reader sees as one letter: with accents, skin tones, joined emoji.

    >>> len(letters("Zoe\\u0308")), len(letters("👩🏽‍🚀🇩🇪"))
    (3, 2)
    """
    found: list[str] = []
    for one in text:
        if found and (_belongs_to_the_last(one) or found[-1].endswith(JOINER) or _completes_flag(one, found[-1])):
            found[-1] += one
        else:
            found.append(one)
    return found


def _belongs_to_the_last(one: str) -> bool:
    return unicodedata.category(one) in ("Mn", "Mc", "Me") or one in (JOINER, SELECTOR) or ord(one) in TONES


def _completes_flag(one: str, last: str) -> bool:
    return ord(one) in FLAGS and len(last) == 1 and ord(last) in FLAGS


def wide(text: str) -> float:
    """Return the approximate width of a text in bold letters, in ems.

    >>> wide("ill") < wide("Ada") < wide("MWM") < wide("囲碁好き")
    True
    """
    return sum(map(_wide, letters(text)))


def _wide(letter: str) -> float:
    first = letter[0]
    if unicodedata.east_asian_width(first) in "WF" or ord(first) in PICTURES:
        return SQUARE
    if first in " .,:;'!|()[]·ijltfrI":
        return NARROW
    return BROAD if first in "MWmw@%—" or unicodedata.category(first) == "So" else USUAL


def shortened(name: str, room: float) -> str:
    """Return a name shortened to at most this width, in ems; a shortened one ends with an ellipsis.

    >>> shortened("Ada", 4), shortened("Maximiliane", 4)
    ('Ada', 'Maxim…')
    """
    if wide(name) <= room:
        return name
    kept, used = "", wide(ELLIPSIS)
    for letter in letters(name):
        used += _wide(letter)
        if used > room:
            break
        kept += letter
    return kept.rstrip() + ELLIPSIS


def fitted(name: str, room: float, size: float, smallest: float) -> tuple[str, float]:
    """Return a name and its letter size so that it fits ``room``: smaller letters first, then fewer.

    >>> fitted("Ada", 100, 25, 17), fitted("Maximiliane-Charlotte", 100, 25, 17)
    (('Ada', 25), ('Maximilia…', 17))
    """
    fits = int(room / max(wide(name), 0.1))
    if fits >= smallest:
        return name, min(size, fits)
    return shortened(name, room / smallest), smallest


def in_a_sentence(name: str) -> str:
    """Return a name made safe for a sentence, whatever its length and direction of writing."""
    said = shortened(name, LONGEST)
    turned = any(unicodedata.bidirectional(one) in FROM_THE_RIGHT for one in said)
    return f"\u2068{said}\u2069" if turned else said


def name_of(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat's player in one line; empty if unknown."""
    return " ".join(names[seat].split()) if seat < len(names) else ""
