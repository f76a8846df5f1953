"""Webhooks of the world: servers of players who are told what happens; they refuse, hang, or take an event and do not say so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from service.accounts.webhooks import Target
from service.context import Context
from service.store.accounts.webhooks import Webhook
from service.store.records import Account
from tests.campaigns.simulation.faults import Faults
from tests.campaigns.simulation.world import Broken, World
from workers.webhooks.post import WHOLE, Answer, NotSent

Event = dict[str, Any]
ON_ITS_WAY = 1.0
"""Seconds within which what was about to be sent when an account was deleted may still come."""


@dataclass
class Receivers:
    """All servers of players, in place of :class:`workers.webhooks.post.Poster`.

    :ivar taken: what each path was sent, oldest first.
    :ivar latest: when each path was last asked (s).
    """

    world: World
    faults: Faults
    taken: dict[str, list[Event]] = field(default_factory=dict)
    latest: dict[str, float] = field(default_factory=dict)
    made: list[Webhook] = field(default_factory=list)

    def post(self, target: Target, headers: Mapping[str, str], body: bytes) -> Answer:
        """Take a request. :raises NotSent: when there is no answer."""
        self.latest[target.path] = self.world.now
        self.world.pause(self.world.chance.uniform(0.01, 0.3))
        if self.faults.strikes("receivers refuse"):
            return Answer(self.world.chance.choice([500, 503, 404]))
        hangs = self.faults.strikes("receivers hang")
        if not hangs or self.world.chance.random() < 0.5:
            self.taken.setdefault(target.path, []).append(orjson.loads(body))
        if hangs:
            self.world.pause(WHOLE)
            raise NotSent("it did not answer in time")
        return Answer(204)

    def make(self, context: Context, account: Account) -> None:
        """Make a webhook of an account, confirmed already; made again, it is the same."""
        name = f"w_{account.id[2:18]}"
        webhook = Webhook(
            id=name, account=account.id, url=f"https://players.example/{name}", created=context.store.now(), ordered=True,
            state="active", link_secret=context.links.key_id,
        )  # fmt: skip
        context.store.add_webhook(webhook, 10)
        if all(one.id != name for one in self.made):
            self.made.append(webhook)

    def check(self, context: Context, departed: Mapping[str, float]) -> None:
        """Compare what each was told with what happened; those of deleted accounts must be gone.

        :param departed: when the deletion of each account was answered (s).
        :raises Broken: when an event got lost, came too early, or was sent for an account that is deleted.
        """
        for webhook in self.made:
            if webhook.account in departed:
                self._check_ended(context, webhook, departed[webhook.account])
                continue
            now = context.store.webhook(webhook.account, webhook.id)
            if now is None:
                raise Broken(f"webhook {webhook.id} is not there")
            waiting = {one["id"] for one in context.store.webhook_queue(webhook.account, webhook.id).waiting.values()}
            page = context.store.feed(webhook.account, webhook.cursor, 10_000)
            told = list(dict.fromkeys(one["id"] for one in self.taken.get(f"/{webhook.id}", [])))
            happened = [(one.id, one.event.get("match")) for one in page.events]
            untaken = {one.id for one in context.store.feed(webhook.account, now.cursor, 10_000).events}
            for event, _ in happened:
                if event not in told and event not in waiting and event not in untaken:
                    raise Broken(f"webhook {webhook.id} was not told {event}")
            for match in {match for _, match in happened}:
                order = [event for event, of in happened if of == match and event in told]
                if order != [event for event in told if event in order]:
                    raise Broken(f"webhook {webhook.id} was told about {match} in another order")

    def _check_ended(self, context: Context, webhook: Webhook, since: float) -> None:
        store, latest = context.store, self.latest.get(f"/{webhook.id}", 0.0)
        if store.webhook(webhook.account, webhook.id) or store.webhook_queue(webhook.account, webhook.id).waiting:
            raise Broken(f"webhook {webhook.id} is still there, and its account is deleted")
        if latest > since + ON_ITS_WAY:
            raise Broken(
                f"webhook {webhook.id} was sent something {latest - since:.1f} s after its account was deleted"
            )
