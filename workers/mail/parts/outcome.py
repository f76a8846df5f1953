"""The end of a match in a letter: the result, the scores, the reason, and how anybody can verify it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.match.absence import pending
from engine.protocol.agreements import STOPPED
from service.matches.seen import held_at_end
from service.notifications.kind import Kind
from service.notifications.kinds import OVER
from service.notifications.notices import seat_told
from service.store.records import Notice
from service.text.names import as_read, plain
from workers.mail.letter import Outcome
from workers.mail.page import Page
from workers.mail.parts.telling import listed
from workers.mail.sentences import NAME

LONGEST_WHY = 200
NEVER_BEGAN = ("cancelled", "expired", "unrevealed")
"""Reasons for closing a match before it begins, each with a sentence of its own: there is no result and nothing to
verify."""


def outcome(row: Kind[Any], news: Sequence[Notice], page: Page) -> Outcome | None:
    """Return how the match ended, according to its table now."""
    if not any(one["kind"] == row.name for one in news):
        return None
    words = page.reader.words(row.words)
    reason = page.match.table["over"] or "finished"
    if "stopped" in page.match.table:
        return outcome_of_stopped(page, page.title)
    if reason in NEVER_BEGAN:
        return Outcome(row.words, result=str(getattr(words, reason)(page.title)), scores=[], reason="", verify="")
    result, scores = _result(page, words)
    return Outcome(
        row.words,
        result=result,
        scores=scores if any(_scores(page)) or reason == "finished" else [],
        reason=_why(page, words, reason, seat_told(news)),
        verify=_verified(page),
        before=_before(page, words),
        held=_held(page, words, {one["seat"] for one in news}),
        private=page.match.table["visibility"] == "private",
    )


def outcome_of_stopped(page: Page, title: str) -> Outcome:
    """Return that the operator has ended the match, and why; verification is mentioned only where the log records this
    end, too."""
    table, words = page.match.table, page.reader.words(OVER.words)
    result, why = str(words.stopped(title)), str(words.stopped_why(plain(table["stopped"]["why"], LONGEST_WHY)))
    verify = _verified(page) if "operator" in table and table["over"] == STOPPED else ""
    return Outcome(
        OVER.words, result=result, scores=[], reason=why, verify=verify, private=table["visibility"] == "private"
    )


def _verified(page: Page) -> str:
    """Return how the reader checks the match."""
    command = f"siegelpost verify {page.match_url}/log.jsonl --key {page.public_key}"
    return command if page.reader.programmer else page.verify_url


def _result(page: Page, words: Any) -> tuple[str, list[str]]:
    """Return the winners, and everybody's score."""
    ended, names = page.match.table["outcome"], page.names
    if ended is None:
        return str(words.no_result(page.title)), []
    winners = [names[seat] for seat in ended["winners"]]
    said = (words.won if len(winners) == 1 else words.shared)(page.title, listed(winners, page.reader))
    return str(said), [str(words.score(name, score)) for name, score in zip(names, ended["scores"], strict=True)]


def _before(page: Page, words: Any) -> list[str]:
    """Return the former players of seats that were taken over, and until when they played, one line each."""
    reader, table = page.reader, page.match.table
    changes = table["absence"].get("changes", []) if "absence" in table else []
    lines = []
    for seat in sorted({one["seat"] for one in changes}):
        own = [one for one in changes if one["seat"] == seat]
        former = []
        for one in own:
            name = plain(as_read(one["name"], reader.language), NAME)
            former.append(str(words.until(name, reader.place(one.get("decision", "")), reader.moment(one["at"]))))
        lines.append(str(words.before(page.names[seat], listed(former, reader), len(own) > 1)))
    return lines


def _held(page: Page, words: Any, own: set[int | None]) -> list[str]:
    """Return the others' hands at the end, one line each; the reader's own hand is in the letter anyway."""
    found = held_at_end(page.match, page.reader.language)
    return [str(words.held(page.names[one["seat"]], one["words"])) for one in found if one["seat"] not in own]


def _scores(page: Page) -> list[int]:
    ended = page.match.table["outcome"]
    return [] if ended is None else ended["scores"]


def _why(page: Page, words: Any, reason: str, reader: int | None) -> str:
    """Return why the match ended, empty if the game was played to its end; ``reader`` is the reader's seat."""
    if reason == "finished":
        return ""
    if reason == "resigned":
        gone = page.match.table["resigning"]
        names = listed([page.names[seat] for seat in gone], page.reader)
        return str(words.resigned(names, len(gone) > 1, gone == [reader]))
    if reason == "abandoned":
        return why_left(page, words, pending(page.match.table, "win"), reader)
    return str(words.other(plain(reason, 80)))


def why_left(page: Page, words: Any, gone: Sequence[int], reader: int | None) -> str:
    """Return that these seats stopped answering, and who ended the match because of it."""
    names = listed([page.names[seat] for seat in gone], page.reader)
    left = [name for seat, name in enumerate(page.names) if seat not in gone]
    own, alone = list(gone) == [reader], len(left) == 1 and reader is not None
    return str(words.abandoned(names, len(gone) > 1, own, left[0] if own and alone else "", alone and not own))
