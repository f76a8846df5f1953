"""What people write around a number or the name of a choice: greetings, politeness, other forms of a word. Small tables, pure.

A line that the strict grammar does not know may still have one meaning only. It is one choice's number among words that choose
and are polite, or words that all stand in the name of just one choice. Whatever names two, or holds a word that is none of
these, stays not understood: nothing here weighs what is likelier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

GREETING = re.compile(
    r"(?:hallo|hello|hi|hey|moin(?: moin)?|servus|guten (?:tag|morgen|abend)|good (?:morning|afternoon|evening|day)"
    r"|liebe[rs]?|dear|sehr geehrte(?:s|r)?)\b(?P<whom>(?:[ ,]+[^\W\d_]+(?:-[^\W\d_]+)*){0,4})[,!. ]*"
)
"""A first line that is nothing else: a greeting, and whom it greets."""
POLITE = frozenset(
    word
    for words in (
        "bitte danke dankeschön gern gerne also dann so vielen dank please thanks thank you then",
        "ich möchte will mein meine wahl antwort ist nummer nr wähle waehle wählen",
        "i my choice answer is would like want to number choose pick",
    )
    for word in words.split()
)
"""Words that say nothing about which choice is meant."""
CLOSING = frozenset(
    word.casefold()
    for words in (
        "viele liebe beste schöne herzliche freundliche freundlichen grüße grüßen gruß mit und lg vg mfg bis bald später tschüss",
        "tschüß ciao servus many kind best warm regards cheers yours sincerely and with until soon",
    )
    for word in words.split()
)
"""What a mail ends with, before the sender's name."""
ARTICLES = frozenset(["der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "the"])
"""Words that choices are named with or without."""
TAKING = frozenset(["nehme", "nehm", "nimm", "nehmen", "take", "have"])
"""Words that say nothing beside a number alone: beside the words of a choice they are among them, or against them."""
NUMBERS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "one eins", "two zwei", "three drei", "four vier", "five fünf", "six sechs", "seven sieben", "eight acht",
            "nine neun", "ten zehn", "eleven elf", "twelve zwölf",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
WITHOUT = frozenset(["ohne", "without"])
EXCHANGE = frozenset(["gegen", "für", "for"])
"""Words by whose sides it is told which is given for which."""
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
SAYS_SOMETHING = 3
"""Letters of a word that can name a choice: shorter ones are articles and prepositions."""


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


def words_of(text: str) -> list[str]:
    """Return the words of a text, in one case; numbers are words."""
    return WORD.findall(text.casefold())


def number_alone(text: str) -> int | None:
    """Return the number that a line names among words that are polite or take it; ``None``: it is not just that.

    >>> number_alone("ich wähle 2"), number_alone("1, danke"), number_alone("zwei"), number_alone("nicht 2"), number_alone("2 3")
    (2, 1, 2, None, None)
    """
    if re.search(r"[0-9]\W*[.,/:;-]\W*[0-9]|[-+\u2212%?$€]", text):
        return None  # a field, a fraction, a date, a question
    words = words_of(text)
    left = [word for word in words if word not in POLITE and word not in TAKING]
    if len(left) != 1:
        return None
    return int(left[0]) if left[0].isascii() and left[0].isdigit() and len(left[0]) <= 3 else NUMBERS.get(left[0])


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


@dataclass(frozen=True)
class Name:
    """What a choice is called, as the stems of its words: all of them, in order; those that it is not "without"; and pairs of
    a word, as it stands there, with the stem behind it."""

    all: tuple[str, ...]
    about: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]


def stems_of(names: Mapping[int, Sequence[str]]) -> dict[int, list[Name]]:
    """Return, by choice, its names taken apart: worked out once for all that is asked of them."""
    return {number: [_name(words_of(name)) for name in called] for number, called in names.items()}


def _name(words: Sequence[str]) -> Name:
    return Name(
        tuple(_stem(word) for word in words),
        tuple(_stem(word) for before, word in pairwise(["", *words]) if before not in WITHOUT),
        frozenset((one, _stem(after)) for one, after in pairwise(words)),
    )


def named_by(text: str, names: Mapping[int, Sequence[Name]]) -> list[int]:
    """Return the choices that a line may name: those in one of whose names all its words stand, whatever their endings.

    What a name says behind "without" is not what it is about, unless the line says so, too. In an exchange, the order of the
    words says what is given. A number of another choice in the line counts as naming that choice, too, unless the names of
    those found count the same thing by it; so does another choice's whole name.

    :param names: the choices, as :func:`stems_of` returns them.
    """
    if "?" in text:
        return []
    words = [word for word in words_of(text) if word not in POLITE and word not in ARTICLES]
    numbers = {int(word) for word in words if word.isascii() and word.isdigit() and int(word) in names}
    said = [_stem(word) for word in words if not (word.isascii() and word.isdigit() and int(word) in names)]
    if not any(len(word) >= SAYS_SOMETHING and not word.isdigit() for word in said):
        return []
    without, all_said = not WITHOUT.isdisjoint(words), {*said}
    stems = {number: [one.all if without else one.about for one in called] for number, called in names.items()}
    found = [number for number, called in stems.items() if any(all_said.issubset(one) for one in called)]
    if not found:
        return []
    turned: list[list[str]] = []
    if not EXCHANGE.isdisjoint(words):
        in_order = [number for number in found if any(_follow(said, one) for one in stems[number])]
        turned = [sorted(one) for number in in_order for one in stems[number]]
        found = in_order or found
    own = numbers - {one for one in numbers if _counts(one, words, [names[number] for number in found])}
    whole = {
        number
        for number, called in stems.items()
        if any(one and all_said.issuperset(one) and sorted(one) not in turned for one in called)
    }
    return sorted({*found} | own | whole)


def _follow(words: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether words stand in a name in this order."""
    rest = iter(name)
    return all(word in rest for word in words)


def _counts(number: int, words: Sequence[str], found: Sequence[Sequence[Name]]) -> bool:
    """Return whether a number in a line only counts what it stands before, as a name of each choice that was found does."""
    pairs = [(one, _stem(after)) for one, after in pairwise(words) if one == str(number)]
    return (
        len(pairs) == words.count(str(number)) == 1
        and words[0] != str(number)
        and all(any(pairs[0] in name.pairs for name in called) for called in found)
    )


def stems_in(text: str) -> frozenset[str]:
    """Return the words of a text without the endings of their forms."""
    return frozenset(_stem(word) for word in words_of(text))


def _stem(word: str) -> str:
    """Return a word without the ending of a form, as far as that is the same for all: passe, passen, pass.

    >>> _stem("passen"), _stem("passe"), _stem("pass"), _stem("nimm"), _stem("nehmen")
    ('pass', 'pass', 'pass', 'nehm', 'nehm')
    """
    word = IRREGULAR.get(word, word)
    for ending in ("en", "e", "n"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


IRREGULAR: Mapping[str, str] = {"nimm": "nehme", "nehm": "nehme", "spiel": "spiele", "wähl": "wähle", "lehn": "lehne"}

__all__ = [
    "Name",
    "is_closing",
    "is_greeting",
    "named_by",
    "number_alone",
    "politely",
    "stems_in",
    "stems_of",
    "words_of",
]
