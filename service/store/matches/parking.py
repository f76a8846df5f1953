"""Parked matches: each with a reason, parked only by authorized callers, and only for a while.

A match is parked when its own step fails or its record cannot be read. It is retried after a minute, then after growing
delays, and at once when the code or the rule data have changed, when a player acts in it, or when the operator says so.
It stays parked until a step of it succeeds. One that waits for the operator (``next`` is ``None``) is never retried
automatically.

A match with half a step waits for the operator in this way. After `retry`, only workers may read it; they check it as
the sweep does, and step it if it is intact.

An unreadable match is parked automatically and retried for ever. An operator may set it aside: then it is kept as it
is, neither read nor written, until it is taken up again. Meanwhile it is not retried, all its players are told, and its
stored data can be exported byte for byte, to be examined and repaired.
"""

import logging
from typing import Literal, NamedTuple

from service.store import Away, Unreadable, keys
from service.store.connection.connect import Client
from service.store.connection.scripts import LOOK_SOON, PARK, PARK_HALF, RETRY, SET_ASIDE, Call
from service.store.records import Parked
from service.store.values import READING, decode, text

FIRST_DELAY = 60_000
LONGEST_DELAY = 6 * 3_600_000
"""Milliseconds until a parked match is retried: the first and the longest delay; it doubles in between."""
HALF_STEP = "half a step"
"""The beginning of the reason when a crash of the store tore a step of the match, which then waits for the operator."""
WITHOUT_DATA = "without rule data"
"""The beginning of the reason when a match waits for a process that has the rule data it is played with."""
LONGEST_LEASE = 300_000
"""The longest lease (ms); an index entry further in the future is no lease."""


log = logging.getLogger("siegelpost.store")


class Seen(NamedTuple):
    """Fields that every step and every act changes, as they were when a match was checked; ``w`` is "" if unset."""

    n: str
    acts: str
    head: str
    w: str
    length: int


class Parking(Client):
    """Client for parked matches."""

    def park(
        self,
        match: str,
        reason: str,
        *,
        lease: int | None = None,
        head: tuple[int, str] | None = None,
        version: str = "",
        for_operator: bool = False,
    ) -> Parked | None:
        """Park a match, or record another failed attempt; return None, without writing, if that is not allowed (any
        more).

        The caller must prove either that nobody else is working on the match, or that it is still as it was read.

        :param lease: the end of the caller's own lease, as :meth:`claim_due` gave it.
        :param head: the length of the log and its head as the caller read them (for the sweep, which holds no lease).
        :param for_operator: do not retry before the operator says so, because the record itself is damaged.
        :raises ValueError: when neither lease nor head is given.
        """
        if lease is None and head is None:
            raise ValueError("lease or head: prove that nobody else is at work on the match")
        bucket = keys.bucket_of(match)
        n, last = ("", "") if head is None else (str(head[0]), head[1])
        args: list[str | bytes | int] = [
            match,
            reason,
            "" if lease is None else lease,
            n,
            last,
            version,
            FIRST_DELAY,
            LONGEST_DELAY,
            "1" if for_operator else "",
        ]
        written = self._run(Call(PARK, [keys.match(match), keys.due(bucket), keys.parked(bucket)], args), again=False)
        return None if written is None else parked_from(written)

    def park_half(self, match: str, torn: str, seen: Seen) -> Parked | None:
        """Park a match with a torn step; return None, without writing, if it was written to since ``seen``.

        It waits for the operator: no retry repairs it, and one that seems to succeed would build on half a step. A lease
        or the head would prove nothing here, so the fields that were checked must be unchanged.
        """
        bucket = keys.bucket_of(match)
        names = [keys.match(match), keys.lines(match), keys.due(bucket), keys.parked(bucket)]
        written = self._run(Call(PARK_HALF, names, [match, f"{HALF_STEP}: {torn}", *seen]))
        if written is None:
            return None
        entry = parked_from(written)
        log.error("match %s is parked: %s; see 'siegelpost parked'", match, entry.reason)
        return entry

    def parked(self) -> dict[str, Parked]:
        """Return all parked matches with their reasons."""
        buckets = range(keys.BUCKETS)
        names = [f"the parked matches of bucket {bucket}" for bucket in buckets]
        replies = self._ask_there([("HGETALL", keys.parked(bucket)) for bucket in buckets], names)
        return {
            text(match): parked_from(entry)
            for reply in replies
            if not isinstance(reply, (Unreadable, Away))
            for match, entry in reply.items()
        }

    def parked_count(self) -> int:
        """Return how many matches are parked; one round trip, whatever their number."""
        names = ["the parked matches"] * keys.BUCKETS
        replies = self._ask_there([("HLEN", keys.parked(bucket)) for bucket in range(keys.BUCKETS)], names)
        return sum(0 if isinstance(reply, (Unreadable, Away)) else int(reply) for reply in replies)

    def retry(self, match: str) -> bool:
        """Retry a parked match now; return ``False`` if it is not parked. It stays parked until a step of it succeeds."""
        bucket = keys.bucket_of(match)
        return bool(self._run(Call(RETRY, [keys.due(bucket), keys.parked(bucket)], [match])))

    def look_soon(self, match: str) -> bool:
        """Have a worker soon look at a match whose stored form is unusable, so that it is parked with a reason.

        Returns ``False`` if it is parked already, over, or due soon anyway.
        """
        bucket = keys.bucket_of(match)
        names = [keys.match(match), keys.due(bucket), keys.parked(bucket)]
        return bool(self._run(Call(LOOK_SOON, names, [match, LONGEST_LEASE])))

    def retry_after_change(self, version: str) -> list[str]:
        """Retry all matches that failed under other code or rule data than ``version``; return them."""
        found = [match for match, one in self.parked().items() if one.version != version and not one.for_operator]
        return [match for match in found if keys.MATCH.fullmatch(match) and self.retry(match)]


def parked_from(stored: bytes | str) -> Parked:
    """Return a parked entry from its stored form; an unreadable one is shown as its reason."""
    plain = stored.decode("utf-8", "replace") if isinstance(stored, bytes) else stored
    try:
        entry = decode(plain)
        return Parked(
            reason=str(entry["reason"]),
            since=int(entry["since"]),
            attempts=int(entry["attempts"]),
            next=None if entry["next"] is None else int(entry["next"]),
            version=str(entry["version"]),
        )
    except READING:
        return Parked(reason=plain)


REASON = "set aside: "
"""The beginning of the reason of a match that is set aside; scripts know it, too."""
KEPT = {
    "match": keys.match,
    "acts": keys.acts,
    "secrets": keys.secrets,
    "seen": keys.seen,
    "lines": keys.lines,
    "leaves": keys.leaves,
}
"""The parts of a match in the store."""


class SetAside(Unreadable):
    """The operator has set this match aside; ``reason`` is the operator's explanation."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"match {match}", reason)
        self.reason = reason


class Kept(NamedTuple):
    """A part of a match as the server stores it: ``stored`` is the output of ``DUMP`` and the input of ``RESTORE``,
    with a checksum."""

    part: str
    key: str
    stored: bytes


class SettingAside(Parking):
    """Setting matches aside, and taking them up again."""

    def set_aside(self, match: str, why: str) -> Literal["set aside", "unknown", "already"]:
        """Set a match aside, whatever its stored data; nothing of it is changed."""
        bucket = keys.bucket_of(match)
        names = [keys.match(match), keys.lines(match), keys.due(bucket), keys.parked(bucket)]
        done = int(self._run(Call(SET_ASIDE, names, [match, REASON + why, REASON])))
        return "unknown" if done == 0 else "already" if done < 0 else "set aside"

    def is_set_aside(self, match: str) -> bool:
        """Return whether a match is set aside, or was taken up again and has had no step since."""
        found = self.parked().get(match)
        return found is not None and found.reason.startswith(REASON)

    def kept_of(self, match: str) -> list[Kept]:
        """Return all stored data of a match unchanged; empty if there is none."""
        names = {part: key(match) for part, key in KEPT.items()}
        dumps = self._ask_many([("DUMP", name) for name in names.values()])
        return [Kept(part, key, dump) for (part, key), dump in zip(names.items(), dumps, strict=True) if dump]


__all__ = [
    "FIRST_DELAY",
    "HALF_STEP",
    "KEPT",
    "LONGEST_DELAY",
    "REASON",
    "WITHOUT_DATA",
    "Kept",
    "Parked",
    "Parking",
    "Seen",
    "SetAside",
    "SettingAside",
    "parked_from",
]
