"""A player's evidence against the server: the pinned key, its own copy of every log, the signed receipts.

A server that shows two histories, signs with another key or gives a wrong receipt is caught here, while the match is
running; the verifier proves the rest once it is closed.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.protocol.canon import NotCanonical, unb64
from engine.protocol.evidence import SignedCheckpoint
from engine.protocol.forms import Misformed
from engine.protocol.log import Entry
from engine.protocol.receipt_forms import SIGNED_RECEIPT
from engine.protocol.seal import receipt_bytes
from engine.verifier.checkpoints import checkpoint_beside
from service.cli.player.local_files import Keep, SignedReceipt, is_match_name, signed_receipt
from service.cli.table.ownlog import OwnLog, Tampered, key_named, signature_check

KEY_CHANGED = (
    "WARNING: the server's key has changed since this machine first saw it. Receipts and logs are still checked against "
    "the old key, so that matches go on that began with it, and new ones do not. "
    "If the operator has announced the change, accept it with 'siegelpost key --accept'."
)


class Witness:
    """Checks one server.

    ``fetch_keys`` returns its published keys, starting with that of new matches; ``fetch_log`` the lines of a match
    after ``n``.
    """

    def __init__(
        self,
        keep: Keep,
        *,
        fetch_keys: Callable[[], list[str]],
        fetch_log: Callable[[str, int], bytes],
        warn: Callable[[str], None],
    ) -> None:
        self._keep, self._fetch_keys, self._fetch_log, self._warn = keep, fetch_keys, fetch_log, warn
        self._logs: dict[str, OwnLog] = {}
        self._key: str | None = None

    def public_key(self) -> str:
        """Return the key of this server's new matches: pinned at first use, with a warning when it differs."""
        if self._key is None:
            pinned = self._keep.pinned_keys()
            if not pinned:
                return self.accept_key()
            if self._fetch_keys()[0] not in pinned:
                self._warn(KEY_CHANGED)
            self._key = pinned[0]
        return self._key

    def accept_key(self) -> str:
        """Trust the keys the server shows now, too, and return that of new matches."""
        shown = self._fetch_keys()
        for one in reversed(shown):
            self._keep.pin_key(one)
        self._key = shown[0]
        self._logs = {}
        return self._key

    def _key_of(self, signed: SignedReceipt) -> str:
        """Return the trusted key that the log of a receipt's match names, or else the first one. Asks no server once a key is
        pinned.

        The receipt names a key, too, but a server could falsify that (protocol section 4).
        """
        trusted = self._keep.pinned_keys() or [self.public_key()]
        named = key_named(self._keep.log(signed["receipt"]["match"]))
        return next((one for one in trusted if one == named), trusted[0])

    def log(self, match: str) -> OwnLog:
        """Return this machine's verified copy of the log, brought up to date. :raises Tampered: when it is invalid."""
        own = self._known(match)
        self._update(own)
        return own

    def begin(self, match: str, first: bytes) -> OwnLog:
        """Check and keep the first line of a new match's log. :raises Tampered: when it is invalid, or another one is
        known."""
        own = self._known(match)
        if own.n == 0:
            own.extend(first)
        elif own.raw.partition(b"\n")[0] != first.rstrip(b"\n"):
            raise Tampered(match, 1, "the server shows another first entry than this machine has kept")
        return own

    def news(self, match: str) -> list[Entry]:
        """Bring the copy of the log up to date and return the new entries."""
        own = self._known(match)
        before = own.n
        self._update(own)
        return own.entries[before:]

    def signature_holds(self, signed: SignedReceipt) -> bool:
        """Return whether a receipt has a valid signature by a pinned key. Asks no server once a key is pinned."""
        try:
            return signature_check(self._key_of(signed))(receipt_bytes(signed["receipt"]), unb64(signed["signature"]))
        except NotCanonical:
            return False

    def checkpoint_of(self, signed: SignedReceipt) -> SignedCheckpoint | None:
        """Return the checkpoint beside a receipt if the receipt's key signed it. Asks no server once a key is pinned."""
        key = self._key_of(signed)
        return checkpoint_beside(signed, key, signature_check(key))

    def take(self, signed: SignedReceipt, match: str, decision: str, seat: int, sealed: str | None) -> None:
        """Keep the receipt of an act; :raises Tampered: when it does not match the act, or the known key."""
        receipt = signed["receipt"]
        if not is_match_name(receipt["match"]):
            raise Tampered(match, receipt["n"], "the receipt is not for the act that was sent")
        self._keep.keep_receipt(signed)
        if not self.signature_holds(signed):
            raise Tampered(match, receipt["n"], "the receipt is not signed by the server's key known here")
        if "checkpoint" in signed and self.checkpoint_of(signed) is None:
            reason = "the checkpoint beside the receipt is not signed by the server's key known here, or is none"
            raise Tampered(match, receipt["n"], reason)
        said = (receipt["match"], receipt["decision"], receipt["seat"], receipt["commitment"])
        if said != (match, decision, seat, sealed):
            raise Tampered(match, receipt["n"], "the receipt is not for the act that was sent")
        own = self._known(match)
        n = receipt["n"]
        if n < 1 or (n <= own.n and own.head_at(n) != receipt["head"]):
            raise Tampered(match, n, "the receipt names another head than this machine's copy of the log")

    def take_refusal(self, problem: Mapping[str, Any], match: str, decision: str) -> None:
        """Keep the receipt of a refused act, if the problem has one; :raises Tampered: when it contradicts known facts."""
        found = {name: problem[name] for name in ("checkpoint", "receipt", "signature") if name in problem}
        try:
            SIGNED_RECEIPT(found, "")
        except Misformed:
            return
        signed = signed_receipt(found)
        if signed["receipt"]["act"] != "refused":
            return
        self.take(signed, match, decision, signed["receipt"]["seat"], signed["receipt"]["commitment"])

    def _known(self, match: str) -> OwnLog:
        if match not in self._logs:

            def keep(raw: bytes) -> None:
                self._keep.keep_log(match, raw)

            trusted = dict.fromkeys([self.public_key(), *self._keep.pinned_keys()])
            self._logs[match] = OwnLog(match, list(trusted), keep, known=self._keep.log(match))
        return self._logs[match]

    def _update(self, own: OwnLog) -> None:
        while not own.closed and own.extend(self._fetch_log(own.match, own.n)):
            pass


def says(receipt: dict[str, Any]) -> str:
    """Return a receipt in a few words, like ``commit #1``."""
    return f"{receipt['act']} #{receipt['seq']}"
