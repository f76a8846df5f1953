"""Agreements beside the game (more time, pauses, absence, vacations, stopping): their terms, and how the log states them.

In the order of this file: absent players and the others' votes (protocol section 12.12), time that a seat takes without asking
(12.13), seats handed over by players who are there (12.20), time that the operator gives (12.18), pauses (12.14), stopping by
the operator (12.19), time that the others grant (12.18), vacations that stop the clock (12.17).
"""

import re
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


EXTEND = "extend"
"""Replaces the decision id when taking extra time."""
MOST_EXTENSIONS = 20
"""Most extensions that a match may give each seat."""
LONGEST_EXTENSION = 14 * 86_400
"""Most seconds that one extension may give."""


class Extensions(TypedDict):
    """The member ``extensions`` of ``created``: each seat may take more time ``times`` in the match, ``seconds`` each time."""

    seconds: int
    times: int


class Extended(TypedDict):
    """A seat has taken more time for a decision that it has to answer: until ``deadline`` (RFC 3339), all of its seats."""

    by: Literal["seat"]
    deadline: str
    decision: str
    seat: int
    opening_deadline: NotRequired[str]
    signature: NotRequired[str]


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


MOST_OPERATOR_EXTENSIONS = 20
"""Most extensions by the operator that a match may have."""
LONGEST_OPERATOR_EXTENSION = 14 * 86_400
"""Most seconds that the operator may give at once."""


class OperatorExtensions(TypedDict):
    """The member ``operator_extensions`` of ``created``: how often the operator may give time, and how much at once."""

    seconds: int
    times: int


class OperatorExtended(TypedDict):
    """``extended``: the operator has moved the time of a decision until ``deadline`` (RFC 3339), for all of its seats."""

    by: Literal["operator"]
    deadline: str
    decision: str
    opening_deadline: NotRequired[str]


PAUSE = "pause"
"""Replaces the decision id in a wish to pause or to go on."""
LONGEST_PAUSE = 90 * 86_400
"""Most seconds that a match may stand still at once."""

Moved = tuple[str, str, str | None]
"""A decision, its deadline, and the deadline for its openings (RFC 3339; None if it is not sealed)."""


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


MayStop = Literal["may-stop"]
"""The member ``operator`` of ``created``; without it the log of a match cannot say that it was stopped."""

STOPPED = "stopped"
"""The ``reason`` of ``closed``."""
WHY = re.compile(r"[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]{1,200}")
"""The reason in words: one line without control, direction and line characters: it is shown beside the verdict."""


REQUEST = "request"
"""Replaces the decision id in a request for more time."""
RESPOND = "respond"
"""Replaces the decision id in a response to a request for more time."""
LONGEST_REQUEST = 14 * 86_400
"""Most seconds that a match may let a seat ask for at once."""


class TimeRequests(TypedDict):
    """The member ``time_requests`` of ``created``: how many of the others have to agree, and for how long one asks at most."""

    majority: Majority
    seconds: int


class Requested(TypedDict):
    """A seat asks the others for so many seconds more for a decision that it has to answer."""

    decision: str
    seat: int
    seconds: int
    signature: NotRequired[str]


class Responded(TypedDict):
    """A seat grants ``requester`` the time that it asked for, or does not."""

    decision: str
    grant: bool
    requester: int
    seat: int
    signature: NotRequired[str]


class Granted(TypedDict):
    """``extended``: the others have granted a seat more time, until ``deadline`` (RFC 3339), for all of the decision's seats."""

    by: Literal["agreement"]
    deadline: str
    decision: str
    seat: int
    opening_deadline: NotRequired[str]


def is_granted(grants: Collection[int], voters: Collection[int], majority: Majority) -> bool:
    """Return whether enough of the others agree: all of them, or more than half. Where there is nobody to ask, it is granted."""
    agreed = sum(seat in grants for seat in voters)
    return agreed == len(voters) or (majority == "most" and 2 * agreed > len(voters))


def is_refused(refusals: Collection[int], voters: Collection[int], majority: Majority) -> bool:
    """Return whether so many others have refused that the rest can no longer grant it."""
    left = [seat for seat in voters if seat not in refusals]
    return len(left) < len(voters) and not is_granted(left, voters, majority)


Stops = Literal["clock-stops"]
"""The member ``vacation`` of ``created``; without it a match plays on."""


class Stopped(TypedDict):
    """A decision waits for a seat whose player is on vacation, until ``deadline`` (RFC 3339), for all of its seats."""

    by: Literal["vacation"]
    deadline: str
    decision: str
    seat: int
    opening_deadline: NotRequired[str]
