"""The sections of a letter: the content of each kind of news, in the order of the registry's positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from service.notifications.kind import Kind
from service.notifications.kinds import KINDS, kind_of
from service.store.records import Notice
from workers.mail.letter import Plain, Section
from workers.mail.page import Page
from workers.mail.parts.joining import invitation
from workers.mail.parts.outcome import outcome
from workers.mail.parts.report import remarks, report, talk


def plain(row: Kind[Any], news: Sequence[Notice], page: Page) -> Plain | None:
    """Return the template's text for each notice of the kind and for those that accompany it; a blank line starts a
    paragraph."""
    told = [one for one in news if row.name in (one["kind"], kind_of(one).goes_with)]
    bodies = [str(page.reader.words(kind_of(one).words).body(page.telling(one))) for one in told]
    paragraphs = [" ".join(part.split()) for body in bodies for part in re.split(r"\n\s*\n", body) if part.strip()]
    return Plain(row.words, paragraphs) if paragraphs else None


SECTIONS: dict[str, Callable[[Kind[Any], Sequence[Notice], Page], Section | None]] = {
    "plain": plain,
    "outcome": outcome,
    "invitation": invitation,
    "report": report,
    "talk": talk,
    "remarks": remarks,
}
"""Fillers of the sections that a row of the registry may name: each gets all news, and returns None for an empty
section."""


def sections_of(news: Sequence[Notice], page: Page) -> list[Section]:
    """Return the sections of a letter, from above."""
    layout = kind_of(news[0]).layout
    rows = sorted(
        (one for one in KINDS.values() if one.section and one.layout == layout and not one.goes_with),
        key=lambda one: one.position,
    )
    found = [SECTIONS[row.section](row, news, page) for row in rows]
    return [one for one in found if one is not None]
