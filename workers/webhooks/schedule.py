"""The schedule of webhooks: when an event is retried, when a webhook is paused, and when it is given up. Pure."""

from __future__ import annotations

import hashlib

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000

DELAYS = tuple(seconds * SECOND for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
"""Delays after the first failure, the second and so on (ms); together a little over three days."""
SPREAD = 0.2
"""The fraction by which a delay varies, so that events that failed together do not return together."""
PATIENCE = 5 * DAY
"""How long a webhook may only fail before it is disabled (ms)."""
SPARED_AFTER = 3
FIRST_PAUSE, LONGEST_PAUSE = 30 * SECOND, HOUR
"""How long a webhook is paused after several failures in a row, for new events as well, growing each time (ms)."""
LONGEST_WISH = DAY
"""The longest wait that a receiver may request with ``Retry-After`` (ms)."""


def next_try(event: str, failures: int, now: int, wished: int = 0) -> int | None:
    """Return when an event that has failed this often is retried (ms), or None if it is given up.

    :param event: its id, from which the variation is derived, so that it is reproducible.
    :param wished: how long the receiver asked to wait (ms).
    """
    if failures > len(DELAYS):
        return None
    return now + max(spread(DELAYS[failures - 1], f"{event} {failures}"), min(wished, LONGEST_WISH))


def pause(webhook: str, failures: int, wished: int = 0) -> int:
    """Return for how long a webhook is paused after this many failures in a row (ms)."""
    if failures < SPARED_AFTER:
        own = 0
    else:
        own = spread(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - SPARED_AFTER, 20)), f"{webhook} {failures}")
    return max(own, min(wished, LONGEST_WISH))


def spread(delay: int, seed: str) -> int:
    """Return a delay varied by up to a fifth."""
    part = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") / 2**32
    return int(delay * (1 - SPREAD + 2 * SPREAD * part))


__all__ = ["DELAYS", "PATIENCE", "next_try", "pause"]
