"""The clock stops while an awaited player is on vacation, where the match has agreed on it (protocol section 12.17).

It stops when the vacation begins, or when something is asked during it, and runs again when it ends, with the time that
was left then, but at least half the time of a decision, up to a day. Everybody asked in the same decision gets the same
time.
"""

from __future__ import annotations

from engine.match.asking import standing_of
from engine.match.pauses import away_until, pause_of, stops, write_stopped
from engine.match.table import Standing
from engine.protocol.log import too_late_from
from service.matches.pace import DAY, next_hour, shortest
from service.notifications.digests import LEAST_BACK
from workers.resolve.openings import Resolution, is_opened

LEAST = 1_000
"""The least time that the log has an entry for (ms)."""


def stop_clocks(resolution: Resolution) -> None:
    """Extend decisions that wait for people who are on vacation now, unless the match is paused."""
    step, now = resolution.step, resolution.record.now
    if not stops(step.table) or pause_of(step.table) is not None:
        return
    for standing in list(step.table["standing"]):
        ends = _ends(standing)
        found = [
            (until, seat)
            for seat in _awaited(resolution, standing)
            for since, until in resolution.hours.vacations(step.table, seat)
            if since <= now < until and ends is not None and since < too_late_from(ends)
        ]
        until, seat = max(found, default=(0, 0))
        if ends is not None and until > standing.get("stopped_until", 0):
            _stop(resolution, standing, ends, seat, until)


def next_look_of_vacations(resolution: Resolution) -> list[int]:
    """Return when vacations of awaited people begin, in milliseconds."""
    table = resolution.step.table
    if not stops(table):
        return []
    return [
        since
        for standing in table["standing"]
        if _ends(standing) is not None
        for seat in _awaited(resolution, standing)
        for since, _ in resolution.hours.vacations(table, seat)
        if since > resolution.record.now
    ]


def _stop(resolution: Resolution, standing: Standing, ends: int, seat: int, until: int) -> None:
    step, pace = resolution.step, resolution.step.table["pace"]
    since = max(resolution.record.now, standing.get("stopped_until", 0))
    after = max(ends + until - since, until + min(DAY, shortest(pace) // 2) * 1000)
    if standing["phase"] == "open" and pace["kind"] == "daily":
        after = next_hour(pace, after)
    after = resolution.hours.moved(step.table, after, _awaited(resolution, standing))
    told = away_until(step.table, seat)
    write_stopped(step, standing, seat, max(after - ends, LEAST), until)
    if told != until:
        resolution.news.on_vacation(step, standing["id"], seat, until)
    _ask_on_return(resolution, standing["id"])


def _ask_on_return(resolution: Resolution, decision: str) -> None:
    """Repeat a question after a vacation that it preceded: its letter is old by then."""
    step, now = resolution.step, resolution.record.now
    standing = standing_of(step.table, decision)
    if standing is None or standing["phase"] != "open" or standing["n"] > resolution.record.n:
        return  # what is asked only now waits for the return anyway
    for seat in _awaited(resolution, standing):
        spans = resolution.hours.vacations(step.table, seat)
        until = max((until for since, until in spans if since <= now < until), default=0)
        late = (standing["deadline"] or 0) - LEAST_BACK < resolution.hours.morning_after(step.table, seat, until)
        if until and not late:
            resolution.news.asked_on_return(step, standing, [seat], until)


def _ends(standing: Standing) -> int | None:
    """Return until when an answer is awaited (ms), or None if none is."""
    return standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]


def _awaited(resolution: Resolution, standing: Standing) -> list[int]:
    """Return the seats that have yet to answer a decision, or to open their seals."""
    record = resolution.record
    if standing["phase"] == "opening":
        return [seat for seat in standing["awaited"] if not is_opened(record, standing, seat)]
    acts = {seat: record.acts.get((standing["id"], seat)) for seat in standing["seats"]}
    taken_back = standing["id"] in resolution.dropped
    return [seat for seat, act in acts.items() if act is None or act.commitment is None or taken_back]


__all__ = ["next_look_of_vacations", "stop_clocks"]
