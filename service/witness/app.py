"""The witness over HTTP: ``POST /add-checkpoint`` and ``GET /<hash of the origin>/checkpoint`` (a WSGI application).

A witness must never forget the last checkpoint of each log that it agreed to cosign. A checkpoint is on disk before it is
signed. So no crash at any moment can make the witness sign two trees neither of which is the beginning of the other.

A witness's folder has its key, its name, the logs it watches, and its memory.
"""

import hashlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import nacl.signing

from engine.protocol.canon import b64
from engine.transparency.checkpoint import Checkpoint, check_origin, checkpoint_of, cosignature, cosigned_message
from engine.transparency.merkle import BadProof, check_consistency
from engine.transparency.note import COSIGNATURE, ED25519, BadNote, Note, Signature, VerifierKey
from engine.transparency.proof import LONGEST_REQUEST, AddCheckpoint, parse_add_checkpoint
from service.keys.signing import KeyMissing, new_seed, read_key, verify_signature

SCHEMA = """CREATE TABLE IF NOT EXISTS seen (
    origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL) STRICT"""


class Moved(Exception):
    """Another request was quicker: the log's last size is now ``size`` and no longer the one that was continued."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the last size is {size}")
        self.size = size


class Unwritable(Exception):
    """The memory cannot be read or written now: the disk is full, or another process is using it."""


class Memory:
    """The last checkpoint of each log, by origin. May be used from several threads; several processes exclude each other."""

    def __init__(self, path: Path, patience: float = 10.0) -> None:
        """Open the memory, creating it if it is missing.

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
        """Return the last checkpoint of a log, or None if none was ever cosigned."""
        with self._use():
            return self._last(origin)

    def shown(self, origin: str) -> str | None:
        """Return the last checkpoint with its cosignature as issued, or None if there is none yet."""
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
        """Store the cosigned note of the last checkpoint for public requests; it is only a copy of the answer."""
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


log = logging.getLogger("siegelpost.witness")

STATUS = {
    200: "200 OK",
    400: "400 Bad Request",
    403: "403 Forbidden",
    404: "404 Not Found",
    405: "405 Method Not Allowed",
    409: "409 Conflict",
    411: "411 Length Required",
    413: "413 Content Too Large",
    422: "422 Unprocessable Content",
    503: "503 Service Unavailable",
}
PLAIN, SIZE = "text/plain; charset=utf-8", "text/x.tlog.size"


@dataclass(frozen=True)
class Answer:
    """An answer with its status."""

    status: int
    text: str
    content_type: str = PLAIN


class Refused(Exception):
    """A refused request, with the answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.text)
        self.answer = answer


class Witness:
    """Cosigns the checkpoints of its configured logs, under its name."""

    def __init__(
        self,
        name: str,
        seed: bytes,
        logs: Iterable[VerifierKey],
        memory: Memory,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._key = nacl.signing.SigningKey(seed)
        self.key = VerifierKey(name, COSIGNATURE, bytes(self._key.verify_key))
        self._memory, self._clock = memory, clock
        self._logs: dict[str, list[VerifierKey]] = {}
        for one in logs:
            self._logs.setdefault(one.name, []).append(one)
        self._by_hash = {hashlib.sha256(origin.encode()).hexdigest(): origin for origin in self._logs}

    def add_checkpoint(self, body: bytes) -> Answer:
        """Cosign a checkpoint, or refuse: the protocol's answers, in the order of its checks."""
        try:
            request, checkpoint = self._read(body)
            self._judge(request, checkpoint)
            self._memory.advance(request.old, checkpoint)
        except Moved as moved:
            return Answer(409, f"{moved.size}\n", SIZE)
        except Unwritable as error:
            log.error("nothing is cosigned: %s", error)
            return Answer(503, "what it has seen cannot be written now: ask again later\n")
        except Refused as refused:
            return refused.answer
        signature = self._sign(request.note)
        trusted = [line for key in self._logs[checkpoint.origin] for line in request.note.by(key)]
        try:
            self._memory.show(checkpoint, str(Note(request.note.text, (*trusted, signature))))
        except Unwritable as error:
            log.error("what was cosigned last cannot be shown: %s", error)
        return Answer(200, str(signature))

    def shown(self, origin_hash: str) -> Answer:
        """Return the last checkpoint of a log, cosigned."""
        origin = self._by_hash.get(origin_hash)
        try:
            note = None if origin is None else self._memory.shown(origin)
        except Unwritable as error:
            log.error("what was cosigned last cannot be shown: %s", error)
            return Answer(503, "its memory cannot be read now: ask again later\n")
        return Answer(404, "no checkpoint of such a log\n") if note is None else Answer(200, note)

    def _read(self, body: bytes) -> tuple[AddCheckpoint, Checkpoint]:
        try:
            request = parse_add_checkpoint(body)
            checkpoint = checkpoint_of(request.note)
        except BadNote as error:
            raise Refused(Answer(400, f"{error}\n")) from error
        keys = self._logs.get(checkpoint.origin)
        if keys is None:
            raise Refused(Answer(404, "this log is not known here\n"))
        try:
            signed = [request.note.signed_by(key, verify_signature) for key in keys]
        except BadNote as error:
            raise Refused(Answer(403, f"{error}\n")) from error
        if not any(signed):
            raise Refused(Answer(403, "the checkpoint is not signed by a key known of this log\n"))
        return request, checkpoint

    def _judge(self, request: AddCheckpoint, new: Checkpoint) -> None:
        if request.old > new.size:
            raise Refused(Answer(400, "the old size is beyond the checkpoint's\n"))
        last = self._memory.last(new.origin)
        size = 0 if last is None else last.size
        if request.old != size:
            raise Refused(Answer(409, f"{size}\n", SIZE))
        try:
            # From nothing, any tree continues; its own root is judged with the empty one's.
            root = hashlib.sha256(b"").digest() if last is None else last.root
            check_consistency(size, new.size, root, new.root, request.proof)
        except BadProof as error:
            self._report(new, last, error)
            raise Refused(Answer(422, f"{error}\n")) from error

    def _report(self, new: Checkpoint, last: Checkpoint | None, error: BadProof) -> None:
        if last is not None:
            log.warning(
                "%s signed a tree of size %d (root %s) that is not shown to continue the one of size %d (root %s): %s",
                new.origin,
                new.size,
                new.root.hex(),
                last.size,
                last.root.hex(),
                error,
            )

    def _sign(self, note: Note) -> Signature:
        now = int(self._clock())
        return cosignature(self.key, now, self._key.sign(cosigned_message(note.text, now)).signature)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        """Answer a request (WSGI)."""
        answer = self._answer(environ)
        body = answer.text.encode()
        headers = [
            ("Content-Type", answer.content_type),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
        ]
        start_response(STATUS[answer.status], headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

    def _answer(self, environ: Mapping[str, Any]) -> Answer:
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        if path == "/add-checkpoint":
            return self._posted(environ) if method == "POST" else Answer(405, "POST a checkpoint here\n")
        if method not in ("GET", "HEAD"):
            return Answer(405, "this can only be read\n")
        if path == "/":
            return Answer(200, f"{self.key}\n")
        hashed, slash, rest = path[1:].partition("/")
        return self.shown(hashed) if slash and rest == "checkpoint" else Answer(404, "there is no such thing\n")

    def _posted(self, environ: Mapping[str, Any]) -> Answer:
        length = environ.get("CONTENT_LENGTH") or ""
        if not (length.isascii() and length.isdigit()):
            return Answer(411, "say how long the request is\n")
        if len(length) > 9 or int(length) > LONGEST_REQUEST:
            return Answer(413, f"a request has at most {LONGEST_REQUEST} bytes\n")
        return self.add_checkpoint(environ["wsgi.input"].read(int(length)))


KEY, NAME, LOGS, MEMORY = "witness.key", "name", "logs", "seen.sqlite3"


class BadFolder(RuntimeError):
    """An unusable folder; the message says what to do."""


@dataclass(frozen=True)
class WitnessFolder:
    """The folder of one witness. Its name and key are made once and never change: others have written them down."""

    path: Path

    def open(self, name: str | None, logs: Iterable[VerifierKey]) -> Witness:
        """Return the witness of the folder, made at the first call, with these logs in addition to those it knows.

        :raises BadFolder: when the key or the name is lost or another, or a file cannot be read.
        """
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        started = (self.path / MEMORY).exists()
        named = self._name(name, started)
        if not (self.path / KEY).exists():
            if started:
                raise BadFolder(f"{self.path / KEY} is missing, but the witness has cosigned with it: put it back")
            _write(self.path / KEY, b64(new_seed()) + "\n")
        elif not started:
            raise BadFolder(
                f"{self.path / MEMORY} is missing: a witness that forgets can be shown another history. Put it back, or make a "
                f"new witness in another folder; if this one has never cosigned anything, remove {KEY} and start again"
            )
        try:
            seed = read_key(self.path / KEY, str(self.path / KEY))
        except KeyMissing as error:
            raise BadFolder(str(error)) from error
        return Witness(named, seed, self._logs(logs), Memory(self.path / MEMORY))

    def _name(self, name: str | None, started: bool) -> str:
        path = self.path / NAME
        known = path.read_text("utf-8").strip() if path.exists() else None
        if known is None and (started or name is None):
            raise BadFolder("say under which name it cosigns: --name witness.example/you")
        if known is not None and name not in (None, known):
            raise BadFolder(f"this witness is called {known}; for another name make another folder")
        chosen = known or name or ""
        try:
            check_origin(chosen)
        except BadNote as error:
            raise BadFolder(f"{chosen!r} is no name for a witness: {error}") from error
        if known is None:
            _write(path, chosen + "\n")
        return chosen

    def _logs(self, more: Iterable[VerifierKey]) -> list[VerifierKey]:
        path = self.path / LOGS
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        try:
            known = [VerifierKey.parse(line.strip(), (ED25519,)) for line in lines if line.strip()]
        except BadNote as error:
            raise BadFolder(f"{path}: {error}") from error
        found = list(dict.fromkeys([*known, *more]))
        if found != known:
            _write(path, "".join(f"{one}\n" for one in found))
        return found


def _write(path: Path, text: str) -> None:
    """Write a file atomically, readable by its owner only."""
    new = path.with_name(path.name + ".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
