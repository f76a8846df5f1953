"""What a running match takes of Redis, asleep in mid-game, in every game: letters delivered, its log in the log of all matches.

Played by chance through the real store, the real drain and the real deliverer, until the log has a hundred entries. Then what
packing costs: the processor time of packing what a step writes and of unpacking what it reads, beside that of a whole step.
"""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import redis

from engine.registry import GAMES
from engine.transparency.merkle import Leaf
from service.context import Context
from service.store.matches.packing import pack, unpack
from service.store.values import encode
from tests.campaigns.bench.figures import Figure, Plan
from tests.given.contexts import open_context
from tests.servers.redis_server import RedisServer
from tests.store.dictionaries import begun
from tests.system.stored.keep import load, play
from tests.workers.mail.post_office import post_office
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of

ENTRIES = 100
SEATS = {"packet-row": ("online", 5), "seafarers": ("fuenf-inseln-5", 5)}
"""Where others than two at the usual table are measured."""
KINDS = {
    "m": "facts, table, state",
    "l": "log",
    "s": "used salts",
    "lf": "places in the log of all matches",
    "sent": "settled news",
    "d": "records of letters",
    "a": "acts",
    "x": "secrets",
    "q": "news that waits",
}
TIMES = 200


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield bytes by kind of key, and what packing takes of a step, game by game."""
    for name in {rules.partition("@")[0]: rules for rules in GAMES}:
        folder = plan.folder / f"memory-{name}"
        folder.mkdir()
        server = RedisServer(folder)
        server.start()
        try:
            with post_office() as office:
                yield from _of_a_game(name, server.url, folder, office.url)
        finally:
            server.remove()


def _of_a_game(name: str, redis_url: str, folder: Path, smtp_url: str) -> Iterator[Figure | str]:
    context = open_context(redis_url, folder / "keys", smtp_url=smtp_url)
    rng, transport = random.Random(1), transport_of(smtp_url)
    preset, seats = SEATS.get(name, ("", 2))
    match = begun(context, name, preset, seats, 1)
    steps = spent = 0.0
    while (record := play(context, match, rng, 0)).n < ENTRIES and record.table["status"] == "running":
        begun_at = time.process_time()
        record = play(context, match, rng, 1)
        spent, steps = spent + time.process_time() - begun_at, steps + 1
        deliver_once(context, transport)
    leaves = [(1_000_000 + 700 * n, Leaf(match, n, bytes(32))) for n in range(1, record.n + 1)]
    context.store.grow_log(None, leaves)
    context.store.pack_lines(match, record.n)
    by_kind = _bytes_by_kind(redis_url, match)
    yield Figure(f"{name}, {seats} seats, {record.n} entries", "bytes", (float(sum(by_kind.values())),))
    for kind, words in KINDS.items():
        if kind in by_kind:
            yield Figure(f"... of which {words}", "bytes", (float(by_kind.pop(kind)),))
    assert not by_kind, f"keys of unknown kinds: {by_kind}"
    packing = _packing(context, match, lines=record.n / steps)
    yield Figure("packing and unpacking of a step", "us", (packing * 1e6,))
    yield Figure("... of a played decision, with its requests", "%", (100 * packing * steps / spent,))
    context.store.close()


def _bytes_by_kind(redis_url: str, match: str) -> dict[str, int]:
    found: dict[str, int] = {}
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        for key in client.scan_iter(f"*{match}*", count=1000):
            kind = key.split(":")[2]
            found[kind] = found.get(kind, 0) + int(client.memory_usage(key, samples=0) or 0)
    return found


def _packing(context: Context, match: str, lines: float) -> float:
    """Return seconds of packing a table, a state and so many lines, and of unpacking a table and a state."""
    record = load(context, match)
    rules = record.table["rules"]
    large = [encode(record.table).encode(), encode(record.state).encode()]
    log = context.store.lines(match, limit=ENTRIES)

    def seconds(texts: list[bytes], *, back: bool) -> float:
        packed = [pack(text, rules, match) for text in texts]
        begun_at = time.process_time()
        for _ in range(TIMES):
            for text, one in zip(texts, packed, strict=True):
                if back:
                    unpack(one, match)
                else:
                    pack(text, rules, match)
        return (time.process_time() - begun_at) / TIMES

    return seconds(large, back=False) + seconds(large, back=True) + seconds(log, back=False) / len(log) * lines
