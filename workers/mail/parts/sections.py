"""The sections of a letter: the content of each kind of news, in the order of the registry's positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from service.notifications.kind import Kind
from service.notifications.kinds import KINDS, kind_of
from service.store.records import Notice
from workers.mail.letter import Block, Link, Listed, Plain, PosedPuzzle, Section
from workers.mail.page import Page
from workers.mail.parts.joining import invitation
from workers.mail.parts.outcome import outcome, remarks, report, talk
from workers.mail.parts.telling import listed as names_listed


def plain(row: Kind[Any], news: Sequence[Notice], page: Page) -> Plain | None:
    """Return the template's text for each notice of the kind and for those that accompany it; a blank line starts a
    paragraph."""
    told = [one for one in news if row.name in (one["kind"], kind_of(one).goes_with)]
    bodies = [page.reader.words(kind_of(one).words).body(page.telling(one)) for one in told]
    paragraphs = [line for body in bodies for line in _paragraphs(body)]
    return Plain(row.words, paragraphs) if paragraphs else None


def listed(row: Kind[Any], news: Sequence[Notice], page: Page) -> Listed | None:
    """Return the news of a kind about tournaments, each with its tables or standings as a list."""
    words, blocks = page.reader.words(row.words), []
    for one in news:
        if one["kind"] == row.name:
            told = page.telling(one)
            rows = told.facts.get("tables", told.facts.get("rows", []))
            lines = [
                Link(
                    str(words.item(row, names_listed([who for who in row.get("others", ()) if who], page.reader))),
                    f"{page.public_url}/table/{row['match']}" if "match" in row else "",
                )
                for row in rows
            ]
            link = Link(str(words.page()), f"{page.public_url}/tournament/{told.facts['tournament']}")
            blocks.append(Block(_paragraphs(words.body(told)), lines, link))
    return Listed(row.words, blocks) if blocks else None


def puzzle(row: Kind[Any], news: Sequence[Notice], page: Page) -> PosedPuzzle | None:
    """Return the puzzle of a day; only the address of its page where it cannot be put into words (any more)."""
    one = next((one for one in reversed(news) if one["kind"] == row.name), None)
    if one is None:
        return None
    words, posed = page.reader.words(row.words), one["facts"].get("posed")
    link = Link(str(words.page()), f"{page.public_url}/puzzles/{one['facts']['day']}")
    if posed is None:
        return PosedPuzzle(row.words, [], "", [], "", "", link, None)
    paragraphs = [*_paragraphs(words.lead(posed["title"], posed["seat"])), posed["question"]]
    how = str(words.reply()) if page.takes_replies else ""
    stop = Link(str(words.stop()), posed["stop"])
    return PosedPuzzle(row.words, paragraphs, posed["picture"], posed["choices"], posed["table"], how, link, stop)


def _paragraphs(body: object) -> list[str]:
    """Return the paragraphs of a template's text; a blank line starts one."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", str(body)) if part.strip()]


SECTIONS: dict[str, Callable[[Kind[Any], Sequence[Notice], Page], Section | None]] = {
    "plain": plain,
    "listed": listed,
    "posed": puzzle,
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
