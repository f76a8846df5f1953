"""The registry: every kind of notification, one row each. Nothing else in the program names a kind, but its templates.

A new kind is a row here, its words in every language, and the place where it happens, which tells it
(``docs/adding-a-notification.md``). Names are stored, and published as what a player may switch off: they are never reused.
"""

from __future__ import annotations

from typing import Any

from service.notifications import events, facts, overtaking
from service.notifications.asks import Wanted
from service.notifications.kind import Kind, Speech
from service.store.records import Notice

INVITED = Kind(
    name="invited",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.InvitedFacts,
    event=events.of_invitation,
    overtaken=overtaking.invitation,
    to_unconfirmed=True,
    uninvited=True,
    resent=True,
    section="invitation",
    words="invited",
    rank=2,
    position=1,
)
STARTED = Kind(
    name="started",
    to="table",
    speech="tells",
    urgency="soon",
    facts=facts.NoFacts,
    overtaken=overtaking.report,
    words="started",
    rank=5,
    position=2,
)
YOUR_TURN = Kind(
    name="your-turn",
    to="seats",
    speech="asks",
    wants="answer",
    urgency="soon",
    facts=facts.QuestionFacts,
    event=events.of_question,
    overtaken=overtaking.question("answer"),
    section="",
    words="your-turn",
    rank=1,
)
OPENING_NEEDED = Kind(
    name="opening-needed",
    to="seats",
    speech="asks",
    wants="open",
    urgency="soon",
    facts=facts.OpeningFacts,
    event=events.of_opening,
    overtaken=overtaking.question("open"),
    section="",
    words="opening-needed",
    rank=1,
)
DEADLINE_NEAR = Kind(
    name="deadline-near",
    to="seats",
    speech="reminds",
    wants="answer",
    urgency="now",
    facts=facts.QuestionFacts,
    event=events.of_question,
    overtaken=overtaking.question(None),
    per_entry=False,
    section="",
    words="deadline-near",
    rank=1,
)
ENTROPY_NEEDED = Kind(
    name="entropy-needed",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.RevealFacts,
    overtaken=overtaking.revealing,
    event=events.of_revealing,
    words="entropy-needed",
    rank=7,
    position=6,
)
KEY_ASKED = Kind(
    name="key-asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.KeyFacts,
    event=events.of_key,
    overtaken=overtaking.key_asked,
    words="key-asked",
    rank=8,
    position=7,
)
KEY_CHANGED = Kind(
    name="key-changed",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.KeyFacts,
    event=events.of_key,
    overtaken=overtaking.never,
    words="key-changed",
    rank=10,
    position=8,
)
MISSED = Kind(
    name="you-are-missed",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.AbsenceFacts,
    overtaken=overtaking.missed,
    event=events.of_absence,
    words="missed",
    rank=-2,
    position=10,
)
ABSENCE_ASKED = Kind(
    name="absence-asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.AbsenceFacts,
    overtaken=overtaking.absence_asked,
    event=events.of_absence,
    words="absence-asked",
    rank=-1,
    position=11,
)
BACK = Kind(
    name="is-back",
    to="seats",
    speech="tells",
    urgency="company",
    facts=facts.BackFacts,
    event=None,  # the log and the table say it to programs
    overtaken=overtaking.own_move,
    goes_with="absence-asked",
    words="is-back",
    rank=20,
    position=11,
)
HANDING_ASKED = Kind(
    name="handing-asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.HandingFacts,
    overtaken=overtaking.handing_asked,
    event=events.of_handing,
    words="handing-asked",
    rank=-5,
    position=19,
)
HANDING_ENDED = Kind(
    name="handing-ended",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.HandingEndedFacts,
    overtaken=overtaking.handing_ended,
    event=events.of_handing_end,
    words="handing-ended",
    rank=21,
    position=20,
)
SUBSTITUTED = Kind(
    name="seat-taken-over",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.SubstitutedFacts,
    overtaken=overtaking.substituted,
    event=events.of_substitution,
    words="substituted",
    rank=14,
    position=12,
)
SUBSTITUTE_ASKED = Kind(
    name="substitute-asked",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.SubstituteFacts,
    overtaken=overtaking.substitute_asked,
    event=events.of_request,
    to_unconfirmed=True,
    uninvited=True,
    resent=True,
    words="substitute-asked",
    rank=17,
    position=15,
)
SUBSTITUTE_READY = Kind(
    name="substitute-ready",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.ReadyFacts,
    overtaken=overtaking.substitute_ready,
    event=events.of_readiness,
    words="substitute-ready",
    rank=18,
    position=16,
)
PUT_BACK = Kind(
    name="put-back",
    to="table",
    speech="tells",
    urgency="now",
    facts=facts.PutBackFacts,
    event=None,  # programs see it in the log, which they have to read again anyway
    overtaken=overtaking.never,
    resent=True,
    per_entry=False,
    words="put-back",
    rank=30,
    position=30,
)
MORE_TIME = Kind(
    name="more-time",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.ExtensionFacts,
    overtaken=overtaking.more_time,
    event=events.of_extension,
    words="more-time",
    rank=15,
    position=13,
)
TIME_REQUESTED = Kind(
    name="time-requested",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.TimeRequestFacts,
    overtaken=overtaking.time_requested,
    event=events.of_time_request,
    words="time-requested",
    rank=-4,
    position=17,
)
TIME_DECIDED = Kind(
    name="time-decided",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.TimeDecidedFacts,
    overtaken=overtaking.time_decided,
    event=events.of_decided_time,
    words="time-decided",
    rank=19,
    position=18,
)
PAUSE = Kind(
    name="table-pause",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.PauseFacts,
    overtaken=overtaking.pause,
    event=events.of_pause,
    words="pause",
    rank=16,
    position=14,
)
RESOLVED = Kind(
    name="resolved",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.ResolvedFacts,
    event=events.of_resolution,
    overtaken=overtaking.report,
    section="report",
    words="resolved",
    rank=3,
    position=3,
)
FOLLOWED = Kind(
    name="followed",
    to="seats",
    speech="tells",
    urgency="company",
    facts=facts.ResolvedFacts,
    event=None,  # its reader's own program has had the answer to its own move
    overtaken=overtaking.own_move,
    goes_with="resolved",
    section="report",
    words="resolved",
    rank=11,
)
SAID = Kind(
    name="said",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.SaidFacts,
    event=events.of_speech,
    overtaken=overtaking.never,
    resent=True,
    section="talk",
    words="said",
    rank=4,
    position=4,
)
OVER = Kind(
    name="over",
    to="table",
    speech="tells",
    urgency="soon",
    facts=facts.OverFacts,
    event=events.of_end,
    overtaken=overtaking.never,
    resent=True,
    section="outcome",
    words="over",
    rank=-3,
    position=0,
)
UNSEATED = Kind(
    name="unseated",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.NoFacts,
    overtaken=overtaking.never,
    words="unseated",
    rank=6,
    position=5,
)
WEBHOOK_DISABLED = Kind(
    name="webhook-disabled",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.WebhookFacts,
    event=events.of_webhook,
    overtaken=overtaking.never,
    resent=True,
    layout="account",
    words="webhook-disabled",
    rank=8,
    position=7,
)
LOGIN = Kind(
    name="login",
    to="account",
    speech="tells",
    urgency="first",
    facts=facts.LoginFacts,
    event=None,
    overtaken=overtaking.code,
    switchable=False,
    to_unconfirmed=True,
    resent=True,
    short_lived=True,
    layout="login",
    way="/login/{code}",
    section="",
    words="login",
)
ADDRESS_ASKED = Kind(
    name="address-asked",
    to="account",
    speech="tells",
    urgency="first",
    facts=facts.NewAddressFacts,
    event=None,
    overtaken=overtaking.expiring,
    switchable=False,
    to_unconfirmed=True,
    resent=True,
    short_lived=True,
    layout="login",
    way="/account/mail?code={code}",
    section="",
    words="address-asked",
)
DELETION_ASKED = Kind(
    name="deletion-asked",
    to="account",
    speech="tells",
    urgency="first",
    facts=facts.DeletionFacts,
    event=None,
    overtaken=overtaking.expiring,
    switchable=False,
    to_unconfirmed=True,
    resent=True,
    short_lived=True,
    layout="login",
    way="/account/delete/{code}",
    section="",
    words="deletion-asked",
)
ADDRESS_CHANGED = Kind(
    name="address-changed",
    to="account",
    speech="tells",
    urgency="first",
    facts=facts.OldAddressFacts,
    event=None,
    overtaken=overtaking.expiring,
    switchable=False,
    resent=True,
    layout="login",
    way="/account/mail/undo/{code}",
    typed=False,
    section="",
    words="address-changed",
)
PROJECTION = Kind(
    name="projection",
    to="account",
    speech="mends",
    urgency="soon",
    facts=facts.NoFacts,
    event=None,
    overtaken=overtaking.always_news,
    switchable=False,
    section="",
)

KINDS: dict[str, Kind[Any]] = {
    row.name: row
    for row in (
        INVITED,
        STARTED,
        YOUR_TURN,
        OPENING_NEEDED,
        DEADLINE_NEAR,
        RESOLVED,
        FOLLOWED,
        SAID,
        OVER,
        UNSEATED,
        ENTROPY_NEEDED,
        WEBHOOK_DISABLED,
        KEY_ASKED,
        KEY_CHANGED,
        MISSED,
        ABSENCE_ASKED,
        HANDING_ASKED,
        HANDING_ENDED,
        BACK,
        SUBSTITUTED,
        SUBSTITUTE_ASKED,
        SUBSTITUTE_READY,
        MORE_TIME,
        TIME_REQUESTED,
        TIME_DECIDED,
        PAUSE,
        PUT_BACK,
        LOGIN,
        ADDRESS_ASKED,
        ADDRESS_CHANGED,
        DELETION_ASKED,
        PROJECTION,
    )
}
"""Every kind by name, those that a player may switch off in the order in which they are published."""


def kind_of(notice: Notice) -> Kind[Any]:
    """Return the row of a notice; :raises KeyError: for a kind that this release does not know."""
    return KINDS[notice["kind"]]


def switchable() -> tuple[str, ...]:
    """Return the names of the kinds that a player may switch off, in the order in which they are published."""
    return tuple(row.name for row in KINDS.values() if row.switchable and not row.goes_with)


def event_types() -> tuple[str, ...]:
    """Return the types of events that feeds and webhooks tell of, in the order in which they are published."""
    return tuple(row.name for row in KINDS.values() if row.event is not None)


def uninvited() -> tuple[str, ...]:
    """Return the names of the kinds that strangers cause, which a link in the letter switches off for good."""
    return tuple(row.name for row in KINDS.values() if row.uninvited)


def asking(wants: Wanted, *, reminding: bool = False) -> Kind[Any]:
    """Return the kind that asks this of a seat, or reminds it; where nothing reminds of it, the kind that asks."""
    rows = [row for row in KINDS.values() if row.wants == wants]
    wanted: Speech = "reminds" if reminding else "asks"
    return next((row for row in rows if row.speech == wanted), None) or next(
        row for row in rows if row.speech == "asks"
    )


__all__ = [
    "ABSENCE_ASKED",
    "ADDRESS_ASKED",
    "ADDRESS_CHANGED",
    "BACK",
    "DEADLINE_NEAR",
    "DELETION_ASKED",
    "ENTROPY_NEEDED",
    "FOLLOWED",
    "HANDING_ASKED",
    "HANDING_ENDED",
    "INVITED",
    "KEY_ASKED",
    "KEY_CHANGED",
    "KINDS",
    "LOGIN",
    "MISSED",
    "MORE_TIME",
    "OPENING_NEEDED",
    "OVER",
    "PAUSE",
    "PROJECTION",
    "RESOLVED",
    "SAID",
    "STARTED",
    "SUBSTITUTED",
    "SUBSTITUTE_ASKED",
    "SUBSTITUTE_READY",
    "TIME_DECIDED",
    "TIME_REQUESTED",
    "UNSEATED",
    "WEBHOOK_DISABLED",
    "YOUR_TURN",
    "asking",
    "event_types",
    "kind_of",
    "switchable",
    "uninvited",
]
