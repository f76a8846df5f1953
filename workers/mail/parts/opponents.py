"""The reader's opponents in a few words, for subject lines: from all names down to a mere number, as space allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from service.text.deleted_names import named_after_with
from service.text.names import plain
from workers.mail.page import Page
from workers.mail.parts.telling import listed

FEW = 2
"""The most opponents who are all named; of more, only the first is."""
LONGEST = 60
"""The most characters of a name in a subject."""
LENGTHS = (20, 12, 8)
"""Lengths to which names are cut, longest first."""
BOT = re.compile(r" \([Bb]ot\)$")
"""The suffix of a bot's name, which is dropped before anything else of a name."""


def company(page: Page, seat: int | None) -> list[str]:
    """Return the reader's company (``with Bert``), in wordings from long to short; ``[""]`` for a reader without a
    seat."""
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
    """Yield the names, from long to short, never so short that two different names become alike."""
    yield [plain(name, LONGEST) for name in names]
    bare = [BOT.sub("", name) for name in names]
    for length in (LONGEST, *LENGTHS):
        cut = [plain(name, length) for name in bare]
        if len(set(cut)) == len(set(names)):
            yield cut
