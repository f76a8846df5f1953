"""A game's introduction for newcomers, from ``text/about.toml``, and the page that teaches it, from ``text/guide/<language>.md``.

The page is CommonMark with tables and these conventions, which :mod:`service.api.pages.rules_pages` carries out:

- A heading that is a preset's name as code (``### `tilsit```) gets that preset's title;
  what follows says what is different in it.
- A fence ``example NAME`` holds the settings of an :class:`ExampleText`; its picture and its sentences come from the game.
- A fence ``legend`` becomes the legend of the game's pictures, a fence ``cards`` the list of the game's cards (:class:`Carded`).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language
from engine.kit.text.phrases import ENGLISH, LANGUAGES, by_language


@dataclass(frozen=True)
class About:
    """A game in three sentences, its length in two and its guide, by language; its presets' names by preset and language;
    its title in languages that have one of their own.

    ``unasked``: what is answered by default at the pace of mails, and how to be asked instead (empty: nothing).
    """

    game: Mapping[Language, str] = field(default_factory=dict)
    length: Mapping[Language, str] = field(default_factory=dict)
    presets: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)
    guide: Mapping[Language, str] = field(default_factory=dict)
    unasked: Mapping[Language, str] = field(default_factory=dict)
    titles: Mapping[Language, str] = field(default_factory=dict)


def about(package: str) -> About:
    """Return a package's introduction to its game; :raises KeyError, OSError: when something is missing."""
    folder = files(package) / "text"
    told = tomllib.loads((folder / "about.toml").read_text(encoding="utf-8"))
    files_of = {one: folder / "guide" / f"{one}.md" for one in LANGUAGES}
    guides = {
        one: (file if file.is_file() else files_of[ENGLISH]).read_text(encoding="utf-8")
        for one, file in files_of.items()
    }
    return About(
        by_language(told["game"]),
        by_language(told["length"]),
        {name: by_language(one) for name, one in told.get("presets", {}).items()},
        guides,
        by_language(told["unasked"]) if "unasked" in told else {},
        told.get("titles", {}),
    )


POINT = re.compile(r"^(?:[0-9]+\.|-) (.+(?:\n  +.+)*)$", re.MULTILINE)
DEFINED = re.compile(
    r"^- \*\*(?P<name>[^*]+)\*\*:? (?P<words>.+(?:\n  +.+)*)$|^\| (?P<cell>[^|-][^|]*) \| (?P<beside>[^|]+) \|$",
    re.MULTILINE,
)
MARKS = re.compile(r"\*\*|`|\[([^]]*)\]\([^)]*\)")
PRESET = re.compile(r"^#+ `([^`]+)`$", re.MULTILINE)
EXAMPLE = re.compile(r"^```example ([a-z0-9-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class CardList:
    """Related cards, one line for each kind."""

    title: str
    lines: Sequence[str]


@runtime_checkable
class Carded(Protocol):
    """A game that lists its cards, from the same data that it plays with."""

    def card_lists(self, language: Language) -> Sequence[CardList]:
        """Return every kind of card with what it costs and does."""
        ...


@dataclass(frozen=True)
class ExampleText:
    """An example of a guide: its preset, seats and seed, the decisions of the match, and what the picture shows."""

    name: str
    preset: str
    seats: int
    seed: str
    before: int
    decisions: int
    shows: str


def guide(game: Game, language: Language) -> str:
    """Return the guide of a game in a language; for a game without one, its title and introduction."""
    rules = game.rules
    told = [f"# {rules.title_in(language)}", rules.about.get(language, ""), rules.length.get(language, "")]
    return rules.guide.get(language) or "\n\n".join(filter(None, told)) + "\n"


@dataclass(frozen=True)
class InShort:
    """The beginning of a game's guide: its subject, and a turn, the end and the goal in a few points."""

    aim: str
    points: Sequence[str]


def in_short(text: str) -> InShort:
    """Return the beginning of a guide without its marks: the paragraph below its title, and the points of its first part.

    >>> in_short("# Chess\\n\\nTwo armies\\nmeet.\\n\\n## In short\\n\\n1. **White** begins.\\n2. Mate wins.\\n\\n## More")
    InShort(aim='Two armies meet.', points=['White begins.', 'Mate wins.'])
    """
    head, _, rest = text.partition("\n## ")
    first = rest.partition("\n## ")[0]
    return InShort(_plain(head.partition("\n")[2]), [_plain(point) for point in POINT.findall(first)])


def defined(text: str, word: str) -> list[str]:
    """Return a guide's text about things whose names begin with a word: the items and table rows that define one.

    >>> defined("- **Knight**: moves the robber.\\n- **Road**: two roads.", "knight")
    ['Knight: moves the robber.']
    """
    begins = word.casefold()
    found = []
    for one in DEFINED.finditer(text):
        name, words = (one["name"], one["words"]) if one["name"] else (one["cell"], one["beside"])
        if any(part.startswith(begins) for part in re.findall(r"[^\W\d_]+", name.casefold())):
            found.append(f"{_plain(name)}: {_plain(words)}")
    return found


def _plain(text: str) -> str:
    return " ".join(MARKS.sub(lambda found: found[1] or "", text).split())


def presets_of(text: str) -> list[str]:
    """Return the presets that a guide explains, in its order.

    >>> presets_of("## Variants\\n\\n### `tilsit`\\n\\nThe usual game.")
    ['tilsit']
    """
    return PRESET.findall(text)


def examples_of(text: str) -> dict[str, ExampleText]:
    """Return the examples of a guide by name."""
    return {name: example_text(name, settings) for name, settings in EXAMPLE.findall(text)}


def example_text(name: str, settings: str) -> ExampleText:
    """Return an example as a fence describes it (TOML)."""
    read = tomllib.loads(settings)
    return ExampleText(
        name=name,
        preset=str(read["preset"]),
        seats=int(read["seats"]),
        seed=str(read.get("seed", name)),
        before=int(read["before"]),
        decisions=int(read["decisions"]),
        shows=str(read["shows"]),
    )
