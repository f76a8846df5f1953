"""``python -m tests.campaigns.fuzz [--seconds N] [--corpus FOLDER] TARGET``: feed a parser what a fuzzer finds by coverage.

Needs atheris (``make soak`` installs it), which has wheels for Linux on x86-64. An input that breaks the parser is left in
``build/fuzz``, and is not to be committed before the parser withstands it.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FAULTS = Path("build/fuzz")
SLOWEST, LARGEST, LONGEST = 10, 1_500, 8_192
"""Seconds and megabytes that end a run as a fault, and bytes of an input."""
LED_BY = ["engine", "service.accounts", "service.api.http", "service.config", "service.keys", "workers.inbox"]
"""Packages whose code leads the fuzzer: to prepare one for that takes longer than to import it."""
RUNS = re.compile(r"^stat::number_of_executed_units:\s*([0-9]+)", re.MULTILINE)


class Broken(AssertionError):
    """A parser broke, or hung; the message says where the input is."""


def fuzz(name: str, seconds: int, corpus: Path | None = None) -> int:
    """Fuzz a target in a process of its own; return the number of runs.

    :param corpus: where inputs that reached new code are kept for the next time.
    :raises Broken: with the end of what the fuzzer said.
    """
    FAULTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "tests.campaigns.fuzz",
            "--child",
            "--seconds",
            str(seconds),
            "--corpus",
            str(corpus or folder),
            name,
        ]
        ended = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")
    runs = RUNS.search(ended.stderr)
    if ended.returncode or runs is None:
        raise Broken(
            f"{name} ended with {ended.returncode}; its input, if any, is in {FAULTS}\n{ended.stdout}{ended.stderr[-4_000:]}"
        )
    return int(runs[1])


def child(name: str, seconds: int, corpus: Path) -> None:
    """Fuzz a target in this process, which this ends."""
    import atheris

    with atheris.instrument_imports(include=LED_BY):
        from tests.campaigns.fuzz.targets import TARGETS
    target = TARGETS[name]
    for number, seed in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)

    def run(data: bytes) -> None:
        target.run(data)

    atheris.Setup(
        [
            name, f"-max_total_time={seconds}", f"-timeout={SLOWEST}", f"-rss_limit_mb={LARGEST}", f"-max_len={LONGEST}",
            "-print_final_stats=1", f"-artifact_prefix={FAULTS / name}-", str(corpus),
        ],
        run,
    )  # fmt: skip
    atheris.Fuzz()


def main(argv: Sequence[str]) -> int:
    """Fuzz one target, and print how many inputs it was given; return 1 if it broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("target")
    given = parser.parse_args(argv)
    if given.child:
        child(given.target, given.seconds, given.corpus)
    try:
        print(f"{given.target}: {fuzz(given.target, given.seconds, given.corpus):,} runs, none broke it")
    except Broken as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
