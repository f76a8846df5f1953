"""A player's own verified copy of a match's log.

A client takes the head for its seals from its own copy of the chain (protocol section 2); otherwise a server could show
two players two histories. Every new part of the log must continue the copy, signed by the pinned key. Once the match is
closed, :mod:`engine.verifier.replay` can prove more.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from engine.protocol.canon import NotCanonical, unb64
from engine.protocol.log import BadLog, Entry, read_export
from engine.verifier import Refuted
from engine.verifier.receipts import Receipts
from engine.verifier.transcript import CheckSignature, Transcript
from service.cli.player.local_files import SignedReceipt
from service.keys.signing import verify_signature


class Tampered(Exception):
    """The server's log contradicts what this player has seen or the server has signed; ``n`` is the entry."""

    def __init__(self, match: str, n: int, reason: str) -> None:
        super().__init__(
            f"the log of match {match} does not hold at entry {n}: {reason}. Keep your receipts and your copy of the log: "
            "they are evidence"
        )
        self.n = n
        self.reason = reason


class BadKey(ValueError):
    """A text that is not a public key; the message describes the format."""


def signature_check(public_key: str) -> CheckSignature:
    """Return the check of a server's Ed25519 key (base64url); :raises BadKey: when it is not one."""
    try:
        raw = unb64(public_key)
    except NotCanonical as error:
        raise BadKey(f"not a public key: {error}; it is 43 characters of base64url, see GET /v1/meta") from error
    if len(raw) != 32:
        raise BadKey("a public key has 32 bytes: 43 characters of base64url, see GET /v1/meta")
    return partial(verify_signature, raw)


def key_named(log: bytes) -> str | None:
    """Return the server's key named in a log's first entry, or None."""
    try:
        first = next(read_export(log), None)
    except BadLog:
        return None
    return None if first is None else first["entry"]["body"].get("key")


class KeyChange(NamedTuple):
    """A seat's new key in entry ``n``: by a signature of the previous key, or because others agreed, some without keys."""

    n: int
    key: str
    signed: bool
    agreed: tuple[int, ...]
    unsigned: tuple[int, ...]


class OwnLog:
    """The verified entries of one match, growing at the end; ``keep`` gets all lines whenever there are new ones.

    ``trusted`` are the server's public keys: the log must be signed by the one it names, or by the first if it names
    another.
    """

    def __init__(self, match: str, trusted: Sequence[str], keep: Callable[[bytes], None], known: bytes = b"") -> None:
        self.match = match
        self._trusted = trusted
        self._check = signature_check(trusted[0])
        self._checked = Transcript(self._check, trusted[0], verify_signature)
        self._raw = b""
        self._keep: Callable[[bytes], None] = lambda _: None
        self.extend(known)
        self._keep = keep

    @property
    def entries(self) -> list[Entry]:
        """The entries so far."""
        return self._checked.entries

    @property
    def n(self) -> int:
        """The number of the last entry, 0 for an empty log."""
        return len(self._checked.entries)

    @property
    def head(self) -> str:
        """The head after the last entry; empty for an empty log."""
        return self._checked.heads[-1] if self._checked.heads else ""

    @property
    def closed(self) -> bool:
        """True if the log is complete."""
        return self._checked.closed is not None

    @property
    def raw(self) -> bytes:
        """The export lines of the verified entries, byte for byte."""
        return self._raw

    def extend(self, lines: bytes) -> list[Entry]:
        """Check the next export lines and return their entries; :raises Tampered: if they do not continue the log."""
        if not lines:
            return []
        before = self.n
        try:
            for line in read_export(lines):
                if not self._checked.entries:
                    named = line["entry"]["body"].get("key")
                    key = next((one for one in self._trusted if one == named), self._trusted[0])
                    self._check = signature_check(key)
                    self._checked = Transcript(self._check, key, verify_signature)
                self._checked.line(line)
                if self._checked.created.get("match") != self.match:
                    raise Refuted("it is the log of another match")
        except BadLog as error:
            raise Tampered(self.match, before + error.n, error.message) from error
        except Refuted as error:
            raise Tampered(self.match, error.n or self.n + 1, error.reason) from error
        self._raw += lines
        self._keep(self._raw)
        return self.entries[before:]

    def head_at(self, n: int) -> str:
        """Return the head after entry ``n``, which must be known."""
        return self._checked.heads[n - 1]

    def opened(self, decision: str) -> str | None:
        """Return the head of the entry that opened the decision, which a commitment to it must contain."""
        found = self._checked.decisions.get(decision)
        return None if found is None else str(found["head"])

    @property
    def start_head(self) -> str:
        """The head after the entry that dealt the match; empty before."""
        return self._checked.heads[self._checked.started_at - 1] if self._checked.started_at else ""

    def seat_key(self, seat: int) -> str | None:
        """Return the public key with which a seat signs now (base64url), or None if it does not sign."""
        return self._checked.key_of(seat)

    def seating(self, seat: int) -> tuple[int, dict[str, Any] | None]:
        """Return the log's last word on a seat: the entry (0 = none), and the body of ``joined`` if it is taken."""
        for one in reversed(self.entries):
            if one["type"] in ("joined", "left") and one["body"]["seat"] == seat:
                return one["n"], one["body"] if one["type"] == "joined" else None
        return 0, None

    def keys_of(self, seat: int) -> list[KeyChange]:
        """Return the seat's keys, starting with the one with which it was taken."""
        found = []
        for one in self.entries:
            body = one["body"]
            if (
                one["type"] in ("joined", "rekeyed", "substituted")
                and body["seat"] == seat
                and body.get("key") is not None
            ):
                consents = body.get("consents", [])
                unsigned = tuple(other for other, signature in consents if signature is None)
                agreed = tuple(other for other, _ in consents)
                found.append(KeyChange(one["n"], body["key"], "signature" in body, agreed, unsigned))
        return found

    def key_changes(self, seat: int) -> int:
        """Return how often the seat has changed its key."""
        changes = [one for one in self.entries if one["type"] == "rekeyed"]
        return sum(one["body"]["seat"] == seat for one in changes)

    def hold(self, receipts: Sequence[SignedReceipt]) -> None:
        """Compare receipts with the log so far; :raises Tampered: when it contradicts one, which is fraud."""
        if not self.entries:
            return
        try:
            Receipts(self._checked, self._check).compare(cast(Any, receipts))
        except Refuted as error:
            raise Tampered(self.match, error.n or self.n, error.reason) from error

    def sealed_ends(self) -> dict[str, str]:
        """Return the end of each unresolved sealed decision's time (RFC 3339): its deadline, or that of the openings."""
        found = {}
        for decision, opened in self._checked.decisions.items():
            end = opened.get("opening_deadline") if decision in self._checked.locks else opened["deadline"]
            if opened["sealed"] and decision not in self._checked.resolved_at and end is not None:
                found[decision] = end
        return found

    def locked(self, decision: str, seat: int) -> str | None:
        """Return the seat's commitment in the lock, or None before the lock."""
        found = self._checked.locks.get(decision, {}).get(seat)
        return None if found is None else str(found["commitment"])
