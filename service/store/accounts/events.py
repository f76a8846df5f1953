"""The feeds of accounts: events in order, kept for a while, and readable from any position.

A step writes its events into the news of its bucket, in the same script, and likewise whether each asked account
answered in time. From there they are relayed into the feeds, which are stored with the accounts. Relaying may be
repeated, interrupted and done by two processes at once: each feed knows how far it has taken in the news of each
bucket.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from service.store import Away, Unreadable, keys
from service.store.archive.reading import ReadsArchive
from service.store.connection.scripts import FEED, Call
from service.store.values import READING, decode, text

KEPT = 31 * 86_400_000
"""How long events are kept, in milliseconds."""
MOST = 5_000
"""The most events kept per account."""
REMEMBERED = 100
"""How many answers are remembered per account as in time or late."""
AT_ONCE = 500
"""The most events of a bucket relayed in one batch."""
START = "0-0"
"""The position before all events."""

log = logging.getLogger("siegelpost.store")


class StoredEvent(NamedTuple):
    """An event in a feed: its position, its id (the notice's), and its content as JSON."""

    position: str
    id: str
    event: dict[str, Any]


@dataclass(frozen=True)
class FeedPage:
    """Events of a feed in order. ``last`` is the position of the latest event, ``more`` tells whether further ones
    follow.

    ``gone``: events after the requested position have expired.
    """

    events: list[StoredEvent]
    last: str
    more: bool
    gone: bool


class Events(ReadsArchive):
    """The feeds of accounts, and the news still on its way into them."""

    def relay(self, buckets: Iterable[int]) -> set[str]:
        """Write the news of these buckets into the accounts' feeds; return the accounts that have new events."""
        told: set[str] = set()
        waiting = sorted(set(buckets))
        while waiting:
            names = [f"the news of bucket {bucket}" for bucket in waiting]
            asked = [("XRANGE", keys.news(bucket), "-", "+", "COUNT", AT_ONCE) for bucket in waiting]
            found = dict(zip(waiting, self._ask_there(asked, names), strict=True))
            some = {
                bucket: reply for bucket, reply in found.items() if not isinstance(reply, (Unreadable, Away)) and reply
            }
            grown, untold = self._write(some)
            told |= grown
            # What some account could not be told stays for later; those that were told it know how far they are.
            some = {bucket: reply for bucket, reply in some.items() if bucket not in untold}
            self._ask_many(
                [
                    ("XTRIM", keys.news(bucket), "MINID", "=", _next(text(reply[-1][0])))
                    for bucket, reply in some.items()
                ]
            )
            waiting = [bucket for bucket, reply in some.items() if len(reply) == AT_ONCE]
        return told

    def relay_all(self) -> set[str]:
        """Relay news that other processes have left behind, in all buckets; return the accounts that have new events."""
        lengths = self._ask_there(
            [("XLEN", keys.news(bucket)) for bucket in range(keys.BUCKETS)],
            [f"the news of bucket {bucket}" for bucket in range(keys.BUCKETS)],
        )
        return self.relay(
            bucket for bucket, length in enumerate(lengths) if not isinstance(length, (Unreadable, Away)) and length
        )

    def feed(self, account: str, after: str | None, limit: int) -> FeedPage:
        """Return an account's events after a position, or from the oldest one without a position.

        :param limit: the most events; 0 returns only the last position.
        """
        start = "-" if after is None else _next(after)
        # The events first: what falls out between the two reads is then at worst taken for gone without need.
        events, marks, there = self._ask_many(
            [
                ("XRANGE", keys.feed(account), start, "+", "COUNT", limit + 1),
                ("HMGET", keys.feed_marks(account), "last", "cut"),
                ("EXISTS", keys.feed(account)),
            ]
        )
        last, cut = (START if mark is None else text(mark) for mark in marks)
        gone = after is not None and _parts(after) < _parts(cut if there else last)
        read = [one for entry in events[:limit] if (one := _event(entry)) is not None]
        return FeedPage(read, last, len(events) > limit, gone)

    def feed_ends(self, accounts: Sequence[str]) -> list[str]:
        """Return the position of each account's latest event; one round trip."""
        replies = self._ask_each([("HGET", keys.feed_marks(account), "last") for account in accounts], list(accounts))
        return [START if one is None or isinstance(one, Unreadable) else text(one) for one in replies]

    def log_lengths(self, matches: Sequence[str]) -> list[int]:
        """Return the length of each match's log; one round trip."""
        replies = self._ask_each([("LLEN", keys.lines(match)) for match in matches], list(matches))
        found = [0 if isinstance(one, Unreadable) else int(one) for one in replies]
        return [n or self._archived_length(match) for match, n in zip(matches, found, strict=True)]

    def _archived_length(self, match: str) -> int:
        try:
            archived = self._in_archive(match)
        except Unreadable:
            return 0
        return 0 if archived is None else int(archived.fields["n"])

    def _write(self, news: dict[int, list[Any]]) -> tuple[set[str], set[int]]:
        """Write the news of buckets into feeds; return the accounts whose feeds grew, and the buckets with news that
        could not be written."""
        calls, accounts, buckets = [], [], []
        for bucket, entries in news.items():
            by_account: dict[str, list[str | bytes | int]] = {}
            for position, said in entries:
                account = text(said.get(b"a", b""))
                answer = said.get(b"r")
                what = (b"", answer) if answer in (b"0", b"1") else (said.get(b"i"), said.get(b"e"))
                if keys.ACCOUNT.fullmatch(account) and None not in what:
                    args = by_account.setdefault(account, [bucket, KEPT, MOST, account, REMEMBERED])
                    args.extend((position, *what))
                else:
                    log.error("an entry in the news of bucket %d is not an event", bucket)
            for account, args in by_account.items():
                due = keys.webhooks_due(keys.bucket_of(account))
                names = [
                    keys.feed(account),
                    keys.feed_marks(account),
                    keys.webhooks(account),
                    due,
                    keys.account(account),
                ]
                calls.append(Call(FEED, names, args))
                accounts.append(account)
                buckets.append(bucket)
        told, untold = set(), set()
        for account, bucket, added in zip(accounts, buckets, self._run_there(calls, accounts), strict=True):
            if isinstance(added, Away):
                untold.add(bucket)
            elif isinstance(added, Unreadable):
                log.error("events of account %s are lost: %s", account, added.why)
            elif int(added):
                told.add(account)
        return told, untold


def is_position(place: str) -> bool:
    """Return whether a text is a position in a feed."""
    first, dash, second = place.partition("-")
    return bool(dash) and all(one.isascii() and one.isdigit() and len(one) <= 15 for one in (first, second))


def _event(entry: Any) -> StoredEvent | None:
    """Return an event of a feed, or None if it is malformed."""
    try:
        position, said = entry
        event = decode(said[b"e"])
        if isinstance(event, dict):
            return StoredEvent(text(position), text(said[b"i"]), event)
    except READING:
        pass
    log.error("an event of a feed cannot be read")
    return None


def _parts(position: str) -> tuple[int, int]:
    first, _, second = position.partition("-")
    return int(first), int(second)


def _next(position: str) -> str:
    first, second = _parts(position)
    return f"{first}-{second + 1}"
