"""The schedule of webhooks: when an event is retried, when a webhook is left in peace, and when it is given up. Pure."""

from __future__ import annotations

import hashlib

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000

DELAYS = tuple(seconds * SECOND for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
"""How long to wait after the first failure, the second and so on (ms): three days and some hours together."""
SPREAD = 0.2
"""The part of a delay by which it is longer or shorter, so that what failed together does not come back together."""
PATIENCE = 5 * DAY
"""After so long with failures only, a webhook is disabled (ms)."""
SPARED_AFTER = 3
FIRST_PAUSE, LONGEST_PAUSE = 30 * SECOND, HOUR
"""After some failures in a row nothing is sent for a while, not even new events, and longer each time (ms)."""
LONGEST_WISH = DAY
"""A receiver may ask for as long a wait by ``Retry-After`` (ms)."""


def next_try(event: str, failures: int, now: int, wished: int = 0) -> int | None:
    """Return when an event that has failed this often is tried again (ms), or None if it is given up.

    :param event: its id, from which the spread is made: a repeated computation gives the same.
    :param wished: how long the receiver asked to wait (ms).
    """
    if failures > len(DELAYS):
        return None
    return now + max(spread(DELAYS[failures - 1], f"{event} {failures}"), min(wished, LONGEST_WISH))


def pause(webhook: str, failures: int, wished: int = 0) -> int:
    """Return for how long nothing is sent to a webhook after so many failures in a row (ms)."""
    if failures < SPARED_AFTER:
        own = 0
    else:
        own = spread(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - SPARED_AFTER, 20)), f"{webhook} {failures}")
    return max(own, min(wished, LONGEST_WISH))


def spread(delay: int, seed: str) -> int:
    """Return a delay made up to a fifth longer or shorter."""
    part = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") / 2**32
    return int(delay * (1 - SPREAD + 2 * SPREAD * part))


__all__ = ["DELAYS", "PATIENCE", "next_try", "pause"]
