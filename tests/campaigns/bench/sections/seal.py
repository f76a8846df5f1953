"""Accepted escrow commitments through the real API, against a bare Flask route that does one equally durable write.

Both run in a gunicorn of the production settings on the same Redis, in turn, under the same load. Each commitment is
judged by the rules, sealed to the resolver, stored with its receipt signed; rate limits are on. Many people at many tables
seal and replace, so that no table is complete for longer than its hour of grace.
"""

from collections.abc import Iterator
from functools import partial
from itertools import cycle
from typing import NamedTuple

from tests.campaigns.bench import load, tables
from tests.campaigns.bench.figures import Figure, Plan, interleaved, percentile, ratio
from tests.campaigns.bench.installation import Installation
from tests.campaigns.bench.load import Load, NextRequest, drive

CONNECTIONS = (1, 32)
MATCHES = 320
"""Enough that nobody changes an answer more often than one decision allows."""
GRACE = 3_600_000
DAY = 86_400
WARM_UP = 3.0
"""Seconds: a first act reads token and match, and notes that the token was used. What is measured are the acts after it."""


class Taken(NamedTuple):
    """A load and the processor time it cost: the web server's and Redis', in microseconds per request."""

    load: Load
    server: float
    redis: float


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield rates, latencies, costs and ratios at one and at 32 connections."""
    with Installation(plan.folder / "seal", hold_off=DAY) as running:
        people = [person for _ in range(MATCHES) for person in tables.begin(running.context, GRACE)]
        people = tables.dealt(running.context, people)
        running.start("api", "resolve", "deliver", "clock")
        running.start_bare()
        for wide in CONNECTIONS:
            for one in (sealing, bare):
                one(running, people, wide, WARM_UP)
            ours, baseline = interleaved(
                [partial(one, running, people, wide, plan.seconds) for one in (sealing, bare)], plan.repeats
            )
            yield from _figures(f"{wide} connection{'s' if wide > 1 else ''}", ours, baseline)
    yield "aim: 0.7 of the bare route's rate; docs/speed.md says how far a seal without any check gets"


def sealing(running: Installation, people: list[tables.Sitting], wide: int, seconds: float) -> Taken:
    """Let everybody seal and replace; :raises RuntimeError: when a commitment is not accepted."""
    shares = [cycle(people[first::wide]) for first in range(wide)]
    taken = _drive(running, "api", running.port, [partial(_commit, share) for share in shares], seconds)
    if set(taken.load.statuses) != {200}:
        raise RuntimeError(f"not every commitment was accepted: {dict(taken.load.statuses)}")
    return taken


def bare(running: Installation, people: list[tables.Sitting], wide: int, seconds: float) -> Taken:
    """Put bodies of the same size to the bare route."""
    body = people[0].commitment().partition(b"\r\n\r\n")[2]
    people[0].seq -= 1
    requests = [partial(load.request, "PUT", f"/{number}", people[0].token, body) for number in range(wide)]
    return _drive(running, "bare", running.bare_port, list(requests), seconds)


def _commit(share: Iterator[tables.Sitting]) -> bytes:
    return next(share).commitment()


def _drive(running: Installation, name: str, port: int, requests: list[NextRequest], seconds: float) -> Taken:
    server, state = running.cpu(name), running.cpu("state")
    done = drive(port, requests, seconds)
    share = 1e6 / len(done.latencies)
    return Taken(done, (running.cpu(name) - server) * share, (running.cpu("state") - state) * share)


def _figures(width: str, ours: list[Taken], baseline: list[Taken]) -> Iterator[Figure]:
    rates = []
    for name, taken in (("seal", ours), ("bare", baseline)):
        loads = [one.load for one in taken]
        rates.append(Figure(f"{name}, {width}: rate", "/s", tuple(one.rate for one in loads)))
        yield rates[-1]
        for percent, word in ((50, "median"), (95, "p95")):
            values = tuple(percentile(one.latencies, percent) * 1000 for one in loads)
            yield Figure(f"{name}, {width}: latency, {word}", "ms", values)
        yield Figure(f"{name}, {width}: processor time of the server", "us/request", tuple(one.server for one in taken))
        yield Figure(f"{name}, {width}: processor time of Redis", "us/request", tuple(one.redis for one in taken))
    own = tuple(one.load.own_cpu / len(one.load.latencies) * 1e6 for one in ours)
    yield Figure(f"load generator, {width}: its own processor time", "us/request", own)
    yield ratio(f"seal / bare, {width}: rate (aim 0.7)", *rates)
    costs = zip(ours, baseline, strict=True)
    yield Figure(
        f"seal / bare, {width}: processor time of the server", "x", tuple(a.server / b.server for a, b in costs)
    )
