"""The sweeper: proves that the indexes of time say what the matches and queues say, and mends them if not.

Every script writes a match and its index entry together, so the counts returned here must stay 0; they are a metric.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from service.store import keys
from service.store.connect import Client, Unreadable
from service.store.scripts import MEND_DUE, MEND_OUT, Call

LONGEST_LEASE = 300_000
"""Leases end within this time (ms); an index entry further off is wrong."""
AT_ONCE = 500
INDEXES = {
    keys.due: "zset", keys.out: "zset", keys.leases: "zset", keys.lobby: "zset", keys.heads: "zset", keys.revoked: "zset",
    keys.held: "hash", keys.parked: "hash",
}  # fmt: skip
"""What a bucket has one of, and its type in Redis."""

log = logging.getLogger("siegelpost.store")


@dataclass(frozen=True)
class Swept:
    """How many were looked at, how many index entries had to be mended, and how many records could not be read."""

    matches: int
    matches_mended: int
    recipients: int
    recipients_mended: int
    unreadable: int = 0


class Sweep(Client):
    """Keeping the indexes honest."""

    def sweep(self) -> Swept:
        """Compare every match and every queue with the indexes and mend what differs. Takes a while; blocks nobody."""
        self._clear_indexes()
        matches, recipients = set(self._names(":m:")), set(self._names(":q:"))
        for bucket in range(keys.BUCKETS):
            due, out = self._ask_many([("ZRANGE", keys.due(bucket), 0, -1), ("ZRANGE", keys.out(bucket), 0, -1)])
            matches.update(_name(one) for one in due)
            recipients.update(_name(one) for one in out)
        due_calls = {match: _due_call(match, LONGEST_LEASE) for match in sorted(matches) if keys.MATCH.fullmatch(match)}
        out_calls = {one: _out_call(one) for one in sorted(recipients) if keys.is_recipient(one)}
        nameless = len(matches) + len(recipients) - len(due_calls) - len(out_calls)
        mended, rotten = self._mend(due_calls, "match")
        told, lost = self._mend(out_calls, "news of")
        return Swept(
            matches=len(matches), matches_mended=mended, recipients=len(recipients), recipients_mended=told,
            unreadable=rotten + lost + nameless,
        )  # fmt: skip

    def release(self, match: str) -> None:
        """Give a lease back: the match is looked at again at its own due time."""
        self._run(_due_call(match, 0))

    def _clear_indexes(self) -> None:
        """Move indexes of a wrong type out of the way, so that they are made anew; what they held is kept beside."""
        wanted = {index(bucket): kind for bucket in range(keys.BUCKETS) for index, kind in INDEXES.items()}
        names = list(wanted)
        for name, kind in zip(names, self._ask_many([("TYPE", name) for name in names]), strict=True):
            if _name(kind) not in (wanted[name], "none"):
                log.error("%s has a wrong type; it is kept as %s and made anew", name, f"{name}:rotten")
                self._ask(("RENAME", name, f"{name}:rotten"))

    def _mend(self, calls: Mapping[str, Call], kind: str) -> tuple[int, int]:
        """Mend index entries; return how many were wrong, and how many records could not be read."""
        mended = rotten = 0
        names = list(calls)
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            for reply in self._run_each([calls[one] for one in some], [f"{kind} {one}" for one in some]):
                if isinstance(reply, Unreadable):
                    log.error("%s", reply)
                    rotten += 1
                else:
                    mended += int(reply)
        return mended, rotten

    def _names(self, kind: str) -> Iterator[str]:
        cursor: int | bytes = 0
        while True:
            cursor, found = self._ask(("SCAN", cursor, "MATCH", f"sp:{{*}}{kind}*", "COUNT", 1000))
            for key in found:
                yield _name(key).partition(kind)[2]
            if int(cursor) == 0:
                return


def _name(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _due_call(match: str, longest: int) -> Call:
    bucket = keys.bucket_of(match)
    return Call(MEND_DUE, [keys.match(match), keys.due(bucket), keys.parked(bucket)], [match, longest])


def _out_call(recipient: str) -> Call:
    bucket = keys.bucket_of_recipient(recipient)
    return Call(MEND_OUT, [keys.out(bucket), keys.queue(recipient), keys.held(bucket)], [recipient])
