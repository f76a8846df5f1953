"""Webhooks of an account."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.accounts.webhook_keys import LONGEST_OVERLAP, OVERLAP
from service.api.http.fields import Flag, Named, Patterned, Strict, Whole, match_id
from service.api.schemas.requests.texts import LABEL
from service.notifications.kinds import event_types

EVENT_TYPES = event_types()


class WebhookRequest(Strict):
    """A webhook's address and the events it is sent."""

    url = fields.String(
        required=True,
        metadata={
            "format": "uri",
            "maxLength": 1000,
            "description": "Gets a `POST` for each event. https to a public address; no user name, no fragment.",
        },
    )
    name = Named("label", 1, 60, metadata={"description": "Your name for it; may be left out. " + LABEL})
    kinds = fields.List(
        fields.String(validate=validate.OneOf(EVENT_TYPES)),
        load_default=list,
        validate=validate.Length(max=len(EVENT_TYPES)),
        metadata={"description": "Types of events that it gets; none: all, including those of later releases."},
    )
    matches = fields.List(
        match_id(),
        load_default=list,
        validate=validate.Length(max=100),
        metadata={"description": "Matches whose events it gets; none: all, and events that concern no match."},
    )
    ordered = Flag(
        load_default=False,
        metadata={
            "description": "Whether an event waits until earlier ones of its match have arrived or were given up."
        },
    )


class RotationRequest(Strict):
    """The time for which the old keys go on signing."""

    overlap_seconds = Whole(0, LONGEST_OVERLAP, load_default=OVERLAP, metadata={"description": "Left out: a day."})


class ReplayRequest(Strict):
    """Events to send again: one, or all since a moment."""

    event = Patterned(
        r"[!-~]{1,300}", "the id of an event", metadata={"description": "The id of one event of your feed."}
    )
    since = Patterned(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z",
        "a moment like 2026-03-01T08:00:00Z",
        metadata={"description": "RFC 3339, UTC: all events from this moment on that the webhook is for."},
    )

    @validates_schema
    def _one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError("give exactly one of event and since", "event")
