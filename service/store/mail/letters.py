"""The outbox as its operator sees it: who waits, who was given up, and what he may do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from service.store import keys
from service.store.connection.connect import Place
from service.store.connection.scripts import DROP, HASTEN, RESEND, Call
from service.store.errors import Away, Unreadable
from service.store.mail.outbox import KEPT, MOST_RECORDS, MOST_SETTLED, Outbox, outgoing_from
from service.store.matches.packing import LETTERS, pack
from service.store.matches.remembered import number_of
from service.store.records import Notice
from service.store.values.encoding import encode


class Waiting(NamedTuple):
    """A recipient with news, and when it is due, or its lease or back-off ends (ms); in this order."""

    due: int
    recipient: str


class Letters(Outbox):
    """The operator's side of the outbox."""

    def waiting(self, after: Waiting | None, limit: int) -> list[Waiting]:
        """Return up to ``limit`` recipients with news, those due first first, after a place."""
        least = "-inf" if after is None else after.due
        more = limit if after is None else limit + 1
        commands: list[tuple[str | bytes | int, ...]] = []
        for bucket in range(keys.BUCKETS):
            commands.append(("ZRANGEBYSCORE", keys.out(bucket), least, "+inf", "WITHSCORES", "LIMIT", 0, more))
            if after is not None:  # any number may be due at the same moment
                commands.append(("ZRANGEBYSCORE", keys.out(bucket), least, least, "WITHSCORES"))
        replies = self._ask_there(commands, ["the outgoing news"] * len(commands))
        found = {
            Waiting(int(float(one[at + 1])), one[at].decode("utf-8", "replace"))
            for one in replies
            if not isinstance(one, (Unreadable, Away))
            for at in range(0, len(one), 2)
            if keys.is_recipient(one[at].decode("utf-8", "replace"))
        }
        return [one for one in sorted(found) if after is None or one > after][:limit]

    def waiting_count(self) -> int:
        """Return how many recipients have news; one round trip, whatever their number."""
        names = [keys.out(bucket) for bucket in range(keys.BUCKETS)]
        replies = self._ask_there([("ZCARD", one) for one in names], names)
        return sum(0 if isinstance(one, (Unreadable, Away)) else int(one) for one in replies)

    def hasten(self, recipient: str) -> Literal["due", "nothing", "handing"]:
        """Have what waits for a recipient tried again now; ``handing``: it is being handed over at this moment."""
        bucket = keys.bucket_of_recipient(recipient)
        names = [keys.out(bucket), keys.not_before(bucket), keys.queue(recipient)]
        done = int(self._run(Call(HASTEN, names, [recipient])))
        return ("nothing", "due", "handing")[done]

    def given_up(self, recipient: str) -> list[Notice]:
        """Return the notices that were given up for a recipient and can be sent again, the oldest first."""
        found = outgoing_from(recipient, self._ask(("HGETALL", keys.given_up(recipient))))
        return found.pending

    def resend(self, recipient: str, ids: Sequence[str], forget: Sequence[str] = ()) -> int:
        """Queue notices again that were given up, due now, and forget others; return how many were queued.

        -1: a letter is being handed over at this moment, nothing was changed.
        """
        bucket = keys.bucket_of_recipient(recipient)
        names = [keys.out(bucket), keys.not_before(bucket), keys.queue(recipient), keys.given_up(recipient)]
        return int(self._run(Call(RESEND, names, [recipient, len(ids), *ids, *forget])))

    def scan_given_up(self, place: Place, count: int) -> tuple[Place | None, list[str]]:
        """Return recipients with given-up letters that can be sent again, among about ``count`` keys, and where to go on."""
        after, found = self._scan(place, "sp:{*}:g:*", count)
        names = {one.decode("utf-8", "replace").partition("}:g:")[2] for one in found}
        return after, [one for one in sorted(names) if keys.is_recipient(one)]

    def drop(self, recipient: str, ids: Sequence[str], record: dict[str, Any]) -> int:
        """Take news out of a recipient's queue for good; return how many, -1 while a letter is being handed over."""
        bucket = keys.bucket_of_recipient(recipient)
        account, match, _ = keys.parse_recipient(recipient)
        names = [
            keys.out(bucket),
            keys.not_before(bucket),
            keys.queue(recipient),
            keys.sent(recipient),
            keys.deliveries(recipient),
        ]
        written = pack(encode(record).encode(), LETTERS, match or account)
        told = [part for one in ids for part in (one, number_of(one))]
        return int(self._run(Call(DROP, names, [recipient, written, KEPT, MOST_RECORDS, MOST_SETTLED, *told])))

    def scan_deliveries(self, place: Place, count: int) -> tuple[Place | None, dict[str, list[dict[str, Any]]]]:
        """Return the delivery records among about ``count`` keys of the store, by recipient, and where to go on."""
        after, found = self._scan(place, "sp:{*}:d:*", count)
        names = {one.decode("utf-8", "replace").partition("}:d:")[2] for one in found}
        recipients = [one for one in sorted(names) if keys.is_recipient(one)]
        return after, dict(zip(recipients, self.deliveries_many(recipients), strict=True))


__all__ = ["Letters", "Waiting"]
