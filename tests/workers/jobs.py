"""Jobs that only the tests of the worker process enqueue."""

from __future__ import annotations

import time
from pathlib import Path


def wait_for(started: str, go_on: str, finished: str) -> None:
    """Say that it has begun, wait for leave to go on, say that it is done."""
    Path(started).touch()
    end = time.monotonic() + 30
    while not Path(go_on).exists() and time.monotonic() < end:
        time.sleep(0.01)
    Path(finished).touch()
