"""The lines that answers by mail are made of, in English and German: numbers of choices, choices in words, and a few orders.

Strict, because a sealed card cannot be taken back once it is opened: whatever is not clear changes nothing. Commands stand in
the first lines; with the first line that is none, reading ends, unless it looks like one that was mistyped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Order = Literal["undo", "status", "help", "more", "wait", "here", "bot", "win", "person", "time"]

ORDERS: Mapping[str, Order] = {
    "undo": "undo", "zurück": "undo", "zurueck": "undo", "zuruck": "undo",
    "status": "status", "stand": "status",
    "help": "help", "hilfe": "help",
    "more": "more", "mehr": "more",
    "wait": "wait", "warten": "wait",
    "here": "here", "da": "here", "hier": "here", "ich bin da": "here", "i am here": "here",
    "bot": "bot",
    "win": "win", "sieg": "win",
    "substitute": "person", "ersatz": "person",
    "more time": "time", "mehr zeit": "time", "i need more time": "time", "ich brauche mehr zeit": "time",
}  # fmt: skip
COMMON = frozenset({"da", "hier", "here", "ich bin da", "i am here", "i need more time", "ich brauche mehr zeit"})
"""What begins many sentences, so that a later line beginning with it is not taken for a command that was mistyped."""
MOST = 12
"""Commands in a mail."""
NUMBER = re.compile(r"(?:(?:nr|no)\.? ?)?[#(\[]?([0-9]{1,3})[)\].:]?")
LIKE_A_COMMAND = re.compile(r"[#(\[]?[0-9]")


@dataclass(frozen=True)
class Picks:
    """What a mail asks for: the choices picked by number, in order and each once, and the orders beside them."""

    numbers: tuple[int, ...] = ()
    orders: frozenset[Order] = frozenset()


@dataclass(frozen=True)
class NotUnderstood:
    """The line that is no command; empty when there is no line at all."""

    line: str


def parse(lines: Sequence[str], choices: Mapping[int, Sequence[str]]) -> Picks | NotUnderstood:
    """Return what the lines ask for.

    :param choices: by number what each choice is called, in every language that it may be answered in.
    """
    called: dict[str, set[int]] = {}
    for number, names in choices.items():
        for name in names:
            called.setdefault(folded(name), set()).add(number)
    firsts = {name.partition(" ")[0] for name in called if len(name.partition(" ")[0]) > 3} | (set(ORDERS) - COMMON)
    numbers: list[int] = []
    orders: set[Order] = set()
    for count, line in enumerate(lines):
        text = folded(line)
        meant = _number(text, called)
        if text in ORDERS:
            orders.add(ORDERS[text])
        elif meant is not None and meant in choices:
            numbers.append(meant)
        elif not count or meant is not None or _looks_like_one(line, text, firsts):
            return NotUnderstood(line)
        else:
            break
        if count >= MOST:
            return NotUnderstood(line)
    if not numbers and not orders:
        return NotUnderstood("")
    return Picks(tuple(dict.fromkeys(numbers)), frozenset(orders))


def folded(text: str) -> str:
    """Return a text as it is compared: one case, one blank, no full stop, no decoration.

    >>> folded("  Karte  36 ausspielen. ")
    'karte 36 ausspielen'
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(plain.split()).strip("*_\"'„“”»«!. ")


def _number(text: str, called: Mapping[str, set[int]]) -> int | None:
    """Return the number that a line means, also by the words of one choice; ``None`` if it is none or could be several."""
    found = NUMBER.fullmatch(text)
    if found:
        return int(found[1])
    meant = called.get(text, set())
    return next(iter(meant)) if len(meant) == 1 else None


def _looks_like_one(line: str, text: str, firsts: set[str]) -> bool:
    """Return whether a line after commands may be one that was mistyped, and not the sender's name or whom it quotes."""
    if "@" in line or line.endswith(":"):
        return False
    return bool(LIKE_A_COMMAND.match(text)) or text.partition(" ")[0] in firsts


__all__ = ["MOST", "ORDERS", "NotUnderstood", "Order", "Picks", "folded", "parse"]
