"""The job that resolves: leases due matches and steps them in batches, until nothing is due or its time is up.

A job carries no arguments and no facts. It may run twice, at once, or get lost: leases keep workers apart, the guard on
the log head discards a second resolution, and the clock wakes another drain.
"""

import contextlib
import logging
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from rq.timeouts import BaseTimeoutException

from engine.protocol.log import too_late_from
from engine.registry import OtherData, UnknownRules
from service.config.operator_caps import is_newcomer
from service.config.settings import Settings
from service.context import Context
from service.matches.absence.fair_hours import FairHours
from service.matches.puzzles import may_be_sought
from service.notifications.events import announce
from service.notifications.notices import with_chosen
from service.processes.wake import JOB_TIMEOUT, Asker, ask_for_puzzles, ask_for_thought, asker_of, wake
from service.store.connection.connect import HalfStep, StoreUnavailable, Unreadable
from service.store.matches.due import Leased, Peek
from service.store.matches.parking import HALF_STEP, WITHOUT_DATA, SetAside
from service.store.records import Parked, Record, Transition
from service.telemetry import tracing
from service.telemetry.counts import DECISIONS, LATENESS, STEPS
from service.telemetry.logs import ACCESS, OWN, about
from workers.resolve import bots
from workers.resolve.bots import bots_to_play
from workers.resolve.failures import TooMuchWork, limited, park, passes, where
from workers.resolve.step import step_due

LEASE = 30_000
"""How long a match is leased to a worker that does not report back, in milliseconds."""
BATCH = 64
BUDGET = 10_000
"""Milliseconds after which a drain stops and leaves the rest to the next one, well before RQ's job timeout."""
LINGER = 50
"""Milliseconds that an idle drain waits for the next due match: ending, being woken by the clock and starting again
through the queue takes as long. If it waited longer, players' acts would queue behind a sleeping job."""
TRIES = 8

log = logging.getLogger("siegelpost.drain")
access = logging.getLogger(ACCESS)


@lru_cache(maxsize=1)
def context_of_process() -> Context:
    """Return this worker process's context, opened once."""
    return Context.open(Settings.from_environment(os.environ), resolver=True)


def drain(match: str = "") -> int:
    """Resolve everything due, this match first; the RQ job. Return how many steps were written."""
    try:
        return drain_once(context_of_process(), match)
    except BaseTimeoutException:
        log.warning("a drain was stopped after %d s: the machine slept, or is far too busy", JOB_TIMEOUT["resolve"])
        return 0


def drain_once(context: Context, match: str = "") -> int:
    """Resolve everything due, within the time budget; return how many steps were written.

    :param match: a match for which a player waits, so it is stepped at once, without a lease: if another worker steps
    it as well, the guard on the log head admits only one of the two.
    """
    written = _settle(context, {match: None}, match) if match else 0
    begun: int | None = None
    while True:
        peeks, now = context.store.peek()
        begun = now if begun is None else begun
        claimed = _claim(context, peeks)
        try:
            written += _settle(context, {one.match: one for one in claimed}, match)
        except BaseException:
            # Interrupted between two matches or in one: those that were not written are for the next drain, at once.
            with contextlib.suppress(StoreUnavailable):
                context.store.release_leases(claimed)
            raise
        if now - begun > BUDGET:
            return written
        if not claimed:
            pause = _until_next(peeks)
            if pause is None:
                return written
            time.sleep(pause)


def _until_next(peeks: Sequence[Peek]) -> float | None:
    """Return the seconds until something is due, if that is so soon that ending the job is not worthwhile."""
    following = min((one.due - one.now for one in peeks if one.due is not None and one.due > one.now), default=None)
    return following / 1000 if following is not None and following <= LINGER else None


def _claim(context: Context, peeks: Sequence[Peek]) -> list[Leased]:
    """Lease one batch in one round trip, a share from every due bucket, the longest overdue first.

    Never more than a batch: after an outage thousands are due, and leased matches wait for us even when our time is up.
    """
    ready = sorted((one.due, one.bucket) for one in peeks if one.due is not None and one.due <= one.now)[:BATCH]
    shares, left = [], BATCH
    for number, (_, bucket) in enumerate(ready):
        share = -(-left // (len(ready) - number))
        shares.append((bucket, share))
        left -= share
    return context.store.lease_due(shares, LEASE, context.lease_owner) if shares else []


def _settle(context: Context, leases: Mapping[str, Leased | None], woken_for: str) -> int:
    """Step these matches until each is written, forgotten or parked; those without a lease only if they are due."""
    written = 0
    matches = list(leases)
    for _ in range(TRIES):
        transitions: list[Transition] = []
        read: dict[str, Record] = {}
        records = context.store.load_many(matches, secrets=True)
        hours = FairHours(context.store, [one.table for one in records if isinstance(one, Record)])
        for match, record in zip(matches, records, strict=True):
            step = _planned(context, match, record, leases[match], hours, own=match == woken_for)
            if step is not None:
                transitions.append(step)
                if isinstance(record, Record):
                    read[match] = record
        if not transitions:
            return written
        push, tables = context.push is not None, bool(context.settings.chats)
        transitions = with_chosen(hours.prefs_of, transitions, push=push, tables=tables)
        stale, steps = [], []
        for transition, done in zip(transitions, context.store.transition_many(transitions), strict=True):
            if isinstance(done, Unreadable):
                _park_unreadable(context, transition.match, done, leases[transition.match])
                STEPS.labels("unreadable").inc()
            elif done:
                _count(read[transition.match], transition)
                if context.settings.access_log and transition.lines:
                    _tell(transition)
                written += bool(transition.lines)
                steps.append(transition)
            else:
                stale.append(transition.match)
                STEPS.labels("stale").inc()
        _have_delivered(context, steps)
        _have_thought(context, steps)
        announce(context.store, context.settings.queue_url, steps)
        if not stale:
            return written
        matches = stale
    log.warning("%d matches kept changing while they were resolved; the lease brings them back", len(matches))
    return written


def _have_delivered(context: Context, steps: Sequence[Transition]) -> None:
    """Wake a deliverer for news that is not held off, instead of waiting for the clock's next look."""
    due = [step.match for step in steps if any(notice["send_at"] <= notice["at"] for notice in step.notices)]
    if due:
        wake(context.settings.queue_url, "deliver", due[0] if len(due) == 1 else "")


def _have_thought(context: Context, steps: Sequence[Transition]) -> None:
    """Ask for a worker that thinks, where a decision is put to a bot that does, or where a finished match may have puzzles."""
    for step in steps:
        asked = ((standing, seat) for standing in step.table["standing"] for seat in standing["seats"])
        if any(bots.thinks(step.table, standing, seat, step.now or 0) for standing, seat in asked):
            ask_for_thought(context.settings.queue_url, step.match, _asker(context, step.table["owner"]))
        elif may_be_sought(step.table):
            ask_for_puzzles(context.settings.queue_url, step.match, 0)


def _asker(context: Context, owner: str) -> Asker:
    """Return whose shares of the queue the bots at a table take: its owner's; a tournament has none."""
    account = context.store.account(owner) if owner else None
    established = account is not None and not is_newcomer(context.store, account)
    return asker_of(owner, "", established=established) if owner else ()


def _planned(
    context: Context,
    match: str,
    record: Record | Unreadable | None,
    lease: Leased | None,
    hours: FairHours,
    *,
    own: bool,
) -> Transition | None:
    """Plan a step with :func:`_plan`, in a span that names its match; its notices carry the trace on.

    :param own: whether the job was woken for this match. If not, the step begins a trace of its own.
    """
    parent, links = (None, ()) if own else ("", (tracing.carried(),))
    with about(match=match), tracing.span("step", parent=parent, links=links, facts={"match": match}) as span:
        step = _plan(context, match, record, lease, hours)
        if step is None:
            return None
        span.say(rules=step.table["rules"], entry=step.n, entries=len(step.lines), ended=len(step.ended))
        trace = tracing.carried()
        return replace(step, notices=[one | {"trace": trace} for one in step.notices]) if trace else step


def lateness(before: Record, transition: Transition) -> list[float]:
    """Return how late, in seconds, a step locked or resolved decisions whose time was over."""
    after = {one["id"]: one["phase"] for one in transition.table["standing"]}
    found = []
    for standing in before.table["standing"]:
        ends = standing["opening_ends"] if standing["phase"] == "opening" else standing["deadline"]
        if ends is not None and too_late_from(ends) <= before.now and after.get(standing["id"]) != standing["phase"]:
            found.append((before.now - too_late_from(ends)) / 1000)
    return found


def _count(before: Record, transition: Transition) -> None:
    STEPS.labels("written" if transition.lines else "nothing to write").inc()
    DECISIONS.inc(len(transition.ended))
    for seconds in lateness(before, transition):
        LATENESS.observe(seconds)


def _tell(step: Transition) -> None:
    facts = {"rules": step.table["rules"], "entry": step.n, "entries": len(step.lines), "ended": list(step.ended)}
    with about(match=step.match):
        access.info("a step wrote %(entries)d entries after entry %(entry)d", facts, extra={OWN: facts})


def _plan(
    context: Context, match: str, record: Record | Unreadable | None, lease: Leased | None, hours: FairHours
) -> Transition | None:
    """Return the match's step after its bots have played, or None if it needs none now or cannot be stepped."""
    if record is None:
        return None
    if isinstance(record, Unreadable):
        _park_unreadable(context, match, record, lease)
        return None
    if record.parked is not None and not _may_be_tried(context, record, record.parked, lease):
        return None
    if lease is None and (record.parked is not None or record.due is None or record.due > record.now):
        return None
    try:
        return limited(partial(_step, context, record, hours))
    except (OtherData, UnknownRules) as error:
        data = f"{error.rules} {error.data}" if isinstance(error, OtherData) else record.table["rules"]
        park(context, match, f"{WITHOUT_DATA} {data}", lease)
    except (StoreUnavailable, BaseTimeoutException):
        raise
    except HalfStep as error:
        _park_unreadable(context, match, error, lease)
    except (Exception, TooMuchWork) as error:
        # One broken match must not stop the others, and its secrets must not reach the log: only the kind of error does.
        if passes(error):
            log.warning("a step of match %s was interrupted: %s; it is tried again", match, where(error))
        else:
            park(context, match, where(error), lease)
    return None


def _may_be_tried(context: Context, record: Record, parked: Parked, lease: Leased | None) -> bool:
    """Return whether a parked match may be stepped; otherwise park it again, for the operator."""
    if parked.for_operator:
        park(context, record.match, parked.reason, lease, for_operator=True)
        return False
    # Of half a step its operator has said that it may go on: so it does, if it is whole now.
    torn = context.store.half_step_of(record) if parked.reason.startswith(HALF_STEP) else None
    if torn is not None:
        _park_unreadable(context, record.match, HalfStep(record.match, torn), lease)
    return torn is None


def _park_unreadable(context: Context, match: str, fault: Unreadable, lease: Leased | None) -> None:
    """Park an unreadable match; for its operator if it is set aside or a crash tore one of its steps."""
    if isinstance(fault, SetAside):
        park(context, match, fault.reason, lease, for_operator=True)
        return
    if not isinstance(fault, HalfStep):
        park(context, match, f"unreadable: {fault.why}", lease)
        return
    reason = fault.torn if fault.torn.startswith(HALF_STEP) else f"{HALF_STEP}: {fault.torn}"
    park(context, match, reason, lease, for_operator=True)


def _step(context: Context, record: Record, hours: FairHours) -> Transition:
    if bots_to_play(context, record) and bots.play(context, record):
        fresh = context.store.load(record.match, secrets=True)
        record = fresh if fresh is not None else record
    return step_due(context, record, hours)
