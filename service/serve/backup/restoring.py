"""Restoring an installation from a backup: into a new folder, atomically.

The restored installation is not identical to the old one. It lacks everything acknowledged since the backup, and its
log of all matches must not continue under the old name, because other trees of that size were signed under it. So the
folder remembers from which backups it was restored; the next start records it in the store, tells the tables, and gives
the log of all matches a new name.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import IO

from pyrage.x25519 import Identity

from service.serve.backup.encryption import NotSigned, decrypt, signer_of
from service.serve.backup.taking import ARCHIVE, FACTS, FORMAT, KEYS, SNAPSHOT, Facts, Taken
from service.serve.folder import RESTORES, restores_of
from service.serve.keys import NAME
from service.store.values.zstd import zstd

PARTS = "appendonlydir"
BASE = "appendonly.aof.1.base.rdb"
MANIFEST = "appendonly.aof.manifest"
KINDS = ("signing", "resolver", "links")
MEMBER = re.compile(rf"{FACTS}|{SNAPSHOT}|{RESTORES}|{KEYS}/{NAME.pattern}|{ARCHIVE}(/[0-9A-Za-z.-]+)*")
"""What a backup may contain; names with two dots lead nowhere, because the archive's names are checked as paths, too."""


class NoRestore(RuntimeError):
    """A backup could not be restored; the message says why and what to do. Nothing was changed."""


def restore(
    file: Path, data: Path, identities: Sequence[Identity], trusted: Collection[str], *, keep_logins: bool = False
) -> Taken:
    """Restore the installation in a backup to ``data``, which must be empty or not exist; return the backup's facts.

    :param trusted: the public keys (base64url) of installations whose backups may be restored.
    :param keep_logins: whether the first start leaves everybody signed in.
    :raises NoRestore: when there is something in the folder, the backup is not signed by one of these, not whole or of a later
        release.
    :raises service.serve.backup.encryption.Undecryptable: when it cannot be decrypted.
    """
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise NoRestore(f"{data} is not empty: a backup is restored into a new folder, never over an installation")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{data.name}-", dir=data.parent) as folder:
            made = Path(folder) / "made"
            made.mkdir(mode=0o700)
            (made / KEYS).mkdir(mode=0o700)
            plain = Path(folder) / "plain"
            decrypt(file, plain, identities)
            signed_by = signer_of(plain)
            if signed_by not in trusted:
                raise NoRestore(
                    f"{file} is of the installation with the key {signed_by}, which is none that you trust. Whoever knows your "
                    "backups' public key can make such a file. If that is your installation's key, as 'siegelpost admin "
                    f"backup' and its /v1/meta have shown it, say --trust {signed_by}"
                )
            facts = _unpack(plain, made)
            plain.unlink()
            _lay_out(made, facts, keep_logins)
            os.sync()
            if data.exists():
                data.rmdir()
            made.rename(data)
    except NotSigned as error:
        raise NoRestore(f"{file}: {error}") from error
    except (OSError, tarfile.TarError, zstd.ZstdError, EOFError) as error:
        raise NoRestore(f"{file} cannot be restored: {error}") from error
    return Taken(facts, signed_by)


def _unpack(plain: Path, made: Path) -> Facts:
    with plain.open("rb") as raw, zstd.open(raw, "rb") as packed, tarfile.open(fileobj=packed, mode="r|") as tar:
        members = iter(tar)
        first = next(members, None)
        read = tar.extractfile(first) if first is not None and first.name == FACTS else None
        if read is None:
            raise NoRestore("this is no backup of 'siegelpost admin backup'")
        facts = _facts(read)
        for member in members:
            if MEMBER.fullmatch(member.name) is None or not (member.isfile() or member.isdir()):
                raise NoRestore(f"the backup holds {member.name[:80]!r}, which is none of ours")
            tar.extract(member, made, filter="data")
    return facts


def _facts(read: IO[bytes]) -> Facts:
    try:
        found = json.loads(read.read(10_000))
        facts = Facts(int(found["format"]), int(found["taken"]))
    except (ValueError, KeyError, TypeError) as error:
        raise NoRestore("the backup does not say what it is") from error
    if facts.format > FORMAT:
        raise NoRestore(f"a later release took this backup (format {facts.format}): restore it with that one")
    return facts


def _lay_out(made: Path, facts: Facts, keep_logins: bool) -> None:
    """Put the unpacked files where ``siegelpost serve`` expects them."""
    lost = [kind for kind in KINDS if not any((made / KEYS).glob(f"{kind}*.key"))]
    if lost or not (made / SNAPSHOT).is_file():
        raise NoRestore(f"the backup is not whole: it lacks {', '.join(lost) or 'the snapshot of the store'}")
    parts = made / "state" / PARTS
    parts.mkdir(mode=0o700, parents=True)
    shutil.move(made / SNAPSHOT, parts / BASE)
    (parts / MANIFEST).write_text(f"file {BASE} seq 1 type b\n", encoding="ascii")
    taken = [*restores_of(made).taken, facts.taken]
    (made / RESTORES).write_text(json.dumps({"taken": taken, "keep_logins": keep_logins}), encoding="utf-8")
