"""Hours that pass for one match at once: a worker's steps with a clock that is ahead of the store's."""

from collections.abc import Callable
from dataclasses import replace

from service.context import Context
from service.store.records import Record
from tests.given.contexts import loaded
from workers.resolve.step import step_due


def pass_hours(context: Context, match: str, until: Callable[[Record], bool]) -> Record:
    """Let time pass, as often as the match is due, until something is so; return the match then."""
    for _ in range(500):
        record = loaded(context, match, secrets=True)
        if until(record):
            return record
        assert record.due is not None, "nothing will ever happen in this match"
        later = replace(record, now=max(record.now, record.due))
        context.store.transition(step_due(context, later))  # refused where somebody else was quicker
    raise AssertionError("it never comes to that")


def write_ahead(context: Context, match: str, by: int) -> None:
    """Take the match's next step with a clock that is ahead of the store's by so much (ms): the log looks as after a clock was
    set back."""
    record = loaded(context, match, secrets=True)
    context.store.transition(step_due(context, replace(record, now=record.now + by)))
    context.store.look_soon(match)
