"""Facts about Redis commands: the key that decides where one goes, and whether it writes."""

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
"""What changes nothing; any other command is taken for one that writes."""
CALLED = re.compile(r"redis\.p?call\((?:'([A-Z]+)'|)")
"""A call in a script, with the command if it is spelled out."""


def only_reads(script: Script) -> bool:
    """Return whether a script calls nothing but commands that read."""
    return set(CALLED.findall(script.text)) <= READING_COMMANDS


_READERS = frozenset(
    name for script in ALL if only_reads(script) and script not in (HEADS, SAME) for name in (script.sha, script.text)
)
"""What is only read need not be on a replica; but for heads, which are published: what was shown to witnesses has to last. And
for what is asked for no other reason than to have it confirmed."""


def writes(command: Command) -> bool:
    """Return whether a command may change something."""
    if command[0] in ("EVALSHA", "EVAL"):
        return command[1] not in _READERS
    return command[0] not in READING_COMMANDS


def key_of(command: Command) -> str:
    """Return the first key of a command: all keys of one lie on the same server."""
    key = command[3] if command[0] in ("EVALSHA", "EVAL") else command[1]
    return key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else str(key)


def flat(fields: Mapping[str, str | int]) -> list[str | int]:
    """Return fields and their values one after another, as commands and scripts take them."""
    return [part for pair in fields.items() for part in pair]


__all__ = ["Command", "flat", "key_of", "only_reads", "writes"]
