"""Repairs the append-only file of a stopped Redis after a crash: ``siegelpost admin mend FOLDER``.

A step is written as MULTI ... EXEC. If a crash leaves the file's end torn inside it, Redis 6.2 and 7.0 cut off the torn
command and leave MULTI open (Valkey 9.1.2 does not): at the next start but one, the EXEC of a later step completes half
of this one. And no server starts from a file that ends with zeros or other rubbish. So, before the server starts,
transactions without EXEC are removed, and the file is cut where valid commands end. Nothing removed was acknowledged:
with ``appendfsync always`` a command is acknowledged when all bytes up to its end are on disk.

This is sounder than loading the file and having it rewritten: it also repairs files that no server loads, it leaves no
moment at which a second crash finds the open MULTI in a file that is no longer the last one, and it only reads
everything instead of writing it. If the file is read ahead while it grows (:func:`check_ahead`), only its end remains
to be read.

A mark beside the file says how much of it is known to be intact, so that a start reads only what was written since. It
identifies the file by its name, its inode, a length, and a digest of the bytes before that length: a file that was
rewritten, cut or restored from a backup matches no mark, and is read from its beginning. Marked bytes were synced
first, so a crash does not change them.

Redis 4 to 6.2 put a snapshot (RDB) at the beginning of the single append-only file when they rewrote it, with commands
after it. The snapshot does not state its length, so it must be parsed. Later servers keep it in a separate file.
Source: the RDB format of Redis 6.2, version 9 (``rdb.c``); types that this store never writes are not supported.

``serve`` does all this at every start (:mod:`service.serve.state_server`).
"""

import contextlib
import hashlib
import json
import mmap
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

MAGIC = b"REDIS"
HEAD = len(MAGIC) + 4
CHECKSUM = 8
END = 0xFF
STRING, LIST, SET, ZSET, HASH, ZSET_BINARY = 0, 1, 2, 3, 4, 5
ONE_STRING = {9, 10, 11, 12, 13}
"""Small collections that are packed into one string."""
QUICKLIST = 14
NOT_FINITE = (253, 254, 255)


class UnknownSnapshot(ValueError):
    """The snapshot contains something unknown here, or ends too early."""


class _Walk:
    """A position in the file; each method skips one item."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def skip(self, count: int) -> int:
        before = self.at
        self.at += count
        if self.at > len(self.data):
            raise UnknownSnapshot("it ends too early")
        return before

    def byte(self) -> int:
        return self.data[self.skip(1)]

    def length(self) -> tuple[int, bool]:
        """Skip a length; return it, and whether it denotes a special encoding instead."""
        first = self.byte()
        kind = first >> 6
        if kind == 0:
            return first & 0x3F, False
        if kind == 1:
            return (first & 0x3F) << 8 | self.byte(), False
        if kind == 3:
            return first & 0x3F, True
        size = 8 if first == 0x81 else 4
        start = self.skip(size)
        return int.from_bytes(self.data[start : self.at], "big"), False

    def number(self) -> int:
        found, special = self.length()
        if special:
            raise UnknownSnapshot(f"a count is missing at byte {self.at}")
        return found

    def string(self) -> None:
        found, special = self.length()
        if not special:
            self.skip(found)
        elif found <= 2:
            self.skip(1 << found)
        elif found == 3:
            compressed = self.number()
            self.number()
            self.skip(compressed)
        else:
            raise UnknownSnapshot(f"unknown string encoding {found} at byte {self.at}")

    def strings(self, each: int) -> None:
        for _ in range(self.number() * each):
            self.string()

    def scored(self, binary: bool) -> None:
        for _ in range(self.number()):
            self.string()
            if binary:
                self.skip(8)
            elif (size := self.byte()) not in NOT_FINITE:
                self.skip(size)

    def value(self, kind: int) -> None:
        if kind == STRING or kind in ONE_STRING:
            self.string()
        elif kind in (LIST, SET, QUICKLIST):
            self.strings(1)
        elif kind == HASH:
            self.strings(2)
        elif kind in (ZSET, ZSET_BINARY):
            self.scored(kind == ZSET_BINARY)
        else:
            raise UnknownSnapshot(f"unknown type {kind} at byte {self.at}")


def _asides() -> Mapping[int, Callable[[_Walk], object]]:
    """Return functions that skip the items between keys: idle time, frequency, facts, sizes, expiries, database."""
    return {
        0xF8: lambda walk: walk.number(),
        0xF9: lambda walk: walk.skip(1),
        0xFA: lambda walk: (walk.string(), walk.string()),
        0xFB: lambda walk: (walk.number(), walk.number()),
        0xFC: lambda walk: walk.skip(8),
        0xFD: lambda walk: walk.skip(4),
        0xFE: lambda walk: walk.number(),
    }


def end_of_snapshot(data: bytes) -> int:
    """Return the position where the commands begin: 0 for a file without a snapshot.

    :param data: the file, as anything whose slices are bytes (a memory map).
    :raises UnknownSnapshot: when the snapshot cannot be parsed.
    """
    if data[: len(MAGIC)] != MAGIC:
        return 0
    walk, asides = _Walk(data, HEAD), _asides()
    while (kind := walk.byte()) != END:
        if kind in asides:
            asides[kind](walk)
        else:
            walk.string()
            walk.value(kind)
    walk.skip(CHECKSUM)
    return walk.at


MARKS = "checked.json"
DIGESTED = 4096
"""Bytes before the marked length whose digest distinguishes the file from another one of its name."""


@dataclass(frozen=True)
class Mark:
    """The first ``until`` bytes of the file with this inode are whole commands and whole transactions."""

    inode: int
    until: int
    digest: str


def read_marks(folder: Path) -> dict[str, Mark]:
    """Return the marks in a server's folder by file name; empty if they cannot be read."""
    try:
        told = json.loads((folder / MARKS).read_text("utf-8"))
        return {str(name): Mark(int(one["inode"]), int(one["until"]), str(one["digest"])) for name, one in told.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def write_marks(folder: Path, marks: Mapping[str, Mark]) -> None:
    """Replace the marks atomically. :raises OSError: when there is no room."""
    new = folder / f"{MARKS}.new"
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({name: asdict(mark) for name, mark in marks.items()}, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / MARKS)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def mark(file: Path, until: int) -> Mark:
    """Sync a file and return the mark for its first ``until`` bytes, which the caller has found to be intact."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
        return Mark(os.fstat(opened.fileno()).st_ino, until, _digest(opened.fileno(), until))


def whole_until(file: Path, found: Mark | None) -> int:
    """Return how many bytes of a file need not be read again; 0 without a matching mark."""
    if found is None or found.until <= 0:
        return 0
    with file.open("rb") as opened:
        status = os.fstat(opened.fileno())
        if status.st_ino != found.inode or status.st_size < found.until:
            return 0
        return found.until if _digest(opened.fileno(), found.until) == found.digest else 0


def _digest(descriptor: int, until: int) -> str:
    first = max(0, until - DIGESTED)
    return hashlib.sha256(os.pread(descriptor, until - first, first)).hexdigest()


LONGEST_TAIL = 4 * 1024 * 1024
"""Bytes at the end of the file that a crash can have damaged: what one turn of the server's loop writes before it
syncs. Damage further in comes from the disk, not from a crash, and is not ours to cut."""
PIECE = 16 * 1024 * 1024
"""Bytes read ahead at once, some 0.2 s of work."""
WORTH = 4 * 1024 * 1024
"""New bytes that make reading ahead worthwhile."""
SINGLE, PARTS, MANIFEST = "appendonly.aof", "appendonlydir", "appendonly.aof.manifest"
NULS = bytes(8)
"""A disk block that was never written reads as zeros. The store writes text, which never has eight zeros in a row."""
COUNT = re.compile(rb"\*([1-9][0-9]{0,6})\r\n")
SIZE = re.compile(rb"\$(0|[1-9][0-9]{0,8})\r\n")
MULTI, EXEC, SELECT = b"MULTI", b"EXEC", b"SELECT"


class Unmendable(RuntimeError):
    """The file is damaged in a way that a crash does not explain; the message says where, and what to do."""


@dataclass(frozen=True)
class Scan:
    """The result of reading a file: the byte ranges to keep, in order, and where valid commands end (None = nowhere)."""

    keep: list[tuple[int, int]]
    broken: int | None


@dataclass(frozen=True)
class Mended:
    """A repaired file: how many bytes were removed, from which position, and the file that keeps them."""

    file: Path
    taken: int
    first: int
    aside: Path

    def __str__(self) -> str:
        return (
            f"{self.file} was torn by a crash: {self.taken} bytes from byte {self.first} on that no EXEC ended were taken out "
            f"and are kept in {self.aside}. Nothing in them was ever acknowledged"
        )


def has_file(folder: Path) -> bool:
    """Return whether a folder holds an append-only file of any server."""
    return (folder / SINGLE).is_file() or (folder / PARTS / MANIFEST).is_file()


def mend(folder: Path, *, trust_marks: bool = False) -> list[Mended]:
    """Repair the append-only file (or files, from Redis 7 on) in a stopped server's folder; return what was repaired.

    :param trust_marks: skip what :func:`check_ahead` has read, and mark what is read now.
    :raises Unmendable: when a crash does not explain the damage; nothing is changed then.
    """
    files = _files(folder)
    marks = read_marks(folder) if trust_marks else {}
    scans = [(file, _scan_file(file, whole_until(file, marks.get(file.name)))) for file in files]
    for file, scan in scans:
        size = file.stat().st_size
        if scan.broken is not None and (file != files[-1] or size - scan.broken > LONGEST_TAIL):
            raise Unmendable(
                f"{file} is damaged at byte {scan.broken} of {size}, too far from its end for a crash to explain it: "
                "put the folder back from your backup, or save a copy and let redis-check-aof --fix cut the file there"
            )
    mended = [found for file, scan in scans if (found := _rewrite(folder, file, scan)) is not None]
    if trust_marks:
        # Without room for it the next start reads more.
        with contextlib.suppress(OSError):
            write_marks(folder, {file.name: mark(file, file.stat().st_size) for file in files})
    return mended


def check_ahead(folder: Path) -> bool:
    """Read and mark part of what a running server has written since the last look; return whether there is more.

    :raises Unmendable: when the folder's files do not match, as briefly while the server rewrites them.
    :raises OSError: when a file has disappeared, or there is no room for the mark.
    """
    files = _files(folder)
    marks = read_marks(folder)
    kept = {file.name: marks[file.name] for file in files if file.name in marks}
    for file in files:
        size, begun = file.stat().st_size, whole_until(file, kept.get(file.name))
        if size - begun < WORTH:
            continue
        keep = _scan_file(file, begun, most=PIECE).keep
        until = keep[0][1] if keep and keep[0][0] == 0 else 0
        if until > begun:
            write_marks(folder, {**kept, file.name: mark(file, until)})
            return True
    return False


def scan(data: bytes, start: int = 0, size: int | None = None) -> Scan:
    """Read commands from ``start`` to ``size`` or the end; find the bytes that belong to no whole command or finished
    transaction.

    A server's first command after a restart is MULTI or SELECT, so either one inside an open MULTI (SELECT anywhere but
    at its beginning) shows that the transaction never ended.
    """
    keep: list[tuple[int, int]] = []
    at = whole = start  # whole: the end of what is kept so far
    opened: int | None = None
    previous = b""
    size = len(data) if size is None else size
    broken: int | None = None
    # Lengths and line ends may have survived around a lost block.
    tail = data.find(NULS, max(start, size - LONGEST_TAIL), size)
    while at < size:
        begin = at
        if data[at] == ord("#"):
            end = data.find(b"\r\n", at)
            if end < 0:
                broken = begin
                break
            at = end + 2
        else:
            step = _command(data, at, size)
            if step is None:
                broken = begin
                break
            name, at = step
            if 0 <= tail < at:
                broken = begin
                break
            restarted = name == MULTI or (name == SELECT and previous != MULTI)
            if opened is not None and restarted:
                _keep(keep, whole, opened)
                whole, opened = begin, None
            if name == MULTI:
                opened = begin
            elif name == EXEC:
                opened = None  # one without MULTI is ignored by every server, and by us
            previous = name
    _keep(keep, whole, min(end for end in (opened, broken, size) if end is not None))
    return Scan(keep, broken)


def _command(data: bytes, at: int, size: int) -> tuple[bytes, int] | None:
    """Return a command's name and end, or None if there is no whole command here."""
    head = COUNT.match(data, at)
    if head is None:
        return None
    at = head.end()
    name = b""
    for number in range(int(head[1])):
        length = SIZE.match(data, at)
        if length is None:
            return None
        start = length.end()
        at = start + int(length[1])
        if data[at : at + 2] != b"\r\n":
            return None
        if number == 0:
            name = data[start:at].upper()
        at += 2
    return (name, at) if at <= size and name.isalpha() else None


def _keep(keep: list[tuple[int, int]], start: int, end: int) -> None:
    if end > start:
        keep.append((start, end))


def _files(folder: Path) -> list[Path]:
    """Return the files with commands in loading order."""
    parts = folder / PARTS
    if not parts.is_dir():
        return [folder / SINGLE] if (folder / SINGLE).is_file() else []
    manifest = parts / MANIFEST
    if not manifest.is_file():
        if any(parts.glob("*.aof")):
            raise Unmendable(
                f"{manifest} is missing, and without it a server starts empty: put it back from your backup"
            )
        return []
    names = [line.split()[1] for line in manifest.read_text("utf-8").splitlines() if line.startswith("file ")]
    missing = [name for name in names if not (parts / name).is_file()]
    if missing:
        raise Unmendable(f"{parts} lacks {', '.join(missing)}, which {MANIFEST} names: put it back from your backup")
    # What a rewrite makes (a snapshot or commands) is synced before the manifest names it; only what grows can be torn.
    return [parts / name for name in names if ".base." not in name]


def _scan_file(file: Path, begun: int = 0, most: int | None = None) -> Scan:
    """Read a file from ``begun``, the end of something intact, to its end or for ``most`` bytes.

    There is a gap between two ranges to keep only where something is removed.
    """
    size = file.stat().st_size
    if size == 0:
        return Scan([], None)
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), size, access=mmap.ACCESS_READ) as data:
        try:
            start = begun or end_of_snapshot(data)  # type: ignore[arg-type]  # a memory map slices and searches as bytes do
        except UnknownSnapshot as error:
            raise Unmendable(f"{file} begins with a snapshot that cannot be read: {error}") from error
        found = scan(data, start, size if most is None else min(size, start + most))  # type: ignore[arg-type]
        keep = list(found.keep)
        if start and keep and keep[0][0] == start:
            keep[0] = (0, keep[0][1])
        elif start:
            keep.insert(0, (0, start))
        return Scan(keep, found.broken)


def _rewrite(folder: Path, file: Path, scan: Scan) -> Mended | None:
    """Remove what is not kept: by truncating the file if only its end goes, otherwise by replacing the file."""
    size = file.stat().st_size
    kept = sum(end - start for start, end in scan.keep)
    if kept == size:
        return None
    gaps = _gaps(scan.keep, size)
    aside = folder / f"torn-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{gaps[0][0]}.aof"
    with file.open("r+b") as opened:
        _write(aside, [_read(opened.fileno(), *gap) for gap in gaps])
        if len(gaps) == 1 and gaps[0][1] == size:
            os.ftruncate(opened.fileno(), gaps[0][0])
            os.fsync(opened.fileno())
        else:
            new = file.with_name(f"{file.name}.mended")
            _write(new, [_read(opened.fileno(), *part) for part in scan.keep])
            new.replace(file)
    for path in {folder, file.parent}:
        _sync_folder(path)
    return Mended(file, size - kept, gaps[0][0], aside)


def _gaps(keep: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    borders = [0, *(border for part in keep for border in part), size]
    pairs = zip(borders[::2], borders[1::2], strict=True)
    return [(start, end) for start, end in pairs if end > start]


def _read(descriptor: int, start: int, end: int) -> bytes:
    return os.pread(descriptor, end - start, start)


def _write(path: Path, pieces: Sequence[bytes]) -> None:
    """Write a file atomically: partial copies would fill a disk that is already full."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


ROOM = 1 << 20
"""Bytes that must be free on the append-only file's disk before anything is written to it."""


def lacks_room(folder: str) -> str | None:
    """Return a sentence saying that a folder's disk is full or read-only, or None if there is room."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return None  # not a folder of this machine, or not ours to see
    free = disk.f_bavail * disk.f_frsize
    if disk.f_flag & os.ST_RDONLY:
        return "the store's disk is read-only"
    return f"the store's disk is full ({free // 1024} kB are free, {ROOM // 1024} needed)" if free < ROOM else None
