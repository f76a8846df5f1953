"""An event as it is published: the same in the feed's pages and streams, and in the requests of webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.protocol.canon import b64, canonical
from engine.protocol.log import timestamp
from service.notifications.events import TIMES

TEST = "test"
"""The type of the event that only tests a webhook; no feed has it."""


def published(position: str, event_id: str, event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event with its id, the cursor behind it, and its times in RFC 3339."""
    said = {name: timestamp(value) if name in TIMES and value is not None else value for name, value in event.items()}
    return {"id": event_id, "cursor": cursor_of(position), **said}


def cursor_of(position: str) -> str:
    """Return the cursor of a position in a feed."""
    return b64(canonical([position]))


__all__ = ["TEST", "cursor_of", "published"]
