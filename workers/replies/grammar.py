"""The lines that answers by mail are made of, in English and German: numbers of choices, choices in words, and a few orders.

Strict, because a sealed card cannot be taken back once it is opened: whatever is not clear changes nothing. Commands stand in
the first lines; with the first line that is none, reading ends, unless it looks like one that was mistyped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from workers.replies.spans import seconds_asked_for
from workers.replies.wishes import LONGEST, Said, Vocabulary, tails, understood, unwrapped

Order = Literal[
    "undo", "status", "help", "more", "wait", "here", "bot", "win", "person", "time", "same", "grant", "refuse", "ask"
]

ORDERS: Mapping[str, Order] = {
    "undo": "undo", "zurück": "undo", "zurueck": "undo", "zuruck": "undo",
    "status": "status", "stand": "status",
    "help": "help", "hilfe": "help",
    "more": "more", "mehr": "more",
    "wait": "wait", "warten": "wait",
    "here": "here", "da": "here", "hier": "here", "ich bin da": "here", "i am here": "here",
    "bot": "bot",
    "same": "same", "same again": "same", "same as last time": "same", "wie zuletzt": "same", "wie letztes mal": "same",
    "win": "win", "sieg": "win",
    "substitute": "person", "ersatz": "person",
    "give time": "grant", "grant time": "grant", "zeit geben": "grant", "gewähren": "grant", "gewaehren": "grant",
    "not now": "refuse", "nicht jetzt": "refuse",
    "more time": "time", "mehr zeit": "time", "i need more time": "time", "ich brauche mehr zeit": "time",
}  # fmt: skip
COMMON = frozenset(
    {
        "same",
        "da",
        "hier",
        "here",
        "ich bin da",
        "i am here",
        "i need more time",
        "ich brauche mehr zeit",
        "not now",
        "nicht jetzt",
    }
)
"""What begins many sentences, so that a later line beginning with it is not taken for a command that was mistyped."""
MOST = 12
"""Commands in a mail."""
NUMBER = re.compile(r"(?:(?:nr|no)\.? ?)?[#(\[]?([0-9]{1,3})[)\].:]?")
LIKE_A_COMMAND = re.compile(r"[#(\[]?[0-9]")


@dataclass(frozen=True)
class Picks:
    """What a mail asks for: the choices picked by number, in order and each once, and the orders beside them.

    ``ahead`` is what it says with choices about what may follow, by number. ``seconds`` is how much time it asks the others for
    (order ``ask``), 0 where it does not say so clearly.
    """

    numbers: tuple[int, ...] = ()
    orders: frozenset[Order] = frozenset()
    ahead: Mapping[int, Said] = field(default_factory=dict)
    seconds: int = 0


@dataclass(frozen=True)
class NotUnderstood:
    """The line that is no command; empty when there is no line at all."""

    line: str


def _nothing(_: int) -> Vocabulary:
    return Vocabulary()


def parse(
    lines: Sequence[str], choices: Mapping[int, Sequence[str]], vocabulary: Callable[[int], Vocabulary] = _nothing
) -> Picks | NotUnderstood:
    """Return what the lines ask for.

    :param choices: by number what each choice is called, in every language that it may be answered in.
    :param vocabulary: what may be said with the choice of a number about what may follow.
    """
    called: dict[str, set[int]] = {}
    for number, names in choices.items():
        for name in names:
            called.setdefault(folded(name), set()).add(number)
    firsts = {name.partition(" ")[0] for name in called if len(name.partition(" ")[0]) > 3} | (set(ORDERS) - COMMON)
    numbers: list[int] = []
    orders: list[tuple[Order, int]] = []
    ahead: dict[int, Said] = {}
    for count, line in enumerate(unwrapped(lines)):
        text = folded(line)
        meant = _number(text, called)
        if (order := _order(text)) is not None:
            orders.append(order)
        elif meant is not None and meant in choices:
            numbers.append(meant)
        elif (said := _with_ahead(text, called, choices, vocabulary)) is not None and said[0] not in ahead:
            numbers.append(said[0])
            ahead[said[0]] = said[1]
        elif numbers and not _ends_commands(line) and (more := _goes_on(text, vocabulary(numbers[-1]))) is not None:
            if more == {} or numbers[-1] in ahead:
                return NotUnderstood(line)
            ahead[numbers[-1]] = more
        elif said is not None or not count or meant is not None or _looks_like_one(line, text, firsts):
            return NotUnderstood(line)
        else:
            break
        if count >= MOST:
            return NotUnderstood(line)
    if not numbers and not orders:
        return NotUnderstood("")
    return Picks(tuple(dict.fromkeys(numbers)), frozenset(name for name, _ in orders), ahead, _seconds(orders))


def _order(text: str) -> tuple[Order, int] | None:
    """Return the order that a line is, and for how many seconds it asks the others (0: for none)."""
    if text in ORDERS:
        return ORDERS[text], 0
    asked = seconds_asked_for(text)
    return None if asked is None else ("ask", asked)


def _seconds(orders: Sequence[tuple[Order, int]]) -> int:
    """Return for how many seconds orders ask the others; 0: for none, or not for the same."""
    asked = {seconds for name, seconds in orders if name == "ask"}
    return asked.pop() if len(asked) == 1 else 0


def _with_ahead(
    text: str,
    called: Mapping[str, set[int]],
    choices: Mapping[int, Sequence[str]],
    vocabulary: Callable[[int], Vocabulary],
) -> tuple[int, Said] | None:
    """Return the choice of a line and what the line says with it; ``None`` if it is not just one choice with something clear."""
    found: dict[int, Said] = {}
    for choice, words in tails(text):
        number = _number(choice, called)
        if number is None or number not in choices:
            continue
        known = vocabulary(number)
        said = understood(words, known) if words[0].strip(",;:.") in known.keywords else None
        if said is not None and found.setdefault(number, said) != said:
            return None
    return next(iter(found.items())) if len(found) == 1 else None


def _goes_on(text: str, vocabulary: Vocabulary) -> Said | None:
    """Return what a line says with the choice of the line before; ``None``: it says nothing of the kind, empty: not clearly."""
    words = text.split()
    if not words or words[0].strip(",;:.") not in vocabulary.keywords:
        return None
    return (understood(words, vocabulary) if len(text) <= LONGEST else None) or {}


def folded(text: str) -> str:
    """Return a text as it is compared: one case, one blank, no full stop, no decoration.

    >>> folded("  Karte  36 ausspielen. ")
    'karte 36 ausspielen'
    """
    # A raised digit is the mark of a footnote: it would make another number of the one before it.
    level = "".join(one for one in text if not unicodedata.decomposition(one).startswith("<super>"))
    plain = unicodedata.normalize("NFKC", level).casefold()
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
    if _ends_commands(line):
        return False
    return bool(LIKE_A_COMMAND.match(text)) or text.partition(" ")[0] in firsts


def _ends_commands(line: str) -> bool:
    """Return whether a line is how mail programs name whom they quote."""
    return "@" in line or line.endswith(":")


__all__ = ["MOST", "ORDERS", "NotUnderstood", "Order", "Picks", "folded", "parse"]
