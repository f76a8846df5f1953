"""Names that the typeface of our pictures can write: where a picture is drawn here, no other font is there to help out.

A browser that draws the SVG itself has fonts for everything; a PNG has empty boxes where a letter is missing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex

WRITTEN = regex.compile(
    r"[ -~\u00a1-\u017e\u0386-\u03ce\u0400-\u045f\u1e80-\u1e85\u2012-\u2015\u2018-\u201a\u201c-\u201e\u2026]*"
)
"""Latin, Greek and Cyrillic letters as languages of today have them, digits and signs."""


def drawable(names: Sequence[str]) -> list[str]:
    """Return the names that can be drawn, the others empty: their seats go by colour or number then."""
    return [name if WRITTEN.fullmatch(unicodedata.normalize("NFC", name)) else "" for name in names]


__all__ = ["drawable"]
