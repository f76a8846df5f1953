"""Ports for servers that have to be told where to listen, so that nobody else gets one between the choice and the start."""

from __future__ import annotations

import random
import socket

# Below what the kernel gives away by itself (32768 and up on Linux): else somebody's connection might be there first.
LOWEST, HIGHEST = 15_000, 32_000


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on; as long as this process lives no other test gets it."""
    for port in random.Random().sample(range(LOWEST, HIGHEST), 1_000):
        kept = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            # Whoever holds the datagram port of the same number has the stream port, too.
            kept.bind(("127.0.0.1", port))
            with socket.create_server(("127.0.0.1", port)):
                pass
        except OSError:
            kept.close()
            continue
        kept.detach()
        return port
    raise OSError("no port is free")


__all__ = ["free_port"]
