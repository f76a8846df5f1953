"""What the feed of an account says of a notice: the event, as it is stored, published, and sent to other programs.

An event is small and says what happened, where, and by when an answer is wanted; what a table looks like is asked for. It
has the id of its notice, on every channel. Times are milliseconds since 1970 here, and RFC 3339 where they are published.
Members are only ever added: stored events outlive releases.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from engine.contract import Outcome
from service.notifications.facts import (
    AbsenceFacts,
    DecisionFacts,
    ExtensionFacts,
    HandingEnd,
    HandingEndedFacts,
    HandingFacts,
    InvitedFacts,
    KeyFacts,
    OpeningFacts,
    OverFacts,
    PauseFacts,
    QuestionFacts,
    ReadyFacts,
    ResolvedFacts,
    RevealFacts,
    SaidFacts,
    SubstitutedFacts,
    SubstituteFacts,
    TimeDecidedFacts,
    TimeRequestFacts,
    WebhookFacts,
)
from service.store.records import Notice

TIMES = ("at", "deadline_at", "opening_ends_at", "until_at", "vacation_until_at")
"""The members of an event that are moments."""


class EventDecision(TypedDict):
    """The decision that an event is about."""

    id: str
    kind: str
    sealed: bool
    optional: bool


class PlainSaid(TypedDict):
    """Kinds of which type and match say everything."""


class InvitedSaid(TypedDict):
    """Who invites (a name), and the secret that opens the match to the invited account."""

    by: str
    invitation: str


class QuestionSaid(TypedDict):
    """What is asked, until when; ``None``: without end."""

    decision: EventDecision
    deadline_at: int | None


class OpeningSaid(TypedDict):
    """Whose seal is to be opened, until when."""

    decision: EventDecision
    opening_ends_at: int | None


class RevealSaid(TypedDict):
    """Until when a seat has to send the randomness that it holds itself."""

    deadline_at: int | None


class KeySaid(TypedDict):
    """Which seat's signing key is to change, or has changed, and the new public key."""

    by: int
    key: str


class HandingSaid(TypedDict):
    """Whose seat is handed over, to whom (``None``: a bot), and until when the others may answer (ms)."""

    about: int
    who: str | None
    until_at: int


class HandingEndSaid(TypedDict):
    """Whose seat was to be handed over, and why it stays with its player."""

    about: int
    why: HandingEnd


class AbsenceSaid(TypedDict):
    """Which seat is missed, until when it alone knows, and what its reader may choose; nothing where it is the reader's own."""

    about: int
    until_at: int
    choices: list[str]


class ExtensionSaid(TypedDict):
    """Which seat took more time for which decision, and its deadline since; or until when its vacation lasts."""

    by: int
    decision: EventDecision
    deadline_at: int
    vacation_until_at: int | None


class TimeRequestSaid(TypedDict):
    """Which seat asks for how much more time (s) for which decision, its deadline, and the one if it is granted."""

    by: int
    decision: EventDecision
    seconds: int
    deadline_at: int
    until_at: int


class TimeDecidedSaid(TypedDict):
    """What became of the time that a seat asked for, or that the operator gave time; the deadline since."""

    what: str
    by: int | None
    decision: EventDecision
    deadline_at: int


class PauseSaid(TypedDict):
    """What happened about a pause: which seat wants one, until when the match stands still at most."""

    what: str
    by: int | None
    until_at: int | None


class SubstitutedSaid(TypedDict):
    """Which seat somebody else has taken."""

    about: int


class RequestSaid(TypedDict):
    """Who asks the reader to play on in which seat, and the secret that accepts it."""

    about: int
    by: str
    invitation: str


class ReadySaid(TypedDict):
    """In which seat somebody is ready to play on, or would come back to it, and what the table calls him."""

    about: int
    who: str
    back: bool


class ResolvedSaid(TypedDict):
    """Which decision was resolved; what came of it is in the match's feed, from this entry on."""

    decision: EventDecision


SaidSaid = TypedDict("SaidSaid", {"channel": str, "from": int})
"""Which seat said something, and where; the words are read there."""


class OverSaid(TypedDict):
    """How the match ended; ``outcome`` ``None``: without a result. ``why`` is what the operator said who stopped it."""

    outcome: Outcome | None
    reason: str | None
    why: str | None


class WebhookSaid(TypedDict):
    """Which webhook was disabled, and why."""

    webhook: str
    reason: str


def event_of(notice: Notice, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the event of a notice; ``said`` is what its kind adds."""
    return {
        "type": notice["kind"],
        "at": notice["at"],
        "match": notice["match"] or None,
        "seat": notice["seat"],
        "n": notice["n"] or None,
        **said,
    }


def of_itself(_: Any) -> PlainSaid:
    """Say nothing more than what kind of event it is."""
    return PlainSaid()


def of_invitation(facts: InvitedFacts) -> InvitedSaid:
    """Say who invites, and with what one takes the seat."""
    return InvitedSaid(by=facts["by"], invitation=facts["invitation"])


def of_question(facts: QuestionFacts) -> QuestionSaid:
    """Say what is asked."""
    return QuestionSaid(decision=_decision(facts["decision"]), deadline_at=facts["deadline"])


def of_opening(facts: OpeningFacts) -> OpeningSaid:
    """Say what is to be opened."""
    return OpeningSaid(decision=_decision(facts["decision"]), opening_ends_at=facts["opening_ends"])


def of_revealing(facts: RevealFacts) -> RevealSaid:
    """Say until when."""
    return RevealSaid(deadline_at=facts["deadline"])


def of_key(facts: KeyFacts) -> KeySaid:
    """Say whose key, and which."""
    return KeySaid(by=facts["by"], key=facts["key"])


def of_absence(facts: AbsenceFacts) -> AbsenceSaid:
    """Say who is missed."""
    return AbsenceSaid(about=facts["about"], until_at=facts["until"], choices=facts["choices"])


def of_handing(facts: HandingFacts) -> HandingSaid:
    """Say who hands a seat over, and to whom."""
    return HandingSaid(about=facts["about"], who=facts["who"], until_at=facts["until"])


def of_handing_end(facts: HandingEndedFacts) -> HandingEndSaid:
    """Say whose seat stays with its player."""
    return HandingEndSaid(about=facts["about"], why=facts["why"])


def of_extension(facts: ExtensionFacts) -> ExtensionSaid:
    """Say who took more time, and until when."""
    return ExtensionSaid(
        by=facts["by"],
        decision=_decision(facts["decision"]),
        deadline_at=facts["deadline"],
        vacation_until_at=facts.get("vacation_until"),
    )


def of_time_request(facts: TimeRequestFacts) -> TimeRequestSaid:
    """Say who asks for how much time."""
    return TimeRequestSaid(
        by=facts["by"],
        decision=_decision(facts["decision"]),
        seconds=facts["seconds"],
        deadline_at=facts["deadline"],
        until_at=facts["then"],
    )


def of_decided_time(facts: TimeDecidedFacts) -> TimeDecidedSaid:
    """Say what became of it."""
    return TimeDecidedSaid(
        what=facts["what"], by=facts["by"], decision=_decision(facts["decision"]), deadline_at=facts["deadline"]
    )


def of_pause(facts: PauseFacts) -> PauseSaid:
    """Say what happened about a pause."""
    return PauseSaid(what=facts["what"], by=facts["by"], until_at=facts["until"])


def of_substitution(facts: SubstitutedFacts) -> SubstitutedSaid:
    """Say whose seat somebody else has."""
    return SubstitutedSaid(about=facts["about"])


def of_request(facts: SubstituteFacts) -> RequestSaid:
    """Say who asks for what."""
    return RequestSaid(about=facts["about"], by=facts["by"], invitation=facts["invitation"])


def of_readiness(facts: ReadyFacts) -> ReadySaid:
    """Say who is ready for what."""
    return ReadySaid(about=facts["about"], who=facts["who"], back=facts["back"])


def of_resolution(facts: ResolvedFacts) -> ResolvedSaid:
    """Say what was resolved."""
    return ResolvedSaid(decision=_decision(facts["decision"]))


def of_speech(facts: SaidFacts) -> SaidSaid:
    """Say who said something."""
    return {"channel": facts["channel"], "from": facts["from"]}


def of_end(facts: OverFacts) -> OverSaid:
    """Say how it ended."""
    return OverSaid(outcome=facts["outcome"], reason=facts["reason"], why=facts.get("why"))


def of_webhook(facts: WebhookFacts) -> WebhookSaid:
    """Say which webhook is disabled."""
    return WebhookSaid(webhook=facts["webhook"], reason=facts["reason"])


def _decision(facts: DecisionFacts) -> EventDecision:
    return EventDecision(id=facts["id"], kind=facts["kind"], sealed=facts["sealed"], optional=facts["optional"])


__all__ = [
    "TIMES",
    "AbsenceSaid",
    "EventDecision",
    "InvitedSaid",
    "KeySaid",
    "OpeningSaid",
    "OverSaid",
    "PlainSaid",
    "QuestionSaid",
    "ResolvedSaid",
    "RevealSaid",
    "SaidSaid",
    "SubstitutedSaid",
    "WebhookSaid",
    "event_of",
    "of_absence",
    "of_end",
    "of_invitation",
    "of_itself",
    "of_key",
    "of_opening",
    "of_question",
    "of_resolution",
    "of_revealing",
    "of_speech",
    "of_substitution",
    "of_webhook",
]
