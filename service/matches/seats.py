"""Who sits where at a table, and under which name."""

from __future__ import annotations

from typing import Any

from engine.match.step import Seat, Step, Table
from engine.protocol.chance import entropy_commitment
from service.matches.errors import MatchError
from service.names import at_table
from service.store.records import Account


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


def sit(step: Step, place: int, seat: Seat, entropy: bytes | None) -> None:
    """Write that somebody sits down, and ask for the deal when that fills a match that starts when full.

    ``entropy`` is that of siegelpost/1; in matches of siegelpost/2 the seat has a commitment to it.
    """
    body: dict[str, Any] = {"player": seat["player"], "seat": place}
    if entropy is not None:
        body["entropy"] = entropy_commitment(step.table["match"], place, entropy)
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


def called(account: Account, table: Table) -> str:
    """Return what the account is called among those who sit at the table."""
    return at_table(account.name, tuple(one["name"] for one in table["seats"] if one["player"] is not None))
