"""The next time at which the clock must look at a match."""

from __future__ import annotations

from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.protocol.deadline import too_late_from
from service.matches.changes import LOBBY_LIFE
from workers.resolve.absence import next_look_of_absence
from workers.resolve.bots import is_for_bots, is_unanswered, waits_until
from workers.resolve.openings import Resolution
from workers.resolve.releases import next_order
from workers.resolve.reminding import reminder_of
from workers.resolve.seeding import next_look_of_seeding
from workers.resolve.vacations import next_look_of_vacations


def next_look(resolution: Resolution) -> int:
    """Return when the clock must look at the match again, in milliseconds."""
    record, table, now = resolution.record, resolution.step.table, resolution.record.now
    if table["status"] == "lobby":
        if stage_of(table) != "joining":
            return next_look_of_seeding(resolution)
        return now if table["request"] else table["created"] + LOBBY_LIFE
    pause = pause_of(table)
    if pause is not None:
        return pause["until"]
    looks: list[int] = []
    for standing in table["standing"]:
        new = standing["id"] in resolution.dropped or standing["id"] not in {
            old["id"] for old in record.table["standing"]
        }
        acted = set() if new else {seat for seat in standing["seats"] if (standing["id"], seat) in record.acts}
        if standing["phase"] == "opening":
            looks.append(too_late_from(standing["opening_ends"] or now))
            continue
        bots = {seat for seat in standing["seats"] if table["seats"][seat]["bot"] is not None}
        waiting = {seat for seat in bots if new or is_unanswered(record.acts.get((standing["id"], seat)))}
        if waiting and is_for_bots(resolution.step.game.rules, standing):
            rules, context = resolution.step.game.rules, resolution.context
            until = waits_until(context, rules, table, record.acts, standing, now)
            if until is None:
                return now
            looks.append(until)
        if standing["deadline"] is not None:
            looks.append(too_late_from(standing["deadline"]))
            reminder = reminder_of(standing)
            if reminder is not None:
                looks.append(max(reminder, now))
        if not new and standing["id"] in record.closes:
            looks.append(record.closes[standing["id"]])
        if acted and not standing["sealed"]:
            looks.append(max(now, standing["release"] or now))
    looks += next_look_of_absence(resolution)
    looks += next_look_of_vacations(resolution)
    order = next_order(resolution)
    looks += [] if order is None else [order]
    return min(looks) if looks else now + 86_400_000
