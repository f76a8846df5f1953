"""Metadata of the current job, for the code that runs it (:func:`service.processes.wake.told` reads it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_meta: ContextVar[Mapping[str, object]] = ContextVar("meta", default={})  # noqa: B039  nobody writes into it


@contextmanager
def at_hand(meta: Mapping[str, object]) -> Iterator[None]:
    """Have this be the metadata of the job at hand, as long as the block lasts."""
    before = _meta.set(meta)
    try:
        yield
    finally:
        _meta.reset(before)


def meta_at_hand() -> Mapping[str, object]:
    """Return the metadata of the job at hand; empty where none is."""
    return _meta.get()


__all__ = ["at_hand", "meta_at_hand"]
