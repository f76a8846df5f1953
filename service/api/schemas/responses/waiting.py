"""Response schemas of what waits for an account."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Shape, many, moment, nested, number, one_of, text, thing
from service.api.schemas.responses.absence import MissedAnswers, SeatHandedOver
from service.api.schemas.responses.matches import UNAVAILABLE, Decision, KeyChange


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
