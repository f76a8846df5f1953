"""Request schemas of a seat's acts: keys, moves, commitments, openings, standing orders, messages, resigning; pauses, more time,
votes about who is away, seats handed over and taken.
"""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from engine.kit.puzzles import MOST_MOVES
from engine.protocol.agreements import CHOICES, LONGEST_REQUEST, MOST_EXTENSIONS, MOST_HANDINGS
from engine.protocol.canon import IDENTIFIER
from engine.protocol.talk import LONGEST_TEXT
from service.api.http.fields import (
    LONGEST_BODY,
    Bytes32,
    Flag,
    Invitee,
    JsonObject,
    Noted,
    Patterned,
    Spoken,
    Strict,
    Text,
    Whole,
)
from service.api.schemas.base import many, one_of, text
from service.matches.margins import LONGEST_NOTE
from service.matches.talk import REACTIONS
from service.notifications.kinds import switchable


def seat_signature() -> Patterned:
    """Return the field for the signature of a seat with a key."""
    return Patterned(
        r"[A-Za-z0-9_-]{85}[AQgw]",
        "86 characters of base64url that stand for 64 bytes",
        metadata={
            "description": "Made with your seat's key over this act, if you took the seat with a key (protocol section 12.9)."
        },
    )


class KeyRequest(Strict):
    """The key that a seat is to sign with."""

    key = Bytes32(required=True, about="The new Ed25519 public key.")
    signature = seat_signature()


class RevealRequest(Strict):
    """The entropy that a seat holds itself, once the table is closed."""

    entropy = Bytes32(required=True, about="The 32 bytes whose commitment was sent on joining.")


class Empty(Strict):
    """Nothing."""


class ResignRequest(Strict):
    """Giving up."""

    signature = seat_signature()


LONGEST_PADDING = LONGEST_BODY // 2
"""The most characters; a longer text is refused by its name, not with the body as a whole."""


class Padded(Strict):
    """A body that its sender may pad to any length."""

    padding = text(
        "Ignored. Clients use it to make all requests the same length (protocol section 12.8).",
        load_only=True,
        validate=validate.Length(0, LONGEST_PADDING),
    )


class CommitmentRequest(Padded):
    """A sealed answer, in exactly one of three forms."""

    move = JsonObject(
        about="Escrow; the server draws the salt. See GET /v1/rules/{rules}.", metadata={"type": "object"}
    )
    opening = JsonObject(about="Escrow; you drew the salt (protocol section 2).", metadata={"type": "object"})
    commitment = Patterned(
        r"sc1_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]",
        "'sc1_' and 43 characters of base64url that stand for 32 bytes",
        about="Client custody; you keep the opening.",
    )
    replaces = Whole(0, 2**31 - 1, load_default=0, about="`seq` of your act that stands; 0: none.")
    wait = Flag(load_default=False, about="Do not lock early because of this answer.")
    signature = seat_signature()


class OpeningRequest(Padded):
    """The opening of a locked commitment of yours."""

    opening = JsonObject(required=True, about="See protocol section 2.", metadata={"type": "object"})


class MoveRequest(Strict):
    """A move."""

    move = JsonObject(required=True, about="See GET /v1/rules/{rules}.", metadata={"type": "object"})


class AnswerRequest(Padded):
    """An answer to an open decision, in exactly one of two forms."""

    move = JsonObject(about="The server draws the salt. See GET /v1/rules/{rules}.", metadata={"type": "object"})
    opening = JsonObject(about="You drew the salt (protocol section 2).", metadata={"type": "object"})
    signature = seat_signature()
    replaces = Whole(0, 2**31 - 1, load_default=0, about="`seq` of your answer that is still held back; 0: none.")


class OrdersRequest(Padded):
    """Standing orders."""

    salt = Bytes32(about="Your own salt, required for a seat that signs. Left out: the server draws one.")
    signature = seat_signature()
    orders = JsonObject(required=True, about="See GET /v1/rules/{rules}.", metadata={"type": "object"})
    replaces = Whole(0, 2**31 - 1, load_default=0, about="`seq` of the orders they replace; 0: none.")


class OrdersToCheck(Strict):
    """Standing orders to be tried."""

    orders = JsonObject(required=True, about="See GET /v1/rules/{rules}.", metadata={"type": "object"})


class MessageRequest(Strict):
    """A message to a partner."""

    channel = Patterned(
        IDENTIFIER.pattern,
        "a channel's id like r3.confer.0",
        required=True,
        about="One of the `channels` of your match.",
    )
    text = Text(1, LONGEST_TEXT, required=True, about="One line. Either this or `reaction`, not both.")


class RemarkRequest(Strict):
    """Something said to the whole table: either `text` or `reaction`."""

    text = Spoken(1, LONGEST_TEXT, about="One line. Either this or `reaction`, not both.")
    reaction = fields.String(
        validate=validate.OneOf(REACTIONS),
        metadata={"description": "A few words that readers get in their language. Either this or `text`."},
    )


class ReportRequest(Strict):
    """A reader's reason why something said at the table should be looked at."""

    why = Text(1, 500, required=True, about="For the operator: what is wrong with it. One line.")


class MarginRequest(Strict):
    """Your own notes about a match, and how far you have read it."""

    note = Noted(0, LONGEST_NOTE, about="Your note; an empty one is deleted.")
    muted = many(
        fields.String(validate=validate.OneOf(switchable())),
        "All kinds of news that you do not want about this match, by mail, in the browser or in a chat.",
        validate=validate.Length(max=len(switchable())),
    )
    seen = Whole(0, 2**31, about="The number of the last log entry that you have been shown.")
    unread_after = Whole(0, 2**31, about="What came after this entry stays new during this visit; `seen` unless given.")


class MutedRequest(Strict):
    """The seats whose people you do not want to hear at a table."""

    seats = many(Whole(0, 7), "Their seats; all of them.", required=True, validate=validate.Length(max=8))


class PauseRequest(Strict):
    """A wish for a pause, or its withdrawal."""

    pause = Flag(required=True, about="Whether you want one.")
    seq = Whole(
        1,
        1_000_000,
        required=True,
        about="`seq` of `mine` in `pauses` of the match. The same number sent again changes nothing.",
    )
    signature = seat_signature()


class AskForTimeRequest(Strict):
    """A request to the others for more time."""

    seconds = Whole(
        1, LONGEST_REQUEST, required=True, about="The extra time; at most `seconds` of `time_requests` of the match."
    )
    seq = Whole(
        1,
        1_000_000,
        required=True,
        about="`request_seq` of `mine` in `time_requests` of the match. The same number sent again does not ask again.",
    )
    signature = seat_signature()


class TimeResponseRequest(Strict):
    """Your answer to a seat that asks for more time."""

    requester = Whole(0, 63, required=True, about="The seat that asks.")
    grant = Flag(required=True, about="Whether you grant it.")
    seq = Whole(
        1,
        1_000_000,
        required=True,
        about="`response_seq` of `mine` in `time_requests` of the match. The same number sent again changes nothing.",
    )
    signature = seat_signature()


class ExtensionRequest(Strict):
    """An extension of a deadline."""

    seq = Whole(
        1,
        MOST_EXTENSIONS,
        required=True,
        about="`seq` of `mine` in `extensions` of the match. The same number sent again takes no more time.",
    )
    signature = seat_signature()


class HereRequest(Strict):
    """Saying that one is there."""

    signature = seat_signature()


class VoteRequest(Strict):
    """Your vote about a seat that is missed."""

    choice = one_of(
        *CHOICES,
        about="`wait`, `bot`: a bot takes the seat, `win`: the match ends without the seat, `person`: `player` "
        "takes the seat, or comes back to it.",
        required=True,
    )
    player = Text(1, 100, about="With `person`: one of `substitutes` in `absence` of the match for this seat.")
    signature = seat_signature()

    @validates_schema
    def _one_player(self, data: dict[str, Any], **_: Any) -> None:
        if ("player" in data) != (data.get("choice") == "person"):
            raise ValidationError("`person` needs a player, and nothing else has one", "player")


class HandRequest(Strict):
    """The player or bot to whom you hand your seat over."""

    choice = one_of(
        "bot",
        "person",
        about="`bot`: a bot of the house, `person`: `player`, whom you have named and who is ready.",
        required=True,
    )
    player = Text(1, 100, about="With `person`: one of `people` in `may_hand`, in `absence` of the match.")
    seq = Whole(
        1, MOST_HANDINGS + 1, required=True, about="`seq` of `may_hand`. The same number sent again does not ask again."
    )
    signature = seat_signature()

    @validates_schema
    def _one_player(self, data: dict[str, Any], **_: Any) -> None:
        if ("player" in data) != (data.get("choice") == "person"):
            raise ValidationError("`person` needs a player, and nothing else has one", "player")


class SubstituteRequest(Strict):
    """An invitation to play on in a seat."""

    invite = Invitee(
        about="An email address or an account that gets a letter; left out: you pass the invitation on yourself."
    )


class StandInRequest(Strict):
    """An offer to play on in a seat, or to come back to it."""

    invitation = Text(
        1,
        100,
        about="The invitation from the request; whoever was asked by name, or was replaced in the seat, needs none.",
    )
    key = Bytes32(about="Your Ed25519 public key: required if the seat signs what it does (protocol section 12.9).")


class StandDownQuery(Strict):
    """The request that you refuse."""

    invitation = Text(1, 100, about="Of the request, where it was not sent to your account.")


class PuzzleAnswerRequest(Strict):
    """An answer to a puzzle."""

    choice = Whole(1, MOST_MOVES, required=True, about="The `number` of a choice.")
