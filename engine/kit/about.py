"""What a game is, for somebody who has never heard of it: three sentences, how long it is, and what its presets are called.

A game keeps them in ``text/about.toml`` in its folder.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from engine.contract import Language


@dataclass(frozen=True)
class About:
    """A game in three sentences and its length in two, by language, and the names of its presets by preset and language."""

    game: Mapping[Language, str] = field(default_factory=dict)
    length: Mapping[Language, str] = field(default_factory=dict)
    presets: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)


def about(package: str) -> About:
    """Return what the package of a game says of itself; :raises KeyError: when something is missing."""
    told = tomllib.loads((files(package) / "text" / "about.toml").read_text(encoding="utf-8"))
    presets = {name: _both(one) for name, one in told.get("presets", {}).items()}
    return About(_both(told["game"]), _both(told["length"]), presets)


def _both(texts: Mapping[str, str]) -> dict[Language, str]:
    return {"en": texts["en"], "de": texts["de"]}


__all__ = ["About", "about"]
