"""Giving a match up."""

from __future__ import annotations

from engine.match.step import Step
from service.context import Context
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError
from service.matches.seats import seat_of
from service.store.records import Account, Record, Transition


def resign(context: Context, match: str, account: Account) -> Record:
    """Resign for the seat's whole team; :raises MatchError: not-found, not-running, not-seated."""

    def change(record: Record, step: Step) -> Transition:
        if record.table["status"] != "running":
            raise MatchError("not-running", "you can resign only from a running match")
        seat = seat_of(record.table, account.id)
        if seat is None:
            raise MatchError("not-seated", "you do not sit at this table")
        if seat not in record.table["resigning"]:
            step.table["resigning"] = [*record.table["resigning"], seat]
        return transition(step, record, due=record.now)

    return change_match(context, match, change)
