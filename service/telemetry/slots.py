"""Files that the processes of one machine count in: a folder with one slot for each process that runs.

A slot is a number with a lock. A new process takes the first free one and goes on where its last owner stopped, so counts
survive restarts and there are never more files than processes at a time. Figures never stop a match: a folder that cannot be
used costs the figures and one line in the log.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
from collections import Counter
from pathlib import Path

import prometheus_client.values

FOLDER = "SIEGELPOST_METRICS_FOLDER"
LIBRARY = "PROMETHEUS_MULTIPROC_DIR"
"""What prometheus_client itself calls the folder."""
MOST = 1_000
SIZE = 1 << 20
"""Bytes of each file, allocated when it is made: a full disk must not end a process that counts (a mapped file would)."""
KINDS = ("counter", "histogram")
OTHER = "other"
"""A process that has not said what it is: a command of the operator, or one that is just starting."""
LONGEST_ROLE = 32
FILE_MODE = 0o640
"""The listener may be another user of the same group; the mask of an installation of one user leaves it to that user."""

_role = OTHER
_slots: Slots | None = None

log = logging.getLogger("siegelpost.metrics")


class Slots:
    """Hands every process its slot. A fork is another process, and takes another slot when it first counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._owner = 0
        self._slot = ""
        self._held: list[int] = []

    def sign(self) -> None:
        """Say in the slot of this process what it is."""
        with contextlib.suppress(OSError):  # as always: that costs a figure and nothing else
            self.mine()
            _sign(self._held[-1], _role)

    def mine(self) -> str:
        """Return this process's slot; :raises OSError: when the folder cannot be used."""
        if self._owner != (process := os.getpid()):
            self._slot, self._owner = self._claim(), process
        return self._slot

    def _claim(self) -> str:
        self._folder.mkdir(mode=0o750, parents=True, exist_ok=True)
        for number in range(1, MOST + 1):
            lock = os.open(self._folder / f"{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                continue
            self._held.append(lock)
            _sign(lock, _role)
            for kind in KINDS:
                self._allocate(self._folder / f"{kind}_{number}.db")
            return str(number)
        raise OSError(f"{MOST} processes count there already")

    @staticmethod
    def _allocate(path: Path) -> None:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        try:
            os.posix_fallocate(file, 0, SIZE)
        finally:
            os.close(file)


def _sign(lock: int, role: str) -> None:
    os.ftruncate(lock, 0)
    os.pwrite(lock, role.encode("ascii"), 0)


def be(role: str) -> None:
    """Say what kind of process this is, and its forks."""
    global _role  # noqa: PLW0603  a process is one thing
    _role = role
    if _slots is not None:
        _slots.sign()


def alive(folder: Path) -> Counter[str]:
    """Return how many processes count in a folder now, by what they are."""
    found: Counter[str] = Counter()
    for path in folder.glob("*.lock"):
        try:
            lock = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            # Shared: who starts at this very moment takes another slot, which costs nothing.
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            found[os.pread(lock, LONGEST_ROLE, 0).decode("ascii", "replace") or OTHER] += 1
        finally:
            os.close(lock)
    return found


def count_in(folder: str) -> bool:
    """Count in this folder from now on; to be called before the first counter is made. Return whether it can be used."""
    global _slots  # noqa: PLW0603  the library asks one function of the process
    slots = Slots(Path(folder))
    try:
        slots.mine()
    except OSError as error:
        log.error("%s: %s cannot be used (%s): this process shows no figures", FOLDER, folder, error.strerror or error)
        return False
    _slots = slots
    os.environ[LIBRARY] = folder
    made = prometheus_client.values.MultiProcessValue(slots.mine)  # type: ignore[no-untyped-call]
    prometheus_client.values.ValueClass = made
    return True


__all__ = ["FOLDER", "Slots", "alive", "be", "count_in"]
