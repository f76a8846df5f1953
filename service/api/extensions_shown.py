"""How a match shows what more time its seats may take without asking, and took (protocol section 12.13)."""

from __future__ import annotations

from typing import Any

from engine.match.extensions import times_left, times_taken
from service.matches.extensions import may_take
from service.store.records import Record


def shown_extensions(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return what was agreed, how often each seat took more time, and for which decisions the viewer may."""
    table = record.table
    if "extensions" not in table:
        return None
    mine = None
    if seat is not None:
        mine = {
            "left": times_left(table, seat),
            "seq": times_taken(table, seat) + 1,
            "decisions": [one["id"] for one in may_take(record, seat)],
        }
    taken = [times_taken(table, other) for other in range(len(table["seats"]))]
    return {**table["extensions"]["agreed"], "taken": taken, "mine": mine}
