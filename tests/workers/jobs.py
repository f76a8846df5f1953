"""Jobs that only the tests of the worker process enqueue."""

import sys
import time
from pathlib import Path

from workers import run


def wait_for(started: str, go_on: str, finished: str) -> None:
    """Say that it has begun, wait for leave to go on, say that it is done."""
    Path(started).touch()
    end = time.monotonic() + 120
    while not Path(go_on).exists() and time.monotonic() < end:
        time.sleep(0.01)
    Path(finished).touch()


if __name__ == "__main__":  # a worker that does the tests' jobs besides its own
    run.KNOWN.add("tests.workers.jobs.wait_for")
    sys.exit(run.main(sys.argv[1:]))
