"""More time that a seat asks the others for, and that they grant (protocol section 12.18)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NotRequired, TypedDict

from engine.protocol.agreements.absence import Majority

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
    """Return whether so many of the others have said no that the rest cannot grant it any more."""
    left = [seat for seat in voters if seat not in refusals]
    return len(left) < len(voters) and not is_granted(left, voters, majority)
