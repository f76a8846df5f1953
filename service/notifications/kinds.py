"""The registry: every kind of notification, one row each. Apart from templates, no other code names a kind.

A new kind is a row here, beside its facts, its words in every language, and the place where it happens, which tells it
(``docs/adding-a-notification.md``). Names are stored, and published as what a player may switch off: they are never reused.
"""

from typing import Any

from service.notifications import events, facts, overtaking
from service.notifications.asks import Wanted
from service.notifications.kind import Kind, Speech
from service.store.records import Notice

YOUR_TURN = Kind(
    name="your-turn",
    group="asked",
    to="seats",
    speech="asks",
    wants="answer",
    urgency="soon",
    facts=facts.QuestionFacts,
    happened="A decision asks you.",
    event=events.of_question,
    overtaken=overtaking.question("answer"),
    section="",
    rank=1,
)
DEADLINE_NEAR = Kind(
    name="deadline-near",
    group="asked",
    to="seats",
    speech="reminds",
    wants="answer",
    urgency="now",
    facts=facts.QuestionFacts,
    happened="A decision still asks you, and its deadline is near.",
    event=events.of_question,
    overtaken=overtaking.question(None),
    per_entry=False,
    section="",
    rank=1,
)
OPENING_NEEDED = Kind(
    name="opening-needed",
    group="asked",
    to="seats",
    speech="asks",
    wants="open",
    urgency="soon",
    facts=facts.OpeningFacts,
    happened="What you have committed to is to be opened.",
    event=events.of_opening,
    overtaken=overtaking.question("open"),
    section="",
    rank=1,
)
MISSED = Kind(
    name="you-are-missed",
    group="asked",
    to="seats",
    urgency="now",
    facts=facts.AbsenceFacts,
    happened="Your seat has missed several answers in a row: say that you are there, or the others will be asked about it.",
    overtaken=overtaking.missed,
    event=events.of_absence,
    template="missed",
    rank=-2,
    position=10,
)
ABSENCE_ASKED = Kind(
    name="absence-asked",
    group="asked",
    to="seats",
    urgency="now",
    facts=facts.AbsenceFacts,
    happened="Somebody stays away, and you are asked what you want.",
    overtaken=overtaking.absence_asked,
    event=events.of_absence,
    rank=-1,
    position=11,
)
HANDING_ASKED = Kind(
    name="handing-asked",
    group="asked",
    to="seats",
    urgency="now",
    facts=facts.HandingFacts,
    happened="Somebody hands his seat over, and you are asked whether you agree.",
    overtaken=overtaking.handing_asked,
    event=events.of_handing,
    rank=-5,
    position=19,
)
SUBSTITUTE_ASKED = Kind(
    name="substitute-asked",
    group="asked",
    to="account",
    urgency="soon",
    facts=facts.SubstituteFacts,
    happened="Somebody asks you to play on in a seat: `standIn` with `invitation` accepts, `standDown` refuses.",
    overtaken=overtaking.substitute_asked,
    event=events.Members(
        {
            "about": "The seat.",
            "by": "The name at the table of the person who asks.",
            "invitation": "The secret that accepts.",
        }
    ),
    to_unconfirmed=True,
    uninvited=True,
    resent=True,
    rank=17,
    position=15,
)
TIME_REQUESTED = Kind(
    name="time-requested",
    group="asked",
    to="seats",
    urgency="now",
    facts=facts.TimeRequestFacts,
    happened="Somebody asks the others for more time; answer while the decision waits.",
    overtaken=overtaking.time_requested,
    event=events.of_time_request,
    rank=-4,
    position=17,
)
INVITED = Kind(
    name="invited",
    group="asked",
    to="account",
    urgency="soon",
    facts=facts.InvitedFacts,
    happened="Somebody invites you to a match.",
    event=events.Members({"by": "The name of the person who invites.", "invitation": "The secret that takes a seat."}),
    overtaken=overtaking.invitation,
    to_unconfirmed=True,
    uninvited=True,
    resent=True,
    section="invitation",
    rank=2,
    position=1,
)
ENTROPY_NEEDED = Kind(
    name="entropy-needed",
    group="asked",
    to="seats",
    urgency="now",
    facts=facts.RevealFacts,
    happened="The table is closed, and your seat holds its entropy itself: send it, or nothing is dealt.",
    overtaken=overtaking.revealing,
    event=events.of_revealing,
    rank=7,
    position=6,
)
KEY_ASKED = Kind(
    name="key-asked",
    group="asked",
    to="seats",
    urgency="now",
    facts=facts.KeyFacts,
    happened="A seat asks the others at the table to agree to another signing key; who sits there is told, too.",
    event=events.Members({"by": "The seat whose key it is.", "key": "The new Ed25519 public key."}),
    overtaken=overtaking.key_asked,
    rank=8,
    position=7,
)
RESOLVED = Kind(
    name="resolved",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.ResolvedFacts,
    happened="A decision is resolved; the match's feed and log say what came of it.",
    event=events.of_resolution,
    overtaken=overtaking.report,
    section="report",
    rank=3,
    position=3,
)
FOLLOWED = Kind(
    name="followed",
    to="seats",
    urgency="company",
    facts=facts.ResolvedFacts,
    event=None,  # its reader's own program has had the answer to its own move
    overtaken=overtaking.own_move,
    goes_with="resolved",
    section="report",
    template="resolved",
    rank=11,
)
STARTED = Kind(
    name="started",
    group="tables",
    to="table",
    urgency="soon",
    facts=facts.NoFacts,
    happened="A match of yours has begun.",
    overtaken=overtaking.beginning,
    rank=5,
    position=2,
)
OVER = Kind(
    name="over",
    group="tables",
    to="table",
    urgency="soon",
    facts=facts.OverFacts,
    happened="A match of yours is over.",
    event=events.of_end,
    overtaken=overtaking.never,
    resent=True,
    section="outcome",
    rank=-3,
    position=0,
)
SAID = Kind(
    name="said",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.SaidFacts,
    happened="A partner has said something; the messages of the match hold the words.",
    event=events.Members({"channel": "Where.", "from": "The seat that speaks."}),
    overtaken=overtaking.never,
    resent=True,
    section="talk",
    rank=4,
    position=4,
)
TALK = Kind(
    name="said-at-table",
    group="tables",
    to="seats",
    urgency="company",
    facts=facts.RemarkFacts,
    happened="Somebody has said something to the whole table; `listTalk` has the words.",
    event=events.Members({"from": "The seat that speaks.", "remark": "`id` of what it said."}),
    overtaken=overtaking.never,
    per_entry=False,
    section="remarks",
    template="table-talk",
    rank=23,
    position=21,
)
MORE_TIME = Kind(
    name="more-time",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.ExtensionFacts,
    happened="Somebody took more time for a decision, as the match allows; or is on vacation, and the clock has stopped.",
    overtaken=overtaking.more_time,
    event=events.of_extension,
    rank=15,
    position=13,
)
TIME_DECIDED = Kind(
    name="time-decided",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.TimeDecidedFacts,
    happened="What became of more time that somebody asked the others for; or the operator gave the table more time.",
    overtaken=overtaking.time_decided,
    event=events.of_decided_time,
    rank=19,
    position=18,
)
PAUSE = Kind(
    name="table-pause",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.PauseFacts,
    happened="Somebody wants a pause, the match stands still, or it goes on.",
    overtaken=overtaking.pause,
    event=events.of_pause,
    template="pause",
    rank=16,
    position=14,
)
HANDING_ENDED = Kind(
    name="handing-ended",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.HandingEndedFacts,
    happened="A seat that was to be handed over stays with its player.",
    overtaken=overtaking.handing_ended,
    event=events.Members({"about": "The seat.", "why": ""}),
    rank=21,
    position=20,
)
SUBSTITUTED = Kind(
    name="seat-taken-over",
    group="tables",
    to="seats",
    urgency="soon",
    facts=facts.SubstitutedFacts,
    happened="A bot, or somebody else, has taken a seat; who sat there is told, too.",
    overtaken=overtaking.substituted,
    event=events.Members({"about": "The seat."}),
    template="substituted",
    rank=14,
    position=12,
)
BACK = Kind(
    name="is-back",
    to="seats",
    urgency="company",
    facts=facts.BackFacts,
    event=None,  # the log and the table say it to programs
    overtaken=overtaking.own_move,
    goes_with="absence-asked",
    rank=20,
    position=11,
)
SUBSTITUTE_READY = Kind(
    name="substitute-ready",
    group="tables",
    to="seats",
    urgency="now",
    facts=facts.ReadyFacts,
    happened="Somebody is ready to play on in a seat, or would come back to it; `absence` says whether you are asked.",
    overtaken=overtaking.substitute_ready,
    event=events.Members(
        {
            "about": "The seat.",
            "who": "Their name at the table.",
            "back": "Whether they had the seat before and want to come back.",
        }
    ),
    rank=18,
    position=16,
)
UNSEATED = Kind(
    name="unseated",
    group="tables",
    to="account",
    urgency="soon",
    facts=facts.NoFacts,
    happened="The owner of a match has removed you from its table.",
    overtaken=overtaking.never,
    rank=6,
    position=5,
)
KEY_CHANGED = Kind(
    name="key-changed",
    group="tables",
    to="seats",
    urgency="now",
    facts=facts.KeyFacts,
    happened="A seat signs with another key from now on.",
    event=events.Members({"by": "The seat whose key it is.", "key": "The new Ed25519 public key."}),
    overtaken=overtaking.never,
    rank=10,
    position=8,
)
TOURNAMENT_ROUND = Kind(
    name="tournament-round",
    group="tables",
    to="account",
    urgency="soon",
    facts=facts.TournamentRoundFacts,
    happened="A round of a tournament is drawn: your tables in it; without any you pause in this round.",
    event=events.of_round,
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    rank=1,
    position=1,
)
CHALLENGED = Kind(
    name="challenge-received",
    group="asked",
    to="account",
    urgency="now",
    facts=facts.ChallengeFacts,
    happened="Somebody challenges you in a ladder, and you can accept or decline.",
    event=events.of_challenge,
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    rank=-2,
    position=-2,
)
CHALLENGE_DECIDED = Kind(
    name="challenge-decided",
    group="tables",
    to="account",
    urgency="soon",
    facts=facts.ChallengeFacts,
    happened="A challenge of yours, or to you, was answered, or its match is over.",
    event=events.of_challenge,
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    rank=-1,
    position=-1,
)
TOURNAMENT_OVER = Kind(
    name="tournament-ended",
    group="tables",
    to="account",
    urgency="soon",
    facts=facts.TournamentStandingsFacts,
    happened="A tournament of yours is over, or does not take place.",
    event=events.of_tournament_end,
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    rank=0,
    position=0,
)
TOURNAMENT_STANDINGS = Kind(
    name="tournament-standings",
    group="tables",
    to="account",
    urgency="company",
    facts=facts.TournamentStandingsFacts,
    event=None,  # programs ask for the tournament
    overtaken=overtaking.always_news,
    layout="account",
    section="listed",
    rank=2,
    position=2,
)
REMOVED_FROM_TEAM = Kind(
    name="removed-from-team",
    group="tables",
    to="account",
    urgency="soon",
    facts=facts.RemovalFacts,
    happened="The captain of your team in a tournament has removed you from it, before the draw.",
    event=events.Members({"tournament": "The tournament's id."}),
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    rank=25,
    position=4,
)
PUZZLE = Kind(
    name="daily-puzzle",
    to="account",
    urgency="now",
    facts=facts.PuzzleFacts,
    event=None,  # programs ask for the puzzle
    overtaken=overtaking.always_news,
    layout="account",
    section="posed",
    rank=3,
    position=3,
)
WEBHOOK_DISABLED = Kind(
    name="webhook-disabled",
    to="account",
    urgency="soon",
    facts=facts.WebhookFacts,
    happened="A webhook of yours is disabled; a test that it answers makes it active again.",
    event=events.Members(
        {
            "webhook": "Its id.",
            "reason": "Why: gone (it answered 410), failing (nothing else for days), operator, restored (backup).",
        }
    ),
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    rank=8,
    position=7,
)
PUT_BACK = Kind(
    name="put-back",
    to="table",
    urgency="now",
    facts=facts.PutBackFacts,
    event=None,  # programs see it in the log, which they have to read again anyway
    overtaken=overtaking.never,
    resent=True,
    per_entry=False,
    rank=30,
    position=30,
)
LOGIN = Kind(
    name="login",
    to="account",
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
)
ADDRESS_ASKED = Kind(
    name="address-asked",
    to="account",
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
)
ADDRESS_CHANGED = Kind(
    name="address-changed",
    to="account",
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
)
DELETION_ASKED = Kind(
    name="deletion-asked",
    to="account",
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
)
PASSKEYS_CHANGED = Kind(
    name="passkeys-changed",
    to="account",
    urgency="now",
    facts=facts.PasskeyFacts,
    event=None,  # whoever may not know of it reads the feed, too
    overtaken=overtaking.always_news,
    switchable=False,
    resent=True,
    layout="account",
    rank=-3,
    position=-3,
)
MUTED_BY_LINK = Kind(
    name="muted-by-link",
    to="account",
    urgency="first",
    facts=facts.MutedFacts,
    event=None,
    overtaken=overtaking.expiring,
    switchable=False,
    resent=True,
    layout="login",
    way="/unsubscribe/undo/{code}",
    typed=False,
    section="",
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
    template="",
)

TABLE_AWAITS = Kind(
    name="table-awaits",
    to="account",
    speech="mends",
    urgency="soon",
    facts=facts.QuestionFacts,
    happened="A decision of your table asks people; only for tables that have a channel.",
    event=events.of_question,
    overtaken=overtaking.always_news,
    switchable=False,
    section="",
    template="",
)

KINDS: dict[str, Kind[Any]] = {row.name: row for row in tuple(globals().values()) if isinstance(row, Kind)}
"""Every kind by name, in the order of the rows, which is the published order."""


def kind_of(notice: Notice) -> Kind[Any]:
    """Return the row of a notice; :raises KeyError: for a kind that this release does not know."""
    return KINDS[notice["kind"]]


def switchable() -> tuple[str, ...]:
    """Return the names of the kinds that a player may switch off, in the published order."""
    return tuple(row.name for row in KINDS.values() if row.switchable and not row.goes_with)


def event_types() -> tuple[str, ...]:
    """Return the types of events in feeds and webhooks, in the published order."""
    return tuple(row.name for row in KINDS.values() if row.event is not None)


def uninvited() -> tuple[str, ...]:
    """Return the names of the kinds caused by strangers, which a link in the letter switches off for good."""
    return tuple(row.name for row in KINDS.values() if row.uninvited)


def asking(wants: Wanted, *, reminding: bool = False) -> Kind[Any]:
    """Return the kind that asks this of a seat, or reminds it; without a reminder, the kind that asks."""
    rows = [row for row in KINDS.values() if row.wants == wants]
    wanted: Speech = "reminds" if reminding else "asks"
    return next((row for row in rows if row.speech == wanted), None) or next(
        row for row in rows if row.speech == "asks"
    )
