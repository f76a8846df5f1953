"""Taking encrypted backups of a running installation, and restoring one into a new folder, atomically.

Backups are encrypted with age (age-encryption.org/v1) to public keys, so that the machine that takes one cannot read it.

The format is the standard one: backups can also be decrypted with the ``age`` program, and keys made by ``age-keygen``
are accepted.

A backup is signed by its installation's newest signing key, over everything else in the file, because anybody who
knows the public recipient can encrypt something that looks like a backup. The signature is inside the encryption, and
is checked before anything of the content is read. It is a skippable frame behind the compressed
content (RFC 8878, section 3.1.2): 8 bytes that say so, 32 of the public key, 64 of the signature. Programs that
decompress pass over it.

A backup takes a snapshot of the store at one moment (that of servers of one's own is fetched from them, as a replica does it:
:mod:`service.store.connection.snapshots`), then the archive, then the keys. In this order nothing is missing: a
match that leaves the store for the archive after the snapshot is in both, which does no harm, and keys that the snapshot needs
are never removed while something in it needs them.

The restored installation is not identical to the old one. It lacks everything acknowledged since the backup, and its
log of all matches must not continue under the old name, because other trees of that size were signed under it. So the
folder remembers from which backups it was restored; the next start records it in the store, tells the tables, and gives
the log of all matches a new name.
"""

import fcntl
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO

import pyrage
from pyrage.x25519 import Identity, Recipient

from engine.protocol.canon import NotCanonical, b64, unb64
from service.keys.signing import KeyMissing, Signer, backup_bytes, read_key, verify_signature
from service.serve.folder import RESTORES, restores_of
from service.serve.keys import NAME, newest_first
from service.store.connection.snapshots import NoSnapshot, fetch
from service.store.store import Store
from service.store.values import zstd

PUBLIC_KEY = 32
TAKEN = (
    "X25519 keys are, as age-keygen makes them without options (age1 and 58 more characters); post-quantum keys "
    "(age1pq1...), those of plugins (age1NAME1...) and SSH keys are not"
)

TRUSTS = "# trusts: "
"""The beginning of a line in an identity file that names an installation's signing key; the ``age`` program ignores it."""


class BadKey(ValueError):
    """An unusable recipient or identity; the message names it and never shows a secret."""


class Undecryptable(ValueError):
    """A backup that none of the identities opens, or that is incomplete."""


def make_identity(path: Path, trusted: Sequence[str] = ()) -> str:
    """Write a new identity (the secret key) to a file that only its owner can read; return its recipient (the public key).

    :param trusted: keys of installations whose backups it may restore, as :func:`trusted_in` finds them.
    :raises FileExistsError: when there is such a file.
    """
    identity = Identity.generate()
    recipient = str(identity.to_public())
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"# public key: {recipient}\n{identity}\n")
        file.writelines(f"{TRUSTS}{one}\n" for one in trusted)
        file.flush()
        os.fsync(file.fileno())
    return recipient


def recipients_of(words: Sequence[str]) -> list[Recipient]:
    """Return public keys; :raises BadKey: when one is none, or there is none."""
    if not words:
        raise BadKey("no recipient: name the public key that 'siegelpost admin backup-key' or age-keygen printed")
    return [_recipient(word) for word in words]


def _recipient(word: str) -> Recipient:
    if word.upper().startswith("AGE-SECRET-KEY-"):
        raise BadKey("a recipient is the public key, which begins with age1: this one is secret and is not needed here")
    try:
        return Recipient.from_str(word)
    except pyrage.RecipientError as error:
        raise BadKey(f"{word[:80]!r} is no recipient that is taken here: {TAKEN}") from error


def identities_in(path: Path) -> list[Identity]:
    """Return the secret keys in a file of :func:`make_identity` or age-keygen; :raises BadKey: when it has none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadKey(f"{path} cannot be read as an identity file") from error
    found = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    try:
        identities = [Identity.from_str(line) for line in found]
    except pyrage.IdentityError as error:
        raise BadKey(f"{path} holds something that is no identity taken here, AGE-SECRET-KEY-1...: {TAKEN}") from error
    if not identities:
        raise BadKey(f"{path} holds no identity: one begins with AGE-SECRET-KEY-1")
    return identities


def trusted_in(path: Path) -> list[str]:
    """Return the installations whose backups an identity file trusts, by their public signing keys."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(TRUSTS).strip() for line in lines if line.startswith(TRUSTS)]


def installation_key(word: str) -> str:
    """Return the public signing key (base64url) of an installation; :raises BadKey: when it is malformed."""
    try:
        whole = len(unb64(word)) == PUBLIC_KEY
    except (NotCanonical, UnicodeError):
        whole = False
    if not whole:
        raise BadKey(f"{word[:80]!r} is no installation's key: give the one that 'siegelpost admin backup' has shown")
    return word


def encrypt(plain: Path, encrypted: Path, recipients: Sequence[Recipient]) -> None:
    """Write a file encrypted; :raises OSError: when it cannot be written."""
    try:
        pyrage.encrypt_file(str(plain), str(encrypted), recipients)
    except pyrage.EncryptError as error:
        raise OSError(f"{encrypted}: {error}") from error


def decrypt(encrypted: Path, plain: Path, identities: Sequence[Identity]) -> None:
    """Decrypt a file; the result must be discarded when this fails.

    :raises Undecryptable: when it is for another key, was changed, or ends too early.
    """
    try:
        pyrage.decrypt_file(str(encrypted), str(plain), identities)
    except pyrage.DecryptError as error:
        raise Undecryptable(f"{encrypted} cannot be decrypted: {error}") from error


FRAME = bytes.fromhex("5a2a4d1860000000")
"""The magic number of a skippable frame, and the length of what is in it."""
PUBLIC, SIGNATURE = 32, 64
LENGTH = len(FRAME) + PUBLIC + SIGNATURE
PIECE = 1 << 20


class NotSigned(ValueError):
    """A backup without a valid signature."""


def sign(file: Path, signer: Signer) -> None:
    """Append the signature to a file's content; :raises OSError: when it cannot be written."""
    with file.open("r+b") as opened:
        signature = signer.sign_backup(_digest(opened, file.stat().st_size))
        opened.write(FRAME + signer.public_bytes + signature)


def signer_of(file: Path) -> str:
    """Return the public key (base64url) of the valid signature. The caller decides whether to trust it.

    :raises NotSigned: when none is there, or it is not one of this content.
    """
    size = file.stat().st_size - LENGTH
    with file.open("rb") as opened:
        digest = _digest(opened, max(size, 0))
        frame = opened.read()
    if size <= 0 or not frame.startswith(FRAME):
        raise NotSigned("it is not signed: no 'siegelpost admin backup' made it, or not all of it is there")
    public, signature = frame[len(FRAME) : -SIGNATURE], frame[-SIGNATURE:]
    if not verify_signature(public, backup_bytes(digest), signature):
        raise NotSigned(f"its signature by {b64(public)} does not hold: somebody has changed it")
    return b64(public)


def _digest(opened: BinaryIO, size: int) -> bytes:
    """Return the SHA-256 of the next bytes of a file, while reading them."""
    found = hashlib.sha256()
    while size and (piece := opened.read(min(PIECE, size))):
        found.update(piece)
        size -= len(piece)
    return found.digest()


FORMAT = 1
"""The number of a backup's layout; a release reads all up to its own."""
FACTS, SNAPSHOT, KEYS, ARCHIVE = "backup.json", "state.rdb", "keys", "archive"
"""The members of a backup: its facts first, the store's snapshot, earlier restores, the archive of finished matches,
and key files."""
DUMP = "dump.rdb"
"""The Redis server's name for the snapshot that it writes into its folder."""
PATIENCE = 3_600
"""Seconds to wait for the server's snapshot, in which it writes all its data."""
SCRATCH = "backup-"
"""The beginning of the names of folders for temporary files."""
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
    """Write a backup of the running installation of ``siegelpost serve`` in ``data`` to ``file``.

    :raises NoBackup: as :func:`take_of_servers`, and when another backup is being taken.
    """

    def snapshot(made: Path) -> int:
        _snapshot(store, data / "state", made)
        return store.now()

    with _alone(data):
        for left in data.glob(f"{SCRATCH}{'?' * 8}"):  # of one that was killed: it holds everything, unencrypted
            shutil.rmtree(left)
        return _take(file, recipients, snapshot, data / KEYS, archive, data)


def take_of_servers(
    url: str, keys: Path, file: Path, recipients: Sequence[Recipient], archive: Path | None, scratch: Path | None = None
) -> Taken:
    """Write a backup of an installation on servers of its own to ``file``, signed with its newest signing key.

    :param url: of the state server, of the Sentinels that know it, or of a cluster.
    :param keys: the folder of ``siegelpost admin keys make``.
    :param archive: the folder of finished matches, or None if they are kept elsewhere and left out.
    :param scratch: the folder for temporary files, with room for the whole backup twice; None for the system's.
    :raises NoBackup: when there is such a file already, the folder has no signing key, a server sends no snapshot, or something
        cannot be written.
    """
    return _take(file, recipients, partial(fetch, url), keys, archive, scratch)


def _take(
    file: Path,
    recipients: Sequence[Recipient],
    snapshot: Callable[[Path], int],
    keys: Path,
    archive: Path | None,
    scratch: Path | None,
) -> Taken:
    """Write a backup.

    :param snapshot: writes the store's snapshot to a file and returns the moment that it shows (ms).
    """
    if file.exists():
        raise NoBackup(f"{file} exists: choose another name, or move it away")
    try:
        with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=scratch) as folder:
            made, plain, encrypted = (Path(folder) / name for name in (SNAPSHOT, "plain", "encrypted"))
            facts = Facts(FORMAT, snapshot(made))
            signer = Signer(read_key(newest_first(keys, "signing")[0], "the signing key"))
            _pack(plain, facts, made, keys, archive)
            sign(plain, signer)
            encrypt(plain, encrypted, recipients)
            _put(encrypted, file)
    except (KeyMissing, NoSnapshot) as error:
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


def _snapshot(store: Store, state: Path, file: Path) -> None:
    """Have the server write a snapshot, and move it. The server puts it in place when it is whole."""
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
    made.rename(file)


def _pack(plain: Path, facts: Facts, snapshot: Path, keys: Path, archive: Path | None) -> None:
    with plain.open("xb") as raw, zstd.open(raw, "wb") as packed, tarfile.open(fileobj=packed, mode="w|") as tar:
        said = json.dumps(asdict(facts)).encode()
        about = tarfile.TarInfo(FACTS)
        about.size = len(said)
        tar.addfile(about, io.BytesIO(said))
        tar.add(snapshot, SNAPSHOT, filter=_private)
        if (restores := keys.parent / RESTORES).exists():  # of 'siegelpost serve'
            tar.add(restores, RESTORES, filter=_private)
        if archive is not None and archive.is_dir():
            tar.add(archive, ARCHIVE, filter=_private)
        for key in sorted(keys.iterdir()):
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
    :raises service.serve.backup.Undecryptable: when it cannot be decrypted.
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
