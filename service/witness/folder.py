"""A witness's folder: its key, its name, the logs it watches, its memory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.protocol.canon import b64
from engine.transparency.checkpoint import check_origin
from engine.transparency.note import ED25519, BadNote, VerifierKey
from service.keys.signing import KeyMissing, new_seed, read_key
from service.witness.app import Memory, Witness

KEY, NAME, LOGS, MEMORY = "witness.key", "name", "logs", "seen.sqlite3"


class BadFolder(RuntimeError):
    """An unusable folder; the message says what to do."""


@dataclass(frozen=True)
class WitnessFolder:
    """The folder of one witness. Its name and key are made once and never change: others have written them down."""

    path: Path

    def open(self, name: str | None, logs: Iterable[VerifierKey]) -> Witness:
        """Return the witness of the folder, made at the first call, with these logs besides those it knows.

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


__all__ = ["BadFolder", "WitnessFolder"]
