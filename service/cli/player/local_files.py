"""Files on the player's own machine: token, pinned server key, openings, receipts, verified logs.

All data of one server is in one folder, readable by its owner only. An opening is on disk before its commitment is
sent, because under client custody nobody else has the salt: a lost opening is a lost move. Files are replaced
atomically and synced, so that a power cut leaves the old or the new one.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast
from urllib.parse import quote, urlsplit

import nacl.signing

from engine.protocol.canon import NotCanonical, b64, canonical, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.seal import Opening, check_opening, commitment

MATCH_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The form of a match id that may be used in file names: a malicious server could otherwise escape from the folder."""
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700


class SignedReceipt(TypedDict):
    """A receipt as the server returns it (protocol section 4), and the checkpoint that came with it (section 13)."""

    receipt: dict[str, Any]
    signature: str
    checkpoint: NotRequired[str]


class Login(TypedDict):
    """The player logged in here. ``account`` is the opaque player id of the logs, None if the token may not read it."""

    token: str
    account: str | None
    name: str | None
    language: str


@dataclass(frozen=True)
class KeptOpening:
    """An opening drawn on this machine, and the custody in which its commitment was sent."""

    opening: Opening
    commitment: str
    custody: str


class Unkept(ValueError):
    """A file of the local folder is damaged or of another kind; the message names it and the remedy."""


class Keep:
    """The folder of one server below the data folder. It is created when something is first stored."""

    def __init__(self, folder: Path, server: str) -> None:
        self._root = folder
        parts = urlsplit(server)
        name = (parts.netloc + parts.path.rstrip("/")) or server
        self.server = server
        self.folder = folder / "servers" / quote(name, safe="")

    def login(self) -> Login | None:
        """Return the stored login, if there is one."""
        return cast("Login | None", self._read_json("login.json"))

    def save_login(self, login: Login) -> None:
        """Store the token, readable by the owner only."""
        self._write("login.json", json.dumps(login, indent=1).encode())
        _replace(self._root / "last-server", self.server.encode())

    def forget_login(self) -> bool:
        """Remove the stored token; return whether there was one."""
        path = self.folder / "login.json"
        if not path.exists():
            return False
        path.unlink()
        return True

    def pinned_key(self) -> str | None:
        """Return the server's public key as first seen (or last accepted), as base64url."""
        return next(iter(self.pinned_keys()), None)

    def pinned_keys(self) -> list[str]:
        """Return all public keys of the server that are trusted here, the last accepted first."""
        pin = self._read_json("key.json")
        return [] if pin is None else _pinned(pin)

    def pin_key(self, public_key: str) -> None:
        """Trust another public key of the server; matches begun under earlier keys continue with them."""
        earlier = [one for one in self.pinned_keys() if one != public_key]
        pin = {"public_key": public_key, "server": self.server, "earlier": earlier}
        self._write("key.json", json.dumps(pin, indent=1).encode())

    def keep_opening(self, opening: Opening, custody: str) -> str:
        """Put an opening safely on disk and return its commitment. Call it before the commitment is sent."""
        sealed = commitment(opening)
        text = canonical({"commitment": sealed, "custody": custody, "opening": opening})
        self._write(f"openings/{_named(opening['match'])}/{sealed}.json", text)
        return sealed

    def opening(self, match: str, sealed: str) -> KeptOpening | None:
        """Return the opening of a commitment, if it was drawn here."""
        path = self.folder / "openings" / quote(match, safe="") / f"{quote(sealed, safe='')}.json"
        return self._opening(path) if path.exists() else None

    def openings(self, match: str | None = None) -> Iterator[KeptOpening]:
        """Yield the openings drawn here, of one match or of all."""
        pattern = f"{quote(match, safe='')}/*.json" if match else "*/*.json"
        for path in sorted((self.folder / "openings").glob(pattern)):
            yield self._opening(path)

    def keep_entropy(self, match: str, seat: int, value: bytes) -> str:
        """Store a seat's contribution to the seed safely on disk and return its commitment. Call it before the
        commitment is sent."""
        sealed = entropy_commitment(_named(match), seat, value)
        text = canonical({"commitment": sealed, "entropy": b64(value), "match": match, "seat": seat})
        self._write(f"entropy/{match}/{sealed}.json", text)
        return sealed

    def entropy(self, match: str, seat: int, sealed: str) -> bytes | None:
        """Return the value behind a seat's commitment, if it was drawn here."""
        name = f"entropy/{quote(match, safe='')}/{quote(sealed, safe='')}.json"
        found = self._read_json(name)
        if found is None:
            return None
        try:
            value = unb64(found["entropy"])
        except (KeyError, TypeError, NotCanonical) as error:
            raise Unkept(f"{self.folder / name}: {error}; restore it from a backup") from error
        if entropy_commitment(match, seat, value) != sealed:
            raise Unkept(
                f"{self.folder / name}: it does not hold the value of its commitment; restore it from a backup"
            )
        return value

    def note_seat(self, match: str, joined: Mapping[str, Any] | None) -> None:
        """Record the log's entry about this machine's seat (body of ``joined``), or None if it was given back."""
        self._write(f"seats/{_named(match)}.json", json.dumps(joined).encode())

    def noted_seat(self, match: str) -> dict[str, Any] | None:
        """Return the log's entry from when this machine took a seat, unless it was given back."""
        return self._read_json(f"seats/{quote(match, safe='')}.json")

    def keep_orders(self, match: str, sealed: str, document: dict[str, Any]) -> None:
        """Keep standing orders with their salt: the server publishes only their commitment, and keeps nothing in clear."""
        self._write(f"orders/{_named(match)}/{sealed}.json", canonical(document))

    def orders(self, match: str, sealed: str) -> dict[str, Any] | None:
        """Return the standing orders of a commitment, with their salt, if they were set here."""
        return self._read_json(f"orders/{quote(match, safe='')}/{quote(sealed, safe='')}.json")

    def seat_key(self, match: str, public: str | None = None) -> bytes | None:
        """Return the secret of a key for this player's seat in a match, 32 bytes, if it is here.

        ``public`` (base64url) names the key; by default the one with which the seat was taken.
        """
        kept = list(self.seat_keys(match))
        return next((secret for _, secret in kept if public in (None, _public(secret))), None)

    def seat_keys(self, match: str | None = None) -> Iterator[tuple[str, bytes]]:
        """Yield the matches and secrets of the keys kept here, of one match or all; the first key of a match first."""
        name = "*" if match is None else quote(match, safe="")
        folder = self.folder / "keys"
        for path in [*sorted(folder.glob(f"{name}.json")), *sorted(folder.glob(f"{name}/*.json"))]:
            found = self._read_json(str(path.relative_to(self.folder))) or {}
            try:
                yield str(found["match"]), unb64(found["secret"])
            except (KeyError, TypeError, NotCanonical) as error:
                raise Unkept(f"{path}: {error}; restore it from a backup or move it away") from error

    def keep_seat_key(self, match: str, secret: bytes) -> None:
        """Store the secret key of a seat safely on disk, in addition to existing ones. Call it before the public key is
        sent."""
        public = _public(secret)
        if self.seat_key(_named(match), public) is not None:
            return
        name = f"keys/{match}.json" if self.seat_key(match) is None else f"keys/{match}/{public}.json"
        self._write(name, json.dumps({"match": match, "secret": b64(secret)}, indent=1).encode())

    def keep_receipt(self, signed: SignedReceipt) -> None:
        """Append a receipt to the match's list, unless it is there already."""
        line = canonical(signed) + b"\n"
        name = f"receipts/{_named(signed['receipt']['match'])}.jsonl"
        path = self.folder / name
        if not path.exists() or line not in path.read_bytes().splitlines(keepends=True):
            self._append(name, line)

    def receipts(self, match: str | None = None) -> Iterator[SignedReceipt]:
        """Yield the receipts kept here, of one match or of all, in the order they came."""
        pattern = f"{quote(match, safe='')}.jsonl" if match else "*.jsonl"
        for path in sorted((self.folder / "receipts").glob(pattern)):
            yield from read_receipts(path.read_bytes(), str(path))

    def log(self, match: str) -> bytes:
        """Return the verified beginning of the match's log kept here; empty when there is none."""
        path = self.folder / "logs" / f"{quote(match, safe='')}.jsonl"
        return path.read_bytes() if path.exists() else b""

    def keep_log(self, match: str, lines: bytes) -> None:
        """Keep the verified lines of a match's log, unless a longer copy is here already."""
        if len(lines) > len(self.log(_named(match))):
            self._write(f"logs/{match}.jsonl", lines)

    def known_matches(self) -> list[str]:
        """Return the ids of all matches of which anything is kept here."""
        return sorted(_matches_in(self.folder))

    def _opening(self, path: Path) -> KeptOpening:
        try:
            value = json.loads(path.read_bytes())
            opening = check_opening(value["opening"])
            if commitment(opening) != value["commitment"]:
                raise ValueError("the opening does not hash to its commitment")
            return KeptOpening(opening, value["commitment"], value["custody"])
        except (ValueError, KeyError, TypeError) as error:
            raise Unkept(f"{path}: {error}; restore it from a backup or move it away") from error

    def _read_json(self, name: str) -> dict[str, Any] | None:
        path = self.folder / name
        if not path.exists():
            return None
        try:
            return cast("dict[str, Any]", json.loads(path.read_bytes()))
        except ValueError as error:
            raise Unkept(f"{path} is not JSON; remove it and log in again") from error

    def _place(self, name: str) -> Path:
        path = self.folder / name
        _make_private(path.parent)
        return path

    def write(self, name: str, text: bytes) -> Path:
        """Write a file of this server's folder atomically, and return its path."""
        self._write(name, text)
        return self.folder / name

    def _write(self, name: str, text: bytes) -> None:
        _replace(self._place(name), text)

    def _append(self, name: str, text: bytes) -> None:
        path = self._place(name)
        _put(path, text, os.O_APPEND)
        _sync_folder(path.parent)


def is_match_name(match: object) -> bool:
    """Return whether a server's text is a valid match id and safe in file names."""
    return isinstance(match, str) and MATCH_NAME.fullmatch(match) is not None


def _named(match: object) -> str:
    """Return a match id as part of a path; :raises Unkept: when it is invalid."""
    if not is_match_name(match):
        raise Unkept("the server sent an invalid match id: nothing is kept of that match")
    return str(match)


def _public(secret: bytes) -> str:
    """Return the public key (base64url) of a seat's secret."""
    return b64(bytes(nacl.signing.SigningKey(secret).verify_key))


def known_matches(folder: Path) -> list[str]:
    """Return the ids of all matches, at any server, with data below the data folder."""
    servers = (folder / "servers").glob("*")
    return sorted({match for server in servers for match in _matches_in(server)})


def _matches_in(folder: Path) -> set[str]:
    lists = {path.stem for kind in ("logs", "receipts") for path in (folder / kind).glob("*.jsonl")}
    return lists | {path.name for path in (folder / "openings").glob("*")}


def pinned_keys(folder: Path) -> dict[str, str]:
    """Return the servers whose public keys are pinned below the data folder, by key."""
    found: dict[str, str] = {}
    for path in sorted((folder / "servers").glob("*/key.json")):
        try:
            pin = json.loads(path.read_bytes())
            found |= {one: str(pin["server"]) for one in _pinned(pin)}
        except (ValueError, KeyError, TypeError) as error:
            raise Unkept(f"{path} is not a pinned key; remove it") from error
    return found


def _pinned(pin: Mapping[str, Any]) -> list[str]:
    """Return the keys of a pin, the last accepted first."""
    return [str(pin["public_key"]), *(str(one) for one in pin["earlier"])]


def signed_receipt(answer: Mapping[str, Any]) -> SignedReceipt:
    """Return the receipt in an answer or a line of a file; :raises KeyError: when it has none."""
    signed = SignedReceipt(receipt=answer["receipt"], signature=str(answer["signature"]))
    if isinstance(answer.get("checkpoint"), str):
        signed["checkpoint"] = answer["checkpoint"]
    return signed


def read_receipts(raw: bytes, name: str) -> list[SignedReceipt]:
    """Return the receipts of JSON Lines, ``{"receipt", "signature", "checkpoint"?}`` each; :raises Unkept: naming the line."""
    found: list[SignedReceipt] = []
    for number, line in enumerate(raw.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            found.append(signed_receipt({**value, "receipt": dict(value["receipt"])}))
        except (ValueError, KeyError, TypeError) as error:
            raise Unkept(f"{name}, line {number}: not a receipt with its signature") from error
    return found


def _replace(path: Path, text: bytes) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    _put(fresh, text, os.O_TRUNC)
    fresh.replace(path)
    _sync_folder(path.parent)


def _put(path: Path, text: bytes, how: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, PRIVATE_FILE)
    try:
        view = memoryview(text)
        while view:
            view = view[os.write(handle, view) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _make_private(folder: Path) -> None:
    if not folder.exists():
        _make_private(folder.parent)
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make a new name durable; systems that cannot sync a folder (Windows) do so themselves."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
