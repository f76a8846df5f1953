"""The rest of the model of a Redis server: sets, lists, sorted sets and streams."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

from tests.campaigns.simulation.model.keyspace import Keyspace, Lines, Refusal, Words, part_of


class Scores(dict[bytes, float]):
    """A sorted set; it is sorted when somebody asks for its order."""

    def __init__(self, scores: dict[bytes, float] | None = None) -> None:
        super().__init__(scores or {})
        self._order: list[tuple[float, bytes]] | None = None

    def copy(self) -> Scores:
        """Return another one that holds the same."""
        return Scores(self)

    def put(self, member: bytes, score: float) -> None:
        """Give a member a score."""
        self[member] = score
        self._order = None

    def take(self, member: bytes) -> None:
        """Take a member out."""
        del self[member]
        self._order = None

    @property
    def order(self) -> list[tuple[float, bytes]]:
        """Its members by score, equal ones by name."""
        if self._order is None:
            self._order = sorted((score, member) for member, score in self.items())
        return self._order


NONE = Scores()


class Database(Keyspace):
    """Everything that the store asks of a server."""

    # Sets.

    def _do_sadd(self, key: bytes, *members: bytes) -> int:
        known = self._get(key, "set", dict)
        new = [one for one in dict.fromkeys(members) if one not in known]
        known.update(dict.fromkeys(new))
        if new:
            self._note(b"SADD", key, *new)
        return len(new)

    def _do_srem(self, key: bytes, *members: bytes) -> int:
        known = self._get(key, "set") or {}
        gone = [one for one in dict.fromkeys(members) if one in known]
        for one in gone:
            del known[one]
        if gone:
            self._shrunk(key)
            self._note(b"SREM", key, *gone)
        return len(gone)

    def _do_sismember(self, key: bytes, member: bytes) -> int:
        return int(member in (self._get(key, "set") or {}))

    def _do_smembers(self, key: bytes) -> Words:
        return sorted(self._get(key, "set") or {})

    def _do_scard(self, key: bytes) -> int:
        return len(self._get(key, "set") or {})

    # Lists.

    def _do_rpush(self, key: bytes, *values: bytes) -> int:
        lines = self._get(key, "list", Lines)
        lines.extend(values)
        self._note(b"RPUSH", key, *values)
        return len(lines)

    def _do_lpush(self, key: bytes, *values: bytes) -> int:
        lines = self._get(key, "list", Lines)
        lines[:0] = values[::-1]
        self._note(b"LPUSH", key, *values)
        return len(lines)

    def _do_llen(self, key: bytes) -> int:
        return len(self._get(key, "list") or ())

    def _do_lrange(self, key: bytes, start: bytes, end: bytes) -> Words:
        return list(part_of(self._get(key, "list") or [], start, end))

    def _do_lindex(self, key: bytes, place: bytes) -> bytes | None:
        lines, at = self._get(key, "list") or [], int(place)
        return lines[at] if -len(lines) <= at < len(lines) else None

    def _do_lset(self, key: bytes, place: bytes, value: bytes) -> str:
        lines, at = self._get(key, "list"), int(place)
        if lines is None:
            raise Refusal("ERR no such key")
        if not -len(lines) <= at < len(lines):
            raise Refusal("ERR index out of range")
        lines[at] = value
        self._note(b"LSET", key, place, value)
        return "OK"

    def _do_lpos(self, key: bytes, value: bytes) -> int | None:
        lines = self._get(key, "list") or []
        return lines.index(value) if value in lines else None

    def _do_ltrim(self, key: bytes, start: bytes, end: bytes) -> str:
        lines = self._get(key, "list")
        if lines is not None:
            kept = part_of(lines, start, end)
            if len(kept) != len(lines):
                lines[:] = kept
                self._shrunk(key)
                self._note(b"LTRIM", key, start, end)
        return "OK"

    # Sorted sets.

    def _do_zadd(self, key: bytes, *words: bytes) -> int:
        rest, flags = list(words), set()
        while rest[0].upper() in (b"NX", b"XX", b"LT", b"GT", b"CH"):
            flags.add(rest.pop(0).upper())
        if b"XX" in flags and self._kind(key) is None:
            return 0
        scores: Scores = self._get(key, "zset", Scores)
        added = changed = 0
        for text, member in zip(rest[::2], rest[1::2], strict=True):
            score, before = float(text), scores.get(member)
            if before is None:
                if b"XX" not in flags:
                    scores.put(member, score)
                    added += 1
            elif b"NX" not in flags and not (
                (b"LT" in flags and score >= before) or (b"GT" in flags and score <= before)
            ):
                changed += score != before
                scores.put(member, score)
        self._shrunk(key)
        if added or changed:
            self._note(b"ZADD", key, *words)
        return added + (changed if b"CH" in flags else 0)

    def _do_zrem(self, key: bytes, *members: bytes) -> int:
        return self._remove(key, list(dict.fromkeys(members)))

    def _do_zscore(self, key: bytes, member: bytes) -> bytes | None:
        score = (self._get(key, "zset") or {}).get(member)
        return None if score is None else number(score)

    def _do_zcard(self, key: bytes) -> int:
        return len(self._get(key, "zset") or {})

    def _do_zcount(self, key: bytes, low: bytes, high: bytes) -> int:
        return len(self._between(key, low, high))

    def _do_zrange(self, key: bytes, start: bytes, end: bytes, *how: bytes) -> Words:
        return _told(part_of(self._sorted(key).order, start, end), how)

    def _do_zrangebyscore(self, key: bytes, low: bytes, high: bytes, *how: bytes) -> Words:
        return _told(_limited(self._between(key, low, high), how), how)

    def _do_zrevrangebyscore(self, key: bytes, high: bytes, low: bytes, *how: bytes) -> Words:
        return _told(_limited(self._between(key, low, high)[::-1], how), how)

    def _do_zremrangebyscore(self, key: bytes, low: bytes, high: bytes) -> int:
        return self._remove(key, [member for _, member in self._between(key, low, high)])

    def _do_zremrangebyrank(self, key: bytes, start: bytes, end: bytes) -> int:
        return self._remove(key, [member for _, member in part_of(self._sorted(key).order, start, end)])

    def _sorted(self, key: bytes) -> Scores:
        found: Scores = self._get(key, "zset") or NONE
        return found

    def _between(self, key: bytes, low: bytes, high: bytes) -> list[tuple[float, bytes]]:
        order = self._sorted(key).order
        least, most = _bound(low), _bound(high)
        first = bisect_left(order, least[0], key=_score) if least[1] else bisect_right(order, least[0], key=_score)
        last = bisect_right(order, most[0], key=_score) if most[1] else bisect_left(order, most[0], key=_score)
        return order[first:last]

    def _remove(self, key: bytes, members: Words) -> int:
        scores = self._sorted(key)
        gone = [one for one in members if one in scores]
        for one in gone:
            scores.take(one)
        if gone:
            self._shrunk(key)
            self._note(b"ZREM", key, *gone)
        return len(gone)

    # Streams.

    def _do_xadd(self, key: bytes, place: bytes, *fields: bytes) -> bytes:
        entries = self._get(key, "stream", list)
        last = self.last_ids.get(key, (0, 0))
        if place == b"*":
            at = (self.now, 0) if self.now > last[0] else (last[0], last[1] + 1)
        elif place.endswith(b"-*"):
            ms = int(place[:-2])
            at = (ms, last[1] + 1 if ms == last[0] else 0)
        else:
            at = _position(place)
            if at <= last:
                raise Refusal("ERR The ID specified in XADD is equal or smaller than the target stream top item")
        entries.append((at, list(fields)))
        self.last_ids[key] = at
        told = b"%d-%d" % at
        self._note(b"XADD", key, told, *fields)
        return told

    def _do_xlen(self, key: bytes) -> int:
        return len(self._get(key, "stream") or ())

    def _do_xrange(self, key: bytes, start: bytes, end: bytes, *how: bytes) -> list[Any]:
        found = [one for one in self._get(key, "stream") or () if _reaches(one[0], start, end)]
        return [[b"%d-%d" % at, fields] for at, fields in found[: int(how[1]) if how else None]]

    def _do_xrevrange(self, key: bytes, end: bytes, start: bytes, *how: bytes) -> list[Any]:
        return self._do_xrange(key, start, end)[::-1][: int(how[1]) if how else None]

    def _do_xtrim(self, key: bytes, what: bytes, *how: bytes) -> int:
        entries = self._get(key, "stream")
        if entries is None:
            return 0
        if what.upper() == b"MAXLEN":
            gone = max(0, len(entries) - int(how[-1]))
        else:  # MINID
            gone = sum(at < _position(how[-1]) for at, _ in entries)
        del entries[:gone]
        if gone:
            self._note(b"XTRIM", key, what, *how)
        return gone


def number(value: float) -> bytes:
    """Return a score as Redis writes it."""
    return b"%d" % int(value) if value.is_integer() and abs(value) < 1e17 else repr(value).encode()


def _bound(text: bytes) -> tuple[float, bool]:
    """Return the end of a range of scores, and whether it belongs to it."""
    return (float(text[1:]), False) if text.startswith(b"(") else (float(text), True)


def _score(one: tuple[float, bytes]) -> float:
    return one[0]


def _limited(found: list[tuple[float, bytes]], how: tuple[bytes, ...]) -> list[tuple[float, bytes]]:
    options = [word.upper() for word in how]
    if b"LIMIT" not in options:
        return found
    offset, count = (int(how[options.index(b"LIMIT") + place]) for place in (1, 2))
    return found[offset:] if count < 0 else found[offset : offset + count]


def _told(found: list[tuple[float, bytes]], how: tuple[bytes, ...]) -> Words:
    if how and b"WITHSCORES" in [word.upper() for word in how]:
        return [part for score, member in found for part in (member, number(score))]
    return [member for _, member in found]


def _position(text: bytes) -> tuple[int, int]:
    ms, _, count = text.partition(b"-")
    return int(ms), int(count or 0)


def _reaches(at: tuple[int, int], start: bytes, end: bytes) -> bool:
    first = start.removeprefix(b"(")
    if start != b"-" and (at < _position(first) or (start.startswith(b"(") and at == _position(first))):
        return False
    return end == b"+" or at <= ((int(end), 1 << 64) if b"-" not in end else _position(end))
