"""The log of all matches in the store: its leaves and tiles, the indices known to each match, and its checkpoints.

The tree has a hash tag of its own, and no script touches it and a match together. So a head takes two writes, first
into the tree, then into its match, each of which may be repeated; ``filed`` says up to where both are certainly done.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.protocol.canon import NotCanonical, b64, unb64
from engine.transparency.merkle import Edge, Leaf, leaf_hash
from engine.transparency.tiles import HASH_BYTES, WIDTH
from service.store import Unreadable, keys
from service.store.archive.leaves import HASH_TEXT, LEAF_TEXT, OldLeaves, cut
from service.store.connection.scripts import FILE_LEAVES, GROW_LOG, HEADS, PACK_LINES, PUBLISH, Call, Command
from service.store.matches.packing import TOGETHER, from_first, pack_together
from service.store.values import reading, text

PER_BUCKET = 64
"""The most matches per bucket that are looked at in one batch."""
AT_ONCE = 64
"""The most matches read in one round trip, and the most heads of each."""
LINE_END = re.compile(rb'"head":"([\w-]+)","sig":"[\w-]+"}\n\Z')
RETRY_AFTER = 60_000
"""Milliseconds until a match is looked at again whose heads cannot be determined now, because a crash tore it or it is
corrupt."""


@dataclass(frozen=True)
class LogHead:
    """The state of the log of all matches.

    ``edge`` are the hashes of the whole subtrees of the tree of ``size``; ``note`` is its checkpoint signed by the log,
    empty before the first. ``published`` is the published checkpoint, ``best`` the latest of those with the most
    cosignatures, both with cosignatures. Matches know all their leaves below ``filed``.
    """

    size: int = 0
    edge: tuple[bytes, ...] = ()
    note: str = ""
    published: str = ""
    best: str = ""
    filed: int = 0


class Unlogged(NamedTuple):
    """Heads of a match missing from the log, in order from entry ``first``; None if they cannot be determined now."""

    match: str
    first: int
    heads: list[bytes] | None


class Publication(NamedTuple):
    """A checkpoint to publish: its size, the note, and how many cosignatures it has.

    ``under`` names the log's key and all witnesses asked: numbers of cosignatures are compared only if both are the
    same.
    """

    size: int
    note: str
    cosignatures: int
    under: str


@dataclass(frozen=True)
class Growth:
    """Leaves to append: the log's sizes and edges before and after, its new checkpoint, and the bytes, by key and position."""

    before: int
    after: int
    edge_before: tuple[bytes, ...]
    edge: tuple[bytes, ...]
    note: str
    filed: int
    pieces: Mapping[tuple[str, int], bytes]

    @classmethod
    def of(cls, edge: Edge, leaves: Sequence[Leaf]) -> tuple[Edge, dict[tuple[str, int], bytes]]:
        """Return the edge after appending the leaves, and the texts to write at each place."""
        grown = Edge(edge.size, edge.hashes)
        pieces: dict[tuple[str, int], bytearray] = {}
        ends: dict[str, tuple[tuple[str, int], int]] = {}

        def put(key: str, place: int, raw: bytes) -> None:
            known = ends.get(key)
            start = (key, place) if known is None else known[0]
            pieces.setdefault(start, bytearray()).extend(raw)
            ends[key] = (start, place + len(raw))

        for leaf in leaves:
            bundle, place = divmod(grown.size, WIDTH)
            put(keys.log_leaves(bundle), place * LEAF_TEXT, b64(leaf.packed).encode())
            for level, index, hashed in grown.append(leaf_hash(leaf.entry)):
                if level and level % 8 == 0:
                    tile, place = divmod(index, WIDTH)
                    put(keys.log_tile(level // 8, tile), place * HASH_TEXT, b64(hashed).encode())
        return grown, {start: bytes(raw) for start, raw in pieces.items()}


class HeadLog(OldLeaves):
    """The log of all matches."""

    def log_head(self) -> LogHead:
        """Return the state of the log; :raises Unreadable: when it is corrupt."""
        return self._head_at(keys.log_head(), "the log of all matches")

    def _head_at(self, key: str, name: str) -> LogHead:
        fields = self._ask(("HMGET", key, "size", "edge", "note", "published", "best", "filed"))
        with reading(name):
            size, edge, note, published, best, filed = (one or b"" for one in fields)
            hashes = cut(edge, HASH_TEXT)
            return LogHead(
                int(size or 0),
                tuple(Edge(int(size or 0), hashes).hashes),
                text(note),
                text(published),
                text(best),
                int(filed or 0),
            )

    def unlogged(self, limit: int, known: Mapping[str, int]) -> list[Unlogged]:
        """Return heads missing from the log, those that have waited longest first; two round trips.

        :param limit: the most heads.
        :param known: by match, the last entry that the caller knows to be in the log, beyond what the match itself knows.
        """
        now = self.now()
        asked: list[Command] = [
            ("ZRANGEBYSCORE", keys.unlogged(bucket), "-inf", now, "WITHSCORES", "LIMIT", 0, PER_BUCKET)
            for bucket in range(keys.BUCKETS)
        ]
        waiting: list[tuple[float, str]] = []
        for reply in self._ask_each(asked, ["the matches with heads to log"] * len(asked)):
            if not isinstance(reply, Unreadable):
                waiting += [
                    (float(reply[at + 1]), reply[at].decode("utf-8", "replace")) for at in range(0, len(reply), 2)
                ]
        matches = [match for _, match in sorted(waiting) if keys.MATCH.fullmatch(match)]
        found: list[Unlogged] = []
        for start in range(0, len(matches), AT_ONCE):
            some = matches[start : start + AT_ONCE]
            calls = [
                Call(HEADS, [keys.match(one), keys.lines(one), keys.leaves(one)], [known.get(one, 0), AT_ONCE])
                for one in some
            ]
            for match, reply in zip(some, self._run_each(calls, [f"match {one}" for one in some]), strict=True):
                one = self._unlogged(match, reply)
                if one.heads is not None:
                    one = one._replace(heads=one.heads[:limit])
                    limit -= len(one.heads or [])
                found.append(one)
            if limit <= 0:
                break
        return found

    def _unlogged(self, match: str, reply: Any) -> Unlogged:
        if isinstance(reply, Unreadable) or not reply:
            return Unlogged(match, 1, None)
        try:
            first = int(reply[0])
            lines = self._unpacked(match, reply[2:], first)
            if lines is None:
                lines = self._lines(match, [(first, first + AT_ONCE - 1)])
            heads = [_head(line) for line in lines]
        except (NotCanonical, UnicodeError, ValueError, Unreadable):
            return Unlogged(match, 1, None)
        if any(len(head) != HASH_BYTES for head in heads):
            return Unlogged(match, 1, None)
        return Unlogged(match, first + 1, heads)

    def grow_log(
        self,
        growth: Growth | None,
        filings: Sequence[tuple[int, Leaf]] = (),
        put_off: Sequence[str] = (),
        published: Publication | None = None,
    ) -> bool:
        """Write a batch in one round trip; return whether the log grew as given (``False`` if another writer was
        first).

        :param growth: leaves to append, if any.
        :param filings: leaves already in the log with their indices, to be filed in their matches, in order.
        :param put_off: matches whose heads cannot be determined now.
        :param published: a checkpoint to publish.
        """
        calls = [_file_call(match, first, indices) for match, first, indices in _by_match(filings)]
        again = self.now() + RETRY_AFTER if put_off else 0
        calls += [_file_call(match, 1, [], again) for match in put_off]
        if growth is not None:
            names = [keys.log_head(), *(key for key, _ in growth.pieces)]
            pieces = [part for (_, place), raw in growth.pieces.items() for part in (place, raw)]
            facts: list[str | bytes | int] = [
                growth.before,
                growth.after,
                "".join(map(b64, growth.edge)),
                growth.note,
                growth.filed,
                "".join(map(b64, growth.edge_before)),
            ]
            calls.append(Call(GROW_LOG, names, [*facts, *pieces]))
        if published is not None:
            shown: list[str | bytes | int] = [published.size, published.note, published.cosignatures, published.under]
            calls.append(Call(PUBLISH, [keys.log_head()], shown))
        replies = self._run_each(calls, ["the log of all matches"] * len(calls))
        if growth is None:
            return True
        reply = replies[-2 if published is not None else -1]
        if isinstance(reply, Unreadable):
            raise reply
        return int(reply) == 1

    def pack_lines(self, match: str, filed: int) -> int:
        """Pack old lines of a match's log together, :data:`TOGETHER` at a time; return how many times.

        It works backwards until it meets packed lines, so it also catches up on omissions.

        :param filed: the number of its entries in the log of all matches.
        """
        done = 0
        for first in range(from_first(filed - 1) - TOGETHER, -1, -TOGETHER):
            stored = self._ask(("LRANGE", keys.lines(match), first, first + TOGETHER - 1))
            with reading(f"the log of match {match}"):
                packed = pack_together(stored, match)
            if packed is None:
                break
            as_read = hashlib.sha1(b"".join(stored), usedforsecurity=False).hexdigest()
            names = [keys.lines(match), keys.leaves(match)]
            done += int(self._run(Call(PACK_LINES, names, [first, TOGETHER, as_read, packed])))
        return done

    def leaf_indices(self, match: str) -> list[int]:
        """Return the indices, in the log of all matches, of a match's entries in order, as far as the match knows them."""
        with reading(f"match {match}"):
            found = [int(one) for one in self._ask(("LRANGE", keys.leaves(match), 0, -1))]
        if found or (archived := self._in_archive(match)) is None:
            return found
        return archived.leaves


def _head(line: bytes) -> bytes:
    """Return the head of a line. A canonical line ends with head and signature, whose lengths are fixed."""
    found = LINE_END.search(line)
    return b"" if found is None else unb64(text(found[1]))


def _by_match(filings: Sequence[tuple[int, Leaf]]) -> list[tuple[str, int, list[int]]]:
    """Return the leaves by match: the number of the first entry, and the indices from there on."""
    found: dict[str, tuple[int, list[int]]] = {}
    for index, leaf in filings:
        found.setdefault(leaf.match, (leaf.n, []))[1].append(index)
    return [(match, first, indices) for match, (first, indices) in found.items()]


def _file_call(match: str, first: int, indices: Sequence[int], again: int = 0) -> Call:
    names = [keys.match(match), keys.leaves(match), keys.unlogged(keys.bucket_of(match))]
    return Call(FILE_LEAVES, names, [match, again or "", first, *indices])
