"""The job that delivers: leases recipients with notices that are due and serves many of them at once, independently.

Like every job it carries no facts: it may run twice, concurrently or not at all. Leases keep deliverers apart. Logins
go first, because users are waiting for them; a slow recipient holds up nobody else (:mod:`workers.deliver.lanes`). The
job does not wait for a letter delayed by a mail server: the letter goes on in its thread, within the time limit of a
transaction, and the next job serves the others.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import lru_cache
from importlib import import_module
from typing import Any

from service.config.settings import Settings
from service.context import Context
from service.notifications.channel import Channel
from service.notifications.channels import CHANNELS
from service.notifications.delivery import State
from service.processes.wake import MATCH, current_job_meta, told
from service.store.connection.connect import StoreUnavailable
from service.store.keys import bucket_of
from service.store.matches.due import Peek
from service.store.outbox import URGENT, Claim
from service.telemetry.counts import LETTERS
from workers.deliver import lanes
from workers.deliver.attempt import PATIENCE, Desk, serve
from workers.deliver.lanes import Lanes, retry_until_back
from workers.mail.channel import Mail
from workers.mail.digest import Digest
from workers.mail.sending.transport import Transport

LEASE = 300_000
"""How long a recipient is leased to a deliverer that does not report back (ms): longer than any transaction takes."""
BUDGET = 60.0
"""Seconds after which a job starts nothing more and leaves the rest to the next one."""
LOOK = 0.2
"""Seconds after which a fully busy deliverer looks again for logins."""
TIME_FOR_PICTURES = 30.0
"""Seconds of having more to deliver than places, after which letters go without a picture: drawing takes longer than
everything else about a letter, which is complete without it."""

log = logging.getLogger("siegelpost.deliver")


@lru_cache(maxsize=1)
def context_of_process() -> Context:
    """Return this worker process's context, opened once."""
    return Context.open(Settings.from_environment(os.environ))


@lru_cache(maxsize=1)
def _office_of_process() -> Office:
    context = context_of_process()
    return Office(context, open_channels(context))


def deliver() -> dict[str, int]:
    """Deliver everything due, for at most a minute; the RQ job. Return the number of letters by final state.

    The match for which the job was woken is served without a search.
    """
    office = _office_of_process()
    office.run(BUDGET, first=told(current_job_meta(), MATCH))
    return {str(state): count for state, count in office.tell().items()}


def open_channels(context: Context, **given: Channel[Any]) -> dict[str, Channel[Any]]:
    """Return every channel of the installation by name, ready to deliver; those ``given`` are used as they are."""
    others = {name: route for name, route in CHANNELS.items() if name not in given}
    return {name: import_module(route.module).open_channel(context) for name, route in others.items()} | given


def deliver_once(context: Context, transport: Transport) -> Counter[State]:
    """Deliver everything due, wait for all results, close all connections; return the number of attempts by result.

    :param transport: the transport for letters and digests; every other channel is the installation's own.
    """
    office = Office(context, open_channels(context, mail=Mail(context, transport), digest=Digest(context, transport)))
    try:
        office.run()
    finally:
        office.close()
    return office.tell()


class Office:
    """The deliverer of a process: its places, threads, and channels with their connections."""

    def __init__(self, context: Context, channels: Mapping[str, Channel[Any]]) -> None:
        self.context = context
        self.channels = channels
        self._lanes = Lanes()
        self._pool = ThreadPoolExecutor(lanes.MOST, thread_name_prefix="deliver")
        self._tally: Counter[State] = Counter()
        self._changed = threading.Condition()
        self._behind: float | None = None

    def run(self, budget: float | None = None, first: str = "") -> None:
        """Deliver until nothing is due.

        :param budget: seconds after which nothing more is begun; if given, letters at slow servers are not waited for.
        :param first: a match that has news: its bucket is looked at first.
        """
        end = None if budget is None else time.monotonic() + budget
        if first and self._begin_all(self._claim_at(bucket_of(first))):
            self._wait()
        while end is None or time.monotonic() < end:
            ready, room = self._ready(), sum(self._lanes.room())
            begun = self._begin_all(self._claim(ready))
            if not ready and (self._lanes.all_slow() if budget is not None else not self._lanes.busy()):
                return
            if not begun and not self._lanes.busy():
                return  # somebody else was quicker
            if begun < room:
                self._wait()  # all that was due is begun, as far as it can be

    def _begin_all(self, claims: Sequence[Claim]) -> int:
        for claim in claims:
            self._begin(claim)
        return len(claims)

    def _wait(self) -> None:
        """Wait until a letter has ended, but only for a moment; not at all if none is in progress."""
        with self._changed:
            if self._lanes.busy():
                self._changed.wait(LOOK)

    def tell(self) -> Counter[State]:
        """Return and reset the number of finished attempts by result."""
        with self._changed:
            tally, self._tally = self._tally, Counter()
        if tally:
            log.info("delivered: %s", ", ".join(f"{count} {state}" for state, count in sorted(tally.items())))
        return tally

    def close(self) -> None:
        """Wait for all letters and close the connections."""
        self._pool.shutdown()
        for channel in self.channels.values():
            channel.close()

    def _ready(self) -> list[Peek]:
        """Return the buckets with due work, the most urgent first; note since when there has been more than places."""
        peeks, _ = self.context.store.peek()
        ready = sorted(
            (one for one in peeks if one.out is not None and one.out <= one.now), key=lambda one: one.out or 0
        )
        if not ready:
            self._behind = None
        elif self._behind is None:
            self._behind = time.monotonic()
        return ready

    def _claim_at(self, bucket: int) -> list[Claim]:
        """Lease what is due in one bucket; return nothing if its server is unavailable.

        The next look at all buckets reports that."""
        anybody, _ = self._lanes.room()
        with suppress(StoreUnavailable):
            return self.context.store.claim_out(bucket, LEASE, anybody, self.context.lease_owner) if anybody else []
        return []

    def _claim(self, ready: list[Peek]) -> list[Claim]:
        """Lease no more than can begin now: leased recipients wait for us even when our time is up."""
        anybody, logins = self._lanes.room()
        store, owner = self.context.store, self.context.lease_owner
        claims: list[Claim] = []
        try:
            for one in ready:
                if one.out == URGENT and len(claims) < anybody + logins:
                    claims += store.claim_out(one.bucket, LEASE, anybody + logins - len(claims), owner, urgent=True)
            for one in ready:
                if len(claims) < anybody:
                    claims += store.claim_out(one.bucket, LEASE, anybody - len(claims), owner)
        except StoreUnavailable:
            if not claims:  # what was leased before a part of the store went away is not kept waiting
                raise
        return claims

    def _begin(self, claim: Claim) -> None:
        self._lanes.enter(claim.recipient)
        late = self._behind is not None and time.monotonic() - self._behind > TIME_FOR_PICTURES
        desk = Desk(self.context, self.channels, self._lanes, hurry=late)
        self._pool.submit(copy_context().run, self._serve, desk, claim)  # its log lines name the job

    def _serve(self, desk: Desk, claim: Claim) -> None:
        """Serve one recipient; a failure affects no other recipient and is retried later, never lost."""
        state = None
        try:
            state = serve(desk, claim)
        except StoreUnavailable:
            self._give_back(claim)
        except Exception as error:
            # What failed may hold hidden cards or addresses in its message, so only its kind is logged. The lease runs
            # out by itself, and the next deliverer tries again.
            log.error("a letter for %s failed: %s", claim.recipient.partition(":")[0], type(error).__name__)
        finally:
            self._lanes.leave(claim.recipient)
            with self._changed:
                if state is not None:
                    self._tally[state] += 1
                    LETTERS.labels(state).inc()
                self._changed.notify_all()

    def _give_back(self, claim: Claim) -> None:
        """Release a recipient that could not be served because the store was away, instead of waiting for the lease to
        end."""
        store = self.context.store
        with suppress(StoreUnavailable):
            retry_until_back(lambda: store.defer(claim, store.now()), PATIENCE)
