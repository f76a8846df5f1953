"""Webhooks of accounts: the addresses to which feed events are sent, the events that wait for them, and the results.

A webhook has a place in its account's feed, its *cursor*. Events after it are taken into the webhook's queue, and leave
it when they are delivered or given up. All data of a webhook is in the bucket of its account.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast, get_args
from urllib.parse import urlsplit

from service.store import Away, Unreadable, keys
from service.store.accounts.events import KEPT
from service.store.connection.connect import Client, Place
from service.store.connection.scripts import (
    WEBHOOK_ADD,
    WEBHOOK_CHANGE,
    WEBHOOK_CLAIM,
    WEBHOOK_DELETE,
    WEBHOOK_ENQUEUE,
    WEBHOOK_FINISH,
    WEBHOOK_HASTEN,
    WEBHOOK_SETTLE,
    WEBHOOK_TAKE,
    Call,
    flat,
)
from service.store.values import READING, decode, encode, members, reading, text, texts

Form = Literal["webhook", "chat", "table"]
FORMS: Mapping[str, Form] = {"w": "webhook", "c": "chat", "t": "table"}
"""By the first letter of the id."""
WebhookState = Literal["unconfirmed", "active", "disabled"]
Settled = Literal["delivered", "retry", "failed", "missed"]


@dataclass(frozen=True)
class Webhook:
    """A webhook as it is stored. Times in milliseconds since 1970, 0: never.

    :ivar kinds: wanted types of events; empty = all.
    :ivar matches: wanted matches; empty = all.
    :ivar ordered: whether an event waits until the earlier ones of its match have arrived or were given up.
    :ivar reason: why it is disabled; ``why``: the words of the operator who disabled it.
    :ivar version: number of changes by its owner.
    :ivar generation: its current generation of signing keys, counted from 1; the previous one signs, too, until
        ``overlap_until``.
    :ivar link_secret: short name of the installation's link secret from which its keys are derived.
    :ivar former_link_secret: the same for the previous generation; empty if there was none.
    :ivar cursor: the feed position up to which events were queued.
    :ivar failures: failed attempts since the last success; ``failing_since``: the first of them.
    :ivar slow: whether the last attempt took long.
    :ivar token: the token with whose end it is removed; empty if it stays.
    :ivar service: the chat service that gets its events as sentences; empty for a webhook, which gets them as JSON.
    :ivar hidden: the address at that service, which is a secret, encrypted; ``url`` has only its host.
    """

    id: str
    account: str
    url: str
    created: int
    name: str = ""
    kinds: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()
    ordered: bool = False
    state: WebhookState = "unconfirmed"
    reason: str = ""
    why: str = ""
    version: int = 1
    generation: int = 1
    link_secret: str = ""
    former_link_secret: str = ""
    overlap_until: int = 0
    cursor: str = "0-0"
    failures: int = 0
    failing_since: int = 0
    pause_until: int = 0
    slow: bool = False
    token: str = ""
    service: str = ""
    hidden: str = ""

    @property
    def form(self) -> Form:
        """The kind of receiver: a webhook, a chat of the account, or the channel of one table."""
        return FORMS[self.id[0]]

    @property
    def host(self) -> str:
        """The host of its address, which may be shown; empty for an address that cannot be read."""
        try:
            return urlsplit(self.url).hostname or ""
        except ValueError:
            return ""

    @property
    def member(self) -> str:
        """Its name in its bucket's due set."""
        return f"{self.account}:{self.id}"


class Waiting(TypedDict):
    """An event in a queue, after ``attempts`` failures; it is sent at ``due`` (ms)."""

    id: str
    event: dict[str, Any]
    match: str | None
    attempts: int
    due: int
    test: NotRequired[bool]


class Attempt(TypedDict):
    """The record of one attempt. Times and ``duration`` in milliseconds; ``status`` is None if there was no answer.

    ``answer`` is the beginning of a refusal's body, or the error, in one line.
    """

    id: str
    type: str
    at: int
    attempt: int
    state: Settled
    status: int | None
    duration: int
    answer: str
    retry_at: int | None


class Held(NamedTuple):
    """A leased webhook; ``lease`` is the end of the lease (ms) and proves its ownership."""

    account: str
    webhook: str
    lease: int


@dataclass(frozen=True)
class Queue:
    """A webhook's waiting events by position, tests first, then in feed order; ``rotten`` are the unreadable ones."""

    waiting: dict[str, Waiting] = field(default_factory=dict)
    rotten: list[str] = field(default_factory=list)


WAITING = members(Waiting)
ATTEMPT = members(Attempt)
"""The required members of every record of an attempt; those of an event in a queue are in ``WAITING``."""


def fields_of(webhook: Webhook, changes: Mapping[str, Any] | None = None) -> dict[str, str | int]:
    """Return a webhook's stored fields, with these members changed."""
    values = {name: getattr(webhook, name) for name in webhook.__dataclass_fields__ if name not in ("id", "account")}
    values |= changes or {}
    unknown = values.keys() - webhook.__dataclass_fields__.keys()
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))}: a webhook has no such members")
    return {
        name: json.dumps(list(value))
        if isinstance(value, (tuple, list))
        else int(value)
        if isinstance(value, bool)
        else value
        for name, value in values.items()
    }


def webhook_from(account: str, webhook: str, reply: dict[bytes, bytes]) -> Webhook | None:
    """Return a webhook of an account, or None if nothing is stored. :raises Unreadable: when it is malformed."""
    what = f"webhook {webhook}"
    fields = texts(what, reply)
    if not fields:
        return None
    with reading(what):
        if fields["state"] not in get_args(WebhookState):
            raise ValueError("a state of webhooks that is not known here")
        return Webhook(
            id=webhook,
            account=account,
            url=fields["url"],
            created=int(fields["created"]),
            name=fields["name"],
            kinds=tuple(map(str, json.loads(fields["kinds"]))),
            matches=tuple(map(str, json.loads(fields["matches"]))),
            ordered=fields["ordered"] == "1",
            state=cast(WebhookState, fields["state"]),
            reason=fields["reason"],
            why=fields["why"],
            version=int(fields["version"]),
            generation=int(fields["generation"]),
            link_secret=fields["link_secret"],
            former_link_secret=fields["former_link_secret"],
            overlap_until=int(fields["overlap_until"]),
            cursor=fields["cursor"],
            failures=int(fields["failures"]),
            failing_since=int(fields["failing_since"]),
            pause_until=int(fields["pause_until"]),
            slow=fields["slow"] == "1",
            token=fields["token"],
            service=fields.get("service", ""),
            hidden=fields.get("hidden", ""),
        )


def waiting_from(stored: bytes) -> Waiting | None:
    """Return an event of a queue, or None if it is unreadable."""
    try:
        entry: Waiting = decode(stored)
        return entry if not WAITING - entry.keys() else None
    except READING:
        return None


def place_of(position: str) -> tuple[int, int, str]:
    """Return the sort key of a position in the queue: tests, which are in no feed, come first."""
    first, _, second = position.partition("-")
    return (int(first), int(second), "") if first.isdigit() and second.isdigit() else (-1, 0, position)


MOST_WAITING = 500
"""The most events in a webhook's queue; later ones wait in the feed."""
BY_OPERATOR, BY_RESTORE = "operator", "restored"
"""The reasons stored for a webhook disabled by an operator, or because its installation was put back to a backup."""
RECORDS = 200
"""The most attempts of a webhook that are remembered."""


log = logging.getLogger("siegelpost.store")


class Webhooks(Client):
    """The webhooks of all accounts."""

    def add_webhook(self, webhook: Webhook, most: int) -> Literal["added", "there", "full"]:
        """Store a new webhook if its account has fewer than ``most`` of its form; one with this id stays as it is."""
        names = [keys.webhooks(webhook.account), keys.webhook(webhook.account, webhook.id)]
        outcome = int(self._run(Call(WEBHOOK_ADD, names, [webhook.id, most, *flat(fields_of(webhook))])))
        return ("full", "added", "there")[outcome]

    def webhook(self, account: str, webhook: str) -> Webhook | None:
        """Return a webhook of an account."""
        if not keys.WEBHOOK.fullmatch(webhook):
            return None
        return webhook_from(account, webhook, self._ask(("HGETALL", keys.webhook(account, webhook))))

    def webhooks_of(self, account: str) -> list[Webhook]:
        """Return the webhooks of an account, the oldest first; unreadable ones are left out."""
        ids = sorted(text(one) for one in self._ask(("SMEMBERS", keys.webhooks(account))))
        ids = [one for one in ids if keys.WEBHOOK.fullmatch(one)]
        found = self._readable([(account, one) for one in ids])
        return sorted(found, key=lambda one: (one.created, one.id))

    def change_webhook(self, webhook: Webhook, *, forget: bool = False, **changes: Any) -> bool:
        """Change a webhook unless it has changed since it was read, or is gone; return whether it was changed.

        :param forget: whether to delete its waiting events.
        """
        stored = fields_of(webhook, changes)
        names = _due_keys(webhook)
        wake = webhook.member if "cursor" in changes else ""
        args: list[str | bytes | int] = [
            webhook.version,
            int(forget),
            wake,
            *flat({name: stored[name] for name in changes}),
        ]
        return int(self._run(Call(WEBHOOK_CHANGE, names, args), again=False)) == 1

    def scan_webhooks(self, place: Place, count: int) -> tuple[Place | None, list[Webhook]]:
        """Return the webhooks among about ``count`` keys of the store, and where to continue; unreadable ones are left out."""
        after, found = self._scan(place, "sp:{*}:w:*", count)
        names = sorted({one.decode("utf-8", "replace").partition("}:w:")[2] for one in found})
        pairs = [(account, webhook) for account, _, webhook in (one.partition(":") for one in names)]
        known = [(a, w) for a, w in pairs if keys.ACCOUNT.fullmatch(a) and keys.WEBHOOK.fullmatch(w)]
        return after, self._readable(known)

    def _readable(self, ids: Sequence[tuple[str, str]]) -> list[Webhook]:
        """Return the webhooks of these accounts and ids in one round trip, except for missing and unreadable ones."""
        replies = self._ask_each([("HGETALL", keys.webhook(*one)) for one in ids], [webhook for _, webhook in ids])
        found: list[Webhook] = []
        for (account, webhook), reply in zip(ids, replies, strict=True):
            try:
                if isinstance(reply, Unreadable):
                    raise reply
                one = webhook_from(account, webhook, reply)
            except Unreadable as error:
                log.error("%s", error)
                continue
            found += [] if one is None else [one]
        return found

    def hasten_webhook(self, webhook: Webhook) -> int:
        """Make everything that waits for a webhook due now; return the number of events."""
        names = _due_keys(webhook)
        now = self.now()
        args: list[str | bytes | int] = [webhook.member]
        for position, stored in self._ask(("HGETALL", names[1])).items():
            entry = waiting_from(stored)
            if entry is not None:
                args += [position, stored, encode({**entry, "due": now})]
        return int(self._run(Call(WEBHOOK_HASTEN, names, args)))

    def delete_webhook(self, account: str, webhook: str) -> bool:
        """Delete a webhook with all its data; return ``False`` if there was none."""
        bucket = keys.bucket_of(account)
        names = [
            keys.webhooks(account),
            keys.webhook(account, webhook),
            keys.webhook_queue(account, webhook),
            keys.webhook_attempts(account, webhook),
            keys.webhooks_due(bucket),
            keys.webhooks_held(bucket),
        ]
        return bool(self._run(Call(WEBHOOK_DELETE, names, [webhook, f"{account}:{webhook}"])))

    def delete_webhooks(self, account: str) -> None:
        """Take all webhooks of an account away."""
        for one in self._ask(("SMEMBERS", keys.webhooks(account))):
            self.delete_webhook(account, text(one))

    def send_to_webhook(self, webhook: Webhook, position: str, entry: Waiting) -> Literal["waits", "full", "gone"]:
        """Queue one event for a webhook ahead of all others, due at once."""
        names = _due_keys(webhook)
        args: list[str | bytes | int] = [webhook.member, position, encode(entry), MOST_WAITING]
        outcome = int(self._run(Call(WEBHOOK_ENQUEUE, names, args)))
        return {1: "waits", 0: "full", -1: "gone"}[outcome]  # type: ignore[return-value]

    def webhook_attempts(self, account: str, webhook: str) -> list[Attempt]:
        """Return the records of attempts, newest first."""
        found: list[Attempt] = []
        for one in self._ask(("LRANGE", keys.webhook_attempts(account, webhook), 0, -1)):
            try:
                record: Attempt = decode(one)
                if record.keys() >= ATTEMPT:
                    found.append(record)
                    continue
            except READING:
                pass
            log.error("a record of webhook %s cannot be read", webhook)
        return found

    def webhooks_ready(self, now: int) -> list[int]:
        """Return the buckets with a webhook that is due, the longest overdue first; one round trip."""
        asked = [("ZRANGE", keys.webhooks_due(bucket), 0, 0, "WITHSCORES") for bucket in range(keys.BUCKETS)]
        names = [f"the webhooks of bucket {bucket}" for bucket in range(keys.BUCKETS)]
        found = self._ask_there(asked, names)
        due = [
            (float(reply[1]), bucket)
            for bucket, reply in enumerate(found)
            if not isinstance(reply, (Unreadable, Away)) and reply and float(reply[1]) <= now
        ]
        return [bucket for _, bucket in sorted(due)]

    def claim_webhooks(self, bucket: int, lease: int, limit: int) -> list[Held]:
        """Lease up to ``limit`` due webhooks for ``lease`` milliseconds."""
        names = [keys.webhooks_due(bucket), keys.webhooks_held(bucket)]
        ends, *found = self._run(Call(WEBHOOK_CLAIM, names, [lease, limit]), again=False)
        held: list[Held] = []
        for member in map(text, found):
            account, _, webhook = member.partition(":")
            if keys.ACCOUNT.fullmatch(account) and keys.WEBHOOK.fullmatch(webhook):
                held.append(Held(account, webhook, int(ends)))
            else:
                log.error("an entry that is due in bucket %d is not a webhook", bucket)
                self._ask(("ZREM", keys.webhooks_due(bucket), member))
        return held

    def webhook_queue(self, account: str, webhook: str) -> Queue:
        """Return the events waiting for a webhook."""
        found, rotten = {}, []
        for name, value in self._ask(("HGETALL", keys.webhook_queue(account, webhook))).items():
            entry = waiting_from(value)
            if entry is None:
                rotten.append(text(name))
            else:
                found[text(name)] = entry
        return Queue(dict(sorted(found.items(), key=lambda one: place_of(one[0]))), sorted(rotten))

    def take_events(self, held: Held, before: str, after: str, entries: Mapping[str, Waiting]) -> bool:
        """Queue events of the feed and move the cursor; return ``False`` if it was moved meanwhile, or the lease is over."""
        names = [
            keys.webhook(held.account, held.webhook),
            keys.webhook_queue(held.account, held.webhook),
            keys.webhooks_held(keys.bucket_of(held.account)),
        ]
        args: list[str | bytes | int] = [f"{held.account}:{held.webhook}", held.lease, before, after]
        for position, entry in entries.items():
            args += [position, encode(entry)]
        return bool(self._run(Call(WEBHOOK_TAKE, names, args)))

    def settle_event(
        self, webhook: Webhook, position: str, entry: Waiting | None, attempt: Attempt, **changes: Any
    ) -> bool:
        """Record an attempt; return ``False`` if the webhook is gone.

        :param entry: the event to keep in the queue, or None if it is finished.
        :param changes: changes to the webhook, dropped if its owner has changed it meanwhile.
        """
        names = [
            keys.webhook(webhook.account, webhook.id),
            keys.webhook_queue(webhook.account, webhook.id),
            keys.webhook_attempts(webhook.account, webhook.id),
        ]
        stored = fields_of(webhook, changes)
        args: Sequence[str | bytes | int] = [
            position,
            "" if entry is None else encode(entry),
            encode(attempt),
            RECORDS,
            KEPT,
            webhook.version,
            *flat({name: stored[name] for name in changes}),
        ]
        return bool(self._run(Call(WEBHOOK_SETTLE, names, args)))

    def finish_webhook(self, held: Held, not_before: int = 0) -> bool:
        """Give the lease back; the webhook is due again by itself, at ``not_before`` (ms) at the earliest."""
        bucket = keys.bucket_of(held.account)
        names = [
            keys.webhook(held.account, held.webhook),
            keys.webhook_queue(held.account, held.webhook),
            keys.webhooks_due(bucket),
            keys.webhooks_held(bucket),
            keys.feed_marks(held.account),
        ]
        args: list[str | bytes | int] = [f"{held.account}:{held.webhook}", held.lease, not_before, MOST_WAITING]
        return bool(self._run(Call(WEBHOOK_FINISH, names, args)))


def _due_keys(webhook: Webhook) -> list[str]:
    """Return the keys of a webhook, of its queue, and of its due set."""
    return [
        keys.webhook(webhook.account, webhook.id),
        keys.webhook_queue(webhook.account, webhook.id),
        keys.webhooks_due(keys.bucket_of(webhook.account)),
    ]
