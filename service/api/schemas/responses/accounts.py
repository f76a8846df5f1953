"""Responses about accounts, tokens, mails and webhooks, and the one with everything that is stored of an account."""

from typing import get_args

from marshmallow import fields, validate

from engine.kit.text.phrases import LANGUAGES
from service.accounts.access.scopes import SCOPES
from service.accounts.mail.mail_preferences import Buttons
from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text, thing
from service.api.schemas.responses.matches import SeatReliability
from service.api.schemas.responses.tournaments import OwnRating
from service.config.settings import CHAT_SERVICES, MailPictures
from service.notifications.asks import LONGEST, MOST
from service.notifications.digests import Mode
from service.notifications.kinds import switchable
from service.store.accounts.tokens import TokenKind


class OwnReliability(Shape):
    """Your reliability: answers in time, of the last 100 that other people waited for."""

    asked = number("The number of these.")
    answered = number("The number that came in time, from you or from your standing orders.")
    percent = number("Their share, rounded down; null below 10 answers, when others see nothing.", allow_none=True)


class OwnNight(Shape):
    """Your night, in local hours of your `zone`: your quiet hours and the hour after, twelve at most."""

    begins = number("The hour at which it begins, 0 to 23.")
    ends = number("The hour at which it ends, 0 to 23.")


class OwnBlock(Shape):
    """The blocking of your account by an operator: you can look, take your data along and delete it, and not play."""

    since = moment()
    why = text("The reason, in the operator's words.")


class Me(Shape):
    """Your account."""

    account = text("Your opaque player id.")
    name = text("Your name, as others see it.")
    mail = text()
    other_mails = many(text(), "Your other confirmed addresses: answers by mail count from there, too.", required=True)
    language = one_of(*LANGUAGES)
    zone = text("IANA time zone of your mails.")
    night = nested(
        OwnNight,
        "The hours in which none of your deadlines ends at tables that keep nights; null: you have no quiet hours.",
        allow_none=True,
    )
    created_at = moment()
    verified = flag("Whether a login code sent to the mail was used.")
    bouncing = flag(
        "Whether mails pause because your provider refused them for good or returned them; a login ends that."
    )
    blocked = nested(
        OwnBlock, "Since when and why an operator has blocked your account; null: it is not blocked.", allow_none=True
    )
    reliability = nested(OwnReliability, "Your punctuality. Others see it at tables that are still filling.")
    profile = one_of(
        "public",
        "hidden",
        about="`hidden`: your profile (`getPlayer`) shows your name only, and lists of ratings do not name you.",
    )


class Kinds(Shape):
    """Kinds of notices that come by mail."""


for _kind in switchable():
    Kinds._declared_fields[_kind] = fields.Boolean()


class Notifications(Shape):
    """Settings for notices by mail."""

    kinds = nested(Kinds)
    muted_matches = many(text())
    for_programmers = flag("Whether mails contain commands, and moves as this API takes them.")
    while_here = flag(
        "Whether letters about a table come even while you are looking at it; otherwise they wait a few minutes."
    )
    buttons = one_of(
        *get_args(Buttons),
        about="The effect of buttons in mails. `choices`: answer questions, nothing else; `sign-in`: sign in, once; "
        "`none`: nothing.",
    )
    pictures = one_of(
        *get_args(MailPictures),
        about="The way mails show the table. `attached`: with its picture in them; `linked`: with a picture that the mail "
        "program fetches from here when the mail is opened; `none`: in words.",
    )
    digest = one_of(
        *get_args(Mode),
        about=(
            "The news that wait for one mail a day. `news`: what asks nothing; `all`: questions too, if at least 12 "
            "hours are left then."
        ),
    )
    puzzle_hour = number(
        "The local hour, 0 to 23, at which the puzzle of the day comes by mail; null: never.", allow_none=True
    )
    digest_hour = number("The local hour of that mail, 0 to 23.")
    quiet_from = number(
        "From this local hour on, 0 to 23, browsers are told nothing (web push), and mails wait if `quiet_mails` says so."
    )
    quiet_to = number(
        "The local hour at which they are told what is still news; if equal to `quiet_from`, there are no quiet hours."
    )
    quiet_mails = flag(
        "Whether mails wait for the end of the quiet hours. Reminders, login codes and invitations never do, nor do questions "
        "with fewer than four hours left then, nor what others wait for."
    )
    reminders = many(
        number("", validate=validate.Range(1, LONGEST)),
        "The hours before a deadline at which you are reminded if you have not answered, the earliest first. "
        "Empty, or if all of them come within an hour of the question: once, when a fifth of the time is left.",
        required=True,
        validate=validate.Length(max=MOST),
    )


class Browser(Shape):
    """A browser that shows what you are asked (web push)."""

    id = text("`b_` and the first 16 hexadecimal digits of the SHA-256 of its `endpoint`.")
    name = text("The name it was added with.")
    service = text("The host of its push service.")
    created_at = moment("The time when it was added or last updated.")
    failing_since = moment("Since when nothing has arrived there; after three days it is removed.", allow_none=True)
    current = flag("Whether it has subscribed under the present `public_key`; if not, it should subscribe again.")


class VacationDays(Shape):
    """Days of vacation that you may still take in a year."""

    year = number()
    days = number()


class Vacation(Shape):
    """Days on which the clock stops for you; `last` is before `first` where you ended it on its first day."""

    first = text("Like 2026-12-24, in the time zone of your account.", metadata={"format": "date"})
    last = text("The last day (inclusive).", metadata={"format": "date"})
    state = one_of("to-come", "now", "over")


class VacationList(Shape):
    """Your vacations since the beginning of the year, the earliest first."""

    days_a_year = number("The days that everybody may take in a year.")
    left = many(nested(VacationDays), "This year and the next.")
    vacations = many(nested(Vacation))


class BrowserList(Shape):
    """The browsers that show what you are asked, the oldest first."""

    public_key = text(
        "The key under which browsers subscribe (`applicationServerKey`), base64url; `null`: this "
        "installation sends no web push.",
        allow_none=True,
    )
    browsers = many(nested(Browser))


class TokenInfo(Shape):
    """A token of yours, without its text."""

    id = text()
    name = text()
    scopes = many(one_of(*SCOPES))
    created_at = moment()
    used_at = moment("Recorded once an hour at most.", allow_none=True)
    expires_at = moment("`null`: it does not expire.", allow_none=True)
    current = flag("Whether this request was made with it.")
    kind = one_of(
        *get_args(TokenKind),
        about="`login`: from a mailed code; `personal`: made by you; `app`: granted to a program; `session`: of a browser.",
    )
    client = text("The name of the program that it was granted to; empty for the other kinds.")


class TokenList(Shape):
    """Your tokens, oldest first."""

    tokens = many(nested(TokenInfo))


class Bot(Shape):
    """A bot account of yours."""

    account = text("Its account id: what `invite` of a new match takes, and `player` of its seats.")
    name = text("Its name, without the ` (bot)` that tables add.")
    owner = text("Your account id.")
    created_at = moment()
    open = flag("Whether anybody may challenge it.")
    games = many(text(), "Names of the games it plays.")
    most_matches = number("The most unfinished matches it sits in.")
    listed = flag("Whether it is in the public list of bots.")


class BotRecord(Shape):
    """Numbers of a bot's matches that were played to an end, private ones included."""

    played = number("The number of these.")
    against_people = number("The number in which people sat, at tables that its owner neither opened nor sat at alone.")
    won = number("Of those against people, the number it won, alone or with others.")


class Opponent(Shape):
    """A bot that can be challenged."""

    account = text("Its account id: what `invite` of a new match takes.")
    name = text("Its name, without the ` (bot)` that tables add.")
    owner = text("The account id of the person whose bot it is.")
    games = many(text(), "Names of the games it plays.")
    free = flag("Whether it accepts another match now.")
    seen_at = moment("The last visit of its program, to the hour.")
    record = nested(BotRecord)
    reliability = nested(SeatReliability, "How punctual its program is; null below 10 answers.", allow_none=True)


class OpponentPage(Shape):
    """Bots that can be challenged, in the order in which they were listed."""

    bots = many(nested(Opponent))
    next = text("`cursor` of the next page; null on the last.", allow_none=True)


class BotList(Shape):
    """Your bots, oldest first."""

    bots = many(nested(Bot))


class Deleted(Shape):
    """Your account is deleted."""

    message = text("The data that stay, and why.")


class NewToken(Shape):
    """A token just made; its text is shown this once."""

    token = text("Send it as `Authorization: Bearer <token>`.")
    account = text()
    info = nested(TokenInfo)


class Notice(Shape):
    """A message about what was done with a request."""

    message = text()


class DroppedNews(Shape):
    """News that was not sent, and why."""

    kind = text()
    reason = text()


class Delivery(Shape):
    """One attempt to tell you something, by mail or in your browsers."""

    channel = text("mail, digest, push (web push); more may come.")
    mail = text("Left side of its Message-ID, where it is a mail.")
    match = text("null for mails about your account.", allow_none=True)
    kinds = many(text())
    state = text(
        "sent, plain (a plain letter in its place), retry, dead, ambiguous (nobody can know), dropped; more may come."
    )
    attempt = number()
    at = moment()
    answer = text("The mail server's answer, or the outcome in your browsers.")
    dropped = many(nested(DroppedNews))
    retry_at = moment(allow_none=True)


class Bounce(Shape):
    """A report by a mail server that a mail to you could not be delivered."""

    at = moment("The time of the report.")
    sent_on = text("The day on which the mail was sent (UTC), as in 2026-03-02.")
    status = text("The mail server's status code (RFC 3463): 5.1.1 says that there is no such mailbox.")


class DeliveryList(Shape):
    """Attempts to send you mails, newest first, and what came back later."""

    deliveries = many(nested(Delivery))
    bounces = many(nested(Bounce), "Reports of the last 30 days that still count, newest first.")


class Webhook(Shape):
    """An address that events of your account are sent to."""

    id = text()
    url = text()
    name = text("Your name for it; may be empty.")
    kinds = many(text(), "Types of events that it gets; none: all.")
    matches = many(text(), "Matches whose events it gets; none: all.")
    ordered = flag("Whether an event waits for earlier ones of its match.")
    state = one_of("unconfirmed", "active", "disabled", about="Only an active webhook is sent events.")
    reason = text(
        "The reason why it is disabled: gone (it answered 410), failing (nothing else for days), operator, restored (backup).",
        allow_none=True,
    )
    why = text("The note of the operator who disabled it; null: no operator did.", allow_none=True)
    created_at = moment()
    failing_since = moment("Since when nothing has arrived; null: the last attempt was a success.", allow_none=True)
    public_key = text("`whpk_` and base64: its Ed25519 signatures (`v1a`) hold under it.")
    previous_public_key = text("The previous key, for as long as it also signs.", allow_none=True)
    overlap_until = moment("Until when the previous keys also sign.", allow_none=True)
    ends_with = text("The id of the program's token with which it ends; null: it stays.", allow_none=True)


class WebhookList(Shape):
    """Your webhooks, oldest first; to a program only its own."""

    webhooks = many(nested(Webhook))


class WebhookSecret(Shape):
    """A webhook and the secret of its HMAC, which is shown this once."""

    secret = text("`whsec_` and base64: its HMAC-SHA256 signatures (`v1`) are made with it.")
    webhook = nested(Webhook)


class WebhookTest(Shape):
    """A test that is on its way."""

    event = text("The id of its event: `webhook-id` of the request, and `event` of the attempt.")


class WebhookAttempt(Shape):
    """One attempt to send one event."""

    event = text("The id of the event; empty if the attempt was not about a single event.")
    type = text("Its type.")
    at = moment()
    attempt = number("The number of the attempt for this event, from 1.")
    state = text("delivered, retry (it is tried again), failed (given up), missed (never sent); more may come.")
    status = number("The status of the answer; null: there was none.", allow_none=True)
    duration_ms = number("Its duration in milliseconds.")
    answer = text("The error, or the beginning of a refusal, in one line.")
    retry_at = moment(allow_none=True)


class WebhookAttempts(Shape):
    """The last 200 attempts, newest first."""

    attempts = many(nested(WebhookAttempt))


class Chat(Shape):
    """A chat that gets short messages; its address is a secret and not shown."""

    id = text()
    service = one_of(*CHAT_SERVICES)
    host = text("The host that messages go to.")
    name = text("Your name for it; may be empty.")
    kinds = many(text(), "Kinds of news that it gets.")
    match = text("The match whose table it is the channel of; null: it is yours.", allow_none=True)
    state = one_of("unconfirmed", "active", "disabled", about="Only an active chat gets messages.")
    reason = text(
        "The reason why it is disabled: gone (its service no longer knows it), failing (for days), operator, restored (backup).",
        allow_none=True,
    )
    why = text("The note of the operator who disabled it; null: no operator did.", allow_none=True)
    created_at = moment()
    failing_since = moment("Since when nothing has arrived; null: the last attempt was a success.", allow_none=True)
    ends_with = text("The id of the program's token with which it ends; null: it stays.", allow_none=True)


class ChatList(Shape):
    """Your chats, oldest first; to a program only its own."""

    chats = many(nested(Chat))
    services = many(
        one_of(*CHAT_SERVICES), "The services that this installation writes to; none: it writes to no chats."
    )


class Replay(Shape):
    """Events that are sent again."""

    event = text("One event; null: all since a moment.", allow_none=True)
    since = moment("All events since then; null: one.", allow_none=True)


class ExportedBot(Shape):
    """A bot of yours, and its tokens."""

    bot = nested(Bot)
    tokens = many(nested(TokenInfo))


class ExportedWebhook(Shape):
    """A webhook of yours, and what became of the last events sent to it."""

    webhook = nested(Webhook)
    attempts = many(nested(WebhookAttempt))


class ExportedChat(Shape):
    """A chat of yours, and what became of the last messages to it."""

    chat = nested(Chat)
    attempts = many(nested(WebhookAttempt))


class ExportedMatch(Shape):
    """A match of yours, and where its contents are."""

    match = text()
    closed_at = moment("`null`: it is not over.", allow_none=True)
    log = text("Path of its log, with everything that you and the others have played.")
    messages = text("Path of the messages in it that you may read.")
    talk = text("Path of what was said to the whole table, by you and others.")


class WaitingLetter(Shape):
    """News that goes out to you later."""

    kind = text()
    match = text("null for news about your account.", allow_none=True)
    at = moment("The time of the event.")
    send_at = moment("The time when it goes out, unless it is out of date by then.")


class ExportedBlock(Shape):
    """The date and the operator's reason of an account's blocking."""

    since = moment()
    why = text()


class BlockedPlayer(Shape):
    """A player whom you have blocked."""

    player = text("The account id.")
    since = moment()


class ExportedAnswer(Shape):
    """An answer to a puzzle."""

    date = text()
    choice = number("The number of the choice.")


class ExportedEntry(Shape):
    """A tournament that you have entered."""

    tournament = text("The tournament's id.")
    team = text("The name of the team that you founded there; null: none.", allow_none=True)


class ExportedMargin(Shape):
    """Your own notes about a match, and how far you have read it."""

    match = text()
    seen = number("The last log entry that you were shown; 0 for none.")
    note = text("Your note; empty without one.")
    muted = many(text(), "Kinds of news that you do not want about this match.")


class ExportedPasskey(Shape):
    """A passkey, with which you sign in without a letter."""

    name = text("Of the browser that registered it.")
    created_at = moment()
    used_at = moment("The last sign-in with it; `null`: none yet.", allow_none=True)


class Export(Shape):
    """Everything that is stored of your account."""

    about = thing(
        "Explanations of the parts, in the account's language, by the part's name.", keys=text(), values=text()
    )
    exported_at = moment()
    me = nested(Me)
    blocked = nested(ExportedBlock, "`null`: the account is not blocked.", allow_none=True)
    notifications = nested(Notifications)
    subscriptions = many(text(), "The private addresses: calendar, news; more may come.")
    tokens = many(nested(TokenInfo))
    networks_seen_at = many(moment(), "Times of logins from remembered networks, each network as a keyed digest.")
    bots = many(nested(ExportedBot))
    webhooks = many(nested(ExportedWebhook))
    chats = many(nested(ExportedChat))
    browsers = many(nested(Browser), "Those that show what you are asked.")
    passkeys = many(nested(ExportedPasskey), "The oldest first.")
    vacations = many(nested(Vacation), "Vacations since the beginning of the year.")
    matches = many(nested(ExportedMatch))
    events = many(fields.Dict(), "Your feed, as `GET /v1/me/events` shows it.")
    letters_waiting = many(nested(WaitingLetter))
    deliveries = many(nested(Delivery))
    bounces = many(nested(Bounce))
    blocks = many(nested(BlockedPlayer), "The latest first.")
    margins = many(nested(ExportedMargin), "What you keep about matches for yourself.")
    puzzles = many(nested(ExportedAnswer), "Your answers to puzzles.")
    tournaments = many(nested(ExportedEntry), "The tournaments that you have entered.")
    ratings = many(nested(OwnRating), "As `getMyRatings` shows them.")
    answered_in_time = many(
        fields.Boolean(), "For the last answers that you were asked for, oldest first: whether each came in time."
    )
