"""What is wrong with the opening of a sealed answer, and whose fault it is (protocol sections 3, 5 and 12.4).

A box that does not open is the server's fault, an opening that is missing, illegal or of a used salt the player's. What the
player has opened counts: if the server cannot read it any more, nothing is resolved until it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.contract import IllegalMove
from engine.match.orders import check_own
from engine.match.table import Locked, Standing
from engine.protocol.bodies import FaultKind
from engine.protocol.log import Entry
from engine.protocol.seal import Opening
from service.matches.acts import salt_digest
from workers.openings import Resolution, is_opened


class OpeningLost(RuntimeError):
    """An opening that was acknowledged cannot be read: the match is parked until its box opens, or its player opens again."""


def fault_of(
    resolution: Resolution, standing: Standing, locked: Locked, opening: Opening | None, beside: Sequence[Opening] = ()
) -> FaultKind | None:
    """Say what is wrong with an opening; ``None`` if it stands.

    :param beside: the openings that come before this one in the same entry.
    :raises OpeningLost: when its player has opened it and it cannot be read.
    """
    step, seat = resolution.step, locked["seat"]
    if opening is None:
        if is_opened(resolution.record, standing, seat):
            raise OpeningLost
        return "unopened" if locked["custody"] == "client" else "escrow-failed"
    if locked["custody"] != "client":
        return None
    if _salt_was_used(resolution, opening, beside):
        return "salt-reused"
    resolution.seen.append(salt_digest(opening["salt"]))
    assert step.state is not None
    try:
        check_own(step.game, step.state, seat, standing["id"], opening["move"])
    except IllegalMove:
        return "illegal"
    return None


def published_salts(entries: Iterable[Entry]) -> list[str]:
    """Return how the salts that these entries publish are remembered."""
    bodies = [entry["body"] for entry in entries if entry["type"] == "resolved"]
    faults = [fault["opening"] for body in bodies for fault in body["faults"] if "opening" in fault]
    return [_published(one) for one in [*(one for body in bodies for one in body["openings"]), *faults]]


def _salt_was_used(resolution: Resolution, opening: Opening, beside: Sequence[Opening]) -> bool:
    """Return whether the salt occurred before where all can see it."""
    match, seen = resolution.record.match, resolution.context.store.seen
    used, here = _published(opening), published_salts(resolution.step.entries)
    return used in here or used in map(_published, beside) or seen(match, [used])[0]


def _published(opening: Opening) -> str:
    return "shown:" + salt_digest(opening["salt"])
