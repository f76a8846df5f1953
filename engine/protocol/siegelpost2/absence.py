"""What is agreed about people who stay away, and when the others at the table have decided (protocol section 12.12)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, NotRequired, TypedDict

HERE = "here"
"""What the word of somebody who is back names in the place of a decision."""
VOTE = "vote"
"""What a vote names there."""

Choice = Literal["wait", "bot", "win"]
"""What the others may want: wait, give the seat to a bot of the house, or end the match without the seat."""
CHOICES: tuple[Choice, ...] = ("wait", "bot", "win")
MOST_MISSES = 20
"""Most answers in a row that a match may let a seat miss before the others are asked."""
LONGEST_NOTICE = 14 * 86_400
"""Most seconds between telling somebody that they are missed and asking the others."""

Majority = Literal["all", "most"]


class Absence(TypedDict):
    """The member ``absence`` of ``created``: after how many misses in a row the others are asked, and who decides.

    ``notice_seconds`` lie between telling the seat and asking the others.
    """

    majority: Majority
    misses: int
    notice_seconds: int


class Absent(TypedDict):
    """A seat has missed these decisions in a row; until ``until`` (RFC 3339) it may say so before the others are asked."""

    missed: list[str]
    seat: int
    until: str


class Polled(TypedDict):
    """The others are asked about a seat."""

    seat: int


class Voted(TypedDict):
    """A seat says what it wants about a seat that is away."""

    absent: int
    choice: Choice
    seat: int
    signature: NotRequired[str]


class Returned(TypedDict):
    """A seat is back: it said so (``seat``), or has acted otherwise (``answer``)."""

    by: Literal["seat", "answer"]
    seat: int
    signature: NotRequired[str]


class Substituted(TypedDict):
    """A bot sits in a seat from here on."""

    player: str
    seat: int


def decided(votes: Mapping[int, Choice], voters: Collection[int], majority: Majority) -> Choice | None:
    """Return what the voters have decided, ``None`` while they have not; votes of others do not count.

    ``most`` is more than half of all voters, those who are silent included.
    """
    said = [votes[seat] for seat in voters if seat in votes]
    for choice in CHOICES:
        agreed = said.count(choice)
        if agreed == len(voters) > 0 or (majority == "most" and 2 * agreed > len(voters)):
            return choice
    return None
