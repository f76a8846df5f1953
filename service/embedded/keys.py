"""The keys of an embedded installation: made on the first start, kept ever after, readable by their owner alone.

Only the mailbox's is fresh at every start: it is no key to anything stored, but a part of an address in a terminal.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.protocol.canon import b64
from service.embedded.folder import EmbeddedError
from service.signing import KeyMissing, new_seed, read_key, resolver_public


@dataclass(frozen=True)
class KeyFiles:
    """Where the keys are: each file holds 32 bytes as base64url."""

    signing: Path
    resolver: Path
    resolver_public: Path
    links: Path
    mailbox: Path

    @classmethod
    def within(cls, folder: Path) -> KeyFiles:
        """Return the key files of a folder, whether they exist or not."""
        return cls(
            folder / "signing.key",
            folder / "resolver.key",
            folder / "resolver.pub",
            folder / "links.key",
            folder / "mailbox.key",
        )


def ensure_keys(folder: Path, *, matches_exist: bool) -> KeyFiles:
    """Return the key files, made where this is the first start.

    :param matches_exist: then a missing key is a loss to be repaired, not a first start: a new signing key would disown
        every receipt, a new resolver key could not open the sealed moves.
    :raises EmbeddedError: when a key is missing beside existing matches, or unreadable.
    """
    files = KeyFiles.within(folder)
    lost = [path.name for path in (files.signing, files.resolver, files.links) if not path.exists()]
    if lost and matches_exist:
        raise EmbeddedError(
            f"{folder} lacks {', '.join(lost)}, but there are matches that need them: put them back from your backup"
        )
    for path in (files.signing, files.resolver, files.links):
        _make(path, new_seed)
    resolver = _read(files.resolver)
    _make(files.resolver_public, lambda: resolver_public(resolver))
    if _read(files.resolver_public) != resolver_public(resolver):
        raise EmbeddedError(
            f"{files.resolver_public} does not belong to {files.resolver.name}: remove it, and it is made again"
        )
    for path in (files.signing, files.links):
        _read(path)
    files.mailbox.unlink(missing_ok=True)
    _make(files.mailbox, new_seed)
    return files


def _make(path: Path, fresh: Callable[[], bytes]) -> None:
    """Write a key that does not exist yet, whole or not at all."""
    if path.exists():
        return
    new = path.with_suffix(path.suffix + ".new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(b64(fresh()) + "\n")
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)


def _read(path: Path) -> bytes:
    path.chmod(0o600)
    try:
        return read_key(path, str(path))
    except KeyMissing as error:
        raise EmbeddedError(f"{error}: put it back from your backup") from error


__all__ = ["KeyFiles", "ensure_keys"]
