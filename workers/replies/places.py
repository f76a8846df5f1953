"""Places in what people write, put into one word each, so that their numbers are no numbers of choices: fields, sites, edges.

A field goes by column and row: ``(1, -1)``, ``1,-1``, ``Spalte 1, Zeile -1``. Other places, and cards, go by a word and a number:
``Kante 16``, ``site 8``. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

MINUS = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
"""What mail programs and phones make of a minus."""
FIELD = re.compile(
    r"(?<![\w.,-])(?<!\d, )(?<!\d; )(?P<open>[(\[])?\s*(?:(?P<named>spalte|column|col\.?)\s*)?(?P<column>-?\d{1,2})"
    r"\s*(?:[,;/|]\s*(?:und\s+|and\s+)?(?:zeile|row)?|(?:und\s+|and\s+)?(?:zeile|row))\s*(?P<row>-?\d{1,2})\s*(?(open)[)\]])(?![\w-]|[.,;/|]\s*-?\d)"
)
LABELS = (
    "site", "bauplatz", "platz", "edge", "kante", "hex", "feld", "tile", "stapel", "pile", "insel", "island", "karte", "card",
)  # fmt: skip
LABELLED = re.compile(
    rf"\b({'|'.join(LABELS)}):?\s+(?:(?:nr|no|nummer|number)\.?\s*)?#?(\d{{1,3}})\b(?!\s*[,;/|]\s*-?\d)"
)
A_FIELD = re.compile(r"field(m?\d+)x(m?\d+)")
A_PLACE = re.compile(rf"(?:field|{'|'.join(LABELS)})m?\d+(?:xm?\d+)?")


def with_places(text: str) -> str:
    """Return a folded text with each place in one word.

    >>> with_places("die karte auf (1, \u22121) legen"), with_places("auf 1,1"), with_places("spalte 0 zeile -1")
    ('die karte auf field1xm1 legen', 'auf field1x1', 'field0xm1')
    >>> with_places("ok, (1,1), danke"), with_places("1, 2, 3")
    ('ok, field1x1, danke', '1, 2, 3')
    >>> with_places("straße auf kante 16"), with_places("3 holz, 2 lehm"), with_places("1,2,3"), with_places("2-1")
    ('straße auf kante16', '3 holz, 2 lehm', '1,2,3', '2-1')
    """
    plain = MINUS.sub("-", text)
    fields = FIELD.sub(lambda found: f"field{_signed(found['column'])}x{_signed(found['row'])}", plain)
    return LABELLED.sub(lambda found: f"{found[1]}{int(found[2])}", fields)


def with_fields(text: str) -> str:
    """Return a folded text with each field in one word, and nothing else.

    >>> with_fields("karte 36 auf (0, \u22121), sonst 1,0")
    'karte 36 auf field0xm1, sonst field1x0'
    """
    plain = MINUS.sub("-", text)
    return FIELD.sub(lambda found: f"field{_signed(found['column'])}x{_signed(found['row'])}", plain)


def field_in(word: str) -> str | None:
    """Return the field that a word is which :func:`with_fields` made, by column and row; ``None``: it is none.

    >>> field_in("field0xm1"), field_in("feld")
    ('0,-1', None)
    """
    found = A_FIELD.fullmatch(word)
    return None if found is None else f"{found[1]},{found[2]}".replace("m", "-")


def is_place(word: str) -> bool:
    """Return whether a word is one that :func:`with_places` made.

    >>> is_place("field1xm1"), is_place("kante16"), is_place("kante"), is_place("feld")
    (True, True, False, False)
    """
    return A_PLACE.fullmatch(word) is not None


def label_of(word: str) -> str:
    """Return what kind of place a word is: ``kante`` of ``kante16``."""
    return word.rstrip("0123456789") if not word.startswith("field") else "field"


def in_this_order(said: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether the places of each kind stand in a name in the order in which they are said: from here to there.

    >>> in_this_order(["kante5", "kante9"], ["von", "kante5", "auf", "kante9"])
    True
    >>> in_this_order(["kante9", "kante5"], ["von", "kante5", "auf", "kante9"])
    False
    """
    for label in {label_of(word) for word in said if is_place(word)}:
        own = [word for word in said if is_place(word) and label_of(word) == label]
        there = iter(word for word in name if is_place(word) and label_of(word) == label)
        if not all(word in there for word in own):
            return False
    return True


def of_number(number: str, known: Collection[str]) -> list[str]:
    """Return the places known that may be meant by a number alone.

    >>> of_number("16", ["kante16", "bauplatz16", "kante1"])
    ['bauplatz16', 'kante16']
    """
    return sorted(
        word
        for word in known
        if not word.startswith("field") and is_place(word) and word == f"{label_of(word)}{number}"
    )


def _signed(number: str) -> str:
    return f"m{int(number[1:])}" if number.startswith("-") and int(number) else str(int(number.lstrip("-")))


__all__ = ["field_in", "in_this_order", "is_place", "of_number", "with_fields", "with_places"]
