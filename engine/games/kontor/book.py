"""The rule data of an installation: cards, layouts and presets read together, with their hash.

Reading is strict (see :mod:`engine.games.kontor.card_list` and :mod:`engine.games.kontor.preset_files`). Every match's
log records the hash, so anybody can see which data a match was played with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from engine.games.kontor.card_list import read_cards
from engine.games.kontor.cards import Card
from engine.games.kontor.preset_files import read_layouts, read_presets
from engine.games.kontor.presets import Layout, Preset
from engine.games.kontor.rules.setup import DEFAULT_PRESET
from engine.kit.rule_data import BadData, Faults, digest, facts_digest

CARDS = "cards.reconstructed.csv"
LAYOUTS = "layouts.toml"
PRESETS = "presets.toml"
FILES = {"cards.csv": CARDS, "layouts.toml": LAYOUTS, "presets.toml": PRESETS}
"""Name of an owner's file, and the packaged file it replaces (see ``data/README.md``)."""


@dataclass(frozen=True, slots=True)
class Book:
    """Everything the rules read from files. ``digest`` is base64url over the bytes of all of them."""

    cards: Mapping[str, Card]
    layouts: Mapping[str, Layout]
    presets: Mapping[str, Preset]
    digest: str

    @property
    def preset_digests(self) -> dict[str, str]:
        """The hash of what each preset plays with: adding or changing a preset does not affect matches of the others."""
        return {name: facts_digest(preset.facts()) for name, preset in self.presets.items()}

    @classmethod
    def read(cls, texts: Mapping[str, str], names: Mapping[str, str] | None = None) -> Book:
        """Return the book of three texts, keyed by the package's file names; ``names`` are what messages call them.

        :raises BadData: saying what is wrong in any of them, and where.
        """
        called = {name: name for name in texts} | dict(names or {})
        faults = Faults()
        cards: dict[str, Card] = {}
        layouts: dict[str, Layout] = {}
        with faults.noting():
            cards = read_cards(texts[CARDS], called[CARDS])
        with faults.noting():
            layouts = read_layouts(texts[LAYOUTS], called[LAYOUTS])
        faults.settle()
        presets = read_presets(texts[PRESETS], called[PRESETS], cards, layouts)
        if DEFAULT_PRESET not in presets:
            raise BadData(f"{called[PRESETS]}, [{DEFAULT_PRESET}]: missing; who names no preset plays this one")
        return cls(cards, layouts, presets, digest(texts))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the files that come with the package."""
        return cls.read(shipped_texts())


def shipped_texts() -> dict[str, str]:
    """Return the texts of the files that come with the package, by file name."""
    folder = files("engine.games.kontor") / "data"
    return {name: (folder / name).read_bytes().decode() for name in (CARDS, LAYOUTS, PRESETS)}
