"""A snapshot of the servers of a store, taken through their addresses, as replicas take it: of one server or of a cluster's.

All servers are kept from writing for the moment in which they begin their snapshots, so that together these show one moment,
also of a cluster: an act is in the snapshot with everything that follows from it, or not at all. Clients wait meanwhile, some
milliseconds, and nothing is refused.

Each server sends a file in its snapshot format (RDB): nine bytes with the format's version, any number of parts, an end mark
and a checksum. What comes between the version and the end may be joined in any order, so the files of a cluster become one,
which a single server reads, too. A checksum of zero means that there is none; whoever keeps the file has to protect it.
"""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, NamedTuple, cast

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import RedisClusterException
from redis.retry import Retry

from service.store.connection.addresses import parse
from service.store.connection.durability import facts_of
from service.store.connection.one import client_of, milliseconds, packed

HEAD, END, CHECKSUM = 9, b"\xff", 8
"""The bytes of a snapshot's head, its end mark, and the bytes of its checksum."""
BUSY = ("rdb_bgsave_in_progress", "aof_rewrite_in_progress")
LIMITS = {"socket_timeout": 5.0, "socket_connect_timeout": 2.0}
PAUSE = 3.0
"""The longest time (s) for which servers take no writes; they go on by themselves after it."""
PATIENCE = 600.0
"""Seconds to wait for a server that is writing its file anew, and for the next bytes of a snapshot."""
PIECE = 1 << 20


class NoSnapshot(RuntimeError):
    """A snapshot could not be taken; the message says why and what to do."""


def fetch(url: str, file: Path) -> int:
    """Write a snapshot of the servers at an address to a file; return the moment that it shows (ms).

    The address's user needs ``psync``, ``replconf`` and ``client|pause``.

    :raises BadAddress: for a malformed address.
    :raises NoSnapshot: when a server does not answer, refuses, or fails.
    :raises OSError: when the file cannot be written.
    """
    try:
        with ExitStack() as stack:
            servers = _primaries(url, stack)
            taken, streams = _begin(servers, stack)
            parts = [file.with_name(f"{file.name}.{number}") for number in range(len(streams))]
            for part, stream in zip(parts, streams, strict=True):
                _receive(stream, part)
            if len(_primaries(url, stack)) != len(servers):
                raise NoSnapshot("the cluster was rearranged meanwhile: try again")
            _join(parts, file)
    except (redis.RedisError, RedisClusterException) as error:
        raise NoSnapshot(f"the servers of the store refuse, or do not answer: {type(error).__name__}") from error
    return taken


def _primaries(url: str, stack: ExitStack) -> list[redis.Redis]:
    """Return a client of each server that takes writes."""
    address = parse(url)
    alone = {"retry": Retry(NoBackoff(), 0), "protocol": 2, **LIMITS}
    if address.kind != "cluster":
        return [stack.enter_context(client_of(url, **LIMITS))]
    nodes = [ClusterNode(host, port) for host, port in address.hosts]
    options = {**address.options, **alone}
    known = RedisCluster(startup_nodes=nodes, require_full_coverage=True, **options)
    stack.callback(known.close)
    places = sorted((str(one.host), int(one.port)) for one in known.get_primaries())
    return [stack.enter_context(redis.Redis(host=host, port=port, **options)) for host, port in places]


class Stream(NamedTuple):
    """A connection on which a snapshot comes, and the file that reads from it."""

    socket: socket.socket
    read: IO[bytes]


def _begin(servers: Sequence[redis.Redis], stack: ExitStack) -> tuple[int, list[Stream]]:
    """Have all servers begin their snapshots at one moment; return it (ms), and the streams in which they come."""
    end = time.monotonic() + PATIENCE
    while any(map(_is_busy, servers)):
        if time.monotonic() > end:
            raise NoSnapshot("a server of the store has been writing its file anew for minutes: try again later")
        time.sleep(0.1)
    asked = [stack.enter_context(_follower(one)) for one in servers]
    with _paused(servers):
        taken = min(milliseconds(one.execute_command("TIME")) for one in servers)
        if any(map(_is_busy, servers)):
            raise NoSnapshot("a server of the store has just begun to write its file anew: try again")
        for stream in asked:
            stream.socket.sendall(packed([("PSYNC", "?", "-1")]))
        for stream in asked:
            _expect(_line(stream), b"+FULLRESYNC ")  # said once its snapshot has begun
    return taken, asked


def _is_busy(server: redis.Redis) -> bool:
    facts = facts_of(server.execute_command("INFO", "persistence"))
    return any(int(facts.get(name, 0)) for name in BUSY)


@contextmanager
def _paused(servers: Sequence[redis.Redis]) -> Iterator[None]:
    """Keep servers from writing; :raises NoSnapshot: when they went on by themselves before the end."""
    begun = time.monotonic()
    try:
        for one in servers:
            one.execute_command("CLIENT", "PAUSE", int(PAUSE * 1000), "WRITE")
        yield
        if time.monotonic() - begun >= PAUSE:
            raise NoSnapshot("the servers of the store took too long to begin their snapshots: try again")
    finally:
        for one in servers:
            one.execute_command("CLIENT", "UNPAUSE")


@contextmanager
def _follower(server: redis.Redis) -> Iterator[Stream]:
    """Connect to a server as a replica that wants no more than its snapshot."""
    connection = server.connection_pool.get_connection()
    try:
        connection.send_packed_command([packed([("REPLCONF", "rdb-only", "1")])])
        try:
            connection.read_response()
        except redis.ResponseError as error:
            if isinstance(error, redis.exceptions.NoPermissionError):
                raise NoSnapshot(REFUSED) from error
            # An older server goes on with what follows, which nobody reads.
        # The library reads only replies, and a snapshot is not a reply.
        opened = cast(socket.socket, connection._sock)
        opened.settimeout(PAUSE)
        with opened.makefile("rb") as read:
            yield Stream(opened, read)
    except OSError as error:
        raise NoSnapshot(f"a server of the store did not send its snapshot: {error}") from error
    finally:
        connection.disconnect()
        server.connection_pool.release(connection)


REFUSED = (
    "the user of REDIS_URL may not copy the store: name one with the rights +psync +replconf, as 'operator' in "
    "deploy/three-machines/state.conf"
)
LONGEST_LINE = 200


def _line(stream: Stream) -> bytes:
    """Return the next line that is not empty: a server sends empty ones while it works."""
    while (line := stream.read.readline(LONGEST_LINE)) == b"\n":
        pass
    return line.rstrip()


def _expect(line: bytes, begins: bytes) -> bytes:
    if line.startswith(b"-NOPERM"):
        raise NoSnapshot(REFUSED)
    if not line.startswith(begins):
        said = line[:LONGEST_LINE].decode("ascii", "replace") or "nothing; is there room on its disk?"
        raise NoSnapshot(f"a server of the store sent no snapshot, but {said}")
    return line.removeprefix(begins)


def _receive(stream: Stream, part: Path) -> None:
    """Write the file that a server sends."""
    stream.socket.settimeout(PATIENCE)
    left = int(_expect(_line(stream), b"$"))
    with part.open("xb") as written:
        while left:
            piece = stream.read.read(min(PIECE, left))
            if not piece:
                raise NoSnapshot("a server of the store did not send all of its snapshot: try again")
            written.write(piece)
            left -= len(piece)


def _join(parts: Sequence[Path], file: Path) -> None:
    """Make one snapshot of several, which are removed."""
    if len(parts) == 1:
        parts[0].rename(file)
        return
    heads: set[bytes] = set()
    with file.open("xb") as joined:
        for part in parts:
            with part.open("rb") as read:
                head, left = read.read(HEAD), part.stat().st_size - HEAD - len(END) - CHECKSUM
                if not heads:
                    joined.write(head)
                heads.add(head)
                while left > 0:
                    piece = read.read(min(PIECE, left))
                    joined.write(piece)
                    left -= len(piece)
                if left or read.read(len(END)) != END:
                    raise NoSnapshot("a server of the store sent a snapshot that does not end as one")
            part.unlink()
        joined.write(END + bytes(CHECKSUM))
    if len(heads) > 1:
        raise NoSnapshot("the servers of the cluster are of different releases: finish their upgrade first")
