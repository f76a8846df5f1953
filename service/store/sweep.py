"""The sweeper: proves that the indexes of time say what the matches and queues say, and mends them if not.

Every script writes a match and its index entry together, so the counts returned here must stay 0; they are a metric.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from service.store import keys
from service.store.accounts import Accounts
from service.store.connect import text
from service.store.scripts import MEND_DUE, MEND_OUT, Call

LONGEST_LEASE = 300_000
"""Leases end within this time (ms); an index entry further off is wrong."""
AT_ONCE = 500


@dataclass(frozen=True)
class Swept:
    """How many were looked at, how many index entries had to be mended, how many matches filed as over."""

    matches: int
    matches_mended: int
    recipients: int
    recipients_mended: int
    filed: int = 0


class Sweep(Accounts):
    """Keeping the indexes honest."""

    def sweep(self) -> Swept:
        """Compare every match and every queue with the indexes and mend what differs. Takes a while; blocks nobody."""
        matches, recipients = set(self._names(":m:")), set(self._names(":q:"))
        for bucket in range(keys.BUCKETS):
            due, out = self._ask_many([("ZRANGE", keys.due(bucket), 0, -1), ("ZRANGE", keys.out(bucket), 0, -1)])
            matches.update(map(text, due))
            recipients.update(map(text, out))
        return Swept(
            matches=len(matches),
            matches_mended=self._mend([_due_call(match, LONGEST_LEASE) for match in sorted(matches)]),
            recipients=len(recipients),
            recipients_mended=self._mend([_out_call(recipient) for recipient in sorted(recipients)]),
            filed=self._file_finished(),
        )

    def release(self, match: str) -> None:
        """Give a lease back: the match is looked at again at its own due time."""
        self._run(_due_call(match, 0))

    def unpark(self, match: str) -> bool:
        """Take a match up again that was put aside; ``False`` if it was not."""
        taken = self._ask(("HDEL", keys.parked(keys.bucket_of(match)), match))
        self.release(match)
        return bool(taken)

    def _file_finished(self) -> int:
        """File the accounts' matches that are over: those whose news got lost, and those of releases that filed none."""
        filed = 0
        for account in set(self._names(":am:")):
            matches = [text(match) for match in self._ask(("SMEMBERS", keys.account_matches(account)))]
            for start in range(0, len(matches), AT_ONCE):
                some = matches[start : start + AT_ONCE]
                facts = self._ask_many([("HMGET", keys.match(match), "status", "at") for match in some])
                for match, (status, at) in zip(some, facts, strict=True):
                    if status == b"closed":
                        self.file_match(account, match, int(at))
                        filed += 1
        return filed

    def _mend(self, calls: list[Call]) -> int:
        return sum(
            int(mended)
            for start in range(0, len(calls), AT_ONCE)
            for mended in self._run_many(calls[start : start + AT_ONCE])
        )

    def _names(self, kind: str) -> Iterator[str]:
        cursor: int | bytes = 0
        while True:
            cursor, found = self._ask(("SCAN", cursor, "MATCH", f"sp:{{*}}{kind}*", "COUNT", 1000))
            for key in found:
                yield text(key).partition(kind)[2]
            if int(cursor) == 0:
                return


def _due_call(match: str, longest: int) -> Call:
    bucket = keys.bucket_of(match)
    return Call(MEND_DUE, [keys.match(match), keys.due(bucket), keys.parked(bucket)], [match, longest])


def _out_call(recipient: str) -> Call:
    bucket = keys.bucket_of_recipient(recipient)
    return Call(MEND_OUT, [keys.out(bucket), keys.queue(recipient), keys.held(bucket)], [recipient])
