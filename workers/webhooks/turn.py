"""One webhook's turn: take new events from the feed, send those that are due, record the result of each.

An event leaves the queue only when it is recorded as delivered or given up. If the process dies before that, the event
stays, and the next lease holder sends it again: at least once, under the same id.

The schedule is pure: when an event is retried, when a webhook is paused, and when it is given up.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from engine.protocol.canon import canonical
from service.accounts.webhooks import BadTarget, Target, checked_url, signed_headers
from service.config.settings import Settings
from service.keys.signing import KeyMissing, Links
from service.notifications.events import TEST, published
from service.notifications.kinds import KINDS
from service.notifications.notices import tell_disabled
from service.store.accounts.events import StoredEvent
from service.store.accounts.webhooks import MOST_WAITING, Attempt, Held, Queue, Settled, Waiting, Webhook
from service.store.store import Store
from service.telemetry import tracing
from workers.deliver.lanes import retry_until_back
from workers.webhooks import chats
from workers.webhooks.post import Answer, NotSent, Poster

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000

DELAYS = tuple(seconds * SECOND for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
"""Delays after the first failure, the second and so on (ms); together a little over three days."""
SPREAD = 0.2
"""The fraction by which a delay varies, so that events that failed together do not return together."""
DISABLED_AFTER = 5 * DAY
"""How long a webhook may only fail before it is disabled (ms)."""
SPARED_AFTER = 3
FIRST_PAUSE, LONGEST_PAUSE = 30 * SECOND, HOUR
"""How long a webhook is paused after several failures in a row, for new events as well, growing each time (ms)."""
LONGEST_WISH = DAY
"""The longest wait that a receiver may request with ``Retry-After`` (ms)."""


def next_try(event: str, failures: int, now: int, wished: int = 0) -> int | None:
    """Return when an event that has failed this often is retried (ms), or None if it is given up.

    :param event: its id, from which the variation is derived, so that it is reproducible.
    :param wished: how long the receiver asked to wait (ms).
    """
    if failures > len(DELAYS):
        return None
    return now + max(spread(DELAYS[failures - 1], f"{event} {failures}"), min(wished, LONGEST_WISH))


def pause(webhook: str, failures: int, wished: int = 0) -> int:
    """Return for how long a webhook is paused after this many failures in a row (ms)."""
    if failures < SPARED_AFTER:
        own = 0
    else:
        own = spread(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - SPARED_AFTER, 20)), f"{webhook} {failures}")
    return max(own, min(wished, LONGEST_WISH))


def spread(delay: int, seed: str) -> int:
    """Return a delay varied by up to a fifth."""
    part = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") / 2**32
    return int(delay * (1 - SPREAD + 2 * SPREAD * part))


AT_ONCE = 20
TURN = 15.0
"""The most events, and the most seconds, before it is another webhook's turn."""
PATIENCE = 30.0
"""Seconds for which the result of an attempt is kept while the store is away; afterwards a delivered event is sent
again."""
PER_MINUTE = (120, 60)
"""How many requests a webhook gets in how many seconds."""
UNWANTED = HOUR
"""How long a webhook waits for the next look where the operator wants chats and no webhooks (ms)."""
TEST_REPEATS = 3
"""How often a test is repeated whose receiver asks to wait."""
SLOW = 2_000
"""Milliseconds after which an answer counts as slow."""
TOO_MANY, GONE = 429, 410
AGENT = f"siegelpost/{version('siegelpost')}"

log = logging.getLogger("siegelpost.webhooks")


@dataclass(frozen=True)
class Desk:
    """The parts needed to send a webhook's events."""

    settings: Settings
    store: Store
    links: Links
    poster: Poster
    elapsed: Callable[[], float] = time.monotonic


def serve(desk: Desk, held: Held) -> list[Settled]:
    """Serve one leased webhook and give the lease back; return the results of its attempts."""
    store, ended, until = desk.store, list[Settled](), desk.elapsed() + TURN
    webhook, not_before = _current(desk, held), 0
    if webhook is not None:
        taken = webhook if webhook.state != "active" else take_new(store, held, webhook, desk.settings.hold_off)
        queue = store.webhook_queue(held.account, held.webhook)
        _drop_rotten(store, webhook, queue)
        late: set[str] = set()
        unwanted = webhook.form == "webhook" and desk.settings.webhooks == "none"
        not_before = store.now() + UNWANTED if unwanted else chats.rests_until(store, webhook)
        for position, entry in due_of(taken, queue, store.now(), late):
            if unwanted or (not_before and not entry.get("test")):
                break
            now_there = _current(desk, held)
            if now_there is None or now_there.version != webhook.version or _rests(desk, now_there, entry):
                break
            if len(ended) == AT_ONCE or desk.elapsed() > until:
                break
            if desk.settings.rate_limits:
                allowance = store.hit("webhook", now_there.member, *PER_MINUTE)
                if not allowance.allowed:
                    not_before = store.now() + allowance.reset * 1000
                    break
            with tracing.span("webhook", parent="") as span:
                state = _Attempt(desk, now_there, position, entry).run()
                span.say(outcome=state)
            ended.append(state)
            if state == "retry":
                late.add(entry["match"] or position)
    store.finish_webhook(held, not_before)
    return ended


def take_new(store: Store, held: Held, webhook: Webhook, hold_off: int) -> Webhook:
    """Move new events from the feed into the queue, as long as there is room; return the updated webhook.

    :param hold_off: how long (ms) a chat waits with what a letter waits with, too: it may be answered meanwhile.
    """
    room = MOST_WAITING - len(store.webhook_queue(held.account, held.webhook).waiting)
    while room > 0:
        page = store.feed(held.account, webhook.cursor, room)
        if page.gone:
            _note_missed(store, webhook, "", "some events were not kept until this webhook could have them")
        if not page.events:
            break
        last, now = page.events[-1].position, store.now()
        later = 0 if webhook.form == "webhook" else hold_off
        entries = {one.position: waiting(one, now, later) for one in page.events if wants(webhook, one)}
        if not store.take_events(held, webhook.cursor, last, entries):
            break
        webhook, room = replace(webhook, cursor=last), room - len(entries)
        if not page.more:
            break
    return webhook


def wants(webhook: Webhook, stored: StoredEvent) -> bool:
    """Return whether a webhook wants an event."""
    kind, match = stored.event.get("type"), stored.event.get("match")
    return (not webhook.kinds or kind in webhook.kinds) and (not webhook.matches or match in webhook.matches)


def waiting(stored: StoredEvent, now: int, hold_off: int = 0) -> Waiting:
    """Convert an event to its form in the queue."""
    row = KINDS.get(str(stored.event.get("type")))
    due = now + hold_off if row is not None and row.urgency == "soon" else now
    return Waiting(id=stored.id, event=stored.event, match=stored.event.get("match"), attempts=0, due=due)


def due_of(webhook: Webhook, queue: Queue, now: int, late: set[str]) -> Iterable[tuple[str, Waiting]]:
    """Yield the events that may be sent now, in order.

    :param late: matches with a failed event; where order is kept, their later events wait.
    """
    for position, entry in queue.waiting.items():
        test = entry.get("test", False)
        if not test and webhook.state != "active":
            continue
        match = entry["match"] if webhook.ordered and not test else None
        if match is not None and match in late:
            continue
        if entry["due"] <= now:
            yield position, entry
        elif match is not None:
            late.add(match)


def _rests(desk: Desk, webhook: Webhook, entry: Waiting) -> bool:
    """Return whether the webhook is paused."""
    return not entry.get("test") and (webhook.state != "active" or webhook.pause_until > desk.store.now())


def _current(desk: Desk, held: Held) -> Webhook | None:
    """Return the webhook as it is now; one bound to a token is removed with it."""
    webhook = desk.store.webhook(held.account, held.webhook)
    if webhook is None or not webhook.token or desk.store.token(webhook.token) is not None:
        return webhook
    log.info("webhook %s ends with its token", webhook.id)
    desk.store.delete_webhook(held.account, held.webhook)
    return None


def _drop_rotten(store: Store, webhook: Webhook, queue: Queue) -> None:
    for position in queue.rotten:
        log.error("an event waiting for webhook %s cannot be read and is not sent", webhook.id)
        _note_missed(store, webhook, position, "what was stored of this event cannot be read")


def _note_missed(store: Store, webhook: Webhook, position: str, why: str) -> None:
    """Record that an event will never be sent, and remove it from the queue if it is there."""
    record = Attempt(
        id="", type="", at=store.now(), attempt=0, state="missed", status=None, duration=0, answer=why, retry_at=None
    )
    store.settle_event(webhook, position, None, record)


class _Attempt:
    """One attempt to send one event, and the consequences of its result."""

    def __init__(self, desk: Desk, webhook: Webhook, position: str, entry: Waiting) -> None:
        self._desk, self._webhook, self._position, self._entry = desk, webhook, position, entry
        self._began = desk.store.now()
        self._test = bool(entry.get("test"))

    def run(self) -> Settled:
        started = self._desk.elapsed()
        status, said, wished = None, "", 0
        try:
            answer = self._post()
            status, said, wished = answer.status, answer.excerpt, answer.wished
        except NotSent as error:
            said = str(error)
        except chats.NoNews as error:
            return self._settle("missed", None, str(error), 0, None, {})
        except chats.Later as error:
            return self._settle("retry", None, "it waits a little", 0, error.at, {})
        duration = max(0, int((self._desk.elapsed() - started) * 1000))
        if status is not None and 200 <= status < 300:
            return self._delivered(status, duration)
        if status is not None and 300 <= status < 400:
            said = "redirects are not followed: give the address where it leads"
        return self._failed(status, said, wished, duration)

    def _post(self) -> Answer:
        webhook, entry = self._webhook, self._entry
        if webhook.form != "webhook":
            return chats.post(
                self._desk.settings, self._desk.store, self._desk.links, self._desk.poster, webhook, entry
            )
        try:
            target: Target = checked_url(webhook.url, self._desk.settings.webhooks)
        except BadTarget as error:
            raise NotSent(f"its address {error}") from error
        cursor = webhook.cursor if self._test else self._position
        body = canonical(published(cursor, entry["id"], entry["event"]))
        try:
            signed = signed_headers(self._desk.links, webhook, entry["id"], self._desk.store.now(), body)
        except KeyMissing as error:
            raise NotSent("its keys were given up with a key of this server: rotate its secret") from error
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"{AGENT} (+{self._desk.settings.public_url})",
            **signed,
        }
        return self._desk.poster.post(target, headers, body)

    def _delivered(self, status: int, duration: int) -> Settled:
        changes: dict[str, Any] = {"failures": 0, "failing_since": 0, "pause_until": 0, "slow": duration > SLOW}
        if self._test and self._webhook.state != "active":
            # From here on: what came before is in the feed, and can be sent again on wish.
            changes |= {"state": "active", "reason": "", "cursor": self._feed_end()}
        return self._settle("delivered", status, "", duration, None, changes)

    def _failed(self, status: int | None, said: str, wished: int, duration: int) -> Settled:
        webhook, entry, now = self._webhook, self._entry, self._desk.store.now()
        if self._test:
            repeats = (status == TOO_MANY or wished) and entry["attempts"] < TEST_REPEATS
            again = next_try(entry["id"], entry["attempts"] + 1, now, wished) if repeats else None
            return self._settle("failed" if again is None else "retry", status, said, duration, again, {"slow": True})
        failures, since = webhook.failures + 1, webhook.failing_since or now
        changes: dict[str, Any] = {
            "failures": failures,
            "failing_since": since,
            "pause_until": now + pause(webhook.id, failures, wished),
            "slow": duration > SLOW,
        }
        gone = status == GONE or (webhook.form != "webhook" and status in chats.GONE and failures >= chats.REFUSALS)
        reason = "gone" if gone else "failing" if now - since >= DISABLED_AFTER else ""
        again = None if reason else next_try(entry["id"], entry["attempts"] + 1, now, wished)
        ended = self._settle("failed" if again is None else "retry", status, said, duration, again, changes)
        if reason:
            # First: if the process dies in between, the notice is repeated under the same id.
            tell_disabled(self._desk.store, webhook, reason, since, occasion=str(since))
            self._desk.store.change_webhook(webhook, forget=True, state="disabled", reason=reason)
        return ended

    def _feed_end(self) -> str:
        return self._desk.store.feed_ends([self._webhook.account])[0]

    def _settle(
        self, state: Settled, status: int | None, said: str, duration: int, again: int | None, changes: dict[str, Any]
    ) -> Settled:
        entry = self._entry
        record = Attempt(
            id=entry["id"],
            type=str(entry["event"].get("type", TEST)),
            at=self._began,
            attempt=entry["attempts"] + 1,
            state=state,
            status=status,
            duration=duration,
            answer=said,
            retry_at=again,
        )
        later = None if again is None else Waiting(**{**entry, "attempts": entry["attempts"] + 1, "due": again})
        settle = self._desk.store.settle_event
        retry_until_back(lambda: settle(self._webhook, self._position, later, record, **changes), PATIENCE)
        return state
