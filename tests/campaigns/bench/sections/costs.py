"""What play costs each process: whole tables played by the public API, letters with pictures to a mail server.

This is what ``docs/capacity.md`` reckons with. Players ask for what waits as the published client does, so the requests that
bring the legal moves are in the figure of an act.
"""

import json
import threading
import time
from collections.abc import Iterator

from tests.campaigns.bench.figures import Figure, Plan
from tests.campaigns.bench.installation import HOST, Installation, until
from tests.campaigns.load.accounts import make
from tests.campaigns.load.measured import Measured
from tests.campaigns.load.pacing import Pace
from tests.campaigns.load.playing import Plan as Load
from tests.campaigns.load.playing import Somebody, clear, seat

PLAYERS, TABLES, RATE = 12, 6, 1_000.0
PARTS = ("api", "resolve", "resolve-2", "deliver", "clock", "state", "queue")
AT_LEAST = 10
"""Acts and letters without which there is nothing to divide by: a busy machine may take longer than it was given."""


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield the processor time of each kind of process by what it does, and what is written by it."""
    with Installation(plan.folder / "costs", hold_off=0) as running:
        letters = running.start_smtp()
        running.start("api", "resolve", "deliver", "clock")
        running.run_another("resolve")
        stop, measured = threading.Event(), Measured()
        pace = Pace(RATE, stop)
        tokens = [make(running.context.store, letters=True) for _ in range(PLAYERS)]
        people = [
            Somebody.of(f"http://{HOST}:{running.port}", one, measured, pace, stop, number)
            for number, one in enumerate(tokens)
        ]
        matches = seat(people, Load(TABLES, RATE))
        before, size = {part: running.cpu(part) for part in PARTS}, running.context.store.file_size()
        sent = len(letters.read_text().splitlines())
        begun = time.monotonic()
        threads = [threading.Thread(target=one.play) for one in people]
        for thread in threads:
            thread.start()
        stop.wait(max(plan.seconds, 1.0))  # nobody else sets it: so long is played
        until(lambda: _acts(measured) >= AT_LEAST and _decided(running, matches), "enough was played", 120)
        stop.set()
        for thread in threads:
            thread.join()
        until(lambda: len(letters.read_text().splitlines()) >= sent + AT_LEAST, "letters have come", 120)
        lasted = time.monotonic() - begun
        used = {part: running.cpu(part) - before[part] for part in PARTS}
        grown = running.context.store.file_size() - size
        sent = len(letters.read_text().splitlines()) - sent
        acts = _acts(measured)
        types = [
            json.loads(line)["entry"]["type"]
            for match in matches
            for line in next(one for one in people if match in one.seats).player.client.export_log(match).splitlines()
        ]
        stop.clear()
        clear(people, matches)
        for one in people:
            one.player.client.close()
        decisions = types.count("resolved")
        did = f"{acts} acts, {decisions} decisions, {sent} letters, {len(types)} log entries"
        yield f"{did} in {lasted:.0f} s; errors: {dict(measured.errors)}"
        for name, seconds, share in (
            ("API, an act with the requests around it", used["api"], acts),
            ("resolve, a decision", used["resolve"] + used["resolve-2"], decisions),
            ("deliver, a letter", used["deliver"], sent),
            ("state server, an act with all that follows", used["state"], acts),
            ("queue server, an act with all that follows", used["queue"], acts),
        ):
            yield Figure(f"processor time: {name}", "ms", (seconds / share * 1000,))
        yield Figure("processor time: the clock", "ms/s", (used["clock"] / lasted * 1000,))
        yield Figure("append-only file, an act with all that follows", "bytes", (grown / acts,))
        yield Figure("letters for each act", "", (sent / acts,))
        yield Figure("log entries for each act", "", (len(types) / acts,))


def _acts(measured: Measured) -> int:
    return sum(len(measured.seconds.get(one, [])) for one in ("seal", "move"))


def _decided(running: Installation, matches: list[str]) -> bool:
    """Return whether a decision of one of the matches was resolved."""
    return any(b'"resolved"' in line for match in matches for line in running.context.store.lines(match))
