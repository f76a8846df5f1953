"""More time, as often as the match agreed: seats take it without asking anybody, the operator gives it (protocol sections
12.13, 12.18).
"""

from collections.abc import Sequence

from engine.contract import Json
from engine.match.absence import note_presence
from engine.match.log_writer import LogWriter
from engine.match.table import MoreTime, OperatorTime, Ordered, Standing, Table, Taken
from engine.protocol.agreements import Extensions, OperatorExtensions
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


def agreed_on_operator(agreed: OperatorExtensions) -> OperatorTime:
    """Return the initial record of a new match."""
    return OperatorTime(agreed=agreed, given=0)


def said_of_operator(table: Table) -> dict[str, Json]:
    """Return the member of ``created``, if there is one."""
    return (
        {"operator_extensions": dict(table["operator_extensions"]["agreed"])} if "operator_extensions" in table else {}
    )


def operator_times_left(table: Table) -> int:
    """Return how often the operator may still give time; 0 in a match without that agreement."""
    if "operator_extensions" not in table:
        return 0
    state = table["operator_extensions"]
    return state["agreed"]["times"] - state["given"] - len(state.get("ordered", []))


def order_time(table: Table, ordered: Sequence[Ordered]) -> Table:
    """Return the table with the operator's orders added, until a worker has carried them out."""
    state = table["operator_extensions"]
    return {**table, "operator_extensions": {**state, "ordered": [*state.get("ordered", []), *ordered]}}


def take_orders(table: Table) -> list[Ordered]:
    """Take the operator's orders off the table and return them."""
    if "operator_extensions" not in table:
        return []
    state = table["operator_extensions"]
    table["operator_extensions"] = OperatorTime(agreed=state["agreed"], given=state["given"])
    return state.get("ordered", [])


def write_extended_by_operator(step: LogWriter, standing: Standing, seconds: int) -> None:
    """Write ``extended`` by the operator: the decision's seats have so many seconds more, to answer or to open."""
    step.extend(standing, seconds * 1000, said={"by": "operator"})
    state = step.table["operator_extensions"]
    step.table["operator_extensions"] = {**state, "given": state["given"] + 1}
