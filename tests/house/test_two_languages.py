"""What players read is in their language throughout: no sentence is left in another one, in games, mails and the command line.

A phrase that a game or a letter has in one language only fails elsewhere; here are those that are there but not translated.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import service.cli
from checks.languages import Text, areas, faults, lacking
from engine.contract import Language
from engine.kit.text.phrases import ENGLISH, LANGUAGES, book_of

ENGINE = Path(__file__).parents[2] / "engine"
NOT_SAID = re.compile(r"--[\w-]+|[a-z]+-[a-z]+|{%.*?%}|{{.*?}}|{#.*?#}|{\w*}|\w+_\w+|\w*\d\w*", re.DOTALL)
WORD = re.compile(r"[^\W\d_]+")

_ENGLISH = """
the and your you of with is are has have not for from this that nobody they their who when which to by it its be on or if no my
our but can may must did does than then there these those were would until
"""
_GERMAN = """
der das den dem des und nicht ist sind ein eine einen einem einer eines für von mit auf zu zum zur wird werden haben du dein
deine deinem deinen dir dich ihr ihre wenn dass oder kein keine keinen nach aus noch als bis
"""
_FRENCH = """
le la les un une de et est sont dans sur pour avec que qui ne pas tu te ton ta tes ce cette il elle au aux sans en se sa son ils
"""
SPEAKS: dict[Language, frozenset[str]] = {
    "en": frozenset(_ENGLISH.split()), "de": frozenset(_GERMAN.split()), "fr": frozenset(_FRENCH.split()),
}  # fmt: skip
"""Little words that one language cannot do without and the others do not have; "die" is also what is rolled."""

ALIKE = {
    "engine/games/kontor (about) presets.canal-grande", "engine/games/kontor (about) presets.tic-tac-toe", "web table name",
    "web table mails", "web table channel_mail", "web table chats", "web table itsTeams", "web table teamHead",
    "service/api passkeys.title", "web table passkeys",
}  # fmt: skip
"""Phrases that are the same in all languages."""
SAME = {"hand", "bank", "ii", "iii", "go", "pir"}
"""Words that are the same in both: a hand of cards, a bank, numerals, and what three letters on a chart stand for."""
NAMED: dict[Language, frozenset[str]] = {
    "en": frozenset({"des", "en"}), "de": frozenset({"en", "de", "le", "tu"}), "fr": frozenset({"on", "or", "des", "du"}),
}  # fmt: skip
"""Little words of the other language that are something else in this one: "Des" is the desert on a chart."""

STATIC = ENGINE.parent / "service/web/static"
LEARNT = re.compile(
    r"^(?:learn\(|(?:export )?const [A-Z]+ = (?:/\*\*[^\n]*\*/ \()?)\{\n(.*?)^\}", re.DOTALL | re.MULTILINE
)
LEARNT_KEY = re.compile(r"^  \"?([\w.-]+)\"?: \[", re.MULTILINE)


class Phrase(NamedTuple):
    """One phrase in English and in another language, and where it stands."""

    where: str
    english: str
    said: str


@cache
def phrases(language: Language) -> dict[str, list[Phrase]]:
    """Return what a language says itself, by area."""
    whole, own = areas(ENGLISH), areas(language)
    return {
        area: [
            Phrase(f"{area} {key}", whole[area].get(key, UNKNOWN).words, text.words)
            for key, text in texts.items()
            if key not in READ
        ]
        for area, texts in own.items()
        if area != "guides"
    }


READ = {"words.yes", "words.no"}
"""What people type, in several languages."""
UNKNOWN = Text("", frozenset())
OTHERS = LANGUAGES[1:]


def words_of(phrase: str) -> list[str]:
    """Return the words of a phrase in lower case, without places, ids and the templates' own language."""
    return [word.lower() for word in WORD.findall(NOT_SAID.sub(" ", phrase)) if len(word) > 1]


TERMINAL = {"service/cli", "help", "refusals"}
BREAKING = re.compile(r" (?:[;?!%»](?!\w)|:(?=[ \n\"]|$)|…)|« ")
"""A plain space where French has one that does not break, or none."""
COGNATES: dict[Language, int] = {"de": 0, "fr": 2}
"""The most words of a phrase that may be the same as in English: "points", "page", "notification"."""


def untranslated(phrase: Phrase, alike: int = 0) -> bool:
    """Return whether a phrase with more than so many words of its own is the same in both languages."""
    return phrase.english == phrase.said and len(set(words_of(phrase.said)) - SAME) > alike


def foreign(said: str, language: Language) -> set[str]:
    """Return little words of another language in a phrase."""
    others = set().union(*(words for one, words in SPEAKS.items() if one != language)) - SPEAKS[language]
    return (set(words_of(said)) & others) - NAMED[language]


def test_french_signs_stay_on_the_line_of_their_word() -> None:
    """A plain space before a colon breaks the line there. (In a terminal it does not matter.)"""
    found = [one for area, own in phrases("fr").items() if area not in TERMINAL for one in own]
    found = [one for one in found if " terminal." not in one.where]
    assert [one for one in found if BREAKING.search(NOT_SAID.sub("_", one.said))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_nothing_that_english_does_not_and_fills_no_other_gaps(language: Language) -> None:
    assert faults(language) == []


def test_german_lacks_nothing() -> None:
    assert {area: keys for area, keys in lacking("de").items() if keys} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_every_phrase_is_translated(language: Language) -> None:
    assert sum(map(len, phrases(language).values())) > 200
    found = [one for own in phrases(language).values() for one in own if untranslated(one, COGNATES[language])]
    assert [one for one in found if one.where not in ALIKE] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_has_little_words_of_another_language(language: Language) -> None:
    found = {one.where: foreign(one.said, language) for own in phrases(language).values() for one in own}
    assert {where: words for where, words in found.items() if words} == {}


PLAYERS_COMMANDS = sorted(
    one
    for one in Path(service.cli.__file__).parent.rglob("*.py")
    if not one.stem.startswith(("admin", "auditing", "halting", "parked", "rule_data", "running", "monitor", "witness"))
)
"""The command line but for what only operators use, and what watches over installations, which speak English."""
IN_ENGLISH = {
    "bot.py",
    "cosigning.py",
    "exports.py",
    "keys.py",
    "local_files.py",
    "mails.py",
    "ratings.py",
    "verify.py",
}
"""Of those, where lines for programs are echoed: JSON, keys, verdicts."""
KEYS = {key for part in ("answers", "prompts") for key, _ in book_of("service.cli", ENGLISH).below(part)}
SAYS = {"print", "prompt", "confirm", "tell", "echo"}


def said_in_code(module: Path) -> Iterator[str]:
    """Yield the English that a module of the command line prints, or asks, as it stands in the code."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in SAYS:
            continue
        if node.func.attr == "echo" and module.name in IN_ENGLISH:
            continue
        for one in ast.walk(ast.Module([ast.Expr(argument) for argument in node.args[:1]], [])):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                spoken = set(words_of(one.value)) & SPEAKS["en"]
                if one.value not in KEYS and (spoken or len(words_of(one.value)) > 2 or node.func.attr == "tell"):
                    yield f"{module.name}:{node.lineno} {one.value}"


def test_no_command_of_players_speaks_english_out_of_its_code() -> None:
    """What is printed or asked stands in ``answers`` or ``prompts``, in both languages."""
    assert len(PLAYERS_COMMANDS) > 20
    assert [said for module in PLAYERS_COMMANDS for said in said_in_code(module)] == []


def test_a_sentence_in_the_code_is_caught(tmp_path: Path) -> None:
    module = tmp_path / "resigning.py"
    module.write_text(
        'session.console.print(f"You have resigned, {name}.")\nsession.tell("resigned")\nsession.tell("Done")'
    )
    assert [one.partition(" ")[2] for one in said_in_code(module)] == ["You have resigned, ", "Done"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_little_words_tell_the_languages_apart(language: Language) -> None:
    """Nearly every sentence has one, so a sentence in the wrong language is found; a word is never in two lists."""
    assert not any(SPEAKS[language] & SPEAKS[one] for one in LANGUAGES if one != language)
    said = [words_of(one.said) for own in phrases(language).values() for one in own]
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


def test_no_part_of_the_web_table_learns_a_sentence_over_that_of_another() -> None:
    """The attack on every deadline: a new part called its sentence as the clock's was called, and was shown in its place.

    So it went with a card kept in the browser: beside it stood whose seat one had, at tables with a substitute.
    """
    learnt = {
        file.name: [
            key for words in LEARNT.findall(file.read_text(encoding="utf-8")) for key in LEARNT_KEY.findall(words)
        ]
        for file in sorted(STATIC.glob("*/*.js"))
    }
    assert "timeLeft" in learnt["language.js"] and "needTime" in learnt["moretime.js"]
    assert "comeBack" in learnt["custody-words.js"] and "logWrong" in learnt["fair-words.js"]
    said = Counter(key for keys in learnt.values() for key in keys)
    assert [key for key, times in said.items() if times > 1] == []
