"""Counters by name. Labels are few and ours: routes, codes and kinds, never ids, addresses or what a player wrote.

The processes of one machine count in the files of a folder with one slot for each process that runs. A slot is a number
with a lock. A new process takes the first free one and continues the counts of its last owner, so counts survive
restarts and there are never more files than simultaneous processes. Metrics never stop a match: an unusable folder only
costs the metrics and one line in the log.
"""

from __future__ import annotations

import collections
import contextlib
import fcntl
import logging
import os
from pathlib import Path

import prometheus_client.values
from prometheus_client import CollectorRegistry, Counter, Histogram

FOLDER = "SIEGELPOST_METRICS_FOLDER"
LIBRARY = "PROMETHEUS_MULTIPROC_DIR"
"""The library's own variable for the folder."""
MOST = 1_000
SIZE = 1 << 20
"""Bytes of each file, allocated when it is made: a full disk must not end a process that counts (a mapped file would)."""
KINDS = ("counter", "histogram")
OTHER = "other"
"""The role of a process that has not declared one: an operator's command, or one just starting."""
LONGEST_ROLE = 32
FILE_MODE = 0o640
"""The listener may be another user of the same group; the mask of an installation of one user leaves it to that user."""

_role = OTHER
_slots: Slots | None = None

log = logging.getLogger("siegelpost.metrics")


class Slots:
    """Gives every process its slot. A fork takes another slot when it first counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._owner = 0
        self._slot = ""
        self._held: list[int] = []

    def sign(self) -> None:
        """Write this process's kind into its slot."""
        with contextlib.suppress(OSError):  # as always: that costs a figure and nothing else
            self.mine()
            _sign(self._held[-1], _role)

    def mine(self) -> str:
        """Return this process's slot; :raises OSError: when the folder is unusable."""
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
        raise OSError(f"{MOST} processes are counting there already: no slot is free")

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
    """Declare the kind of this process and its forks."""
    global _role  # noqa: PLW0603  a process is one thing
    _role = role
    if _slots is not None:
        _slots.sign()


def alive(folder: Path) -> collections.Counter[str]:
    """Return how many processes currently count in a folder, by kind."""
    found: collections.Counter[str] = collections.Counter()
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
    """Count in this folder from now on; to be called before the first counter is made. Return whether the folder is usable."""
    global _slots  # noqa: PLW0603  the library asks one function of the process
    slots = Slots(Path(folder))
    try:
        slots.mine()
    except OSError as error:
        log.error("%s: %s cannot be used (%s): this process has no metrics", FOLDER, folder, error.strerror or error)
        return False
    _slots = slots
    os.environ[LIBRARY] = folder
    made = prometheus_client.values.MultiProcessValue(slots.mine)  # type: ignore[no-untyped-call]
    prometheus_client.values.ValueClass = made
    return True


if os.environ.get(FOLDER):
    count_in(os.environ[FOLDER].split(os.pathsep)[0])

REGISTRY = CollectorRegistry()
"""A registry of our own, so that the library's own metrics are not published."""

REQUESTS = Counter(
    "siegelpost_requests", "Requests that were answered", ["method", "route", "status"], registry=REGISTRY
)
REQUEST_SECONDS = Histogram(
    "siegelpost_request_seconds",
    "Time a thread worked on a request, or waited in it",
    ["method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
    registry=REGISTRY,
)
REFUSALS = Counter("siegelpost_refusals", "Requests that were refused", ["problem"], registry=REGISTRY)
ACTS = Counter("siegelpost_acts", "Acts of seats that were stored", ["kind"], registry=REGISTRY)
STEPS = Counter("siegelpost_steps", "Steps of matches, by what became of them", ["outcome"], registry=REGISTRY)
DECISIONS = Counter("siegelpost_decisions_ended", "Decisions that ended, resolved or dropped", registry=REGISTRY)
LATENESS = Histogram(
    "siegelpost_deadline_lateness_seconds",
    "How long after its deadline a decision was locked or resolved that its deadline ended",
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200),
    registry=REGISTRY,
)
BOUNCES = Counter("siegelpost_bounces", "Letters that a mail server took and sent back", ["meaning"], registry=REGISTRY)
MAILS = Counter(
    "siegelpost_mails",
    "Mails and delivery reports that came in, by how reading them ended",
    ["outcome"],
    registry=REGISTRY,
)
MAILS_REFUSED = Counter(
    "siegelpost_mails_refused", "Mails that the entrance did not take", ["reason"], registry=REGISTRY
)
WEBHOOKS = Counter("siegelpost_webhooks", "Turns of webhooks, by how they ended", ["outcome"], registry=REGISTRY)
MENDED = Counter(
    "siegelpost_mended",
    "Index entries that the sweep had to mend, and what it found torn or could not read",
    ["what"],
    registry=REGISTRY,
)
ARCHIVED = Counter("siegelpost_archived", "Finished matches that were moved to the archive", registry=REGISTRY)
ARCHIVE_FAILURES = Counter(
    "siegelpost_archive_failures", "Sweeps that could move nothing to the archive", registry=REGISTRY
)
LETTERS = Counter("siegelpost_letters", "Attempts to deliver, by how they ended", ["outcome"], registry=REGISTRY)
STORE_SECONDS = Histogram(
    "siegelpost_store_round_trip_seconds",
    "Time of a round trip to the store, repetitions included",
    ["process"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10),
    registry=REGISTRY,
)
STORE_FAILURES = Counter(
    "siegelpost_store_failures", "Round trips to the store that got no answer", ["process"], registry=REGISTRY
)


# What alerts watch is shown as 0 before it happens first: of a series that begins at 1, Prometheus sees no increase.
REFUSALS.labels("internal")
for outcome in ("sent", "plain", "retry", "dead", "ambiguous", "dropped"):
    LETTERS.labels(outcome)
for bounced in ("unknown", "refused"):
    BOUNCES.labels(bounced)
for ended in ("read", "refused", "killed", "postponed", "over_budget"):
    MAILS.labels(ended)
for attempted in ("delivered", "retry", "failed", "missed"):
    WEBHOOKS.labels(attempted)
for mended in ("match", "news", "torn", "unreadable"):
    MENDED.labels(mended)


class Role:
    """The kind of this process, which it declares when it starts."""

    def __init__(self) -> None:
        self.be("other")

    def be(self, process: str) -> None:
        """Count from now on as one of ``api``, ``resolve``, ``deliver``, ``clock`` and ``replies``."""
        be(process)
        self.round_trip = STORE_SECONDS.labels(process)
        self.failure = STORE_FAILURES.labels(process)


ROLE = Role()
