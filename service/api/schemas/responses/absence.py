"""Responses about people who stay away (protocol section 12.12)."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from engine.protocol.bodies import NAME
from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text

CHECKPOINT = (
    "The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt (protocol section 13)."
)


class AbsenceVote(Shape):
    """A seat's vote about a seat that is missed."""

    seat = number()
    choice = one_of("wait", "bot", "win", "person")
    player = text("Whom it chooses, with `person`.", allow_none=True)


class AbsenceAct(Shape):
    """An act about an absence that is open to you, with what a seat with a key signs for it."""

    act = one_of("here", "vote")
    head = text("The head that the signature is over.")
    seq = number("The number of the act.")


class MissedAnswers(Shape):
    """A seat that has missed several answers in a row."""

    seat = number()
    missed = fields.List(text(), metadata={"description": "The decisions that it has missed."})
    until_at = moment()
    asked = flag("Whether the others are asked. Until `until_at` only the seat itself is told.")
    choices = fields.List(
        one_of("wait", "bot", "win", "person"),
        metadata={"description": "What may be voted for; `person`: one of `substitutes`."},
    )
    voters = fields.List(number(), metadata={"description": "Seats that decide."})
    votes = fields.List(fields.Nested(AbsenceVote))
    mine = fields.Nested(
        AbsenceAct,
        allow_none=True,
        metadata={"description": "What you may do: say that you are `here`, or `vote`; null: nothing."},
    )


class Substitute(Shape):
    """A person who is ready to play on in a seat."""

    seat = number()
    player = text("Their player id.")
    name = text("What the table calls them.")
    by = number("The seat that named them; null: they sat there before and want to come back.", allow_none=True)
    key = text("The Ed25519 public key with which they would sign.", allow_none=True)
    voters = fields.List(
        number(), metadata={"description": "Seats that decide about it now; none until they are asked."}
    )
    agreed = fields.List(number(), metadata={"description": "Seats that want it."})
    mine = fields.Nested(
        AbsenceAct,
        allow_none=True,
        metadata={
            "description": "`vote` if you may vote for it now (`choice` `person`, with `player`); null: you may not."
        },
    )


class TakenOver(Shape):
    """A change of a seat's player."""

    seat = number()
    n = number("The entry of the log.")
    at = moment()
    decision = text("What the table asked then, as in `decisions`; null if nothing was asked.", allow_none=True)
    before = text("What the table called the person who had it before.")
    name = text("What it calls the person who had it from then on.")


class AskedSubstitute(Shape):
    """You have asked somebody to play on in a seat, and nobody has accepted yet."""

    seat = number()
    invitation = text("The secret that accepts it: pass it on, or let the letter do it.")
    mailed = flag("Whether a letter went out.")


class HandingRule(Shape):
    """Rules for handing over seats whose players are there (protocol section 12.20)."""

    seconds = number("How long the others may answer.")
    times = number("How often each seat may ask in the whole match.")


class SeatHandedOver(Shape):
    """A player's request to the others to let them hand their seat over."""

    seat = number()
    choice = one_of("bot", "person")
    player = text("To whom, with `person`.", allow_none=True)
    name = text("What the table calls them; null: a bot.", allow_none=True)
    until_at = moment()
    voters = fields.List(number(), metadata={"description": "Seats that decide."})
    votes = fields.List(fields.Nested(AbsenceVote))
    choices = fields.List(
        one_of("wait", "bot", "person"),
        metadata={"description": "What may be voted for: `wait` (the player stays) or `choice`."},
    )
    mine = fields.Nested(
        AbsenceAct,
        allow_none=True,
        metadata={"description": "What you may do: say that you stay (`here`), or `vote`; null: nothing."},
    )


class MayHand(Shape):
    """The bot and people to whom you may ask to hand your seat over now."""

    seq = number("The number of the act, to be sent with it.")
    bot = flag("Whether a bot may take it.")
    people = fields.List(text(), metadata={"description": "Player ids of the people you have named who are ready."})


class Absence(Shape):
    """Rules for players who stay away, and those who do so now (protocol section 12.12)."""

    misses = number("Number of answers missed in a row after which the others are asked.")
    majority = one_of("all", "most")
    notice_seconds = number("How long before the others are asked the seat itself is told.")
    missed = fields.List(fields.Nested(MissedAnswers))
    people = flag("Whether people may take over seats (protocol section 12.15).")
    substitutes = fields.List(fields.Nested(Substitute))
    taken_over = fields.List(fields.Nested(TakenOver))
    requests = fields.List(fields.Nested(AskedSubstitute))
    handing = fields.Nested(
        HandingRule,
        allow_none=True,
        metadata={"description": "How players can hand over their own seats; null: they cannot."},
    )
    handings = fields.List(
        fields.Nested(SeatHandedOver),
        metadata={"description": "Seats whose players want to hand them over, still undecided."},
    )
    may_hand = fields.Nested(
        MayHand, allow_none=True, metadata={"description": "How you may hand over your seat now; null: you may not."}
    )
    may_ask = fields.List(number(), metadata={"description": "The seats for which you may ask somebody."})
    may_stand_in = fields.List(
        number(),
        metadata={
            "description": "The seats in which you are asked to play on (with your account, or the invitation of this request), "
            "or to which you may ask to come back."
        },
    )


class SaidReceipt(Shape):
    """The server's receipt for an act about an absence (protocol section 12.3)."""

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
    """The server's receipt for saying that you are there."""

    act = one_of("here")
    decision = one_of("here")


class ChoiceReceipt(SaidReceipt):
    """One with a choice, which names a ``player`` where it is a person."""

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the member as always there, but for the person."""
        super().on_bind_field(field_name, field_obj)
        field_obj.required = field_name != "player"


class VoteReceipt(ChoiceReceipt):
    """The server's receipt for a vote about a seat that is missed."""

    act = one_of("vote")
    decision = one_of("vote")
    absent = number("The seat that is missed.")
    choice = one_of("wait", "bot", "win", "person")
    player = text("The chosen person, with `person`; otherwise missing.")


class Here(Shape):
    """You are there; nobody is asked about you any more."""

    receipt = fields.Nested(HereReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class HandReceipt(ChoiceReceipt):
    """The server's receipt for handing your seat over."""

    act = one_of("hand")
    decision = one_of("hand")
    choice = one_of("bot", "person")
    player = text("To whom, with `person`; otherwise missing.")


class HandedOver(Shape):
    """The others are asked; the entry `n` of the log says about what."""

    receipt = fields.Nested(HandReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)


class Voted(Shape):
    """Your vote is in the log."""

    receipt = fields.Nested(VoteReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
