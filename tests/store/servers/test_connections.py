"""Connections that are kept for scripts: nobody gets another one's reply, and what has died is not used again."""

import os
from collections import Counter
from collections.abc import Iterator

import pytest
import redis

from service.store.connection.one import MOST_IDLE, Connections
from service.store.connection.scripts import Command
from service.store.store import Store
from tests.servers.redis_server import RedisServer

ECHO = "return ARGV[1]"


@pytest.fixture
def client(redis_session: RedisServer) -> Iterator[redis.Redis]:
    """Return a client with a pool of its own."""
    with redis.Redis.from_url(redis_session.url, protocol=2, socket_timeout=1) as found:
        yield found
        found.connection_pool.disconnect()


@pytest.fixture
def connections(client: redis.Redis) -> Connections:
    """Return the connections under test."""
    return Connections(client)


def echo(connections: Connections, word: str) -> bytes:
    (reply,) = connections.ask([("EVAL", ECHO, 0, word)])
    assert isinstance(reply, bytes)
    return reply


def test_one_after_the_other_uses_one_connection(connections: Connections, client: redis.Redis) -> None:
    before = client.info("stats")["total_connections_received"]
    assert [echo(connections, word) for word in ("one", "two", "three")] == [b"one", b"two", b"three"]
    assert client.info("stats")["total_connections_received"] == before + 1


def test_an_error_of_a_script_leaves_the_connection_good(connections: Connections) -> None:
    wrong, right = connections.ask([("EVAL", "return redis.call('GET')", 0), ("EVAL", ECHO, 0, "beside")])
    assert isinstance(wrong, redis.ResponseError)
    assert right == b"beside"
    assert echo(connections, "after") == b"after"


def test_replies_have_the_form_that_the_client_library_gives_them(
    connections: Connections, client: redis.Redis
) -> None:
    client.hset("h", mapping={"a": "1", "b": "2"})
    client.zadd("z", {"one": 1.5})
    commands: list[Command] = [
        ("TIME",), ("HGETALL", "h"), ("ZRANGE", "z", 0, 0, "WITHSCORES"), ("CONFIG", "GET", "appendonly"),
        ("INFO", "persistence"), ("HGET", "h", "none"), ("SCAN", 0, "COUNT", 1000), ("SET", "k", b"v"), ("ZSCORE", "z", "one"),
    ]  # fmt: skip
    for ours, theirs in zip(connections.ask(commands), [client.execute_command(*one) for one in commands], strict=True):
        assert type(ours) is type(theirs)
        assert ours == theirs or isinstance(ours, tuple | dict)


def test_a_connection_that_the_server_has_closed_is_not_used(connections: Connections, client: redis.Redis) -> None:
    echo(connections, "first")
    client.execute_command("CLIENT", "KILL", "SKIPME", "yes", "TYPE", "normal")
    assert echo(connections, "second") == b"second"


def test_who_is_interrupted_leaves_no_reply_for_the_next_one(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(BaseException):
        pass

    echo(connections, "first")
    (line,) = connections._idle

    def interrupted(*_: object, **__: object) -> None:
        raise Interrupted

    with monkeypatch.context() as patched:
        patched.setattr(line, "read_response", interrupted)
        with pytest.raises(Interrupted):
            echo(connections, "whose reply nobody reads")
    assert echo(connections, "mine") == b"mine"


def test_a_process_that_was_forked_uses_none_of_its_parent_s(connections: Connections) -> None:
    echo(connections, "parent")
    child = os.fork()
    if not child:
        os._exit(0 if echo(connections, "child") == b"child" and len(connections._idle) == 1 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert echo(connections, "parent again") == b"parent again"


def test_only_some_are_kept(connections: Connections, client: redis.Redis) -> None:
    taken = [connections._take() for _ in range(MOST_IDLE + 3)]
    for line in taken:
        connections._put_back(line)
    assert len(connections._idle) == MOST_IDLE
    connections.let_go()
    assert not connections._idle
    assert client.ping()


def test_more_threads_than_the_client_library_allows_connections_find_one(redis_session: RedisServer) -> None:
    store = Store.connect(redis_session.url)
    connections = store._servers._connections  # type: ignore[attr-defined]
    taken = [connections._take() for _ in range(150)]
    assert store.now() > 0
    for line in taken:
        connections._put_back(line)
    store.close()


def test_words_arrive_as_they_were_sent(connections: Connections) -> None:
    words = ("", "a b", "Zürich ✉", b"\x00\r\n$3\r\n\xff", 2**60, -1, "x" * 100_000)
    (reply,) = connections.ask([("EVAL", "return ARGV", 0, *words)])
    assert reply == [word if isinstance(word, bytes) else str(word).encode() for word in words]


def test_no_part_of_the_store_replaces_a_method_of_another() -> None:
    """Attacked: a second ``unblock`` among thirty parts hid that of the operators, and types said nothing."""
    parts = [one for one in Store.__mro__ if one is not object]
    names = Counter(name for part in parts for name, held in vars(part).items() if callable(held))
    assert [name for name, count in names.items() if count > 1 and not name.startswith("__")] == []
