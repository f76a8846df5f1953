"""A seat that its player hands over while he is there: what is agreed, and when it is decided (protocol section 12.20)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, NotRequired, TypedDict

from engine.protocol.agreements.absence import Majority, Wanted, decided

HAND = "hand"
"""Replaces the decision id when asking to hand a seat over."""
LONGEST_HANDING = 14 * 86_400
"""Most seconds that the others may have to answer."""
MOST_HANDINGS = 20
"""Most times that a match may let a seat ask."""


class Handed(TypedDict):
    """A seat asks to be handed over, to a bot of the house or to ``player``; the others may say so until ``until`` (RFC 3339)."""

    choice: Literal["bot", "person"]
    player: NotRequired[str]
    seat: int
    signature: NotRequired[str]
    until: str


class Kept(TypedDict):
    """The time to answer is over, and the seat stays with its player."""

    seat: int


def decided_on_handing(
    to: Wanted, votes: Mapping[int, Wanted], voters: Collection[int], majority: Majority, *, alone: bool
) -> Wanted | None:
    """Return what was decided about a seat that its player hands over, ``None`` while it was not.

    :param alone: whether no other person sits at the table: then nobody has to agree.
    """
    return to if alone else decided(votes, voters, majority)
