"""The sweeper: proves that the indexes of time say what the matches and queues say, and mends them if not; and that no
match stands in the middle of a step, and parks it if so.

Every script writes a match and its index entry together, so the counts returned here must stay 0; they are a metric.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from service.store import keys
from service.store.accounts import Accounts
from service.store.connect import text
from service.store.matches import Matches
from service.store.scripts import INSPECT, MEND_DUE, MEND_OUT, Call
from service.store.whole import torn

LONGEST_LEASE = 300_000
"""Leases end within this time (ms); an index entry further off is wrong."""
AT_ONCE = 500


@dataclass(frozen=True)
class Swept:
    """How many were looked at, how many index entries had to be mended.

    ``halves`` are matches that stand in the middle of a step, ``filed`` those filed as over in an account's list.
    """

    matches: int
    matches_mended: int
    recipients: int
    recipients_mended: int
    halves: int = 0
    filed: int = 0


class Sweep(Matches, Accounts):
    """Keeping the indexes honest."""

    def sweep(self) -> Swept:
        """Compare every match and every queue with the indexes and mend what differs. Takes a while; blocks nobody."""
        matches, recipients = set(self._names(":m:")), set(self._names(":q:"))
        for bucket in range(keys.BUCKETS):
            due, out = self._ask_many([("ZRANGE", keys.due(bucket), 0, -1), ("ZRANGE", keys.out(bucket), 0, -1)])
            matches.update(map(text, due))
            recipients.update(map(text, out))
        # First of all: an index that disagrees may be the trace of a torn step, and mending would wipe it away.
        halves = self._park_halves(sorted(matches), recipients)
        return Swept(
            matches=len(matches),
            matches_mended=self._mend([_due_call(match, LONGEST_LEASE) for match in sorted(matches)]),
            recipients=len(recipients),
            recipients_mended=self._mend([_out_call(recipient) for recipient in sorted(recipients)]),
            filed=self._file_finished(),
            halves=halves,
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

    def _park_halves(self, matches: list[str], recipients: Iterable[str]) -> int:
        """Park the matches that stand in the middle of a step; return how many there are."""
        news: dict[str, list[str]] = {}
        for recipient in recipients:
            news.setdefault(recipient.partition(":")[0], []).append(recipient)
        found = 0
        for start in range(0, len(matches), AT_ONCE):
            some = matches[start : start + AT_ONCE]
            told = {match: self._told(news[match]) for match in some if match in news}
            calls = [Call(INSPECT, [keys.match(match), keys.lines(match)], []) for match in some]
            for match, facts in zip(some, self._run_many(calls), strict=True):
                why = torn(facts, told.get(match, ()))
                if why is not None:
                    found += 1
                    self.park_half(match, why)
        return found

    def _told(self, recipients: list[str]) -> list[bytes]:
        """Return the waiting news as they are stored."""
        replies = self._ask_many([("HGETALL", keys.queue(recipient)) for recipient in recipients])
        return [
            value for reply in replies for name, value in reply.items() if text(name) not in ("handing", "attempts")
        ]

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
