"""Answers about matches: matches, seats and how reliable their players are, decisions, logs, talk and feed."""

from marshmallow import fields

from service.api.schemas.base import Fault, Shape, flag, many, moment, nested, number, one_of, text, thing
from service.api.schemas.responses.absence import Absence, Extensions, OperatorExtensions, Pauses, TimeRequests
from service.api.schemas.responses.receipts import Resigned
from service.matches.talk import REACTIONS


class OwnAct(Shape):
    """Your last act in a decision."""

    act = one_of("commit", "replace", "withdraw", "open")
    seq = number("The number that the next act names in `replaces`.")
    commitment = text("null after a withdrawal.", allow_none=True)
    custody = one_of("escrow", "client", "mail")
    received_at = moment()
    wait = flag("Whether you asked not to lock early.")
    opened = flag("Whether your opening is in.")


class Decision(Shape):
    """Something the table waits for."""

    id = text("Names place and time; occurs once in a match.")
    kind = text("Its moves' schema is in GET /v1/rules/{rules}.")
    seats = many(number(), "The seat that answers.")
    sealed = flag("Answered with commitments that are all opened at once; otherwise openly, by one seat.")
    optional = flag("May be answered, but nobody waits for it.")
    phase = one_of("open", "opening", about="`opening`: locked, openings of client custody are awaited.")
    head = text("Log head of the entry that opened it: an opening names it.")
    n = number("Number of that entry.")
    awaited = many(number(), "Seats whose openings are awaited since the lock.")
    opened_at = moment()
    deadline_at = moment(allow_none=True)
    opening_ends_at = moment("Until when openings are awaited.", allow_none=True)
    left_until_at = moment(
        "Until when the rules' default orders leave it to you because you are looking at the table "
        "(`here` of `GET /v1/matches/{match}`); null: they do not leave it to you, or it is not yours.",
        allow_none=True,
    )
    seconds_left = number("Until the deadline, or the end of the openings.", allow_none=True)
    committed = many(
        number(),
        "Seats that have committed at some time. Your own bit is exact; others' are refreshed only at "
        "coarse intervals and not in the last minutes. Not covered by the ETag.",
    )
    custody = one_of("any", "client", "escrow", about="In whose custody you may seal: either, or only this one.")
    next_seq = number(
        "The number of your next act, which a seat with a key signs; null if you are not asked.", allow_none=True
    )
    mine = nested(OwnAct, "Your own last act.", allow_none=True)


class Revealing(Shape):
    """The table is closed, and seats that hold their entropy themselves have to send it before anything is dealt."""

    seats = many(number(), "The seats that have to: `reveal` of the entry `seated`.")
    deadline_at = moment(allow_none=True)
    seconds_left = number(allow_none=True)
    mine = flag("Whether your own entropy is still awaited.")


class KeyChange(Shape):
    """A seat asks the others at the table to agree to another signing key."""

    seat = number("The seat that asks.")
    key = text("The new Ed25519 public key.")
    seq = number("Counts the seat's keys; the signatures of the acts `key` and `consent` are over it.")
    consents = many(number(), "Seats that have agreed.")
    awaited = many(number(), "Seats that have yet to; with the last, the key changes.")


class GameView(Shape):
    """The game as you may know it."""

    match = text()
    seat = number("The viewer; null for spectators.", allow_none=True)
    n = number()
    head = text()
    view = thing("null before the start.", allow_none=True)


class DecisionList(Shape):
    """Decisions that stand in a match."""

    decisions = many(nested(Decision))
    server_time = moment()


class MoveList(Shape):
    """Legal moves of your seat: all of them, or a representative set where the schema allows unboundedly many."""

    decision = text()
    seat = number()
    moves = many(fields.Dict(), "Moves as the schema of the decision's kind describes.")


class Checked(Shape):
    """The result of checking a move."""

    legal = fields.Boolean()
    code = text("The rules' name for what is wrong.", allow_none=True)
    pointer = text("The place in the request.", allow_none=True)
    message = text("The remedy.", allow_none=True)
    words = text("A legal move in words, in the language asked for; else null.", allow_none=True)


class OrderedAnswer(Shape):
    """An answer that standing orders would give now."""

    decision = text()
    move = thing("The answer, as the rules' schema of the decision's kind says.")
    words = text("The same in words, in the language asked for.")


class CheckedOrders(Shape):
    """The result of checking standing orders, with the answers they would give now."""

    legal = fields.Boolean()
    code = text("The rules' name for what is wrong.", allow_none=True)
    pointer = text("The place in the request.", allow_none=True)
    message = text("The remedy.", allow_none=True)
    answers = many(nested(OrderedAnswer), "To decisions that ask you now.")


class SeatReliability(Shape):
    """A player's reliability: answers in time, of the last 100 that other people waited for."""

    asked = number("The number of these, at least 10.")
    answered = number("The number that came in time.")
    percent = number("Their share, rounded down.")


class LeastReliability(Shape):
    """The reliability required of people who sit down without an invitation."""

    percent = number("The share of answers in time that is required.")
    newcomers = flag("Whether people who were asked fewer than 10 times may join.")


class Guest(Shape):
    """A guest whom you have invited to your table."""

    guest = text("The name for `endInvitation`: the account, if you named one.")
    mail = text(
        "The address that you typed; null if you named the account, or if it has another address now.", allow_none=True
    )
    sent_at = moment("The time of the last letter to them.")
    times = number("Number of letters with the present invitation.")
    state = one_of(
        "unanswered",
        "joined",
        "declined",
        "withdrawn",
        "bounced",
        "gone",
        about="`joined`: sits at the table; `declined`: does not want to play, and may still join, but gets no more letters; "
        "`withdrawn`: by you; "
        "`bounced`: the letter came back (not covered by the match's ETag); `gone`: there is no such account any more.",
    )
    again = flag("Whether `invite` with `again` would write to them now: at most three letters, an hour apart.")


class Seat(Shape):
    """A place at the table. ``player`` is ``null`` while it is free."""

    seat = number("Counted from 0.")
    name = text()
    player = text("Opaque account id.", allow_none=True)
    bot = text(
        "The bot in this seat, null for people; `owned`: a bot account, which somebody's program plays.",
        allow_none=True,
    )
    owned_by = text("The account of the person who runs this bot account; null for all others.", allow_none=True)
    key = text("The Ed25519 public key that the seat signs with, if it signs.", allow_none=True)
    language = text(
        "The language that this person reads, while the match is in the lobby; null for bots and free seats, and once the "
        "match has begun. Not covered by the match's ETag.",
        allow_none=True,
    )
    reliability = nested(
        SeatReliability,
        "This person's punctuality, while the match is in the lobby; null below 10 answers, "
        "for bots and free seats, and once the match has begun. Not covered by the match's ETag.",
        allow_none=True,
    )


UNAVAILABLE = (
    "Ids of matches that belong in this list but cannot be shown now, because what is stored of them cannot be read."
)


class MatchSummary(Shape):
    """A match in a list."""

    match = text("Its id, a lower-case UUID.")
    title = text()
    rules = text("Rule set and version, pinned for this match.")
    options = thing("The game's options, complete.")
    seats = many(nested(Seat))
    seat = number("Your seat; null for spectators.", allow_none=True)
    status = one_of("lobby", "running", "closed")
    waiting_for = many(
        number(), "Seats whose answers it waits for; for other seats only as `committed` of a decision shows."
    )
    awaited_until_at = moment(
        "Until when the first of these answers is awaited; null: none is, or there is no deadline.", allow_none=True
    )
    outcome = thing("Winners and scores by seat, once it is over.", allow_none=True)
    over = text(
        "The reason for its end: finished, resigned, abandoned, cancelled, expired, unrevealed, stopped (by the operator).",
        allow_none=True,
    )
    stopped = text("The operator's reason for ending it; null: the operator did not.", allow_none=True)
    pace = thing("The time for each decision; see GET /v1/meta.")
    nights = one_of(
        "kept",
        "ignored",
        about="`kept`: no deadline ends in the night of those who have to answer (protocol section 12.16).",
    )
    grace_seconds = number("Time to reconsider once all answers are in.")
    hold_seconds = number(
        "The longest time that answers to open decisions are held back; 0: they are resolved at once."
    )
    paused_until_at = moment(
        "While the table pauses: the latest time at which it goes on. Nothing is asked until then.", allow_none=True
    )
    custody = one_of("any", "client")
    entropy = one_of("optional", "required")
    visibility = one_of("open", "private")
    start = one_of("when-full", "by-owner")
    least_reliability = nested(
        LeastReliability, "The players an open table takes without an invitation; null: anybody.", allow_none=True
    )
    assistants = one_of(
        "welcome",
        "unwanted",
        about="`unwanted`: an assistant neither shows this match to its player nor answers in it.",
    )
    rated = flag("Whether the result counts for the players' ratings.")
    tournament = text("The tournament that it belongs to; null: none.", allow_none=True)
    owner = text("Account id of its owner, who created it; `null` at tables of a tournament.", allow_none=True)
    reveal = nested(Revealing, "In a match that waits for the entropy of seats; see PUT .../entropy.", allow_none=True)
    created_at = moment()
    n = number("Number of the log's last entry.")
    head = text("The log's head after it.")


class Channel(Shape):
    """A channel that is open now; partners can talk nowhere else."""

    id = text("Names place and time; occurs once in a match.")
    seats = many(number(), "The seats that can speak and hear.")


class TableTalk(Shape):
    """The rules of talk at the table, and whether it is open now."""

    state = one_of(
        "open",
        "silent",
        "off",
        "strangers",
        "over",
        about="`silent`: the rules ask for it while the match runs; `off`: this table, or this installation, has no talk; "
        "`strangers`: none where anybody can sit down; `over`: the match ended too long ago.",
    )
    spectators = one_of("after", "open", about="The time from which spectators read it: after the end, or at once.")
    changes = number("Grows with everything said or erased that you may read; see `talk` of `getMatch`.")


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
    marks = many(number(), "Unopened commitments by seat.")
    invitation = text("For the owner and those seated: what others join with.", allow_none=True)
    guests = many(nested(Guest), "For the owner, while the match is in the lobby: who was invited, oldest first.")
    guests_awaited = number(
        "Number of unanswered invitations, for the owner and those seated, while the match is in the lobby; else 0."
    )
    pending = one_of("start", "cancel", "resign", about="An act that is about to take effect.", allow_none=True)
    resignation = nested(Resigned, "The receipt of your resigning: keep it.", allow_none=True)
    key_changes = many(nested(KeyChange), "Keys to which seats ask the others to agree (protocol section 12.9).")
    absence = nested(Absence, "The terms for players who stay away; null: none.", allow_none=True)
    extensions = nested(Extensions, "The extra time that seats may take without asking; null: none.", allow_none=True)
    pauses = nested(Pauses, "Pauses that people may agree on; null: none.", allow_none=True)
    time_requests = nested(
        TimeRequests,
        "The terms for asking the others for more time, and the requests; null: nobody can.",
        allow_none=True,
    )
    operator_extensions = nested(
        OperatorExtensions, "The extra time that the operator may give; null: none.", allow_none=True
    )
    vacation = one_of(
        "clock-stops",
        "plays-on",
        about="`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17).",
    )
    away = many(nested(Away), "Seats for whose vacation the clock has stopped, while it lasts.")
    view = thing("The game as you may know it; null before the start.", allow_none=True)
    orders_seq = number(
        "The `seq` of the last standing orders that you set or ended; 0: none, and `GET .../orders` has none."
    )
    decisions = many(nested(Decision))
    channels = many(nested(Channel), "Channels that are open to you.")
    talk = nested(TableTalk, "Whether people may talk at the table; see `listTalk`.")
    server_time = moment()


class CreatedMatch(Match):
    """A match that was just created, with the first entry of its log: check and keep it before you send anything of it."""

    created = nested(Line, "Entry 1 with its head and signature (protocol section 12.2).")


class NotCreated(Shape):
    """The problem (RFC 9457) that kept a match from being created, as `createMatch` would have answered it."""

    type = text("Stable, and the address of its page.", metadata={"format": "uri-reference"})
    title = text()
    status = number()
    detail = text("The error and its remedy.")
    errors = many(nested(Fault), "The parts of the request that are wrong.")
    retry_after = number("Seconds after which it may be allowed; null: waiting does not help.", allow_none=True)


class CreatedInBatch(Shape):
    """The outcome of one match of a batch: either `match` and `created`, or `problem`."""

    match = text("The new match; null: there is none.", allow_none=True)
    created = nested(
        Line, "Entry 1 of its log: check and keep it before you send anything of the match.", allow_none=True
    )
    problem = nested(NotCreated, allow_none=True)


class CreatedMatches(Shape):
    """The outcomes of the matches of a batch, in its order."""

    results = many(nested(CreatedInBatch))


class MatchPage(Shape):
    """A page of matches."""

    matches = many(nested(MatchSummary))
    unavailable = many(text(), UNAVAILABLE)
    next = text("Cursor of the next page.", allow_none=True)


class LogPage(Shape):
    """Entries of a match's log."""

    entries = many(nested(Line))
    next = number("The next `after`; null at the end.", allow_none=True)


class Message(Shape):
    """Something said between partners."""

    n = number("Number of its log entry; null while there is none.", allow_none=True)
    at = moment()
    channel = text()
    seat = number("The seat that says it.")
    state = one_of("said", "pending", "refused", about="`refused`: the channel had closed; nobody hears it.")
    salt = text("Together with the text it hashes to the commitment (protocol section 10).")
    commitment = text("Its commitment, all that the log holds until the end: `sm1_...`.")
    text = fields.String()


class MessageList(Shape):
    """Messages between partners, as far as you may know them."""

    messages = many(nested(Message))
    unsaid = many(nested(Message), "Your own that are not in the log.")
    next = number("The next `after`; null at the end.", allow_none=True)


class Remark(Shape):
    """Something said to the whole table: others' words, plain text. Either `text` or `reaction`."""

    id = number("Its number at this table; they grow.")
    at = moment()
    seat = number("The author's seat.")
    player = text("Account id of its author, who may have left the seat since.")
    name = text("The author's name at the table at that time.")
    reaction = one_of(*REACTIONS, allow_none=True, about="A few words that you show in the reader's language.")
    text = fields.String(allow_none=True)


class RemarkList(Shape):
    """The talk of a table, as far as you may read it."""

    remarks = many(nested(Remark))
    muted = many(number(), "Seats whose people you do not hear.")
    erased_at = moment("The time when all of it is erased by itself; null while the match goes on.", allow_none=True)
    next = number("The next `after`; null at the end.", allow_none=True)


class Margin(Shape):
    """Your own notes about a match, and how far you have read it."""

    seen = number("The last log entry that you had read before this visit; 0 on the first.")
    note = text("Your note; empty without one.")
    muted = many(text(), "Kinds of news that you do not want about this match.")


class MutedSeats(Shape):
    """The seats whose people you do not hear at a table."""

    muted = many(number(), "Their seats.")


class HeadLine(Shape):
    """The head of a match at some time."""

    match = text()
    n = number()
    head = text()
    at = moment()


class HeadPage(Shape):
    """Heads of all matches, oldest first."""

    heads = many(nested(HeadLine))
    cursor = text("Cursor to continue from, now or later.", allow_none=True)


class FeedEvent(Shape):
    """Something that happened."""

    id = text("Number of its log entry, a dot, its number in it: its id in streams.")
    n = number("Number of the log entry.")
    at = moment()
    decision = text(
        "The decision whose resolution it belongs to, or whose time; empty for what belongs to none, such as a vote or a pause."
    )
    event = thing(
        "The fact, as in the log: an event of the game, or what people did beside it, with the type of its entry."
    )
    text = fields.String(metadata={"description": "The same in words."})


class Feed(Shape):
    """Events in order."""

    events = many(nested(FeedEvent))
    next = number("The next `after`; null at the end.", allow_none=True)
    n = number("Number of the log's last entry: where to continue later.")
