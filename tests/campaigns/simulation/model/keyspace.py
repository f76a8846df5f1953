"""What a Redis server holds, and the commands that the store uses, as a pure model: no process, no clock of its own.

Time is given. Every command that has changed something is noted as it would stand in the append-only file: a relative
expiry as an absolute one, ``XADD *`` with its id. ``test_model_server.py`` plays a story to a real server, too.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Self

from service.store.connection.durability import LARGEST_INTSET
from service.store.connection.scripts import READING_COMMANDS
from tests.campaigns.simulation.world import Missing

Words = list[bytes]
Stream = list[tuple[tuple[int, int], Words]]
OK = "OK"
"""The reply of a command that has nothing to say; a :class:`str`, unlike values, which are bytes."""
MAKES_NO_ROOM = frozenset((
    "HDEL", "DEL", "ZREM", "SREM", "LTRIM", "XTRIM", "EXPIRE", "PEXPIRE", "PEXPIREAT", "PERSIST", "ZREMRANGEBYSCORE",
    "ZREMRANGEBYRANK", "RENAME",
))  # fmt: skip
"""Commands that write and that a full server takes all the same."""


FREE = READING_COMMANDS | MAKES_NO_ROOM


class Refusal(Exception):
    """An error that the server replies; its text begins with the kind."""


class Lines(list[bytes]):
    """A list of Redis."""


class Keyspace:
    """The keys of one server. Values are bytes, dicts (hashes), :class:`Lines`, sets as dicts to ``None``, sorted sets as
    dicts to floats, streams as lists of pairs; :attr:`kinds` says which."""

    def __init__(self) -> None:
        self.now_us = 0
        self.full = False
        """Whether the server has no memory left: what needs some is refused."""
        self.kinds: dict[bytes, str] = {}
        self.values: dict[bytes, Any] = {}
        self.expires: dict[bytes, int] = {}
        self.last_ids: dict[bytes, tuple[int, int]] = {}
        self.effects: list[Words] = []
        """What was changed since somebody last took it."""
        self._commands = {
            name[4:].upper().encode(): (getattr(self, name), name[4:].upper() in FREE)
            for name in dir(self) if name.startswith("_do_")
        }  # fmt: skip
        """By name, what runs a command, and whether a full server takes it."""

    @property
    def now(self) -> int:
        """The time in milliseconds."""
        return self.now_us // 1000

    def run(self, words: Words) -> Any:
        """Run one command; return its reply. :raises Refusal: with the server's error."""
        try:
            command, free = self._commands[words[0]]
        except KeyError:
            raise Missing(words[0].decode()) from None
        if self.full and not free and not self.effects:
            raise Refusal("OOM command not allowed when used memory > 'maxmemory'.")
        return command(*words[1:])

    def copy(self) -> Self:
        """Return another keyspace that holds the same."""
        other = type(self)()
        other.kinds, other.expires, other.last_ids = dict(self.kinds), dict(self.expires), dict(self.last_ids)
        other.values = {key: value if type(value) is bytes else value.copy() for key, value in self.values.items()}
        return other

    def keys(self) -> list[bytes]:
        """Return the keys that are there, in order."""
        for key in [key for key, until in self.expires.items() if until <= self.now]:
            self._drop(key)
        return sorted(self.kinds)

    def dump(self) -> dict[bytes, tuple[str, Any, int | None]]:
        """Return everything: by key its kind, its value and when it expires (ms)."""
        return {key: (self.kinds[key], self.values[key], self.expires.get(key)) for key in self.keys()}

    def _kind(self, key: bytes) -> str | None:
        until = self.expires.get(key)
        if until is not None and until <= self.now:
            self._drop(key)
        return self.kinds.get(key)

    def _parts(self) -> list[dict[bytes, Any]]:
        return [self.kinds, self.values, self.expires, self.last_ids]

    def _drop(self, key: bytes) -> None:
        for part in self._parts():
            part.pop(key, None)

    def _get(self, key: bytes, kind: str, new: Callable[[], Any] | None = None) -> Any:
        """Return a value of this kind, ``None`` where there is none; with ``new`` it is made."""
        found = self._kind(key)
        if found is None:
            if new is None:
                return None
            self.kinds[key], self.values[key] = kind, new()
        elif found != kind:
            raise Refusal("WRONGTYPE Operation against a key holding the wrong kind of value")
        return self.values[key]

    def _shrunk(self, key: bytes) -> None:
        if not self.values[key] and self.kinds[key] != "stream":
            self._drop(key)

    def _note(self, *words: bytes) -> None:
        self.effects.append(list(words))

    # Keys.

    def _do_config(self, what: bytes, name: bytes) -> list[bytes]:
        """Return a setting; of all of them the clock asks for one."""
        largest, value = LARGEST_INTSET
        if (what, name) != (b"GET", largest.encode()):
            raise Missing(f"CONFIG {what.decode()} {name.decode()}")
        return [name, str(value).encode()]

    def _do_time(self) -> list[bytes]:
        return [str(self.now_us // 1_000_000).encode(), str(self.now_us % 1_000_000).encode()]

    def _do_type(self, key: bytes) -> str:
        return self._kind(key) or "none"

    def _do_exists(self, *names: bytes) -> int:
        return sum(self._kind(key) is not None for key in names)

    def _do_del(self, *names: bytes) -> int:
        gone = [key for key in dict.fromkeys(names) if self._kind(key) is not None]
        for key in gone:
            self._drop(key)
        if gone:
            self._note(b"DEL", *gone)
        return len(gone)

    def _do_rename(self, key: bytes, to: bytes) -> str:
        if self._kind(key) is None:
            raise Refusal("ERR no such key")
        self._drop(to)
        for part in self._parts():
            if key in part:
                part[to] = part.pop(key)
        self._note(b"RENAME", key, to)
        return OK

    def _do_pexpireat(self, key: bytes, until: bytes) -> int:
        if self._kind(key) is None:
            return 0
        self.expires[key] = int(until)
        self._note(b"PEXPIREAT", key, until)
        return 1

    def _do_pexpire(self, key: bytes, ms: bytes) -> int:
        return self._do_pexpireat(key, b"%d" % (self.now + int(ms)))

    def _do_expire(self, key: bytes, seconds: bytes) -> int:
        return self._do_pexpireat(key, b"%d" % (self.now + 1000 * int(seconds)))

    def _do_persist(self, key: bytes) -> int:
        if self._kind(key) is None or self.expires.pop(key, None) is None:
            return 0
        self._note(b"PERSIST", key)
        return 1

    def _do_pttl(self, key: bytes) -> int:
        if self._kind(key) is None:
            return -2
        return self.expires[key] - self.now if key in self.expires else -1

    def _do_scan(self, cursor: bytes, *how: bytes) -> list[Any]:
        pattern = next((how[i + 1] for i in range(0, len(how), 2) if how[i] == b"MATCH"), b"*")
        fits = re.compile(re.escape(pattern).replace(b"\\*", b".*"), re.DOTALL).fullmatch
        return [b"0", [key for key in self.keys() if fits(key)]]

    # Texts.

    def _do_get(self, key: bytes) -> bytes | None:
        found: bytes | None = self._get(key, "string")
        return found

    def _do_set(self, key: bytes, value: bytes, *how: bytes) -> str | None:
        options = [word.upper() for word in how]
        there = self._kind(key) is not None
        if (b"NX" in options and there) or (b"XX" in options and not there):
            return None
        until = self.expires.get(key) if b"KEEPTTL" in options else None
        for name, at in ((b"PX", self.now), (b"PXAT", 0)):
            if name in options:
                until = at + int(how[options.index(name) + 1])
        if b"EX" in options:
            until = self.now + 1000 * int(how[options.index(b"EX") + 1])
        self._drop(key)
        self.kinds[key], self.values[key] = "string", value
        if until is not None:
            self.expires[key] = until
        self._note(b"SET", key, value, *([b"PXAT", b"%d" % until] if until is not None else []))
        return OK

    def _do_incrby(self, key: bytes, by: bytes) -> int:
        number = int(self._get(key, "string", lambda: b"0")) + int(by)
        self.values[key] = b"%d" % number
        self._note(b"INCRBY", key, by)
        return number

    def _do_incr(self, key: bytes) -> int:
        return self._do_incrby(key, b"1")

    def _do_setrange(self, key: bytes, offset: bytes, value: bytes) -> int:
        text, at = self._get(key, "string", bytes), int(offset)
        text = text.ljust(at, b"\0")
        self.values[key] = text[:at] + value + text[at + len(value) :]
        self._note(b"SETRANGE", key, offset, value)
        return len(self.values[key])

    def _do_getrange(self, key: bytes, start: bytes, end: bytes) -> bytes:
        return bytes(part_of(self._get(key, "string") or b"", start, end))

    # Hashes.

    def _do_hset(self, key: bytes, *pairs: bytes) -> int:
        fields = self._get(key, "hash", dict)
        new = sum(field not in fields for field in dict.fromkeys(pairs[::2]))
        fields.update(zip(pairs[::2], pairs[1::2], strict=True))
        self._note(b"HSET", key, *pairs)
        return new

    def _do_hsetnx(self, key: bytes, field: bytes, value: bytes) -> int:
        if self._do_hexists(key, field):
            return 0
        return self._do_hset(key, field, value)

    def _do_hincrby(self, key: bytes, field: bytes, by: bytes) -> int:
        fields = self._get(key, "hash", dict)
        number = int(fields.get(field, b"0")) + int(by)
        fields[field] = b"%d" % number
        self._note(b"HINCRBY", key, field, by)
        return number

    def _do_hdel(self, key: bytes, *names: bytes) -> int:
        fields = self._get(key, "hash")
        gone = [name for name in dict.fromkeys(names) if fields and name in fields]
        for name in gone:
            del fields[name]
        if gone:
            self._shrunk(key)
            self._note(b"HDEL", key, *gone)
        return len(gone)

    def _do_hget(self, key: bytes, field: bytes) -> bytes | None:
        return (self._get(key, "hash") or {}).get(field)

    def _do_hmget(self, key: bytes, *names: bytes) -> list[bytes | None]:
        fields = self._get(key, "hash") or {}
        return [fields.get(name) for name in names]

    def _do_hgetall(self, key: bytes) -> Words:
        return [part for pair in (self._get(key, "hash") or {}).items() for part in pair]

    def _do_hkeys(self, key: bytes) -> Words:
        return list(self._get(key, "hash") or {})

    def _do_hlen(self, key: bytes) -> int:
        return len(self._get(key, "hash") or {})

    def _do_hexists(self, key: bytes, field: bytes) -> int:
        return int(field in (self._get(key, "hash") or {}))


def part_of(values: Any, start: bytes, end: bytes) -> Any:
    """Return what lies between two places of Redis, both included, counted from the end where negative."""
    first, last = int(start), int(end)
    first = first + len(values) if first < 0 else first
    last = last + len(values) if last < 0 else last
    return values[max(first, 0) : max(last + 1, 0)]


def apply(space: Keyspace, effects: Iterable[Words]) -> None:
    """Load what stands in an append-only file; nothing of it is noted again."""
    for words in effects:
        space.run(words)
    space.effects.clear()
