"""Old leaves of the log of all matches: their files in the archive, moving them there, and reading the tree.

The hashes above the bundles of 256 leaves stay in the store (a sixth of a byte for each leaf); the leaves themselves
would fill it. So every 65,536 of them, a *segment*, go to a file of their own once their matches know them: written
durably, read back, and only then removed, by a script that also counts the removed ones. If the process is killed in
between, they are in the store, or in both. Leaves from the archive count only if they hash to the store's own hash.

The file is 65,537 records of 56 bytes each, with nothing between or behind them. The first is a header:
``siegelpost-leaves``, a space, the number of the format and a line feed, filled up with zero bytes. The others are the
leaves in order: the 16 bytes of the match's id (a UUID), 8 bytes with the number of the entry, big-endian, and the 32
bytes of the head. From these anybody can compute the leaf hash of the protocol page. The file's name has the number of
the segment, eight digits from 0 on, and the first 16 bytes of the hash of the subtree over it in hexadecimal, so
segments of two histories never share a name, and anybody with the tree's hashes can check that a file contains what was
logged.

Files must stay readable for ever: a change of the format takes the next number, and all earlier ones are still read.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress

from engine.protocol.canon import unb64
from engine.transparency.merkle import PACKED_BYTES, Leaf, leaf_hash, node_hash
from engine.transparency.tiles import HASH_BYTES, WIDTH, Tile
from service.store import Unreadable, keys
from service.store.archive.folder import Archive, ArchiveTrouble
from service.store.archive.reading import NOT_HERE, KnowsArchive
from service.store.connection.scripts import FORGET_LEAVES, Call, Command
from service.store.values import reading, text
from service.telemetry.counts import ARCHIVE_FAILURES

BUNDLES = WIDTH
"""Bundles in a segment."""
LEAVES = BUNDLES * WIDTH
"""Leaves per segment: those under one hash of a tile of level 2."""
HEADER = b"siegelpost-leaves 1\n".ljust(PACKED_BYTES, b"\0")
FOLDER = "log"


def name_of(segment: int, root: bytes) -> str:
    """Return the name of a segment's file in an archive, with its folder.

    >>> name_of(3, bytes(32))
    'log/00000003-00000000000000000000000000000000.leaves'
    """
    return f"{FOLDER}/{segment:08d}-{root[:16].hex()}.leaves"


def pack(bundles: Sequence[bytes]) -> bytes:
    """Return the file for a segment's bundles, each with its 256 packed leaves in order."""
    return HEADER + b"".join(bundles)


def span_of(bundle: int) -> tuple[int, int]:
    """Return the byte range ``[start, end)`` of a bundle (0 to 255) in a segment's file."""
    length = WIDTH * PACKED_BYTES
    return PACKED_BYTES + bundle * length, PACKED_BYTES + (bundle + 1) * length


def leaves_of(raw: bytes) -> list[Leaf]:
    """Return the leaves of a bundle from its bytes in the file; :raises ValueError: for malformed bytes."""
    if len(raw) != WIDTH * PACKED_BYTES:
        raise ValueError("leaves are missing")
    return [Leaf.unpack(raw[at : at + PACKED_BYTES]) for at in range(0, len(raw), PACKED_BYTES)]


def hash_of(leaves: Sequence[Leaf]) -> bytes:
    """Return the hash of the subtree over the leaves of one bundle."""
    hashes = [leaf_hash(leaf.entry) for leaf in leaves]
    while len(hashes) > 1:
        hashes = [node_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]


LEAF_TEXT, HASH_TEXT = 75, 43
"""Characters of a packed leaf and of a hash as stored. They are text, because zero bytes in the server's file would be
taken for a disk block that was never written (:mod:`service.store.append_only`)."""
LOG = "the log of all matches"
DAMAGED = "its file in the archive is damaged"
MOST = 64
"""The most segments that one sweep moves: more than a clock can write between two sweeps."""

log = logging.getLogger("siegelpost.store")


class OldLeaves(KnowsArchive):
    """The tree, with its leaves in the store or in the archive."""

    def log_size(self) -> int:
        """Return how many leaves the log has."""
        with reading(LOG):
            return int(self._ask(("HGET", keys.log_head(), "size")) or 0)

    def log_leaves(self, start: int, end: int) -> list[Leaf]:
        """Return leaves ``[start, end)`` of the log, which must exist."""
        spans = [
            (bundle, max(0, start - bundle * WIDTH), min(WIDTH, end - bundle * WIDTH))
            for bundle in range(start // WIDTH, -(-end // WIDTH))
        ]
        commands: list[Command] = [
            ("GETRANGE", keys.log_leaves(bundle), first * LEAF_TEXT, last * LEAF_TEXT - 1)
            for bundle, first, last in spans
        ]
        # Asked last, so what was taken out before a bundle's turn is counted.
        *stored, gone = self._ask_many([*commands, ("HGET", keys.log_head(), "archived")])
        found: list[Leaf] = []
        with reading(LOG):
            archived = int(gone or 0) // WIDTH
            for (bundle, first, last), raw in zip(spans, stored, strict=True):
                leaves = self._archived_leaves(bundle)[first:last] if bundle < archived else _leaves(raw)
                if len(leaves) != last - first:
                    raise ValueError("leaves are missing")
                found += leaves
        return found

    def log_tile(self, tile: Tile) -> bytes:
        """Return a tile's hashes, which must exist. Those of level 0 are computed from the leaves."""
        if not tile.level:
            leaves = self.log_leaves(tile.index * WIDTH, tile.index * WIDTH + tile.width)
            return b"".join(leaf_hash(leaf.entry) for leaf in leaves)
        return b"".join(self._hashes(tile.level, tile.index * WIDTH, tile.width))

    def archive_leaves(self) -> int:
        """Move old leaves of the log to the archive, at most :data:`MOST` segments; return how many were moved.

        Errors are logged; the leaves then stay in the store.
        """
        if self._archiving is None:
            return 0
        moved = 0
        try:
            with reading(LOG):
                gone, filed = (int(one or 0) for one in self._ask(("HMGET", keys.log_head(), "archived", "filed")))
            for segment in range(gone // LEAVES, min(filed // LEAVES, gone // LEAVES + MOST)):
                if not moved:
                    self._meet(self._archiving.archive)
                moved += self._move_leaves(self._archiving.archive, segment)
        except ArchiveTrouble as error:
            log.error("old leaves of the log of all matches could not be archived and stay in the store: %s", error)
            ARCHIVE_FAILURES.inc()
        except Unreadable as error:
            log.error("%s", error)
        return moved

    def archived_segments(self) -> int:
        """Return how many segments the archive has."""
        with reading(LOG):
            return int(self._ask(("HGET", keys.log_head(), "archived")) or 0) // LEAVES

    def segment_trouble(self, segment: int) -> str | None:
        """Read a segment's file in the archive completely; return why it cannot be read, or None if it can."""
        _, size = span_of(BUNDLES - 1)
        try:
            raw = self._segment(segment, 0, size + 1)  # a longer file is another one
            if len(raw) != size or not raw.startswith(HEADER):
                raise Unreadable(LOG, DAMAGED)
            for bundle, expected in enumerate(self._hashes(1, segment * BUNDLES, BUNDLES)):
                _hashed(raw[slice(*span_of(bundle))], expected)
        except Unreadable as error:
            return error.why
        return None

    def segment_name(self, segment: int) -> str:
        """Return the name of a segment's file, with its folder."""
        (root,) = self._hashes(2, segment, 1)
        return name_of(segment, root)

    def _move_leaves(self, archive: Archive, segment: int) -> bool:
        """Move a segment, unless the tree has another hash over it; return ``False`` if another process has moved it."""
        bundles = range(segment * BUNDLES, (segment + 1) * BUNDLES)
        hashes = self._hashes(1, bundles[0], BUNDLES)
        packed: list[bytes] = []
        *stored, gone = self._ask_many(
            [*(("GET", keys.log_leaves(bundle)) for bundle in bundles), ("HGET", keys.log_head(), "archived")]
        )
        with reading(LOG):
            if int(gone or 0) > segment * LEAVES:
                return False
            for raw, expected in zip(stored, hashes, strict=True):
                leaves = _leaves(raw or b"")
                if len(leaves) != WIDTH or hash_of(leaves) != expected:
                    raise ValueError("leaves are not those that were hashed")
                packed.append(b"".join(leaf.packed for leaf in leaves))
        archive.keep_segment(self.segment_name(segment), pack(packed))
        names = [keys.log_head(), *(keys.log_leaves(bundle) for bundle in bundles)]
        return bool(self._run(Call(FORGET_LEAVES, names, [segment * LEAVES, (segment + 1) * LEAVES])))

    def _archived_leaves(self, bundle: int) -> list[Leaf]:
        """Return the leaves of a bundle that is in the archive."""
        segment, place = divmod(bundle, BUNDLES)
        (expected,) = self._hashes(1, bundle, 1)
        return _hashed(self._segment(segment, *span_of(place)), expected)

    def _segment(self, segment: int, start: int, end: int) -> bytes:
        """Return bytes ``[start, end)`` of a segment's file, or fewer; :raises Unreadable: when it is missing."""
        found = None
        if self._archiving is not None:
            found = self._archiving.archive.segment(self.segment_name(segment), start, end)
        if found is None:
            raise Unreadable(LOG, NOT_HERE)
        return found

    def _hashes(self, level: int, first: int, count: int) -> list[bytes]:
        """Return this many hashes of a level from 1 on, all from one tile."""
        tile, place = divmod(first, WIDTH)
        return self._hashes_at(keys.log_tile(level, tile), place, count, LOG)

    def _hashes_at(self, key: str, place: int, count: int, name: str) -> list[bytes]:
        """Return hashes of a stored tile of the log with this name."""
        raw = self._ask(("GETRANGE", key, place * HASH_TEXT, (place + count) * HASH_TEXT - 1))
        with reading(name):
            hashes = cut(raw, HASH_TEXT)
            if [len(one) for one in hashes] != [HASH_BYTES] * count:
                raise ValueError("hashes are missing")
            return list(hashes)


def _hashed(raw: bytes, expected: bytes) -> list[Leaf]:
    """Return the leaves of a bundle in the archive; :raises Unreadable: unless they hash to the tree's hash."""
    with suppress(ValueError):
        leaves = leaves_of(raw)
        if hash_of(leaves) == expected:
            return leaves
    raise Unreadable(LOG, DAMAGED)


def _leaves(raw: bytes) -> list[Leaf]:
    return [Leaf.unpack(packed) for packed in cut(raw, LEAF_TEXT)]


def cut(raw: bytes, length: int) -> tuple[bytes, ...]:
    """Split a stored text into base64url pieces of this length; :raises NotCanonical: when it is malformed."""
    return tuple(unb64(text(raw[at : at + length])) for at in range(0, len(raw), length))
