"""Parked matches: with a reason, parked only by callers who may, and only for a while.

A match is parked when its own step fails or its record cannot be read. It is tried again after a minute, then after ever
longer, also at once when the code or the rule data have changed, when somebody acts in it, or when the operator says so. It
stays parked until a step of it succeeds. One that waits for the operator (``next`` is ``None``) is never tried by itself.

Half a step waits for the operator in this way. After `retry`, only workers may read it; they judge it as the sweep
does, and step it if it is whole.

What cannot be read is parked by itself and tried again for ever. An operator may set it aside: then it is kept as it is, read
and written by nobody, until he takes it up again. Set aside it is tried no more, everybody is told so, and what is
stored of it can be taken out byte for byte, to be looked at and repaired.
"""

from __future__ import annotations

import logging
from typing import Literal, NamedTuple

from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import LOOK_SOON, PARK, PARK_HALF, RETRY, SET_ASIDE, Call
from service.store.errors import Away, Unreadable
from service.store.records import Parked
from service.store.values.encoding import decode
from service.store.values.reading import READING, text

FIRST_DELAY = 60_000
LONGEST_DELAY = 6 * 3_600_000
"""Milliseconds until a parked match is tried again: the first time, and at most; it doubles in between."""
HALF_STEP = "half a step"
"""What the reason begins with when a crash of the store tore a step of the match: it waits for the operator."""
WITHOUT_DATA = "without rule data"
"""What the reason begins with when a match waits for a process that holds the rule data it is played with."""
LONGEST_LEASE = 300_000
"""Leases end within this time (ms); an index entry further off is no lease."""


log = logging.getLogger("siegelpost.store")


class Seen(NamedTuple):
    """Fields that every step and every act changes, as they were when a match was judged; ``w`` is "" if unset."""

    n: str
    acts: str
    head: str
    w: str
    length: int


class Parking(Client):
    """The matches that are parked."""

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
        """Park a match, or note that another attempt has failed; ``None``: not allowed (any more), nothing is written.

        The caller proves that nobody else is working on the match, or that the match is still as it was read; one of the two
        is needed.

        :param lease: the end of the caller's own lease, as :meth:`claim_due` gave it.
        :param head: the length of the log and its head as the caller read them (for the sweep, which holds no lease).
        :param for_operator: do not try again before the operator says so: the record itself is damaged.
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
        """Park a match of which a crash tore a step; ``None``: it was written to since ``seen``, nothing is written.

        It waits for the operator: no further attempt mends it, and one that seems to go well would build on half a step.
        That is why no lease is asked for, nor trust put in the head: what was judged has to stand as it was seen.
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
        """Try a parked match again now; ``False`` if it is not parked. It stays parked until a step of it succeeds."""
        bucket = keys.bucket_of(match)
        return bool(self._run(Call(RETRY, [keys.due(bucket), keys.parked(bucket)], [match])))

    def look_soon(self, match: str) -> bool:
        """Have a worker look at a match that cannot be used as it is stored, long before its deadline: it parks it, and says why.

        ``False``: it is parked already, over, or looked at soon anyway.
        """
        bucket = keys.bucket_of(match)
        names = [keys.match(match), keys.due(bucket), keys.parked(bucket)]
        return bool(self._run(Call(LOOK_SOON, names, [match, LONGEST_LEASE])))

    def retry_after_change(self, version: str) -> list[str]:
        """Try all matches again that failed with other code or other rule data than ``version``; return them."""
        found = [match for match, one in self.parked().items() if one.version != version and not one.for_operator]
        return [match for match in found if keys.MATCH.fullmatch(match) and self.retry(match)]


def parked_from(stored: bytes | str) -> Parked:
    """Return a parked entry from what is stored; one that cannot be read is shown as the reason."""
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
"""What the reason of a match begins with that is set aside; scripts know it, too."""
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
    """The operator has set this match aside; ``reason`` is what he said."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"match {match}", reason)
        self.reason = reason


class Kept(NamedTuple):
    """A part of a match as the server keeps it: ``stored`` is what ``DUMP`` returns and ``RESTORE`` takes, with a checksum."""

    part: str
    key: str
    stored: bytes


class SettingAside(Parking):
    """Setting matches aside, and taking them up again."""

    def set_aside(self, match: str, why: str) -> Literal["set aside", "unknown", "already"]:
        """Set a match aside, whatever is stored of it. Nothing of it is changed."""
        bucket = keys.bucket_of(match)
        names = [keys.match(match), keys.lines(match), keys.due(bucket), keys.parked(bucket)]
        done = int(self._run(Call(SET_ASIDE, names, [match, REASON + why, REASON])))
        return "unknown" if done == 0 else "already" if done < 0 else "set aside"

    def is_set_aside(self, match: str) -> bool:
        """Return whether a match is set aside, or was taken up again and has not gone on yet."""
        found = self.parked().get(match)
        return found is not None and found.reason.startswith(REASON)

    def kept_of(self, match: str) -> list[Kept]:
        """Return all that is stored of a match, as it is; nothing where there is none."""
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
