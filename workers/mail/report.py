"""What happened, in a letter: the moves and events that its reader may see, as sentences made from facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Event
from service.notifications.kinds import Kind
from service.notifications.plain import plain
from service.store.records import Notice
from workers.mail.letter import Report
from workers.mail.page import Page

FAULTS = {
    "unopened": "fault_unopened",
    "illegal": "fault_illegal",
    "salt-reused": "fault_salt_reused",
    "escrow-failed": "fault_escrow",
}


def report(row: Kind[Any], news: Sequence[Notice], page: Page) -> Report | None:
    """Return what happened, oldest first: from what was resolved, else from what the question brings."""
    resolved = [notice for notice in news if notice["kind"] == row.name]
    if resolved:
        lines = _told(resolved, page, page.reader.words(row.words))
    else:
        lines = [line for notice in news for line in _events(notice, page)]
    return Report(row.words, lines) if lines else None


def _told(resolved: Sequence[Notice], page: Page, words: Any) -> list[str]:
    lines: list[str] = []
    ordered: int | None = None
    for notice in resolved:
        told = _events(notice, page)
        before, ordered = ordered, _ordered(notice)
        if ordered is None:
            lines += _moves(notice, page, words, all_of_them=not told)
        else:
            lines += [str(words.orders_play(page.names[ordered]))] * (ordered != before)
            told = told or _played(notice, page, words)
        lines += [*_faults(notice, page, words), *told]
    return lines


def _ordered(notice: Notice) -> int | None:
    """Return the seat if standing orders alone answered: one line says so for a run of such answers."""
    moves = notice["facts"].get("moves", [])
    return int(moves[0]["seat"]) if len(moves) == 1 and moves[0]["by"] == "order" else None


def _events(notice: Notice, page: Page) -> list[str]:
    seat, names = notice["seat"], page.names
    mine: list[Event] = [one for one in notice["facts"].get("events", []) if "to" not in one or seat in one["to"]]
    return [line for one in mine if (line := page.rules.words.event(one, names, page.reader.language))]


def _moves(notice: Notice, page: Page, words: Any, *, all_of_them: bool) -> list[str]:
    """Say who played what; events usually do, so by default only what silence and standing orders played."""
    faulty = {fault["seat"] for fault in notice["facts"].get("faults", [])}
    lines = []
    for one in notice["facts"].get("moves", []):
        if not all_of_them and one["by"] == "seat":
            continue
        if one["by"] == "fallback":
            sentence = words.played_by_rules if one["seat"] in faulty else words.played_by_fallback
        else:
            sentence = words.played_by_order if one["by"] == "order" else words.played
        move = page.rules.words.move(one["move"], page.reader.language)
        lines.append(str(sentence(page.names[one["seat"]], move)))
    return lines


def _played(notice: Notice, page: Page, words: Any) -> list[str]:
    """Return the moves that no event tells, below the line that says whose orders play."""
    language = page.reader.language
    return [
        str(words.played(page.names[one["seat"]], page.rules.words.move(one["move"], language)))
        for one in notice["facts"]["moves"]
    ]


def _faults(notice: Notice, page: Page, words: Any) -> list[str]:
    lines = []
    for one in notice["facts"].get("faults", []):
        name = page.names[one["seat"]]
        if one["fault"] in FAULTS:
            lines.append(str(getattr(words, FAULTS[one["fault"]])(name)))
        else:
            lines.append(str(words.fault_other(name, plain(one["fault"], 80))))
    return lines


__all__ = ["report"]
