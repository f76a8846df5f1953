"""Accepted commitments while other matches move on, with the log of all matches written beside them and without.

Both run against the same API and Redis, in turn, with a clock of its own process: one that has the signing key and so writes
the log, and one that has not. Steps of other matches go on in both at the same pace, so that there are heads to log.
"""

import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from service.serve import processes
from service.store.store import Store
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, interleaved, percentile, ratio
from tests.campaigns.bench.installation import Installation, until
from tests.campaigns.bench.sections import seal
from tests.engine.transparency.heads import begin, go_on

STEPS_PER_SECOND = 50
CONNECTIONS = 8
SIGNING = "SIEGELPOST_SIGNING_KEY"


class Beside(NamedTuple):
    """A load, and what happened to the log meanwhile: heads written into matches, leaves, how often the log grew."""

    taken: seal.Taken
    seconds: float
    heads: int
    leaves: int
    growths: int


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield rates and latencies of both, their ratio, and how often the log was written."""
    with Installation(plan.folder / "witnessed", hold_off=seal.DAY) as running:
        people = [person for _ in range(seal.MATCHES) for person in tables.begin(running.context, seal.GRACE)]
        people = tables.dealt(running.context, people)
        running.start("api")
        for logged in (True, False):
            _measure(running, people, seal.WARM_UP, logged)
        measures = [partial(_measure, running, people, plan.seconds, logged) for logged in (True, False)]
        ours, baseline = interleaved(measures, plan.repeats)
        rates = []
        for name, taken in (("with the log", ours), ("without", baseline)):
            loads = [one.taken.load for one in taken]
            rates.append(Figure(f"commitments, {name}: rate", "/s", tuple(one.rate for one in loads)))
            yield rates[-1]
            for percent, word in ((50, "median"), (95, "p95")):
                values = tuple(percentile(one.latencies, percent) * 1000 for one in loads)
                yield Figure(f"commitments, {name}: latency, {word}", "ms", values)
        yield ratio("with / without: rate (aim 1.0)", *rates)
        yield Figure("heads written into matches", "/s", tuple(one.heads / one.seconds for one in ours))
        yield Figure("leaves written into the log", "/s", tuple(one.leaves / one.seconds for one in ours))
        yield Figure("writes of the log (aim: at most 1)", "/s", tuple(one.growths / one.seconds for one in ours))


def _measure(running: Installation, people: list[tables.Sitting], seconds: float, logged: bool) -> Beside:
    environment = dict(running.environment)
    if not logged:
        del environment[SIGNING]
    running.run("clock", processes.command("clock"), environment)
    store = running.context.store
    try:
        until(lambda: running.says("clock", "Swept("), "the clock has started and swept")
        if logged:
            until(lambda: store.log_head().note and not store.unlogged(1, {}), "the log has caught up")
        over = threading.Event()
        found: list[tuple[int, int]] = []
        stepping = threading.Thread(target=lambda: found.append(_steps(store, over)))
        before, began = store.log_size(), time.monotonic()
        stepping.start()
        taken = seal.sealing(running, people, CONNECTIONS, seconds)
        took = time.monotonic() - began
        over.set()
        stepping.join()
        heads, growths = found[0]
        return Beside(taken, took, heads, store.log_size() - before, growths)
    finally:
        running.stop("clock")


def _steps(store: Store, over: threading.Event) -> tuple[int, int]:
    """Let a match move on at a steady pace; return how many heads it got, and how often the log was seen to grow."""
    record = begin(store, int(time.monotonic() * 1e6), 5)
    heads, growths, size = 1, 0, store.log_size()
    while not over.wait(1 / STEPS_PER_SECOND):
        record = go_on(store, record)
        heads += 1
        now = store.log_size()
        growths, size = growths + (now > size), now
    return heads, growths
