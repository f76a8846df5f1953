"""Matches that do not go on: why, since when, and what an operator may do: have them tried again, give them to another worker."""

from __future__ import annotations

from typing import Any

from engine.protocol.log import timestamp
from service.admin.operator import AdminError, Operator
from service.store import keys

OVERDUE = 60
"""Seconds that a match may be due before it is called stuck."""
MOST_LEASED = 20


def stuck(operator: Operator, over: int = OVERDUE) -> list[dict[str, Any]]:
    """List matches that do not go on, the longest stuck first: ``match``, ``state``, ``since``, ``seconds`` and the reason.

    ``parked``: a step failed. ``overdue``: due for longer than ``over`` seconds and taken by no worker. ``leased``: a worker
    has had it for a while; one that died has it until the lease ends, then the next takes it.
    """
    store = operator.store
    halted, parked = store.halted(), store.parked()
    waiting = "the service is halted" if halted is not None else "no worker has taken it"
    overdue, now = store.overdue(over * 1000)
    rows = [
        _row(match, "parked", one.since, now, one.reason, attempts=one.attempts, following=one.next)
        for match, one in parked.items()
    ]
    rows += [_row(match, "overdue", due, now, waiting) for match, due in overdue if match not in parked]
    rows += [
        _row(one.match, "leased", None, now, f"a worker has it until {timestamp(one.ends)}")
        for one in store.leased(MOST_LEASED)
        if one.match not in parked
    ]
    return sorted(rows, key=lambda row: (-(row["seconds"] or 0), row["match"]))


def retry(operator: Operator, match: str, why: str = "") -> dict[str, Any]:
    """Have a parked match tried again by a worker, at once. :raises AdminError: ``not-possible`` where it is not parked."""
    _known(match)
    operator.note("retry", match, why)
    if not operator.store.retry(match):
        raise AdminError("not-possible", f"{match} is not parked")
    return {"match": match}


def hand_over(operator: Operator, match: str, why: str = "") -> dict[str, Any]:
    """Take a match from the worker that has it, so that another takes it at once.

    :raises AdminError: ``not-possible`` where no worker has it.
    """
    _known(match)
    operator.note("hand over", match, why)
    if not operator.store.hand_over(match):
        raise AdminError("not-possible", f"no worker has {match}: it is not due, is parked, or waits for one")
    return {"match": match}


def _known(match: str) -> None:
    if not keys.MATCH.fullmatch(match):
        raise AdminError("invalid", "give the whole id of a match, a lower-case UUID", "/match")


def _row(
    match: str,
    state: str,
    since: int | None,
    now: int,
    reason: str,
    *,
    attempts: int | None = None,
    following: int | None = None,
) -> dict[str, Any]:
    return {
        "match": match,
        "state": state,
        "since": None if since is None else timestamp(since),
        "seconds": None if since is None else max(0, (now - since) // 1000),
        "reason": reason,
        "attempts": attempts,
        "next": None if following is None else timestamp(following),
    }


__all__ = ["OVERDUE", "hand_over", "retry", "stuck"]
