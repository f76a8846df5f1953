"""More time that the operator gives a match, as often as it has agreed (protocol section 12.18)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Json
from engine.match.log_writer import LogWriter
from engine.match.table import OperatorTime, Ordered, Standing, Table
from engine.protocol.agreements import OperatorExtensions


def agreed_on(agreed: OperatorExtensions) -> OperatorTime:
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


__all__ = [
    "agreed_on",
    "operator_times_left",
    "order_time",
    "said_of_operator",
    "take_orders",
    "write_extended_by_operator",
]
