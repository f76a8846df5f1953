"""Who else sits at the table, in a few words, for subject lines: from all names to a mere number, whatever fits."""

from __future__ import annotations

from collections.abc import Sequence

from service.notifications.plain import plain
from service.store.records import Notice
from workers.mail.page import Page
from workers.mail.telling import listed

FEW = 2
"""So many opponents are named; of more, the first."""
LENGTHS = (60, 20, 12, 8)
"""Characters of a name, the fullest first."""


def company(page: Page, news: Sequence[Notice]) -> list[str]:
    """Return who plays with the reader (``with Bert``), the fullest words first; ``[""]`` for who does not sit there."""
    seat, say = news[0]["seat"], page.reader.say
    if seat is None:
        return [""]
    others = [name for at, name in enumerate(page.names) if at != seat and name]
    if not others:
        return [""]
    found = []
    for length in LENGTHS:
        cut = [plain(name, length) for name in others]
        rest = len(cut) - 1
        words = say.with_some(listed(cut, page.reader)) if rest < FEW else say.with_many(cut[0], rest)
        found.append(str(words))
    return [*dict.fromkeys(found), *([str(say.with_number(len(others)))] if len(others) > 1 else [])]


__all__ = ["company"]
