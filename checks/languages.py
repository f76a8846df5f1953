"""The texts of each language, and what it lacks against English: ``python -m checks.languages [LANGUAGE]``.

Every text has a key in an area; a language may lack texts, which are then said in English, but it has no key that English does
not have, and none of its texts has a gap that English does not fill. The exit code is 1 when one does. Names of a game's things
(:data:`NAMES`) stand in its data in English, so they are not counted.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment
from jinja2.nodes import Macro

from engine.contract import Language
from engine.kit.text.phrases import ENGLISH, LANGUAGES, flat

ROOT = Path(__file__).parents[1]
LETTERS = ROOT / "workers/mail/templates"
STATIC = ROOT / "service/web/static"
PAIRED = re.compile(r'^  "?([\w./-]+)"?: \[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\]', re.MULTILINE)
"""A sentence of the web table: its key, and its words in the languages that the modules hold."""
NAMES = ("name.", "several.")
"""Tables with translations of English names (:meth:`engine.kit.text.phrases.PhraseBook.named`)."""
INLINE = ("en", "de")
"""These languages, in their order (``language.js``)."""
GAP = re.compile(r"{(\w*)[^{}]*}")


@dataclass(frozen=True)
class Text:
    """A text and the names of the gaps in it."""

    words: str
    gaps: frozenset[str]


Area = Mapping[str, Text]


def plain(words: object) -> Text:
    """Return a text whose gaps are in braces."""
    said = " | ".join(map(str, words)) if isinstance(words, list) else str(words)
    return Text(said, frozenset(GAP.findall(said)))


def filled(key: str, english: Text) -> frozenset[str]:
    """Return the gaps that are filled in a text: those of the English, and the number that chooses a form."""
    return english.gaps | ({"n"} if key.endswith((".one", ".other")) else set())


@cache
def areas(language: Language) -> dict[str, Area]:
    """Return everything that a language says itself, by area and key."""
    return {
        **{_name(one): _table(one.with_name(f"{language}.toml")) for one in _catalogues()},
        **{
            f"{_name(one)} (about)": _told(one, language) for one in sorted(ROOT.glob("engine/games/*/text/about.toml"))
        },
        "guides": {
            one.parents[2].name: Text("", frozenset())
            for one in sorted(ROOT.glob(f"engine/games/*/text/guide/{language}.md"))
        },
        "letters": dict(_letters(language)),
        "web table": _web(language),
        **{area: _table(ROOT / f"{file}_{language}.toml") for area, file in BESIDE_ENGLISH.items()},
    }


BESIDE_ENGLISH = {"help": "service/cli/help", "refusals": "service/cli/player/refusals"}
"""Translations of texts that stand in the code in English; they are compared with each other."""


def _catalogues() -> list[Path]:
    return sorted({*ROOT.glob("engine/games/*/text/en.toml"), *ROOT.glob("service/**/text/en.toml")})


def _name(file: Path) -> str:
    return file.parent.parent.relative_to(ROOT).as_posix()


def _table(file: Path, *, gaps: bool = True) -> Area:
    """Return the texts of a file, none for one that is not there."""
    if not file.is_file():
        return {}
    found = flat(tomllib.loads(file.read_text(encoding="utf-8")))
    return {key: plain(words) if gaps else Text(str(words), frozenset()) for key, words in found.items()}


def _told(file: Path, language: Language) -> Area:
    """Return the texts of a file that has a member for each language."""
    found = flat(tomllib.loads(file.read_text(encoding="utf-8")))
    return {key.rpartition(".")[0]: plain(words) for key, words in found.items() if key.endswith(f".{language}")}


def _letters(language: Language) -> Iterator[tuple[str, Text]]:
    """Yield the macros of a language's templates, with their arguments as gaps."""
    made = Environment(autoescape=True)
    for file in sorted((LETTERS / language).glob("*.txt")):
        source = file.read_text(encoding="utf-8")
        for macro in made.parse(source).find_all(Macro):
            yield f"{file.stem}.{macro.name}", Text(_body(source, macro.name), frozenset(_arguments(macro)))


def _arguments(macro: Macro) -> Iterator[str]:
    for place, argument in enumerate(macro.args):
        yield f"{place}:{argument.name}"


def _body(source: str, name: str) -> str:
    found = re.search(rf"{{%-?\s*macro {name}\(.*?\)\s*-?%}}(.*?){{%-?\s*endmacro", source, re.DOTALL)
    return found[1] if found else ""


def _web(language: Language) -> Area:
    """Return the sentences of the web table: those in its modules, or those of the language's own file."""
    if language in INLINE:
        at = INLINE.index(language) + 2
        sources = "\n".join(one.read_text(encoding="utf-8") for one in sorted(STATIC.glob("*/*.js")))
        pairs = [found for found in PAIRED.finditer(sources) if found[1] != "times"]  # no sentence
        return {found[1]: plain(json.loads(f'"{found[at]}"')) for found in pairs}
    file = STATIC / f"words/{language}.json"
    words = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {key: plain(said) for key, said in words.items()}


def wanted() -> dict[str, Area]:
    """Return all texts by area: the English ones, or where these are in the code, those of any language."""
    english = {**areas(ENGLISH)}
    for area in BESIDE_ENGLISH:
        english[area] = {key: text for one in LANGUAGES for key, text in areas(one)[area].items()}
    return english


def lacking(language: Language) -> dict[str, list[str]]:
    """Return the keys of the texts that a language lacks, by area."""
    own = areas(language)
    return {area: [key for key in texts if key not in own[area]] for area, texts in wanted().items()}


def faults(language: Language) -> list[str]:
    """Return the faults of a language's texts: keys and gaps that English does not have."""
    whole, found = wanted(), []
    for area, texts in areas(language).items():
        for key, text in texts.items():
            english = whole[area].get(key)
            if key.startswith(NAMES):
                continue
            if english is None:
                found.append(f"{language}, {area}: there is no text {key}")
            elif area == "letters" and text.gaps != english.gaps:
                found.append(f"{language}, {area}: {key} takes other arguments than in English")
            elif area != "letters" and text.gaps - filled(key, english):
                unfilled = ", ".join(sorted(text.gaps - filled(key, english)))
                found.append(f"{language}, {area}: {key} has a gap that nothing fills: {unfilled}")
    return found


def main() -> int:
    """Print for every language and area how much is there, and for a named language what is not; return the exit code."""
    named = sys.argv[1:]
    if set(named) - set(LANGUAGES):
        sys.stderr.write(f"there is no language {', '.join(sorted(set(named) - set(LANGUAGES)))}\n")
        return 1
    whole, wrong = wanted(), []
    for language in named or LANGUAGES[1:]:
        for area, keys in lacking(language).items():
            print(f"{language}  {len(whole[area]) - len(keys):4} of {len(whole[area]):4}  {area}")
            for key in keys if named else ():
                print(f"      {key}")
        wrong += faults(language)
    sys.stderr.writelines(f"{one}\n" for one in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
