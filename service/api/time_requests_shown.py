"""How a match shows who asks the others for more time, and what they said (protocol section 12.18)."""

from __future__ import annotations

from typing import Any

from engine.match.pauses import pause_of
from engine.match.table import Table
from engine.match.time_requests import next_said, voters_on_request
from service.matches.time_requests import may_ask, open_requests
from service.store.records import Record


def shown_operator_extensions(table: Table) -> dict[str, Any] | None:
    """Return how often the operator may give more time, and gave some; ``None``: never."""
    if "operator_extensions" not in table:
        return None
    state = table["operator_extensions"]
    return {**state["agreed"], "given": state["given"]}


def shown_time_requests(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return what was agreed, the requests that stand, and what the viewer may ask and answer."""
    table = record.table
    if "time_requests" not in table:
        return None
    found = open_requests(record)
    shown: list[dict[str, Any]] = [
        {
            "decision": standing["id"],
            "seat": request["seat"],
            "seconds": request["seconds"],
            "voters": voters_on_request(table, request["seat"]),
            "grants": sorted(one["seat"] for one in request["responses"] if one["grant"]),
            "refusals": sorted(one["seat"] for one in request["responses"] if not one["grant"]),
        }
        for standing, request in found
    ]
    mine = None
    if seat is not None:
        asked = [] if pause_of(table) else [one["decision"] for one in shown if seat in one["voters"]]
        mine = {
            "decisions": [one["id"] for one in may_ask(record, seat)],
            "request_seq": next_said(table, "asked", seat),
            "responses": asked,
            "response_seq": next_said(table, "answered", seat),
        }
    return {**table["time_requests"]["agreed"], "open": shown, "mine": mine}
