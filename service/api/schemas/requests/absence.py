"""Pauses, more time, votes about who is away, seats handed over and taken."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, validates_schema

from engine.protocol.agreements import CHOICES, LONGEST_REQUEST, MOST_EXTENSIONS, MOST_HANDINGS
from service.api.http.fields import Bytes32, Flag, Invitee, Strict, Text, Whole
from service.api.schemas.base import one_of
from service.api.schemas.requests.acts import seat_signature


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
        about="A mail address or an account that gets a letter; left out: you pass the invitation on yourself."
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
