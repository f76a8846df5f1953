"""The numbers and bullets of HTML lists, as a browser shows them to whoever writes or reads a mail. Pure.

Mail editors turn a line such as "3. thanks" into ``<ol start="3"><li>thanks</li></ol>`` by themselves, and what numbers such a
list has, no text says. Ordinals are those of the HTML standard ("ordinal value" of ``li``); kinds of numbers come from ``type``
and from styles in attributes. Whatever else may change a number, such as style sheets or counters, makes it unclear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lxml.html import HtmlElement

ORDERED = "\ue031"
"""Stands before the number of an item, and in place of one that is not shown, until the lines are compared; no font shows it."""
UNCLEAR = "\ue03f"
"""Stands for a number that nobody can tell."""
LISTS = ("ol", "ul", "menu", "dir")
GREATEST = 2**31 - 1
"""Ordinals beyond this are not the same in all browsers."""
INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,40})")
"""The HTML standard's rules for parsing integers: what follows the digits is ignored."""
PIECE = re.compile(r""""[^"]*"|'[^']*'|;|[^;"']+|["']""")
"""A piece of a style attribute: a text in quotes, what ends a property, or anything else."""
PROPERTY = re.compile(r"[-\w]+")
MARKING = re.compile(
    r"counter-|list-style|@counter|::?\s*(?:marker|before|after)|\b(?:display|visibility|all|content)\s*:",
    re.IGNORECASE,
)
"""What in a style sheet may change numbers, or hide them."""
TEXT = re.compile(r"""(?:"([^"\\]*)"|'([^'\\]*)')""")
ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x")),
    *((9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def _alpha(number: int) -> str:
    found = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        found = chr(ord("a") + letter) + found
    return found


def _roman(number: int) -> str:
    found = ""
    for value, letters in ROMAN if 0 < number < 4_000 else ():
        found += letters * (number // value)
        number %= value
    return found


def _leading_zero(number: int) -> str:
    return f"{'-' if number < 0 else ''}{abs(number):02}"


NUMBERS: Mapping[str, Callable[[int], str]] = {
    "decimal": str,
    "decimal-leading-zero": _leading_zero,
    **dict.fromkeys(("lower-alpha", "lower-latin"), _alpha),
    **dict.fromkeys(("upper-alpha", "upper-latin"), lambda number: _alpha(number).upper()),
    "lower-roman": _roman,
    "upper-roman": lambda number: _roman(number).upper(),
}
"""How kinds of lists write a number; empty where a kind cannot, which is then written in digits."""
BULLETS = ("disc", "circle", "square", "disclosure-open", "disclosure-closed")
TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}


@dataclass
class _Place:
    """Where an element stands: its list, the kind of markers there, whether it is hidden, and whether numbers there are sure."""

    owner: HtmlElement
    kind: str = "disc"
    hidden: bool = False
    hidden_item_of: HtmlElement | None = None
    """The list of the hidden item that it stands in."""
    sure: bool = True


@dataclass
class _Owned:
    """The items of a list, with the kind of each one's marker; not ``sure`` if something may change their numbers."""

    items: list[tuple[HtmlElement, str]] = field(default_factory=list)
    sure: bool = True


def show_markers(tree: HtmlElement) -> dict[HtmlElement, str]:
    """Return all list items of a page with the text of their markers, and remove those that are not shown.

    >>> from lxml.html import document_fromstring as page
    >>> [text.strip(ORDERED) for text in show_markers(page("<ol start=3 type=i><li>a<li>b<li value=9>c")).values()]
    ['iii. ', 'iv. ', 'ix. ']
    """
    found, hidden = _lists_in(tree)
    sure = not any(MARKING.search(sheet.text_content()) for sheet in tree.iter("style"))
    markers = {
        item: marker
        for owner, owned in found.items()
        for item, marker in _numbered(owner, owned.items, sure=sure and owned.sure)
    }
    for item in hidden:
        if item.getparent() is not None and not any(one in markers for one in item.iter("li")):
            item.drop_tree()
    return markers


def _lists_in(tree: HtmlElement) -> tuple[dict[HtmlElement, _Owned], list[HtmlElement]]:
    """Return the items of each list in the order of the page, and all items that are hidden."""
    places: dict[HtmlElement, _Place] = {}
    found: dict[HtmlElement, _Owned] = {}
    hidden: list[HtmlElement] = []
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        parent = element.getparent()
        above = places.get(parent, _Place(tree)) if parent is not None else _Place(tree)
        place = places[element] = _place(element, above)
        if element.tag == "li":
            owner = above.owner if above.owner.tag in LISTS else parent if parent is not None else tree
            if not place.hidden:
                found.setdefault(owner, _Owned()).items.append((element, place.kind))
            elif place.hidden_item_of is owner:
                # Browsers end an item where the next one begins, this parser not always: then that one is not hidden at all.
                owned = found.setdefault(owner, _Owned())
                owned.items.append((element, place.kind))
                owned.sure = False
            else:
                place.hidden_item_of = owner
                hidden.append(element)
        if not place.sure:
            found.setdefault(above.owner, _Owned()).sure = False
            found.setdefault(place.owner, _Owned()).sure = False
    return found, hidden


def _place(element: HtmlElement, above: _Place) -> _Place:
    """Return where an element stands, by its attributes and where its parent stands."""
    tag, hint = element.tag, (element.get("type") or "").strip()
    place = _Place(above.owner, above.kind, above.hidden, above.hidden_item_of, above.sure)
    if tag in LISTS:
        place.owner, place.kind = element, "decimal" if tag == "ol" else "disc"
    if tag in ("ol", "li") and hint in TYPES:
        place.kind = TYPES[hint]
    elif tag in ("ul", "li") and hint.lower() in (*BULLETS[:3], "none"):
        place.kind = hint.lower()
    concealed = element.get("hidden")
    display = None if concealed is None else "unclear" if concealed.lower() == "until-found" else "none"
    for name, value in _declarations(element.get("style") or ""):
        if name in ("list-style", "list-style-type"):
            place.kind = _kind(value, shorthand=name == "list-style")
        elif name == "display":
            display = value
        elif name.startswith("counter-") or name == "all" or (name == "visibility" and value != "visible"):
            place.sure = False
    place.hidden = place.hidden or display == "none"
    place.sure = place.sure and _leaves_numbers(tag, display)
    return place


def _leaves_numbers(tag: str, display: str | None) -> bool:
    """Return whether an element that is displayed in a way of its own leaves the numbers of items as they are."""
    if display in (None, "none"):
        return True
    if tag == "li":
        return display == "list-item"
    return display not in ("unclear", "list-item") and not (tag in LISTS and display == "contents")


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the properties of a style attribute, in small letters but for texts in quotes."""
    pieces: list[str] = []
    for piece in PIECE.findall(f"{style};"):
        if piece != ";":
            pieces.append(piece)
            continue
        name, colon, value = "".join(pieces).partition(":")
        pieces.clear()
        if colon and PROPERTY.fullmatch(name.strip()):
            said = value.replace("!important", "").strip()
            yield name.strip().lower(), said if said[:1] in ("'", '"') else said.lower()


def _kind(value: str, *, shorthand: bool) -> str:
    """Return the kind of markers that a style names, as a text in quotes where it is one; ``unclear`` for all others."""
    if TEXT.fullmatch(value):
        return value
    words = [one for one in value.split() if not (shorthand and one in ("inside", "outside"))]
    kind = words[0] if len(words) == 1 else "disc" if shorthand and not words else "unclear"
    return kind if kind in (*NUMBERS, *BULLETS, "none") else "unclear"


def _numbered(
    owner: HtmlElement, items: Sequence[tuple[HtmlElement, str]], *, sure: bool
) -> Iterator[tuple[HtmlElement, str]]:
    """Yield the items of a list with their markers."""
    is_ordered = owner.tag == "ol"
    falls = is_ordered and owner.get("reversed") is not None
    start = _integer(owner.get("start")) if is_ordered else None
    number = start if start is not None else len(items) if falls else 1
    for item, kind in items:
        value = _integer(item.get("value"))
        number = number if value is None else value
        yield item, _marker(number, kind, sure=sure)
        number += -1 if falls else 1


def _marker(number: int, kind: str, *, sure: bool) -> str:
    text = TEXT.fullmatch(kind)
    if kind in BULLETS or kind == "none":
        return "* " if kind in BULLETS else ORDERED
    if not sure or kind == "unclear" or abs(number) > GREATEST:
        return f"{UNCLEAR} "
    return f"{ORDERED}{text[1] or text[2] or ''} " if text else f"{ORDERED}{NUMBERS[kind](number) or number}. "


def _integer(written: str | None) -> int | None:
    """Return the number that an attribute says; ``None``: it says none.

    >>> [_integer(one) for one in ("3", " +4x", "-2", "x3", "", None)]
    [3, 4, -2, None, None, None]
    """
    found = INTEGER.match(written or "")
    return None if found is None else int(found[1])


__all__ = ["ORDERED", "UNCLEAR", "show_markers"]
