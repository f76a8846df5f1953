"""More time that seats take without asking anybody, as often as the match agreed (protocol section 12.13)."""

from __future__ import annotations

from engine.contract import Json
from engine.match.absence import note_presence
from engine.match.log_writer import LogWriter
from engine.match.table import MoreTime, Standing, Table, Taken
from engine.protocol.agreements import Extensions
from engine.protocol.canon import b64


def agreed_on(extensions: Extensions) -> MoreTime:
    """Return the initial record of a new match."""
    return MoreTime(agreed=extensions, taken=[])


def said_of_extensions(table: Table) -> dict[str, Json]:
    """Return the member of ``created``, if there is one."""
    return {"extensions": dict(table["extensions"]["agreed"])} if "extensions" in table else {}


def last_taken(table: Table, seat: int) -> Taken | None:
    """Return the last extension that a seat took, or None."""
    taken = table["extensions"]["taken"] if "extensions" in table else []
    return next((one for one in taken if one["seat"] == seat), None)


def times_taken(table: Table, seat: int) -> int:
    """Return how often a seat has taken more time."""
    last = last_taken(table, seat)
    return 0 if last is None else last["seq"]


def times_left(table: Table, seat: int) -> int:
    """Return how often a seat may still take more time; 0 in a match without extensions."""
    return table["extensions"]["agreed"]["times"] - times_taken(table, seat) if "extensions" in table else 0


def write_extended(step: LogWriter, standing: Standing, seat: int, signature: str | None, by: int) -> Taken:
    """Write ``extended`` by a seat: the decision's deadline is moved by so many milliseconds for all of its seats.

    ``by`` is what the match agreed on, longer or shorter where clocks change meanwhile. Who takes time is there.
    """
    more = step.table["extensions"]
    signed = {} if signature is None else {"signature": signature}
    step.extend(standing, by, said={"by": "seat", "seat": seat, **signed})
    seq = times_taken(step.table, seat) + 1
    taken = Taken(seat=seat, decision=standing["id"], seq=seq, received=step.at, n=step.n, head=b64(step.head))
    step.table["extensions"] = {**more, "taken": [*(one for one in more["taken"] if one["seat"] != seat), taken]}
    note_presence(step.table, seat)
    return taken


__all__ = ["agreed_on", "last_taken", "said_of_extensions", "times_left", "times_taken", "write_extended"]
