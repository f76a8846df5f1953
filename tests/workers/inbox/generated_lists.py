"""HTML lists made at random, with the markers that a browser shows before their items."""

from __future__ import annotations

import random
from dataclasses import dataclass
from html import escape

INTEGERS = {
    "3": 3, "0": 0, "-4": -4, " 7": 7, "+2": 2, "5x": 5, "2.9": 2, "012": 12, "27": 27, "702": 702, "3999": 3999, "4000": 4000,
    "x": None, "": None, "-": None, "- 1": None, "\u00b2": None, "\u0663": None,
}  # fmt: skip
"""Values of ``start`` and ``value``, and the numbers that they are by the HTML standard."""
TYPES = {"1": "1", "a": "a", "A": "A", "i": "i", "I": "I", "x": None, "": None, "AA": None}
STYLES = {
    "list-style-type: decimal": "1", "LIST-STYLE: lower-roman inside": "i", "list-style: outside none": "",
    "list-style-type:none": "", "color: red; list-style-type: upper-alpha !important": "A",
    "list-style-type: square": "*", "list-style-type: '3) '": "3) ",
    'list-style-type: "4; ";': "4; ", "list-style: inside": "*", "list-style-type: decimal-leading-zero": "0",
    "margin: 0; display: block": None, "color: blue": None,
}  # fmt: skip
"""Styles of lists, and the kind of markers that each asks for; ``None``: for none."""
HIDDEN = (' style="display:none"', " hidden", ' style="color: red; display: none !important"')
WORDS = ("danke", "3", "", "<br>", "<div>LG Ann</div>", "<p>passen</p>", "<span>2</span> <b>x</b>")


@dataclass
class Made:
    """A list as HTML, and the markers of its items and of those of the lists inside them, in the order of the page."""

    html: str
    markers: list[str]


def make_list(dice: random.Random, depth: int = 0) -> Made:
    """Return a list with items, lists inside them, hidden ones, quoted ones and all that may be written for numbers."""
    tag = dice.choice(("ol", "ol", "ol", "ul"))
    start, falls = dice.choice([None, *INTEGERS]), dice.random() < 0.25
    kind, written = "1" if tag == "ol" else "*", ""
    if tag == "ol" and start is not None:
        written += f' start="{start}"'
    if falls:
        written += " reversed"
    if dice.random() < 0.4:
        hint = dice.choice(list(TYPES))
        written += f' type="{hint}"'
        kind = (TYPES[hint] if tag == "ol" else None) or kind
    if dice.random() < 0.3:
        style = dice.choice(list(STYLES))
        written += f' style="{escape(style)}"'
        asked = STYLES[style]
        kind = kind if asked is None else asked
    items = list[_Item]()
    for _ in range(dice.randint(0, 4)):
        after_open_one = bool(items) and not items[-1].html.endswith(">")
        items.append(_make_item(dice, kind, depth, wrapped=not after_open_one and dice.random() < 0.05))
    shown = [one for one in items if one.number is not SKIPPED]
    begins = INTEGERS.get(start or "") if tag == "ol" else None
    steps = -1 if falls and tag == "ol" else 1
    count = begins if begins is not None else len(shown) if steps < 0 else 1
    markers = []
    for one in shown:
        count = one.number if isinstance(one.number, int) else count
        markers += [_in_words(count, one.kind), *one.inside]
        count += steps
    return Made(f"<{tag}{written}>{''.join(one.html for one in items)}</{tag}>", [one for one in markers if one])


SKIPPED = "hidden"


@dataclass
class _Item:
    html: str
    kind: str
    number: int | str | None
    inside: list[str]


def _make_item(dice: random.Random, kind: str, depth: int, *, wrapped: bool) -> _Item:
    value, written = dice.choice([None, None, None, *INTEGERS]), ""
    if value is not None:
        written += f' value="{value}"'
    number: int | str | None = None if value is None else INTEGERS[value]
    if dice.random() < 0.1:
        hint = dice.choice(list(TYPES))
        written += f' type="{hint}"'
        kind = TYPES[hint] or kind
    if dice.random() < 0.15:
        written += dice.choice(HIDDEN)
        number = SKIPPED
    inside = make_list(dice, depth + 1) if depth < 2 and dice.random() < 0.25 else Made("", [])
    body = dice.choice(WORDS) + inside.html
    html = f"<li{written}>{body}" + ("</li>" if wrapped or dice.random() < 0.8 else "\n")
    return _Item(f"<div>{html}</div>" if wrapped else html, kind, number, inside.markers)


def _in_words(number: int, kind: str) -> str:
    """Return the marker of an item, as a browser writes it; written otherwise than in the code that is tested."""
    if kind in ("", "*"):
        return "*" if kind else ""
    if kind not in TYPES and kind != "0":
        return kind
    if kind == "0" and abs(number) < 10:
        return f"{'-' * (number < 0)}0{abs(number)}."
    if number < 1 or kind in ("0", "1") or (kind in "iI" and number > 3999):
        return f"{number}."
    small = _letters(number) if kind in "aA" else _roman(number)
    return f"{small if kind.islower() else small.upper()}."


def _letters(number: int) -> str:
    size = next(one for one in range(1, 9) if sum(26**each for each in range(1, one + 1)) >= number)
    left = number - 1 - sum(26**each for each in range(1, size))
    return "".join(chr(97 + left // 26**place % 26) for place in reversed(range(size)))


def _roman(number: int) -> str:
    signs = (
        ("", "m", "mm", "mmm"),
        ("", *["c", "cc", "ccc", "cd", "d", "dc", "dcc", "dccc", "cm"]),
        ("", *["x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc"]),
    )
    ones = ("", *["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"])
    thousands, hundreds, tens, left = (int(one) for one in f"{number:04}")
    return signs[0][thousands] + signs[1][hundreds] + signs[2][tens] + ones[left]
