"""The phrases of a game in one language, from ``text/<language>.toml`` in the game's folder.

A phrase is found by its dotted key and is always a whole sentence or a whole name, so that each language keeps its own word
order; a key whose sentence depends on a number has the forms ``one`` and ``other``. All languages of a game have the same
keys with the same placeholders, or lack some, which are then said in English. How its things are named is up to each game.

:class:`engine.contract.Words` tells the whole table. In a letter that is too much to read before a choice, so a game's words may
have the member of :class:`Glancing` too. Code that writes letters calls :func:`glance_at` and knows no game by name.
"""

import copy
import re
import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from engine.contract import Language, View, Words
from engine.kit.drawing.names import name_of

_BLANKS = re.compile(r"[\t\n\x0b\x0c\r]")
"""Blanks that become plain spaces where lines are broken."""


def wrapped(
    text: str, width: int, first: str = "", rest: str = "", *, hyphens: bool = False, words: bool = True
) -> list[str]:
    """Return a text in lines of at most so many columns, as :func:`textwrap.wrap` breaks it.

    :param first: what the first line begins with, such as the mark of an item; ``rest``: what those after it begin with.
    :param hyphens: whether a line may end behind a hyphen; ``words``: whether it may end inside a word longer than a line.

    >>> wrapped("a word and another one", 14, "- ", "  ")
    ['- a word and', '  another one']
    """
    if text and len(first) + len(text) <= width and not text[-1].isspace() and not _BLANKS.search(text):
        return [first + text]
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=hyphens, break_long_words=words
    )


@runtime_checkable
class Glancing(Protocol):
    """Words that can describe a table in a few lines."""

    def glance(self, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
        """Return the facts needed to answer decisions of these kinds, as plain text of at most 72 columns.

        Facts listed by their choices are left out. Without kinds the viewer is asked nothing, so the text says how the match
        stands.
        """
        ...


def glance_at(words: Words, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
    """Return a table in a few lines; for a game without that, the whole table."""
    if isinstance(words, Glancing):
        return words.glance(view, names, language, kinds=kinds)
    return words.table(view, names, language)


ENGLISH: Language = "en"
"""The language of what another one lacks."""


@dataclass(frozen=True)
class Habits:
    """The writing habits of a language: its own name, its locale, and what its file explains (``languages/<language>.toml``)."""

    name: str
    locale: str
    one: Sequence[int]
    first_named: str
    moment: Mapping[str, str]


@cache
def habits(language: Language) -> Habits:
    """Return the habits of a language."""
    return Habits(**tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


_FOLDER = files(__package__) / "languages"
LANGUAGES: tuple[Language, ...] = (
    ENGLISH,
    *sorted({one.name.removesuffix(".toml") for one in _FOLDER.iterdir() if one.name.endswith(".toml")} - {ENGLISH}),
)
"""All languages, English first: those with a file of their own."""


def language_of(tag: str) -> Language:
    """Return the language of a tag such as ``de-AT``, or English for a language without texts."""
    tongue = tag.replace("_", "-").split("-")[0].lower()
    return tongue if tongue in LANGUAGES else ENGLISH


def by_language(texts: Mapping[str, str]) -> dict[Language, str]:
    """Return a text in every language, in English where it is not translated."""
    return {one: texts.get(one, texts[ENGLISH]) for one in LANGUAGES}


class ReaderName(str):
    """The name of the reading player: sentences about them use the second person if there is such a phrase."""


def speaking_to(seat: int | None, names: Sequence[str]) -> list[str]:
    """Return the players' names, by seat, with the reader's marked as such; None if no player reads."""
    return [ReaderName(name) if place == seat else name for place, name in enumerate(names)]


class PhraseBook:
    """The phrases of one language, by dotted key.

    >>> PhraseBook({"event": {"round": "Round {round} begins."}}).say("event.round", round=4)
    'Round 4 begins.'
    """

    def __init__(self, phrases: Mapping[str, object], language: Language = ENGLISH) -> None:
        self._phrases = flat(phrases)
        self.language = language
        self._players: tuple[str, ...] = ()

    def with_names(self, names: Sequence[str]) -> Self:
        """Return the same phrases with the players' names, by seat."""
        named = copy.copy(self)
        named._players = tuple(names)
        return named

    def player(self, seat: int) -> str:
        """Return the name of a seat's player; empty if unknown."""
        return name_of(self._players, seat)

    def say(self, key: str, /, **places: object) -> str:
        """Return a phrase with its placeholders filled; :raises KeyError: for a key that does not exist.

        If the reader is one of the players it names, the phrase is the one in the table ``you`` (the reader is its ``name``)
        or ``to-you`` (the reader is somebody else in it), where there is one.

        >>> to_readers = {"you": {"pays": "You pay {by}."}, "to-you": {"pays": "{name} pays you."}}
        >>> book, ada, ben = PhraseBook({"pays": "{name} pays {by}.", **to_readers}), ReaderName("Ada"), ReaderName("Ben")
        >>> [book.say("pays", name=name, by=by) for name, by in (("Ada", "Ben"), (ada, "Ben"), ("Ada", ben))]
        ['Ada pays Ben.', 'You pay Ben.', 'Ada pays you.']
        """
        read = next((place for place, value in places.items() if isinstance(value, ReaderName)), None)
        spoken = (
            key if read is None else f"you.{key}" if isinstance(places.get("name"), ReaderName) else f"to-you.{key}"
        )
        return str(self._phrases.get(spoken, self._phrases[key])).format_map(places)

    def named(self, names: Mapping[str, object], n: int = 1) -> str:
        """Return which of a thing's names, by language, this language uses: its own, or else the English one.

        A language that the game's data lack translates English names in its table ``name``, and in ``several`` those that
        have a form of their own for more than one of the thing.

        >>> french = PhraseBook({"name": {"brick": "brique"}, "several": {"brick": "briques"}}, "fr")
        >>> french.named({"en": "brick"}), french.named({"en": "brick"}, 2)
        ('brique', 'briques')
        """
        english = names[ENGLISH]
        known = self._phrases.get(f"name.{english}", english)
        if n not in habits(self.language).one:
            known = self._phrases.get(f"several.{english}", known)
        return str(names.get(self.language) or known)

    def below(self, prefix: str) -> list[tuple[str, str]]:
        """Return the phrases of a table, each with its own key, in the order of the file.

        >>> PhraseBook({"legend": {"star": "points"}, "bank": "Bank"}).below("legend")
        [('star', 'points')]
        """
        start = f"{prefix}."
        return [(key[len(start) :], str(said)) for key, said in self._phrases.items() if key.startswith(start)]

    def nth(self, key: str, index: int) -> str:
        """Return a phrase from a list, such as a numeral; :raises KeyError, IndexError: if there is none."""
        phrases = self._phrases[key]
        return str(phrases[index]) if isinstance(phrases, list) else self.say(key)

    def alternatives(self, key: str) -> list[str]:
        """Return all phrases of a list; :raises KeyError: if there is none."""
        phrases = self._phrases[key]
        return [*map(str, phrases)] if isinstance(phrases, list) else [str(phrases)]

    def knows(self, key: str) -> bool:
        """Return whether there is such a phrase."""
        return key in self._phrases

    def count(self, key: str, n: int, /, **places: object) -> str:
        """Return the form of a phrase for the number ``n``."""
        return self.say(f"{key}.{'one' if n in habits(self.language).one else 'other'}", n=n, **places)


@cache
def shipped(package: str, language: Language) -> Mapping[str, object]:
    """Return the phrases of a package in a language, in English where they are not translated.

    They are read once, however many versions a game has.
    """
    return in_language(str(files(package) / "text"), "{}.toml", language)


def in_language(folder: str, name: str, language: Language) -> dict[str, object]:
    """Return a catalogue in a language, with what it lacks in English.

    :param name: the file's name in the folder, with ``{}`` for the language.
    """
    english = _read(Path(folder) / name.format(ENGLISH))
    return english if language == ENGLISH else _filled(_read(Path(folder) / name.format(language)), english)


def _read(file: Path) -> dict[str, object]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _filled(own: dict[str, object], english: dict[str, object]) -> dict[str, object]:
    """Return a table with what it lacks from English, in the order of the file."""
    both = dict(own)
    for key, value in english.items():
        ours = both.setdefault(key, value)
        if isinstance(ours, dict) and isinstance(value, dict):
            both[key] = _filled(ours, value)
    return both


@cache
def book_of(package: str, language: Language) -> PhraseBook:
    """Return the phrases of a package in a language, read once."""
    return PhraseBook(shipped(package, language), language)


def flat(phrases: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Return nested tables as one table, keyed by the dotted path.

    >>> flat({"a": {"b": "c"}})
    {'a.b': 'c'}
    """
    found: dict[str, object] = {}
    for key, value in phrases.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, Mapping) else {prefix + key: value}
    return found


def one_line(names: Sequence[str]) -> list[str]:
    """Return players' names without line breaks and runs of spaces, which would break up a text."""
    return [type(name)(" ".join(name.split())) for name in names]
