"""The words and patterns by which mails are read: ``vocabulary.toml``, by section and name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

PART = re.compile("<<([a-z_]+)>>")


@cache
def _sections() -> Mapping[str, Mapping[str, object]]:
    return tomllib.loads((files(__package__) / "vocabulary.toml").read_text(encoding="utf-8"))


def _entry(name: str) -> tuple[object, Mapping[str, object]]:
    """Return an entry, and the section in which its parts are."""
    section, _, key = name.partition(".")
    return _sections()[section][key], _sections()[section]


def _whole(written: object, section: Mapping[str, object]) -> str:
    """Return a text from its strings, with its parts put in."""
    joined = "".join(map(str, written)) if isinstance(written, list) else str(written)
    return PART.sub(lambda found: _whole(section[found[1]], section), joined)


def phrase(name: str) -> str:
    """Return a text; of several strings one behind the other."""
    return _whole(*_entry(name))


def phrases(name: str) -> tuple[str, ...]:
    """Return the texts of a list; of a table of lists all of them."""
    entry, section = _entry(name)
    lists = entry.values() if isinstance(entry, dict) else (entry,)
    return tuple(_whole(one, section) for each in lists if isinstance(each, list) for one in each)


def word_set(name: str) -> frozenset[str]:
    """Return the words of a text, folded to one case."""
    return frozenset(phrase(name).casefold().split())


def regex(name: str) -> re.Pattern[str]:
    """Return a regular expression."""
    return re.compile(phrase(name))


def _means(name: str) -> Iterator[tuple[str, object, Mapping[str, object]]]:
    entry, section = _entry(name)
    assert isinstance(entry, dict), name
    for key, written in entry.items():
        yield key, written, section


def regexes(name: str) -> dict[str, re.Pattern[str]]:
    """Return the regular expressions of a table, by what each means."""
    return {key: re.compile(_whole(written, section)) for key, written, section in _means(name)}


def by_word(name: str) -> dict[str, str]:
    """Return the meaning of each word or phrase of a table, which has them by meaning."""
    return {
        said: key
        for key, written, _ in _means(name)
        for said in (written if isinstance(written, list) else str(written).split())
    }


def rows(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the rows of a table with several columns."""
    entry, _ = _entry(name)
    assert isinstance(entry, list), name
    return tuple(entry)


def numbered(name: str, first: int = 1) -> dict[str, int]:
    """Return the place in a list, counted from ``first``, of each word that stands there."""
    return {word: place for place, said in enumerate(phrases(name), first) for word in said.split()}


POLITE, FILLING = word_set("words.polite"), word_set("words.filling")
BESIDE_A_NUMBER, DOUBT, CHANGING = (
    word_set("words.beside_a_number"),
    word_set("words.doubt"),
    word_set("words.changing"),
)
CLOSING, THANKS, BESIDE_THANKS = word_set("words.closing"), word_set("words.thanks"), word_set("words.beside_thanks")
PLEASE, ARTICLES, TAKING = word_set("words.please"), word_set("words.articles"), word_set("words.taking")
NUMBERS, ORDINALS, POINTING = numbered("words.numbers"), numbered("words.ordinals"), word_set("words.pointing")
COUNTED = NUMBERS | dict.fromkeys(("a", "an", "another", "ein", "eine", "einen"), 1)
ALWAYS, FOR_NOW, LEAVING_OTHERS = word_set("words.always"), word_set("words.for_now"), word_set("words.leaving_others")
WITHOUT, TOWARDS, EXCHANGE = word_set("words.without"), word_set("words.towards"), word_set("words.exchange")
SAME_THING = tuple(said.split() for said in phrases("words.same_thing"))
IRREGULAR = by_word("words.irregular")
ORDINARY = word_set("words.ordinary")
CLOSING_BELOW = CLOSING | word_set("words.closing_below")
AGREEING = word_set("words.agreeing")
ASSENT = AGREEING | word_set("words.assent")
