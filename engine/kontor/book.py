"""The rule data of an installation: cards, layouts and presets read together, with their hash.

Reading is strict (see :mod:`engine.kontor.cards` and :mod:`engine.kontor.presets`); the hash stands in every match's log,
so a match played with other data is seen to be one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from engine.canon import b64, tagged_hash
from engine.kontor.cards import Card, read_cards
from engine.kontor.presets import Preset, read_layouts, read_presets

CARDS = "cards.reconstructed.csv"
LAYOUTS = "layouts.toml"
PRESETS = "presets.toml"


@dataclass(frozen=True, slots=True)
class Book:
    """Everything the rules read from files. ``digest`` is base64url over the bytes of all of them."""

    cards: Mapping[str, Card]
    presets: Mapping[str, Preset]
    digest: str

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Book:
        """Return the book of three texts, keyed by their file names; :raises BadData: saying where and what is wrong."""
        cards = read_cards(texts[CARDS], CARDS)
        presets = read_presets(texts[PRESETS], PRESETS, cards, read_layouts(texts[LAYOUTS], LAYOUTS))
        parts = [part.encode() for name in sorted(texts) for part in (name, texts[name])]
        return cls(cards, presets, b64(tagged_hash("siegelpost/rule-data/v1", *parts)))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the files that come with the package."""
        return cls.read(shipped_texts())


def shipped_texts() -> dict[str, str]:
    """Return the texts of the files that come with the package, by file name."""
    folder = files("engine.kontor") / "data"
    return {name: (folder / name).read_bytes().decode() for name in (CARDS, LAYOUTS, PRESETS)}
