"""Tell the store what only this process knows, again until the store is back, so that an outage does not lose it."""

from __future__ import annotations

import time
from collections.abc import Callable

from service.store.connection.connect import StoreUnavailable

PAUSE = 0.5
"""Seconds between two tries."""


def retry_until_back(tell: Callable[[], object], patience: float) -> None:
    """Tell the store something, and if it is away, again until it is back.

    :param patience: seconds for which that is tried; less than what is told is ours alone.
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
