"""Reasons for refusing a request about a match, or an act in it."""

from typing import Any, Literal, NamedTuple

from service.store.records import Act

MatchErrorCode = Literal[
    "not-found",
    "invalid",
    "not-in-lobby",
    "full",
    "seat-taken",
    "already-seated",
    "not-seated",
    "not-owner",
    "not-full",
    "invitation-wrong",
    "removed-from-table",
    "reliability-too-low",
    "not-admitted",
    "entropy-required",
    "nothing-to-reveal",
    "reveal-late",
    "wrong-entropy",
    "not-running",
    "busy",
    "rules-superseded",
    "no-seat-keys",
    "no-key-asked",
    "nobody-to-consent",
    "bot-declines",
    "not-missed",
    "not-a-voter",
    "choice-not-offered",
    "no-substitutes",
    "no-handing",
    "seat-key-needed",
    "no-extension",
    "no-pause",
    "no-time-request",
    "paused",
    "guest",
    "entries-closed",
    "cannot-challenge",
    "challenge-over",
]


class MatchError(Exception):
    """A refused request about a match; ``pointer`` names the member of the request, if any."""

    def __init__(self, code: MatchErrorCode, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


ActErrorCode = Literal[
    "not-running",
    "gone",
    "not-asked",
    "wrong-form",
    "malformed",
    "illegal",
    "client-custody-demanded",
    "client-custody-taken",
    "escrow-demanded",
    "signature-needed",
    "signature-wrong",
    "no-seat-key",
    "no-orders",
    "locked",
    "late",
    "conflict",
    "seen",
    "full",
    "stale",
    "wrong",
    "revoked",
    "paused",
]
EXPLANATIONS: dict[str, str] = {
    "gone": "this decision does not stand any more: load the match again",
    "locked": "this decision is locked: nothing about it can be changed",
    "late": "the deadline has passed",
    "conflict": "another act of this seat came first: name the current seq in 'replaces'",
    "seen": "this commitment or salt occurred in this match before: draw a fresh 32-byte salt",
    "full": "you have changed your mind as often as one decision allows: your last answer stands, or withdraw it",
    "stale": "the match moved on while this was checked: try again",
    "wrong": "this is not the opening of the locked commitment",
    "revoked": "this token was revoked",
    "paused": "this match is paused: nothing is taken until it goes on, and no time runs out",
}


class SignedReceipt(NamedTuple):
    """A receipt and its signature (base64url)."""

    receipt: dict[str, Any]
    signature: str


class ActError(Exception):
    """A refused act. ``pointer`` is a JSON pointer into the request, ``act`` the seat's current one.

    ``receipt`` proves the refusal (:mod:`service.matches.acts`).
    """

    def __init__(
        self, code: ActErrorCode, message: str, pointer: str = "", act: Act | None = None, rule: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.act = act
        self.receipt: SignedReceipt | None = None
        self.rule = rule
        """The rules' own code for an illegal move (``not-in-hand``)."""
