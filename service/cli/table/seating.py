"""The seat taken by this machine in a match: a check of the log before anything is done in it.

A dishonest server could seat a player without the player's random number or key, and act for the player or choose the
deal (protocol section 12.2). So a machine stores the log's entry from when it took a seat, and acts in no other seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.cli.player.local_files import Keep
from service.cli.table.ownlog import OwnLog, Tampered

SEAT_TAKEN_ANEW = (
    "your seat was taken again without what this machine has sent (random number, key). If you did that yourself on another "
    "machine, play there; if not, the server did it"
)


class SeatedElsewhere(Exception):
    """The player has a seat in the match, but this machine has neither its random number nor its key."""

    def __init__(self, match: str, seat: int) -> None:
        super().__init__(
            f"you sit in seat {seat} of match {match} already, but nothing of it is on this machine: neither the random number "
            "nor the key that it was taken with. If you sat down on another machine, play there; if not, the server seated "
            "you: leave with 'siegelpost leave', and tell whoever runs it"
        )


def check_still_seated(keep: Keep, log: OwnLog, seat: int) -> None:
    """Check that a seat is still as this machine took it, if it did.

    :raises Tampered: when it is another seat, or was given up or taken again since.
    """
    noted = keep.noted_seat(log.match)
    if noted is None:
        return
    n, sitting = log.seating(noted["seat"])
    if seat != noted["seat"] or sitting != noted:
        raise Tampered(log.match, n, SEAT_TAKEN_ANEW)


def check_taken_here(keep: Keep, log: OwnLog, seat: int, *, sign: bool) -> None:
    """Check that an occupied seat was taken with the data on this machine, and record it.

    :param sign: whether the seat must have a key of this machine.
    :raises Tampered: as above. :raises SeatedElsewhere: when the seat was taken from elsewhere.
    """
    if keep.noted_seat(log.match) is not None:
        check_still_seated(keep, log, seat)
        return
    sitting = log.seating(seat)[1] or {}
    entropy, key = sitting.get("entropy"), sitting.get("key")
    number_here = entropy is not None and keep.entropy(log.match, seat, entropy) is not None
    key_here = key is not None and keep.seat_key(log.match, key) is not None
    if not number_here or (sign and not key_here):
        raise SeatedElsewhere(log.match, seat)
    keep.note_seat(log.match, sitting)


def note_taken(keep: Keep, log: OwnLog, seat: int, sent: Mapping[str, Any]) -> None:
    """Check that the log has the seat as just requested, and record it.

    :param sent: the request's ``entropy_commitment``, ``entropy_custody`` and, where the seat signs, ``key``.
    :raises Tampered: when it differs.
    """
    n, sitting = log.seating(seat)
    said = sitting or {}
    if said.get("entropy") != sent["entropy_commitment"]:
        raise Tampered(log.match, n, "it does not carry the entropy this machine has committed to")
    if said.get("entropy_custody") != sent["entropy_custody"]:
        raise Tampered(log.match, n, "it says that the entropy is in another custody than this machine has chosen")
    if said.get("key") != sent.get("key"):
        raise Tampered(log.match, n, "it has another key for the seat than this machine has sent")
    login = keep.login()
    if login is not None and said.get("player") != login["account"]:
        raise Tampered(log.match, n, "it has another player in the seat that this machine took")
    keep.note_seat(log.match, said)


__all__ = ["SeatedElsewhere", "check_still_seated", "check_taken_here", "note_taken"]
