"""The bell: tells waiting processes that something is new, so that they need not poll.

It rings through the queue's Redis and carries names only: of accounts whose feeds have grown, of matches whose logs
have. A ring may get lost, so waiting processes also look now and then, and at once after an outage of the bell.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from functools import lru_cache

import redis

from service.store.connection.addresses import is_many
from service.store.connection.one import client_of

CHANNEL = "siegelpost:bell"
CLOCK = "clock"
"""The name to ring for the clock alone, which hears every ring: something will be due soon."""
TIMEOUT = 0.5
AGAIN = 1.0
"""Seconds until a listener that lost the bell tries to hear it again."""
QUIET = 10.0
"""Seconds of silence after which a listener checks the connection, and seconds that it waits for the answer."""
QUIET_WITH_SENTINELS = 3.0
"""The same where the queue's server may be replaced: a dead machine closes no connection."""
AT_ONCE = 500
"""Names in one ring."""

log = logging.getLogger("siegelpost.bell")


def ring(queue_url: str, names: Iterable[str]) -> None:
    """Tell all processes waiting for one of these accounts or matches. A queue that does not answer is ignored."""
    some = sorted(set(names))
    try:
        for start in range(0, len(some), AT_ONCE):
            _connection(queue_url).publish(CHANNEL, " ".join(some[start : start + AT_ONCE]))
    except (redis.RedisError, OSError) as error:
        log.debug("the bell is silent: %s", type(error).__name__)


class Listener:
    """Hears the bell, in a thread of its own, until it is closed."""

    def __init__(self, queue_url: str, heard: Callable[[list[str]], None], missed: Callable[[], None]) -> None:
        """Listen.

        :param heard: called with the names of each ring.
        :param missed: called whenever rings may have been missed: at the start, and after each outage of the bell.
        """
        self._url, self._heard, self._missed = queue_url, heard, missed
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="bell", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening; returns at once, and the thread ends with the next ring or silence."""
        self._over.set()

    def _listen(self) -> None:
        while not self._over.is_set():
            try:
                self._hear()
            except (redis.RedisError, OSError) as error:
                log.debug("the bell cannot be heard: %s", type(error).__name__)
                self._over.wait(AGAIN)

    def _hear(self) -> None:
        quiet = QUIET_WITH_SENTINELS if is_many(self._url) else QUIET
        with client_of(self._url, socket_timeout=quiet, socket_connect_timeout=TIMEOUT) as connection:
            line = connection.pubsub(ignore_subscribe_messages=False)
            line.subscribe(CHANNEL)
            asked = False
            while not self._over.is_set():
                message = line.get_message(timeout=quiet)
                if message is None:
                    if asked:
                        raise redis.ConnectionError(
                            "the connection is dead: nothing has arrived for a while, not even an answer"
                        )
                    line.ping()
                    asked = True
                    continue
                asked = False
                if message["type"] == "subscribe":
                    self._missed()
                elif message["type"] == "message":
                    self._heard(message["data"].decode("utf-8", "replace").split())


@lru_cache(maxsize=8)
def _connection(queue_url: str) -> redis.Redis:
    return client_of(queue_url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
