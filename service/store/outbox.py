"""The outbox: notices wait per recipient until a deliverer leases them, hands them over and settles them.

A notice is delivered at most once and never lost: it leaves its queue only when settled, and settled ids are
remembered. A process that dies while handing a mail over leaves a mark (``handing``), so the next one knows that this
mail is *ambiguous*.

The operator sees which letters wait and which were given up, and can resend or drop them (:class:`Letters`).
"""

import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from service.store import Away, Unreadable, keys
from service.store.connection.connect import Client, Place
from service.store.connection.scripts import (
    CLAIM,
    CLAIM_ONE,
    DEFER,
    DROP,
    HANDING,
    HASTEN,
    NOTIFY,
    RESEND,
    SETTLE,
    Call,
)
from service.store.matches.packing import LETTERS, pack, unpack
from service.store.records import Notice
from service.store.values import READING, decode, encode, members, number_of, reading, text

KEPT = 180 * 86_400
"""How long delivery records and settled ids are kept after the last mail to a recipient, in seconds."""

MOST_RECORDS = 20
"""The most delivery records per recipient. A letter is tried twelve times, so the record of the one before is among them."""

MOST_SETTLED = 1_000
"""The most settled ids remembered per recipient, the latest ones. Steps are guarded by the log's length, so only very
recent notices can come again."""

MOST_LOOKED_AT = 500
"""How many recipients with news are looked at for those whose letters fail."""

MOST_GIVEN_UP = 50
"""The most notices of given-up letters kept per recipient, the first ones."""

GIVEN_UP = ("plain", "dead", "ambiguous")
"""States of a letter that is not retried automatically; an operator can have it sent again."""

URGENT = 0
"""The ``send_at`` of notices for which a user is waiting: they come before everything else that is due."""

NOTICED = members(Notice)

log = logging.getLogger("siegelpost.store")


class Claim(NamedTuple):
    """A leased recipient; ``lease`` is the end of the lease (ms) and proves its ownership."""

    recipient: str
    lease: int


@dataclass(frozen=True)
class Handing:
    """The mark of a mail being handed over: its notices, its id, and since when (ms)."""

    ids: list[str]
    mail: str
    attempt: int
    at: int


@dataclass(frozen=True)
class Outgoing:
    """A recipient's pending notices, oldest first. ``attempts``: failures in a row; ``rotten``: ids of unreadable notices."""

    pending: list[Notice]
    handing: Handing | None
    attempts: int
    rotten: list[str] = field(default_factory=list)


class Outbox(Client):
    """News on their way to players."""

    def notify(self, notices: Sequence[Notice], recipient: str) -> int:
        """Queue news outside steps of matches; return how many were new. Queuing again changes nothing."""
        if not notices:
            return 0
        bucket = keys.bucket_of_recipient(recipient)
        args: list[str | bytes | int] = [recipient]
        for notice in notices:
            said = told(notice)
            args += [notice["id"], notice["send_at"], said["text"], said.get("account", ""), said.get("event", "")]
            args.append(number_of(notice["id"]))
        names = [
            keys.out(bucket),
            keys.not_before(bucket),
            keys.queue(recipient),
            keys.sent(recipient),
            keys.news(bucket),
        ]
        return int(self._run(Call(NOTIFY, names, args)))

    def claim_out(self, bucket: int, lease: int, limit: int, owner: str = "", *, urgent: bool = False) -> list[Claim]:
        """Lease up to ``limit`` recipients with due notices for ``lease`` milliseconds; never one before its time.

        :param owner: as for :meth:`service.store.matches.due.DueMatches.claim_due`.
        :param urgent: only those with news sent at :data:`URGENT`.
        """
        names = [keys.out(bucket), keys.leases(bucket), keys.running(bucket), keys.not_before(bucket)]
        call = Call(CLAIM, names, [lease, limit, owner, *([URGENT] if urgent else [])])
        (reply,) = self._run_each([call], [f"the outgoing news of bucket {bucket}"], again=False)
        if isinstance(reply, Unreadable):
            log.error("%s", reply)
            return []
        ends, *recipients = reply
        return [Claim(recipient.decode("utf-8", "replace"), int(ends)) for recipient in recipients]

    def claim_one(self, recipient: str, lease: int, owner: str = "") -> Claim | None:
        """Lease a recipient whose news is not due yet, because a letter about to be sent can include it.

        :param lease: in milliseconds; :param owner: as for :meth:`claim_out`.
        :return: None if nothing waits, another process has the lease, or it waits for a retry.
        """
        bucket = keys.bucket_of_recipient(recipient)
        names = [keys.out(bucket), keys.leases(bucket), keys.running(bucket), keys.not_before(bucket)]
        ends = int(self._run(Call(CLAIM_ONE, names, [recipient, lease, owner])))
        return Claim(recipient, ends) if ends else None

    def notices(self, recipient: str) -> Outgoing:
        """Return the notices waiting for a recipient, and the mark of a mail being handed over."""
        return outgoing_from(recipient, self._ask(("HGETALL", keys.queue(recipient))))

    def notices_many(self, recipients: Sequence[str]) -> list[Outgoing]:
        """Return the notices waiting for each of these recipients, without unreadable ones; one round trip."""
        asked = [("HGETALL", keys.queue(one)) for one in recipients]
        found: list[Outgoing] = []
        for recipient, reply in zip(recipients, self._ask_each(asked, list(recipients)), strict=True):
            with contextlib.suppress(Unreadable):
                if not isinstance(reply, Unreadable):
                    found.append(outgoing_from(recipient, reply))
        return found

    def handing(self, claim: Claim, ids: Sequence[str], mail: str, attempt: int) -> bool:
        """Mark that a mail with these notices is about to be handed over.

        ``False``: do not send, because the lease is lost, or a notice was settled meanwhile.

        :raises ValueError: when there are no notices.
        """
        if not ids:
            raise ValueError("ids is empty: a mail carries at least one notice")
        names = [keys.not_before(keys.bucket_of_recipient(claim.recipient)), keys.queue(claim.recipient)]
        return int(self._run(Call(HANDING, names, [claim.recipient, claim.lease, mail, attempt, *ids]))) == 1

    def defer(self, claim: Claim, until: int, *, hurried: bool = False) -> bool:
        """Give a lease back unused; the recipient is due again at ``until`` (ms). Return ``False`` if the lease is
        lost.

        :param hurried: whether news that is due sooner, such as a reminder, makes it due with it.
        """
        bucket = keys.bucket_of_recipient(claim.recipient)
        names = [keys.out(bucket), keys.not_before(bucket)]
        return int(self._run(Call(DEFER, names, [claim.recipient, claim.lease, until, int(not hurried)]))) == 1

    def settle(
        self,
        claim: Claim,
        ids: Sequence[str],
        record: dict[str, Any] | None = None,
        *,
        retry_at: int | None = None,
        mail: str | None = None,
    ) -> bool:
        """Finish an attempt and give the lease back.

        :param ids: finished notices (sent, dropped, given up); empty when all are to be retried.
        :param record: this attempt's record for the player.
        :param retry_at: when to retry the rest (ms); until then no news can hurry it. Otherwise the rest go at their own times.
        :param mail: the id given to :meth:`handing`; with it, sent notices are settled even if the lease ran out meanwhile.
        :return: ``False`` if the lease is lost and nothing was written.
        """
        bucket, recipient = keys.bucket_of_recipient(claim.recipient), claim.recipient
        names = [
            keys.out(bucket),
            keys.not_before(bucket),
            keys.queue(recipient),
            keys.sent(recipient),
            keys.deliveries(recipient),
            keys.given_up(recipient),
        ]
        given_up = _given_up(recipient, record) if retry_at is None else []
        ids = [*(one for one in ids if one not in given_up), *(one for one in ids if one in given_up)]
        written = b"" if record is None else pack(encode(record).encode(), LETTERS, _about(recipient))
        when = "" if retry_at is None else retry_at
        told = [part for one in ids for part in (one, number_of(one))]
        kept = (KEPT, MOST_RECORDS, MOST_SETTLED, sum(one in given_up for one in ids), MOST_GIVEN_UP)
        return bool(self._run(Call(SETTLE, names, [recipient, claim.lease, mail or "", written, when, *kept, *told])))

    def deliveries(self, recipient: str) -> list[dict[str, Any]]:
        """Return the records of the last attempts, newest first."""
        return self.deliveries_many([recipient])[0]

    def deliveries_many(self, recipients: Sequence[str]) -> list[list[dict[str, Any]]]:
        """Return the records of several recipients in one round trip."""
        names = [f"the deliveries to {recipient}" for recipient in recipients]
        asked: list[tuple[str | bytes | int, ...]] = [
            ("LRANGE", keys.deliveries(recipient), 0, -1) for recipient in recipients
        ]
        replies = zip(recipients, names, self._ask_each(asked, names), strict=True)
        return [_records(name, _about(recipient), reply) for recipient, name, reply in replies]


def outgoing_from(recipient: str, reply: Mapping[bytes, bytes]) -> Outgoing:
    """Return the notices in a hash by their ids. :raises Unreadable: when its other fields are malformed."""
    fields = {text(name): value for name, value in reply.items()}
    mark, attempts = fields.pop("handing", None), fields.pop("attempts", 0)
    found = {name: _notice(value) for name, value in fields.items()}
    pending = [notice for notice in found.values() if notice is not None]
    with reading(f"news of {recipient}"):
        return Outgoing(
            pending=sorted(pending, key=lambda notice: (notice["at"], notice["n"], notice["id"])),
            handing=Handing(**decode(mark)) if mark is not None else None,
            attempts=int(attempts),
            rotten=sorted(name for name, notice in found.items() if notice is None),
        )


def _given_up(recipient: str, record: Mapping[str, Any] | None) -> list[str]:
    """Return the ids of the notices in a record that was given up; none for push messages, which are not sent again."""
    if record is None or record.get("state") not in GIVEN_UP or keys.parse_recipient(recipient).channel == keys.PUSH:
        return []
    return [str(one) for one in record.get("notices", [])]


def recipient_of_notice(notice: Notice) -> str:
    """Return the recipient in whose queue a notice waits."""
    return keys.recipient_of(notice["account"], notice["match"], notice.get("channel", keys.MAIL))


def told(notice: Notice) -> dict[str, str]:
    """Return a notice's stored form: its text for the queue and, for the account's feed, the account and the event."""
    kept = notice.copy()
    event = kept.pop("event", None)
    text = {"text": encode(kept)}
    return text if event is None else {**text, "account": notice["account"], "event": encode(event)}


def _notice(stored: bytes) -> Notice | None:
    """Return a notice, or None if it is malformed."""
    try:
        notice: Notice = decode(stored)
        return notice if not NOTICED - notice.keys() else None
    except READING:
        return None


def _about(recipient: str) -> str:
    """Return the id that a recipient's records repeat: the match's, or else the account's."""
    account, match, _ = keys.parse_recipient(recipient)
    return match or account


def _records(name: str, about: str, reply: list[bytes] | Unreadable) -> list[dict[str, Any]]:
    """Return the readable delivery records."""
    if isinstance(reply, Unreadable):
        log.error("%s", reply)
        return []
    found: list[dict[str, Any]] = []
    for one in reply:
        try:
            record = decode(unpack(one, about))
            if isinstance(record, dict):
                found.append(record)
                continue
        except READING:
            pass
        log.error("%s: a record cannot be read", name)
    return found


class Waiting(NamedTuple):
    """A recipient with news, and when it is due, or when its lease or back-off ends (ms); sorted by these in this order."""

    due: int
    recipient: str


class Letters(Outbox):
    """The operator's side of the outbox."""

    def waiting(self, after: Waiting | None, limit: int) -> list[Waiting]:
        """Return up to ``limit`` recipients with news after a place, those due first first."""
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

    def failing(self, now: int) -> tuple[int, int]:
        """Return how many recipients had a letter fail and wait for the next attempt, and how long the oldest does (ms).

        Of those with news the :data:`MOST_LOOKED_AT` that are due first are looked at. A retry moves what is due, but not
        the notice's own time.
        """
        found = self.notices_many([one.recipient for one in self.waiting(None, MOST_LOOKED_AT)])
        since = [max(one.pending[0]["send_at"], one.pending[0]["at"]) for one in found if one.attempts and one.pending]
        return len(since), max((now - at for at in since), default=0)

    def hasten(self, recipient: str) -> Literal["due", "nothing", "handing"]:
        """Make a recipient's notices due now; ``handing``: they are being handed over at this moment."""
        bucket = keys.bucket_of_recipient(recipient)
        names = [keys.out(bucket), keys.not_before(bucket), keys.queue(recipient)]
        done = int(self._run(Call(HASTEN, names, [recipient])))
        return ("nothing", "due", "handing")[done]

    def given_up(self, recipient: str) -> list[Notice]:
        """Return the notices given up for a recipient that can be sent again, the oldest first."""
        found = outgoing_from(recipient, self._ask(("HGETALL", keys.given_up(recipient))))
        return found.pending

    def resend(self, recipient: str, ids: Sequence[str], forget: Sequence[str] = ()) -> int:
        """Queue given-up notices again, due now, and forget others; return how many were queued.

        Returns -1, without changing anything, while a letter is being handed over.
        """
        bucket = keys.bucket_of_recipient(recipient)
        names = [keys.out(bucket), keys.not_before(bucket), keys.queue(recipient), keys.given_up(recipient)]
        return int(self._run(Call(RESEND, names, [recipient, len(ids), *ids, *forget])))

    def scan_given_up(self, place: Place, count: int) -> tuple[Place | None, list[str]]:
        """Return recipients with given-up letters that can be sent again, among about ``count`` keys, and where to
        continue."""
        after, found = self._scan(place, "sp:{*}:g:*", count)
        names = {one.decode("utf-8", "replace").partition("}:g:")[2] for one in found}
        return after, [one for one in sorted(names) if keys.is_recipient(one)]

    def drop(self, recipient: str, ids: Sequence[str], record: dict[str, Any]) -> int:
        """Remove news from a recipient's queue for good; return how many notices, or -1 while a letter is being handed
        over."""
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
        """Return the delivery records among about ``count`` keys of the store, by recipient, and where to continue."""
        after, found = self._scan(place, "sp:{*}:d:*", count)
        names = {one.decode("utf-8", "replace").partition("}:d:")[2] for one in found}
        recipients = [one for one in sorted(names) if keys.is_recipient(one)]
        return after, dict(zip(recipients, self.deliveries_many(recipients), strict=True))
