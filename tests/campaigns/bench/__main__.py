"""``python -m tests.campaigns.bench [PART ...]``: figures of this machine, beside a baseline measured in the same run.

Figures are printed, never asserted: the disk's speed changes twentyfold and the processors are shared. What decides the
speed everywhere, round trips and syncs, is asserted in ``tests/store/accounts/test_counts.py``
and ``tests/service/api/http/test_costs.py``.
"""

import argparse
import importlib
import platform
import sys
import tempfile
import time
from pathlib import Path

from tests.campaigns.bench.figures import REPEATS, Plan, fsync_rate

SECTIONS = {
    "engine": "the engine alone: whole matches, one resolve, JSON beside it",
    "balance": "bots against themselves: does a side or a place win more often?",
    "seal": "accepted escrow commitments through the API, against a bare Flask route with one durable write",
    "texts": "canonical bytes and strict reading of log entries; --against",
    "remembered": "the state server's work for an act of a match that remembers 5,000 numbers; --against",
    "protocol": "bytes of an act, signing, checking, verifying a long log, views of its moments",
    "resolve": "from the last commitment's answer to the resolved state and to the mail at the SMTP server",
    "rounds": "rounds a second of one worker that resolves in batches, game by game",
    "letters": "from the last answer to the mail, game by game, with and without its picture; processor time of a letter",
    "mails": "processor time and memory of the process that reads mails: ordinary ones, and generated ones up to the size limit",
    "idle": "commands a second and processor time of an installation that nobody uses",
    "witnessed": "accepted commitments with and without the log of all matches, and how often that is written",
    "waiting": "what the list of what waits costs somebody with many running matches, asked in one of them",
    "many": "many stored matches: memory of each, and what a tick of the clock costs",
    "start": "`siegelpost serve` on a new folder: time, processor time and memory of all processes; --against",
    "restart": "kill -9 of everything with many matches: from the start to the first answer, beside the store's loading",
    "memory": "what a running match takes of Redis after a hundred entries, game by game, and what packing costs",
    "costs": "processor time of each process by act, decision and letter, under whole tables played by the API",
    "page": "the first table in a browser on a slow phone: bytes, requests, time until it can be used",
    "seafarers": "random play, resolve through JSON, legal moves; --compiled: as machine code",
    "peers": "boardgame.io, catanatron, diplomacy, OpenSpiel, PettingZoo beside ours: installed for the run, if it is named",
}
ASKED_FOR = ("peers",)
"""Sections that only run when they are named: they need the package registries."""


def main(arguments: list[str]) -> int:
    """Run the sections named, or all of them; return 0."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns.bench", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "sections", nargs="*", metavar="section", help=f"{', '.join(SECTIONS)}; all but the last if none is named"
    )
    parser.add_argument(
        "--repeats", type=int, default=REPEATS, help="how often each figure is taken (default %(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long one repeat of a load lasts (default %(default)s)"
    )
    parser.add_argument(
        "--samples",
        type=int,
        default=24,
        help="matches of 'resolve', and of each row of 'letters' (default %(default)s)",
    )
    parser.add_argument(
        "--matches", type=int, default=100_000, help="matches stored for 'many' and 'restart' (default %(default)s)"
    )
    parser.add_argument("--games", type=int, default=2_000, help="bot matches for 'balance' (default %(default)s)")
    parser.add_argument("--folder", type=Path, help="where the data go, on the disk to be measured (default: var/)")
    parser.add_argument(
        "--compiled",
        action="store_true",
        help="measure the rules compiled too, for 'seafarers': compiles them in a folder of the run",
    )
    parser.add_argument(
        "--against",
        type=Path,
        help="another checkout with a .venv, measured in turn, for 'texts', 'remembered', 'start': figures as ratios, too",
    )
    given = parser.parse_args(arguments)
    unknown = set(given.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"unknown section {', '.join(sorted(unknown))}: there are {', '.join(SECTIONS)}")
    parent = (given.folder or Path("var")).resolve()  # Redis looks from its own folder
    parent.mkdir(parents=True, exist_ok=True)
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {time.strftime('%F %T')}"
    )
    for name in given.sections or [one for one in SECTIONS if one not in ASKED_FOR]:
        with tempfile.TemporaryDirectory(prefix="bench-", dir=parent) as folder:
            plan = Plan(
                Path(folder),
                given.repeats,
                given.seconds,
                given.samples,
                given.matches,
                given.games,
                given.compiled,
                given.against and given.against.resolve(),
            )
            _section(name, plan)
    return 0


def _section(name: str, plan: Plan) -> None:
    print(f"\n{name}: {SECTIONS[name]}")
    before = fsync_rate(plan.folder)
    for line in importlib.import_module(f"tests.campaigns.bench.sections.{name}").run(plan):
        print(f"  {line}", flush=True)
    after = fsync_rate(plan.folder)
    print(f"  this disk: {before:,.0f} fsync/s before, {after:,.0f} after", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
