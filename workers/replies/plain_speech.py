"""What people write around a number or the name of a choice: greetings, politeness, other forms of a word. Small tables, pure.

A line that the strict grammar does not know may still have one meaning only. It is one choice's number among words that choose
and are polite, or words that all stand in the name of just one choice. Whatever names two, or holds a word that is none of
these, stays not understood: nothing here weighs what is likelier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workers.replies.word_tables import (
    ARTICLES,
    BESIDE_A_NUMBER,
    CLOSING,
    FILLING,
    IRREGULAR,
    NUMBERS,
    ORDINALS,
    POINTING,
    POLITE,
    TAKING,
)

GREETING = re.compile(
    r"(?:hallo|hello|hi|hey|moin(?: moin)?|servus|guten (?:tag|morgen|abend)|good (?:morning|afternoon|evening|day)"
    r"|liebe[rs]?|dear|sehr geehrte(?:s|r)?)\b(?P<whom>(?:[ ,]+[^\W\d_]+(?:-[^\W\d_]+)*){0,4})[,!. ]*"
)
"""A first line that is nothing else: a greeting, and whom it greets."""
GOING_FOR = re.compile(r"\bgo(?:ing)? (?:for|with)\b")
COUNTING = re.compile(r"\w+ mal\W*")
"""How often, which is no choice's number."""
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def is_greeting(text: str, taken: Iterable[str] = ()) -> bool:
    """Return whether a line is a greeting and nothing else.

    :param text: one case, single blanks; :param taken: words that mean something here, which nobody's name is taken for.

    >>> is_greeting("liebes siegelpost-team,"), is_greeting("hi"), is_greeting("hallo 2"), is_greeting("hallo, passe", ["passe"])
    (True, True, False, False)
    """
    found = GREETING.fullmatch(text)
    return found is not None and not {*words_of(found["whom"])} & {*taken, *NUMBERS}


def is_closing(text: str) -> bool:
    """Return whether a line is nothing but the thanks or wishes that end a mail.

    >>> [is_closing(one) for one in ("viele grüße", "lg", "danke!", "best regards,", "mit 2", "passe, danke", "")]
    [True, True, True, True, False, False, False]
    """
    words = words_of(text)
    return bool(words) and all(word in CLOSING or word in POLITE for word in words)


def says_nothing(word: str) -> bool:
    """Return whether a word says nothing about which choice is meant, wherever it stands."""
    return word in POLITE or word in FILLING or word in ARTICLES


def words_of(text: str) -> list[str]:
    """Return the words of a text, in one case; numbers are words."""
    return WORD.findall(text.casefold())


def number_alone(text: str) -> int | None:
    """Return the number that a line names among words that are polite or take it; ``None``: it is not just that.

    >>> number_alone("ich wähle 2"), number_alone("1, danke"), number_alone("zwei"), number_alone("nicht 2"), number_alone("2 3")
    (2, 1, 2, None, None)
    >>> number_alone("one"), number_alone("this one")
    (1, None)
    """
    if COUNTING.fullmatch(text):
        return None
    if re.search(r"[0-9]\W*[.,/:;-]\W*[0-9]|[-+\u2212%?$€]", text):
        return None  # a field, a fraction, a date, a question
    left = _beside_taking(text)
    if len(left) != 1 or points(text):
        return None
    return int(left[0]) if left[0].isascii() and left[0].isdigit() and len(left[0]) <= 3 else NUMBERS.get(left[0])


def points(text: str) -> bool:
    """Return whether a line points at something that only its writer sees.

    >>> points("i'll take that one"), points("number one"), points("this 2")
    (True, False, False)
    """
    said = {*words_of(text)}
    return "one" in said and not POINTING.isdisjoint(said)


def ordinal_alone(text: str) -> int | None:
    """Return which choice of a list a line names by its place, in the same words as :func:`number_alone`; ``None``: none.

    >>> ordinal_alone("die erste"), ordinal_alone("the second one, please"), ordinal_alone("die erste karte")
    (1, 2, None)
    """
    left = [word for word in _beside_taking(text) if word != "one"]
    return ORDINALS.get(left[0]) if len(left) == 1 and "?" not in text else None


def _beside_taking(text: str) -> list[str]:
    """Return the words of a line that say more than that something is chosen."""
    words = words_of(GOING_FOR.sub("take", text))
    return [word for word in words if not (says_nothing(word) or word in TAKING or word in BESIDE_A_NUMBER)]


def politely(text: str) -> str:
    """Return a line without the polite words and marks around it.

    >>> politely("mehr zeit bitte"), politely("stand?")
    ('mehr zeit', 'stand')
    """
    words = text.strip("?!., ").split()
    while words and words[0].strip(",.!") in ("bitte", "please"):
        words = words[1:]
    while words and words[-1].strip(",.!") in ("bitte", "danke", "please", "thanks"):
        words = words[:-1]
    return " ".join(words).strip("?!., ")


def stems_in(text: str) -> frozenset[str]:
    """Return the words of a text without the endings of their forms."""
    return frozenset(stem(word) for word in words_of(text))


def stem(word: str) -> str:
    """Return a word without the ending of a form, as far as that is the same for all: passe, passen, pass.

    >>> stem("passen"), stem("passe"), stem("pass"), stem("nimm"), stem("nehmen")
    ('pass', 'pass', 'pass', 'nehm', 'nehm')
    """
    word = IRREGULAR.get(word, word)
    for ending in ("en", "e", "n"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


__all__ = [
    "WORD",
    "is_closing",
    "is_greeting",
    "number_alone",
    "ordinal_alone",
    "points",
    "politely",
    "says_nothing",
    "stem",
    "stems_in",
    "words_of",
]
