"""The clock that stops while somebody who is waited for is on vacation (protocol section 12.17)."""

from __future__ import annotations

from engine.contract import Json
from engine.match.log_writer import LogWriter
from engine.match.table import Away, Standing, Table


def said_of_vacations(table: Table) -> dict[str, Json]:
    """Return the member of ``created``, where there is one."""
    return {"vacation": table["vacations"]["agreed"]} if "vacations" in table else {}


def stops(table: Table) -> bool:
    """Return whether the clock stops while somebody who is waited for is on vacation."""
    return "vacations" in table


def away_until(table: Table, seat: int) -> int | None:
    """Return until when (ms) the last vacation of a seat lasts that has stopped the clock, ``None``: none has."""
    away = table["vacations"]["away"] if "vacations" in table else []
    return next((one["until"] for one in away if one["seat"] == seat), None)


def write_stopped(step: LogWriter, standing: Standing, seat: int, by: int, until: int) -> None:
    """Write ``extended`` for a vacation that lasts ``until`` (ms): what waits for the seat waits ``by`` milliseconds longer."""
    step.extend(standing, by, said={"by": "vacation", "seat": seat})
    step.note_stopped(standing["id"], until)
    state = step.table["vacations"]
    others = [one for one in state["away"] if one["seat"] != seat]
    step.table["vacations"] = {**state, "away": [*others, Away(seat=seat, until=until)]}


__all__ = ["away_until", "said_of_vacations", "stops", "write_stopped"]
