"""More time that the operator gives a match, counted and bounded (protocol section 12.18)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

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
