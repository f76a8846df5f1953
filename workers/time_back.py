"""Time given back: a match that was parked must not play for people the moment it goes on.

Players whose time ran while the service could not run the match get that time back, as an ``extended`` entry that anybody can
check. A decision whose time was over before is resolved as it would have been.
"""

from __future__ import annotations

from dataclasses import replace

from engine.match.seeding import extend_revealing, stage_of
from engine.match.step import Standing, Step
from engine.protocol.deadline import too_late_from
from service.store.records import Record


def give_time_back(step: Step, record: Record) -> Record:
    """Extend what still had time when the match was parked; return the record as the step has it now."""
    parked = record.parked
    if parked is None or parked.since is None or step.table["status"] == "closed":
        return record
    lost = record.now - parked.since
    if lost <= 0:
        return record
    if stage_of(step.table) == "revealing":
        revealing = step.table["seeding"]["revealing"]
        if revealing["deadline"] is not None and too_late_from(revealing["deadline"]) > parked.since:
            extend_revealing(step, lost)
        return record
    for standing in record.table["standing"]:
        ends = _ends(standing)
        if ends is not None and too_late_from(ends) > parked.since:
            step.extend(standing, lost)
    return replace(record, table={**record.table, "standing": list(step.table["standing"])})


def _ends(standing: Standing) -> int | None:
    """Return until when somebody may still answer; ``None`` when nobody is waited for."""
    return standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]


__all__ = ["give_time_back"]
