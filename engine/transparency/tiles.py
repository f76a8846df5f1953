"""Tiles: the hashes of the tree in pieces of at most 256, and the leaves beside them (c2sp.org/tlog-tiles).

A tile's address says all there is to know about it, and what a full tile holds never changes, so both sides may keep it for
ever. A reader computes every proof from tiles by himself.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.transparency.merkle import LARGEST_TREE, joined, node_hash, range_hash, subtrees

WIDTH = 256
HEIGHT = 8
HASH_BYTES = 32
TOP_LEVEL = 7
"""The highest level that a tree of at most 2^63 - 1 leaves has; the specification's 63 is never reached."""
_PATH = re.compile(r"(0|[1-9][0-9]?|entries)/((?:x[0-9]{3}/){0,6}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")
ENTRIES = "entries"


class NoTile(ValueError):
    """Text that is not the address of a tile, or addresses a tile that no tree has."""


@dataclass(frozen=True)
class Tile:
    """The address of a tile: its level (``None``: leaves themselves), its number in the level, how many it holds."""

    level: int | None
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """The address behind ``/tile/``.

        >>> Tile(0, 1234067, 5).path
        '0/x001/x234/067.p/5'
        """
        digits = f"{self.index:03d}"
        digits = "0" * (-len(digits) % 3) + digits
        groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        number = "/".join([*("x" + group for group in groups[:-1]), groups[-1]])
        level = ENTRIES if self.level is None else str(self.level)
        return f"{level}/{number}" + (f".p/{self.width}" if self.width < WIDTH else "")


def parse_path(path: str) -> Tile:
    """Return the tile of an address after ``/tile/``; :raises NoTile: unless it is in canonical form."""
    found = _PATH.fullmatch(path) if len(path) <= 64 else None
    if found is None:
        raise NoTile(
            "a tile is <level>/<number in groups of three digits>[.p/<width>], or entries/ in place of the level"
        )
    level = None if found[1] == ENTRIES else int(found[1])
    tile = Tile(level, int(found[2].replace("/", "").replace("x", "")), int(found[3]) if found[3] else WIDTH)
    if tile.path != path:
        raise NoTile("the number has leading zeros too many, or the width is not from 1 to 255")
    if (level or 0) > TOP_LEVEL or tile.index << HEIGHT * ((level or 0) + 1) > LARGEST_TREE:
        raise NoTile("no tree is so large")
    return tile


def width_in(tile: Tile, size: int) -> int:
    """Return how many hashes (or leaves) a tree of ``size`` has of a tile's place: from 0 to 256."""
    return max(0, min(WIDTH, (size >> HEIGHT * (tile.level or 0)) - tile.index * WIDTH))


ReadTile = Callable[[Tile], bytes]
"""Returns the bytes of a tile that the tree has: ``width`` hashes of 32 bytes each."""


class TileReader:
    """Reads hashes of subtrees of one tree of ``size`` from its tiles, each tile once."""

    def __init__(self, size: int, read: ReadTile) -> None:
        self._size, self._read = size, read
        self._known: dict[Tile, bytes] = {}

    def subtree(self, level: int, index: int) -> bytes:
        """Return the hash of a whole subtree: leaves ``[index << level, (index + 1) << level)``.

        :raises NoTile: when a tile that is read is shorter than it says.
        """
        height = level // HEIGHT
        start = index << level - HEIGHT * height
        count = 1 << level - HEIGHT * height
        tile = Tile(height, start // WIDTH)
        tile = Tile(height, tile.index, width_in(tile, self._size))
        if tile not in self._known:
            self._known[tile] = self._read(tile)
        raw = self._known[tile]
        if len(raw) != tile.width * HASH_BYTES or start % WIDTH + count > tile.width:
            raise NoTile(f"tile {tile.path} has not {tile.width} hashes")
        first = start % WIDTH
        hashes = [raw[at * HASH_BYTES : (at + 1) * HASH_BYTES] for at in range(first, first + count)]
        return _perfect(hashes)

    def root(self) -> bytes:
        """Return the root of the tree."""
        return joined([self.subtree(level, index) for level, index in subtrees(0, self._size)])

    def range(self, start: int, end: int) -> bytes:
        """Return the hash of a range of leaves of the tree."""
        return range_hash(start, end, self.subtree)


def _perfect(hashes: list[bytes]) -> bytes:
    while len(hashes) > 1:
        hashes = [node_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]


def bundle(entries: list[bytes]) -> bytes:
    """Return leaves in the published format: each after its length in two bytes."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def unbundle(raw: bytes) -> list[bytes]:
    """Return the leaves of a bundle; :raises NoTile: when it is cut or has too many."""
    found: list[bytes] = []
    at = 0
    while at < len(raw):
        end = at + 2 + int.from_bytes(raw[at : at + 2], "big")
        if end > len(raw) or at + 2 > len(raw) or len(found) == WIDTH:
            raise NoTile("the bundle of leaves is cut, or has more than 256")
        found.append(raw[at + 2 : end])
        at = end
    return found
