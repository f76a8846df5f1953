"""waitress's event loop, asking only about connections where something has changed.

Its own asks every connection before every wait, which with a thousand of them costs more than the requests. What a
connection waits for changes by an event of its own, handled here, or by a thread at work for it, which says so.
"""

from __future__ import annotations

import selectors
from collections import deque
from typing import Any

from waitress import wasyncore

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Loop:
    """Waits for sockets of waitress (``connections``, by descriptor) and lets them handle what happens."""

    def __init__(self, connections: dict[int, Any]) -> None:
        self.connections = connections
        self.changed: deque[Any] = deque()
        """Sockets that may wait for something else than before; threads add to it and then pull the trigger."""
        self._selector = selectors.DefaultSelector()

    def step(self, timeout: float) -> None:
        """Wait for events, at most so many seconds, and have them handled."""
        while self.changed:
            self._look(self.changed.popleft())
        for key, events in self._selector.select(timeout):
            one = key.data
            if self.connections.get(key.fd) is not one:
                continue  # closed by an event before this one
            if events & READ:
                wasyncore.read(one)
            if events & WRITE and self.connections.get(key.fd) is one:
                wasyncore.write(one)
            self._look(one, key.fd)

    def look_at_all(self) -> None:
        """Ask every socket what it waits for, and forget those that are closed."""
        for key in list(self._selector.get_map().values()):
            if self.connections.get(key.fd) is not key.data:
                self._selector.unregister(key.fd)
        for one in list(self.connections.values()):
            self._look(one)

    def close(self) -> None:
        """Let the selector go."""
        self._selector.close()

    def _look(self, one: Any, fd: int | None = None) -> None:
        known = one._fileno if one._fileno is not None else fd
        if known is None:
            return
        key = self._selector.get_map().get(known)
        if key is not None and key.data is not one:
            if self.connections.get(known) is key.data:
                return  # what was asked about is closed, and its descriptor another's
            self._selector.unregister(known)
            key = None
        wanted = 0
        is_open: bool = self.connections.get(known) is one
        if is_open:
            wanted |= READ if one.readable() else 0
            wanted |= WRITE if one.writable() and not one.accepting else 0
        if key is None:
            if wanted:
                self._selector.register(known, wanted, one)
        elif not wanted:
            self._selector.unregister(known)
        elif wanted != key.events:
            self._selector.modify(known, wanted, one)


__all__ = ["Loop"]
