"""Whether a match waits for people, or for the workers."""

from __future__ import annotations

from service.store.records import Record


def is_settled(record: Record) -> bool:
    """Return whether the workers have nothing to do in a match now."""
    return record.due is None or record.due > record.now


__all__ = ["is_settled"]
