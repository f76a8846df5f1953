"""Agreements about absent players, and when the others' votes decide (protocol section 12.12)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple, NotRequired, TypedDict

HERE = "here"
"""Replaces the decision id in the act of a player who returns."""
VOTE = "vote"
"""Replaces the decision id in a vote."""

Choice = Literal["wait", "bot", "win", "person"]
"""The choices in a vote: wait, give the seat to a house bot, end the match without the seat, or give it to a person who
is ready to play on there."""
CHOICES: tuple[Choice, ...] = ("wait", "bot", "win", "person")
MOST_MISSES = 20
"""Most answers in a row that a match may let a seat miss before the others are asked."""
LONGEST_NOTICE = 14 * 86_400
"""Most seconds between telling somebody that they are missed and asking the others."""

Majority = Literal["all", "most"]


class Handing(TypedDict):
    """A seat may ask to be handed over so many times in the match, and the others have so many seconds to answer."""

    seconds: int
    times: int


class Absence(TypedDict):
    """The member ``absence`` of ``created``: after how many misses in a row the others are asked, and who decides.

    ``notice_seconds`` lie between telling the seat and asking the others. ``substitutes``: people may take over seats; where
    it is not there, only bots do. ``handing``: who is there may hand the own seat over; where it is not there, nobody does.
    """

    handing: NotRequired[Handing]
    majority: Majority
    misses: int
    notice_seconds: int
    substitutes: NotRequired[bool]


class Absent(TypedDict):
    """A seat has missed these decisions in a row; until ``until`` (RFC 3339) it may say so before the others are asked."""

    missed: list[str]
    seat: int
    until: str


class Polled(TypedDict):
    """The others are asked about a seat."""

    seat: int


class Voted(TypedDict):
    """A seat says what it wants about a seat that is away; ``player`` is the ``person`` that it chooses."""

    absent: int
    choice: Choice
    player: NotRequired[str]
    seat: int
    signature: NotRequired[str]


class Returned(TypedDict):
    """A seat is back: it said so (``seat``), or has acted otherwise (``answer``)."""

    by: Literal["seat", "answer"]
    seat: int
    signature: NotRequired[str]


class Substituted(TypedDict):
    """A bot, or another person, sits in a seat from here on; ``key`` is the one that the person signs with."""

    key: NotRequired[str]
    player: str
    seat: int


class Volunteered(TypedDict):
    """Somebody is ready to play on in a seat. ``by`` is the seat that named him, ``None`` for whoever was replaced there."""

    by: int | None
    key: NotRequired[str]
    player: str
    seat: int


class Declined(TypedDict):
    """Somebody is not ready any more to play on in a seat."""

    player: str
    seat: int


class Wanted(NamedTuple):
    """A seat's vote about another: a choice, and the player of ``person``."""

    choice: Choice
    player: str | None = None


def decided(votes: Mapping[int, Wanted], voters: Collection[int], majority: Majority) -> Wanted | None:
    """Return what the voters have decided, ``None`` while they have not; votes of others do not count.

    ``most`` is more than half of all voters, those who are silent included.
    """
    said = [votes[seat] for seat in voters if seat in votes]
    for wanted in said:
        agreed = said.count(wanted)
        if agreed == len(voters) or (majority == "most" and 2 * agreed > len(voters)):
            return wanted
    return None
