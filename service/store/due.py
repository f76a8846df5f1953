"""What is due: the clock's look at all buckets, leases, parked matches, and the sweeper that proves the index right."""

from __future__ import annotations

from dataclasses import dataclass

from service.store import keys
from service.store.connect import Client, text
from service.store.scripts import CLAIM, END_LEASES, Call

WITHOUT_DATA = "without rule data"
"""What the reason begins with when a match is parked until a process holds the rule data it is played with."""


HALF_STEP = "half a step"
"""What the reason begins with when a match is parked because a crash of the store tore a step of it: no try again helps."""


@dataclass(frozen=True)
class Peek:
    """When something in a bucket is due next (ms on the store's clock, ``None``: nothing): matches, and mails."""

    bucket: int
    due: int | None
    out: int | None


class Due(Client):
    """The two indexes of time: matches to step, recipients to write to."""

    def peek(self) -> tuple[list[Peek], int]:
        """Return what is due next in every bucket, and the store's clock; one round trip."""
        commands: list[tuple[str | bytes | int, ...]] = [("TIME",)]
        for bucket in range(keys.BUCKETS):
            commands.append(("ZRANGE", keys.due(bucket), 0, 0, "WITHSCORES"))
            commands.append(("ZRANGE", keys.out(bucket), 0, 0, "WITHSCORES"))
        (seconds, micros), *firsts = self._ask_many(commands)
        scores = [int(first[1]) if first else None for first in firsts]
        peeks = [Peek(bucket, scores[2 * bucket], scores[2 * bucket + 1]) for bucket in range(keys.BUCKETS)]
        return peeks, int(seconds) * 1000 + int(micros) // 1000

    def claim_due(self, bucket: int, lease: int, limit: int, owner: str = "") -> list[str]:
        """Lease up to ``limit`` due matches of a bucket for ``lease`` milliseconds; never one before its time.

        :param owner: who claims, a word; :meth:`end_leases` ends the leases of an owner who is known to be dead.
        """
        call = Call(CLAIM, [keys.due(bucket), keys.leases(bucket)], [lease, limit, owner])
        _, *matches = self._run(call, again=False)
        return [text(match) for match in matches]

    def end_leases(self, owner: str) -> int:
        """Make due at once what a dead owner had leased, matches and recipients; return how many.

        :raises ValueError: for an owner without a name: leases without one are nobody's to end.
        """
        if not owner:
            raise ValueError("owner is empty: to end everybody's leases, say so with end_all_leases")
        return self._end_leases(owner)

    def end_all_leases(self) -> int:
        """Make due at once whatever anybody had leased; return how many. For a start that knows that nobody else lives."""
        return self._end_leases("")

    def _end_leases(self, owner: str) -> int:
        calls = [
            Call(END_LEASES, [keys.due(bucket), keys.out(bucket), keys.held(bucket), keys.leases(bucket)], [owner])
            for bucket in range(keys.BUCKETS)
        ]
        return sum(int(released) for released in self._run_many(calls))

    def park(self, match: str, reason: str) -> None:
        """Put a match aside whose step failed, so that it stops nobody and is not forgotten.

        A new act makes it due again; a step that succeeds takes it out.
        """
        bucket = keys.bucket_of(match)
        self._ask_many([("HSET", keys.parked(bucket), match, reason), ("ZREM", keys.due(bucket), match)])

    def parked(self) -> dict[str, str]:
        """Return all parked matches with their reasons."""
        replies = self._ask_many([("HGETALL", keys.parked(bucket)) for bucket in range(keys.BUCKETS)])
        return {text(match): text(reason) for reply in replies for match, reason in reply.items()}
