"""Taking a backup of a running installation: a snapshot of the store at one moment, then the archive, then the keys.

In this order nothing is missing: a match that leaves the store for the archive after the snapshot is in both, which does no
harm, and keys that the snapshot needs are never removed while something in it needs them.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import shutil
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pyrage.x25519 import Recipient

from service.keys.signing import KeyMissing, Signer, read_key
from service.serve.backup.encryption import encrypt, sign
from service.serve.folder import RESTORES
from service.serve.keys import NAME, newest_first
from service.store.store import Store
from service.store.values.zstd import zstd

FORMAT = 1
"""The number of a backup's layout; a release reads all up to its own."""
FACTS, SNAPSHOT, KEYS, ARCHIVE = "backup.json", "state.rdb", "keys", "archive"
"""The members of a backup: its facts first, the store's snapshot, earlier restores, the archive of finished matches,
and key files."""
DUMP = "dump.rdb"
"""The Redis server's name for the snapshot that it writes into its folder."""
PATIENCE = 3_600
"""Seconds to wait for the server's snapshot, in which it writes all its data."""
LOOK = 0.1
FAILURES = 20
"""How many looks in a row must find that the last snapshot failed."""


class NoBackup(RuntimeError):
    """A backup could not be taken; the message says why and what to do. Nothing is left behind."""


@dataclass(frozen=True)
class Facts:
    """A backup's facts about itself. ``taken`` is the store's time of its snapshot (ms)."""

    format: int
    taken: int


@dataclass(frozen=True)
class Taken:
    """The facts of a backup that was taken or restored, and the public key that signed it."""

    facts: Facts
    signed_by: str


def take(store: Store, data: Path, file: Path, recipients: Sequence[Recipient], archive: Path | None) -> Taken:
    """Write a backup of the running installation in ``data`` to ``file``, signed with its newest signing key.

    :param archive: the folder of finished matches; ``None``: they are kept elsewhere, and left out.
    :raises NoBackup: when there is such a file already, another backup is being taken, the folder has no signing key, or
        something cannot be written.
    """
    if file.exists():
        raise NoBackup(f"{file} exists: choose another name, or move it away")
    try:
        with _alone(data), tempfile.TemporaryDirectory(prefix="backup-", dir=data) as folder:
            snapshot = _snapshot(store, data / "state", Path(folder))
            facts = Facts(FORMAT, store.now())
            signer = Signer(read_key(newest_first(data / KEYS, "signing")[0], "the signing key"))
            plain, encrypted = Path(folder) / "plain", Path(folder) / "encrypted"
            _pack(plain, facts, snapshot, data, archive)
            sign(plain, signer)
            encrypt(plain, encrypted, recipients)
            _put(encrypted, file)
    except KeyMissing as error:
        raise NoBackup(str(error)) from error
    except OSError as error:
        raise NoBackup(f"the backup cannot be written: {error}") from error
    return Taken(facts, signer.public_key)


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    lock = os.open(data / "backup.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise NoBackup("another backup of this installation is being taken") from error
    finally:
        os.close(lock)  # dying lets go as well


def _snapshot(store: Store, state: Path, folder: Path) -> Path:
    """Have the server write a snapshot; return where it was moved to. The server puts it in place when it is whole."""
    made = state / DUMP
    made.unlink(missing_ok=True)
    begun = store.begin_snapshot()
    end, failures = time.monotonic() + PATIENCE, 0
    while not made.exists():
        begun = begun or store.begin_snapshot()
        # A failure may be that of an earlier snapshot, until the server has begun this one.
        failures = failures + 1 if store.snapshot_failed() else 0
        if failures > FAILURES or time.monotonic() > end:
            raise NoBackup(
                "the store's server could not write its snapshot: is there room on its disk? See log/state.log in the folder"
            )
        time.sleep(LOOK)
    return made.rename(folder / SNAPSHOT)


def _pack(plain: Path, facts: Facts, snapshot: Path, data: Path, archive: Path | None) -> None:
    with plain.open("xb") as raw, zstd.open(raw, "wb") as packed, tarfile.open(fileobj=packed, mode="w|") as tar:
        said = json.dumps(asdict(facts)).encode()
        about = tarfile.TarInfo(FACTS)
        about.size = len(said)
        tar.addfile(about, io.BytesIO(said))
        tar.add(snapshot, SNAPSHOT, filter=_private)
        if (data / RESTORES).exists():
            tar.add(data / RESTORES, RESTORES, filter=_private)
        if archive is not None and archive.is_dir():
            tar.add(archive, ARCHIVE, filter=_private)
        for key in sorted((data / KEYS).iterdir()):
            if NAME.fullmatch(key.name):
                tar.add(key, f"{KEYS}/{key.name}", filter=_private)


def _private(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Return a file's archive entry without owner and group; None for temporary files."""
    if member.name.startswith(f"{ARCHIVE}/") and Path(member.name).name.startswith("."):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o700 if member.isdir() else 0o600
    return member


def _private_file(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)  # its folder may be one that others write to


def _put(encrypted: Path, file: Path) -> None:
    """Move the backup to its place, perhaps on another disk, atomically and durably."""
    part = file.with_name(f".{file.name}.part")
    try:
        with encrypted.open("rb") as made, open(part, "wb", opener=_private_file) as written:
            shutil.copyfileobj(made, written, 1 << 20)
            written.flush()
            os.fsync(written.fileno())
        os.link(part, file)
    except FileExistsError as error:
        raise NoBackup(f"{file} exists: choose another name, or move it away") from error
    finally:
        part.unlink(missing_ok=True)
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
