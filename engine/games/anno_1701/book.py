"""The rule data of an installation with their hash, which every match's log records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from engine.games.anno_1701.dataset import Dataset, read
from engine.kit.rule_data import digest

FILE = "reconstruction-1.json"
FILES = {"cards.json": FILE}
"""Name of an owner's file, and the packaged file it replaces."""


@dataclass(frozen=True)
class Book:
    """The dataset and the base64url hash of its file."""

    data: Dataset
    digest: str
    reconstructed: bool = True
    """True for the packaged data."""

    @property
    def attacks(self) -> list[str]:
        """The names of the kinds of cards that attack the other player."""
        return sorted({card.kind for card in self.data.cards.values() if card.against})

    @classmethod
    def read(cls, text: str, file: str = FILE) -> Book:
        """Return the book of a dataset file; :raises BadData: saying what is wrong and where."""
        return cls(read(text, file), digest({FILE: text}), file == FILE)

    @classmethod
    def of(cls, texts: Mapping[str, str], names: Mapping[str, str]) -> Book:
        """Return the book of the file's text, keyed by the package's file name; ``names`` gives its name for messages."""
        return cls.read(texts[FILE], names.get(FILE, FILE))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the file that comes with the package."""
        return cls.read(shipped_text())


def shipped_text() -> str:
    """Return the text of the file that comes with the package."""
    return (files("engine.games.anno_1701") / "data" / FILE).read_bytes().decode()
