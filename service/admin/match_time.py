"""More time that an operator gives a match (protocol section 12.18): the log says who gave it, and players are told."""

from __future__ import annotations

from typing import Any

from engine.match.operator_extensions import operator_times_left, order_time
from engine.match.pauses import pause_of
from engine.match.stopping import is_to_be_stopped
from engine.match.table import Ordered, Standing
from engine.protocol.agreements import LONGEST_OPERATOR_EXTENSION
from engine.protocol.log import too_late_from
from service.admin.operator import AdminError, Operator, reason
from service.matches.changes import of_table_alone
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.records import Record

TRIES = 16


def extend(operator: Operator, match: str, seconds: int, why: str, decision: str | None = None) -> dict[str, Any]:
    """Give so many seconds more to a decision that waits for somebody, or to all that do; a worker does it a moment later.

    :raises AdminError: ``invalid`` without a reason or with another length; ``not-found``; ``not-possible`` where the match is
        not running, is paused or agreed on nothing of the kind, where nothing waits, and where it was done too often.
    """
    if not keys.MATCH.fullmatch(match):
        raise AdminError("invalid", "give the whole id of a match, a lower-case UUID", "/match")
    if not 1 <= seconds <= LONGEST_OPERATOR_EXTENSION:
        raise AdminError("invalid", f"1 to {LONGEST_OPERATOR_EXTENSION} seconds", "/seconds")
    operator.note("extend", match, reason(why))
    for _ in range(TRIES):
        try:
            record = operator.store.load(match)
        except Unreadable as error:
            raise AdminError("not-possible", f"{match} cannot be read: {error.why}") from error
        if record is None:
            raise AdminError("not-found", f"there is no match {match}")
        wanted = _decisions(record, decision)
        ordered = [Ordered(decision=one["id"], seconds=seconds) for one in wanted]
        if operator.store.transition(of_table_alone(record, order_time(record.table, ordered), record.now)):
            return {"match": match, "decisions": [one["id"] for one in wanted]}
    raise AdminError("not-possible", f"{match} changes all the time: try again")


def _decisions(record: Record, decision: str | None) -> list[Standing]:
    """Return the decisions that get more time."""
    table = record.table
    if table["status"] != "running" or table["resigning"] or is_to_be_stopped(table):
        raise AdminError("not-possible", f"{record.match} is not running")
    if "operator_extensions" not in table:
        raise AdminError("not-possible", f"{record.match} was not agreed to get time from you: its log cannot say so")
    if pause_of(table) is not None:
        raise AdminError("not-possible", f"{record.match} is paused: no time runs out there")
    found = [one for one in table["standing"] if _waits(record, one) and decision in (None, one["id"])]
    if not found:
        raise AdminError("not-possible", f"{record.match} waits for nobody{f' in {decision}' if decision else ''}")
    left = operator_times_left(table)
    if len(found) > left:
        most = table["operator_extensions"]["agreed"]["times"]
        message = f"this would be {len(found)} times, and of {most} in this match {left} are left"
        raise AdminError("not-possible", message)
    ordered = {one["decision"] for one in table["operator_extensions"].get("ordered", [])}
    if ordered & {one["id"] for one in found}:
        raise AdminError("not-possible", f"{record.match} is being given time just now: look again in a moment")
    return found


def _waits(record: Record, standing: Standing) -> bool:
    """Return whether somebody is waited for, to answer or to open, and in time."""
    ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
    return ends is not None and max(record.now, record.at) < too_late_from(ends)


__all__ = ["extend"]
