"""``python -m tests.campaigns.load URL --tokens FILE``: play matches on your own installation, and see what it does under them.

The players use nothing but the public API. Their accounts are yours to give: a file with a token in each line. Beside the store
``python -m tests.campaigns.load.accounts 20 > tokens.txt`` makes such accounts. Ctrl-C stops it; what still runs is given up.
"""

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from siegelpost_client import Refused, Unreachable

from tests.campaigns.bench.figures import percentile
from tests.campaigns.load.measured import Measured
from tests.campaigns.load.pacing import Pace
from tests.campaigns.load.playing import Plan, Somebody, clear, seat
from tests.campaigns.load.resolution import Resolutions
from tests.campaigns.load.target import NotYours, checked
from tests.given.at_once import at_once

FAILED, WRONG_USE = 1, 2
MOST_PLAYERS = 100
"""A network may keep 128 requests waiting."""
READ = 200
"""Logs that are read for the times of resolutions."""


def arguments() -> argparse.ArgumentParser:
    """Return what the command takes."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns.load", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("url", help="the installation, e.g. http://127.0.0.1:8000")
    parser.add_argument("--tokens", type=Path, required=True, metavar="FILE", help="a token in each line")
    parser.add_argument("--matches", type=int, default=10, help="tables at once (default %(default)s)")
    parser.add_argument("--rate", type=float, default=5.0, help="acts a second at most (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default %(default)s)")
    parser.add_argument("--rules", default="kontor", help="the game (default %(default)s)")
    parser.add_argument("--seats", type=int, default=2, help="players of each table (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of what the players choose (default %(default)s)")
    parser.add_argument("--keep", action="store_true", help="leave the matches running")
    parser.add_argument("--i-own-this", action="store_true", help="load a public host: it is your own")
    return parser


def main(given: Sequence[str]) -> int:
    """Play and print; return 0, 1 where there were errors, 2 for wrong use."""
    parser = arguments()
    wish = parser.parse_args(given)
    if wish.rate <= 0 or wish.seconds <= 0 or wish.matches < 1 or wish.seats < 2:
        parser.error("--rate and --seconds are above 0, --matches at least 1, --seats at least 2")
    try:
        url = checked(wish.url, owned=wish.i_own_this)
        tokens = [line.strip() for line in wish.tokens.read_text(encoding="ascii").splitlines() if line.strip()]
    except NotYours as error:
        print(error, file=sys.stderr)
        return WRONG_USE
    except (OSError, ValueError):
        print(f"{wish.tokens} cannot be read as a list of tokens", file=sys.stderr)
        return WRONG_USE
    if not wish.seats <= len(set(tokens)) == len(tokens) <= MOST_PLAYERS:
        print(f"{wish.tokens}: give {wish.seats} to {MOST_PLAYERS} tokens of different players", file=sys.stderr)
        return WRONG_USE
    stop = threading.Event()
    before = {one: signal.signal(one, _stopping(stop)) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        return load(url, tokens, Plan(wish.matches, wish.rate, wish.rules, wish.seats, seed=wish.seed), wish.seconds, stop,
                    keep=wish.keep)  # fmt: skip
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def load(url: str, tokens: Sequence[str], plan: Plan, seconds: float, stop: threading.Event, *, keep: bool) -> int:
    """Play for so long, or until every table is over; print what came of it. Return 0, or 1 where there were errors."""
    measured, pace = Measured(), Pace(plan.rate, stop)
    people = [Somebody.of(url, one, measured, pace, stop, plan.seed + place) for place, one in enumerate(tokens)]
    matches: list[str] = []
    try:
        try:
            matches = seat(people, plan)
        except (Refused, Unreachable) as error:
            print(f"the tables cannot be set up: {error}", file=sys.stderr)
            return FAILED
        begun = time.monotonic()
        ending = threading.Timer(seconds, stop.set)
        ending.start()
        at_once(*(one.play for one in people if one.tables))
        ending.cancel()
        lasted = measured.until - begun
        stop.clear()  # what follows is to be waited for
        for line in report(people, matches, measured, lasted):
            print(line)
    finally:
        if not keep:
            clear(people, matches)
        for one in people:
            one.player.client.close()
    return FAILED if measured.errors else 0


def report(people: Sequence[Somebody], matches: Sequence[str], measured: Measured, lasted: float) -> list[str]:
    """Return the lines that say what came of it."""
    acts = sum(len(measured.seconds.get(one, [])) for one in ("seal", "move"))
    lines = [
        f"{acts} acts in {lasted:.1f} s: {acts / lasted:.1f} a second; {len(matches)} tables, {len(people)} players"
    ]
    lines += measured.lines(lasted)
    found = Resolutions()
    for match in matches[:READ]:
        witness = next(one for one in people if match in one.seats)
        try:
            found.read(map(json.loads, witness.player.client.export_log(match).splitlines()))
        except (Refused, Unreachable) as error:
            lines.append(f"logs cannot be read any more: {error}")
            break
    for name, values in (
        ("last seal -> resolved", found.after_answers),
        ("deadline -> resolved", found.after_deadlines),
    ):
        if values:
            times = ", ".join(f"{word} {percentile(values, one):.3f} s" for word, one in PERCENTS)
            lines.append(f"{name} (by the log's times): {len(values)} decisions, {times}")
    lines.append(f"overtaken (the match had gone on; no error): {measured.overtaken}")
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(measured.errors.items()))
    lines.append(f"errors: {told or 'none'}")
    return lines


PERCENTS = (("median", 50), ("p95", 95), ("p99", 99), ("longest", 100))


def _stopping(stop: threading.Event) -> Callable[[int, FrameType | None], None]:
    """Return a handler that ends the load; the second signal ends everything at once."""

    def handle(_: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    return handle


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
