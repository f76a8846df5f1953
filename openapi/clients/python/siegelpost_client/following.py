"""Following an account: everything that happens to it in all matches, once each, over lost connections and restarts.

A stream (NDJSON) is resumed after the last event that was seen; keep its ``cursor`` if your program ends, and give it
to :class:`Place` the next time. A server that cannot stream is asked in long polls instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from siegelpost_client.wire import Ask, Unreachable

if TYPE_CHECKING:
    from siegelpost_client.models import AccountEvent, EventPage

NDJSON = "application/x-ndjson"
LONGEST_POLL = 30
"""Seconds that the server holds a poll."""
PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before a lost stream is opened again; the last for ever."""


@dataclass
class Place:
    """A follower's position in the feed: ``cursor`` of the last event, ``None``: the beginning, ``now``: new events only."""

    cursor: str | None = None
    lost: int = 0

    def stream(self) -> Ask[Any]:
        """Return the request of a stream from here."""
        return Ask("GET", "/v1/me/events", query={"after": self.cursor}, headers={"Accept": NDJSON}, wait=LONGEST_POLL)

    def poll(self) -> Ask[EventPage]:
        """Return the request of a long poll from here."""
        return Ask("GET", "/v1/me/events", query={"after": self.cursor, "wait": LONGEST_POLL}, wait=LONGEST_POLL)

    def event(self, line: str) -> AccountEvent | None:
        """Return the event of a line; ``None`` for a line that only keeps the connection open.

        :raises Unreachable: for a line that was cut off.
        """
        if not line.strip():
            return None
        try:
            event: AccountEvent = json.loads(line)
            self.cursor = event["cursor"]
        except (ValueError, KeyError, TypeError) as error:
            raise Unreachable("the stream broke off in the middle of an event") from error
        self.lost = 0
        return event

    def page(self, page: EventPage) -> Iterator[AccountEvent]:
        """Yield the events of a page, and be after them."""
        for event in page["events"]:
            self.cursor = event["cursor"]
            yield event
        self.cursor = page["cursor"]
        self.lost = 0

    def pause(self) -> float:
        """Return how long to wait before the next try, in seconds."""
        self.lost += 1
        return PAUSES[min(self.lost, len(PAUSES)) - 1]


__all__ = ["LONGEST_POLL", "NDJSON", "Place"]
