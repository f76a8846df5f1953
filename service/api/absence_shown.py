"""How a match shows people who stay away, and what the viewer may do about it (protocol section 12.12)."""

from __future__ import annotations

from typing import Any

from engine.match.absence import Case, choices, next_return, voters_on
from engine.match.standing import Table
from engine.protocol.log import timestamp
from service.matches.absence import cases_of
from service.store.records import Record


def shown_absence(record: Record, seat: int | None) -> dict[str, Any] | None:
    """Return what a match has agreed on for people who stay away, who does, and what the viewer may do about it."""
    table = record.table
    if "absence" not in table:
        return None
    return {**table["absence"]["agreed"], "missed": [_missed(table, case, seat) for case in cases_of(table)]}


def waiting_absences(record: Record, seat: int | None) -> list[dict[str, Any]]:
    """Return the seats that are missed about which the viewer has yet to say something: its own, and those it may vote on."""
    found = shown_absence(record, seat) or {"missed": []}
    return [
        one for one in found["missed"] if one["mine"] is not None and all(vote["seat"] != seat for vote in one["votes"])
    ]


def _missed(table: Table, case: Case, seat: int | None) -> dict[str, Any]:
    voters, mine = voters_on(table, case["seat"]), None
    if seat == case["seat"]:
        mine = {"act": "here", "head": case["head"], "seq": next_return(table, seat)}
    elif "polled" in case and seat in voters:
        mine = {"act": "vote", "head": case["polled"], "seq": table["absence"]["votes"][seat] + 1}
    return {
        "seat": case["seat"],
        "missed": case["missed"],
        "until_at": timestamp(case["until"]),
        "asked": "polled" in case,
        "choices": choices(table),
        "voters": voters,
        "votes": [{"seat": one["seat"], "choice": one["choice"]} for one in case["votes"]],
        "mine": mine,
    }
