"""Responses of account feeds: one shape per type of event, made from the rows of its kind, distinguished by ``type``."""

from collections.abc import Callable
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from marshmallow import fields, validate

from engine.contract import Outcome
from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text, thing
from service.api.schemas.responses.absence import MissedAnswers, SeatHandedOver
from service.api.schemas.responses.matches import UNAVAILABLE, Decision, KeyChange
from service.notifications import events
from service.notifications.events import TIMES
from service.notifications.kind import Kind
from service.notifications.kinds import KINDS

ANY_EVENT = "AccountEvent"
"""The component that stands for an event of any type."""


class EventDecision(Shape):
    """The decision that an event is about."""

    id = text()
    kind = text()
    sealed = flag("Whether several seats answer it with commitments.")
    optional = flag("May be answered, but nobody waits for it.")


class Event(Shape):
    """Members that every event has."""

    id = text("The same in the feed, in streams, in mails and in webhooks: an id that you have seen can be ignored.")
    cursor = text("Cursor to continue after this event.")
    at = moment()
    match = text("The match it is about.")
    seat = number("Your seat there; null: none (yet).", allow_none=True)
    n = number("The log entry that caused it.")


class EventOutsideMatches(Event):
    """Members of an event that is about the account itself."""

    match = text("null: it is about no match.", allow_none=True)
    n = number("null: no log entry caused it.", allow_none=True)


class Test(EventOutsideMatches):
    """A test of a webhook, sent because its owner wished it; it is in no feed, and its cursor leads to what is new."""

    type = fields.Constant(events.TEST, validate=validate.OneOf([events.TEST]))


def shape_of(row: Kind[Any]) -> type[Event]:
    """Return the shape of a kind's events, from its row and the members returned by its event function."""
    assert row.event is not None
    said = events.members_of(row.event, row.facts)
    members = {name: _member(name, hint) for name, hint in said.items()}
    members["type"] = fields.Constant(row.name, validate=validate.OneOf([row.name]))
    called = "".join(part.capitalize() for part in row.name.split("-"))
    base = Event if row.layout == "match" else EventOutsideMatches
    return type(called, (base,), {"__doc__": row.happened, **members})


def _member(name: str, hint: Any) -> fields.Field[Any]:
    """Return a member of an event by its type; times are recognized by their names."""
    kind, about = (hint.__origin__, hint.__metadata__[0]) if get_origin(hint) is Annotated else (hint, "")
    others = [one for one in get_args(kind) if one is not NoneType]
    options = {"allow_none": True} if NoneType in get_args(kind) else {}
    if options:
        (kind,) = others
    if name in TIMES:
        return moment(about, **options)
    if get_origin(kind) is Literal:
        return one_of(*get_args(kind), about=about, **options)
    if kind is events.EventDecision:
        return fields.Nested(EventDecision)
    if get_origin(kind) is list:
        return fields.List(text(), metadata={"description": about})
    return PLAIN[kind](about, **options)


PLAIN: dict[Any, Callable[..., fields.Field[Any]]] = {str: text, int: number, bool: flag, Outcome: thing}

SHAPES: dict[str, type[Event]] = {row.name: shape_of(row) for row in KINDS.values() if row.event is not None}
"""Every type of event with its shape, in the published order."""


class EventPage(Shape):
    """Events of your account, oldest first."""

    events = many(fields.Dict(), "New types may be added at any time.")
    cursor = text("Cursor to continue from, now or later.")
    more = flag("Whether there are more already.")
    server_time = moment()


# What waits for an account.


class AskedInWords(Shape):
    """A question in words."""

    question = text()
    about = text(
        "Details that only the table shows, in sentences: what is offered, which card is laid; null: none.",
        allow_none=True,
    )


class Waiting(Shape):
    """Something that waits for you."""

    match = text()
    title = text()
    rules = text()
    seat = number()
    answer = one_of("commitment", "opening", "move", about="The kind of answer.")
    decision = nested(Decision)
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)
    moves = many(fields.Dict(), "The legal moves, if `include` asks for them.", allow_none=True)
    view = thing("The game as you may know it, if `include` asks for it.", allow_none=True)
    words = nested(AskedInWords, "The question, if `include` asks for it.", allow_none=True)


class WaitingReveal(Shape):
    """A match that is not dealt before your seat has sent its entropy: `PUT .../seats/{seat}/entropy`."""

    match = text()
    title = text()
    rules = text()
    seat = number()
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)


class WaitingConsent(Shape):
    """A player who asks you to agree to another signing key: `PUT .../seats/{seat}/key/consent`."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    change = nested(KeyChange)


class WaitingAbsence(Shape):
    """A seat that is missed, and about which you have yet to say something: your own, or another."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    missed = nested(MissedAnswers)


class WaitingHanding(Shape):
    """A seat that its player hands over, and about which you have yet to vote."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    handing = nested(SeatHandedOver)


class WaitingList(Shape):
    """The questions that wait for you in all matches, the most urgent first.

    Decisions and offers come in pages; the rest comes with the first.
    """

    waiting = many(nested(Waiting))
    offers = many(nested(Waiting), "Proposals of others at the table to you: you may answer, but nobody waits for it.")
    reveals = many(nested(WaitingReveal))
    consents = many(nested(WaitingConsent))
    absences = many(nested(WaitingAbsence))
    handings = many(nested(WaitingHanding))
    unavailable = many(text(), UNAVAILABLE)
    next = text("Cursor of the next page; null: this is the last.", allow_none=True)
    server_time = moment()
