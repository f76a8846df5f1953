"""Nobody can keep the entrance for mail busy: connections of one address are few, and idle ones end."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.workers.replies.corresponding import correspondence
from workers.replies import entrance


@contextmanager
def connected(port: int, address: str = "127.0.0.1") -> Iterator[bytes]:
    """Connect from an address of this machine; give what the server says first, nothing if it hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(address, 0)) as line:
        try:
            yield line.recv(200)
        except ConnectionResetError:
            yield b""


def test_one_address_cannot_keep_others_out(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "OF_ONE", 3)
    with correspondence(redis_url, tmp_path) as post, ExitStack() as idle:
        greeted = [idle.enter_context(connected(post.port)) for _ in range(3)]
        assert all(one.startswith(b"220 ") for one in greeted)
        with connected(post.port) as one_more:
            assert one_more == b""
        with connected(post.port, "127.0.0.2") as another:
            assert another.startswith(b"220 ")


def test_an_idle_connection_ends(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "SILENCE", 0.05)
    with (
        correspondence(redis_url, tmp_path) as post,
        socket.create_connection(("127.0.0.1", post.port), timeout=30) as line,
        line.makefile("rb") as said,
    ):
        assert said.read().startswith(b"220 ")  # read ends when the server hangs up
