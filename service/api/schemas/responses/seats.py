"""Seats at a table, and how reliable who sits there has been."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text


class SeatReliability(Shape):
    """A player's reliability: answers in time, of the last 100 that other people waited for."""

    asked = number("How many of these there are, at least 10.")
    answered = number("How many came in time.")
    percent = number("Their share, rounded down.")


class LeastReliability(Shape):
    """The reliability required of people who sit down without an invitation."""

    percent = number("The share of answers in time that is required.")
    newcomers = flag("Whether people who were asked fewer than 10 times may join.")


class Guest(Shape):
    """A guest whom you have invited to your table."""

    guest = text("What `endInvitation` calls them: the account, if you named one.")
    mail = text(
        "The address that you typed; null if you named the account, or if it has another address now.", allow_none=True
    )
    sent_at = moment("When the last letter to them was written.")
    times = number("How many letters they got with the present invitation.")
    state = one_of(
        "unanswered",
        "joined",
        "declined",
        "withdrawn",
        "bounced",
        "gone",
        about="`joined`: sits at the table; `declined`: does not want to play, and may still join, but gets no more letters; "
        "`withdrawn`: by you; "
        "`bounced`: the letter came back (not covered by the match's ETag); `gone`: there is no such account any more.",
    )
    again = flag("Whether `invite` with `again` would write to them now: at most three letters, an hour apart.")


class Seat(Shape):
    """A place at the table. ``player`` is ``null`` while it is free."""

    seat = number("Counted from 0.")
    name = text()
    player = text("Opaque account id.", allow_none=True)
    bot = text(
        "Which bot sits here, null for people; `owned`: a bot account, which somebody's program plays.", allow_none=True
    )
    owned_by = text("The account of the person who runs this bot account; null for all others.", allow_none=True)
    key = text("The Ed25519 public key that the seat signs with, if it signs.", allow_none=True)
    reliability = fields.Nested(
        SeatReliability,
        allow_none=True,
        metadata={
            "description": (
                "How often this person answers in time, while the match is in the lobby; null below 10 answers, "
                "for bots and free seats, and once the match has begun. Not covered by the match's ETag."
            )
        },
    )
