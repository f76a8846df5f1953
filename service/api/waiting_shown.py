"""What waits for an account in a match, as JSON: decisions, openings, entropy, consents, and a word about absent players."""

from __future__ import annotations

from typing import Any

from engine.match.pauses import pause_of
from engine.match.table import Standing
from service.api import representations
from service.api.absence_shown import waiting_absences, waiting_handings
from service.matches.seats import seat_of
from service.store.records import Record


def waiting(record: Record, account: str) -> list[dict[str, Any]]:
    """Return what waits for the account in a match: decisions to answer and commitments to open."""
    seat = seat_of(record.table, account)
    if record.table["status"] != "running" or seat is None or pause_of(record.table):
        return []
    return [
        {
            **where(record, account),
            "answer": answer_form(standing),
            "decision": shown,
            "deadline_at": shown["deadline_at"],
            "seconds_left": shown["seconds_left"],
        }
        for standing in record.table["standing"]
        if _awaits(record, standing, seat) and (shown := representations.decision(record, standing, seat))
    ]


def reveals(record: Record, account: str) -> dict[str, Any] | None:
    """Return that the account has to send the entropy of its seat, ``None`` if the match does not wait for that."""
    asked = representations.revealing(record, account)
    if asked is None or not asked["mine"]:
        return None
    return {**where(record, account), "deadline_at": asked["deadline_at"], "seconds_left": asked["seconds_left"]}


def consents(record: Record, account: str) -> list[dict[str, Any]]:
    """Return the changes of keys that wait for the account's consent."""
    seat = seat_of(record.table, account)
    return [
        {**where(record, account), "change": one}
        for one in representations.key_changes(record)
        if seat in one["awaited"]
    ]


def absences(record: Record, account: str) -> list[dict[str, Any]]:
    """Return what waits for the account's word in a match that somebody stays away from."""
    missed = waiting_absences(record, seat_of(record.table, account))
    return [{**where(record, account), "missed": one} for one in missed]


def handings(record: Record, account: str) -> list[dict[str, Any]]:
    """Return which seats are handed over in a match, where the account has yet to say whether it agrees."""
    found = waiting_handings(record, seat_of(record.table, account))
    return [{**where(record, account), "handing": one} for one in found]


def where(record: Record, account: str) -> dict[str, Any]:
    """Return at which match and seat something is asked of the account."""
    table = record.table
    seat = seat_of(table, account)
    return {"match": record.match, "title": table["title"], "rules": table["rules"], "seat": seat}


def answer_form(standing: Standing) -> str:
    """Return what the decision is answered with: a commitment, an opening, or a move."""
    if not standing["sealed"]:
        return "move"
    return "opening" if standing["phase"] == "opening" else "commitment"


def _awaits(record: Record, standing: Standing, seat: int) -> bool:
    act = record.acts.get((standing["id"], seat))
    if seat not in standing["seats"] or standing["optional"]:
        return False
    if standing["phase"] == "opening":
        return seat in standing["awaited"] and not (act is not None and act.opened)
    return act is None or act.commitment is None


__all__ = ["absences", "answer_form", "consents", "handings", "reveals", "waiting", "where"]
