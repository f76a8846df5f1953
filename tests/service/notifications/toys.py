"""Toy kinds as somebody would add them: a row each, and the templates beside this file. Nothing else knows them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict

import pytest

from engine.match.step import Step
from engine.registry import game_of
from service.context import Context
from service.notifications import events, overtaking
from service.notifications.collection import News
from service.notifications.kind import Kind
from service.notifications.kinds import KINDS
from service.store.outbox import recipient_of_notice
from service.store.records import Notice, Record
from workers.mail import sentences


class ThankedFacts(TypedDict):
    """Which seat thanks, in what words, when (ms)."""

    by: int
    note: str
    when: int


class WelcomedFacts(TypedDict):
    """How many matches somebody has played."""

    matches: int


THANKED = Kind(
    name="thanked",
    to="seats",
    group="tables",
    urgency="soon",
    facts=ThankedFacts,
    happened="Somebody at the table thanks you.",
    event=events.Members({"by": "The seat that thanks.", "note": "In its own words."}),
    overtaken=overtaking.never,
)
WELCOMED = Kind(
    name="welcomed",
    to="account",
    urgency="soon",
    facts=WelcomedFacts,
    happened="You have played enough to be welcomed.",
    overtaken=overtaking.always_news,
    layout="account",
)


@contextmanager
def toy_kinds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the toy kinds in the registry, and their templates beside the others."""
    for row in (THANKED, WELCOMED):
        monkeypatch.setitem(KINDS, row.name, row)
    monkeypatch.setattr(sentences, "TEMPLATES", [*sentences.TEMPLATES, Path(__file__).parent / "templates"])
    forget_templates()
    yield
    monkeypatch.undo()
    forget_templates()


def forget_templates() -> None:
    """Have the templates looked up anew."""
    for one in (sentences.environment, sentences.sentences, sentences.words):
        one.cache_clear()


def step_of(record: Record) -> Step:
    """Return a step of a match in which nothing has happened yet."""
    return Step(
        game_of(record.table),
        record.table,
        record.state,
        n=record.n,
        head=record.head,
        at=record.at,
        now=record.now,
        sign=lambda n, head: bytes(64),
    )


def thank(context: Context, match: str, by: int, note: str, seats: list[int]) -> list[Notice]:
    """Let a seat thank others: what the place where it happens does. Returns what was queued."""
    record = context.store.load(match)
    assert record is not None
    step = step_of(record)
    news = News(context.settings.hold_off, record.now)
    news.tell(THANKED, step, ThankedFacts(by=by, note=note, when=record.now), seats, occasion="once")
    notices = news.notices(step)
    for notice in notices:
        context.store.notify([notice], recipient_of_notice(notice))
    return notices
