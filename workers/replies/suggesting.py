"""What a line may have been meant to say that is not understood: a letter mistyped, or words around a choice that nobody knows.

Nothing is done for it. The answer to the mail asks whether that was meant, and "yes" in answer to that letter does it. A line
that denies, asks, or sets a condition suggests nothing. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice, product

from workers.replies.ordinary_words import ORDINARY
from workers.replies.places import is_place, of_number, with_places
from workers.replies.plain_speech import WORD, points, says_nothing, words_of
from workers.replies.speech import Speech
from workers.replies.wishes import AND, ELSE, Said
from workers.replies.word_tables import CLOSING, DOUBT, TAKING, THANKS, TOWARDS

UNDO = 0
"""The number by which taking back is suggested: choices have others."""
MOST_UNKNOWN = 4
"""Words of a line that nobody knows: with more of them it is about something else."""
MOST_VARIANTS = 16
COUNTS = re.compile(
    r"\b(?:um|runde|round|seite|page) \d|\d\.? ?(?:uhr|h|std|min|minuten?|stunden?|tagen?|wochen?|monaten?|mails?|fragen?|leuten?"
    r"|personen|spielern?|partien?|versuch|mal|o'clock|am|pm|hours?|minutes?|days?|weeks?|questions?|people|games?|times)\b"
)
"""A number that says when, or how many, and names no choice: "um 2", "2 Uhr", "2 Mails"."""
WORTH_REPAIRING = 4
"""Letters of a word that may be one mistyped: shorter ones are like too many others."""


def suggested(text: str, names: Mapping[int, Sequence[str]], speech: Speech) -> tuple[int, Said | None] | None:
    """Return the one choice that a folded line may be meant to name, and what it says with it; ``None``: none, or several.

    :param names: by number what each choice is called; :param speech: reads a line by them.
    """
    said = words_of(with_places(text))
    if "?" in text or all(word.isdigit() for word in said) or not DOUBT.isdisjoint(said) or points(text):
        return None
    if COUNTS.search(text):
        return None
    known = {word for called in names.values() for name in called for word in words_of(with_places(name.casefold()))}
    repairs = [[word] if _is_known(word, known) else _repairs(word, known) for word in said]
    unknown = sum(not found for found in repairs)
    is_mended = any(found and found != [word] for word, found in zip(said, repairs, strict=True))
    if unknown > MOST_UNKNOWN or unknown == len(said) or (unknown and is_mended):
        return None  # of words that nobody knows and others that are only near to known ones, nothing is certain
    found: dict[int, list[Said | None]] = {}
    for words in islice(product(*(each or [""] for each in repairs)), MOST_VARIANTS):
        mended = {one: word for one, word in zip(said, words, strict=True) if one != word}
        for variant in (" ".join(filter(None, words)), _with(mended, text)):
            spoken = speech.of(variant)
            for number in spoken.numbers if spoken is not None else ():
                ahead = found.setdefault(number, [])
                if spoken is not None and spoken.said not in ahead:
                    ahead.append(spoken.said)
    if len(found) != 1:
        return None
    ((number, ahead),) = found.items()
    return (number, ahead[0]) if len(ahead) == 1 else None


def at_place(number: int, names: Mapping[int, Sequence[str]]) -> list[int]:
    """Return the choices at the places with a number, where it is that of no choice: ``90`` for what can be done on site 90."""
    words = {
        choice: {*words_of(with_places(name.casefold()))} for choice, called in names.items() for name in called[:1]
    }
    places = of_number(str(number), {word for own in words.values() for word in own})
    return sorted(choice for choice, own in words.items() if not own.isdisjoint(places))


def _with(mended: Mapping[str, str], text: str) -> str:
    """Return a text with words put in the place of others, and without those that nothing is put in the place of."""
    left = WORD.sub(lambda found: mended.get(found[0], found[0]), text)
    return " ".join(left.split()).lstrip(",.;:! ")


def mistyped(text: str, known: Sequence[str]) -> str | None:
    """Return the one word of a table that a line is but for one letter.

    >>> mistyped("stauts", ["status", "stand"]), mistyped("satnd", ["stand"]), mistyped("da", ["du"]), mistyped("sand", ["stand"])
    ('status', 'stand', None, None)
    """
    worth = len(text) >= WORTH_REPAIRING and text not in ORDINARY
    found = [word for word in known if worth and is_one_letter_off(text, word)]
    return found[0] if len(found) == 1 else None


def is_one_letter_off(one: str, other: str) -> bool:
    """Return whether a word is another but for one letter too many, too few or another, or two that changed places.

    >>> is_one_letter_off("pase", "passe"), is_one_letter_off("speile", "spiele"), is_one_letter_off("pass", "pass")
    (True, True, False)
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if len(one) != len(other):
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    unlike = [at for at, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]
    if len(unlike) == 1:
        return True
    return (
        len(unlike) == 2
        and unlike[1] == unlike[0] + 1
        and one[unlike[0]] == other[unlike[1]]
        and one[unlike[1]] == other[unlike[0]]
    )


def _is_known(word: str, known: set[str]) -> bool:
    tables = (known, TAKING, TOWARDS, CLOSING, THANKS, ELSE, AND)
    return word.isdigit() or is_place(word) or says_nothing(word) or any(word in table for table in tables)


def _repairs(word: str, known: set[str]) -> list[str]:
    """Return the words that one may be which was mistyped, or cut short; none: nobody knows it, or it is one of its own."""
    if len(word) < WORTH_REPAIRING or is_place(word) or word in ORDINARY:
        return []
    near = sorted(one for one in known if len(one) >= WORTH_REPAIRING and is_one_letter_off(word, one))
    return near or sorted(one for one in known if one.startswith(word))[:MOST_VARIANTS]


__all__ = ["UNDO", "at_place", "is_one_letter_off", "mistyped", "suggested"]
