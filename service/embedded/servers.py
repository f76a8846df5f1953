"""The servers of connections: how many there may be, of one address and in all, and which of them are closed to let others in."""

from __future__ import annotations

import socket
from typing import Any

from waitress.server import BaseWSGIServer, TcpWSGIServer, UnixWSGIServer

from service.embedded.connections import Channel
from service.embedded.held import Hub
from service.networks import origin_of

CROWDED = 0.9
"""From this part of the connections on, those that have been idle for longest are closed to let others in."""
PER_ADDRESS = 256
"""Connections of one address (IPv6: of one /64) to one process; a proxy on this machine is not counted."""
AT_ONCE = 16
"""Connections accepted before those that wait are served again."""


class Server(BaseWSGIServer):  # type: ignore[misc]
    """What our servers on TCP and on Unix sockets have in common."""

    channel_class = Channel
    active_channels: dict[int, Channel]
    hub: Hub | None = None
    """Where connections are kept aside whose requests wait; ``None``: nowhere."""

    def handle_accept(self) -> None:
        """Take in a few connections: with many open, a round of the loop for each of them would be slow."""
        for _ in range(AT_ONCE):
            super().handle_accept()

    def accept(self) -> tuple[socket.socket, Any] | None:
        """Return a new connection and its address; ``None`` when there is none, or enough of that address."""
        taken: tuple[socket.socket, Any] | None = super().accept()
        if taken is None:
            return None
        origin = origin_of(self.fix_addr(taken[1])[0])
        if origin is not None and self._count(origin) >= PER_ADDRESS:
            taken[0].close()
            return None
        return taken

    def sweep(self, now: float) -> None:
        """Look at all connections: whose time is up, and whether there is room for others."""
        for channel in list(self.active_channels.values()):
            channel.sweep(now)
        too_many = len(self._map) - int(self.adj.connection_limit * CROWDED)
        if too_many > 0:
            for channel in sorted(self._idle(), key=lambda one: one.at_rest)[:too_many]:
                channel.hang_up()

    def close_idle(self) -> None:
        """Close the connections that have nothing to do: the server is ending."""
        for channel in self._idle():
            channel.hang_up()

    def _idle(self) -> list[Channel]:
        return [one for one in self.active_channels.values() if one.is_idle()]

    def _count(self, origin: str) -> int:
        return sum(one.origin == origin for one in self.active_channels.values())


class TcpServer(Server, TcpWSGIServer):  # type: ignore[misc]
    """Serves a TCP socket."""


class UnixServer(Server, UnixWSGIServer):  # type: ignore[misc]
    """Serves a Unix socket, whose callers have no address."""

    def fix_addr(self, _address: Any) -> tuple[str, None]:
        """Return an empty address, as WSGI servers do for such sockets."""
        return ("", None)


__all__ = ["Server", "TcpServer", "UnixServer"]
