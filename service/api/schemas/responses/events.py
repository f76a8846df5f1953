"""Responses of account feeds: one shape for each type of event, told apart by ``type``."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text, thing
from service.notifications.kinds import (
    ABSENCE_ASKED,
    DEADLINE_NEAR,
    ENTROPY_NEEDED,
    HANDING_ASKED,
    HANDING_ENDED,
    INVITED,
    KEY_ASKED,
    KEY_CHANGED,
    MISSED,
    MORE_TIME,
    OPENING_NEEDED,
    OVER,
    PAUSE,
    RESOLVED,
    SAID,
    STARTED,
    SUBSTITUTE_ASKED,
    SUBSTITUTE_READY,
    SUBSTITUTED,
    TIME_DECIDED,
    TIME_REQUESTED,
    UNSEATED,
    WEBHOOK_DISABLED,
    YOUR_TURN,
)

ANY_EVENT = "AccountEvent"
"""The component that stands for an event of any type."""


class EventDecision(Shape):
    """The decision that an event is about."""

    id = text()
    kind = text()
    sealed = flag("Whether several seats answer it with commitments.")
    optional = flag("May be answered, but nobody waits for it.")


class Event(Shape):
    """What every event says."""

    id = text("The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored.")
    cursor = text("Where to continue after it.")
    at = moment()
    match = text("The match it is about.")
    seat = number("Where you sit there; null: nowhere (yet).", allow_none=True)
    n = number("The log entry that caused it.")


class Invited(Event):
    """Somebody invites you to a match."""

    by = text("The name of the person who invites.")
    invitation = text("What you take a seat with.")


class Started(Event):
    """A match of yours has begun."""


class YourTurn(Event):
    """A decision asks you."""

    decision = fields.Nested(EventDecision)
    deadline_at = moment(allow_none=True)


class OpeningNeeded(Event):
    """What you have committed to is to be opened."""

    decision = fields.Nested(EventDecision)
    opening_ends_at = moment(allow_none=True)


class DeadlineNear(Event):
    """A decision still asks you, and its deadline is near."""

    decision = fields.Nested(EventDecision)
    deadline_at = moment(allow_none=True)


class Resolved(Event):
    """A decision is resolved; the match's feed and log say what came of it."""

    decision = fields.Nested(EventDecision)


class Said(Event):
    """A partner has said something; the messages of the match hold the words."""

    channel = text("Where.")


Said._declared_fields["from"] = number("The seat that speaks.")


class Over(Event):
    """A match of yours is over."""

    outcome = thing("Winners and scores by seat; null: without a result.", allow_none=True)
    reason = text(
        "Why: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator).",
        allow_none=True,
    )
    why = text("Why the operator ended it, in the operator's words; null: it was not.", allow_none=True)


class Unseated(Event):
    """The owner of a match has removed you from its table."""


class EntropyNeeded(Event):
    """The table is closed, and your seat holds its entropy itself: send it, or nothing is dealt."""

    deadline_at = moment(allow_none=True)


class KeyAsked(Event):
    """A seat asks the others at the table to agree to another signing key; who sits there is told, too."""

    by = number("The seat that asks.")
    key = text("The new Ed25519 public key.")


class KeyChanged(Event):
    """A seat signs with another key from now on."""

    by = number("The seat.")
    key = text("Its Ed25519 public key.")


class YouAreMissed(Event):
    """Your seat has missed several answers in a row: say that you are there, or the others will be asked about it."""

    about = number("Your seat.")
    until_at = moment()
    choices = fields.List(text(), metadata={"description": "Nothing: you are not asked."})


class AbsenceAsked(Event):
    """Somebody stays away, and you are asked what you want."""

    about = number("The seat that is missed.")
    until_at = moment()
    choices = fields.List(text(), metadata={"description": "What you may vote for."})


class HandingAsked(Event):
    """Somebody hands his seat over, and you are asked whether you agree."""

    about = number("The seat.")
    who = text("What the table calls the person who would take it; null: a bot.", allow_none=True)
    until_at = moment()


class HandingEnded(Event):
    """A seat that was to be handed over stays with its player."""

    about = number("The seat.")
    why = one_of("withdrawn", "unanswered", "declined", "refused")


class Substituted(Event):
    """A bot, or somebody else, has taken a seat; who sat there is told, too."""

    about = number("The seat.")


class SubstituteAsked(Event):
    """Somebody asks you to play on in a seat: `standIn` with `invitation` accepts, `standDown` refuses."""

    about = number("The seat.")
    by = text("What the table calls the person who asks.")
    invitation = text("The secret that accepts.")


class SubstituteReady(Event):
    """Somebody is ready to play on in a seat, or would come back to it; `absence` of the match says whether you are asked."""

    about = number("The seat.")
    who = text("What the table calls them.")
    back = flag("Whether they had the seat before and want to come back.")


class MoreTime(Event):
    """Somebody took more time for a decision, as the match allows; or is on vacation, and the clock has stopped."""

    by = number("The seat that took it.")
    decision = fields.Nested(EventDecision)
    deadline_at = moment()
    vacation_until_at = moment("Until when its vacation lasts; null: it took more time.", allow_none=True)


class TimeRequested(Event):
    """Somebody asks the others for more time; answer while the decision waits."""

    by = number("The seat that asks.")
    decision = fields.Nested(EventDecision)
    seconds = number("How much it asks for.")
    deadline_at = moment("Until when the others may answer.")
    until_at = moment("The deadline if they grant it.")


class TimeDecided(Event):
    """What became of more time that somebody asked the others for; or the operator gave the table more time."""

    what = one_of("granted", "refused", "unanswered", "operator")
    by = number("The seat that asked; null: the operator gave it.", allow_none=True)
    decision = fields.Nested(EventDecision)
    deadline_at = moment("The deadline since then.")


class PauseEvent(Event):
    """Somebody wants a pause, the match stands still, or it goes on."""

    what = one_of("wished", "paused", "resumed")
    by = number("The seat that wants a pause.", allow_none=True)
    until_at = moment(allow_none=True)


class WebhookDisabled(Event):
    """A webhook of yours is disabled; a test that it answers makes it active again."""

    webhook = text("Its id.")
    reason = text("Why: gone (it answered 410), failing (nothing else for days), operator.")


class Test(Event):
    """A test of a webhook, sent because its owner wished it; it is in no feed, and its cursor leads to what is new."""


SHAPES: dict[str, type[Event]] = {
    INVITED.name: Invited,
    STARTED.name: Started,
    YOUR_TURN.name: YourTurn,
    OPENING_NEEDED.name: OpeningNeeded,
    DEADLINE_NEAR.name: DeadlineNear,
    RESOLVED.name: Resolved,
    SAID.name: Said,
    OVER.name: Over,
    UNSEATED.name: Unseated,
    ENTROPY_NEEDED.name: EntropyNeeded,
    WEBHOOK_DISABLED.name: WebhookDisabled,
    KEY_ASKED.name: KeyAsked,
    KEY_CHANGED.name: KeyChanged,
    MISSED.name: YouAreMissed,
    ABSENCE_ASKED.name: AbsenceAsked,
    HANDING_ASKED.name: HandingAsked,
    HANDING_ENDED.name: HandingEnded,
    SUBSTITUTED.name: Substituted,
    SUBSTITUTE_ASKED.name: SubstituteAsked,
    SUBSTITUTE_READY.name: SubstituteReady,
    MORE_TIME.name: MoreTime,
    TIME_REQUESTED.name: TimeRequested,
    TIME_DECIDED.name: TimeDecided,
    PAUSE.name: PauseEvent,
}
"""Every type of event with its shape, in the order in which they are published."""

for _name, _shape in SHAPES.items():
    _shape._declared_fields["type"] = fields.Constant(_name, validate=validate.OneOf([_name]))


class EventPage(Shape):
    """Events of your account, oldest first."""

    events = fields.List(fields.Dict(), metadata={"description": "New types may be added at any time."})
    cursor = text("Where to continue, now or later.")
    more = flag("Whether there are more already.")
    server_time = moment()
