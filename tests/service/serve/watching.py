"""Waiting for facts about other processes: by looking again until a deadline, never by a fixed pause."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Fact = TypeVar("Fact")


FIRST_PAUSE, LONGEST_PAUSE = 0.005, 0.04


def until(look: Callable[[], Fact | None], what: str, within: float = 120.0) -> Fact:
    """Return the first true answer; fail with ``what`` was waited for when none comes in time.

    It looks less and less often: what takes long is often what the other processes need the processor for.
    """
    end, pause = time.monotonic() + within, FIRST_PAUSE
    while not (found := look()):
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE)
    return found


def alive(pid: int) -> bool:
    """Return whether a process runs; one that has ended and was not yet collected does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in ("Z", "X")


def wakes(pid: int) -> int:
    """Return how often a process's threads have begun to wait so far: each time, something had woken them."""
    told = [one.read_text() for one in Path(f"/proc/{pid}/task").glob("*/status")]
    return sum(int(one.partition("\nvoluntary_ctxt_switches:")[2].split("\n")[0]) for one in told)
