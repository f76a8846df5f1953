"""Verify the origin of a match's seed by section 12.2 of the protocol page: nobody chose last.

Fed by :class:`~engine.verifier.transcript.Transcript` with the entries from ``created`` to ``started``.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import Json
from engine.protocol.beacon import agrees_with_quicknet, is_key, is_quicknet, round_for, round_time, signature_holds
from engine.protocol.bodies import Closed, Created, EntropyCustody, Joined, Revealed, Seated, Started
from engine.protocol.canon import unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import Entry, milliseconds, too_late_from
from engine.verifier import Refuted

BOT = "bot:"
"""Prefix of the player ids of the server's own bots."""
WHILE_REVEALING = ("extended", "revealed", "closed")


class SeedingLog:
    """The way to the seed as far as it was read. Numbers of entries are ``None`` until they were."""

    def __init__(self, created: Created) -> None:
        beacon = created["beacon"]
        if beacon is not None and is_quicknet(beacon) and not agrees_with_quicknet(beacon):
            raise Refuted("created: the beacon names quicknet, but has not quicknet's key and times", member="/beacon")
        if beacon is not None and not is_quicknet(beacon) and not is_key(beacon["public_key"]):
            raise Refuted("created: the beacon's public key is none", member="/beacon/public_key")
        self.created = created
        self.commitments: list[str | None] = [None] * created["seats"]
        self.custody: list[EntropyCustody | None] = [None] * created["seats"]
        self.joined_when = 0
        """Time at which the last seat was taken (ms)."""
        self.seated_at: int | None = None
        self.revealed_at: int | None = None
        self.revealed_when = 0
        self.deadline: int | None = None
        """Deadline for seats to reveal (ms), with all extensions."""
        self.reveal: list[int] = []
        self.entropies: list[str | None] = []
        self.round: int | None = None
        self.silent: list[int] = []
        self.dealt = False

    def follows(self, kind: str) -> None:
        """Check that an entry may come now, whatever it says."""
        if self.seated_at is None:
            if kind in ("revealed", "started"):
                raise Refuted(f"{kind} comes before seated")
        elif kind in ("joined", "left", "seated"):
            raise Refuted(f"{kind}, but the table is seated: nobody joins or leaves any more")
        elif self.revealed_at is None:
            if kind not in WHILE_REVEALING:
                raise Refuted(f"{kind}, but the entropy of the seats is not revealed yet")
        elif not self.dealt and kind != "started":
            raise Refuted(f"{kind} after revealed: all is known then, and the match has to be dealt")

    def joined(self, body: Joined, entry: Entry) -> None:
        """Note what a seat commits to, and when."""
        if ("entropy" in body) != ("entropy_custody" in body):
            raise Refuted("who gives entropy says who holds it, and nobody else does", member="/entropy_custody")
        if self.created["entropy"] == "required" and "entropy" not in body:
            raise Refuted("the match demands entropy of every seat, but a seat gave none", member="/entropy")
        if "entropy" in body and body["player"].startswith(BOT):
            raise Refuted(
                "a bot gives entropy: whoever can read the others' would choose the deal by it", member="/entropy"
            )
        self.joined_when = milliseconds(entry["at"])
        self.commitments[body["seat"]] = body.get("entropy")
        self.custody[body["seat"]] = body.get("entropy_custody")

    def left(self, seat: int) -> None:
        """Forget what a seat committed to."""
        self.commitments[seat] = self.custody[seat] = None

    def seated(self, body: Seated, entry: Entry, players: Sequence[str | None]) -> None:
        """Check the seated players, who has to reveal, the deadline for that, and that nobody chose the beacon's round."""
        self.seated_at = entry["n"]
        if body["players"] != list(players):
            raise Refuted("the players who are seated are not those who joined", member="/players")
        if body["entropies"] != self.commitments:
            raise Refuted("the entropy of a seat is not what it committed to on joining", member="/entropies")
        asked = body["reveal"]
        if any(seat >= len(self.commitments) or self.commitments[seat] is None for seat in asked):
            raise Refuted("reveal does not list seats that gave entropy", member="/reveal")
        holders = {seat for seat, custody in enumerate(self.custody) if custody == "client"}
        if not holders <= set(asked):
            raise Refuted("reveal leaves out a seat that holds its entropy itself", member="/reveal")
        self.reveal = asked
        end = milliseconds(entry["at"]) + self.created["reveal_seconds"] * 1000
        if (None if body["deadline"] is None else milliseconds(body["deadline"])) != (end if asked else None):
            raise Refuted("the time to reveal is not the agreed one", member="/deadline")
        self.deadline = end if asked else None
        beacon = self.created["beacon"]
        self.round = None if beacon is None else round_for(beacon, self.joined_when)
        if body["round"] != self.round:
            raise Refuted(f"the round of the beacon is {body['round']}, but has to be {self.round}", member="/round")

    def extended(self, body: Mapping[str, Json]) -> None:
        """Check that the time to reveal became longer."""
        if self.seated_at is None or self.revealed_at is not None or self.deadline is None:
            raise Refuted("the time to reveal is extended, but nobody has to reveal", member="/decision")
        if "opening_deadline" in body:
            raise Refuted("what is revealed after seated has no openings", member="/opening_deadline")
        after = milliseconds(cast(str, body["deadline"]))
        if after < self.deadline:
            raise Refuted("the time to reveal is shortened", member="/deadline")
        self.deadline = after

    def revealed(self, body: Revealed, entry: Entry) -> None:
        """Check that each value is that of its commitment."""
        self.revealed_at, self.revealed_when = entry["n"], milliseconds(entry["at"])
        self._are_committed(body["entropies"])
        self.entropies = body["entropies"]

    def _are_committed(self, given: Sequence[str | None]) -> None:
        if len(given) != len(self.commitments):
            raise Refuted("not one entropy for each seat", member="/entropies")
        for seat, (value, committed) in enumerate(zip(given, self.commitments, strict=True)):
            found = None if value is None else entropy_commitment(self.created["match"], seat, unb64(value))
            if found != committed:
                reason = f"the entropy of seat {seat} is not the one committed to on joining"
                raise Refuted(reason, member=f"/entropies/{seat}")

    def started(self, body: Started, entry: Entry) -> None:
        """Check that the deal has the entropies that were revealed, and the signature of the very round."""
        self.dealt = True
        if body["entropies"] != self.entropies:
            raise Refuted("the match is dealt with other entropies than were revealed", member="/entropies")
        beacon, signed = self.created["beacon"], body["beacon"]
        if beacon is None or self.round is None or signed is None:
            if beacon is not None or signed is not None:
                raise Refuted(
                    "a match has a signature of its beacon, and one without beacon has none", member="/beacon"
                )
            return
        if signed["round"] != self.round:
            reason = f"the match is dealt with round {signed['round']}, but round {self.round} was fixed"
            raise Refuted(reason, member="/beacon/round")
        if milliseconds(entry["at"]) < round_time(beacon, self.round):
            raise Refuted("the match is dealt before the time of the beacon's round", member="/beacon/round")
        if not signature_holds(beacon["public_key"], self.round, signed["signature"]):
            reason = "the signature is not that of the beacon's round under the key in created"
            raise Refuted(reason, member="/beacon/signature")

    def closed(self, body: Closed, entry: Entry) -> None:
        """Check the reason given for ending a match that was never dealt."""
        reason = body["reason"]
        if ("seats" in body) != (reason == "unrevealed"):
            raise Refuted("seats are named where they did not reveal, and nowhere else", member="/seats")
        if reason in ("cancelled", "expired") and self.seated_at is not None:
            raise Refuted(f"a table that is seated cannot be {reason}", member="/reason")
        if reason != "unrevealed":
            return
        if self.seated_at is None or self.revealed_at is not None:
            raise Refuted("unrevealed: not how such a match ends", member="/reason")
        self.silent = body["seats"]
        if not set(self.silent) <= set(self.reveal):
            raise Refuted("the seats that are called silent are not some that had to reveal", member="/seats")
        if self.deadline is None or milliseconds(entry["at"]) < too_late_from(self.deadline):
            raise Refuted("the match was given up before the time to reveal was over", member="/reason")


def chance_facts(log: SeedingLog) -> dict[str, int | str | list[int]]:
    """Return what a verdict says about chance: who gave entropy in whose custody, and which chain was mixed in."""
    chain = log.created["beacon"]
    known = "" if chain is None else "quicknet" if is_quicknet(chain) else chain["chain"]
    return {
        "seats": len(log.custody),
        "client_seats": [seat for seat, custody in enumerate(log.custody) if custody == "client"],
        "escrow_seats": [seat for seat, custody in enumerate(log.custody) if custody == "escrow"],
        "beacon": int(chain is not None),
        "chain": known,
    }
