"""How a match shows who wants a pause, and whether it stands still (protocol section 12.14)."""

from __future__ import annotations

from typing import Any

from engine.match.pauses import asked_people, next_wish, pause_of
from engine.protocol.log import timestamp
from service.matches.pauses import may_wish
from service.store.records import Record


def shown_pauses(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return what was agreed, who wants a pause, the one that is, and what the viewer may say."""
    table = record.table
    if "pauses" not in table:
        return None
    now = pause_of(table)
    return {
        **table["pauses"]["agreed"],
        "wishes": table["pauses"]["wishes"],
        "people": asked_people(table),
        "now": now and {"since_at": timestamp(now["since"]), "until_at": timestamp(now["until"])},
        "mine": None if seat is None else {"pause": may_wish(table, seat), "seq": next_wish(table, seat)},
    }
