"""Agreement about extra time that a seat may take without asking (protocol section 12.13)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

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
