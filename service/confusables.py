"""What a text looks like: the skeleton of UTS #39, section 4, equal for texts that are easily taken for one another.

The data are Unicode's (``confusables.txt`` beside this file, with its licence). No library was found that is kept well,
typed, installs without a compiler and computes this skeleton; the algorithm is four lines, the data are what matters.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files

import regex

IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}+")


@lru_cache(maxsize=1)
def _prototypes() -> dict[int, str]:
    lines = (files("service") / "confusables.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {
        int(character, 16): "".join(chr(int(one, 16)) for one in prototype.split()) for character, prototype in rows
    }


def skeleton(text: str) -> str:
    """Return what the text looks like; only good for comparing, never for showing.

    >>> skeleton("pаypal") == skeleton("paypal"), skeleton("Irn") == skeleton("lm"), skeleton("ada") == skeleton("adb")
    (True, True, False)
    """
    bare = IGNORED.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)))
    return unicodedata.normalize("NFD", bare.translate(_prototypes()))


def look_alike(one: str, other: str) -> bool:
    """Return whether two names may be taken for one another, as they are written or when case is not minded.

    >>> look_alike("Ian", "lan"), look_alike("Ada", "ADA"), look_alike("Ada", "Ida")
    (True, True, False)
    """
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())


__all__ = ["look_alike", "skeleton"]
