"""A match's log, its talk, the log of all matches, and the feed."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.base import Shape, moment, number, one_of, text, thing
from service.api.schemas.responses.matches import Line


class LogPage(Shape):
    """Entries of a match's log."""

    entries = fields.List(fields.Nested(Line))
    next = number("What to give as `after` next; null at the end.", allow_none=True)


class Message(Shape):
    """Something said between partners."""

    n = number("Number of its log entry; null while there is none.", allow_none=True)
    at = moment()
    channel = text()
    seat = number("Who says it.")
    state = one_of("said", "pending", "refused", about="`refused`: the channel had closed; nobody hears it.")
    salt = text("Together with the text it hashes to the commitment (protocol section 10).")
    commitment = text("What the log holds of it until the end: `sm1_...`.")
    text = fields.String()


class MessageList(Shape):
    """Messages between partners, as far as you may know them."""

    messages = fields.List(fields.Nested(Message))
    unsaid = fields.List(fields.Nested(Message), metadata={"description": "Your own that are not in the log."})
    next = number("What to give as `after` next; null at the end.", allow_none=True)


class HeadLine(Shape):
    """The head of a match at some time."""

    match = text()
    n = number()
    head = text()
    at = moment()


class HeadPage(Shape):
    """Heads of all matches, oldest first."""

    heads = fields.List(fields.Nested(HeadLine))
    cursor = text("Where to continue, now or later.", allow_none=True)


class FeedEvent(Shape):
    """Something that happened."""

    id = text("Number of its log entry, a dot, its number in it: its id in streams.")
    n = number("Number of the log entry.")
    at = moment()
    decision = text(
        "The decision whose resolution it belongs to, or whose time; empty for what belongs to none, such as a vote or a pause."
    )
    event = thing(
        "The fact, as in the log: an event of the game, or what people did beside it, with the type of its entry."
    )
    text = fields.String(metadata={"description": "The same in words."})


class Feed(Shape):
    """Events in order."""

    events = fields.List(fields.Nested(FeedEvent))
    next = number("What to give as `after` next; null at the end.", allow_none=True)
    n = number("Number of the log's last entry: where to continue later.")
