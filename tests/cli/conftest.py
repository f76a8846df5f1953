"""What the command's tests share."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.playing.test_play import Player
from tests.cli.served import Served


@pytest.fixture
def ada(live: Served, tmp_path: Path) -> Player:
    """A player who is logged in."""
    return Player(live, tmp_path, "Ada")


@pytest.fixture
def ben(live: Served, tmp_path: Path) -> Player:
    """Another one."""
    return Player(live, tmp_path, "Ben")


@pytest.fixture
def unused_port() -> Iterator[int]:
    """A port nobody listens on, and nobody can while the test runs."""
    with socket.socket() as kept:
        kept.bind(("127.0.0.1", 0))
        yield kept.getsockname()[1]
