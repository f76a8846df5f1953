"""What players read is in their language throughout: no sentence is left in the other one, in games, mails and the command line.

A phrase that a game or a letter has in one language only fails elsewhere; here are those that are there but not translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import workers.mail
from engine.contract import Language
from engine.kit.phrases import LANGUAGES, flat, shipped
from service.cli.narration import SENTENCES
from service.cli.prompts import SAID

ENGINE = Path(__file__).parents[1] / "engine"
GAMES = sorted(one.parents[1].name for one in ENGINE.glob("*/text/en.toml"))
TEMPLATES = Path(workers.mail.__file__).parent / "templates"
MACRO = re.compile(r"{%-?\s*macro (\w+)\(.*?\)\s*-?%}(.*?){%-?\s*endmacro\s*-?%}", re.DOTALL)
NOT_SAID = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|{\w*}|\w+_\w+", re.DOTALL)
WORD = re.compile(r"[^\W\d_]+")

_ENGLISH = """
the and your you of with is are has have not for from this that nobody they their who when which to by it its be on or if no my
our but can may must did does than then there these those were would until
"""
_GERMAN = """
der das den dem des und nicht ist sind ein eine einen einem einer eines für von mit auf zu zum zur wird werden haben du dein
deine deinem deinen dir dich ihr ihre wenn dass oder kein keine keinen nach aus noch als bis
"""
SPEAKS: dict[Language, frozenset[str]] = {"en": frozenset(_ENGLISH.split()), "de": frozenset(_GERMAN.split())}
"""Little words that one language cannot do without and the other does not have; "die" is also what is rolled."""

SAME = {"hand", "bank", "ii", "iii", "go", "pir"}
"""Words that are the same in both: a hand of cards, a bank, numerals, and what three letters on a chart stand for."""
NAMED: dict[Language, frozenset[str]] = {"en": frozenset({"des"}), "de": frozenset()}
"""Little words of the other language that are something else in this one: "Des" is the desert on a chart."""


class Phrase(NamedTuple):
    """One phrase in both languages, and where it stands."""

    where: str
    en: str
    de: str


def games() -> Iterator[Phrase]:
    """Yield the phrases of every game."""
    for game in GAMES:
        en, de = (flat(shipped(f"engine.{game}", language)) for language in LANGUAGES)
        assert en.keys() == de.keys(), game
        for key in en:
            yield Phrase(f"engine/{game}/text {key}", _text(en[key]), _text(de[key]))


def _text(phrase: object) -> str:
    return " ".join(map(str, phrase)) if isinstance(phrase, list) else str(phrase)


def letters() -> Iterator[Phrase]:
    """Yield what letters say, subjects included: the macros of the templates."""
    names = [sorted(one.name for one in (TEMPLATES / language).iterdir()) for language in LANGUAGES]
    assert names[0] == names[1]
    for name in names[0]:
        en, de = (dict(MACRO.findall((TEMPLATES / one / name).read_text(encoding="utf-8"))) for one in LANGUAGES)
        assert en and en.keys() == de.keys(), name
        for macro in en:
            yield Phrase(f"workers/mail/templates {name} {macro}", en[macro], de[macro])


def command_line() -> Iterator[Phrase]:
    """Yield what the command line tells of a match in the player's language."""
    for module, phrases in (("narration", SENTENCES), ("prompts", SAID)):
        assert phrases["en"].keys() == phrases["de"].keys()
        for key, phrase in phrases["en"].items():
            yield Phrase(f"service/cli/{module} {key}", phrase, phrases["de"][key])


def account_pages() -> Iterator[Phrase]:
    """Yield what the pages about an account say."""
    en, de = (flat(shipped("service.api", language)) for language in LANGUAGES)
    assert en.keys() == de.keys()
    for key in en:
        yield Phrase(f"service/api/text {key}", _text(en[key]), _text(de[key]))


PHRASES = {
    "account pages": list(account_pages()),
    "games": list(games()),
    "letters": list(letters()),
    "command line": list(command_line()),
}


def words_of(phrase: str) -> list[str]:
    """Return the words of a phrase in lower case, without places and the templates' own language."""
    return [word.lower() for word in WORD.findall(NOT_SAID.sub(" ", phrase)) if len(word) > 1]


def untranslated(phrase: Phrase) -> bool:
    """Return whether a phrase with words of its own is the same in both languages."""
    return phrase.en == phrase.de and bool(set(words_of(phrase.en)) - SAME)


def foreign(said: str, language: Language) -> set[str]:
    """Return little words of the other language in a phrase."""
    other: Language = "en" if language == "de" else "de"
    return (set(words_of(said)) & SPEAKS[other]) - NAMED[language]


@pytest.mark.parametrize("source", PHRASES)
def test_every_phrase_is_translated(source: str) -> None:
    assert len(PHRASES[source]) > 20
    assert [one for one in PHRASES[source] if untranslated(one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", PHRASES)
def test_no_phrase_has_little_words_of_the_other_language(source: str, language: Language) -> None:
    found = {one.where: foreign(getattr(one, language), language) for one in PHRASES[source]}
    assert {where: words for where, words in found.items() if words} == {}


def test_little_words_tell_the_languages_apart() -> None:
    """Nearly every sentence has one, so a sentence in the wrong language is found; a word is never in both lists."""
    assert not SPEAKS["en"] & SPEAKS["de"]
    for language in LANGUAGES:
        said = [words_of(getattr(one, language)) for phrases in PHRASES.values() for one in phrases]
        sentences = [words for words in said if len(words) >= 5]
        assert len(sentences) > 200
        known = sum(bool(SPEAKS[language] & set(words)) for words in sentences)
        assert known > 0.9 * len(sentences), (language, known, len(sentences))


@pytest.mark.parametrize(
    ("phrase", "caught"),
    [
        (Phrase("left in English", "It is your turn.", "It is your turn."), True),
        (Phrase("only places", "{name}: {n}", "{name}: {n}"), False),
        (Phrase("a jinja expression", "{{ name | title }}", "{{ name | title }}"), False),
        (Phrase("one word", "Pictures", "Pictures"), True),
        (Phrase("one word that is the same", "Hand: {cards}.", "Hand: {cards}."), False),
    ],
)  # fmt: skip
def test_an_untranslated_phrase_is_caught(phrase: Phrase, caught: bool) -> None:
    assert untranslated(phrase) == caught


def test_a_sentence_half_in_the_other_language_is_caught() -> None:
    assert foreign("Die Karte of {name} wird aufgedeckt.", "de") == {"of"}
    assert foreign("The card von {name} is turned over.", "en") == {"von"}
    assert foreign("{the} {% if your %}Karte{% endif %}", "de") == set()
