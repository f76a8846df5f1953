"""The keys of an embedded installation: made on the first start, kept ever after, readable by their owner only.

A new key gets a file of its own beside the one before (``signing.key``, ``signing-2.key``, ...), so processes that run are not
affected, and a crash leaves either the new key or none. The next start uses the highest number for what is new.

Only the mailbox's is fresh at every start: it is no key to anything stored, but a part of an address in a terminal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.protocol.canon import b64
from service.keys.signing import KeyMissing, new_seed, read_key, resolver_public
from service.serve.folder import EmbeddedError

NAME: Final = re.compile(r"(signing|resolver|links|push)(-[1-9][0-9]{0,5})?\.key")


@dataclass(frozen=True)
class KeyFiles:
    """Paths of the newest keys; each file holds 32 bytes as base64url."""

    signing: Path
    resolver: Path
    resolver_public: Path
    links: Path
    push: Path
    mailbox: Path

    @classmethod
    def within(cls, folder: Path) -> KeyFiles:
        """Return the key files of a folder, whether they exist or not."""
        resolver = newest_first(folder, "resolver")[0]
        return cls(
            newest_first(folder, "signing")[0],
            resolver,
            resolver.with_suffix(".pub"),
            newest_first(folder, "links")[0],
            newest_first(folder, "push")[0],
            folder / "mailbox.key",
        )


def newest_first(folder: Path, kind: str) -> list[Path]:
    """Return the files of a kind of key (``signing``, ``resolver``, ``links``, ``push``), or where the first will be."""
    numbered = {_number(path): path for path in folder.glob(f"{kind}*.key") if NAME.fullmatch(path.name)}
    return [path for _, path in sorted(numbered.items(), reverse=True)] or [folder / f"{kind}.key"]


def add_key(folder: Path, kind: str) -> Path:
    """Make a new key of a kind beside the others; it is used from the next start on. Return its file.

    :raises EmbeddedError: when the folder holds none yet.
    """
    newest = newest_first(folder, kind)[0]
    if not newest.exists():
        raise EmbeddedError(f"{folder} holds no keys: is it the folder of 'siegelpost serve'?")
    path = folder / f"{kind}-{_number(newest) + 1}.key"
    write_key(path, kind)
    return path


def write_key(path: Path, kind: str) -> None:
    """Make a key of a kind if there is no file yet; a resolver's key gets its public half beside it.

    The public half is written first, because alone it means nothing: after a crash in between there is no new key, and
    the next start begins again.
    """
    if path.exists():
        return
    seed = new_seed()
    if kind == "resolver":
        _write(path.with_suffix(".pub"), resolver_public(seed), 0o644)
    _write(path, seed)


def _number(path: Path) -> int:
    return int(path.stem.partition("-")[2] or 1)


def ensure_keys(folder: Path, *, matches_exist: bool) -> KeyFiles:
    """Return the key files, made where this is the first start.

    :param matches_exist: then a missing key is a loss to be repaired, not a first start: a new signing key would disown
        every receipt, a new resolver key could not open the sealed moves. A push key is made even then: an installation of
        before has none, and where one is lost, browsers subscribe anew.
    :raises EmbeddedError: when a key is missing beside existing matches, or unreadable.
    """
    files = KeyFiles.within(folder)
    lost = [path.name for path in (files.signing, files.resolver, files.links) if not path.exists()]
    if lost and matches_exist:
        raise EmbeddedError(
            f"{folder} lacks {', '.join(lost)}, but there are matches that need them: put them back from your backup"
        )
    for path in (files.signing, files.resolver, files.links, files.push):
        _make(path, new_seed)
    resolver = _read(files.resolver)
    _make(files.resolver_public, lambda: resolver_public(resolver))
    if _read(files.resolver_public) != resolver_public(resolver):
        raise EmbeddedError(
            f"{files.resolver_public} does not belong to {files.resolver.name}: remove it, and it is made again"
        )
    for path in (files.signing, files.links, files.push):
        _read(path)
    files.mailbox.unlink(missing_ok=True)
    _make(files.mailbox, new_seed)
    return files


def _make(path: Path, fresh: Callable[[], bytes]) -> None:
    """Write a key that does not exist yet, atomically."""
    if not path.exists():
        _write(path, fresh())


def _write(path: Path, key: bytes, mode: int = 0o600) -> None:
    """Write 32 bytes as a file, atomically and durably."""
    new = path.with_suffix(path.suffix + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(b64(key) + "\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _read(path: Path) -> bytes:
    path.chmod(0o600)
    try:
        return read_key(path, str(path))
    except KeyMissing as error:
        raise EmbeddedError(f"{error}: put it back from your backup") from error
