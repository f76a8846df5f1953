"""Ports for servers that have to be told where to listen, so that nobody else gets one between the choice and the start."""

import random
import socket

# Below what the kernel gives away by itself (32768 and up on Linux): else somebody's connection might be there first.
LOWEST, HIGHEST = 15_000, 32_000


def free_port(companion: int = 0) -> int:
    """Return a port of the loopback address that nobody listens on; as long as this process lives no other test gets it.

    :param companion: the port so much further on has to be free, too, and is kept as well.
    """
    for port in random.Random().sample(range(LOWEST, HIGHEST - companion), 1_000):
        kept = _keep(port)
        other = _keep(port + companion) if kept is not None and companion else kept
        if kept is not None and other is not None:
            for one in {kept, other}:
                one.detach()
            return port
        if kept is not None:
            kept.close()
    raise OSError("no port is free")


def _keep(port: int) -> socket.socket | None:
    """Keep a port from other tests, if nobody listens on it."""
    kept = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Whoever holds the datagram port of the same number has the stream port, too.
        kept.bind(("127.0.0.1", port))
        with socket.create_server(("127.0.0.1", port)):
            return kept
    except OSError:
        kept.close()
        return None
