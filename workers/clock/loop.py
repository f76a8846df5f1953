"""The clock: finds what is due and wakes the workers. ``python -m workers.clock``; several clocks are harmless.

The store has the facts: every match and every recipient has a due time in milliseconds of the store's own clock. The
clock peeks at all of them in one round trip, wakes the queues with due work, and sleeps until the next due time or
until the bell announces a change. It never wakes early and claims nothing: the workers claim by lease, and check the
store's time again.

One of its threads continues the departure of accounts (deleted or blocked ones, idle guests): some steps must wait for
the end of a match, and the command line, which orders them, has no keys to sign with.

Before each beat, the clock compares the store's time with a steady clock of its own. The steady clock keeps running while a
machine sleeps, and never jumps. If the store's time jumps against it by more than a minute, nobody must lose a turn: there
is no beat, so nothing is locked and no act is accepted, until the time is right again or the operator accepts it
(``siegelpost resume --accept-time``). Smaller forward jumps are given back like outages.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.protocol.log import timestamp
from service.accounts.access.guest_accounts import idle_guests
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context, settings_to_start
from service.keys.keyring import results_origin
from service.keys.signing import KeyMissing
from service.matches.departure import depart, go_on_with_all, leave_lobbies
from service.notifications.events import announce_rest
from service.processes.bell import Listener
from service.processes.starting import Starting
from service.processes.wake import QueueName, clock_ticks, wake
from service.store.connection.connect import Away, StoreUnavailable, Unreadable
from service.store.installation.heartbeat import Beat
from service.store.keys import BUCKETS
from service.store.store import Store
from service.store.sweep import Swept
from service.telemetry import tracing
from service.telemetry.counts import ARCHIVED, MENDED, ROLE
from service.telemetry.logs import set_up
from service.telemetry.sources import running_version
from workers.clock.beacon import BeaconReader, read_for_ever
from workers.clock.cosigning import Cosigning
from workers.clock.head_log import HeadLogWriter, write_for_ever
from workers.clock.results import ResultsWriter, write_results_for_ever
from workers.webhooks.sender import Sender, start_sender

STEADY_EVERY = 10.0
"""Seconds between two beats while all is well."""
AGAIN = 1.0
"""Seconds until the next try while something is wrong."""

steady_log = logging.getLogger("siegelpost.clock")


class Beats(Protocol):
    """Access to the store's heartbeat."""

    def beat(self, expected: Sequence[int | None]) -> list[Beat | Unreadable | Away]:
        """Beat in every bucket, given the expected time there (ms)."""


def steady_milliseconds() -> float:
    """Return milliseconds of a clock that never jumps, counting those in which the machine slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) * 1000


@dataclass
class Steady:
    """The beats of one clock. ``trouble`` is a sentence that explains why there are none, or None while all is well."""

    store: Beats
    steady: Callable[[], float] = steady_milliseconds
    trouble: str | None = None
    _next: float = 0
    _offsets: list[float | None] = field(default_factory=lambda: [None] * BUCKETS)
    """The difference between the store's time and the steady clock at the last beat, by bucket."""

    def beat_if_time(self) -> None:
        """Beat if a beat is due.

        :raises StoreUnavailable: when the store does not answer.
        """
        now = self.steady()
        if now < self._next:
            return
        expected = [None if offset is None else round(now + offset) for offset in self._offsets]
        found = self.store.beat(expected)
        for bucket, one in enumerate(found):
            if isinstance(one, Beat) and one.kind in ("beat", "outage"):
                self._offsets[bucket] = one.now - now
        self._tell([one for one in found if isinstance(one, Beat)], expected)
        well = self.trouble is None and not any(isinstance(one, Away) for one in found)
        self._next = now + 1000 * (STEADY_EVERY if well else AGAIN)

    def _tell(self, beats: Sequence[Beat], expected: Sequence[int | None]) -> None:
        outage = next((one for one in beats if one.kind == "outage" and one.last is not None), None)
        if outage is not None and outage.last is not None:
            seconds = (outage.now - outage.last) / 1000
            steady_log.warning(
                "outage of %.0f s, since %s: running decisions get it back", seconds, timestamp(outage.last)
            )
        before, self.trouble = self.trouble, _trouble(beats, expected)
        if self.trouble is not None and self.trouble.split(":")[0] != (before or "").split(":")[0]:
            steady_log.error("the clock stands still: %s", self.trouble)
        elif before is not None and self.trouble is None:
            steady_log.info("the clock goes on")


def _trouble(beats: Sequence[Beat], expected: Sequence[int | None]) -> str | None:
    for bucket, one in enumerate(beats):
        if one.kind == "halted":
            return "the operator has halted the service"
        wanted = expected[bucket] if one.kind == "jumped" else one.last
        if one.kind in ("jumped", "back") and wanted is not None:
            return (
                f"the store's time has jumped: it says {timestamp(one.now)}, and by the last beat it should be "
                f"{timestamp(wanted)} or later; if it is wrong now, put it right; if it is right and was wrong before, "
                "say 'siegelpost resume --accept-time'"
            )
    return None


EVERY = 30.0
"""Seconds between two looks at the list."""

log = logging.getLogger("siegelpost.clock")


def go_on_for_ever(context: Context, sleep: Callable[[float], None] = time.sleep) -> None:
    """Continue departures again and again; wait out outages of the store."""
    while True:
        try:
            for guest in idle_guests(context):
                depart(context, guest, unkept=True)
            gone = go_on_with_all(context)
            leave_lobbies(context)
        except (StoreUnavailable, Unreadable) as error:
            log.warning("accounts that go, or are blocked, are looked at later: %s", type(error).__name__)
            gone = 0
        if gone:
            log.info("%d accounts are deleted: as their owners wished, or guests' that rested", gone)
        sleep(EVERY)


LONGEST = 12_000
"""The longest time between two looks (ms), in case something became due meanwhile and the ring got lost."""
AWAKE_EVERY = 4.0
"""The longest sleep in seconds, so that beats and signs of life come in time."""
BUSY = 200
"""The longest sleep while woken work stays due (ms), and the shortest between two looks caused by the bell."""
SHORTEST = 20
"""The sleep after a wake-up (ms); it doubles while the same work stays due, so that a busy drain is not disturbed."""
SWEEP_EVERY = 600.0
"""Seconds between two sweeps, which compare every match with the due index and repair differences."""
OUTAGE = 1.0
"""Seconds to wait when the store does not answer."""
TICK_EVERY = 2.0
"""Seconds between two signs of life."""
REST_EVERY = 30.0
"""Seconds between two looks for unannounced events."""
STOPPING = {signal.SIGTERM, signal.SIGINT}
RUNG = signal.SIGUSR1
"""The signal by which the thread that hears the bell wakes the sleeping one."""


class Bucket(Protocol):
    """The earliest times of one bucket in milliseconds, None where nothing waits."""

    @property
    def due(self) -> int | None:
        """The earliest time at which a match is due."""

    @property
    def out(self) -> int | None:
        """The earliest time at which news is due to go out."""

    @property
    def now(self) -> int:
        """The time of the store's server."""


class DueTimes(Protocol):
    """The clock's view of the store."""

    def peek(self) -> tuple[Sequence[Bucket], int]:
        """Return the earliest times of all buckets, and the store's time."""


@dataclass
class Clock:
    """One clock; it remembers only the work due at its last look, and how long it then slept (ms)."""

    store: DueTimes
    wake: Callable[[QueueName], bool]
    waited_for: dict[QueueName, int] = field(default_factory=dict)
    pause: int = SHORTEST

    def look(self) -> float:
        """Look once and wake due work; return how many seconds to sleep.

        :raises StoreUnavailable: when the store does not answer.
        """
        peeks, _ = self.store.peek()
        due = [(one.due, one.now) for one in peeks if one.due is not None]
        out = [(one.out, one.now) for one in peeks if one.out is not None]
        times: dict[QueueName, list[int]] = {
            "resolve": [at for at, now in due if at <= now], "deliver": [at for at, now in out if at <= now],
        }  # fmt: skip
        ready = {queue: min(all_of) for queue, all_of in times.items() if all_of}
        for queue, since in ready.items():
            self._wake(queue, since)
        if not ready:
            self.pause = LONGEST
        elif ready == self.waited_for:
            self.pause = min(2 * self.pause, BUSY)
        else:
            self.pause = SHORTEST
        self.waited_for = ready
        return min([self.pause, *(at - now for at, now in (*due, *out) if at > now)]) / 1000

    def _wake(self, queue: QueueName, since: int) -> None:
        """Wake a queue; for work that the last look did not find, in a trace that the job continues."""
        if self.waited_for.get(queue) == since:
            self.wake(queue)
            return
        with tracing.span("wake", parent="", facts={"messaging.destination.name": queue}):
            self.wake(queue)


def take_up_again(store: Store) -> None:
    """Retry parked matches that failed under other code or rule data than today's, which may fix them."""
    taken = store.retry_after_change(running_version())
    if taken:
        log.info("%d parked matches are tried again: code or rule data have changed", len(taken))


def sweep_for_ever(store: Store, steady: Steady) -> None:
    """Sweep now and every ten minutes, in a thread of its own, because a large store takes a while.

    Nothing is swept while the time is not trusted: a wrong clock would make it remove live records.
    """
    while True:
        if steady.trouble is not None:
            time.sleep(OUTAGE)
            continue
        try:
            swept = sweep(store)
        except StoreUnavailable:
            time.sleep(OUTAGE)
            continue
        except Unreadable as error:
            log.error("this sweep ended early: %s", error)
        else:
            mended = swept.matches_mended + swept.recipients_mended
            count_swept(swept)
            log.log(logging.WARNING if mended else logging.INFO, "%s", swept)
        time.sleep(SWEEP_EVERY)


def sweep(store: Store) -> Swept:
    """Sweep once, in a trace of its own.

    :raises StoreUnavailable: when the store does not answer.
    :raises Unreadable: when an index cannot be read.
    """
    with tracing.span("sweep", parent="") as span:
        take_up_again(store)
        swept = store.sweep()
        span.say(archived=swept.archived, mended=swept.matches_mended + swept.recipients_mended)
    return swept


def count_swept(swept: Swept) -> None:
    """Export the results of a sweep as metrics: all but the number of archived matches stay 0 in a healthy
    installation."""
    ARCHIVED.inc(swept.archived)
    for what, count in (
        ("match", swept.matches_mended),
        ("news", swept.recipients_mended),
        ("torn", swept.halves),
        ("unreadable", swept.unreadable),
    ):
        MENDED.labels(what).inc(count)


def start_head_log(context: Context) -> threading.Event:
    """Write the log of all matches in a thread of its own.

    :return: an event to set when a match may have new heads.
    """
    rung, store, settings = threading.Event(), context.store, context.settings
    cosigning = Cosigning(settings.witnesses, store.log_tile) if settings.witnesses else None
    if cosigning is not None:
        cosigning.start()
    writer = HeadLogWriter(store, context.signers, settings.origin, cosigning)
    threading.Thread(target=write_for_ever, args=(writer, rung), name="head log", daemon=True).start()
    return rung


def start_results(context: Context) -> threading.Event:
    """Write the log of results in a thread of its own, cosigned by the witnesses of the log of all matches.

    :return: an event to set when a match may have a new result.
    """
    rung, store, settings = threading.Event(), context.store, context.settings
    cosigning = Cosigning(settings.witnesses, store.results_tile) if settings.witnesses else None
    if cosigning is not None:
        cosigning.start()
    writer = ResultsWriter(store, context.signers, results_origin(settings.origin), cosigning)
    threading.Thread(target=write_results_for_ever, args=(context, writer, rung), name="results", daemon=True).start()
    return rung


def listen(queue_url: str, sender: Sender | None, *writers: threading.Event) -> Listener:
    """Let the bell end the sleep of this process, of its webhook sender and of its writers of logs."""

    def rung(_: Sequence[str] = ()) -> None:
        os.kill(os.getpid(), RUNG)
        for writer in writers:
            writer.set()
        if sender is not None:
            sender.ring()

    return Listener(queue_url, rung, rung)


def start_beacon(store: Store, settings: Settings) -> None:
    """Fetch rounds of the public randomness beacon in a thread of its own, if the installation uses one."""
    if settings.beacon_url:
        reader = BeaconReader(store, settings.beacon_url, store.now)
        threading.Thread(target=read_for_ever, args=(reader,), name="beacon", daemon=True).start()


@dataclass
class Tick:
    """Shows that the clock is alive, or why it stands still; now and then announces events whose writer died before
    announcing them."""

    store: Store
    queue_url: str
    steady: Steady
    _next_rest: float = 0.0
    _begun: bool = False

    def __call__(self) -> None:
        """Tick; the first time, log which settings waste the store's memory.

        :raises StoreUnavailable: when the store does not answer.
        """
        if not self._begun:
            for said in self.store.check_memory_settings():
                log.warning("%s", said)
            self._begun = True
        clock_ticks(self.queue_url, self.steady.trouble)
        if time.monotonic() >= self._next_rest:
            announce_rest(self.store, self.queue_url)
            self._next_rest = time.monotonic() + REST_EVERY


def run(clock: Clock, tick: Callable[[], None], steady: Steady) -> None:
    """Look and sleep until SIGTERM or SIGINT. Both and ``RUNG`` must be blocked: the sleep waits for these signals.

    :param tick: called every few seconds while the store answers, so that others can see the clock is alive.
    :param steady: the heartbeat; while it is in trouble nothing is woken.
    """
    ticked, look_at = -TICK_EVERY, 0.0
    while True:
        seconds = time.monotonic()
        try:
            steady.beat_if_time()
            if steady.trouble is not None:
                pause, look_at = BUSY / 1000, 0.0
            elif seconds >= look_at:
                pause = clock.look()
                look_at = seconds + pause
            else:
                pause = look_at - seconds
            pause = min(pause, AWAKE_EVERY)
            if seconds - ticked >= TICK_EVERY:
                tick()
                ticked = seconds
        except StoreUnavailable:
            pause, look_at = OUTAGE, 0.0
        got = signal.sigtimedwait({*STOPPING, RUNG}, pause)
        if got is not None and got.si_signo == RUNG:
            # A ring may bring the next look forward, and never put it off. Whoever rings has woken a worker for what is due now:
            # a look that comes too soon finds it due still and wakes another for nothing, while somebody waits for the first.
            since, look_at = time.monotonic() - seconds, 0.0
            soon = max(SHORTEST, BUSY - 1000 * since) / 1000
            got = signal.sigtimedwait(STOPPING, max(0.0, min(pause - since, soon)))
        if got is not None:
            log.info("stopped")
            return


def main() -> int:
    """Run until told to stop; return 0, or 2 for a bad setting or a missing key."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {*STOPPING, RUNG})
    set_up(os.environ)
    ROLE.be("clock")
    tracing.set_up(os.environ, "clock")
    try:
        settings = settings_to_start(os.environ)
    except BadSetting as error:
        log.error("%s", error)
        return 2
    starting = Starting.under(settings)
    if starting is not None and not starting.wait(lambda seconds: signal.sigtimedwait(STOPPING, seconds)):
        return 0
    try:
        context = Context.open(settings)
    except (KeyMissing, Unreadable) as error:
        log.error("%s", error)
        return 2
    store = context.store
    heads, results = start_head_log(context), start_results(context)
    start_beacon(store, settings)
    bell = listen(settings.queue_url, start_sender(context), heads, results)
    threading.Thread(target=go_on_for_ever, args=(context,), name="departures", daemon=True).start()
    log.info("ticking")
    steady = Steady(store)
    threading.Thread(target=sweep_for_ever, args=(store, steady), name="sweep", daemon=True).start()
    run(Clock(store, lambda queue: wake(settings.queue_url, queue)), Tick(store, settings.queue_url, steady), steady)
    bell.close()
    return 0
