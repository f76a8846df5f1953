"""The end of a match in a letter: the result, the scores, why it ended, and how anybody checks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.notifications.kinds import Kind
from service.notifications.plain import plain
from service.store.records import Notice
from workers.mail.letter import Outcome
from workers.mail.page import Page
from workers.mail.telling import listed

REASONS = ("cancelled", "expired")
"""Why a match ends without a player's doing before its game does, each with a sentence of its own."""


def outcome(row: Kind[Any], news: Sequence[Notice], page: Page) -> Outcome | None:
    """Return how the match ended, as its table says now."""
    if not any(one["kind"] == row.name for one in news):
        return None
    record, reader, names, words = page.match, page.reader, page.names, page.reader.words(row.words)
    ended = record.table["outcome"]
    reason = record.table["over"] or "finished"
    if ended is None:
        result, scores = words.no_result(page.title), []
    else:
        winners = [names[seat] for seat in ended["winners"]]
        result = (words.won if len(winners) == 1 else words.shared)(page.title, listed(winners, reader))
        scores = [words.score(name, score) for name, score in zip(names, ended["scores"], strict=True)]
        scores = scores if any(ended["scores"]) or reason == "finished" else []
    if reason == "finished":
        why = ""
    elif reason == "resigned":
        gone = [names[seat] for seat in record.table["resigning"]]
        why = words.resigned(listed(gone, reader), len(gone) > 1)
    elif reason in REASONS:
        why = getattr(words, reason)()
    else:
        why = words.other(plain(reason, 80))
    return Outcome(
        row.words,
        result=str(result),
        scores=[str(line) for line in scores],
        reason=str(why),
        verify=f"siegelpost verify {page.match_url}/log.jsonl --key {page.public_key}",
    )


__all__ = ["outcome"]
