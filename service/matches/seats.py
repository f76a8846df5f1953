"""Who sits where at a table, and under which name."""

from __future__ import annotations

from typing import Any

from engine.match.step import Step
from engine.match.table import Seat, Table
from service.matches.errors import MatchError
from service.names import at_table
from service.store.records import Account

MARK = " (bot)"
"""How names of bots end, and of nobody else (:mod:`service.names`)."""


def seat_of(table: Table, account: str) -> int | None:
    """Return where the account sits, or ``None``."""
    return next((number for number, seat in enumerate(table["seats"]) if seat["player"] == account), None)


def free_seat(table: Table, wanted: int | None) -> int:
    """Return the seat wanted, any free one for ``None``. :raises MatchError: full, seat-taken."""
    free = [number for number, seat in enumerate(table["seats"]) if seat["player"] is None]
    if not free:
        raise MatchError("full", "every seat is taken")
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise MatchError("seat-taken", f"that seat is not free; free are {free}")
    return wanted


def sit(step: Step, place: int, seat: Seat) -> None:
    """Write that somebody sits down, and ask for the deal when that fills a match that starts when full."""
    body: dict[str, Any] = {"player": seat["player"], "seat": place}
    if "key" in seat:
        body["key"] = seat["key"]
    if "entropy" in seat:
        body |= {"entropy": seat["entropy"]["commitment"], "entropy_custody": seat["entropy"]["custody"]}
    step.write("joined", body)
    set_seat(step, place, seat)
    if step.table["start"] == "when-full" and all(one["player"] is not None for one in step.table["seats"]):
        step.table["request"] = "start"


def set_seat(step: Step, place: int, seat: Seat) -> None:
    """Put somebody, or nobody, on a seat of the step\'s table."""
    seats = list(step.table["seats"])
    seats[place] = seat
    step.table["seats"] = seats


def seat_for(account: Account, table: Table) -> Seat:
    """Return the account's seat at the table, marked if it is a bot account."""
    seat = Seat(player=account.id, name=called(account, table), bot=None)
    if account.owner:
        seat["owned_by"] = account.owner
    return seat


def called(account: Account, table: Table) -> str:
    """Return what the account is called among those who sit at the table. No person can be called "... (bot)"."""
    others = tuple(one["name"] for one in table["seats"] if one["player"] is not None)
    if not account.owner:
        return at_table(account.name, others)
    return at_table(account.name, tuple(one.removesuffix(MARK) for one in others)) + MARK
