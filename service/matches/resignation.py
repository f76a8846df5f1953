"""Giving a match up."""

from __future__ import annotations

from engine.match.standing import resignation_of
from engine.match.step import Step
from engine.match.table import Resignation
from service.context import Context
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError
from service.matches.seat_keys import check_resigned
from service.matches.seats import seat_of
from service.store.records import Account, Record, Transition


def resign(context: Context, match: str, account: Account, *, signature: str | None = None) -> Record:
    """Resign for the seat's whole team; :raises MatchError: not-found, not-running, not-seated.

    This is an act with a receipt (:func:`~service.matches.receipts.receipt_for_resigning`), and
    who has it may ask for it again when the match is over.
    """

    def change(record: Record, step: Step) -> Transition | None:
        if resignation_of(record.table, seat_of(record.table, account.id)) is not None:
            return None
        if record.table["status"] != "running":
            raise MatchError("not-running", "you can resign only from a running match")
        seat = seat_of(record.table, account.id)
        if seat is None:
            raise MatchError("not-seated", "you do not sit at this table")
        if seat not in record.table["resigning"]:
            step.table["resigning"] = [*record.table["resigning"], seat]
            check_resigned(record.table, seat, signature)
            act = Resignation(seat=seat, received=record.now, n=record.n, head=record.head)
            if signature is not None:
                act["signature"] = signature
            step.table["resignations"] = [*record.table.get("resignations", []), act]
        return transition(step, record, due=record.now)

    return change_match(context, match, change)
