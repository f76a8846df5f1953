"""Response schemas of what waits for an account."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.absence import MissedAnswers, SeatHandedOver
from service.api.schemas.responses.base import Shape, moment, number, one_of, text, thing
from service.api.schemas.responses.decisions import Decision, KeyChange
from service.api.schemas.responses.matches import UNAVAILABLE


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
    answer = one_of("commitment", "opening", "move", about="How it is answered.")
    decision = fields.Nested(Decision)
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)
    moves = fields.List(
        fields.Dict(), allow_none=True, metadata={"description": "The legal moves, if `include` asks for them."}
    )
    view = thing("The game as you may know it, if `include` asks for it.", allow_none=True)
    words = fields.Nested(
        AskedInWords, allow_none=True, metadata={"description": "What is asked, if `include` asks for it."}
    )


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
    change = fields.Nested(KeyChange)


class WaitingAbsence(Shape):
    """A seat that is missed, and about which you have yet to say something: your own, or another."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    missed = fields.Nested(MissedAnswers)


class WaitingHanding(Shape):
    """A seat that its player hands over, and about which you have yet to vote."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    handing = fields.Nested(SeatHandedOver)


class WaitingList(Shape):
    """The questions that wait for you in all matches, the most urgent first.

    Decisions and offers come in pages; the rest comes with the first.
    """

    waiting = fields.List(fields.Nested(Waiting))
    offers = fields.List(
        fields.Nested(Waiting),
        metadata={
            "description": "What others at the table have proposed to you: you may answer, but nobody waits for it."
        },
    )
    reveals = fields.List(fields.Nested(WaitingReveal))
    consents = fields.List(fields.Nested(WaitingConsent))
    absences = fields.List(fields.Nested(WaitingAbsence))
    handings = fields.List(fields.Nested(WaitingHanding))
    unavailable = fields.List(text(), metadata={"description": UNAVAILABLE})
    next = text("Where the next page begins; null: this is the last.", allow_none=True)
    server_time = moment()
