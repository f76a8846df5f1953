"""The model of a server is none other than a server: the same story, told to both, gets the same answers and leaves the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from tests.campaigns.simulation.model import server
from tests.campaigns.simulation.model.keyspace import Words
from tests.campaigns.simulation.model.ordered import number
from tests.campaigns.simulation.model.server import SHAS, TEXTS
from tests.campaigns.simulation.story import staged
from tests.servers.redis_server import RedisServer

TIME = b"redis.call('TIME')"
TOLD = b"redis.call('HMGET', 'the time', 's', 'us')"
"""A real server's clock cannot be set. So both are told the time, and their scripts read it there."""
PLACE = b"KEYS[#KEYS], string.format('%.0f-*', now)"
"""The same for the ids of a stream."""
SUM = b"redis.sha1hex(redis.call('HGET', KEYS[read[1]], read[2]) or '') == read[3]"
THERE = b"redis.call('HEXISTS', KEYS[read[1]], read[2]) == 1"
"""Lua writes the members of an object in an order of its own, so the sum of what was read at one is not that at the other."""
WITHOUT_ORDER = {b"HGETALL": 2, b"SMEMBERS": 1, b"HKEYS": 1, b"SCAN": 0}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.remove()


def test_a_model_of_a_server_answers_as_a_real_one(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for sha, text in list(TEXTS.items()):
        both = text.replace(TIME, TOLD).replace(b"KEYS[#KEYS], '*'", PLACE).replace(SUM, THERE)
        monkeypatch.setitem(TEXTS, sha, both)
    asked: list[tuple[Words, Any, int]] = []
    run = server.Server._run

    def note(self: server.Server, words: Words) -> Any:
        self.space.run([b"HSET", b"the time", b"s", *_us(self.space.now_us)])
        self.space.effects.clear()
        reply = run(self, words)
        asked.append((words, reply, self.space.now_us))
        return reply

    monkeypatch.setattr(server.Server, "_run", note)
    with staged(7, ["wake-ups lost"]) as story:
        story.run()
        model = story.installation.server.space

    with redis.Redis.from_url(own_server.url, protocol=2) as real:
        for setting in ("entries", "value"):  # the fields of long hashes come in no order otherwise
            real.config_set(f"hash-max-ziplist-{setting}", 1_000_000)
        real.response_callbacks.clear()
        told = [one for one in asked if _is_told(*one[:2])]
        with real.pipeline(transaction=False) as pipeline:
            for words, _, now in told:
                pipeline.execute_command("HSET", "the time", "s", *_us(now))
                pipeline.execute_command(*_by_text(words))
            answers = pipeline.execute(raise_on_error=False)[1::2]
        for (words, reply, _), found in zip(told, answers, strict=True):
            if isinstance(reply, redis.ResponseError):
                assert type(found) is type(reply), words
            else:
                assert _plain(words, found) == _plain(words, reply), words
        kept = {key: _value(real, key) for key in real.execute_command("KEYS", "*")}
    assert _parsed({key: _as_told(kind, value) for key, (kind, value, _) in model.dump().items()}) == _parsed(kept)
    assert len(asked) > 1_000
    assert len({words[1] for words, _, _ in asked if words[0] in (b"EVALSHA", b"EVAL")}) > 15


def _is_told(words: Words, reply: Any) -> bool:
    """Return whether a server is asked as well: not for its own clock, nor what it does not know."""
    return words[0] not in (b"TIME", b"INFO", b"SCAN") and not isinstance(reply, redis.exceptions.NoScriptError)


def _us(now: int) -> tuple[bytes, bytes, bytes]:
    return str(now // 1_000_000).encode(), b"us", str(now % 1_000_000).encode()


def _by_text(words: Words) -> Words:
    if words[0] not in (b"EVALSHA", b"EVAL"):
        return words
    return [b"EVAL", TEXTS[words[1] if words[0] == b"EVALSHA" else SHAS[words[1]]], *words[2:]]


def _plain(words: Words, reply: Any) -> Any:
    """Return a reply as both may give it: hashes and sets in any order."""
    if isinstance(reply, (list, str, bytes)):
        reply = _parsed(reply)
    if WITHOUT_ORDER.get(words[0]) == 2:
        return dict(zip(reply[::2], reply[1::2], strict=True))
    return sorted(reply) if WITHOUT_ORDER.get(words[0]) == 1 else reply


def _parsed(value: Any) -> Any:
    """Return a value with JSON taken apart: Lua writes the members of an object in an order of its own."""
    if isinstance(value, (list, tuple)):
        return [_parsed(one) for one in value]
    if isinstance(value, dict):
        return {name: _parsed(one) for name, one in value.items()}
    text = value.encode() if isinstance(value, str) else value
    return json.loads(text) if isinstance(text, bytes) and text[:2] == b'{"' else text


def _value(real: redis.Redis, key: bytes) -> Any:
    kind = real.execute_command("TYPE", key)
    reading = {
        b"hash": ("HGETALL", key), b"list": ("LRANGE", key, 0, -1), b"set": ("SMEMBERS", key), b"string": ("GET", key),
        b"zset": ("ZRANGE", key, 0, -1, "WITHSCORES"), b"stream": ("XRANGE", key, "-", "+"),
    }  # fmt: skip
    found = real.execute_command(*reading[kind])
    if kind in (b"hash", b"zset"):
        return dict(zip(found[::2], found[1::2], strict=True))
    return sorted(found) if kind == b"set" else found


def _as_told(kind: str, value: Any) -> Any:
    if kind == "zset":
        return {member: number(score) for member, score in value.items()}
    if kind == "stream":
        return [[b"%d-%d" % at, fields] for at, fields in value]
    return sorted(value) if kind == "set" else value
