"""What is kept of a webhook, and of the events that wait for it: as typed values, and as fields of the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast, get_args

from service.store.encoding import decode
from service.store.reading import READING, members, reading, texts

WebhookState = Literal["unconfirmed", "active", "disabled"]
Settled = Literal["delivered", "retry", "failed", "missed"]


@dataclass(frozen=True)
class Webhook:
    """A webhook as it is stored. Times in milliseconds since 1970, 0: never.

    :ivar kinds: types of events that it wants; none: all.
    :ivar matches: matches of which it wants events; none: all.
    :ivar ordered: whether an event waits until the earlier ones of its match have arrived or were given up.
    :ivar reason: why it is disabled; ``why``: what the operator said who did it.
    :ivar version: counts changes by its owner.
    :ivar generation: which of its keys sign, counted from 1; those of the one before sign too until ``overlap_until``.
    :ivar link_secret: short name of the installation's link secret that its keys are made from.
    :ivar former_link_secret: the same for the generation before; empty: there was none.
    :ivar cursor: up to where the feed was taken into its queue.
    :ivar failures: attempts that failed since the last that did not; ``failing_since``: the first of them.
    :ivar slow: whether the last attempt took long.
    :ivar token: the token that it ends with; empty: it stays.
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

    @property
    def member(self) -> str:
        """Its name in the due set of its bucket."""
        return f"{self.account}:{self.id}"


class Waiting(TypedDict):
    """An event in a queue. ``attempts`` have failed; it is sent at ``due`` (ms)."""

    id: str
    event: dict[str, Any]
    match: str | None
    attempts: int
    due: int
    test: NotRequired[bool]


class Attempt(TypedDict):
    """The record of one attempt. Times and ``duration`` in milliseconds; ``status`` ``None``: there was no answer.

    ``answer`` is the beginning of a refusal's body, or what went wrong, in one line.
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
    """A leased webhook; ``lease`` is the end of the lease (ms) and proves whose it is."""

    account: str
    webhook: str
    lease: int


@dataclass(frozen=True)
class Queue:
    """What waits for a webhook by position, tests first, then in the order of the feed; ``rotten``: what cannot be read."""

    waiting: dict[str, Waiting] = field(default_factory=dict)
    rotten: list[str] = field(default_factory=list)


WAITING = members(Waiting)
ATTEMPT = members(Attempt)
"""The members that every record of an attempt has; those of an event in a queue are in ``WAITING``."""


def fields_of(webhook: Webhook, changes: Mapping[str, Any] | None = None) -> dict[str, str | int]:
    """Return what is stored of a webhook, with these members changed."""
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
    """Return a webhook of an account; ``None``: there is nothing of it. :raises Unreadable: when it is not what it should be."""
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
        )


def waiting_from(stored: bytes) -> Waiting | None:
    """Return an event of a queue; ``None``: it cannot be read."""
    try:
        entry: Waiting = decode(stored)
        return entry if not WAITING - entry.keys() else None
    except READING:
        return None


def place_of(position: str) -> tuple[int, int, str]:
    """Return where a position stands in the queue: tests, which are in no feed, come first."""
    first, _, second = position.partition("-")
    return (int(first), int(second), "") if first.isdigit() and second.isdigit() else (-1, 0, position)
