"""Many stored matches: what each takes of Redis' memory, and what a look of the clock costs with none and with many due.

One match is played half-way by chance, through the real store and the real drain, and then copied under other ids with
Redis' own DUMP and RESTORE, so each copy has the size of a real one: state, table, log, acts, sealed openings, used salts.
While copying, the append-only file is off (it would be gigabytes, and nothing measured here writes to it).
"""

import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import redis

from engine.registry import game, newest
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.processes.wake import wake
from service.store import keys
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, ratio
from tests.campaigns.bench.installation import Installation
from workers.clock.loop import Clock
from workers.resolve.drain import drain_once

DAY = 86_400
ENTRIES = 40
"""The log of the match that is copied has at least so many entries."""
AT_ONCE = 500
DUE = 1_000
WRITES = 20_000
LOOKS = 50
KEYS = (keys.match, keys.acts, keys.secrets, keys.seen, keys.lines)


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield memory per match, and the clock's cost per look with nothing due and with a thousand matches due."""
    with Installation(plan.folder / "many", hold_off=DAY) as running:
        client = redis.Redis.from_url(running.environment["REDIS_URL"], protocol=2)
        context = running.context
        match, entries = _half_played(context)
        client.config_set("appendonly", "no")
        alone = tuple(_writes(running) for _ in range(plan.repeats))
        before = client.info("memory")["used_memory"]
        begun = time.monotonic()
        ids = copies(client, match, plan.matches)
        seconds = time.monotonic() - begun
        taken = (client.info("memory")["used_memory"] - before) / plan.matches
        yield f"{plan.matches:,} copies of a match with {entries} log entries, stored in {seconds:.0f} s"
        yield Figure("memory of a match in Redis", "bytes", (taken,))
        for name, key in zip(("facts, table, state", "acts", "secrets", "used salts", "log"), KEYS, strict=True):
            yield Figure(f"... of which {name}", "bytes", (float(client.memory_usage(key(match), samples=0) or 0),))
        yield Figure("processor time of Redis for a write, without the copies", "us", alone)
        yield Figure("... with them", "us", tuple(_writes(running) for _ in range(plan.repeats)))
        yield from _clock(running, client, ids, plan.repeats)
        yield from _sweep(running)
        client.close()


def _clock(running: Installation, client: redis.Redis, ids: list[str], repeats: int) -> Iterator[Figure]:
    """Yield the cost of a look, in this process and in Redis; the queue has two jobs, as while workers are busy."""
    clock = Clock(running.context.store, partial(wake, running.environment["QUEUE_URL"]))
    look = partial(_looks, running, clock)
    idle: list[tuple[float, float, float]] = []
    pings: list[float] = []
    for _ in range(repeats):
        pings.append(_pings(client))
        idle.append(look())
    past = running.context.store.now() - 1
    for match in ids[:DUE]:
        client.zadd(keys.due(keys.bucket_of(match)), {match: past})
    busy = [look() for _ in range(repeats)]
    ping = Figure("a PING from Python (baseline)", "us", tuple(pings))
    for name, found in (("nothing", idle), (f"{min(DUE, len(ids)):,} matches", busy)):
        wall = Figure(f"a look of the clock, {name} due", "us", tuple(one[0] for one in found))
        yield wall
        yield Figure(f"... processor time of the clock, {name} due", "us", tuple(one[1] for one in found))
        yield Figure(f"... processor time of Redis, {name} due", "us", tuple(one[2] for one in found))
        yield ratio(f"a look, {name} due / PING", wall, ping)
    yield ping


def _looks(running: Installation, clock: Clock) -> tuple[float, float, float]:
    """Return microseconds of one look: by the wall, of this process, of Redis."""
    wall, own, server = time.perf_counter(), time.process_time(), running.cpu("state")
    for _ in range(LOOKS):
        clock.look()
    share = 1e6 / LOOKS
    return (
        (time.perf_counter() - wall) * share, (time.process_time() - own) * share,
        (running.cpu("state") - server) * share,
    )  # fmt: skip


def _pings(client: redis.Redis) -> float:
    begun = time.perf_counter()
    for _ in range(LOOKS):
        client.ping()
    return (time.perf_counter() - begun) / LOOKS * 1e6


def _writes(running: Installation) -> float:
    """Return microseconds of Redis for one small write, its file switched off."""
    begun = running.cpu("state")
    for number in range(WRITES):
        running.context.store.note_match("p_" + "0" * 32, f"{number}")
    return (running.cpu("state") - begun) * 1e6 / WRITES


def _sweep(running: Installation) -> Iterator[Figure]:
    begun, own, server = time.perf_counter(), time.process_time(), running.cpu("state")
    running.context.store.sweep()
    yield Figure("one sweep over everything (every ten minutes, in a thread)", "s", (time.perf_counter() - begun,))
    yield Figure("... processor time of the clock", "s", (time.process_time() - own,))
    yield Figure("... processor time of Redis", "s", (running.cpu("state") - server,))


def _half_played(context: Context) -> tuple[str, int]:
    """Return a running match of two people and the length of its log, played by chance until it is long enough."""
    both = tables.dealt(context, tables.begin(context, 0))
    match, whims = both[0].match, random.Random(1)
    while True:
        record = context.store.load(match)
        assert record is not None and record.state is not None
        if record.n >= ENTRIES:
            return match, record.n
        standing = record.table["standing"][0]
        for seat in standing["seats"]:
            move: dict[str, Any] = whims.choice(
                game(newest(tables.KONTOR.game)).moves(record.state, seat, standing["id"])
            )
            if standing["sealed"]:
                acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
            else:
                acts.answer(context, record, seat, acts.SeatAct(standing["id"], move=move))
        drain_once(context)


def copies(client: redis.Redis, match: str, count: int) -> list[str]:
    """Store copies of a match under new ids, due tomorrow; return the ids."""
    dumped = [(key, client.dump(key(match))) for key in KEYS]
    tomorrow = int(time.time() + DAY) * 1000
    members: list[bytes] = client.zrange(keys.asking(keys.bucket_of(match)), 0, -1)  # type: ignore[assignment]  # not text
    listed = [one.decode() for one in members if match.encode() in one]

    def asked(copy: str) -> dict[str, int]:
        return {one.replace(match, copy): 0 for one in listed}

    ids = [new_match_id() for _ in range(count)]
    for start in range(0, count, AT_ONCE):
        with client.pipeline(transaction=False) as pipeline:
            for one in ids[start : start + AT_ONCE]:
                for key, value in dumped:
                    if value is not None:
                        pipeline.restore(key(one), 0, value)
                pipeline.hset(keys.match(one), "due", tomorrow)
                pipeline.zadd(keys.due(keys.bucket_of(one)), {one: tomorrow})
                if listed:
                    pipeline.zadd(keys.asking(keys.bucket_of(one)), asked(one))
            pipeline.execute()
    return ids
