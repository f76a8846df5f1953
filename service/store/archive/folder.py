"""The archive as a folder of files, one per finished match and per segment of old leaves of the log of all matches;
written durably before success is reported.

All processes of an installation, on whatever machine, must see the same folder. The file ``siegelpost-archive`` in it
identifies its owner, and the store knows its content. No match is moved to a folder without it: the disk is not
mounted, or the folder belongs to another machine.

A finished match is one file with its record, and the log in export format: gzip of lines of text. The first is a JSON object:
``siegelpost-archive`` the number of the format, ``match`` the id, ``fields`` its stored fields (names and texts as in
:func:`service.store.keys.match`), ``leaves`` the index of each entry in the log of all matches. The others are the export
lines of the log, byte for byte, so ``zcat FILE | tail -n +2`` is the log.

Files must stay readable for ever: a change of the format takes the next number, and all earlier ones are still read.
"""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import os
import secrets
import stat
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from service.store import Unreadable
from service.store.keys import MATCH
from service.store.values import READING, decode, encode

MARK = "siegelpost-archive"
LOCK = ".lock"
STALE = 3_600
"""Seconds after which an unfinished file counts as left behind by a crash."""


class ArchiveTrouble(RuntimeError):
    """The archive cannot be used; the message gives the cause, without naming a match."""


class Archive(Protocol):
    """Storage for finished matches and old leaves of their common log: a folder, or any other durable storage."""

    def mark(self) -> str | None:
        """Return the archive's mark, or None before it is set up; :raises ArchiveTrouble: when it cannot be read."""

    def begin(self, mark: str) -> None:
        """Set up the archive with this mark, creating it if missing; :raises ArchiveTrouble: when it cannot be written."""

    def keep(self, archived: ArchivedMatch) -> None:
        """Write a match durably; writing the same or an earlier version again changes nothing.

        :raises ArchiveTrouble: when it cannot be written.
        :raises Unreadable: when it has another history of the match; nothing is overwritten.
        """

    def change(self, archived: ArchivedMatch, before: int) -> bool:
        """Durably overwrite a match that has version ``before``; return ``False`` if it is missing or has another
        version.

        :raises ArchiveTrouble: when it cannot be written.
        """

    def record(self, match: str) -> ArchivedMatch | None:
        """Return a match without its lines, or None if it is not there. :raises Unreadable: when it cannot be read."""

    def whole(self, match: str) -> ArchivedMatch | None:
        """Return a match with its lines, or None if it is not there. :raises Unreadable: when it cannot be read."""

    def keep_segment(self, name: str, raw: bytes) -> None:
        """Write old leaves of the log of all matches durably; writing the same again changes nothing.

        :param name: see :func:`service.store.archive.leaves.name_of`; a file of this name is the same, or damaged and replaced.
        :raises ArchiveTrouble: when it cannot be written.
        """

    def segment(self, name: str, start: int, end: int) -> bytes | None:
        """Return bytes ``[start, end)`` of a file of leaves, or fewer, or None if there is no such file.

        :raises Unreadable: when it cannot be read.
        """


class ArchiveFolder:
    """An archive of files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def mark(self) -> str | None:
        """Return the folder's mark, or None if it does not exist or is not an archive of ours."""
        with self._trouble(), contextlib.suppress(FileNotFoundError):
            return (self.folder / MARK).read_text(encoding="utf-8").strip()
        return None

    def begin(self, mark: str) -> None:
        """Make the folder and its mark."""
        with self._trouble():
            _make_folder(self.folder)
            _write(self.folder / MARK, f"{mark}\n".encode())

    def try_out(self) -> None:
        """Write a file, read it back and remove it; :raises ArchiveTrouble: when that fails, or there is no such folder."""
        path = self.folder / f".trial-{secrets.token_hex(8)}"
        with self._trouble():
            _write(path, path.name.encode())
            try:
                if path.read_bytes() != path.name.encode():
                    raise ArchiveTrouble(f"{self.folder}: a file is not what was written to it a moment ago")
            finally:
                path.unlink()

    def keep(self, archived: ArchivedMatch) -> None:
        """Write a match, read it back to check it, and only then return."""
        with self._trouble(), self._locked():
            found = self._kept(archived.match)
            if found is None or archived.in_place_of(found):
                self._put(archived)
            path = self._path(archived.match)
            for one in (path, path.parent, self.folder):  # it may have been written by another process a moment ago
                _sync(one)

    def change(self, archived: ArchivedMatch, before: int) -> bool:
        """Overwrite a match that has version ``before``; return ``False`` if it is missing or has another version."""
        with self._trouble(), self._locked():
            found = self.whole(archived.match)
            if found is None or found.version != before or found.lines != archived.lines:
                return False
            self._put(archived)
            return True

    def record(self, match: str) -> ArchivedMatch | None:
        """Return a match without its lines."""
        with self._opened(self._path(match), f"match {match}") as file:
            return None if file is None else read_record(match, file)

    def whole(self, match: str) -> ArchivedMatch | None:
        """Return a match with its lines."""
        with self._opened(self._path(match), f"match {match}") as file:
            return None if file is None else read_whole(match, file)

    def keep_segment(self, name: str, raw: bytes) -> None:
        """Write old leaves, read them back to check them, and only then return."""
        path = self.folder / name
        with self._trouble(), self._locked():
            if not path.exists() or path.read_bytes() != raw:
                _make_folder(path.parent)
                _write(path, raw)
                if path.read_bytes() != raw:
                    raise ArchiveTrouble(f"{self.folder}: a file is not what was written to it a moment ago")
            for one in (path, path.parent, self.folder):
                _sync(one)

    def segment(self, name: str, start: int, end: int) -> bytes | None:
        """Return a part of a file of old leaves."""
        with self._opened(self.folder / name, "the log of all matches") as file:
            if file is None:
                return None
            file.seek(start)
            return file.read(end - start)

    def _kept(self, match: str) -> ArchivedMatch | None:
        """Return the stored match; a damaged file counts as missing, and is replaced."""
        try:
            return self.whole(match)
        except Damaged:
            return None

    def _put(self, archived: ArchivedMatch) -> None:
        path = self._path(archived.match)
        _make_folder(path.parent)
        _write(path, pack(archived))
        if self._kept(archived.match) != archived:
            raise ArchiveTrouble(f"{self.folder}: a file is not what was written to it a moment ago")

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock out other writers, so that no earlier version overwrites a later one."""
        _make_folder(self.folder)
        with (self.folder / LOCK).open("ab") as lock:  # closing it, or dying, lets go
            with contextlib.suppress(PermissionError):  # another user of a shared folder has made it, and shares it
                os.fchmod(lock.fileno(), 0o600 | _shared(self.folder) & 0o060)
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _path(self, match: str) -> Path:
        return self.folder / name_of(match)

    @contextlib.contextmanager
    def _opened(self, path: Path, what: str) -> Iterator[BinaryIO | None]:
        try:
            file = path.open("rb")
        except FileNotFoundError:
            yield None
            return
        except OSError as error:
            raise _unreadable(what, error) from error
        with file:
            try:
                yield file
            except OSError as error:  # a disk that fails, or a share that went away meanwhile
                raise _unreadable(what, error) from error

    @contextlib.contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ArchiveTrouble(f"{self.folder}: {error.strerror or type(error).__name__}") from error


def _unreadable(what: str, error: OSError) -> Unreadable:
    return Unreadable(what, f"the archive cannot be read ({error.strerror or type(error).__name__})")


def _make_folder(folder: Path) -> None:
    """Make a folder durably; only its owner can read it, and the group of a shared one."""
    if folder.is_dir():
        return
    if not folder.parent.is_dir():
        _make_folder(folder.parent)
    shared = _shared(folder.parent)
    folder.mkdir(mode=0o700 | shared, exist_ok=True)
    # The kernel hands on the setgid bit. Where the umask leaves the rest, nothing sets it: RestrictSUIDSGID= would forbid that.
    if (mode := stat.S_IMODE(folder.stat().st_mode)) & shared != shared:
        folder.chmod(mode | shared)
    _sync(folder.parent)


def _shared(folder: Path) -> int:
    """Return the group's permissions for a folder whose setgid bit marks it as shared with that group, else 0."""
    mode = folder.stat().st_mode
    return mode & stat.S_IRWXG if mode & stat.S_ISGID else 0


def _write(path: Path, raw: bytes) -> None:
    """Write a file atomically and durably."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if shared := _shared(path.parent):
                os.fchmod(file.fileno(), 0o600 | shared & 0o060)
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
            _clear(path.parent, os.fstat(file.fileno()).st_mtime - STALE)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _clear(folder: Path, before: float) -> None:
    """Remove files that killed processes have left behind, judging by the disk's own clock."""
    for part in folder.glob(".*.part"):
        with contextlib.suppress(FileNotFoundError):
            if part.stat().st_mtime < before:
                part.unlink()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


FORMAT = 1
NAME = "siegelpost-archive"
DIGITS = 3
"""Digits of the id that name a match's folder: 4,096 of them, with some 250 files each when there are a million."""
LEVEL = 6
"""The level of zlib: higher ones take twice the time to save a hundredth of the size."""
BROKEN = (*READING, OSError, EOFError, zlib.error)
"""Exceptions raised when reading a damaged file."""


class Damaged(Unreadable):
    """A file of the archive that is incomplete, or not ours."""


@dataclass(frozen=True)
class ArchivedMatch:
    """The archived form of a finished match. ``fields`` and ``lines`` are byte for byte as they were in the store."""

    match: str
    fields: dict[str, str]
    leaves: list[int]
    lines: list[bytes]

    @property
    def version(self) -> int:
        """Number of acts, and of changes after the end: later copies of the match have greater ones."""
        return int(self.fields.get("av", 0))

    def contradicts(self, other: ArchivedMatch) -> bool:
        """Return whether the two cannot be the same match, read at one or two different times."""
        return self.lines != other.lines or (self.version == other.version and self != other)

    def in_place_of(self, found: ArchivedMatch) -> bool:
        """Return whether this is a later version than the archive's, which otherwise stays.

        :raises Unreadable: when the archive has another history of the match.
        """
        if found.contradicts(self):
            raise Unreadable(f"match {self.match}", "the archive has a different history of it; both are kept")
        return found.version < self.version


def name_of(match: str) -> str:
    """Return the name of a match's file in an archive, with its folder. :raises ValueError: for anything but a match's id."""
    if not MATCH.fullmatch(match):
        raise ValueError(f"{match[:80]!r} is not the id of a match")
    return f"{match[:DIGITS]}/{match}.jsonl.gz"


def pack(archived: ArchivedMatch) -> bytes:
    """Return the file of a match; the same match always gives the same bytes."""
    head = {NAME: FORMAT, "match": archived.match, "fields": archived.fields, "leaves": archived.leaves}
    text = b"".join([encode(head).encode(), b"\n", *archived.lines])
    return gzip.compress(text, LEVEL, mtime=0)


def read_record(match: str, file: BinaryIO) -> ArchivedMatch:
    """Return a match without its lines, reading only the beginning of the file.

    :raises Damaged: when the file is incomplete, or another match's.
    :raises Unreadable: when a later release wrote it.
    :raises OSError: when the disk fails, which says nothing about the file.
    """
    with _telling_damage(match), gzip.GzipFile(fileobj=file) as text:
        return _record(match, text.readline())


def read_whole(match: str, file: BinaryIO) -> ArchivedMatch:
    """Return a match with its lines after checking the whole file; raises as :func:`read_record` does."""
    with _telling_damage(match):
        with gzip.GzipFile(fileobj=file) as text:
            first, *lines = text.readlines() or [b""]
        found = _record(match, first)
        if len(lines) != int(found.fields["n"]) or not all(line.endswith(b"\n") for line in lines):
            raise ValueError("lines are missing")
        return ArchivedMatch(match, found.fields, found.leaves, lines)


@contextmanager
def _telling_damage(match: str) -> Iterator[None]:
    """Distinguish an incomplete file from a failing disk."""
    try:
        yield
    except BROKEN as error:
        if isinstance(error, OSError) and error.errno is not None:  # gzip's own complaints have no number
            raise
        raise _damaged(match, error) from error


def _record(match: str, line: bytes) -> ArchivedMatch:
    head = decode(line)
    if head[NAME] != FORMAT:
        raise Unreadable(f"match {match}", f"its file in the archive has format {head[NAME]}, known is {FORMAT}")
    if head["match"] != match:
        raise ValueError("the file is another match's")
    fields = {str(name): str(value) for name, value in head["fields"].items()}
    return ArchivedMatch(match, fields, [int(leaf) for leaf in head["leaves"]], [])


def _damaged(match: str, error: BaseException) -> Damaged:
    return Damaged(f"match {match}", f"its file in the archive is damaged ({type(error).__name__})")
