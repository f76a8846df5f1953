"""What an installation costs that nobody uses: commands of its two Redis servers, and processor time of every process."""

import time
from collections import Counter
from collections.abc import Iterator

import redis

from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan
from tests.campaigns.bench.installation import Installation, until

PROCESSES = ("api", "resolve", "deliver", "clock")
SERVERS = ("state", "queue")
SETTLED = 12.0
"""Seconds after the start before anything is counted: the first sweep, the first letters, RQ's own house-keeping."""
LONGER = 15
"""Times the seconds of a load: what happens every ten seconds must have its share."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield commands a second by server and kind, and processor time by process, beside one match that waits for somebody."""
    with Installation(plan.folder / "idle", hold_off=0) as running:
        letters = running.start_smtp()
        running.start(*PROCESSES)
        running.run_another("resolve")
        tables.dealt(running.context, tables.begin(running.context, 0), by_workers=True)
        until(letters.read_text, "the players have their letters")
        time.sleep(min(SETTLED, plan.seconds * LONGER))
        names = (*SERVERS, *PROCESSES, "resolve-2")
        begun, asked, used = time.monotonic(), _asked(running), {name: running.cpu(name) for name in names}
        time.sleep(plan.seconds * LONGER)
        seconds = time.monotonic() - begun
        done = {server: counts - asked[server] for server, counts in _asked(running).items()}
        shares = {name: (running.cpu(name) - used[name]) / seconds * 100 for name in names}
    for server, counts in done.items():
        yield Figure(f"{server}: commands", "/s", (counts.total() / seconds,))
        for kind, count in counts.most_common(3):
            yield Figure(f"... of which {kind}", "/s", (count / seconds,))
    yield Figure("both servers: commands (aim 60)", "/s", (sum(one.total() for one in done.values()) / seconds,))
    for name, share in shares.items():
        yield Figure(f"{name}: processor time", "% of one", (share,))
    yield Figure("all processes: processor time (aim 0.3)", "% of one", (sum(shares.values()),))


def _asked(running: Installation) -> dict[str, Counter[str]]:
    """Return how often each server was asked what so far, commands inside scripts included, but for this question."""
    found = {}
    for server in SERVERS:
        with redis.Redis.from_url(running.environment[f"{'REDIS' if server == 'state' else 'QUEUE'}_URL"]) as client:
            told = client.info("commandstats")
        kinds = {name.removeprefix("cmdstat_"): facts["calls"] for name, facts in told.items()}
        found[server] = Counter(
            {kind: calls for kind, calls in kinds.items() if kind not in ("info", "client|setinfo")}
        )
    return found
