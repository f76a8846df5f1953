"""Responses about webhooks."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text


class Webhook(Shape):
    """An address that events of your account are sent to."""

    id = text()
    url = text()
    name = text("What you call it; may be empty.")
    kinds = fields.List(text(), metadata={"description": "Types of events that it gets; none: all."})
    matches = fields.List(text(), metadata={"description": "Matches whose events it gets; none: all."})
    ordered = flag("Whether an event waits for earlier ones of its match.")
    state = one_of("unconfirmed", "active", "disabled", about="Only an active webhook is sent events.")
    reason = text(
        "Why it is disabled: gone (it answered 410), failing (nothing else for days), operator.", allow_none=True
    )
    why = text("What the operator who disabled it said; null: no operator did.", allow_none=True)
    created_at = moment()
    failing_since = moment("Since when nothing has arrived; null: the last attempt was a success.", allow_none=True)
    public_key = text("`whpk_` and base64: its Ed25519 signatures (`v1a`) hold under it.")
    previous_public_key = text("The previous key, for as long as it also signs.", allow_none=True)
    overlap_until = moment("Until when the previous keys also sign.", allow_none=True)
    ends_with = text("The id of the program's token with which it ends; null: it stays.", allow_none=True)


class WebhookList(Shape):
    """Your webhooks, oldest first; to a program only its own."""

    webhooks = fields.List(fields.Nested(Webhook))


class WebhookSecret(Shape):
    """A webhook and the secret of its HMAC, which is shown this once."""

    secret = text("`whsec_` and base64: its HMAC-SHA256 signatures (`v1`) are made with it.")
    webhook = fields.Nested(Webhook)


class WebhookTest(Shape):
    """A test that is on its way."""

    event = text("The id of its event: `webhook-id` of the request, and `event` of the attempt.")


class WebhookAttempt(Shape):
    """One attempt to send one event."""

    event = text("The id of the event; empty if the attempt was not about a single event.")
    type = text("Its type.")
    at = moment()
    attempt = number("Which attempt of this event it was, from 1.")
    state = text("delivered, retry (it is tried again), failed (given up), missed (never sent); more may come.")
    status = number("The status of the answer; null: there was none.", allow_none=True)
    duration_ms = number("How long it took, in milliseconds.")
    answer = text("What went wrong, or the beginning of a refusal, in one line.")
    retry_at = moment(allow_none=True)


class WebhookAttempts(Shape):
    """The last 200 attempts, newest first."""

    attempts = fields.List(fields.Nested(WebhookAttempt))


class Replay(Shape):
    """Events that are sent again."""

    event = text("One event; null: all since a moment.", allow_none=True)
    since = moment("All events since then; null: one.", allow_none=True)
