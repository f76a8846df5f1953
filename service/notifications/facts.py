"""The facts that a notice of each kind carries: JSON, never sentences, nothing its reader may not see.

Times are milliseconds since 1970, seats are counted from 0. Members that some notices of a kind
lack are not required. :class:`MatchFacts` stand in every notice about a match beside those of its kind.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from engine.contract import Event, Outcome


class LogHead(TypedDict):
    """The log as it stood: its length and the hash of its last entry."""

    n: int
    head: str


class MatchFacts(TypedDict):
    """Facts common to all notices about a match. ``names`` by seat; ``seat`` is the reader's, ``None``: none yet."""

    title: str
    rules: str
    names: list[str]
    head: LogHead
    seat: int | None


class DecisionFacts(TypedDict):
    """A decision as its seats know it."""

    id: str
    kind: str
    seats: list[int]
    sealed: bool
    optional: bool


class NoFacts(TypedDict):
    """Kinds of which the match says everything."""


class InvitedFacts(TypedDict):
    """An invitation: the name of its sender, its secret, the game's options and its pace.

    ``language`` is that of the letter to somebody who has never logged in.
    """

    by: str
    invitation: str
    options: dict[str, Any]
    pace: dict[str, Any]
    language: str


class QuestionFacts(TypedDict):
    """The question, and its deadline (``None``: no deadline)."""

    decision: DecisionFacts
    deadline: int | None


class OpeningFacts(TypedDict):
    """The decision whose sealed answer must be opened, and the time limit."""

    decision: DecisionFacts
    opening_ends: int | None


class RevealFacts(TypedDict):
    """The deadline (ms) for a seat to send the randomness that it holds itself."""

    deadline: int | None


class KeyFacts(TypedDict):
    """The seat whose signing key is to change, or has changed, and the new public key (base64url)."""

    by: int
    key: str


class AbsenceFacts(TypedDict):
    """The seat that is missed, how many answers it missed in a row, until when it alone knows (ms), what others may choose.

    To those who are asked also: who decides, and whether they may name somebody to play on.
    """

    about: int
    missed: int
    until: int
    choices: list[str]
    decides: NotRequired[Literal["alone", "most", "all"]]
    may_name: NotRequired[bool]


class HandingFacts(TypedDict):
    """The seat whose player hands it over, to ``who`` or to a bot (``None``); until when the others may answer (ms)."""

    about: int
    who: str | None
    until: int


HandingEnd = Literal["withdrawn", "unanswered", "declined", "refused"]
"""Why a seat that was to be handed over stays with its player: he took it back, too few agreed in time, who was to take it does
not want it any more, or the others want that he stays."""


class HandingEndedFacts(TypedDict):
    """The seat that was to be handed over and stays with its player, and why."""

    about: int
    why: HandingEnd


class BackFacts(TypedDict):
    """The seat about which the reader was asked, and which has answered since or said that it is there."""

    about: int


class ExtensionFacts(TypedDict):
    """The seat that took more time, the decision and its new deadline (ms).

    ``vacation_until``: no time was taken, but the clock stands still while the seat is on vacation, until then (ms).
    """

    by: int
    decision: DecisionFacts
    deadline: int
    vacation_until: NotRequired[int]


class TimeRequestFacts(TypedDict):
    """The seat that asks for more time (s), the decision, and its deadlines (ms): now, and if the time is granted."""

    by: int
    decision: DecisionFacts
    seconds: int
    deadline: int
    then: int


class TimeDecidedFacts(TypedDict):
    """The outcome of a request for more time by a seat (``by``), or more time from the operator (``by`` is ``None``).

    ``deadline`` is the decision's new one (ms); if ``unanswered``, it has passed. ``settled_by`` is the seat that granted
    it.
    """

    what: Literal["granted", "refused", "unanswered", "operator"]
    by: int | None
    decision: DecisionFacts
    deadline: int
    settled_by: NotRequired[int]


class PauseFacts(TypedDict):
    """A seat wants a pause (``wished``, ``by``), the match is ``paused`` until then (ms), or goes on (``resumed``)."""

    what: Literal["wished", "paused", "resumed"]
    by: int | None
    until: int | None


class SubstitutedFacts(TypedDict):
    """The seat that somebody else has taken, and what the player before was called; ``who`` has it where that is a person.

    ``back``: he sat there before. ``handed``: the player before has handed it over.
    """

    about: int
    before: str
    who: NotRequired[str]
    back: NotRequired[bool]
    handed: NotRequired[bool]


class SubstituteFacts(TypedDict):
    """Somebody (``by``) asks the reader to play on in a seat; the secret of the request accepts it."""

    about: int
    by: str
    invitation: str


class ReadyFacts(TypedDict):
    """Somebody (``who``) is ready to play on in a seat, or would come ``back`` to it.

    ``may_hand``: the reader has named him for the own seat, and this match lets people hand theirs over.
    """

    about: int
    who: str
    back: bool
    may_hand: NotRequired[bool]


class PutBackFacts(TypedDict):
    """Since when (ms) everything that was done at the table is lost, because the store was put back to a backup."""

    since: int


class PlayedMove(TypedDict):
    """A move as its reader may know it; ``by`` is ``seat``, ``order`` or ``fallback``."""

    by: str
    move: dict[str, Any]
    seat: int


class Fault(TypedDict):
    """A fault in a seat's opening."""

    fault: str
    seat: int


class WishFacts(TypedDict):
    """The fate of the reader's advance wishes for a ``part`` (:mod:`engine.kit.ahead`), by the names of the wishes."""

    part: str
    wishes: list[str]
    fate: Literal["used", "lapsed", "blocked"]
    used: str


class ResolvedFacts(TypedDict):
    """The moves and events of a resolved decision that the reader's seat may see, and the fate of the reader's wishes."""

    decision: DecisionFacts
    events: list[Event]
    faults: list[Fault]
    moves: list[PlayedMove]
    wishes: NotRequired[list[WishFacts]]


SaidFacts = TypedDict("SaidFacts", {"channel": str, "from": int, "text": str})
"""Which seat says what to its partners, and where."""


class OverFacts(TypedDict):
    """The end of the match; ``outcome`` ``None``: no result. ``why`` is the reason given by the operator who stopped it."""

    outcome: Outcome | None
    reason: str | None
    why: NotRequired[str]


class LoginFacts(TypedDict):
    """A login code (hidden from readers of the store), until when it works, and the language and time zone of its letter."""

    hidden_code: str
    expires: int
    language: str
    zone: str


class NewAddressFacts(TypedDict):
    """The code of a letter to an address that an account wants to have, and that address (both hidden from readers of the
    store), until when the code works, and the language and time zone of whoever asked for it.

    ``additional``: letters go on to the account's present address; only answers are to count from this one.
    """

    hidden_code: str
    hidden_mail: str
    expires: int
    language: str
    zone: str
    additional: bool


class OldAddressFacts(TypedDict):
    """The link that brings the old address back, and that address (both hidden from readers of the store), until when."""

    hidden_code: str
    hidden_mail: str
    expires: int


class DeletionFacts(TypedDict):
    """The code of the link that deletes the account (hidden from readers of the store), and until when it works."""

    hidden_code: str
    expires: int


class MutedFacts(TypedDict):
    """The title of the match (empty if it cannot be read), or whether it was every mail, and the link that undoes it.

    The link is hidden from readers of the store; it works until ``expires`` (ms).
    """

    title: str
    everything: bool
    hidden_code: str
    expires: int


class WebhookFacts(TypedDict):
    """A webhook that was disabled: its id, the host it leads to, what its owner calls it, why, and since when it failed (ms).

    ``reason``: ``gone`` (it said so itself, by 410), ``failing``, or ``operator``, who said ``why``.
    """

    webhook: str
    host: str
    name: str
    reason: str
    since: int
    why: NotRequired[str]
