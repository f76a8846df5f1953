"""The signing keys of an installation: new matches get the newest, and a match keeps the one named in its log to its
end.

A key that has been replaced goes on signing the matches that were created under it, so a rotation stops nothing. When no
running match names a key any more, its file may go.

Web push services know an installation by keys of their own (VAPID, RFC 8292): P-256, 32 bytes as ``web-push`` writes
them. A browser subscribes under one key, and accepts nothing signed by another. So a replaced key stays as long as
browsers are subscribed under it, and an installation without any offers no push.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.match.table import Table
from engine.protocol.canon import b64, tagged_hash
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import BadNote, Note, VerifierKey, parse_note
from service.keys.signing import KeyMissing, Signer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey


PUSH = "SIEGELPOST_PUSH_KEY"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of P-256 (FIPS 186-4): a secret key is a number from 1 to one less."""


class PushKey:
    """One key. :raises KeyMissing: for 32 bytes that are not a valid key (one in four thousand million)."""

    def __init__(self, secret: bytes) -> None:
        self._number = int.from_bytes(secret, "big")
        if not 0 < self._number < ORDER:
            raise KeyMissing(f"{PUSH} names a file with 32 bytes that are no key of P-256: make another")
        self.key_id = b64(tagged_hash("siegelpost/push key id/v1", secret)[:8])

    def __repr__(self) -> str:
        return f"PushKey({self.key_id})"

    @cached_property
    def private_key(self) -> EllipticCurvePrivateKey:
        """The private key, for signing."""
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

        return derive_private_key(self._number, SECP256R1())

    @cached_property
    def public_key(self) -> str:
        """The public half as browsers take it: base64url of an uncompressed point."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return b64(point)


class PushKeys:
    """The keys held here, the newest first."""

    def __init__(self, newest: bytes, *earlier: bytes) -> None:
        self.newest = PushKey(newest)
        self.held = (self.newest, *map(PushKey, earlier))

    def named(self, key: str) -> PushKey | None:
        """Return the key of this short name, ``None`` when it is not held here."""
        return next((one for one in self.held if one.key_id == key), None)


SIGNING = "SIEGELPOST_SIGNING_KEY"


class LogKeyMissing(KeyMissing):
    """The log of all matches was signed by a key that is missing here."""


class Signers:
    """The signing keys held here; ``newest`` signs new matches."""

    def __init__(self, newest: Signer, *earlier: Signer) -> None:
        self.newest = newest
        self.held = (newest, *earlier)

    def __repr__(self) -> str:
        return f"Signers({', '.join(one.key_id for one in self.held)})"

    def of(self, table: Table) -> Signer:
        """Return the key of a match. :raises KeyMissing: when it is not held here."""
        return self.named(table["key"])

    def named(self, key: str) -> Signer:
        """Return the key of this short name. :raises KeyMissing: when it is not held here."""
        for one in self.held:
            if one.key_id == key:
                return one
        raise KeyMissing(f"{SIGNING} names no file with the key {key}: name it behind the newest")

    def of_log(self, origin: str, note: str) -> Signer:
        """Return the key of the log of all matches: a log keeps the key it began with, so a new key takes a new name.

        :param origin: the log's name.
        :param note: its latest checkpoint, with which the next has to agree; empty: it has none.
        :raises LogKeyMissing: when that has this name but none of the keys here signed it.
        :raises BadNote: when it is no checkpoint.
        """
        if not note:
            return self.newest
        parsed = parse_note(note)
        if checkpoint_of(parsed).origin != origin:
            return self.newest
        for one in self.held:
            if parsed.by(one.log_key(origin)):
                return one
        raise LogKeyMissing(
            f"{SIGNING} lacks the key of the log {origin}: name its file behind the newest, or give the log another name "
            "(SIEGELPOST_LOG_ORIGIN), if the key is lost"
        )


def results_origin(origin: str) -> str:
    """Return the name of the log of results beside the log of all matches with this name."""
    return f"{origin}/results"


def log_key(signers: Signers, origin: str, note: str) -> VerifierKey:
    """Return the public key of the log of all matches, as :meth:`Signers.of_log`; if that is missing, the newest."""
    try:
        return signers.of_log(origin, note).log_key(origin)
    except (LogKeyMissing, BadNote):
        return signers.newest.log_key(origin)


def countersigned(signers: Signers, signer: Signer, origin: str, note: str) -> Note | None:
    """Return a checkpoint of the log, also signed by the key of the match in which it is shown: players know no other
    key.

    Returns None if none of our keys has signed it under the log's present name.

    :raises BadNote: when it is no checkpoint.
    """
    found = parse_note(note)
    own = [line for one in signers.held for line in found.by(one.log_key(origin))]
    if not own or checkpoint_of(found).origin != origin:
        return None
    return signer.sign_checkpoint(checkpoint_of(found))
