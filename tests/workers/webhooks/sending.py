"""What tests of webhooks share: a desk whose requests need no network, and time that passes at once."""

import json
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import redis

from service.accounts.webhooks import Target
from service.context import Context
from service.store import keys
from service.store.accounts.webhooks import Settled, Webhook
from service.store.records import Account, Notice
from tests.given.published_document import check_event
from workers.webhooks.post import Answer, NotSent, Poster
from workers.webhooks.sender import Sender
from workers.webhooks.turn import Desk

SAID: dict[str, dict[str, Any]] = {
    "your-turn": {
        "decision": {"id": "r1.choose", "kind": "choose", "sealed": True, "optional": False},
        "deadline_at": None,
    },
    "over": {"outcome": None, "reason": "cancelled", "why": None},
}
"""What events say of their kind."""
MATCH, OTHER_MATCH = (f"00000000-0000-4000-8000-00000000000{number}" for number in (1, 2))


@dataclass
class Recipient:
    """Somebody who gets requests without a network; ``answers`` are given in turn, 204 when there are none left."""

    answers: list[Answer | NotSent] = field(default_factory=list)
    got: list[dict[str, Any]] = field(default_factory=list)
    asked: list[tuple[Target, Mapping[str, str], bytes]] = field(default_factory=list)
    whole: float = 10.0

    def post(self, target: Target, headers: Mapping[str, str], body: bytes) -> Answer:
        """Take a request."""
        self.asked.append((target, headers, body))
        answer = self.answers.pop(0) if self.answers else Answer(204)
        if isinstance(answer, NotSent):
            raise answer
        if 200 <= answer.status < 300:
            self.got.append(json.loads(body))
            check_event(self.got[-1])
        return answer

    @property
    def ids(self) -> list[str]:
        """The ids of the events that were taken, tests not among them."""
        return [one["id"] for one in self.got if one["type"] != "test"]


class TakesChats(Recipient):
    """A chat service without a network: it answers as it is made to, or else that it has taken the message."""

    def __init__(self, taken: bytes = b"{}", *answers: Answer) -> None:
        super().__init__(list(answers))
        self.taken = taken

    def post(
        self, target: Target, headers: Mapping[str, str], body: bytes, method: str = "POST", **_limits: Any
    ) -> Answer:
        """Take a request."""
        self.asked.append((target, headers, body))
        given = self.answers.pop(0) if self.answers else Answer(200, body=self.taken)
        assert isinstance(given, Answer)
        return given


def desk(context: Context, poster: Poster | Recipient) -> Desk:
    """Return what sending takes in this service."""
    return Desk(context.settings, context.store, context.links, cast(Poster, poster))


def send_all(context: Context, poster: Poster | Recipient | None = None) -> Counter[Settled]:
    """Send everything that is due; return how the attempts ended."""
    context.store.relay_all()
    return Sender(desk(context, poster or Recipient())).drain()


def make(context: Context, account: Account, *, active: bool = True, **changes: Any) -> Webhook:
    """Keep a webhook of an account, that has answered its test unless ``active`` is false."""
    webhook = Webhook(
        id=f"w_{secrets.token_hex(8)}",
        account=account.id,
        created=context.store.now(),
        state="active" if active else "unconfirmed",
        **{"url": "https://hooks.example/", "link_secret": context.links.key_id, **changes},
    )
    assert context.store.add_webhook(webhook, 10) == "added"
    return webhook


def now_is(context: Context, webhook: Webhook) -> Webhook:
    """Return the webhook as it is now."""
    found = context.store.webhook(webhook.account, webhook.id)
    assert found is not None
    return found


def tell(context: Context, account: Account, *events: str, match: str = MATCH, kind: str = "your-turn") -> None:
    """Let something happen to an account; ``events`` are the ids."""
    now = context.store.now()
    for number, event in enumerate(events, start=1):
        said = {"type": kind, "at": now, "match": match, "seat": 0, "n": number, **SAID[kind]}
        notice = Notice(
            id=event, kind=kind, account=account.id, match=match, seat=0, n=number, at=now, send_at=now, facts={},
            event=said,
        )  # fmt: skip
        context.store.notify([notice], keys.recipient_of(account.id, match))
    context.store.relay_all()


def attempts(context: Context, webhook: Webhook) -> list[tuple[str, str, int | None]]:
    """Return what became of the attempts: event, state, status; newest first."""
    found = context.store.webhook_attempts(webhook.account, webhook.id)
    return [(one["id"], one["state"], one["status"]) for one in found]


def pass_time(context: Context, account: str, webhook: str) -> None:
    """Let all waiting times of a webhook pass: back-off, pauses, leases of the dead."""
    bucket = keys.bucket_of(account)
    with redis.Redis.from_url(context.settings.redis_url) as client:
        queue = keys.webhook_queue(account, webhook)
        for position, text in client.hgetall(queue).items():
            client.hset(queue, position, json.dumps({**json.loads(text), "due": 0}))
        if client.exists(keys.webhook(account, webhook)):
            client.hset(keys.webhook(account, webhook), "pause_until", 0)
        client.zadd(keys.webhooks_due(bucket), {f"{account}:{webhook}": 0})
        client.hdel(keys.webhooks_held(bucket), f"{account}:{webhook}")
