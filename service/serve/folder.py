"""The data folder of an embedded installation: its layout, its lock, and who may read it (its owner alone).

``state/`` and ``queue/`` belong to the two Redis servers, ``archive/`` holds finished matches, ``keys/`` the keys, ``mailbox/``
the mails, ``log/`` the logs, ``demo.json`` the way into the demo, ``run/starting.json`` how far the start is,
``tmp/`` temporary files. Two servers on one
append-only file would destroy it, so there are two locks: one says that a supervisor runs here, the other is shared with the
state's Redis and is free only when that one is gone as well.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import stat
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

LONGEST_SOCKET = 100
"""The most bytes of a socket's path that certainly fit: the kernel's limit is 107."""
RESTORES = "restores.json"
"""The file that names the backups from which the installation was restored."""
KEEP_LOGINS = "keep-logins"
"""The argument by which :mod:`service.serve.preflight` learns that a restore keeps them."""
LEFTOVERS = 15.0
"""Seconds to wait for the Redis of a killed predecessor to end."""


class EmbeddedError(RuntimeError):
    """The embedded installation cannot start or continue; the message gives the reason and the remedy."""


class DataFolder:
    """A data folder that is locked until :meth:`close`."""

    def __init__(self, path: Path) -> None:
        """Create the folder where it is missing, make it private, and lock it.

        :raises EmbeddedError: when it belongs to somebody else or another Siegelpost runs on it.
        """
        self.path = path.resolve()
        _make_private(self.path)
        self._lock = _lock(self.path / "lock", patience=0.0)
        for name in ("state", "queue", "keys", "mailbox", "log", "archive", "run", "tmp"):
            _make_private(self.path / name)
        self.state_lock = _lock(self.state / "lock", patience=LEFTOVERS)
        self.sockets = self._socket_folder()
        _tighten(self.path)

    @classmethod
    def look_at(cls, path: Path) -> DataFolder:
        """Return the folder without locking or changing anything: for a reader of its paths, who does not close it."""
        folder = cls.__new__(cls)
        folder.path = path.resolve()
        folder.sockets = sockets_of(folder.path)
        return folder

    @property
    def state(self) -> Path:
        """The folder of the system of record."""
        return self.path / "state"

    @property
    def queue(self) -> Path:
        """The folder of the queue's Redis."""
        return self.path / "queue"

    @property
    def keys(self) -> Path:
        """The folder of the keys."""
        return self.path / "keys"

    @property
    def mailbox(self) -> Path:
        """The folder mails are written to."""
        return self.path / "mailbox"

    @property
    def log(self) -> Path:
        """The folder of the logs."""
        return self.path / "log"

    @property
    def archive(self) -> Path:
        """The folder of finished matches."""
        return self.path / "archive"

    @property
    def demo(self) -> Path:
        """The file with the demo's player, token and match."""
        return self.path / "demo.json"

    @property
    def starting(self) -> Path:
        """The file that tells how far the start is (:mod:`service.processes.starting`)."""
        return self.path / "run" / "starting.json"

    @property
    def tmp(self) -> Path:
        """The folder for temporary files of processes that may write nowhere else."""
        return self.path / "tmp"

    def socket(self, name: str) -> Path:
        """Return the path of a socket: ``state`` or ``queue``."""
        return self.sockets / f"{name}.sock"

    def has_matches(self) -> bool:
        """Return whether the system of record has ever been written."""
        return any(self.state.glob("appendonly*"))

    def torn(self) -> set[Path]:
        """Return the files with the data removed from the store's file after crashes."""
        return set(self.state.glob("torn-*.aof"))

    def close(self) -> None:
        """Release the lock and remove files needed only by a running installation."""
        if self.sockets != self.path:
            for name in ("state", "queue"):
                self.socket(name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                self.sockets.rmdir()
        os.close(self.state_lock)
        os.close(self._lock)

    def _socket_folder(self) -> Path:
        folder = sockets_of(self.path)
        if folder != self.path:
            _make_private(folder)
        return folder


def sockets_of(path: Path) -> Path:
    """Return the folder for the sockets of a data folder, whether or not it exists."""
    if len(os.fsencode(path)) + len("/state.sock") <= LONGEST_SOCKET:
        return path
    # Deep folders have no room for a socket's name; a private folder of a fixed name has, after a crash as well.
    digest = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"siegelpost-{os.getuid()}-{digest}"


class Restores(NamedTuple):
    """The backups (times in ms, oldest first) from which an installation was restored, and whether the last restore keeps
    logins."""

    taken: list[int]
    keep_logins: bool


def restores_of(data: Path) -> Restores:
    """Return the restores of the installation in a folder."""
    try:
        found = json.loads((data / RESTORES).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Restores([], keep_logins=False)
    return Restores([int(one) for one in found["taken"]], found.get("keep_logins") is True)


def _make_private(path: Path) -> None:
    """Make a folder that only its owner may enter; :raises EmbeddedError: when it is not ours or no folder."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = path.lstat()
    except OSError as error:
        raise EmbeddedError(f"{path} cannot be a data folder: {error.strerror}. Choose another with --data") from error
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
        raise EmbeddedError(f"{path} is not a folder of yours: remove it or choose another data folder with --data")
    if stat.S_IMODE(facts.st_mode) != 0o700:
        path.chmod(0o700)


def _tighten(path: Path) -> None:
    """Remove other users' permissions from everything in the folder: restored files may have some."""
    for here, folders, files in os.walk(path):
        if Path(here).name == "archive":
            folders.clear()  # perhaps a million files: nobody gets to them through a folder that is private
        for name in (*folders, *files):
            mode = (facts := os.lstat(f"{here}/{name}")).st_mode
            if facts.st_uid == os.getuid() and not stat.S_ISLNK(mode) and mode & 0o077:
                os.chmod(f"{here}/{name}", stat.S_IMODE(mode) & 0o700)  # noqa: PTH101  os.walk gives text


def _lock(path: Path, patience: float) -> int:
    """Return a descriptor that holds the lock; :raises EmbeddedError: if it is taken even after ``patience`` s."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() >= end:
                holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
                os.close(descriptor)
                raise EmbeddedError(
                    f"{path.parent} is in use by another Siegelpost (process {holder or 'unknown'}): "
                    "stop that one, or choose another folder with --data and another --port"
                ) from None
            time.sleep(0.05)
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return descriptor
