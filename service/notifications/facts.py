"""The facts in a notice of each kind: JSON, never sentences, and nothing that its reader may not see.

Times are milliseconds since 1970, seats are counted from 0. Members that some notices of a kind lack are not required.
Every notice about a match has :class:`MatchFacts` in addition to those of its kind.
"""

from typing import Any, Literal, NotRequired, TypedDict

from engine.contract import Event, Outcome


class LogHead(TypedDict):
    """The log at that time: its length and the hash of its last entry."""

    n: int
    head: str


class MatchFacts(TypedDict):
    """Facts common to all notices about a match. ``names`` by seat; ``seat`` is the reader's, or None."""

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
    """Facts of kinds that need only those of the match."""


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
    """The missed seat, its missed answers in a row, until when only it knows (ms), and the others' choices.

    Voters also get: who decides, and whether they may name a substitute.
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
"""Why a handover failed: it was withdrawn, too few agreed in time, its receiver declined, or the others want the player
to stay."""


class HandingEndedFacts(TypedDict):
    """The seat whose handover failed, and why."""

    about: int
    why: HandingEnd


class BackFacts(TypedDict):
    """The seat about which the reader was asked, and which has answered or reported back since."""

    about: int


class ExtensionFacts(TypedDict):
    """The seat that took more time, the decision and its new deadline (ms).

    ``vacation_until``: no time was taken, but the clock is stopped for the seat's vacation until then (ms).
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
    """The seat that somebody else has taken, and the former player's name; ``who`` is the new player, if a person.

    ``back``: the new player had the seat before. ``handed``: the former player handed it over.
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
    """A volunteer (``who``) for a seat, or a former player who would come ``back`` to it.

    ``may_hand``: the reader named the volunteer for the own seat, and this match allows handovers.
    """

    about: int
    who: str
    back: bool
    may_hand: NotRequired[bool]


class PutBackFacts(TypedDict):
    """Since when (ms) all acts at the table are lost, because the store was restored from a backup."""

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
    """The outcome of the answers that the reader gave ahead for a ``part`` (:mod:`engine.kit.ahead`): names of the wishes."""

    part: str
    wishes: list[str]
    fate: Literal["used", "lapsed", "blocked"]
    used: str


class ResolvedFacts(TypedDict):
    """The moves and events of a resolved decision that the reader's seat may see, and the outcome of the reader's wishes."""

    decision: DecisionFacts
    events: list[Event]
    faults: list[Fault]
    moves: list[PlayedMove]
    wishes: NotRequired[list[WishFacts]]


RemarkFacts = TypedDict("RemarkFacts", {"from": int, "remark": int})
"""Something said to the whole table: by whom, and its number there. Letters look up its text, which may be erased."""


SaidFacts = TypedDict("SaidFacts", {"channel": str, "from": int, "text": str})
"""The seat that sends a message to its partners, and the channel."""


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
    """The code of a letter to an account's future address, and that address (both hidden from readers of the store),
    the code's expiry, and the requester's language and time zone.

    ``additional``: letters still go to the account's present address; only answers count from this one.
    """

    hidden_code: str
    hidden_mail: str
    expires: int
    language: str
    zone: str
    additional: bool


class OldAddressFacts(TypedDict):
    """The link that brings the old address back, and that address (both hidden from readers of the store), until when.

    ``additional``: letters still go there, and answers count from another address, too.
    """

    hidden_code: str
    hidden_mail: str
    expires: int
    additional: bool


class DeletionFacts(TypedDict):
    """The code of the link that deletes the account (hidden from readers of the store), and until when it works."""

    hidden_code: str
    expires: int


class PasskeyFacts(TypedDict):
    """A passkey that was registered or removed, by the name of the browser that registered it, and when that happened (ms)."""

    name: str
    removed: bool
    at: int


class MutedFacts(TypedDict):
    """The title of the match (empty if it cannot be read), or whether it was every mail, and the link that undoes it.

    The link is hidden from readers of the store; it works until ``expires`` (ms).
    """

    title: str
    everything: bool
    hidden_code: str
    expires: int


class TournamentTableFacts(TypedDict):
    """A table of the reader in a tournament: its match, and the names of the others (empty: the account is gone)."""

    match: str
    others: list[str]


class TournamentRoundFacts(TypedDict):
    """A tournament whose round is drawn: its number out of how many, and the reader's tables in it.

    Without tables the reader pauses in this round. In a league in seasons it is the reader's ``division`` of so many, and the
    one of the season before (0: none). In a ladder it is the reader's ``place``; ``reach`` says how far up one may challenge.
    In a league of teams it is the reader's ``team`` and the ``rivals`` it meets, by name, and the reader's ``board`` from 1:
    reserves have no board, teams that are free no rivals. ``lacking`` is how many members a team lacked that is not drawn.
    """

    tournament: str
    name: str
    round: int
    rounds: int
    entrants: int
    tables: list[TournamentTableFacts]
    division: NotRequired[int]
    divisions: NotRequired[int]
    division_before: NotRequired[int]
    place: NotRequired[int]
    reach: NotRequired[int]
    team: NotRequired[str]
    rivals: NotRequired[str]
    board: NotRequired[int]
    lacking: NotRequired[int]


class ChallengeFacts(TypedDict):
    """A challenge in a ladder, by number, with the name of the other one (empty: the account is gone).

    ``what`` has happened is a member of :class:`engine.standings.ladder.Happening`. ``is_challenger`` says that the reader has
    made it; ``place`` is the reader's now (None: out), ``answer_by`` in ms. ``tables`` has the match if one begins.
    """

    tournament: str
    name: str
    challenge: int
    what: str
    is_challenger: bool
    other: str
    place: int | None
    entrants: int
    answer_by: int
    tables: list[TournamentTableFacts]


class TournamentRow(TypedDict):
    """A row of a tournament's standings; ``place`` is ``None`` for who is out."""

    name: str
    place: int | None
    points: int


class TournamentStandingsFacts(TypedDict):
    """Standings of a tournament, the best first, with the reader's own place (``None``: out), and how many tables the
    reader has still to play. In a league of teams the place is that of the reader's ``team``, by name. A tournament that is
    cancelled needed ``least`` entrants."""

    tournament: str
    name: str
    place: int | None
    entrants: int
    unplayed: int
    rows: list[TournamentRow]
    team: NotRequired[str]
    least: NotRequired[int]


class RemovalFacts(TypedDict):
    """A tournament from whose ``team``, by name, the captain has removed the reader."""

    tournament: str
    name: str
    team: str


class PuzzleFacts(TypedDict):
    """The puzzle of a day, such as ``2026-11-30``; its words are those of the day's puzzle when the letter is written."""

    day: str


class WebhookFacts(TypedDict):
    """A disabled webhook: its id, its host, its owner's name for it, why, and since when it failed (ms).

    ``reason``: ``gone`` (it answered 410), ``failing``, ``operator``, with the operator's ``why``, or ``restored``: the
    installation was put back to a backup.
    """

    webhook: str
    host: str
    name: str
    reason: str
    since: int
    why: NotRequired[str]
