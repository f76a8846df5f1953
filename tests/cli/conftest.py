"""What the command's tests share."""

import socket

import pytest


@pytest.fixture
def unused_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
