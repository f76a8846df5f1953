"""Events of an account's feed, made from notices: in stored form, as published in pages and streams, and for webhooks.

An event is small and says what happened, where, and the deadline for an answer; the table itself has to be requested.
It has the id of its notice, on every channel. Times are milliseconds since 1970 here, and RFC 3339 when published.
Members are only ever added, because stored events outlive releases. Their documentation is generated from their types
and the texts beside these (:mod:`service.api.schemas.responses.events`).

After a step is written: putting its events into the accounts' feeds, and telling processes that wait for a match or
account.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict, get_type_hints

from engine.contract import Outcome
from engine.protocol.canon import b64, canonical
from engine.protocol.log import timestamp
from service.notifications.facts import (
    AbsenceFacts,
    ChallengeFacts,
    DecisionFacts,
    ExtensionFacts,
    HandingFacts,
    OpeningFacts,
    OverFacts,
    PauseFacts,
    QuestionFacts,
    ResolvedFacts,
    RevealFacts,
    TimeDecidedFacts,
    TimeRequestFacts,
    TournamentRoundFacts,
    TournamentStandingsFacts,
)
from service.processes.bell import ring
from service.store.connection.connect import StoreUnavailable
from service.store.keys import bucket_of, bucket_of_recipient
from service.store.records import Creation, Notice, Transition
from service.store.store import Store

TIMES = ("at", "deadline_at", "answer_by_at", "opening_ends_at", "until_at", "vacation_until_at")
"""The members of an event that are times."""


class EventDecision(TypedDict):
    """The decision that an event is about."""

    id: str
    kind: str
    sealed: bool
    optional: bool


class QuestionSaid(TypedDict):
    """The question, and its deadline (``None``: no deadline)."""

    decision: EventDecision
    deadline_at: int | None


class OpeningSaid(TypedDict):
    """The decision whose sealed answer must be opened, and the time limit."""

    decision: EventDecision
    opening_ends_at: int | None


class RevealSaid(TypedDict):
    """The deadline for a seat to send the randomness that it holds itself."""

    deadline_at: int | None


class HandingSaid(TypedDict):
    """The seat to be handed over, its new player (``None``: a bot), and until when the others may answer (ms)."""

    about: Annotated[int, "The seat."]
    who: Annotated[str | None, "The name at the table of the person who would take it; null: a bot."]
    until_at: int


class AbsenceSaid(TypedDict):
    """The missed seat, until when only its player is told, and the reader's choices (none for the reader's own seat)."""

    about: Annotated[int, "The seat that is missed."]
    until_at: int
    choices: Annotated[list[str], "Your possible votes; none where the seat is yours."]


class ExtensionSaid(TypedDict):
    """The seat that took more time, the decision and its new deadline; or until when the seat is on vacation."""

    by: Annotated[int, "The seat that took it."]
    decision: EventDecision
    deadline_at: int
    vacation_until_at: Annotated[int | None, "Until when its vacation lasts; null: it took more time."]


class TimeRequestSaid(TypedDict):
    """The seat that asks for more time (s), the decision, its deadline, and the deadline if the time is granted."""

    by: Annotated[int, "The seat that asks."]
    decision: EventDecision
    seconds: Annotated[int, "The time it asks for."]
    deadline_at: Annotated[int, "Until when the others may answer."]
    until_at: Annotated[int, "The deadline if they grant it."]


class TimeDecidedSaid(TypedDict):
    """The outcome of a request for more time, or more time from the operator; the new deadline."""

    what: Literal["granted", "refused", "unanswered", "operator"]
    by: Annotated[int | None, "The seat that asked; null: the operator gave it."]
    decision: EventDecision
    deadline_at: Annotated[int, "The deadline since then."]


class PauseSaid(TypedDict):
    """A wish for a pause, its beginning or its end: the seat that wants it, and when the pause ends at the latest."""

    what: Literal["wished", "paused", "resumed"]
    by: Annotated[int | None, "The seat that wants a pause."]
    until_at: int | None


class ResolvedSaid(TypedDict):
    """The resolved decision; its results are in the match's feed, from this entry on."""

    decision: EventDecision


class OverSaid(TypedDict):
    """The end of the match; ``outcome`` ``None``: no result. ``why`` is the reason given by the operator who stopped it."""

    outcome: Annotated[Outcome | None, "Winners and scores by seat; null: without a result."]
    reason: Annotated[
        str | None, "Why: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator)."
    ]
    why: Annotated[str | None, "The operator's reason for ending it; null: the operator did not."]


class RoundSaid(TypedDict):
    """A drawn round of a tournament, and the reader's tables in it."""

    tournament: Annotated[str, "The tournament's id."]
    round: Annotated[int, "The number of the round, from 1."]
    rounds: Annotated[int, "The number of rounds."]
    division: Annotated[int | None, "Your division in this season, from 1; null: the tournament has none."]
    board: Annotated[int | None, "The board at which you play for your team, from 1; null: no teams play."]
    matches: Annotated[list[str], "Your matches in it; none: you pause."]


class TournamentEndSaid(TypedDict):
    """The end of a tournament, or that it does not take place."""

    tournament: Annotated[str, "The tournament's id."]
    place: Annotated[int | None, "Your place; null: you had withdrawn, or it was cancelled."]
    cancelled: Annotated[bool, "Whether it does not take place, because too few had entered."]


class ChallengeSaid(TypedDict):
    """A challenge in a ladder, and what became of it."""

    tournament: Annotated[str, "The tournament's id."]
    challenge: Annotated[int, "The number of the challenge."]
    what: Annotated[
        str,
        "`challenged`, `accepted`, `declined`, `silent` (not answered in time), or what the match came to for the challenger: "
        "`won`, `lost`, `tied`, `unplayed`.",
    ]
    is_challenger: Annotated[bool, "Whether you have made the challenge."]
    place: Annotated[int | None, "Your place now; null: you are out."]
    answer_by_at: Annotated[int, "Until when it can be answered."]
    matches: Annotated[list[str], "The match that begins, if one does."]


def event_of(notice: Notice, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the event of a notice; ``said`` has the members from its kind."""
    return {
        "type": notice["kind"],
        "at": notice["at"],
        "match": notice["match"] or None,
        "seat": notice["seat"],
        "n": notice["n"] or None,
        **said,
    }


@dataclass(frozen=True)
class Members:
    """Copies members of the facts unchanged. ``told`` has the documentation of each."""

    told: Mapping[str, str]

    def __call__(self, facts: Any) -> dict[str, object]:
        """Return these members."""
        return {name: facts[name] for name in self.told}


NOTHING_MORE = Members({})
"""For a notice whose event has no members from its facts."""


def members_of(event: Callable[..., Mapping[str, Any]], facts: type) -> dict[str, Any]:
    """Return the members, with types, that an event function adds to events of a kind with these facts."""
    if isinstance(event, Members):
        types = get_type_hints(facts)
        return {name: Annotated[types[name], about] for name, about in event.told.items()}
    return get_type_hints(get_type_hints(event)["return"], include_extras=True)


def of_question(facts: QuestionFacts) -> QuestionSaid:
    """Return the question."""
    return QuestionSaid(decision=_decision(facts["decision"]), deadline_at=facts["deadline"])


def of_opening(facts: OpeningFacts) -> OpeningSaid:
    """Return what is to be opened."""
    return OpeningSaid(decision=_decision(facts["decision"]), opening_ends_at=facts["opening_ends"])


def of_revealing(facts: RevealFacts) -> RevealSaid:
    """Return the deadline."""
    return RevealSaid(deadline_at=facts["deadline"])


def of_absence(facts: AbsenceFacts) -> AbsenceSaid:
    """Return the missed seat."""
    return AbsenceSaid(about=facts["about"], until_at=facts["until"], choices=facts["choices"])


def of_handing(facts: HandingFacts) -> HandingSaid:
    """Return who hands a seat over, and to whom."""
    return HandingSaid(about=facts["about"], who=facts["who"], until_at=facts["until"])


def of_extension(facts: ExtensionFacts) -> ExtensionSaid:
    """Return who took more time, and the new deadline."""
    return ExtensionSaid(
        by=facts["by"],
        decision=_decision(facts["decision"]),
        deadline_at=facts["deadline"],
        vacation_until_at=facts.get("vacation_until"),
    )


def of_time_request(facts: TimeRequestFacts) -> TimeRequestSaid:
    """Return who asks for how much time."""
    return TimeRequestSaid(
        by=facts["by"],
        decision=_decision(facts["decision"]),
        seconds=facts["seconds"],
        deadline_at=facts["deadline"],
        until_at=facts["then"],
    )


def of_decided_time(facts: TimeDecidedFacts) -> TimeDecidedSaid:
    """Return the outcome of a request for time."""
    return TimeDecidedSaid(
        what=facts["what"], by=facts["by"], decision=_decision(facts["decision"]), deadline_at=facts["deadline"]
    )


def of_pause(facts: PauseFacts) -> PauseSaid:
    """Return the change about a pause."""
    return PauseSaid(what=facts["what"], by=facts["by"], until_at=facts["until"])


def of_resolution(facts: ResolvedFacts) -> ResolvedSaid:
    """Return the resolved decision."""
    return ResolvedSaid(decision=_decision(facts["decision"]))


def of_end(facts: OverFacts) -> OverSaid:
    """Return the end of the match."""
    return OverSaid(outcome=facts["outcome"], reason=facts["reason"], why=facts.get("why"))


def of_round(facts: TournamentRoundFacts) -> RoundSaid:
    """Return the round and the reader's matches in it."""
    matches = [one["match"] for one in facts["tables"]]
    return RoundSaid(
        tournament=facts["tournament"],
        round=facts["round"],
        rounds=facts["rounds"],
        division=facts.get("division"),
        board=facts.get("board"),
        matches=matches,
    )


def of_tournament_end(facts: TournamentStandingsFacts) -> TournamentEndSaid:
    """Return the reader's place, or that the tournament is cancelled."""
    return TournamentEndSaid(tournament=facts["tournament"], place=facts["place"], cancelled="least" in facts)


def of_challenge(facts: ChallengeFacts) -> ChallengeSaid:
    """Return the challenge and what became of it."""
    return ChallengeSaid(
        tournament=facts["tournament"],
        challenge=facts["challenge"],
        what=facts["what"],
        is_challenger=facts["is_challenger"],
        place=facts["place"],
        answer_by_at=facts["answer_by"],
        matches=[one["match"] for one in facts["tables"]],
    )


def _decision(facts: DecisionFacts) -> EventDecision:
    return EventDecision(id=facts["id"], kind=facts["kind"], sealed=facts["sealed"], optional=facts["optional"])


TEST = "test"
"""The type of the event that only tests a webhook; no feed has it."""


def published(position: str, event_id: str, event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event with its id, the cursor after it, and its times in RFC 3339."""
    said = {name: timestamp(value) if name in TIMES and value is not None else value for name, value in event.items()}
    return {"id": event_id, "cursor": cursor_of(position), **said}


def cursor_of(position: str) -> str:
    """Return the cursor of a position in a feed."""
    return b64(canonical([position]))


log = logging.getLogger("siegelpost.feed")


def announce(store: Store, queue_url: str, written: Iterable[Transition | Creation]) -> None:
    """Announce stored steps. Never fails: the clock catches up a few seconds later."""
    steps = list(written)
    told = _relay(store, {bucket_of(one.match) for one in steps if _has_news(one)})
    ring(queue_url, told.union(one.match for one in steps))


def announce_news(store: Store, notices: Sequence[Notice], recipient: str) -> set[str]:
    """Queue news that no step writes, with its events in the feeds at once; return the accounts that have new events.

    Doing it again changes nothing. What waits for a feed looks again within seconds, or at once if it is rung.
    """
    store.notify(notices, recipient)
    return _relay(store, {bucket_of_recipient(recipient)} if any("event" in one for one in notices) else set())


def announce_to_all(store: Store, queue_url: str, news: Iterable[tuple[str, Sequence[Notice]]]) -> None:
    """Queue such news for many accounts, by recipient; then write all events into the feeds at once, and ring the bell."""
    buckets: set[int] = set()
    for recipient, notices in news:
        store.notify(notices, recipient)
        buckets.add(bucket_of_recipient(recipient))
    ring(queue_url, _relay(store, buckets))


def _relay(store: Store, buckets: set[int]) -> set[str]:
    try:
        return store.relay(buckets) if buckets else set()
    except StoreUnavailable:
        return set()


def _has_news(step: Transition | Creation) -> bool:
    """Return whether a step has written something for accounts."""
    return any("event" in one for one in step.notices) or (isinstance(step, Transition) and bool(step.answers))


def announce_rest(store: Store, queue_url: str) -> None:
    """Announce events whose writers died before announcing them.

    :raises StoreUnavailable: when the store does not answer.
    """
    told = store.relay_all()
    if told:
        log.info("events of %d accounts had been left behind", len(told))
        ring(queue_url, told)
