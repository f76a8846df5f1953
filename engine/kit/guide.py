"""The page that teaches a game: a text in Markdown for each language, in ``text/guide/`` of the game's folder.

It is CommonMark with tables and these conventions, which :mod:`service.api.rules_pages` carries out:

- A heading that is a preset's name as code (``### `tilsit```) gets that preset's title;
  what follows says what is different in it.
- A fence ``example NAME`` holds the settings of an :class:`ExampleText`; its picture and its sentences come from the game.
- A fence ``legend`` becomes the legend of the game's pictures, a fence ``cards`` the list of the game's cards (:class:`Carded`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language

PRESET = re.compile(r"^#+ `([^`]+)`$", re.MULTILINE)
EXAMPLE = re.compile(r"^```example ([a-z0-9-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class CardList:
    """Cards that belong together, one line for each kind."""

    title: str
    lines: Sequence[str]


@runtime_checkable
class Carded(Protocol):
    """A game that lists its cards, from the same data as it plays with."""

    def card_lists(self, language: Language) -> Sequence[CardList]:
        """Return every kind of card with what it costs and does."""
        ...


@dataclass(frozen=True)
class ExampleText:
    """An example of a guide: with which preset, seats and seed, which decisions of the match, and what the picture shows."""

    name: str
    preset: str
    seats: int
    seed: str
    before: int
    decisions: int
    shows: str


def guide(game: Game, language: Language) -> str:
    """Return the guide of a game in a language; :raises FileNotFoundError: for a game that has none."""
    package = "engine." + game.rules.id.partition("@")[0].replace("-", "_")
    return (files(package) / "text" / "guide" / f"{language}.md").read_text(encoding="utf-8")


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


__all__ = ["CardList", "Carded", "ExampleText", "example_text", "examples_of", "guide", "presets_of"]
