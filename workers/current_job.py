"""Metadata of the current job, available to the code it runs (:func:`service.processes.wake.told` reads it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_meta: ContextVar[Mapping[str, object]] = ContextVar("meta", default={})  # noqa: B039  nobody writes into it


@contextmanager
def current_job(meta: Mapping[str, object]) -> Iterator[None]:
    """Set the metadata of the current job for the duration of the block."""
    before = _meta.set(meta)
    try:
        yield
    finally:
        _meta.reset(before)


def current_job_meta() -> Mapping[str, object]:
    """Return the metadata of the current job; empty outside jobs."""
    return _meta.get()
