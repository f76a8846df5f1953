"""The connections of one process to the model of a server: redis-py's client and pool, with lines through the world as sockets.

As on a socket, replies come in the order of what was asked, and one that nobody has read is still there for whoever reads next.
"""

import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import hiredis
import redis
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NoAnswer

from tests.campaigns.simulation.model.server import Request, Server
from tests.campaigns.simulation.world import Process, Waiter, World

TIMEOUT = 5.0
"""Seconds that a client waits for an answer, as the product's does."""


@dataclass(frozen=True)
class Trouble:
    """What happens to one request on its way: nothing arrives, a part arrives, the reply is lost; or it only takes long.

    :ivar interrupted: who waits for the reply is interrupted, as RQ does with a job whose time is up.
    """

    lost: bool = False
    part: bool = False
    deaf: bool = False
    slow: float = 0.0
    interrupted: BaseException | None = None


NONE = Trouble()


class Line:
    """A connection, as much of it as redis-py's pool and the store use."""

    def __init__(
        self, world: World, process: Process, server: Server, trouble: Callable[[], Trouble | None], **_: object
    ) -> None:
        self.pid = os.getpid()
        self._world, self._process, self._server, self._trouble = world, process, server, trouble
        self._ends: _Ends | None = None
        self._interrupted: BaseException | None = None

    @property
    def is_connected(self) -> bool:
        """Whether this end has not hung up."""
        return self._ends is not None

    def connect(self) -> None:
        """Connect. :raises ConnectionError: when the server does not run."""
        if self._ends is None:
            self._process.check()
            if not self._server.up:
                raise NotConnected("refused")
            self._ends = _Ends(self._server.life)

    def disconnect(self, *_: object) -> None:
        """Hang up: what comes now is read by nobody."""
        self._ends = None

    def should_reconnect(self) -> bool:
        """Nobody asks for that."""
        return False

    def re_auth(self) -> None:
        """Nobody logs in."""

    def can_read(self, timeout: float = 0) -> bool:
        """Return whether a reply waits that nobody has read, or the other end has hung up."""
        return self._ends is not None and (bool(self._ends.replies) or self._ends.life != self._server.life)

    def send_packed_command(self, packed: list[bytes], check_health: bool = True) -> None:
        """Send commands as they go over the line. :raises ConnectionError: when the other end has hung up."""
        words = _unpacked(packed)
        self._process.check()
        self.connect()
        world, ends = self._world, self._ends
        assert ends is not None
        if ends.life != self._server.life:
            raise self._hung_up("reset")
        trouble, chance = self._trouble() or NONE, world.chance
        only = chance.randrange(len(words)) if trouble.part else None
        way = chance.uniform(0.0001, 0.0008)
        self._interrupted = trouble.interrupted

        def answer(replies: list[Any] | Exception) -> None:
            world.after(way, lambda: ends.come(replies))

        if trouble.lost:
            world.after(way, lambda: ends.come(NotConnected("reset")))
        else:
            request = Request(words, answer, only, trouble.deaf)
            world.after(way + trouble.slow, lambda: self._server.take(request))

    def read_response(self, **_: object) -> Any:
        """Return the next reply. :raises RedisError: as it."""
        ends = self._ends
        assert ends is not None, "somebody reads where nobody has asked"
        interrupted, self._interrupted = self._interrupted, None
        if interrupted is not None:
            raise interrupted
        if not ends.replies:
            ends.waiter = Waiter(self._world)
            ends.waiter.wait(TIMEOUT)
            ends.waiter = None
            self._process.check()
        if not ends.replies:
            self.disconnect()
            raise NoAnswer("Timeout reading from socket")
        reply = ends.replies.popleft()
        if isinstance(reply, ResponseError):
            raise reply
        if isinstance(reply, Exception):
            raise self._hung_up(str(reply))
        return reply.encode() if type(reply) is str else reply

    def _hung_up(self, how: str) -> NotConnected:
        self.disconnect()
        return NotConnected(how)


class _Ends:
    """What two ends share from when they connect until one of them hangs up."""

    def __init__(self, life: int) -> None:
        self.life = life
        self.replies: deque[Any] = deque()
        self.waiter: Waiter | None = None

    def come(self, replies: list[Any] | Exception) -> None:
        """Let replies arrive, or the end of the connection."""
        self.replies.extend([replies] if isinstance(replies, Exception) else replies)
        if self.waiter is not None:
            self.waiter.set(True)


def _unpacked(packed: list[bytes]) -> list[list[bytes]]:
    """Return commands as they were before they went over the line."""
    reader = hiredis.Reader()
    for one in packed:
        reader.feed(one)
    words = []
    while (command := reader.gets()) is not False:
        words.append(command)
    return words


def wire(world: World, process: Process, server: Server, trouble: Callable[[], Trouble | None]) -> redis.Redis:
    """Return a client of redis-py whose connections are lines."""
    line: Any = partial(Line, world, process, server, trouble)
    return redis.Redis(connection_pool=redis.ConnectionPool(line, max_connections=10_000, protocol=2))
