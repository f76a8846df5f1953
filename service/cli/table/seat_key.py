"""The key that signs what this player does in a match (protocol section 12.9).

Each seat has a key of its own, drawn on this machine and never sent: the server can suppress an act, but not invent one.
"""

from collections.abc import Sequence
from typing import Literal

import nacl.signing

from engine.protocol.acts import KEY, ORDERS, SignedAct, SignedActKind, act_bytes, key_commitment
from engine.protocol.agreements import EXTEND, HAND, PAUSE, REQUEST, RESPOND, Choice
from engine.protocol.bodies import RESIGN
from engine.protocol.canon import b64
from service.cli.player.local_files import Keep
from service.cli.table.ownlog import KeyChange, OwnLog
from service.cli.table.seating import check_still_seated


class KeyElsewhere(Exception):
    """The seat signs with a key that is not on this machine."""

    def __init__(self, match: str) -> None:
        super().__init__(
            f"your seat in match {match} signs with a key that is on the machine where you joined: play there, or bring the key "
            "here with 'siegelpost key export' and 'siegelpost key import'. Is it lost? Then 'siegelpost key rotate --lost' asks "
            "the others to agree to a new one"
        )


class KeyReplaced(KeyElsewhere):
    """A key on this machine signed for the seat until the log gave the seat another one.

    Whoever asked for that plays for the seat now; the consent of seats without keys rests on the server's word.
    """

    def __init__(self, match: str, change: KeyChange) -> None:
        why = "with the signature of the key before" if change.signed else f"because {_listed(change.agreed)} agreed"
        word = f", which for {_listed(change.unsigned)} is the server's word alone" if change.unsigned else ""
        Exception.__init__(
            self,
            f"entry {change.n} of match {match} gave your seat another key than the one on this machine, {why}{word}. Was that "
            "not you, on another machine? Then somebody plays in your place: ask the others, and keep 'siegelpost log' of this "
            "match",
        )


def draw_seat_key(keep: Keep, match: str) -> str:
    """Return a new seat's public key; its secret is on disk before it is sent anywhere."""
    secret = keep.seat_key(match)
    key = nacl.signing.SigningKey.generate() if secret is None else nacl.signing.SigningKey(secret)
    if secret is None:
        keep.keep_seat_key(match, bytes(key))
    return b64(bytes(key.verify_key))


def fresh_seat_key(keep: Keep, match: str) -> str:
    """Return another public key for a seat; its secret is on disk before it is sent anywhere."""
    key = nacl.signing.SigningKey.generate()
    keep.keep_seat_key(match, bytes(key))
    return b64(bytes(key.verify_key))


def why_missing(keep: Keep, log: OwnLog, seat: int) -> KeyElsewhere:
    """Return why a seat's key is missing: it was never here, or the log has replaced it since."""
    changes = log.keys_of(seat)
    before = [change.n for change in changes if keep.seat_key(log.match, change.key) is not None]
    after = [change for change in changes if before and change.n > before[-1]]
    return KeyReplaced(log.match, after[0]) if after else KeyElsewhere(log.match)


def _listed(seats: Sequence[int]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, seats))}"


class SeatSigner:
    """Signs acts of one seat in one match."""

    def __init__(self, keep: Keep, log: OwnLog, seat: int) -> None:
        """:raises Tampered: when the seat is not as this machine took it. :raises KeyElsewhere: when its key is not here."""
        check_still_seated(keep, log, seat)
        self._log, self._seat = log, seat
        self._key: nacl.signing.SigningKey | None = None
        public = log.seat_key(seat)
        if public is not None:
            secret = keep.seat_key(log.match, public)
            if secret is None:
                raise why_missing(keep, log, seat)
            self._key = nacl.signing.SigningKey(secret)

    @property
    def signs(self) -> bool:
        """True if the seat signs its acts."""
        return self._key is not None

    def sealed(self, decision: str, head: str, commitment: str, seq: int) -> dict[str, str]:
        """Return the request member for sealing, replacing or answering; empty if the seat does not sign."""
        return self._signed("seal", decision, commitment, seq, head)

    def withdrawn(self, decision: str, head: str, seq: int) -> dict[str, str]:
        """Return the request member for withdrawing."""
        return self._signed("withdraw", decision, None, seq, head)

    def ordered(self, commitment: str | None, seq: int) -> dict[str, str]:
        """Return the request member for setting or ending orders."""
        return self._signed("order", ORDERS, commitment, seq, self._log.start_head)

    def resigned(self) -> dict[str, str]:
        """Return the request member for resigning."""
        return self._signed("resign", RESIGN, None, 1, self._log.start_head)

    def spoken(
        self, kind: Literal["here", "vote"], head: str, seq: int, choice: Choice | None, player: str | None = None
    ) -> dict[str, str]:
        """Return the request member for a statement about an absence; ``head`` as in the protocol (12.12)."""
        return self._signed(kind, kind, None, seq, head, choice=choice, player=player)

    def handed(self, choice: Choice, player: str | None, seq: int) -> dict[str, str]:
        """Return the request member for handing the seat over."""
        return self._signed("hand", HAND, None, seq, self._log.start_head, choice=choice, player=player)

    def extended(self, head: str, seq: int) -> dict[str, str]:
        """Return the request member for taking more time for the decision whose ``opened`` has this head."""
        return self._signed("extend", EXTEND, None, seq, head)

    def wished(self, pause: bool, seq: int) -> dict[str, str]:
        """Return the request member for a statement about a pause."""
        return self._signed("pause", PAUSE, None, seq, self._log.start_head, pause=pause)

    def requested(self, head: str, seconds: int, seq: int) -> dict[str, str]:
        """Return the request member for asking for more time for the decision whose ``opened`` has this head."""
        return self._signed("request", REQUEST, None, seq, head, seconds=seconds)

    def responded(self, head: str, grant: bool, seq: int) -> dict[str, str]:
        """Return the request member for answering the ``requested`` with this head."""
        return self._signed("respond", RESPOND, None, seq, head, grant=grant)

    def rekeyed(self, key: bytes) -> dict[str, str]:
        """Return the request member for changing this seat's key."""
        return self._signed(
            "key", KEY, key_commitment(key), self._log.key_changes(self._seat) + 1, self._log.start_head
        )

    def consented(self, asker: int, key: bytes) -> dict[str, str]:
        """Return the request member for agreeing to another seat's key."""
        seq = self._log.key_changes(asker) + 1
        return self._signed("consent", KEY, key_commitment(key), seq, self._log.start_head, seat=asker)

    def _signed(
        self,
        kind: SignedActKind,
        decision: str,
        commitment: str | None,
        seq: int,
        head: str,
        *,
        seat: int | None = None,
        choice: Choice | None = None,
        player: str | None = None,
        pause: bool | None = None,
        seconds: int | None = None,
        grant: bool | None = None,
    ) -> dict[str, str]:
        if self._key is None:
            return {}
        act = SignedAct(
            act=kind,
            commitment=commitment,
            decision=decision,
            head=head,
            match=self._log.match,
            seat=self._seat if seat is None else seat,
            seq=seq,
        )
        if choice is not None:
            act["choice"] = choice
        if player is not None:
            act["player"] = player
        if pause is not None:
            act["pause"] = pause
        if seconds is not None:
            act["seconds"] = seconds
        if grant is not None:
            act["grant"] = grant
        return {"signature": b64(self._key.sign(act_bytes(act)).signature)}
