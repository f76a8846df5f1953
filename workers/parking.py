"""Parking a match from a worker: under its own lease, and with one line in the log for the operator."""

from __future__ import annotations

import logging

from service.context import Context
from service.store.connect import Unreadable
from service.store.due import Leased
from service.store.keys import MATCH
from workers.version import running_version

log = logging.getLogger("siegelpost.drain")


def park(context: Context, match: str, reason: str, lease: Leased | None, *, for_operator: bool = False) -> None:
    """Park a match that cannot be stepped, unless the lease is lost meanwhile.

    Without a lease (``None``) nothing is parked: the next holder of the lease comes to the same result, or to a better one.
    """
    if lease is None:
        return
    if not MATCH.fullmatch(match):
        log.error("%r is due but is no match; it is taken out", match[:80])
        context.store.forget_due(match)
        return
    version = running_version()
    try:
        parked = context.store.park(match, reason, lease=lease.ends, version=version, for_operator=for_operator)
    except Unreadable as error:
        log.error("match %s failed (%s) and cannot be parked: %s", match, reason, error)
        return
    if parked is None:
        log.info("match %s failed (%s), but another worker has it, or somebody acted; it is tried again", match, reason)
    elif parked.attempts == 1:
        log.error("match %s is parked: %s; see 'siegelpost parked'", match, reason)
    else:
        log.warning("match %s is still parked after %d attempts: %s", match, parked.attempts, reason)


__all__ = ["park"]
