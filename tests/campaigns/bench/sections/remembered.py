"""The state server's work for an act of a match that remembers nothing, and of one that remembers 5,000 numbers.

Redis' own count of the time in scripts (``INFO commandstats``): the median of many small lots, because it counts a pause in which
the processor does something else, too. Server and store are those of the checkout that runs this module.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from tests.campaigns.bench.figures import Figure, Plan

NUMBERS = 5_000
MATCHES, CHANGES = 5, 60


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield microseconds of the state server for an act."""
    from tests.campaigns.bench.against import in_turn
    from tests.campaigns.bench.figures import ratio

    figures = list(in_turn(Path(__file__), plan))
    yield from figures
    for there in ("", ": there") if plan.against else ("",):
        without, filled = (next(one for one in figures if one.name == name + there) for name in (NONE, MANY))
        yield ratio(f"with {NUMBERS:,} / with none (aim 1.1){there}", filled, without)


NONE, MANY = "an act, nothing remembered", f"an act, {NUMBERS:,} numbers remembered"


def measure() -> dict[str, float]:
    """Return microseconds of an act by how much is remembered."""
    import redis

    from service.store.store import Store
    from tests.servers.memory_folder import MEMORY
    from tests.servers.redis_server import RedisServer
    from tests.store.examples import act, running, standing, step

    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            store, found = Store.connect(server.url), {}
            with redis.Redis.from_url(server.url) as client:
                for name, numbers in ((NONE, 0), (MANY, NUMBERS)):
                    records = [running(store, None, standing()) for _ in range(MATCHES)]
                    for record in records:
                        if not store.transition(
                            step(record, standing(), seen=[f"{record.match} {one}" for one in range(numbers)])
                        ):
                            raise RuntimeError("a step was not written")
                    taken = []
                    for change in range(CHANGES):
                        before = _scripts(client)
                        for record in records:
                            kind = "replace" if change else "commit"
                            done = store.act(act(record, 0, f"card {change}", kind=kind, replaces=change))
                            if done.outcome != "stored":
                                raise RuntimeError(f"an act was {done.outcome}")
                        taken.append((_scripts(client) - before) / MATCHES)
                    found[name] = statistics.median(taken)
            return found
        finally:
            server.remove()


def _scripts(client: object) -> float:
    """Return the microseconds that the server has spent in scripts."""
    import redis

    told = cast("redis.Redis", client).info("commandstats")
    return float(sum(facts["usec"] for name, facts in told.items() if name in ("cmdstat_evalsha", "cmdstat_eval")))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()))
