"""Write something to the store that only this process knows, retrying until the store is back, so that an outage does
not lose it."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.store.connection.connect import StoreUnavailable

PAUSE = 0.5
"""Seconds between two tries."""


def retry_until_back(tell: Callable[[], object], patience: float) -> None:
    """Write something to the store, retrying while it is away.

    :param patience: seconds for which to try; less than the lease.
    :raises StoreUnavailable: when it stays away for longer.
    """
    end = time.monotonic() + patience
    while True:
        try:
            tell()
            return
        except StoreUnavailable:
            if time.monotonic() >= end:
                raise
            time.sleep(PAUSE)


__all__ = ["retry_until_back"]
