"""The signing keys of an installation: new matches get the newest, and a match keeps the one that its log names to its end.

A key that has been replaced goes on signing the matches that were created under it, so a rotation stops nothing. When no running
match names a key any more, its file may go.
"""

from __future__ import annotations

from engine.match.table import Table
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import BadNote, Note, VerifierKey, parse_note
from service.keys.signing import KeyMissing, Signer

SIGNING = "SIEGELPOST_SIGNING_KEY"


class LogKeyMissing(KeyMissing):
    """The log of all matches was signed by a key that is not held here."""


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
        :raises LogKeyMissing: when that is under this name and by none of the keys held here.
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


def log_key(signers: Signers, origin: str, note: str) -> VerifierKey:
    """Return the public key of the log of all matches, as :meth:`Signers.of_log`; where that is missing, the newest."""
    try:
        return signers.of_log(origin, note).log_key(origin)
    except (LogKeyMissing, BadNote):
        return signers.newest.log_key(origin)


def countersigned(signers: Signers, signer: Signer, origin: str, note: str) -> Note | None:
    """Return a checkpoint of the log, signed by the key of the match in which it is shown: whoever plays there knows no other.

    ``None`` for one that none of our keys has signed under the log's present name.

    :raises BadNote: when it is no checkpoint.
    """
    found = parse_note(note)
    own = [line for one in signers.held for line in found.by(one.log_key(origin))]
    if not own or checkpoint_of(found).origin != origin:
        return None
    return signer.sign_checkpoint(checkpoint_of(found))


__all__ = ["SIGNING", "LogKeyMissing", "Signers", "countersigned", "log_key"]
