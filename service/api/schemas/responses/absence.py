"""Responses about people who stay away (protocol section 12.12)."""

from __future__ import annotations

from marshmallow import fields

from engine.protocol.siegelpost2.bodies import NAME
from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text

CHECKPOINT = (
    "The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."
)


class AbsenceVote(Shape):
    """What a seat wants about one that is missed."""

    seat = number()
    choice = one_of("wait", "bot", "win")


class AbsenceAct(Shape):
    """What you may do about it, and what a seat with a key signs then."""

    act = one_of("here", "vote")
    head = text("The head that the signature is over.")
    seq = number("The number of the act.")


class MissedAnswers(Shape):
    """A seat that has missed several answers in a row."""

    seat = number()
    missed = fields.List(text(), metadata={"description": "The decisions that it has missed."})
    until_at = moment()
    asked = flag("Whether the others are asked; until `until_at` only the seat itself knows.")
    choices = fields.List(one_of("wait", "bot", "win"), metadata={"description": "What may be voted for."})
    voters = fields.List(number(), metadata={"description": "Seats that decide."})
    votes = fields.List(fields.Nested(AbsenceVote))
    mine = fields.Nested(
        AbsenceAct,
        allow_none=True,
        metadata={"description": "What you may do: say that you are `here`, or `vote`; null: nothing."},
    )


class Absence(Shape):
    """What is done when somebody stays away, and who does (protocol section 12.12)."""

    misses = number("After how many answers missed in a row the others are asked.")
    majority = one_of("all", "most")
    notice_seconds = number("How long a seat that is missed is told before the others are asked.")
    missed = fields.List(fields.Nested(MissedAnswers))


class SaidReceipt(Shape):
    """What the server has accepted when you say something about an absence (protocol section 12.3)."""

    match = text()
    seat = number()
    seq = number()
    commitment = text("null", allow_none=True)
    custody = text("null", allow_none=True)
    received = moment()
    n = number("The entry of the log that tells it.")
    head = text("The log's head after it.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class HereReceipt(SaidReceipt):
    """What the server has accepted when you say that you are there."""

    act = one_of("here")
    decision = one_of("here")


class VoteReceipt(SaidReceipt):
    """What the server has accepted when you vote about a seat that is missed."""

    act = one_of("vote")
    decision = one_of("vote")
    absent = number("The seat that is missed.")
    choice = one_of("wait", "bot", "win")


class Here(Shape):
    """You are there; nobody is asked about you any more."""

    receipt = fields.Nested(HereReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class Voted(Shape):
    """Your vote is in the log."""

    receipt = fields.Nested(VoteReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
