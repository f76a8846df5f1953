"""Due matches and mails: the clock's look at all buckets, and leases."""

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from service.store import Away, StoreUnavailable, Unreadable, keys
from service.store.connection.connect import Client
from service.store.connection.one import milliseconds
from service.store.connection.scripts import CLAIM, END_LEASES, FIRSTS, HAND_OVER, RELEASE, Call

LONGEST_LEASE = 600_000
"""The longest lease of a match (ms)."""
INDEXES: Sequence[tuple[str, str]] = [(keys.due(bucket), keys.out(bucket)) for bucket in range(keys.BUCKETS)]
"""The indexes of each bucket: of due matches, and of recipients."""

log = logging.getLogger("siegelpost.store")


class Peek(NamedTuple):
    """The earliest due times in a bucket (ms on the store's clock, None if nothing waits): of matches, and of mails."""

    bucket: int
    due: int | None
    out: int | None
    now: int
    """The time of the bucket's server (ms), by which its entries are due, whatever other clocks say."""


class Leased(NamedTuple):
    """A match leased until ``ends`` (ms), which also proves the lease's ownership."""

    match: str
    ends: int


class DueMatches(Client):
    """The two indexes of time: matches to step, recipients to write to."""

    def peek(self) -> tuple[list[Peek], int]:
        """Return the earliest due times of every bucket, and the store's clock (for several servers, the one ahead).

        One round trip to each server. Buckets on an unreachable server have nothing due.

        :raises StoreUnavailable: when no server answers.
        """
        together = self._buckets_together()
        calls = [Call(FIRSTS, [name for bucket in buckets for name in INDEXES[bucket]], []) for buckets in together]
        told = self._run_there(calls, ["indexes of due times"] * len(calls))
        peeks = [one for buckets, reply in zip(together, told, strict=True) for one in _peeks(buckets, reply)]
        now = max(one.now for one in peeks)
        if not now:
            raise StoreUnavailable("no server tells what is due")
        return peeks, now

    def backlog(self) -> tuple[int, int, int]:
        """Return how many matches and how many recipients are due but not leased, and the store's clock (ms)."""
        now = self.now()
        indexes = [index(bucket) for index in (keys.due, keys.out) for bucket in range(keys.BUCKETS)]
        replies = self._ask_there([("ZCOUNT", one, "-inf", now) for one in indexes], indexes)
        counts = [0 if isinstance(reply, (Unreadable, Away)) else int(reply) for reply in replies]
        return sum(counts[: keys.BUCKETS]), sum(counts[keys.BUCKETS :]), now

    def scheduled(self) -> int:
        """Return how many matches have a due time: running ones, and those waiting for players, which eventually expire."""
        indexes = [keys.due(bucket) for bucket in range(keys.BUCKETS)]
        replies = self._ask_there([("ZCARD", one) for one in indexes], indexes)
        return sum(0 if isinstance(reply, (Unreadable, Away)) else int(reply) for reply in replies)

    def unlogged_since(self) -> tuple[int, int | None]:
        """Return how many matches have entries missing from the log of all matches, and since when the first (ms)."""
        indexes = [keys.unlogged(bucket) for bucket in range(keys.BUCKETS)]
        commands: list[tuple[str | bytes | int, ...]] = [
            *(("ZCARD", one) for one in indexes),
            *(("ZRANGE", one, 0, 0, "WITHSCORES") for one in indexes),
        ]
        replies = self._ask_there(commands, [*indexes, *indexes])
        found = [None if isinstance(one, (Unreadable, Away)) else one for one in replies]
        counts, firsts = found[: keys.BUCKETS], found[keys.BUCKETS :]
        return sum(int(one or 0) for one in counts), min((int(float(one[1])) for one in firsts if one), default=None)

    def overdue(self, longer: int) -> tuple[list[tuple[str, int]], int]:
        """Return matches that have been due for more than this many milliseconds without being leased, with their due
        times, and the store's clock (ms); the first hundred of each bucket."""
        indexes, now = [keys.due(bucket) for bucket in range(keys.BUCKETS)], self.now()
        commands: list[tuple[str | bytes | int, ...]] = [
            ("ZRANGEBYSCORE", one, "-inf", now - longer - 1, "WITHSCORES", "LIMIT", 0, 100) for one in indexes
        ]
        replies = [one for one in self._ask_there(commands, indexes) if not isinstance(one, (Unreadable, Away))]
        found = [
            (one[at].decode("utf-8", "replace"), int(float(one[at + 1])))
            for one in replies
            for at in range(0, len(one), 2)
        ]
        return sorted(found, key=lambda entry: (entry[1], entry[0])), now

    def claim_due(self, bucket: int, lease: int, limit: int, owner: str = "") -> list[str]:
        """Lease up to ``limit`` due matches of a bucket for ``lease`` milliseconds; never one before its time.

        :param owner: the name of the claiming process; :meth:`end_leases` ends a dead process's leases.
        """
        return [one.match for one in self.lease_due([(bucket, limit)], lease, owner)]

    def lease_due(self, shares: Sequence[tuple[int, int]], lease: int, owner: str = "") -> list[Leased]:
        """Lease due matches of several buckets in one round trip, up to the limit of each ``(bucket, limit)``."""
        calls = [
            Call(CLAIM, [keys.due(bucket), keys.leases(bucket), keys.running(bucket)], [lease, limit, owner])
            for bucket, limit in shares
        ]
        names = [f"the due times of bucket {bucket}" for bucket, _ in shares]
        found: list[Leased] = []
        for reply in self._run_there(calls, names, again=False):
            if isinstance(reply, Away):
                continue
            if isinstance(reply, Unreadable):
                log.error("%s", reply)
                continue
            ends, *matches = reply
            found += [Leased(match.decode("utf-8", "replace"), int(ends)) for match in matches]
        return found

    def release_leases(self, leases: Sequence[Leased]) -> int:
        """Give back leases that the caller still holds, making their matches due at their own times; return how many."""
        calls = [
            Call(RELEASE, [keys.match(one.match), keys.due(keys.bucket_of(one.match))], [one.match, one.ends])
            for one in leases
            if keys.MATCH.fullmatch(one.match)
        ]
        replies = self._run_each(calls, [one.args[0] for one in calls])  # type: ignore[misc]  # match ids
        return sum(int(reply) for reply in replies if not isinstance(reply, Unreadable))

    def hand_over(self, match: str) -> bool:
        """End the lease of a match, so that another worker takes it now; return ``False`` if it is not leased."""
        names = [keys.match(match), keys.due(keys.bucket_of(match))]
        return bool(self._run(Call(HAND_OVER, names, [match])))

    def leased(self, limit: int) -> list[Leased]:
        """Return up to ``limit`` matches of each bucket that are due and leased, with the ends of their leases."""
        now, names = self.now(), [keys.due(bucket) for bucket in range(keys.BUCKETS)]
        commands = [
            ("ZRANGEBYSCORE", one, f"({now}", now + LONGEST_LEASE, "WITHSCORES", "LIMIT", 0, limit) for one in names
        ]
        replies = [one for one in self._ask_there(commands, names) if not isinstance(one, (Unreadable, Away))]
        found = [
            Leased(one[at].decode("utf-8", "replace"), int(float(one[at + 1])))
            for one in replies
            for at in range(0, len(one), 2)
        ]
        mine = [one for one in found if keys.MATCH.fullmatch(one.match)]
        dues = self._ask_each([("HGET", keys.match(one.match), "due") for one in mine], [one.match for one in mine])
        return sorted(
            one
            for one, due in zip(mine, dues, strict=True)
            if not isinstance(due, Unreadable) and due is not None and due.isdigit() and int(due) <= now
        )

    def forget_due(self, member: str) -> None:
        """Remove a member that is not a match from the due times."""
        for bucket in range(keys.BUCKETS):
            self._ask_each([("ZREM", keys.due(bucket), member)], ["an index of due times"])

    def end_leases(self, owner: str) -> int:
        """Make everything leased by a dead owner due at once, matches and recipients; return how many.

        :raises ValueError: for an empty owner name: leases without an owner cannot be ended.
        """
        if not owner:
            raise ValueError("owner is empty: to end everybody's leases, say so with end_all_leases")
        return self._end_leases(owner)

    def end_all_leases(self) -> int:
        """Make everything leased due at once; return how many. For a start-up at which no other process is running."""
        return self._end_leases("")

    def _end_leases(self, owner: str) -> int:
        calls = [
            Call(
                END_LEASES, [keys.due(bucket), keys.out(bucket), keys.not_before(bucket), keys.leases(bucket)], [owner]
            )
            for bucket in range(keys.BUCKETS)
        ]
        replies = self._run_there(calls, [f"the leases of bucket {bucket}" for bucket in range(keys.BUCKETS)])
        return sum(int(released) for released in replies if not isinstance(released, (Unreadable, Away)))


def _peeks(buckets: Sequence[int], reply: Any) -> list[Peek]:
    if isinstance(reply, (Unreadable, Away)):
        return [Peek(bucket, None, None, 0) for bucket in buckets]
    now, scores = milliseconds(reply[0]), [_time(one) for one in reply[1:]]
    return [Peek(bucket, scores[2 * i], scores[2 * i + 1], now) for i, bucket in enumerate(buckets)]


def _time(score: bytes | None) -> int | None:
    """Return the earliest time in an index, or None if it is empty or unreadable."""
    if score is None:
        return None
    found = float(score)
    return int(found) if abs(found) < 2**53 else None
