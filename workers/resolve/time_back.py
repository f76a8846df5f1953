"""Time that a match gets back for outages, in pauses, or as granted by the others or the operator.

People do not lose time because the service could not run a match. A match may have been parked, or the whole
installation away (:mod:`service.store.installation.heartbeat`). Players whose time ran meanwhile get it back, as
``extended`` entries that anybody can check. A decision whose time was already over is resolved as usual.

In a pause (protocol section 12.14) a match stands still while enough people want it, and goes on by itself after a
while. Nothing is resolved, and the store accepts no acts (``paused`` of a decision tells its script).

More time that the others grant (section 12.18) is given as soon as the last one agrees
(:mod:`service.matches.absence.time_requests`). This module handles the remaining cases: there are fewer others to ask,
because a player stays away or has given up a seat; and nobody answered before the deadline.

The clock stops while an awaited player is on vacation, where the match has agreed on it (protocol section 12.17). It stops
when the vacation begins, or when something is asked during it, and runs again when it ends, with the time that was left then,
but at least half the time of a decision, up to a day. Everybody asked in the same decision gets the same time.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from engine.match.asking import standing_of
from engine.match.extensions import take_orders, write_extended_by_operator
from engine.match.pauses import away_until, is_wanted, pause_of, stops, write_paused, write_resumed, write_stopped
from engine.match.seeding import extend_revealing, stage_of
from engine.match.step import Step
from engine.match.table import Standing, Table
from engine.match.time_requests import is_in_time, request_of
from engine.protocol.bodies import Cause, Lost
from engine.protocol.log import milliseconds, timestamp, too_late_from
from service.matches.absence.time_requests import carry_out
from service.matches.pace import DAY, next_hour, shortest
from service.notifications.digests import LEAST_BACK
from service.notifications.facts import PutBackFacts
from service.notifications.kinds import PUT_BACK
from service.store.records import Outage, Record
from workers.resolve.openings import Resolution, is_opened

GRACE = 600_000
"""The least time left after an outage for a player who was to act when it began, or all the time there was if that is
less (ms)."""

LEAST = 1_000
"""The least time that is given back (ms): the log has no entry for less (protocol section 12.4)."""


class _Span(NamedTuple):
    """A period in which players may answer, in milliseconds since the epoch."""

    begins: int
    ends: int


def give_time_back(resolution: Resolution) -> None:
    """Extend every deadline that was running when the service stopped running the match.

    A deadline that would fall into the night of a player whose answer is due moves on to the morning. After a restore from a
    backup, players are told.
    """
    step, record = resolution.step, resolution.record
    lost = _lost(record)
    told = _told(lost, record)
    if not lost or step.table["status"] == "closed" or pause_of(step.table) is not None:
        return
    least = GRACE if _fresh(record) else 0
    if stage_of(step.table) == "revealing":
        _extend_revealing(resolution, lost, least, told)
    for standing in record.table["standing"]:
        span = _span(standing)
        by = 0 if span is None else _given(span, lost, record.now, least)
        if span is not None and by:
            asked = standing["awaited"] if standing["phase"] == "opening" else standing["seats"]
            step.extend(standing, resolution.hours.moved(step.table, span.ends + by, asked) - span.ends, told)
            note_given(step.table, record.outages)
    put_back = _put_back_since(step)
    if put_back is not None:
        resolution.news.tell(PUT_BACK, step, PutBackFacts(since=put_back), occasion=str(put_back))


def _put_back_since(step: Step) -> int | None:
    """Return since when (ms) everything in the match is lost, if a step reports a restore from a backup."""
    told = [
        one
        for entry in step.entries
        if entry["type"] == "extended"
        for one in cast("list[Lost]", entry["body"].get("lost", []))
        if one["cause"] == "restored"
    ]
    return milliseconds(told[0]["since"]) if told else None


def _extend_revealing(resolution: Resolution, lost: Sequence[Outage], least: int, told: Sequence[Lost]) -> None:
    step, record = resolution.step, resolution.record
    revealing = step.table["seeding"]["revealing"]
    if revealing["deadline"] is None:
        return
    by = _given(_Span(record.at, revealing["deadline"]), lost, record.now, least)
    if by:
        extend_revealing(step, by, told)
        resolution.hours.mend_revealing(step)
        note_given(step.table, record.outages)


def note_given(table: Table, outages: Sequence[Outage]) -> None:
    """Record at a table that players have got back the time of these outages."""
    if outages:
        table["outages_until"] = max(table.get("outages_until", 0), *(one.until for one in outages))
        table["outages_since"] = max(table.get("outages_since", 0), *(one.since for one in outages))


def _fresh(record: Record) -> list[Outage]:
    """Return the outages whose time the match has not got back.

    An outage that began after all recorded ones is new even if it ended before one of them, which a wrong clock had
    reported.
    """
    until, since = record.table.get("outages_until", 0), record.table.get("outages_since", 0)
    return [one for one in record.outages if one.until > until or one.since > since]


def _lost(record: Record) -> list[Outage]:
    """Return the periods when the match could not run and for which it got no time back yet, disjoint and in order."""
    found = _fresh(record)
    if record.parked is not None and record.parked.since is not None:
        found.append(Outage(record.parked.since, record.now))
    merged: list[Outage] = []
    for one in sorted(found, key=lambda outage: outage.since):
        if merged and one.since <= merged[-1].until:
            before = merged[-1]
            cause = one.cause if one.cause == "restored" else before.cause
            merged[-1] = Outage(before.since, max(one.until, before.until), cause)
        else:
            merged.append(one)
    return merged


def _told(lost: Sequence[Outage], record: Record) -> list[Lost]:
    """Return lost periods as the log records them: only since its last entry, because the match still ran then.

    They also end at the log's "now": the clock may have been set back a little since an outage ended.
    """
    told = []
    for one in lost:
        since, until = max(one.since, record.at), min(one.until, record.now)
        if since < until:
            alone = record.parked is not None and one.since == record.parked.since
            cause: Cause = "parked" if alone else one.cause
            told.append(Lost(cause=cause, since=timestamp(since), until=timestamp(until)))
    return told


def _span(standing: Standing) -> _Span | None:
    """Return the period in which somebody may still answer, or None if nobody is waited for."""
    if standing["phase"] == "opening":
        ends = standing["opening_ends"]
        return None if ends is None else _Span(ends - standing["opening_period"], ends)
    return None if standing["deadline"] is None else _Span(standing["opened"], standing["deadline"])


def _given(span: _Span, lost: Sequence[Outage], now: int, least: int) -> int:
    """Return by how much a period is moved; 0 for one that had ended before or begun after."""
    ends = span.ends
    for one in lost:
        if too_late_from(ends) > one.since and span.begins < one.until:
            ends += one.until - max(one.since, span.begins)
    if ends == span.ends:
        return 0
    return max(max(ends, now + min(least, span.ends - span.begins)) - span.ends, LEAST)


def settle_pause(resolution: Resolution) -> None:
    """Begin or end the pause that is due, unless a resignation ends the match now."""
    step = resolution.step
    if step.table["resigning"]:
        return
    pause, wanted = pause_of(step.table), is_wanted(step.table)
    if pause is None:
        if wanted:
            write_paused(step)
            resolution.news.paused(step)
        return
    if step.at < pause["until"] and wanted:
        return
    write_resumed(step)
    for standing in list(step.table["standing"]):
        resolution.hours.mend(step, standing["id"])
    # Whatever the service missed meanwhile is given back by the pause itself.
    note_given(step.table, resolution.record.outages)
    resolution.news.resumed(step)
    resolution.resumed = True


def all_are_in(resolution: Resolution, standing: Standing) -> bool:
    """Return whether a decision would have been locked early but for the pause that has just ended."""
    if not resolution.resumed:
        return False
    acts = [resolution.record.acts.get((standing["id"], seat)) for seat in standing["seats"]]
    return all(act is not None and act.commitment is not None and not act.wait for act in acts)


def settle_requests(resolution: Resolution) -> None:
    """Give the time that everybody still asked has granted."""
    step = resolution.step
    if step.table["resigning"]:
        return
    for standing in list(step.table["standing"]):
        if request_of(standing) is not None and is_in_time(step, standing):
            carry_out(step, standing["id"], resolution.news, resolution.hours)


def carry_out_orders(resolution: Resolution) -> None:
    """Give the time ordered by the operator, where an answer is still awaited in time."""
    step = resolution.step
    for one in take_orders(step.table):
        standing = standing_of(step.table, one["decision"])
        if standing is None or step.table["resigning"]:
            continue
        ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
        if ends is not None and step.at < too_late_from(ends):
            write_extended_by_operator(step, standing, one["seconds"])
            resolution.hours.mend(step, one["decision"])
            resolution.news.time_by_operator(step, one["decision"])


def tell_unanswered(resolution: Resolution) -> None:
    """Tell players whose deadline passed without an answer that not enough others had granted the time they asked for."""
    step, record = resolution.step, resolution.record
    for standing in record.table["standing"]:
        request, deadline = request_of(standing), standing["deadline"]
        now = standing_of(step.table, standing["id"])
        if (
            request is None
            or deadline is None
            or standing["phase"] != "open"
            or (now is not None and now["phase"] == "open")
        ):
            continue
        act = record.acts.get((standing["id"], request["seat"]))
        if step.at >= too_late_from(deadline) and (act is None or act.commitment is None):
            resolution.news.time_refused(step, standing, request["seat"], answered=False)


LEAST_OF_VACATION = 1_000
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
    write_stopped(step, standing, seat, max(after - ends, LEAST_OF_VACATION), until)
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
    """Return the deadline (ms) for answers, or None if no answer is due."""
    return standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]


def _awaited(resolution: Resolution, standing: Standing) -> list[int]:
    """Return the seats that have yet to answer a decision, or to open their seals."""
    record = resolution.record
    if standing["phase"] == "opening":
        return [seat for seat in standing["awaited"] if not is_opened(record, standing, seat)]
    acts = {seat: record.acts.get((standing["id"], seat)) for seat in standing["seats"]}
    taken_back = standing["id"] in resolution.dropped
    return [seat for seat, act in acts.items() if act is None or act.commitment is None or taken_back]
