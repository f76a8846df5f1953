"""Requests about logins, the account and its notifications, tokens, bots and webhooks; descriptions that others share."""

from typing import Any, get_args

from marshmallow import ValidationError, fields, validate, validates_schema

from engine.kit.text.phrases import LANGUAGES
from service.accounts.access.tokens import SCOPES
from service.accounts.chat_services import LONGEST_ADDRESS
from service.accounts.chats import kinds as chat_kinds
from service.accounts.mail.mail_preferences import Buttons
from service.accounts.webhooks import LONGEST_OVERLAP, OVERLAP
from service.api.http.fields import (
    Flag,
    Invitee,
    MailAddress,
    Named,
    Patterned,
    Strict,
    Text,
    Whole,
    Zone,
    game_name,
    match_id,
)
from service.api.schemas.base import many, nested, one_of, text
from service.config.settings import MailPictures
from service.notifications.asks import LONGEST, MOST
from service.notifications.digests import Mode
from service.notifications.kinds import event_types, switchable

LABEL = "One line, nothing invisible, no `=?`; kept in NFC with single spaces."
TITLE = LABEL + " One script a word, no link. Left out: the game's title."
NAME = (
    "Your name, as others see it. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot "
    "or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."
)


class LoginRequest(Strict):
    """A request for a login code. Name, language and zone take effect when the code is used, and only at the first login."""

    mail = MailAddress(required=True)
    name = Named("name", 1, 40, about=NAME)
    language = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))
    zone = Zone(load_default="UTC", about="IANA time zone of your mails, like Europe/Berlin.")


class GuestRequest(Strict):
    """A guest account: all of it may be left out."""

    name = Named("name", 1, 40, about=NAME)
    language = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))
    zone = Zone(load_default="UTC", about="IANA time zone, like Europe/Berlin.")


class KeepRequest(LoginRequest):
    """The email address under which a guest's account is to be kept."""


class CodeRequest(Strict):
    """A login code from a mail."""

    code = Patterned(r"[A-Za-z0-9_-]{20,400}", "the code from the mail", required=True)
    name = Named("label", 1, 60, load_default="login", about="The token's name in your list. " + LABEL)


class MeRequest(Strict):
    """Changes to your account."""

    name = Named("name", 1, 40, about=NAME)
    language = fields.String(validate=validate.OneOf(LANGUAGES))
    zone = Zone()
    profile = one_of(
        "public",
        "hidden",
        about="`hidden`: your profile shows your name only, and lists of ratings do not name you. Left out: as it was.",
    )


class MailRequest(Strict):
    """A new address for your letters, or one from which answers count, too."""

    mail = MailAddress(required=True)
    additional = Flag(
        load_default=False,
        about="Whether letters still go to your present address, and only answers count from this one, too. An "
        "account has up to five addresses.",
    )


class OtherMailRequest(Strict):
    """One of the account's other addresses."""

    mail = MailAddress(required=True)


class MailCodeRequest(Strict):
    """The code that came to the new address."""

    code = Patterned(r"[A-Za-z0-9_-]{20,900}", "the code from the mail", required=True)


class KindsRequest(Strict):
    """Kinds of notices that come by mail; those left out stay as they are."""


for _kind in switchable():
    KindsRequest._declared_fields[_kind] = Flag()


class NotificationsRequest(Strict):
    """Settings for notices by mail."""

    kinds = nested(KindsRequest)
    muted_matches = many(
        match_id(),
        "The matches that send you no mail; this replaces the list. Left out: as it was.",
        validate=validate.Length(max=500),
    )
    for_programmers = Flag(
        about="Whether mails contain commands, and moves as this API takes them. Left out: as it was."
    )
    while_here = Flag(about="Whether letters about a table come even while you are looking at it. Left out: as it was.")
    buttons = one_of(*get_args(Buttons), about="The effect of buttons in mails, as in the answer. Left out: as it was.")
    pictures = one_of(
        *get_args(MailPictures), about="The way mails show the table, as in the answer. Left out: as it was."
    )
    puzzle_hour = Whole(
        0,
        23,
        allow_none=True,
        about="The local hour at which the puzzle of the day comes by mail; null: never. Left out: as it was.",
    )
    digest = one_of(
        *get_args(Mode), about="The news that wait for one mail a day, as in the answer. Left out: as it was."
    )
    digest_hour = Whole(0, 23, about="The local hour of that letter. Left out: as it was.")
    quiet_from = Whole(0, 23, about="The local hour from which browsers stay quiet. Left out: as it was.")
    quiet_to = Whole(0, 23, about="The local hour at which that ends. Left out: as it was.")
    quiet_mails = Flag(about="Whether mails that can wait keep the quiet hours, too. Left out: as it was.")
    reminders = many(
        Whole(1, LONGEST),
        "The hours before a deadline at which you want to be reminded, at most two; empty: as usual. "
        "Left out: as it was.",
        validate=validate.Length(max=MOST),
    )


class InviteRequest(Strict):
    """People to invite to a table."""

    invite = many(
        Invitee(),
        "Email addresses or accounts that get the invitation by mail.",
        required=True,
        validate=validate.Length(1, 16),
    )
    language = one_of(
        *LANGUAGES,
        about="Language of letters to people who have never signed in; everybody else gets their own. Left out: yours.",
    )
    again = Flag(
        load_default=False,
        about="Whether to write again to people who already have this invitation: at most three times, an hour apart.",
    )


class RenewalRequest(Strict):
    """The invitation that ends."""

    replaces = Text(1, 100, required=True, about="The present invitation, as the match shows it.")


class VacationRequest(Strict):
    """The end of a vacation."""

    last = fields.Date(
        required=True,
        metadata={"description": "Its last day (inclusive), like 2026-12-31, in the time zone of your account."},
    )


class BrowserRequest(Strict):
    """A browser that shows what you are asked, as `PushSubscription.toJSON()` gives it."""

    endpoint = text(
        "Its address at a push service: https to a public address. Shown to nobody afterwards.",
        required=True,
        metadata={"format": "uri", "maxLength": 1000},
    )
    p256dh = text(
        "Its public key, base64url: an uncompressed point of P-256.", required=True, validate=validate.Length(max=100)
    )
    auth = text("Its secret, base64url: 16 bytes.", required=True, validate=validate.Length(max=40))
    name = Named("label", 1, 60, required=True, about="A name for the browser. " + LABEL)


class TokenRequest(Strict):
    """A token to make."""

    name = Named("label", 1, 60, required=True, about=LABEL)
    scopes = many(
        fields.String(validate=validate.OneOf(SCOPES)), required=True, validate=validate.Length(1, len(SCOPES))
    )
    expires_in = Whole(60, 10 * 366 * 86_400, about="Seconds; at most the remaining life of the token that makes it.")

    @validates_schema
    def _different(self, data: dict[str, Any], **_: Any) -> None:
        if len(set(data.get("scopes", []))) != len(data.get("scopes", [])):
            raise ValidationError("must be different", "scopes")


class BotPolicyRequest(Strict):
    """The challenges that a bot takes."""

    open = Flag(load_default=True, about="Whether anybody may challenge it.")
    games = many(
        game_name(),
        "Names of games, the parts of rules ids before `@`.",
        required=True,
        validate=validate.Length(max=50),
    )
    most_matches = Whole(1, 100, load_default=20, about="The most unfinished matches it sits in.")
    listed = Flag(load_default=False, about="Whether it is in the public list of bots, `GET /v1/bots`.")


class BotRequest(BotPolicyRequest):
    """A bot to make, and which challenges it takes."""

    name = Named("name", 1, 30, required=True, about=NAME + " Shown with ` (bot)` behind it.")


class BotTokenRequest(Strict):
    """A token for a bot."""

    name = Named("label", 1, 60, load_default="bot", about=LABEL)


EVENT_TYPES = event_types()


class WebhookRequest(Strict):
    """A webhook's address and the events it is sent."""

    url = text(
        "Gets a `POST` for each event. https to a public address; no user name, no fragment.",
        required=True,
        metadata={"format": "uri", "maxLength": 1000},
    )
    name = Named("label", 1, 60, about="Your name for it; may be left out. " + LABEL)
    kinds = many(
        fields.String(validate=validate.OneOf(EVENT_TYPES)),
        "Types of events that it gets; none: all, including those of later releases.",
        load_default=list,
        validate=validate.Length(max=len(EVENT_TYPES)),
    )
    matches = many(
        match_id(),
        "Matches whose events it gets; none: all, and events that concern no match.",
        load_default=list,
        validate=validate.Length(max=100),
    )
    ordered = Flag(
        load_default=False,
        about="Whether an event waits until earlier ones of its match have arrived or were given up.",
    )


class ChatRequest(Strict):
    """A chat's address, and what it gets."""

    url = text(
        "Its address, as apprise writes it, or as Discord, Slack and Google Chat show it for copying: docs/chats.md lists them. "
        "Exactly one room, topic or person.",
        required=True,
        metadata={"maxLength": LONGEST_ADDRESS},
    )
    name = Named("label", 1, 60, load_default="", about="Your name for it; may be left out. " + LABEL)
    kinds = many(
        fields.String(validate=validate.OneOf(chat_kinds())),
        "Kinds of news that it gets; none: all of them. A table's channel has its own.",
        load_default=list,
        validate=validate.Length(max=len(chat_kinds())),
    )
    match = match_id(
        load_default=None, allow_none=True, metadata={"description": "A match of yours, whose table gets it."}
    )


class RotationRequest(Strict):
    """The time for which the old keys go on signing."""

    overlap_seconds = Whole(0, LONGEST_OVERLAP, load_default=OVERLAP, about="Left out: a day.")


class ReplayRequest(Strict):
    """Events to send again: one, or all since a moment."""

    event = Patterned(
        r"[!-~]{1,300}",
        "the id of an event",
        about="The id of one event of your feed. Either this or `since`, not both.",
    )
    since = Patterned(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z",
        "a moment like 2026-03-01T08:00:00Z",
        about="RFC 3339, UTC: all events from this moment on that the webhook is for. Either this or `event`.",
    )

    @validates_schema
    def _one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data) != 1:
            raise ValidationError("give exactly one of event and since", "event")
