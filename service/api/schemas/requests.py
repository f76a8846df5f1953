"""Request schemas. Unknown members are refused, types are exact; what only the service can judge is left to it."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, validate, validates_schema

from engine.protocol.canon import IDENTIFIER
from engine.protocol.siegelpost2.absence import CHOICES, LONGEST_NOTICE, MOST_MISSES
from engine.protocol.siegelpost2.extensions import LONGEST_EXTENSION, MOST_EXTENSIONS
from engine.protocol.siegelpost2.handing import MOST_HANDINGS
from engine.protocol.siegelpost2.pauses import LONGEST_PAUSE
from engine.protocol.siegelpost2.time_requests import LONGEST_REQUEST
from engine.protocol.talk import LONGEST_TEXT
from service.accounts.mail_preferences import Buttons
from service.accounts.tokens import SCOPES
from service.accounts.webhook_keys import LONGEST_OVERLAP, OVERLAP
from service.api.cursors import PageQuery
from service.api.fields import (
    Bytes32,
    Count,
    Flag,
    Invitee,
    JsonObject,
    MailAddress,
    Named,
    Patterned,
    Strict,
    Text,
    Whole,
    Words,
    Zone,
    account_id,
    match_id,
)
from service.api.long_poll import LONGEST
from service.api.strict import LONGEST_BODY
from service.matches.absence import MISSES
from service.matches.creation import BOTS
from service.matches.extensions import TIMES
from service.matches.nights import Nights
from service.matches.pace import DEFAULT_PACE, PACE_SCHEMA
from service.matches.pauses import USUAL
from service.matches.vacations import Policy
from service.notifications.digests import Mode
from service.notifications.kinds import event_types, switchable
from service.signing import BOX_BYTES

BOX_TEXT = -(-4 * BOX_BYTES // 3)
"""Letters of base64url of a sealed box."""
LANGUAGES = ("en", "de")
EVENT_TYPES = event_types()
LABEL = "One line, nothing invisible, no `=?`; kept in NFC with single spaces."
TITLE = LABEL + " One script a word, no link. Left out: the game's title."
NAME = (
    "What others call you. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot "
    "or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."
)


class LoginRequest(Strict):
    """Who wants to log in. Name, language and zone take effect when the code is used, and only at the first login."""

    mail = MailAddress(required=True)
    name = Named("name", 1, 40, metadata={"description": NAME})
    language = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))
    zone = Zone(load_default="UTC", metadata={"description": "IANA time zone of your mails, like Europe/Berlin."})


class CodeRequest(Strict):
    """A login code from a mail."""

    code = Patterned(r"[A-Za-z0-9_-]{20,400}", "the code from the mail", required=True)
    name = Named(
        "label",
        1,
        60,
        load_default="login",
        metadata={"description": "What the token is called in your list. " + LABEL},
    )


class MeRequest(Strict):
    """What to change of your account."""

    name = Named("name", 1, 40, metadata={"description": NAME})
    language = fields.String(validate=validate.OneOf(LANGUAGES))
    zone = Zone()


class MailRequest(Strict):
    """Where your letters shall go."""

    mail = MailAddress(required=True)


class MailCodeRequest(Strict):
    """The code that came to the new address."""

    code = Patterned(r"[A-Za-z0-9_-]{20,900}", "the code from the mail", required=True)


class KindsRequest(Strict):
    """Which kinds of notices come by mail; what is not named stays as it is."""


for _kind in switchable():
    KindsRequest._declared_fields[_kind] = Flag()


class NotificationsRequest(Strict):
    """Which notices come by mail."""

    kinds = fields.Nested(KindsRequest, required=True)
    muted_matches = fields.List(match_id(), required=True, validate=validate.Length(max=500))
    for_programmers = Flag(
        metadata={"description": "Whether mails carry commands, and moves as this API takes them. Left out: as it was."}
    )
    while_here = Flag(
        metadata={"description": "Whether letters about a table come also while you look at it. Left out: as it was."}
    )
    buttons = fields.String(
        validate=validate.OneOf(get_args(Buttons)),
        metadata={"description": "What the buttons of mails can do, as in the answer. Left out: as it was."},
    )
    digest = fields.String(
        validate=validate.OneOf(get_args(Mode)),
        metadata={"description": "What waits for one letter a day, as in the answer. Left out: as it was."},
    )
    digest_hour = Whole(0, 23, metadata={"description": "The local hour of that letter. Left out: as it was."})
    quiet_from = Whole(
        0, 23, metadata={"description": "The local hour from which browsers stay quiet. Left out: as it was."}
    )
    quiet_to = Whole(0, 23, metadata={"description": "The local hour at which that ends. Left out: as it was."})


class InviteRequest(Strict):
    """Whom to invite to a table."""

    invite = fields.List(
        Invitee(),
        required=True,
        validate=validate.Length(1, 16),
        metadata={"description": "Mail addresses or accounts that get the invitation by mail."},
    )


class RenewalRequest(Strict):
    """Which invitation ends."""

    replaces = Text(1, 100, required=True, metadata={"description": "The present invitation, as the match shows it."})


class VacationRequest(Strict):
    """Until when a vacation lasts."""

    last = fields.Date(
        required=True,
        metadata={"description": "Its last day, included, like 2026-12-31, by the time zone of your account."},
    )


class BrowserRequest(Strict):
    """A browser that shows what you are asked, as `PushSubscription.toJSON()` gives it."""

    endpoint = fields.String(
        required=True,
        metadata={
            "format": "uri",
            "maxLength": 1000,
            "description": "Its address at a push service: https to a public address. Shown to nobody afterwards.",
        },
    )
    p256dh = fields.String(
        required=True,
        validate=validate.Length(max=100),
        metadata={"description": "Its public key, base64url: an uncompressed point of P-256."},
    )
    auth = fields.String(
        required=True, validate=validate.Length(max=40), metadata={"description": "Its secret, base64url: 16 bytes."}
    )
    name = Named("label", 1, 60, required=True, metadata={"description": "Which browser it is. " + LABEL})


class TokenRequest(Strict):
    """A token to make."""

    name = Named("label", 1, 60, required=True, metadata={"description": LABEL})
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)), required=True, validate=validate.Length(1, len(SCOPES))
    )
    expires_in = Whole(
        60, 10 * 366 * 86_400, metadata={"description": "Seconds; at most as long as the token that makes it."}
    )

    @validates_schema
    def _different(self, data: dict[str, Any], **_: Any) -> None:
        if len(set(data.get("scopes", []))) != len(data.get("scopes", [])):
            raise ValidationError("must be different", "scopes")


class BotPolicyRequest(Strict):
    """Which challenges a bot takes."""

    open = Flag(load_default=True, metadata={"description": "Whether anybody may challenge it."})
    games = fields.List(
        Patterned(r"[a-z0-9-]{1,40}", "a game's name, the part of a rules id before @"),
        required=True,
        validate=validate.Length(max=50),
        metadata={"description": "Names of games, the parts of rules ids before `@`."},
    )
    most_matches = Whole(
        1, 100, load_default=20, metadata={"description": "In how many unfinished matches it sits at most."}
    )
    listed = Flag(
        load_default=False,
        metadata={"description": "Whether it stands in the list of bots for everybody, `GET /v1/bots`."},
    )


class BotRequest(BotPolicyRequest):
    """A bot to make, and which challenges it takes."""

    name = Named("name", 1, 30, required=True, metadata={"description": NAME + " Shown with ` (bot)` behind it."})


class BotTokenRequest(Strict):
    """A token for a bot."""

    name = Named("label", 1, 60, load_default="bot", metadata={"description": LABEL})


class WebhookRequest(Strict):
    """What a webhook is sent, and where."""

    url = fields.String(
        required=True,
        metadata={
            "format": "uri",
            "maxLength": 1000,
            "description": "Gets a `POST` for each event. https to a public address; no user name, no fragment.",
        },
    )
    name = Named("label", 1, 60, metadata={"description": "What you call it; may be left out. " + LABEL})
    kinds = fields.List(
        fields.String(validate=validate.OneOf(EVENT_TYPES)),
        load_default=list,
        validate=validate.Length(max=len(EVENT_TYPES)),
        metadata={"description": "Types of events that it gets; none: all, those of later releases too."},
    )
    matches = fields.List(
        match_id(),
        load_default=list,
        validate=validate.Length(max=100),
        metadata={"description": "Matches of which it gets events; none: all, and what concerns no match."},
    )
    ordered = Flag(
        load_default=False,
        metadata={
            "description": "Whether an event waits until those before it in its match have arrived or are given up."
        },
    )


class RotationRequest(Strict):
    """How long the keys before go on signing."""

    overlap_seconds = Whole(0, LONGEST_OVERLAP, load_default=OVERLAP, metadata={"description": "A day unless said."})


class ReplayRequest(Strict):
    """Which events are sent again: one, or all since a moment."""

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


class AbsenceRequest(Strict):
    """What is done when somebody stays away: they are told, then the others are asked."""

    misses = Whole(
        1, MOST_MISSES, load_default=MISSES, metadata={"description": "After how many answers missed in a row."}
    )
    majority = fields.String(
        load_default="most",
        validate=validate.OneOf(("all", "most")),
        metadata={"description": "How many of the others decide: all of them, or more than half."},
    )
    notice_seconds = Whole(
        1,
        LONGEST_NOTICE,
        metadata={
            "description": "How long the seat is told before the others are asked. Left out: half the time of a decision, at "
            "most a day."
        },
    )
    substitutes = Flag(
        load_default=True,
        metadata={"description": "Whether people may take over seats, as bots do (protocol section 12.15)."},
    )
    handing = Flag(
        load_default=True,
        metadata={
            "description": "Whether people who are there may hand their seats over, if the others agree (protocol section 12.20)."
        },
    )


class TimeRequestsRequest(Strict):
    """How one may ask the others for more time in a match."""

    majority = fields.String(
        load_default="most",
        validate=validate.OneOf(("all", "most")),
        metadata={"description": "How many of the others have to grant it: all of them, or more than half."},
    )
    seconds = Whole(
        1,
        LONGEST_REQUEST,
        metadata={
            "description": "How much one may ask for at once at most. Left out: three times the time of a decision, at most 14 "
            "days."
        },
    )


class ExtensionsRequest(Strict):
    """How much more time each seat may take in a match without asking anybody."""

    times = Whole(1, MOST_EXTENSIONS, load_default=TIMES, metadata={"description": "How often in the whole match."})
    seconds = Whole(
        1,
        LONGEST_EXTENSION,
        metadata={
            "description": "By how much a deadline moves each time. Left out: half the time of a decision, at most a day."
        },
    )


class PausesRequest(Strict):
    """On what pauses the people at the table may agree."""

    majority = fields.String(
        load_default="all",
        validate=validate.OneOf(("all", "most")),
        metadata={"description": "How many of the people have to want it: all of them, or more than half."},
    )
    seconds = Whole(
        1,
        LONGEST_PAUSE,
        load_default=USUAL,
        metadata={"description": "For how long the match stands still at most at once."},
    )


class LeastReliabilityRequest(Strict):
    """How reliable people must be who sit down without an invitation."""

    percent = Whole(
        1,
        100,
        required=True,
        metadata={"description": "The share of answers in time, of the last 100 that others waited for."},
    )
    newcomers = Flag(
        load_default=True, metadata={"description": "Whether people are taken who were asked fewer than 10 times."}
    )


class MatchRequest(Strict):
    """A match to create."""

    rules = Patterned(
        r"[a-z0-9._/@-]{1,64}",
        "a rules id of GET /v1/rules, or a game's name: its newest rules",
        required=True,
        metadata={
            "description": "A rules id of GET /v1/rules that nothing supersedes, or a game's name: its newest rules."
        },
    )
    seats = Whole(
        1,
        8,
        load_default=2,
        metadata={"description": "As many as the rules and the preset allow: `preset_seats` of GET /v1/rules."},
    )
    options = JsonObject(
        load_default=dict,
        metadata={
            "type": "object",
            "description": "By the schema `options` in GET /v1/rules/{rules}, or one of its `presets`.",
        },
    )
    title = Named("title", 0, 80, load_default="", metadata={"description": TITLE})
    pace = JsonObject(load_default=lambda: dict(DEFAULT_PACE), metadata=PACE_SCHEMA)
    grace_seconds = Whole(
        0, 3600, load_default=60, metadata={"description": "Time to reconsider once all are in, before the lock."}
    )
    hold_seconds = Whole(
        0,
        86_400,
        metadata={
            "description": "Answers to open decisions are held back for a secret part of this time, so that standing orders "
            "cannot be told from people. Shorter than a decision stands. Left out: as the game has it (`hold_seconds` in "
            "GET /v1/rules/{rules}), 0 if all others are bots."
        },
    )
    custody = fields.String(
        load_default="any",
        validate=validate.OneOf(("any", "client")),
        metadata={"description": "`client`: nobody may leave the opening with the server."},
    )
    entropy = fields.String(
        load_default="optional",
        validate=validate.OneOf(("optional", "required")),
        metadata={"description": "`required`: every seat adds 32 random bytes to the shuffle."},
    )
    visibility = fields.String(
        load_default="open",
        validate=validate.OneOf(("open", "private")),
        metadata={"description": "`private`: only people with the invitation may join or look."},
    )
    start = fields.String(load_default="when-full", validate=validate.OneOf(("when-full", "by-owner")))
    bots = fields.List(
        fields.String(validate=validate.OneOf(BOTS)),
        load_default=list,
        validate=validate.Length(max=8),
        metadata={"description": "Seats that bots take at once."},
    )
    invite = fields.List(
        Invitee(),
        load_default=list,
        validate=validate.Length(max=16),
        metadata={"description": "Mail addresses or accounts that get the invitation by mail."},
    )
    sit = Flag(load_default=True, metadata={"description": "Whether you take a seat at once, without entropy."})
    absence = fields.Nested(
        AbsenceRequest,
        allow_none=True,
        load_default=dict,
        metadata={
            "description": "What is done when somebody stays away (protocol section 12.12); null: nothing, the rules answer for "
            "them to the end."
        },
    )

    extensions = fields.Nested(
        ExtensionsRequest,
        allow_none=True,
        load_default=dict,
        metadata={
            "description": "How much more time each seat may take without asking anybody (protocol section 12.13); null: none."
        },
    )

    pauses = fields.Nested(
        PausesRequest,
        allow_none=True,
        load_default=dict,
        metadata={
            "description": "Pauses that the people at the table may agree on (protocol section 12.14); null: none."
        },
    )

    time_requests = fields.Nested(
        TimeRequestsRequest,
        allow_none=True,
        load_default=dict,
        metadata={
            "description": "How one may ask the others for more time (protocol section 12.18); null: nobody asks."
        },
    )

    nights = fields.String(
        validate=validate.OneOf(get_args(Nights)),
        metadata={
            "description": "`kept`: a deadline that would end in the night of those who have to answer moves on to their "
            "morning (protocol section 12.16); `ignored`: it does not. Left out: kept where decisions stand for 12 hours or "
            "more, but not with a daily hour that is itself at night."
        },
    )

    vacation = fields.String(
        validate=validate.OneOf(get_args(Policy)),
        metadata={
            "description": "`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17); "
            "`plays-on`: orders and rules answer. Left out: `clock-stops` in private matches whose decisions stand for 12 hours "
            "or more."
        },
    )

    least_reliability = fields.Nested(
        LeastReliabilityRequest,
        allow_none=True,
        load_default=None,
        metadata={
            "description": "Who may sit down at an open table without an invitation; null: anybody. Private tables have none."
        },
    )


class SeatRequest(Strict):
    """How to sit down."""

    invitation = Text(1, 100, metadata={"description": "Needed for private matches."})
    entropy = Bytes32(
        about="Matches of siegelpost/1 only: 32 random bytes that go into the shuffle (protocol section 6)."
    )
    entropy_commitment = Patterned(
        r"se1_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]",
        "'se1_' and 43 characters of base64url that stand for 32 bytes",
        metadata={
            "description": "Matches of siegelpost/2 only (protocol section 12.2): the commitment to 32 random bytes, which names "
            "the seat of the path."
        },
    )
    entropy_custody = fields.String(
        validate=validate.OneOf(("escrow", "client")),
        metadata={"description": "Who holds these bytes until the table is closed: the resolver, in a box, or you."},
    )
    entropy_box = Text(
        1, BOX_TEXT, metadata={"description": "With escrow: the bytes sealed to `resolver` of the log's first entry."}
    )
    key = Bytes32(about="Your Ed25519 public key, if you sign what you do (siegelpost/2, protocol section 12.9).")


def seat_signature() -> Patterned:
    """Return the field for the signature of a seat with a key."""
    return Patterned(
        r"[A-Za-z0-9_-]{85}[AQgw]",
        "86 characters of base64url that stand for 64 bytes",
        metadata={
            "description": "By your seat's key over this act, if you took the seat with one (protocol section 12.9)."
        },
    )


class KeyRequest(Strict):
    """The key that a seat is to sign with."""

    key = Bytes32(required=True, about="The new Ed25519 public key.")
    signature = seat_signature()


class RevealRequest(Strict):
    """The entropy that a seat holds itself, once the table is closed."""

    entropy = Bytes32(required=True, about="The 32 bytes whose commitment was sent on joining.")


class PauseRequest(Strict):
    """That you want a pause, or want it no longer."""

    pause = Flag(required=True, metadata={"description": "Whether you want one."})
    seq = Whole(
        1,
        1_000_000,
        required=True,
        metadata={"description": "`seq` of `mine` in `pauses` of the match: sent again, it changes nothing."},
    )
    signature = seat_signature()


class AskForTimeRequest(Strict):
    """That you ask the others for more time."""

    seconds = Whole(
        1,
        LONGEST_REQUEST,
        required=True,
        metadata={"description": "How much more; at most `seconds` of `time_requests` of the match."},
    )
    seq = Whole(
        1,
        1_000_000,
        required=True,
        metadata={
            "description": "`request_seq` of `mine` in `time_requests` of the match: sent again, it asks no more."
        },
    )
    signature = seat_signature()


class TimeResponseRequest(Strict):
    """Whether you grant somebody the time that it asks for."""

    requester = Whole(0, 63, required=True, metadata={"description": "The seat that asks."})
    grant = Flag(required=True, metadata={"description": "Whether you grant it."})
    seq = Whole(
        1,
        1_000_000,
        required=True,
        metadata={
            "description": "`response_seq` of `mine` in `time_requests` of the match: sent again, it changes nothing."
        },
    )
    signature = seat_signature()


class ExtensionRequest(Strict):
    """That you need more time."""

    seq = Whole(
        1,
        MOST_EXTENSIONS,
        required=True,
        metadata={"description": "`seq` of `mine` in `extensions` of the match: sent again, it takes nothing more."},
    )
    signature = seat_signature()


class HereRequest(Strict):
    """Saying that one is there."""

    signature = seat_signature()


class VoteRequest(Strict):
    """What is wanted about a seat that is missed."""

    choice = fields.String(
        required=True,
        validate=validate.OneOf(CHOICES),
        metadata={
            "description": "`wait`, `bot`: a bot takes the seat, `win`: the match ends without the seat, `person`: `player` "
            "takes the seat, or comes back to it."
        },
    )
    player = Text(
        1, 100, metadata={"description": "With `person`: one of `substitutes` in `absence` of the match for this seat."}
    )
    signature = seat_signature()

    @validates_schema
    def _one_player(self, data: dict[str, Any], **_: Any) -> None:
        if ("player" in data) != (data.get("choice") == "person"):
            raise ValidationError("`person` needs a player, and nothing else has one", "player")


class HandRequest(Strict):
    """To whom you hand your seat over."""

    choice = fields.String(
        required=True,
        validate=validate.OneOf(("bot", "person")),
        metadata={
            "description": "`bot`: a bot of the house, `person`: `player`, whom you have named and who is ready."
        },
    )
    player = Text(
        1, 100, metadata={"description": "With `person`: one of `people` in `may_hand`, in `absence` of the match."}
    )
    seq = Whole(
        1,
        MOST_HANDINGS + 1,
        required=True,
        metadata={"description": "`seq` of `may_hand`; the same sent again asks no more."},
    )
    signature = seat_signature()

    @validates_schema
    def _one_player(self, data: dict[str, Any], **_: Any) -> None:
        if ("player" in data) != (data.get("choice") == "person"):
            raise ValidationError("`person` needs a player, and nothing else has one", "player")


class SubstituteRequest(Strict):
    """Whom you ask to play on."""

    invite = Invitee(
        metadata={
            "description": "A mail address or an account that gets a letter; left out: you pass the invitation on yourself."
        }
    )


class StandInRequest(Strict):
    """That you are ready to play on in a seat, or would come back to it."""

    invitation = Text(1, 100, metadata={"description": "Of the request; who was replaced in the seat needs none."})
    key = Bytes32(about="Your Ed25519 public key: needed where the seat signs what it does (protocol section 12.9).")


class StandDownQuery(Strict):
    """Which request is refused."""

    invitation = Text(1, 100, metadata={"description": "Of the request, where it was not sent to your account."})


class Empty(Strict):
    """Nothing."""


class ResignRequest(Strict):
    """Giving up."""

    signature = seat_signature()


LONGEST_PADDING = LONGEST_BODY // 2
"""Characters; what is longer is refused by name, not with the body as a whole."""


class Padded(Strict):
    """A body that may be made as long as its sender likes."""

    padding = fields.String(
        load_only=True,
        validate=validate.Length(0, LONGEST_PADDING),
        metadata={"description": "Ignored. Clients make requests of one length with it (protocol section 12.8)."},
    )


class CommitmentRequest(Padded):
    """A sealed answer, in exactly one of three forms."""

    move = JsonObject(
        metadata={"type": "object", "description": "Escrow; the server draws the salt. See GET /v1/rules/{rules}."}
    )
    opening = JsonObject(metadata={"type": "object", "description": "Escrow; you drew the salt (protocol section 2)."})
    commitment = Patterned(
        r"sc1_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]",
        "'sc1_' and 43 characters of base64url that stand for 32 bytes",
        metadata={"description": "Client custody; you keep the opening."},
    )
    replaces = Whole(0, 2**31, load_default=0, metadata={"description": "`seq` of your act that stands; 0: none."})
    wait = Flag(load_default=False, metadata={"description": "Do not close early because of this answer."})
    signature = seat_signature()


class OpeningRequest(Padded):
    """The opening of a locked commitment of yours."""

    opening = JsonObject(required=True, metadata={"type": "object", "description": "See protocol section 2."})


class MoveRequest(Strict):
    """A move."""

    move = JsonObject(required=True, metadata={"type": "object", "description": "See GET /v1/rules/{rules}."})


class AnswerRequest(Padded):
    """An answer to an open decision, in exactly one of two forms."""

    move = JsonObject(
        metadata={"type": "object", "description": "The server draws the salt. See GET /v1/rules/{rules}."}
    )
    opening = JsonObject(metadata={"type": "object", "description": "You drew the salt (protocol section 2)."})
    signature = seat_signature()
    replaces = Whole(
        0, 2**31, load_default=0, metadata={"description": "`seq` of your answer that is still held back; 0: none."}
    )


class OrdersRequest(Padded):
    """Standing orders."""

    salt = Bytes32(about="Your own salt, which a seat that signs needs; left out: the server draws one.")
    signature = seat_signature()
    orders = JsonObject(required=True, metadata={"type": "object", "description": "See GET /v1/rules/{rules}."})
    replaces = Whole(0, 2**31, load_default=0, metadata={"description": "`seq` of the orders they replace; 0: none."})


class OrdersToCheck(Strict):
    """Standing orders to be tried."""

    orders = JsonObject(required=True, metadata={"type": "object", "description": "See GET /v1/rules/{rules}."})


class MessageRequest(Strict):
    """What to say to a partner."""

    channel = Patterned(
        IDENTIFIER.pattern,
        "a channel's id like r3.confer.0",
        required=True,
        metadata={"description": "One of the `channels` of your match."},
    )
    text = Text(1, LONGEST_TEXT, required=True, metadata={"description": "One line."})


class EventsQuery(Strict):
    """Which events, and when to answer."""

    after = fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "A `cursor`: events after it; `now`: none so far. Left out: from the oldest kept."},
    )
    limit = Count(1, 500, load_default=100, metadata={"description": "Most events wanted."})
    wait = Count(0, LONGEST, load_default=0, metadata={"description": "Seconds to wait for one, if there is none."})


class WaitingQuery(Strict):
    """What comes along, and when to answer."""

    include = Words(
        ("moves", "view", "words"),
        load_default=list,
        metadata={
            "description": "What comes along, separated by commas: legal `moves`, your `view`, what is asked in `words`."
        },
    )
    language = fields.String(
        load_default="en", validate=validate.OneOf(LANGUAGES), metadata={"description": "The language of `words`."}
    )
    wait = Count(0, LONGEST, load_default=0, metadata={"description": "Seconds to wait for something new."})


class WithdrawQuery(Strict):
    """Which act is withdrawn."""

    replaces = Count(1, 2**31, required=True, metadata={"description": "`seq` of your act that stands."})
    signature = seat_signature()


class LeaveQuery(Strict):
    """Who leaves."""

    player = account_id(
        metadata={
            "description": "For the match's owner: the account that is removed from this seat. Left out: you leave it."
        }
    )


class VisibleQuery(Strict):
    """How to look at a private match from outside."""

    invitation = fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "The invitation to a private match, for somebody who has no seat in it."},
    )


class MatchQuery(VisibleQuery):
    """When to answer."""

    after = Count(0, 2**31, metadata={"description": "With `wait`: answer once the log is longer than this."})
    wait = Count(
        0,
        LONGEST,
        load_default=0,
        metadata={"description": "Seconds to wait for it; without `after` the answer comes at once."},
    )
    here = fields.String(
        validate=validate.OneOf(("true", "false")),
        load_default="false",
        metadata={
            "description": "`true`, with `wait`: you have the table before your eyes. Letters about it then wait a few"
            " minutes, unless `while_here` of your notifications says otherwise; what you answer meanwhile is not asked by"
            " letter any more."
        },
    )


class MatchListQuery(PageQuery):
    """Which matches."""

    status = fields.String(
        load_default="open",
        validate=validate.OneOf(("open", "mine")),
        metadata={"description": "`open`: in the lobby, anybody may join; `mine`: where you sit or own."},
    )


class BotsQuery(PageQuery):
    """Which bots."""

    game = Patterned(
        r"[a-z0-9-]{1,40}",
        "a game's name, the part of a rules id before @",
        metadata={"description": "Only bots that play this game, the part of a rules id before `@`."},
    )


class MineQuery(PageQuery):
    """Which of your matches."""

    status = fields.String(
        validate=validate.OneOf(("lobby", "running", "closed")),
        metadata={"description": "Only matches that stand so; all if left out."},
    )


class LogQuery(VisibleQuery):
    """Which entries."""

    after = Count(0, 2**31, load_default=0, metadata={"description": "Entries with a greater `n`."})
    limit = Count(1, 1000, load_default=200, metadata={"description": "Most entries wanted."})


class FeedQuery(LogQuery):
    """Which entries, in which language."""

    language = fields.String(
        load_default="en",
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "The language of each event's `text`."},
    )
    wait = Count(0, LONGEST, load_default=0, metadata={"description": "Seconds to wait for an entry after `after`."})


class WordsQuery(VisibleQuery):
    """In which language."""

    language = fields.String(
        load_default="en", validate=validate.OneOf(LANGUAGES), metadata={"description": "The language of all texts."}
    )


class LanguageQuery(Strict):
    """In which language."""

    language = fields.String(
        load_default="en", validate=validate.OneOf(LANGUAGES), metadata={"description": "The language of `words`."}
    )


class ExportQuery(VisibleQuery):
    """Which lines."""

    after = Count(0, 2**31, load_default=0, metadata={"description": "Lines of entries with a greater `n`."})


class ProofQuery(VisibleQuery):
    """Which entry."""

    n = Count(1, 2**31, metadata={"description": "The entry's `n`; left out: the last that a checkpoint counts."})


class EarlierQuery(VisibleQuery):
    """Of which moment."""

    n = Count(
        1,
        2**31,
        metadata={"description": "What you could see after this entry of the log; left out: what you see now."},
    )
    wait = Count(
        0,
        LONGEST,
        load_default=0,
        metadata={
            "description": "With `n` of a match that goes on: seconds to wait until a worker has played it again for you."
        },
    )


class PictureQuery(EarlierQuery):
    """In which language, of which moment."""

    language = fields.String(
        load_default="en",
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "The language of the picture's words, where the game draws it in several."},
    )


class PngQuery(PictureQuery):
    """How large, in which language."""

    width = Count(
        120, 2000, load_default=900, metadata={"description": "Pixels; the next larger of 300, 600, 900, 1400, 2000."}
    )
