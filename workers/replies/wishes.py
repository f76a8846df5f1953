"""The part of a line that says what is to be done later: ``AT (0, -1) ELSE (1, 0) SHIP STAY`` behind a choice.

Strict like the lines themselves: a word or place that is not among those that the letter prints makes nothing of the line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.kit.ahead import Ahead

ELSE = frozenset({"else", "or", "sonst", "oder"})
AND = frozenset({"and", "und"})
LAYS_IT = frozenset(
    {"leg", "lege", "setz", "setze", "ihn", "sie", "es", "die", "das", "dann", "lay", "put", "place", "it", "then"}
)
"""Words behind "and" with which somebody goes on from the card that is played to where it goes."""
CONDITIONS = frozenset({("even", "if"), ("auch", "wenn")})
"""How a line begins that belongs to the choice before it."""
DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
"""What mail programs and phones make of a minus."""
DECORATION = re.compile(r"[\s()\[\]]")
SEPARATORS = re.compile(r"[;/|]|zeile|row")
COLUMN = re.compile(r"spalte|column")
MOST = 12
"""Wishes of a part."""
LONGEST = 500
"""Characters of a line that is read: few enough to try all its words, and fewer than mails' lines are cut to."""

Said = Mapping[str, tuple[str, ...]]
"""By part, the names of wishes in order."""


@dataclass(frozen=True)
class Vocabulary:
    """What may be said with one choice: the part of each keyword, and by part the name of each wish as it is squeezed."""

    keywords: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, offered: Sequence[Ahead]) -> Vocabulary:
        """Return the words of what is offered, in all languages in which it is."""
        keywords = {word.casefold(): one.part for one in offered for word in one.keywords}
        meant: dict[str, dict[str, set[str]]] = {}
        for one in offered:
            known = meant.setdefault(one.part, {})
            for place, wish in enumerate(one.wishes, 1):
                number = str(place) if one.counted else ""
                for text in filter(None, (wish.name, wish.called, wish.words, number)):
                    known.setdefault(squeezed(text), set()).add(wish.name)
        clear = {
            part: {text: next(iter(names)) for text, names in known.items() if len(names) == 1}
            for part, known in meant.items()
        }
        return cls(keywords, clear)


def squeezed(text: str) -> str:
    """Return a wish as it is compared: without blanks and brackets, one kind of dash and of separator.

    A field may be called by the numbers at the edge of the picture, with or without saying which is which.

    >>> squeezed(" (0; \u22121), "), squeezed("Spalte 0, Zeile -1"), squeezed("column 0 row -1")
    ('0,-1', '0,-1', '0,-1')
    """
    plain = COLUMN.sub("", DECORATION.sub("", DASHES.sub("-", text.casefold())))
    return re.sub(",,+", ",", SEPARATORS.sub(",", plain)).strip(",.:")


def understood(words: Sequence[str], vocabulary: Vocabulary) -> Said | None:
    """Return what words behind a choice say; ``None`` unless all of it is clear.

    :param words: one case, without blanks; the first is a keyword.
    """
    found: dict[str, list[str]] = {}
    part, text = "", list[str]()
    for word, after in pairwise((*words, "", "")):
        plain = word.strip(",;:.")
        keyword = vocabulary.keywords.get(plain)
        if plain in AND and (after in vocabulary.keywords or after in ELSE):
            continue
        if word and keyword is None and plain not in ELSE:
            text.append(word)
            continue
        repeated = keyword is not None and keyword == part and not text and bool(found.get(part))  # "else at ..."
        if part and not repeated:
            wish = vocabulary.wishes[part].get(squeezed("".join(text)))
            if wish is None:
                return None
            found[part].append(wish)
        elif not part and (text or keyword is None):
            return None
        if keyword is not None and not repeated:
            if keyword in found:
                return None
            part = keyword
            found[part] = []
        text = []
    if any(len(wishes) > MOST for wishes in found.values()):
        return None
    return {part: tuple(dict.fromkeys(wishes)) for part, wishes in found.items()}


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Return lines with those put together that a mail program has broken behind or before a word that goes on.

    >>> unwrapped(["3 AT (0, 1) ELSE (1,", "0) ELSE", "(2, 0)", "Ann"])
    ['3 AT (0, 1) ELSE (1, 0) ELSE (2, 0)', 'Ann']
    """
    found: list[str] = []
    for line in lines:
        words, before = line.casefold().split(), found[-1].casefold().split() if found else []
        begins = words and (words[0] in ELSE or tuple(words[:2]) in CONDITIONS)
        goes_on = bool(words and before) and (begins or before[-1] in ELSE or before[-1].endswith(","))
        if goes_on and len(found[-1]) + len(line) < LONGEST:
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
    return found


def tails(text: str) -> list[tuple[str, list[str]]]:
    """Return every way to take a line apart: what may be a choice, and the words behind it.

    >>> tails("3, at 0,1")
    [('3', ['at', '0,1']), ('3, at', ['0,1'])]
    """
    if len(text) > LONGEST:
        return []
    words = text.split()
    return [(_choice(words[:at]), words[at:]) for at in range(1, len(words))]


def _choice(words: Sequence[str]) -> str:
    kept = list(words)
    while len(kept) > 1 and kept[-1] in LAYS_IT:
        kept.pop()
    kept = kept[:-1] if len(kept) > 1 and kept[-1] in AND else list(words)
    return " ".join(kept).rstrip(",;:. ")


__all__ = ["AND", "ELSE", "MOST", "Said", "Vocabulary", "squeezed", "tails", "understood", "unwrapped"]
