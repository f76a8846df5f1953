"""Responses about more time (protocol section 12.13)."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.absence import CHECKPOINT, SaidReceipt
from service.api.schemas.responses.base import Shape, number, one_of, text


class MyExtensions(Shape):
    """The time that you may still take in a match."""

    left = number("How often you may still take more time.")
    seq = number("The number of your next extension, to be sent with it.")
    decisions = fields.List(text(), metadata={"description": "Decisions for which you may take more time now."})


class Extensions(Shape):
    """More time that seats may take without asking anybody, and have taken (protocol section 12.13)."""

    seconds = number("How far a deadline moves each time.")
    times = number("How often each seat may, in the whole match.")
    taken = fields.List(number(), metadata={"description": "How often each seat has, by seat."})
    mine = fields.Nested(
        MyExtensions, allow_none=True, metadata={"description": "What you may do; null if you have no seat."}
    )


class ExtensionReceipt(SaidReceipt):
    """The server's receipt for taking more time."""

    act = one_of("extend")
    decision = one_of("extend")


class Extension(Shape):
    """You have more time: the entry `n` of the log says until when."""

    receipt = fields.Nested(ExtensionReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
