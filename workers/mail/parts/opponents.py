"""The reader's opponents in a few words, for subject lines: from all names to a mere number, whatever fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from service.notifications.plain import plain
from service.text.deleted_names import named_after_with
from workers.mail.page import Page
from workers.mail.parts.telling import listed

FEW = 2
"""So many opponents are named; of more, the first."""
LONGEST = 60
"""Characters of a name that a subject says at most."""
LENGTHS = (20, 12, 8)
"""Characters of a name that is cut, the fullest first."""
BOT = re.compile(r" \([Bb]ot\)$")
"""What stands behind a bot's name, and goes before anything of a name does."""


def company(page: Page, seat: int | None) -> list[str]:
    """Return who plays with the reader (``with Bert``), the fullest words first; ``[""]`` for who does not sit there."""
    say = page.reader.say
    if seat is None:
        return [""]
    others = named_after_with([name for at, name in enumerate(page.names) if at != seat and name], page.reader.language)
    if not others:
        return [""]
    found = []
    for cut in _shorter(others):
        rest = len(cut) - 1
        words = say.with_some(listed(cut, page.reader)) if rest < FEW else say.with_many(cut[0], rest)
        found.append(str(words))
    return [*dict.fromkeys(found), *([str(say.with_number(len(others)))] if len(others) > 1 else [])]


def _shorter(names: Sequence[str]) -> Iterator[list[str]]:
    """Yield the names, the fullest first, and never so short that two of them read alike which did not before."""
    yield [plain(name, LONGEST) for name in names]
    bare = [BOT.sub("", name) for name in names]
    for length in (LONGEST, *LENGTHS):
        cut = [plain(name, length) for name in bare]
        if len(set(cut)) == len(set(names)):
            yield cut


__all__ = ["company"]
