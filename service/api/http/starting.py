"""The API during a start: after a moment it refuses requests that need the store, reporting the progress.

When the supervisor has found the store sound, this process looks once more itself whether it has the keys that are needed, and
only then asks the store. What needs no store (the documentation, ``/health``) is answered all the time.
"""

from __future__ import annotations

import logging
import threading

from service.config.settings import Settings
from service.context import Context
from service.keys.signing import KeyMissing
from service.processes.starting import Starting
from service.store.connection.connect import WHILE_SOMEBODY_WAITS, Unreadable
from service.store.store import Store

SOON = 5.0
"""Seconds for which requests wait in the listening socket for the end of a start, before they are told that it takes long."""

log = logging.getLogger("siegelpost.api")


def opened(settings: Settings) -> Context:
    """Return the API's context, at the end of the start or soon; until its end the context does not use the store.

    :raises KeyMissing: when a key cannot be read; after a start, also when one is missing.
    """
    starting = Starting.under(settings)
    if starting is None or starting.look().over:
        return Context.open(settings, patience=WHILE_SOMEBODY_WAITS)
    context = Context.open(settings, patience=WHILE_SOMEBODY_WAITS, shut=starting.refusal)
    release = threading.Thread(target=_release, args=(context, starting), name="start", daemon=True)
    release.start()
    release.join(SOON)
    return context


def _release(context: Context, starting: Starting) -> None:
    """Wait for the end of the start, and use the store from then on; never if a key is missing or its absence unclear."""
    starting.wait()
    # The context's own store is shut for everybody, so the keys are settled beside it.
    beside = Store.connect(context.settings.redis_url, replicas=context.settings.replicas)
    try:
        context.settle(beside)
    except (KeyMissing, Unreadable) as error:
        log.error("%s", error)
        return
    finally:
        beside.close()
    context.store.open()
