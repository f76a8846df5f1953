"""The response with everything that is stored of an account."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.accounts import (
    Bot,
    Bounce,
    Browser,
    Delivery,
    Me,
    Notifications,
    TokenInfo,
    Vacation,
)
from service.api.schemas.responses.base import Shape, moment, text
from service.api.schemas.responses.webhooks import Webhook, WebhookAttempt


class ExportedBot(Shape):
    """A bot of yours, and its tokens."""

    bot = fields.Nested(Bot)
    tokens = fields.List(fields.Nested(TokenInfo))


class ExportedWebhook(Shape):
    """A webhook of yours, and what became of the last events sent to it."""

    webhook = fields.Nested(Webhook)
    attempts = fields.List(fields.Nested(WebhookAttempt))


class ExportedMatch(Shape):
    """A match of yours, and where its contents are."""

    match = text()
    closed_at = moment("`null`: it is not over.", allow_none=True)
    log = text("Path of its log, with everything that you and the others have played.")
    messages = text("Path of the messages in it that you may read.")


class WaitingLetter(Shape):
    """News that goes out to you later."""

    kind = text()
    match = text("null for news about your account.", allow_none=True)
    at = moment("When it happened.")
    send_at = moment("When it goes out, unless it is out of date by then.")


class ExportedBlock(Shape):
    """The date and the operator's reason of an account's blocking."""

    since = moment()
    why = text()


class Export(Shape):
    """Everything that is stored of your account."""

    about = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata={"description": "What each part is, in the account's language, by the part's name."},
    )
    exported_at = moment()
    me = fields.Nested(Me)
    blocked = fields.Nested(
        ExportedBlock, allow_none=True, metadata={"description": "`null`: the account is not blocked."}
    )
    notifications = fields.Nested(Notifications)
    subscriptions = fields.List(
        fields.String(), metadata={"description": "Which private addresses there are: calendar, news; more may come."}
    )
    tokens = fields.List(fields.Nested(TokenInfo))
    networks_seen_at = fields.List(
        moment(), metadata={"description": "When you logged in from remembered networks, each as a keyed digest."}
    )
    bots = fields.List(fields.Nested(ExportedBot))
    webhooks = fields.List(fields.Nested(ExportedWebhook))
    browsers = fields.List(fields.Nested(Browser), metadata={"description": "Those that show what you are asked."})
    vacations = fields.List(
        fields.Nested(Vacation), metadata={"description": "Vacations since the beginning of the year."}
    )
    matches = fields.List(fields.Nested(ExportedMatch))
    events = fields.List(fields.Dict(), metadata={"description": "Your feed, as `GET /v1/me/events` shows it."})
    letters_waiting = fields.List(fields.Nested(WaitingLetter))
    deliveries = fields.List(fields.Nested(Delivery))
    bounces = fields.List(fields.Nested(Bounce))
    answered_in_time = fields.List(
        fields.Boolean(),
        metadata={
            "description": "For the last answers that you were asked for, oldest first: whether each came in time."
        },
    )


__all__ = ["Export", "ExportedBlock", "ExportedBot", "ExportedMatch", "ExportedWebhook", "WaitingLetter"]
