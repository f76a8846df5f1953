"""Agreement about pausing a match, and when the players' wishes suffice (protocol section 12.14)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NotRequired, TypedDict

from engine.protocol.agreements.absence import Majority

PAUSE = "pause"
"""Replaces the decision id in a wish to pause or to go on."""
LONGEST_PAUSE = 90 * 86_400
"""Most seconds that a match may stand still at once."""

Moved = tuple[str, str, str | None]
"""A decision, its deadline and until when its openings are awaited (RFC 3339; ``None``: it is not sealed)."""


class Pauses(TypedDict):
    """The member ``pauses`` of ``created``: how many people have to want a pause, and for how long it is at most."""

    majority: Majority
    seconds: int


class Wished(TypedDict):
    """A seat wants a pause, or wants it no longer."""

    pause: bool
    seat: int
    signature: NotRequired[str]


class Paused(TypedDict):
    """The match stands still; it goes on at ``until`` (RFC 3339) at the latest."""

    until: str


class Resumed(TypedDict):
    """The match goes on; ``moved`` are all decisions that somebody is waited for in, with their times since."""

    moved: list[Moved]


def wanted(wishes: Collection[int], people: Collection[int], majority: Majority) -> bool:
    """Return whether enough of these people want a pause: all of them, or more than half."""
    wish = sum(seat in wishes for seat in people)
    return wish == len(people) > 0 or (majority == "most" and 2 * wish > len(people))
