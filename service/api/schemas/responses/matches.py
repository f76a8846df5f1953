"""Responses about matches, decisions, acts and logs."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from engine.protocol.siegelpost2.bodies import NAME
from service.api.schemas.responses.absence import Absence, MissedAnswers, SeatHandedOver
from service.api.schemas.responses.base import Shape, flag, moment, number, one_of, text, thing
from service.api.schemas.responses.extensions import Extensions
from service.api.schemas.responses.pauses import Pauses
from service.api.schemas.responses.time_requests import OperatorExtensions, TimeRequests

UNAVAILABLE = "Matches that belong in this list and cannot be shown now, by id: what is stored of them cannot be read."


class SeatReliability(Shape):
    """How often somebody answered in time, of the last 100 answers that other people waited for."""

    asked = number("How many of these there are, at least 10.")
    answered = number("How many came in time.")
    percent = number("Their share, rounded down.")


class LeastReliability(Shape):
    """Who may sit down without an invitation."""

    percent = number("The share of answers in time that is asked for.")
    newcomers = flag("Whether people are taken who were asked fewer than 10 times.")


class Seat(Shape):
    """A place at the table. ``player`` is ``null`` while it is free."""

    seat = number("Counted from 0.")
    name = text()
    player = text("Opaque account id.", allow_none=True)
    bot = text(
        "Which bot sits here, null for people; `owned`: a bot account, which somebody's program plays.", allow_none=True
    )
    owned_by = text("The account of the person who runs this bot account; null for all others.", allow_none=True)
    key = text("The Ed25519 public key that the seat signs with, if it signs (siegelpost/2).", allow_none=True)
    reliability = fields.Nested(
        SeatReliability,
        allow_none=True,
        metadata={
            "description": "How often this person answers in time, while the match is in the lobby; null below 10 asked, for "
            "bots and free seats, and once it has begun. Not covered by the match's ETag."
        },
    )


class OwnAct(Shape):
    """Your last act in a decision."""

    act = one_of("commit", "replace", "withdraw", "open")
    seq = number("What the next act names in `replaces`.")
    commitment = text("null after a withdrawal.", allow_none=True)
    custody = one_of("escrow", "client", "mail")
    received_at = moment()
    wait = flag("Whether you asked not to close early.")
    opened = flag("Whether your opening is in.")


class Decision(Shape):
    """Something the table waits for."""

    id = text("Names place and time; occurs once in a match.")
    kind = text("Its moves' schema is in GET /v1/rules/{rules}.")
    seats = fields.List(number(), metadata={"description": "Who answers."})
    sealed = flag("Answered by commitments, all revealed at once; else openly by one seat.")
    optional = flag("May be answered, but nobody waits for it.")
    phase = one_of("open", "opening", about="`opening`: locked, openings of client custody are awaited.")
    head = text("Log head of the entry that opened it: an opening names it.")
    n = number("Number of that entry.")
    awaited = fields.List(number(), metadata={"description": "Seats whose openings are awaited since the lock."})
    opened_at = moment()
    deadline_at = moment(allow_none=True)
    opening_ends_at = moment("Until when openings are awaited.", allow_none=True)
    left_until_at = moment(
        "Until when the rules' default orders leave it to you, because you look at the table (`here` of "
        "`GET /v1/matches/{match}`); null: they do not, or are not yours.",
        allow_none=True,
    )
    seconds_left = number("Until the deadline, or the end of the openings.", allow_none=True)
    committed = fields.List(
        number(),
        metadata={
            "description": "Seats that have committed at some time. Your own bit is exact; others' are refreshed only at "
            "coarse instants and stand still in the last minutes. Not covered by the ETag."
        },
    )
    custody = one_of("any", "client", "escrow", about="In whose custody you may seal: either, or only this one.")
    next_seq = number(
        "The number of your next act, which a seat with a key signs; null if you are not asked.", allow_none=True
    )
    mine = fields.Nested(OwnAct, allow_none=True, metadata={"description": "Your own last act."})


class Revealing(Shape):
    """The table is closed, and seats that hold their entropy themselves have to send it before anything is dealt."""

    seats = fields.List(number(), metadata={"description": "Who has to: `reveal` of the entry `seated`."})
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)
    mine = flag("Whether your own entropy is still awaited.")


class KeyChange(Shape):
    """A seat asks the others at the table to agree to another signing key."""

    seat = number("Who asks.")
    key = text("The new Ed25519 public key.")
    seq = number("What the signatures of the acts `key` and `consent` are over: it counts the seat's keys.")
    consents = fields.List(number(), metadata={"description": "Seats that have agreed."})
    awaited = fields.List(number(), metadata={"description": "Seats that have yet to; with the last, the key changes."})


class MatchSummary(Shape):
    """A match in a list."""

    match = text("Its id, a lower-case UUID.")
    title = text()
    rules = text("Rule set and version, pinned for this match.")
    options = thing("The game's options, complete.")
    seats = fields.List(fields.Nested(Seat))
    seat = number("Where you sit; null for spectators.", allow_none=True)
    status = one_of("lobby", "running", "closed")
    waiting_for = fields.List(
        number(),
        metadata={"description": "Seats whose answers it waits for; others' as `committed` of a decision shows."},
    )
    awaited_until_at = moment(
        "Until when the first of these answers is awaited; null: none is, or without end.", allow_none=True
    )
    outcome = thing("Winners and scores by seat, once it is over.", allow_none=True)
    over = text(
        "Why it is closed: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator).",
        allow_none=True,
    )
    stopped = text("Why the operator has ended it, in his words; null: he has not.", allow_none=True)
    pace = thing("How long decisions stand; see GET /v1/meta.")
    nights = one_of(
        "kept",
        "ignored",
        about="`kept`: no deadline ends in the night of those who have to answer (protocol section 12.16).",
    )
    grace_seconds = number("Time to reconsider once all are in.")
    hold_seconds = number("For how long at most answers to open decisions are held back; 0: they are resolved at once.")
    paused_until_at = moment(
        "While the table pauses: when it goes on at the latest. Nothing is asked until then.", allow_none=True
    )
    custody = one_of("any", "client")
    entropy = one_of("optional", "required")
    visibility = one_of("open", "private")
    start = one_of("when-full", "by-owner")
    least_reliability = fields.Nested(
        LeastReliability,
        allow_none=True,
        metadata={"description": "Whom an open table takes without an invitation; null: anybody."},
    )
    owner = text("Account id of its owner, who created it.")
    reveal = fields.Nested(
        Revealing,
        allow_none=True,
        metadata={
            "description": "In a match of siegelpost/2 that waits for the entropy of seats; see PUT .../entropy."
        },
    )
    created_at = moment()
    n = number("Number of the log's last entry.")
    head = text("The log's head after it.")


class Channel(Shape):
    """Where partners can talk now; otherwise they cannot."""

    id = text("Names place and time; occurs once in a match.")
    seats = fields.List(number(), metadata={"description": "Who says and hears."})


CHECKPOINT = (
    "The newest checkpoint of the log of all matches, a signed note: keep it beside the receipt. `null` while there is none "
    "(protocol section 13)."
)
PADDING = "Means nothing: answers to acts have one length by it (protocol section 12.8)."


class Receipt(Shape):
    """What the server has accepted (protocol sections 4 and 12.3)."""

    act = one_of("commit", "replace", "withdraw", "open", "order")
    match = text()
    decision = text()
    seat = number()
    seq = number()
    commitment = text(allow_none=True)
    custody = one_of("escrow", "client", "mail")
    received = moment()
    n = number("The log's last entry when it was stored.")
    head = text("The log's head then.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME, about="In matches of siegelpost/2 only.")

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there."""
        field_obj.required = field_name != "protocol"


class ResigningReceipt(Shape):
    """What the server has accepted when you resign from a match of siegelpost/2 (protocol section 12.3)."""

    act = one_of("resign")
    match = text()
    decision = one_of("resign")
    seat = number()
    seq = number("1")
    commitment = text("null", allow_none=True)
    custody = text("null", allow_none=True)
    received = moment()
    n = number("The log's last entry when it was stored.")
    head = text("The log's head then.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class Resigned(Shape):
    """Your resigning with its receipt."""

    receipt = fields.Nested(ResigningReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there; the answers to `GET` have no checkpoint."""
        field_obj.required = field_name != "checkpoint"


class RevealReceipt(Shape):
    """What the server has accepted when you reveal your entropy in a match of siegelpost/2 (protocol section 12.3)."""

    act = one_of("reveal")
    match = text()
    decision = one_of("seated")
    seat = number()
    seq = number("1")
    commitment = text("`se1_...`")
    custody = one_of("client")
    received = moment()
    n = number("The log's last entry when it was stored.")
    head = text("The log's head then.")
    key = text("Short name of the key that signs.")
    protocol = one_of(NAME)


class Revealed(Shape):
    """Your entropy is accepted."""

    receipt = fields.Nested(RevealReceipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there; answers of earlier releases had no checkpoint."""
        field_obj.required = field_name != "checkpoint"


class Line(Shape):
    """An entry of the log with the head after it and the server's signature over that head."""

    entry = thing("n, at, type, body; see /protocol, section 7.")
    head = text()
    sig = text()


class Away(Shape):
    """A seat whose player is on vacation."""

    seat = number()
    until_at = moment("Until when the vacation lasts.")


class Match(MatchSummary):
    """A match as you may see it."""

    data = text("Hash of the rule data.")
    marks = fields.List(number(), metadata={"description": "Unopened commitments by seat."})
    invitation = text("For the owner and those seated: what others join with.", allow_none=True)
    pending = one_of("start", "cancel", "resign", about="What happens in a moment.", allow_none=True)
    resignation = fields.Nested(
        Resigned,
        allow_none=True,
        metadata={"description": "The receipt of your resigning, in a match of siegelpost/2: keep it."},
    )
    key_changes = fields.List(
        fields.Nested(KeyChange),
        metadata={"description": "Keys that seats ask the others to agree to (protocol section 12.9)."},
    )
    absence = fields.Nested(
        Absence, allow_none=True, metadata={"description": "What is done when somebody stays away; null: nothing."}
    )
    extensions = fields.Nested(
        Extensions,
        allow_none=True,
        metadata={"description": "How much more time seats may take without asking anybody; null: none."},
    )
    pauses = fields.Nested(
        Pauses, allow_none=True, metadata={"description": "Pauses that people may agree on; null: none."}
    )
    time_requests = fields.Nested(
        TimeRequests,
        allow_none=True,
        metadata={"description": "How one asks the others for more time, and who does; null: nobody may."},
    )
    operator_extensions = fields.Nested(
        OperatorExtensions,
        allow_none=True,
        metadata={"description": "How much more time the operator may give; null: none."},
    )
    vacation = one_of(
        "clock-stops",
        "plays-on",
        about="`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17).",
    )
    away = fields.List(
        fields.Nested(Away), metadata={"description": "Seats for whose vacation the clock has stopped, while it lasts."}
    )
    view = thing("The game as you may know it; null before the start.", allow_none=True)
    orders_seq = number(
        "The `seq` of the last standing orders that you set or ended; 0: none, and `GET .../orders` has none."
    )
    decisions = fields.List(fields.Nested(Decision))
    channels = fields.List(fields.Nested(Channel), metadata={"description": "Channels that stand and are yours."})
    server_time = moment()


class CreatedMatch(Match):
    """A match that was just created, with the first entry of its log: check and keep it before you send anything of it."""

    created = fields.Nested(
        Line, metadata={"description": "Entry 1 with its head and signature (protocol section 12.2)."}
    )


class MatchPage(Shape):
    """A page of matches."""

    matches = fields.List(fields.Nested(MatchSummary))
    unavailable = fields.List(text(), metadata={"description": UNAVAILABLE})
    next = text("Cursor of the next page.", allow_none=True)


class GameView(Shape):
    """The game as you may know it."""

    match = text()
    seat = number("The viewer; null for spectators.", allow_none=True)
    n = number()
    head = text()
    view = thing("null before the start.", allow_none=True)


class DecisionList(Shape):
    """What stands in a match."""

    decisions = fields.List(fields.Nested(Decision))
    server_time = moment()


class MoveList(Shape):
    """Legal moves of your seat: all of them, or a representative set where the schema allows unboundedly many."""

    decision = text()
    seat = number()
    moves = fields.List(
        fields.Dict(), metadata={"description": "Moves as the schema of the decision's kind describes."}
    )


class Checked(Shape):
    """Whether a move would be legal."""

    legal = fields.Boolean()
    code = text("The rules' name for what is wrong.", allow_none=True)
    pointer = text("Where in the request.", allow_none=True)
    message = text("What helps.", allow_none=True)
    words = text("A legal move in words, in the language asked for; else null.", allow_none=True)


class OrderedAnswer(Shape):
    """What orders would answer now."""

    decision = text()
    move = thing("The answer, as the rules' schema of the decision's kind says.")
    words = text("The same in words, in the language asked for.")


class CheckedOrders(Shape):
    """Whether standing orders will do, and what they would answer now."""

    legal = fields.Boolean()
    code = text("The rules' name for what is wrong.", allow_none=True)
    pointer = text("Where in the request.", allow_none=True)
    message = text("What helps.", allow_none=True)
    answers = fields.List(fields.Nested(OrderedAnswer), metadata={"description": "To decisions that ask you now."})


class Acted(Shape):
    """An accepted act with its receipt."""

    receipt = fields.Nested(Receipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
    opening = thing("The whole opening, where the server drew the salt: keep it.", allow_none=True)
    resolved = flag("Whether the decision has been resolved already (see Prefer: wait).")
    n = number("Number of the log's last entry as far as this answer knows.")
    padding = text(PADDING)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there; answers of earlier releases had neither of the others."""
        field_obj.required = field_name not in ("checkpoint", "padding")


class Ordered(Shape):
    """Accepted standing orders with their receipt."""

    receipt = fields.Nested(Receipt)
    signature = text("Ed25519 over the receipt, base64url.")
    checkpoint = text(CHECKPOINT, allow_none=True)
    document = thing("`order` and `salt`, which the commitment stands for: keep it.", allow_none=True)
    in_force = flag("Whether they answer for you: not once you ended them, or changed the key that signed them.")
    padding = text(PADDING)

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the members that are always there; the answer to `GET` is not padded, and no act."""
        field_obj.required = field_name not in ("checkpoint", "padding")


class Standing(Shape):
    """Your act that stands in a decision, with its receipt: the same bytes as when it was accepted."""

    receipt = fields.Nested(Receipt)
    signature = text()
    wait = fields.Boolean()
    opened = fields.Boolean()


class AskedInWords(Shape):
    """What is asked, for people."""

    question = text()
    about = text(
        "What only the table shows of it, in sentences: what is offered, which card is laid; null: nothing.",
        allow_none=True,
    )


class Waiting(Shape):
    """Something that waits for you."""

    match = text()
    title = text()
    rules = text()
    seat = number()
    answer = one_of("commitment", "opening", "move", about="What it is answered with.")
    decision = fields.Nested(Decision)
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)
    moves = fields.List(
        fields.Dict(), allow_none=True, metadata={"description": "The legal moves, where `include` asks for them."}
    )
    view = thing("The game as you may know it, where `include` asks for it.", allow_none=True)
    words = fields.Nested(
        AskedInWords, allow_none=True, metadata={"description": "What is asked, where `include` asks for it."}
    )


class WaitingReveal(Shape):
    """A match that is not dealt before your seat has sent its entropy: `PUT .../seats/{seat}/entropy`."""

    match = text()
    title = text()
    rules = text()
    seat = number()
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)


class WaitingConsent(Shape):
    """A player who asks you to agree to another signing key: `PUT .../seats/{seat}/key/consent`."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    change = fields.Nested(KeyChange)


class WaitingAbsence(Shape):
    """A seat that is missed, and about which you have yet to say something: your own, or another."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    missed = fields.Nested(MissedAnswers)


class WaitingHanding(Shape):
    """A seat that its player hands over, and about which you have yet to vote."""

    match = text()
    title = text()
    rules = text()
    seat = number("Your own.")
    handing = fields.Nested(SeatHandedOver)


class WaitingList(Shape):
    """What waits for you over all matches, the most urgent first."""

    waiting = fields.List(fields.Nested(Waiting))
    offers = fields.List(
        fields.Nested(Waiting),
        metadata={"description": "What others at the table have put to you: you may answer, and nobody waits for it."},
    )
    reveals = fields.List(fields.Nested(WaitingReveal))
    consents = fields.List(fields.Nested(WaitingConsent))
    absences = fields.List(fields.Nested(WaitingAbsence))
    handings = fields.List(fields.Nested(WaitingHanding))
    unavailable = fields.List(text(), metadata={"description": UNAVAILABLE})
    server_time = moment()


class LogPage(Shape):
    """Entries of a match's log."""

    entries = fields.List(fields.Nested(Line))
    next = number("What to give as `after` next; null at the end.", allow_none=True)


class Message(Shape):
    """Something said between partners."""

    n = number("Number of its log entry; null while it is in none.", allow_none=True)
    at = moment()
    channel = text()
    seat = number("Who says it.")
    state = one_of("said", "pending", "refused", about="`refused`: the channel had closed; nobody hears it.")
    salt = text("With it the text hashes to the commitment (protocol section 10).")
    commitment = text("What the log holds of it until the end: `sm1_...`.")
    text = fields.String()


class MessageList(Shape):
    """What was said, as far as you may know it."""

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
    cursor = text("Where to go on, now or later.", allow_none=True)


class FeedEvent(Shape):
    """Something that happened."""

    id = text("Number of its log entry, a dot, its number in it: its id in streams.")
    n = number("Number of the log entry.")
    at = moment()
    decision = text("The decision whose resolution it belongs to.")
    event = thing("The fact, as in the log.")
    text = fields.String(metadata={"description": "The same in words."})


class Feed(Shape):
    """What happened, in order."""

    events = fields.List(fields.Nested(FeedEvent))
    next = number("What to give as `after` next; null at the end.", allow_none=True)
    n = number("Number of the log's last entry: where to go on later.")


class Choice(Shape):
    """Something your seat may answer."""

    move = thing("The move, as the schema of the decision's kind describes.")
    words = text("The same in words.")
    price = text(
        "What it costs and what you have left after it, in words; null where nothing is paid.", allow_none=True
    )
    group = text(
        "With which others it belongs together in a long list, as a heading; null where the list is not divided. Choices of a "
        "group follow one another; what ends a turn comes last.",
        allow_none=True,
    )
    spots = fields.List(text(), metadata={"description": "Elements of picture.svg it is about: ids without `spot-`."})


class DecisionInWords(Shape):
    """A decision that stands."""

    id = text()
    question = text("What is asked, as a short imperative.")
    about = text("What it is about: the card that is laid, the offer that is made.", allow_none=True)
    advice = text(
        "What the rules say about the choice, where the table does not show it: shortly in the first line; why, in those "
        "after it.",
        allow_none=True,
    )
    silence = text(
        "What your silence means; null where you are not asked, or nothing has to be answered.", allow_none=True
    )
    choices = fields.List(
        fields.Nested(Choice),
        metadata={"description": "What your seat may answer: all of it, or examples where there is no end of it."},
    )


class SeatInPicture(Shape):
    """How the picture shows a seat, beside the player's name."""

    called = text("What the picture calls the seat; null where it has no name for it.", allow_none=True)
    colour = text("The seat's colour, `#rrggbb`; null where it has none.", allow_none=True)


class SaidAhead(Shape):
    """What became of something that you had said ahead: it was followed, could not be, or was never asked for."""

    n = number("The log entry that settled it.")
    decision = text("The decision by which it was settled.")
    fate = one_of("used", "blocked", "lapsed")
    words = text("What became of it, as a sentence.")


class UnderWay(Shape):
    """Something that is under way for several questions, such as a voyage."""

    title = text("What it is, and whose.")
    facts = fields.List(text(), metadata={"description": "How it stands, each readable by itself."})
    since = text("The type of the event with which it began: what happened since its last one belongs to it.")
    ahead_title = text("A heading for what may still come.")
    ahead = fields.List(text(), metadata={"description": "What may still come, in no order."})


class MatchInWords(Shape):
    """A match in words."""

    match = text()
    n = number("Number of the log's last entry.")
    head = text()
    seat = number("The viewer; null for spectators.", allow_none=True)
    language = one_of("en", "de")
    game = text("What the game is called.")
    about = text("The game in three sentences, for somebody who has never heard of it.")
    preset = text("What the match's preset is called; empty where it has none.")
    title = text("What the match is called.")
    names = fields.List(text(), metadata={"description": "The players' names, by seat; empty for a free seat."})
    seats = fields.List(
        fields.Nested(SeatInPicture),
        metadata={"description": "The seats as the picture shows them; empty before the start."},
    )
    decisions = fields.List(fields.Nested(DecisionInWords))
    held = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "How much you have of each kind that moves count; empty where they count nothing."},
    )
    under_way = fields.Nested(
        UnderWay, allow_none=True, metadata={"description": "What is under way beside what is asked; null: nothing."}
    )
    said_ahead = fields.List(
        fields.Nested(SaidAhead),
        metadata={"description": "What became of what you said ahead with your answers, lately, oldest first."},
    )
    table = text("The table as text of at most 72 columns; null before the start.", allow_none=True)
