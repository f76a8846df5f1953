"""The newest checkpoint of the log of all matches, as it stands beside every receipt (protocol section 13).

Receipts are answers to acts, and acts are what must be quick: a process asks the store at most once a second, and everybody
in between gets what it said then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import redis
from flask import current_app

from engine.transparency.note import BadNote, Note, parse_note
from engine.verifier.checkpoints import FORM
from service.api.current import context
from service.context import Context
from service.store.connect import StoreUnavailable, Unreadable

EVERY = 1.0
"""Seconds between two questions to the store."""
MISSING = (redis.RedisError, StoreUnavailable, Unreadable, BadNote)
"""Why there may be nothing to show: an act that is stored is answered all the same."""


class NewestCheckpoint:
    """What this process knows of the log's checkpoint. Thread-safe: one asks, nobody waits for him.

    ``clock`` tells seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._asked: float | None = None
        self._shown: str | None = None

    def shown(self, context: Context) -> str | None:
        """Return the note with the log's own signature alone; ``None`` before there is one by the present key."""
        if not self._lock.acquire(blocking=False):
            return self._shown
        try:
            now = self._clock()
            if self._asked is None or now - self._asked >= EVERY:
                self._asked = now
                self._shown = _newest(context) or self._shown
        finally:
            self._lock.release()
        return self._shown


def newest_checkpoint() -> str | None:
    """Return the checkpoint to show beside a receipt of this request."""
    known: NewestCheckpoint = current_app.extensions["siegelpost-checkpoint"]
    return known.shown(context())


def _newest(context: Context) -> str | None:
    try:
        note = context.store.log_head().note
        if not note:
            return None
        found = parse_note(note)
    except MISSING:
        return None
    own = found.by(context.signer.log_key(context.settings.origin))
    shown = str(Note(found.text, tuple(own[:1])))
    # Signed by an earlier key, or under a name that section 13 does not know: nobody could use it.
    return shown if FORM.fullmatch(shown) else None


__all__ = ["NewestCheckpoint", "newest_checkpoint"]
