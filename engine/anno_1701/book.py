"""The rule data of an installation with their hash, which stands in every match's log."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from engine.anno_1701.dataset import Dataset, read
from engine.canon import b64, tagged_hash

FILE = "reconstruction-1.json"


@dataclass(frozen=True)
class Book:
    """The dataset and the base64url hash of its file."""

    data: Dataset
    digest: str

    @classmethod
    def read(cls, text: str, file: str = FILE) -> Book:
        """Return the book of a dataset file; :raises BadData: saying where and what is wrong."""
        return cls(read(text, file), b64(tagged_hash("siegelpost/rule-data/v1", file.encode(), text.encode())))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the file that comes with the package."""
        return cls.read(shipped_text())


def shipped_text() -> str:
    """Return the text of the file that comes with the package."""
    return (files("engine.anno_1701") / "data" / FILE).read_bytes().decode()
