"""The delivery record: what became of the notices of one attempt, and why others were not sent. Stored, shown to its reader."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

State = Literal["sent", "plain", "retry", "dead", "ambiguous", "dropped"]
"""``plain``: could not be written, so another letter said in plain words that there is news."""

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
"""Why a notice was not sent."""


class Dropped(TypedDict):
    """A notice that was not sent, and why."""

    kind: str
    reason: Reason


class Delivery(TypedDict):
    """A delivery attempt as its player may read it.

    ``mail`` is the bundle's name (of a letter: the left side of its Message-ID); the content is never included.
    ``at`` and ``retry_at`` in milliseconds; ``answer`` is the other side's own line or ours; ``resend`` marks what may have
    arrived and will be sent again unchanged. ``channel`` is not there for mail.
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


__all__ = ["Delivery", "Dropped", "Reason", "State"]
