"""Metadata of the current job, for the code that runs it (:func:`service.processes.wake.told` reads it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_meta: ContextVar[Mapping[str, object]] = ContextVar("meta", default={})  # noqa: B039  nobody writes into it


@contextmanager
def current_job(meta: Mapping[str, object]) -> Iterator[None]:
    """Have this be the metadata of the current job, as long as the block lasts."""
    before = _meta.set(meta)
    try:
        yield
    finally:
        _meta.reset(before)


def current_job_meta() -> Mapping[str, object]:
    """Return the metadata of the current job; empty where none is."""
    return _meta.get()


__all__ = ["current_job", "current_job_meta"]
