"""A game's introduction for newcomers: three sentences, its length, its presets' names, and its guide.

A game keeps them in its folder, in ``text/about.toml`` and ``text/guide/<language>.md``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from engine.contract import Language
from engine.kit.text.phrases import LANGUAGES


@dataclass(frozen=True)
class About:
    """A game in three sentences, its length in two and its guide, by language; its presets' names by preset and language."""

    game: Mapping[Language, str] = field(default_factory=dict)
    length: Mapping[Language, str] = field(default_factory=dict)
    presets: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)
    guide: Mapping[Language, str] = field(default_factory=dict)


def about(package: str) -> About:
    """Return what the package of a game says of itself; :raises KeyError, OSError: when something is missing."""
    folder = files(package) / "text"
    told = tomllib.loads((folder / "about.toml").read_text(encoding="utf-8"))
    guides = {one: (folder / "guide" / f"{one}.md").read_text(encoding="utf-8") for one in LANGUAGES}
    presets = {name: _both(one) for name, one in told.get("presets", {}).items()}
    return About(_both(told["game"]), _both(told["length"]), presets, guides)


def _both(texts: Mapping[str, str]) -> dict[Language, str]:
    return {"en": texts["en"], "de": texts["de"]}


__all__ = ["About", "about"]
