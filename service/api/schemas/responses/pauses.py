"""Responses about pauses (protocol section 12.14)."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.absence import CHECKPOINT, SaidReceipt
from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text


class PauseNow(Shape):
    """The match stands still."""

    since_at = moment()
    until_at = moment()


class MyPause(Shape):
    """The act about a pause that is open to you."""

    pause = flag("True: that you want one; false: that you no longer want it; null: nothing now.", allow_none=True)
    seq = number("The number of your next act about a pause, to be sent with it.")


class Pauses(Shape):
    """Pauses that the people at the table may agree on (protocol section 12.14)."""

    majority = one_of("all", "most")
    seconds = number("The longest time that the match stands still at once.")
    wishes = fields.List(number(), metadata={"description": "Seats that want a pause."})
    people = fields.List(number(), metadata={"description": "Seats that decide."})
    now = fields.Nested(PauseNow, allow_none=True, metadata={"description": "The pause; null: the match runs."})
    mine = fields.Nested(
        MyPause, allow_none=True, metadata={"description": "What you may say; null if you have no seat."}
    )


class PauseReceipt(SaidReceipt):
    """The server's receipt for an act about a pause."""

    act = one_of("pause")
    decision = one_of("pause")


class PauseWished(Shape):
    """An act of yours about a pause that is in the log."""

    receipt = fields.Nested(PauseReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
