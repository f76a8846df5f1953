"""How long a bot that has put something to people at the table waits before it goes on.

Nobody has to answer an offer, so a bot would withdraw its own by going on in the same instant, before anybody could have read it
(Seafarers E52). It waits like a person who sees the others think: while one of those it asks looks at the table, and never
for long. At a table that nobody looks at it goes on at once, so the match is as fast as before.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract import Rules
from engine.match.table import Standing, Table
from service.context import Context
from service.store.records import Act

PATIENCE = 60_000
"""How long a bot waits for an answer to one offer, in milliseconds."""
NEVER_LONGER = 2 * PATIENCE
"""What seems to be left of it is more than this (ms) only if the clock was set back since: then nobody is waited for."""
SHARE = 4
"""It never waits for longer than this part of the time that its own answer has."""


def waits_until(
    context: Context, rules: Rules, table: Table, acts: Mapping[tuple[str, int], Act], own: Standing, now: int
) -> int | None:
    """Return until when (ms) a bot leaves its own decision alone, because people look at what it has put to them.

    ``None``: it goes on. ``acts`` are the answers that stand.
    """
    if own["optional"] or own["sealed"]:
        return None
    asked = [
        (one["opened"], seat)
        for one in table["standing"]
        if one["optional"] and one["kind"] in rules.bots_reply
        for seat in one["seats"]
        if table["seats"][seat]["bot"] is None and (one["id"], seat) not in acts
    ]
    if not asked:
        return None
    patience = PATIENCE if own["deadline"] is None else min(PATIENCE, (own["deadline"] - own["opened"]) // SHARE)
    until = max(opened for opened, _ in asked) + patience
    if not 0 < until - now <= NEVER_LONGER:
        return None
    people = (table["seats"][seat]["player"] for _, seat in asked)
    return until if any(one is not None and context.store.is_here(table["match"], one) for one in people) else None


__all__ = ["NEVER_LONGER", "PATIENCE", "SHARE", "waits_until"]
