"""The heartbeat: while a clock beats, the store's time is trusted; otherwise nothing that depends on time is written.

Players must not lose their turns because a machine was down or its clock was wrong. Every bucket stores the time of the
last beat. A late beat reveals an *outage*, whose time is given back to all running decisions. Acts, steps and leases
are refused while the time cannot be trusted: when no clock has beaten for a minute, when the time has jumped, and while
the operator has halted the service. A store in which no clock ever beat is trusted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from service.store import Away, Unreadable, keys
from service.store.connection.connect import Client
from service.store.connection.scripts import BEAT, HALT, Call
from service.store.records import Outage
from service.store.values import decode, text

TRUSTED_FOR = 60_000
"""How long the store's time is trusted after a beat, in milliseconds; a longer gap is an outage, and a larger jump an
alarm."""
SMALL = 2_000
"""The difference between two clocks, in milliseconds, up to which nothing is reported."""
KEPT = 100
"""The most outages a bucket remembers: matches are looked at long before there are that many."""

Kind = Literal["beat", "outage", "jumped", "back", "halted"]


@dataclass(frozen=True)
class Beat:
    """The result of a bucket's beat. ``now``: the store's time, ``last``: the beat before (None if there was none),
    both in ms."""

    kind: Kind
    now: int
    last: int | None


class Heartbeat(Client):
    """Beats, outages, and halting the service."""

    def beat(self, expected: Sequence[int | None]) -> list[Beat | Unreadable | Away]:
        """Beat in every bucket, in one round trip to each server.

        :param expected: the store's time by bucket (ms) according to the clock's own steady clock, or None if unknown.
        """
        calls = [
            Call(BEAT, [keys.running(bucket), keys.due(bucket)], ["" if at is None else at, SMALL, TRUSTED_FOR, KEPT])
            for bucket, at in enumerate(expected)
        ]
        replies = self._run_there(calls, [f"the heartbeat of bucket {bucket}" for bucket in range(len(calls))])
        return [one if isinstance(one, (Unreadable, Away)) else _beat(one) for one in replies]

    def halt(self, why: str, until: int | None = None) -> None:
        """Halt the service until :meth:`go_on`; running decisions get the time back.

        :param why: shown to all users.
        :param until: when the operator expects to be done (ms); clients are told to come back then.
        :raises ValueError: when ``why`` is empty.
        """
        if not why:
            raise ValueError("why is empty: players are shown the reason")
        self._to_all(["halt", why, until or ""])

    def go_on(self) -> None:
        """Resume a halted service; the clock's next beat finds the outage."""
        self._to_all(["go on", "", ""])

    def accept_time(self) -> None:
        """Trust the store's present time after a jump that the clock would not accept."""
        self._to_all(["accept", "", ""])

    def halted(self) -> str | None:
        """Return the operator's reason for halting the service, or None while it runs."""
        found = self._ask(("HGET", keys.running(0), "halted"))
        return None if found is None else text(found)

    def halted_until(self) -> int | None:
        """Return when the operator's halt is to end (ms), or None without a halt or an announced time."""
        found = self._ask(("HGET", keys.running(0), "back"))
        return int(found) if found else None

    def _to_all(self, args: list[str | bytes | int]) -> None:
        self._run_many([Call(HALT, [keys.running(bucket)], args) for bucket in range(keys.BUCKETS)])


def outages_from(stored: bytes | str | None) -> list[Outage]:
    """Return outages from their stored form."""
    return [] if stored is None else [Outage(*one) for one in decode(stored)]


def _beat(reply: Any) -> Beat:
    kind, now, last = (text(one) for one in reply)
    return Beat(kind, int(now), int(last) if last else None)  # type: ignore[arg-type]
