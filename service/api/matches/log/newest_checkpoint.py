"""The newest checkpoint of the log of all matches, which accompanies every receipt (protocol section 13).

Receipts are answers to acts, and acts are what must be quick: a process asks the store at most once a second, and everybody
in between gets what it said then.
"""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import redis

from engine.transparency.note import BadNote
from engine.verifier.checkpoints import FORM
from service.api.http.current import application, context
from service.context import Context
from service.keys.keyring import countersigned
from service.store.connection.connect import StoreUnavailable, Unreadable

EVERY = 1.0
"""Seconds between two questions to the store."""
MISSING = (redis.RedisError, StoreUnavailable, Unreadable, BadNote)
"""Errors after which there is no checkpoint to show: an act that is stored is answered all the same."""


class NewestCheckpoint:
    """A cache of the log's newest checkpoint. Thread-safe: one thread asks the store, the others do not wait for it.

    ``clock`` tells seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._asked: float | None = None
        self._shown: dict[str, str] = {}

    def shown(self, context: Context, key: str) -> str | None:
        """Return the note with only this key's signature, or None before the log has a checkpoint of ours.

        :param key: short name of the signing key of the receipt beside it.
        """
        if not self._lock.acquire(blocking=False):
            return self._shown.get(key)
        try:
            now = self._clock()
            if self._asked is None or now - self._asked >= EVERY:
                self._asked = now
                self._shown = _newest(context) or self._shown
        finally:
            self._lock.release()
        return self._shown.get(key)


def newest_checkpoint(receipt: Mapping[str, Any]) -> str | None:
    """Return the checkpoint to send with a receipt of this request."""
    known: NewestCheckpoint = application().extensions["siegelpost-checkpoint"]
    return known.shown(context(), receipt["key"])


def _newest(context: Context) -> dict[str, str]:
    """Return the newest checkpoint by the key that signed it; empty if there is none."""
    origin = context.settings.origin
    try:
        note = context.store.log_head().note
        if not note:
            return {}
        signed = {one.key_id: countersigned(context.signers, one, origin, note) for one in context.signers.held}
    except MISSING:
        return {}
    shown = {key: str(one) for key, one in signed.items() if one is not None}
    # Of a key that is not held any more, or under a name that section 13 does not know: nobody could use it.
    return {key: one for key, one in shown.items() if FORM.fullmatch(one)}
