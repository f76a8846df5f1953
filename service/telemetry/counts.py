"""Counters by name. Labels are few and ours: routes, codes and kinds, never ids, addresses or what a player wrote."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Histogram

from service.telemetry import slots
from service.telemetry.slots import FOLDER, count_in

if os.environ.get(FOLDER):
    count_in(os.environ[FOLDER].split(os.pathsep)[0])

REGISTRY = CollectorRegistry()
"""Ours alone: what the library counts by itself is not published."""

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
        slots.be(process)
        self.round_trip = STORE_SECONDS.labels(process)
        self.failure = STORE_FAILURES.labels(process)


ROLE = Role()

__all__ = [
    "ACTS",
    "ARCHIVED",
    "ARCHIVE_FAILURES",
    "BOUNCES",
    "DECISIONS",
    "LATENESS",
    "LETTERS",
    "MAILS",
    "MENDED",
    "REFUSALS",
    "REGISTRY",
    "REQUESTS",
    "REQUEST_SECONDS",
    "ROLE",
    "STEPS",
    "STORE_FAILURES",
    "STORE_SECONDS",
    "WEBHOOKS",
]
