"""Facts about Redis commands: the key that determines the server, and whether they write."""

from __future__ import annotations

import re
from collections.abc import Mapping

from service.store.connection.scripts import ALL, HEADS, SAME, Script

Command = tuple[str | bytes | int, ...]

READING_COMMANDS = frozenset((
    "CONFIG", "DUMP", "EXISTS", "GET", "GETRANGE", "HEXISTS", "HGET", "HGETALL", "HKEYS", "HLEN", "HMGET", "INFO", "LINDEX",
    "LLEN", "LRANGE", "PING", "PTTL", "SCAN", "SCARD", "SISMEMBER", "SMEMBERS", "STRLEN", "TIME", "TYPE", "XLEN",
    "XRANGE", "XREVRANGE", "ZCARD", "ZCOUNT", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "ZSCORE",
))  # fmt: skip
"""Commands that change nothing; any other command counts as writing."""
CALLED = re.compile(r"redis\.p?call\((?:'([A-Z]+)'|)")
"""A command call in a script, with the command's name if it is a literal."""


def only_reads(script: Script) -> bool:
    """Return whether a script calls nothing but commands that read."""
    return set(CALLED.findall(script.text)) <= READING_COMMANDS


_READERS = frozenset(
    name for script in ALL if only_reads(script) and script not in (HEADS, SAME) for name in (script.sha, script.text)
)
"""Scripts that only read and need no confirmation by replicas. Scripts that read heads do, because published heads must
last; and so do those called only for a confirmation."""


def writes(command: Command) -> bool:
    """Return whether a command may change something."""
    if command[0] in ("EVALSHA", "EVAL"):
        return command[1] not in _READERS
    return command[0] not in READING_COMMANDS


def key_of(command: Command) -> str:
    """Return the first key of a command: all keys of a command are on the same server."""
    key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1]
    return key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else str(key)


def flat(fields: Mapping[str, str | int]) -> list[str | int]:
    """Return fields and their values one after another, as commands and scripts take them."""
    return [part for pair in fields.items() for part in pair]


__all__ = ["Command", "flat", "key_of", "only_reads", "writes"]
