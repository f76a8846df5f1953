"""Golden letters: what a player reads, word for word. After a wanted change look at the difference, then run

python -m tests.workers.mail.test_golden
"""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.contract import Language
from tests.workers.mail.letters import KINDS, letter
from tests.workers.mail.post_office import text_of

FOLDER = Path(__file__).with_name("golden")
BOTH: list[Language] = ["en", "de"]


def read(message: EmailMessage) -> str:
    """Return a letter as a person sees it: the headers, decoded, and the text part."""
    headers = [f"{name}: {value}" for name, value in message.items() if name not in ("Content-Type", "MIME-Version")]
    return "\n".join([*headers, "", text_of(message)])


def file_of(kind: str, language: Language) -> Path:
    return FOLDER / f"{kind}.{language}.txt"


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_letter_reads_as_it_was_approved(kind: str, language: Language) -> None:
    assert read(letter(kind, language)) == file_of(kind, language).read_text(encoding="utf-8")


def test_no_golden_letter_is_left_over() -> None:
    assert {one.name for one in FOLDER.iterdir()} == {file_of(kind, one).name for kind in KINDS for one in BOTH}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in KINDS:
        for one in BOTH:
            file_of(each, one).write_text(read(letter(each, one)), encoding="utf-8")
