"""Serve due webhooks: each is leased and gets its own thread, and none holds up another.

Everything is bounded: the threads in total, those for failing, slow or unproven webhooks, those of one account, and
those to one host. A webhook without a free thread is put off for a moment. The threads are daemons of the clock's
process, and may die with it at any time: then leases end, and unrecorded events are sent again.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from service.accounts.webhooks import BadTarget, checked_url
from service.context import Context
from service.store.accounts.webhooks import Held, Settled, Webhook
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.telemetry.counts import WEBHOOKS
from workers.webhooks.post import Poster, tls_context
from workers.webhooks.turn import Desk, serve

EVERY, IDLE = 0.5, 5.0
"""Seconds between two looks for due webhooks: the minimum, and the maximum while nothing happens and the bell does not
ring."""
AFTER_RING = 0.1
"""Seconds between the bell and the look: an act rings before its step is written, so an immediate look would find
nothing and be followed by the next only after ``EVERY``."""
LEASE = 60_000
"""How long a webhook is leased to a process that does not report back (ms): longer than any turn takes. A live process
gives it back, after an outage of the store as soon as it is over."""
PLACES = 16
FOR_LAME = 8
"""The most places for webhooks that fail, are slow, or have not answered yet."""
PER_ACCOUNT, PER_HOST = 3, 4
PUT_OFF, UNREADABLE_WAIT = 2_000, 600_000
"""How long a webhook waits if there is no place for it, and if it cannot be read (ms)."""

log = logging.getLogger("siegelpost.webhooks")


class Sender:
    """Leases webhooks and serves them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._busy: dict[Held, tuple[bool, str, str]] = {}
        self._lock = threading.Lock()
        self._rung = threading.Event()
        self._kept: list[Held] = []

    def ring(self) -> None:
        """Announce that there may be something to send."""
        self._rung.set()

    def rest(self) -> None:
        """Sleep until it is worth looking again."""
        time.sleep(EVERY)
        if not self._busy and self._rung.wait(IDLE):
            time.sleep(AFTER_RING)
        self._rung.clear()

    def look(self, start: Callable[[Callable[[], None]], None]) -> int:
        """Begin the turns of due webhooks, as far as there are places; return how many.

        :param start: runs a turn, in a thread or at once.
        :raises StoreUnavailable: when the store does not answer.
        """
        store, begun = self._desk.store, 0
        self._give_back()
        for bucket in store.webhooks_ready(store.now()):
            room = PLACES - len(self._busy)
            if room <= 0:
                break
            claimed = store.claim_webhooks(bucket, LEASE, room)
            self._kept += claimed
            for held in claimed:
                wait = self._enter(held)
                if wait is None:
                    self._kept.remove(held)
                    begun += 1
                    start(partial(self._serve, held))
                else:
                    store.finish_webhook(held, store.now() + wait)
                    self._kept.remove(held)
        return begun

    def _give_back(self) -> None:
        """Give back the leases of webhooks that could not be served because the store was away: they are due at once."""
        while self._kept:
            self._desk.store.finish_webhook(self._kept[0])
            self._kept.pop(0)

    def drain(self) -> Counter[Settled]:
        """Serve everything due, one after the other; return the number of attempts by result."""
        ended: Counter[Settled] = Counter()
        store = self._desk.store
        while ready := store.webhooks_ready(store.now()):
            for bucket in ready:
                for held in store.claim_webhooks(bucket, LEASE, PLACES):
                    ended.update(serve(self._desk, held))
        return ended

    def _enter(self, held: Held) -> int | None:
        """Take a place; return how long to wait (ms) if there is none for this webhook."""
        try:
            webhook = self._desk.store.webhook(held.account, held.webhook)
        except Unreadable as error:
            log.error("%s", error)
            return UNREADABLE_WAIT
        lame = webhook is not None and is_lame(webhook)
        host = "" if webhook is None else _host(webhook)
        with self._lock:
            places = list(self._busy.values())
            crowded = (
                (lame and sum(one[0] for one in places) >= FOR_LAME)
                or sum(one[1] == held.account for one in places) >= PER_ACCOUNT
                or (bool(host) and sum(one[2] == host for one in places) >= PER_HOST)
            )
            if not crowded:
                self._busy[held] = (lame, held.account, host)
            return PUT_OFF if crowded else None

    def _serve(self, held: Held) -> None:
        """Serve one webhook; a failure affects no other, and is retried when the lease ends."""
        try:
            for ended in serve(self._desk, held):
                WEBHOOKS.labels(ended).inc()
        except StoreUnavailable:
            self._kept.append(held)  # its connection has said so
        except Exception as error:
            log.error("webhook %s could not be served: %s", held.webhook, type(error).__name__)
        finally:
            with self._lock:
                self._busy.pop(held, None)


def _host(webhook: Webhook) -> str:
    """Return a webhook's host in normalized form, regardless of the port; empty if its address is invalid."""
    try:
        return checked_url(webhook.url, "any").host
    except BadTarget:
        return ""


def is_lame(webhook: Webhook) -> bool:
    """Return whether a webhook may take long: it fails, was slow the last time, or has never answered."""
    return webhook.state != "active" or webhook.failures > 0 or webhook.slow


def start_sender(context: Context) -> Sender | None:
    """Send to webhooks and chats from threads of this process, unless the installation has neither."""
    settings = context.settings
    if settings.webhooks == "none" and not settings.chats:
        return None
    sender = Sender(Desk(settings, context.store, context.links, Poster(settings.webhooks, tls_context())))
    threading.Thread(target=send_for_ever, args=(sender,), name="webhooks", daemon=True).start()
    return sender


def send_for_ever(sender: Sender) -> None:
    """Look again and again; wait out outages of the store."""
    while True:
        with suppress(StoreUnavailable):
            try:
                sender.look(_in_thread)
            except Unreadable as error:
                log.error("the webhooks that are due cannot be read: %s", error)
        sender.rest()


def _in_thread(turn: Callable[[], None]) -> None:
    threading.Thread(target=turn, name="webhook", daemon=True).start()
