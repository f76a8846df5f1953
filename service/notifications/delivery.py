"""The delivery record: the outcome of an attempt's notices, and why others were not sent. Stored, and shown to the reader."""

from typing import Literal, NotRequired, TypedDict

State = Literal["sent", "plain", "retry", "dead", "ambiguous", "dropped"]
"""States of a delivery. ``plain``: it could not be written, so a plain letter announced news instead."""

Reason = Literal[
    "match-gone",
    "kind-off",
    "match-muted",
    "address-unverified",
    "address-bounces",
    "no-address",
    "answered",
    "decision-over",
    "paused",
    "already-seen",
    "already-seated",
    "started-without-you",
    "seat-left",
    "expired",
    "superseded",
    "invitations-refused",
    "too-many-invitations",
    "too-many-letters",
]
"""Reasons why a notice was not sent."""


class Dropped(TypedDict):
    """A notice that was not sent, and the reason."""

    kind: str
    reason: Reason


class Delivery(TypedDict):
    """A delivery attempt in the form that its player may read.

    ``mail`` is the bundle's name (of a letter: the left side of its Message-ID); the content is never included. ``at``
    and ``retry_at`` in milliseconds; ``answer`` is the other side's line or ours; ``resend`` marks a bundle that may
    have arrived and will be sent again unchanged. ``channel`` is missing for mail.
    """

    mail: str
    match: str
    kinds: list[str]
    notices: list[str]
    state: State
    attempt: int
    at: int
    answer: str
    dropped: list[Dropped]
    retry_at: NotRequired[int]
    resend: NotRequired[bool]
    channel: NotRequired[str]
