"""The key that signs what this player does in a match of siegelpost/2 (protocol section 12.9).

Each seat has a key of its own, drawn on this machine and never sent: the server can suppress an act, but not invent one.
"""

from __future__ import annotations

import nacl.signing

from engine.protocol.canon import b64, unb64
from engine.protocol.siegelpost2.acts import ORDERS, SignedAct, SignedActKind, act_bytes
from engine.protocol.siegelpost2.bodies import RESIGN
from service.cli.local_files import Keep
from service.cli.ownlog import OwnLog


class KeyElsewhere(Exception):
    """The seat signs with a key that is not on this machine."""

    def __init__(self, match: str) -> None:
        super().__init__(
            f"your seat in match {match} signs with a key that is on the machine where you joined: play there, or copy "
            f"'keys/{match}.json' from its siegelpost folder to this one"
        )


class NoSeatKeys(Exception):
    """Seats of this match cannot sign."""

    def __init__(self, match: str) -> None:
        super().__init__(f"match {match} follows siegelpost/1, in which seats have no keys: leave --sign out")


def draw_seat_key(keep: Keep, match: str) -> str:
    """Return the public key to sit down with; its secret is on disk before it is sent anywhere."""
    secret = keep.seat_key(match)
    key = nacl.signing.SigningKey.generate() if secret is None else nacl.signing.SigningKey(secret)
    if secret is None:
        keep.keep_seat_key(match, bytes(key))
    return b64(bytes(key.verify_key))


class SeatSigner:
    """Signs acts of one seat in one match."""

    def __init__(self, keep: Keep, log: OwnLog, seat: int) -> None:
        """:raises KeyElsewhere: when the seat has a key that is not here."""
        self._log, self._seat = log, seat
        self._key: nacl.signing.SigningKey | None = None
        public = log.seat_key(seat)
        if public is not None:
            secret = keep.seat_key(log.match)
            if secret is None or nacl.signing.SigningKey(secret).verify_key != nacl.signing.VerifyKey(unb64(public)):
                raise KeyElsewhere(log.match)
            self._key = nacl.signing.SigningKey(secret)

    @property
    def signs(self) -> bool:
        """Whether the seat signs what it does."""
        return self._key is not None

    def sealed(self, decision: str, head: str, commitment: str, seq: int) -> dict[str, str]:
        """Return the member of a request that seals, replaces or answers; nothing where the seat does not sign."""
        return self._signed("seal", decision, commitment, seq, head)

    def withdrawn(self, decision: str, head: str, seq: int) -> dict[str, str]:
        """Return the member of a request that withdraws."""
        return self._signed("withdraw", decision, None, seq, head)

    def ordered(self, commitment: str | None, seq: int) -> dict[str, str]:
        """Return the member of a request that sets or ends orders."""
        return self._signed("order", ORDERS, commitment, seq, self._log.start_head)

    def resigned(self) -> dict[str, str]:
        """Return the member of a request that resigns."""
        return self._signed("resign", RESIGN, None, 1, self._log.start_head)

    def _signed(
        self, kind: SignedActKind, decision: str, commitment: str | None, seq: int, head: str
    ) -> dict[str, str]:
        if self._key is None:
            return {}
        act = SignedAct(
            act=kind,
            commitment=commitment,
            decision=decision,
            head=head,
            match=self._log.match,
            seat=self._seat,
            seq=seq,
        )
        return {"signature": b64(self._key.sign(act_bytes(act)).signature)}
