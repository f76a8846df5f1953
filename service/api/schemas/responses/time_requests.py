"""Responses about more time that one asks the others for (protocol section 12.18)."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.absence import CHECKPOINT, SaidReceipt
from service.api.schemas.responses.base import Shape, number, one_of, text


class OpenTimeRequest(Shape):
    """A seat's request to the others for more time for a decision."""

    decision = text()
    seat = number("Who asks.")
    seconds = number("For how much.")
    voters = fields.List(number(), metadata={"description": "Seats that decide now."})
    grants = fields.List(number(), metadata={"description": "Seats that grant it."})
    refusals = fields.List(number(), metadata={"description": "Seats that do not."})


class MyTimeRequests(Shape):
    """Requests for more time that you may make or answer."""

    decisions = fields.List(text(), metadata={"description": "Decisions for which you may ask for more time now."})
    request_seq = number("The number of your next request, to be sent with it.")
    responses = fields.List(text(), metadata={"description": "Decisions whose request you may answer now."})
    response_seq = number("The number of your next answer to a request, to be sent with it.")


class TimeRequests(Shape):
    """More time that one may ask the others for (protocol section 12.18)."""

    majority = one_of("all", "most")
    seconds = number("The most that one may ask for at once.")
    open = fields.List(fields.Nested(OpenTimeRequest), metadata={"description": "Requests that are not decided yet."})
    mine = fields.Nested(
        MyTimeRequests, allow_none=True, metadata={"description": "What you may do; null if you have no seat."}
    )


class OperatorExtensions(Shape):
    """More time that the operator may give (protocol section 12.18)."""

    seconds = number("The most at once.")
    times = number("The most times in the whole match.")
    given = number("How often the operator has, each time for one decision.")


class TimeRequestReceipt(SaidReceipt):
    """The server's receipt for asking for more time."""

    act = one_of("request")
    decision = one_of("request")


class TimeAskedFor(Shape):
    """The others are asked; the entry `n` of the log says for what."""

    receipt = fields.Nested(TimeRequestReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class TimeResponseReceipt(SaidReceipt):
    """The server's receipt for answering a request for more time."""

    act = one_of("respond")
    decision = one_of("respond")


class TimeAnswered(Shape):
    """An answer of yours to a request for more time that is in the log."""

    receipt = fields.Nested(TimeResponseReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
