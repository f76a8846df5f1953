"""After a step is written: putting its events into the accounts' feeds, and telling processes that wait for a match or
account."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from service.processes.bell import ring
from service.store.connection.connect import StoreUnavailable
from service.store.keys import bucket_of
from service.store.records import Creation, Transition
from service.store.store import Store

log = logging.getLogger("siegelpost.feed")


def announce(store: Store, queue_url: str, written: Iterable[Transition | Creation]) -> None:
    """Announce stored steps. Never fails: the clock catches up a few seconds later."""
    steps = list(written)
    buckets = {bucket_of(one.match) for one in steps if _has_news(one)}
    try:
        told = store.relay(buckets) if buckets else set()
    except StoreUnavailable:
        told = set()
    ring(queue_url, told.union(one.match for one in steps))


def _has_news(step: Transition | Creation) -> bool:
    """Return whether a step has written something for accounts."""
    return any("event" in one for one in step.notices) or (isinstance(step, Transition) and bool(step.answers))


def announce_rest(store: Store, queue_url: str) -> None:
    """Announce events whose writers died before announcing them.

    :raises StoreUnavailable: when the store does not answer.
    """
    told = store.relay_all()
    if told:
        log.info("events of %d accounts had been left behind", len(told))
        ring(queue_url, told)


__all__ = ["announce", "announce_rest"]
