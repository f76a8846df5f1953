"""A real Redis server of one's own, with the settings the store demands; it can be killed and started again."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import redis

from service.serve.redis_server import find_server
from service.store.append_only import mend
from service.store.connection.durability import LARGEST_INTSET

PATIENCE = 30.0
"""Seconds until a server that does not answer counts as broken."""


def redis_binary() -> str:
    """Return the server that ``serve`` would start; ``SIEGELPOST_TEST_SERVER`` names another (an older Redis, say)."""
    return os.environ.get("SIEGELPOST_TEST_SERVER") or str(find_server().path)


def version_of(binary: str) -> tuple[int, ...]:
    """Return the version of a server."""
    told = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"v=(\d+)\.(\d+)", told)
    assert found, told
    return int(found[1]), int(found[2])


class RedisServer:
    """One server with an append-only file in ``directory``, fsync on every write."""

    def __init__(self, directory: Path, *, mended: bool = True) -> None:
        """``mended``: the file is made whole before each start, as ``serve`` does; an operator's own Redis is not."""
        self._mended = mended
        self.directory = directory
        # The path of a unix socket may have about 100 bytes; pytest's directories can be longer.
        self._sockets = tempfile.mkdtemp(prefix="sp-")
        self.socket = f"{self._sockets}/redis.sock"
        self.url = f"unix://{self.socket}"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The running server's process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def append_only_file(self) -> Path:
        """Where the server keeps its writes (one file before Redis 7, the growing part of several since)."""
        single = self.directory / "appendonly.aof"
        if single.is_file():
            return single
        return max((self.directory / "appendonlydir").glob("*.incr.aof"))

    def command(self) -> list[str]:
        """Return the command line that starts it."""
        return [
            redis_binary(), "--port", "0", "--unixsocket", self.socket, "--dir", str(self.directory),
            "--appendonly", "yes", "--appendfsync", "always", "--no-appendfsync-on-rewrite", "no",
            "--maxmemory-policy", "noeviction", "--save", "", "--daemonize", "no",
            f"--{LARGEST_INTSET[0]}", str(LARGEST_INTSET[1]),
        ]  # fmt: skip

    def start(self) -> None:
        """Start it and wait until it answers, with its data loaded."""
        if self._mended:
            mend(self.directory)
        command = [*self.command(), "--logfile", str(self.directory / "redis.log")]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        with redis.Redis.from_url(self.url) as client:
            while True:
                try:
                    client.ping()
                    return
                except (redis.ConnectionError, redis.TimeoutError):
                    assert self._process.poll() is None, f"redis-server ended: {self.log()}"
                    assert time.monotonic() < until, "redis-server does not answer"
                    time.sleep(0.005)

    def kill(self) -> None:
        """End it as a crash does: SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in order."""
        self._end(signal.SIGTERM)

    def remove(self) -> None:
        """End it and forget its socket."""
        if self._process is not None:
            self.kill()
        shutil.rmtree(self._sockets, ignore_errors=True)

    def log(self) -> str:
        """Return the last lines of its log."""
        return (self.directory / "redis.log").read_text(errors="replace")[-2000:]

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            os.kill(self._process.pid, how)
        self._process.wait(PATIENCE)
        self._process = None
