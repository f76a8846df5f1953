"""A witness's memory: the last checkpoint of each log that it agreed to cosign, which it must never forget.

A checkpoint is on disk before it is signed. So no crash at any moment can make the witness sign two trees neither of which
is the beginning of the other.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.transparency.checkpoint import Checkpoint

SCHEMA = """CREATE TABLE IF NOT EXISTS seen (
    origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL) STRICT"""


class Moved(Exception):
    """Another request was quicker: the log's last size is no longer the one that was continued; ``size`` is."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the last size is {size}")
        self.size = size


class Unwritable(Exception):
    """The memory cannot be read or written now: the disk is full, or another process has it."""


class Memory:
    """The last checkpoint of each log, by origin. May be used from several threads; several processes exclude each other."""

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        """Open the memory, made where there is none.

        :param patience: seconds to wait for another process that has it.
        """
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=patience)
        self._database.execute("PRAGMA synchronous = EXTRA")
        with self._lock:
            self._database.execute(SCHEMA)

    def close(self) -> None:
        """Close it."""
        with self._lock:
            self._database.close()

    def last(self, origin: str) -> Checkpoint | None:
        """Return the last checkpoint of a log, ``None``: none was ever cosigned."""
        with self._use():
            return self._last(origin)

    def shown(self, origin: str) -> str | None:
        """Return the last checkpoint with its cosignature as it was given out, or ``None`` if there is none yet."""
        with self._use():
            found = self._database.execute("SELECT note FROM seen WHERE origin = ?", (origin,)).fetchone()
        return found[0] if found and found[0] else None

    def advance(self, old: int, new: Checkpoint) -> None:
        """Remember a checkpoint that continues the one of size ``old``. It is on disk when this returns.

        :raises Moved: when the last one has another size by now, or the same size and another root.
        :raises Unwritable: when it cannot be written; what was remembered before stands.
        """
        with self._use(), self._transaction():
            last = self._last(new.origin)
            size = 0 if last is None else last.size
            if size != old or (last is not None and last.size == new.size and last.root != new.root):
                raise Moved(size)
            self._database.execute(
                "INSERT INTO seen VALUES (?, ?, ?, '') ON CONFLICT (origin) DO UPDATE SET size = excluded.size, "
                "root = excluded.root, note = CASE WHEN size = excluded.size THEN note ELSE '' END",
                (new.origin, new.size, new.root),
            )

    def show(self, checkpoint: Checkpoint, note: str) -> None:
        """Keep the cosigned note of the last checkpoint, for whoever asks; it is only a copy of what was answered."""
        with self._use():
            self._database.execute(
                "UPDATE seen SET note = ? WHERE origin = ? AND size = ?", (note, checkpoint.origin, checkpoint.size)
            )

    def _last(self, origin: str) -> Checkpoint | None:
        found = self._database.execute("SELECT size, root FROM seen WHERE origin = ?", (origin,)).fetchone()
        return None if found is None else Checkpoint(origin, int(found[0]), bytes(found[1]))

    @contextmanager
    def _use(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise Unwritable(str(error)) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            # Also a commit that fails may leave the transaction open; some errors have ended it already.
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise


__all__ = ["Memory", "Moved", "Unwritable"]
