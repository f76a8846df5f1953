"""Agreement about vacations: decisions waiting for players on vacation stop the clock (protocol section 12.17)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Stops = Literal["clock-stops"]
"""The member ``vacation`` of ``created``; without it a match plays on."""


class Stopped(TypedDict):
    """A decision waits for a seat whose player is on vacation, until ``deadline`` (RFC 3339), for all of its seats."""

    by: Literal["vacation"]
    deadline: str
    decision: str
    seat: int
    opening_deadline: NotRequired[str]
