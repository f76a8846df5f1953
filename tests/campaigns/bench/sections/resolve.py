"""How long the last one to seal waits: until the resolved state can be read, and until the news is with the mail server.

Real processes throughout: the API, two resolving workers, the deliverer, the clock, a mail server. Each sample is a match
of its own with two people, no grace and no hold-off; time runs from the answer to the last commitment. What a faster or slower
disk would make of it follows from the syncs in between, which are counted.
"""

import contextlib
import http.client
import time
from collections.abc import Iterator
from pathlib import Path

from service.context import Context
from tests.campaigns.bench import tables
from tests.campaigns.bench.figures import Figure, Plan, fsync_rate, percentile
from tests.campaigns.bench.installation import HOST, Installation, until
from tests.campaigns.bench.load import drive

PAUSE = 0.001
"""Seconds between two looks at the match: what the first figure may be too large by, beside one GET."""
LOOK = 0.002
"""Seconds between two looks at the mail server's notes."""
FAST = 0.2
"""Milliseconds a sync takes of a disk that counts as fast."""
SETTLED = 1.0
"""Seconds without a letter after which the mail server counts as quiet."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield the two times as median and 95th percentile, beside what one durable write costs in the same minutes."""
    with Installation(plan.folder / "resolve", hold_off=0) as running:
        letters = running.start_smtp()
        running.start("api", "resolve", "deliver", "clock")
        running.run_another("resolve")
        made = [tables.begin(running.context, 0) for _ in range(plan.samples)]
        matches = [tables.dealt(running.context, both, by_workers=True) for both in made]
        until(lambda: quiet(letters), "the first letters are out", 120)
        resolved: list[float] = []
        first: list[float] = []
        last: list[float] = []
        writes: list[float] = []
        syncs: list[tuple[float, float]] = []
        for one, other in matches:
            writes.append(_one_write(running.context))
            answered, readable, before, after = _seal(running, one, other)
            resolved.append(readable - answered)
            came = _letters_after(letters, answered, {one.mail, other.mail})
            syncs.append((after - before, running.syncs() - before))
            first.append(came[0] - answered)
            last.append(came[-1] - answered)
        yield from _figures("answer to the last seal -> resolved state read by GET", resolved)
        yield from _figures("... -> first mail at the SMTP server", first)
        yield from _figures("... -> both mails at the SMTP server", last)
        yield from _figures("one durable write from Python (baseline)", writes)
        sync = 1000 / fsync_rate(plan.folder)
        for what, seconds, counted in (
            ("resolved state", resolved, [few for few, _ in syncs]),
            ("both mails", last, [all_of_them for _, all_of_them in syncs]),
        ):
            number = percentile(counted, 50)
            yield Figure(f"syncs of the store until the {what}", "", tuple(counted))
            fast = percentile(seconds, 50) * 1000 + number * (FAST - sync)
            yield Figure(f"{what}, median, were a sync {FAST} ms (here {sync:.3f})", "ms", (fast,))
        yield f"{plan.samples} matches, each with 2 players; aim 10 ms and 30 ms at 0.2 ms a sync, 25 ms and 60 ms at 4 ms"
        sizes = [int(line.split()[2]) for line in letters.read_text().splitlines()]
        yield Figure("a letter, with its picture", "bytes", (percentile(sizes, 50),))


def _seal(running: Installation, one: tables.Sitting, other: tables.Sitting) -> tuple[float, float, int, int]:
    """Seal both answers; return when the last was answered and when the resolved state was read (monotonic seconds), and the
    count of the store's syncs at both moments."""
    for player in (one, other):
        done = drive(running.port, [player.commitment], 0)
        if set(done.statuses) != {200}:
            raise RuntimeError(f"a commitment was not accepted: {dict(done.statuses)}")
    answered, before = time.monotonic(), running.syncs()
    with contextlib.closing(http.client.HTTPConnection(HOST, running.port, timeout=10)) as reader:
        path, headers = f"/v1/matches/{one.match}/decisions/{one.decision}", {"Authorization": f"Bearer {one.token}"}
        while time.monotonic() < answered + 30:
            reader.request("GET", path, headers=headers)
            answer = reader.getresponse()
            answer.read()
            if answer.status == 404:  # the decision stands no more: the table has gone on
                return answered, time.monotonic(), before, running.syncs()
            time.sleep(PAUSE)
    raise TimeoutError(f"{one.match} was not resolved within 30 s")


def _letters_after(letters: Path, since: float, to: set[str]) -> list[float]:
    """Return when the letters to these people came that were sent after a moment, one each at least."""
    found: dict[str, float] = {}

    def all_have_one() -> bool:
        for line in letters.read_text().splitlines():
            came, recipient, _ = line.split()
            if recipient in to and float(came) > since:
                found.setdefault(recipient, float(came))
        return set(found) == to

    until(all_have_one, "both players have their letters", look=LOOK)
    return sorted(found.values())


def quiet(letters: Path) -> bool:
    """Return whether no letter has come for a while, since the first."""
    lines = letters.read_text().splitlines()
    return bool(lines) and time.monotonic() - float(lines[-1].split()[0]) > SETTLED


def _one_write(context: Context) -> float:
    begun = time.perf_counter()
    context.store.note_match("p_" + "0" * 32, f"{begun}")
    return time.perf_counter() - begun


def _figures(name: str, seconds: list[float]) -> Iterator[Figure]:
    for percent, word in ((50, "median"), (95, "p95")):
        yield Figure(f"{name}, {word}", "ms", (percentile(seconds, percent) * 1000,))
