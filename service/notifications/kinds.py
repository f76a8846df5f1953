"""The registry: every kind of notification, one row each. Apart from templates, no other code names a kind.

A new kind is a row here, beside its facts, its words in every language, and the place where it happens, which tells it
(``docs/adding-a-notification.md``). Names are stored, and published as what a player may switch off: they are never reused.
"""

from __future__ import annotations

from typing import Any

from service.notifications import events, facts, overtaking
from service.notifications.asks import Wanted
from service.notifications.kind import Kind, Speech
from service.store.records import Notice

YOUR_TURN = Kind(
    name="your-turn",
    called={"en": "It is my turn", "de": "Ich bin dran"},
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
    words="your-turn",
    rank=1,
)
DEADLINE_NEAR = Kind(
    name="deadline-near",
    called={"en": "A deadline is near", "de": "Eine Frist läuft ab"},
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
    words="deadline-near",
    rank=1,
)
OPENING_NEEDED = Kind(
    name="opening-needed",
    called={"en": "A seal has to be opened", "de": "Ein Siegel muss geöffnet werden"},
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
    words="opening-needed",
    rank=1,
)
MISSED = Kind(
    name="you-are-missed",
    called={"en": "I am missed at a table", "de": "Ich fehle an einem Tisch"},
    group="asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.AbsenceFacts,
    happened="Your seat has missed several answers in a row: say that you are there, or the others will be asked about it.",
    overtaken=overtaking.missed,
    event=events.of_absence,
    words="missed",
    rank=-2,
    position=10,
)
ABSENCE_ASKED = Kind(
    name="absence-asked",
    called={"en": "Somebody stays away, and I am asked", "de": "Jemand bleibt weg, und ich werde gefragt"},
    group="asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.AbsenceFacts,
    happened="Somebody stays away, and you are asked what you want.",
    overtaken=overtaking.absence_asked,
    event=events.of_absence,
    words="absence-asked",
    rank=-1,
    position=11,
)
HANDING_ASKED = Kind(
    name="handing-asked",
    called={
        "en": "Somebody wants to hand the seat over, and I am asked",
        "de": "Jemand möchte den Platz abgeben, und ich werde gefragt",
    },
    group="asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.HandingFacts,
    happened="Somebody hands his seat over, and you are asked whether you agree.",
    overtaken=overtaking.handing_asked,
    event=events.of_handing,
    words="handing-asked",
    rank=-5,
    position=19,
)
SUBSTITUTE_ASKED = Kind(
    name="substitute-asked",
    called={"en": "Somebody asks me to play on for a player", "de": "Jemand bittet mich, für jemanden weiterzuspielen"},
    group="asked",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.SubstituteFacts,
    happened="Somebody asks you to play on in a seat: `standIn` with `invitation` accepts, `standDown` refuses.",
    overtaken=overtaking.substitute_asked,
    event=events.Members(
        {
            "about": "The seat.",
            "by": "What the table calls the person who asks.",
            "invitation": "The secret that accepts.",
        }
    ),
    to_unconfirmed=True,
    uninvited=True,
    resent=True,
    words="substitute-asked",
    rank=17,
    position=15,
)
TIME_REQUESTED = Kind(
    name="time-requested",
    called={"en": "Somebody asks me for more time", "de": "Jemand bittet mich um mehr Zeit"},
    group="asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.TimeRequestFacts,
    happened="Somebody asks the others for more time; answer while the decision waits.",
    overtaken=overtaking.time_requested,
    event=events.of_time_request,
    words="time-requested",
    rank=-4,
    position=17,
)
INVITED = Kind(
    name="invited",
    called={"en": "Somebody invites me", "de": "Jemand lädt mich ein"},
    group="asked",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.InvitedFacts,
    happened="Somebody invites you to a match.",
    event=events.Members({"by": "The name of the person who invites.", "invitation": "What you take a seat with."}),
    overtaken=overtaking.invitation,
    to_unconfirmed=True,
    uninvited=True,
    resent=True,
    section="invitation",
    words="invited",
    rank=2,
    position=1,
)
ENTROPY_NEEDED = Kind(
    name="entropy-needed",
    called={"en": "The deal waits for my browser", "de": "Das Austeilen wartet auf meinen Browser"},
    group="asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.RevealFacts,
    happened="The table is closed, and your seat holds its entropy itself: send it, or nothing is dealt.",
    overtaken=overtaking.revealing,
    event=events.of_revealing,
    words="entropy-needed",
    rank=7,
    position=6,
)
KEY_ASKED = Kind(
    name="key-asked",
    called={
        "en": "Somebody has lost the key that signs their moves, and asks me to agree to a new one",
        "de": "Jemand hat den Schlüssel verloren, der seine Züge unterschreibt, und bittet mich um Zustimmung zu einem neuen",
    },
    group="asked",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.KeyFacts,
    happened="A seat asks the others at the table to agree to another signing key; who sits there is told, too.",
    event=events.Members({"by": "The seat whose key it is.", "key": "The new Ed25519 public key."}),
    overtaken=overtaking.key_asked,
    words="key-asked",
    rank=8,
    position=7,
)
RESOLVED = Kind(
    name="resolved",
    called={"en": "Something was resolved", "de": "Etwas wurde aufgedeckt"},
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.ResolvedFacts,
    happened="A decision is resolved; the match's feed and log say what came of it.",
    event=events.of_resolution,
    overtaken=overtaking.report,
    section="report",
    words="resolved",
    rank=3,
    position=3,
)
FOLLOWED = Kind(
    name="followed",
    called={"en": "What followed from my answer", "de": "Was auf meine Antwort folgte"},
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
STARTED = Kind(
    name="started",
    called={"en": "A match begins", "de": "Eine Partie beginnt"},
    group="tables",
    to="table",
    speech="tells",
    urgency="soon",
    facts=facts.NoFacts,
    happened="A match of yours has begun.",
    overtaken=overtaking.beginning,
    words="started",
    rank=5,
    position=2,
)
OVER = Kind(
    name="over",
    called={"en": "A match is over", "de": "Eine Partie ist zu Ende"},
    group="tables",
    to="table",
    speech="tells",
    urgency="soon",
    facts=facts.OverFacts,
    happened="A match of yours is over.",
    event=events.of_end,
    overtaken=overtaking.never,
    resent=True,
    section="outcome",
    words="over",
    rank=-3,
    position=0,
)
SAID = Kind(
    name="said",
    called={"en": "My partner says something", "de": "Mein Partner sagt etwas"},
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.SaidFacts,
    happened="A partner has said something; the messages of the match hold the words.",
    event=events.Members({"channel": "Where.", "from": "The seat that speaks."}),
    overtaken=overtaking.never,
    resent=True,
    section="talk",
    words="said",
    rank=4,
    position=4,
)
TALK = Kind(
    name="said-at-table",
    called={"en": "Somebody says something at the table", "de": "Jemand sagt etwas am Tisch"},
    group="tables",
    to="seats",
    speech="tells",
    urgency="company",
    facts=facts.RemarkFacts,
    happened="Somebody has said something to the whole table; `listTalk` has the words.",
    event=events.Members({"from": "The seat that speaks.", "remark": "`id` of what it said."}),
    overtaken=overtaking.never,
    per_entry=False,
    section="remarks",
    words="table-talk",
    rank=23,
    position=21,
)
MORE_TIME = Kind(
    name="more-time",
    called={"en": "Somebody takes more time", "de": "Jemand nimmt sich mehr Zeit"},
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.ExtensionFacts,
    happened="Somebody took more time for a decision, as the match allows; or is on vacation, and the clock has stopped.",
    overtaken=overtaking.more_time,
    event=events.of_extension,
    words="more-time",
    rank=15,
    position=13,
)
TIME_DECIDED = Kind(
    name="time-decided",
    called={"en": "What became of more time that was asked for", "de": "Was aus einer Bitte um mehr Zeit wurde"},
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.TimeDecidedFacts,
    happened="What became of more time that somebody asked the others for; or the operator gave the table more time.",
    overtaken=overtaking.time_decided,
    event=events.of_decided_time,
    words="time-decided",
    rank=19,
    position=18,
)
PAUSE = Kind(
    name="table-pause",
    called={
        "en": "Somebody wants a pause, or a table pauses",
        "de": "Jemand möchte eine Pause, oder ein Tisch macht Pause",
    },
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.PauseFacts,
    happened="Somebody wants a pause, the match stands still, or it goes on.",
    overtaken=overtaking.pause,
    event=events.of_pause,
    words="pause",
    rank=16,
    position=14,
)
HANDING_ENDED = Kind(
    name="handing-ended",
    called={"en": "A seat that was to be handed over stays", "de": "Ein Platz, der abgegeben werden sollte, bleibt"},
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.HandingEndedFacts,
    happened="A seat that was to be handed over stays with its player.",
    overtaken=overtaking.handing_ended,
    event=events.Members({"about": "The seat.", "why": ""}),
    words="handing-ended",
    rank=21,
    position=20,
)
SUBSTITUTED = Kind(
    name="seat-taken-over",
    called={
        "en": "Somebody else, or a bot, takes over a seat",
        "de": "Jemand anderes oder ein Bot übernimmt einen Platz",
    },
    group="tables",
    to="seats",
    speech="tells",
    urgency="soon",
    facts=facts.SubstitutedFacts,
    happened="A bot, or somebody else, has taken a seat; who sat there is told, too.",
    overtaken=overtaking.substituted,
    event=events.Members({"about": "The seat."}),
    words="substituted",
    rank=14,
    position=12,
)
BACK = Kind(
    name="is-back",
    called={"en": "Somebody is back", "de": "Jemand ist wieder da"},
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
SUBSTITUTE_READY = Kind(
    name="substitute-ready",
    called={
        "en": "Somebody is ready to play on, or would come back",
        "de": "Jemand ist bereit weiterzuspielen oder möchte zurückkommen",
    },
    group="tables",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.ReadyFacts,
    happened="Somebody is ready to play on in a seat, or would come back to it; `absence` says whether you are asked.",
    overtaken=overtaking.substitute_ready,
    event=events.Members(
        {
            "about": "The seat.",
            "who": "What the table calls them.",
            "back": "Whether they had the seat before and want to come back.",
        }
    ),
    words="substitute-ready",
    rank=18,
    position=16,
)
UNSEATED = Kind(
    name="unseated",
    called={"en": "I was removed from a table", "de": "Ich wurde von einem Tisch entfernt"},
    group="tables",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.NoFacts,
    happened="The owner of a match has removed you from its table.",
    overtaken=overtaking.never,
    words="unseated",
    rank=6,
    position=5,
)
KEY_CHANGED = Kind(
    name="key-changed",
    called={
        "en": "Somebody signs their moves with a new key, say on a new device",
        "de": "Jemand unterschreibt seine Züge mit einem neuen Schlüssel, etwa an einem neuen Gerät",
    },
    group="tables",
    to="seats",
    speech="tells",
    urgency="now",
    facts=facts.KeyFacts,
    happened="A seat signs with another key from now on.",
    event=events.Members({"by": "The seat whose key it is.", "key": "The new Ed25519 public key."}),
    overtaken=overtaking.never,
    words="key-changed",
    rank=10,
    position=8,
)
TOURNAMENT_ROUND = Kind(
    name="tournament-round",
    called={"en": "A tournament or its next round begins", "de": "Ein Turnier oder seine nächste Runde beginnt"},
    group="tables",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.TournamentRoundFacts,
    happened="A round of a tournament is drawn: your tables in it; without any you pause in this round.",
    event=events.of_round,
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    words="tournament-round",
    rank=1,
    position=1,
)
TOURNAMENT_OVER = Kind(
    name="tournament-ended",
    called={"en": "A tournament is over", "de": "Ein Turnier ist zu Ende"},
    group="tables",
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.TournamentStandingsFacts,
    happened="A tournament of yours is over.",
    event=events.Members({"tournament": "The tournament's id.", "place": "Your place; null: you had withdrawn."}),
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    section="listed",
    words="tournament-ended",
    rank=0,
    position=0,
)
TOURNAMENT_STANDINGS = Kind(
    name="tournament-standings",
    called={
        "en": "Standings of my tournaments, weekly in the digest",
        "de": "Wöchentlich der Stand meiner Turniere, in der Sammelmail",
    },
    group="tables",
    to="account",
    speech="tells",
    urgency="company",
    facts=facts.TournamentStandingsFacts,
    event=None,  # programs ask for the tournament
    overtaken=overtaking.always_news,
    layout="account",
    section="listed",
    words="tournament-standings",
    rank=2,
    position=2,
)
WEBHOOK_DISABLED = Kind(
    name="webhook-disabled",
    called={"en": "A webhook of mine is switched off", "de": "Ein Webhook von mir wird abgeschaltet"},
    to="account",
    speech="tells",
    urgency="soon",
    facts=facts.WebhookFacts,
    happened="A webhook of yours is disabled; a test that it answers makes it active again.",
    event=events.Members(
        {"webhook": "Its id.", "reason": "Why: gone (it answered 410), failing (nothing else for days), operator."}
    ),
    overtaken=overtaking.always_news,
    resent=True,
    layout="account",
    words="webhook-disabled",
    rank=8,
    position=7,
)
PUT_BACK = Kind(
    name="put-back",
    called={"en": "The server was put back to a backup", "de": "Der Server wurde auf eine Sicherung zurückgesetzt"},
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
LOGIN = Kind(
    name="login",
    called={"en": "A link to sign in", "de": "Ein Link zum Anmelden"},
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
    called={"en": "A new mail address to confirm", "de": "Eine neue Mailadresse zum Bestätigen"},
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
ADDRESS_CHANGED = Kind(
    name="address-changed",
    called={"en": "My mail address was changed", "de": "Meine Mailadresse wurde geändert"},
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
DELETION_ASKED = Kind(
    name="deletion-asked",
    called={"en": "To confirm that my account is deleted", "de": "Bestätigung, dass mein Konto gelöscht wird"},
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
MUTED_BY_LINK = Kind(
    name="muted-by-link",
    called={
        "en": "Mails to me were stopped by the link of a mail",
        "de": "Mails an mich wurden über den Link einer Mail abbestellt",
    },
    to="account",
    speech="tells",
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
    words="muted-by-link",
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
