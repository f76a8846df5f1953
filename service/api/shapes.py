"""Shapes of answers. Every member is always there; ``null`` where it does not apply. New members may be added any time."""

from __future__ import annotations

from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

from service.accounts import KINDS, SCOPES

B64 = r"[A-Za-z0-9_-]"
MOMENT = {"format": "date-time", "description": "RFC 3339, UTC, milliseconds."}


class Shape(Schema):
    """An answer: all members are required in the document."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    def on_bind_field(self, field_name: str, field_obj: Any) -> None:
        """Mark the member as always there."""
        field_obj.required = True


def text(about: str = "", **options: Any) -> fields.String:
    """Return a text member."""
    metadata = {**({"description": about} if about else {}), **options.pop("metadata", {})}
    return fields.String(metadata=metadata, **options)


def one_of(*values: str, about: str = "", **options: Any) -> fields.String:
    """Return a text member with a closed list of values."""
    return text(about, validate=validate.OneOf(values), **options)


def moment(about: str = "", **options: Any) -> fields.String:
    """Return a point in time."""
    return fields.String(metadata={**MOMENT, **({"description": about} if about else {})}, **options)


def number(about: str = "", **options: Any) -> fields.Integer:
    """Return a whole number."""
    return fields.Integer(metadata={"description": about} if about else {}, **options)


def flag(about: str) -> fields.Boolean:
    """Return true or false."""
    return fields.Boolean(metadata={"description": about})


def thing(about: str, **options: Any) -> fields.Dict:
    """Return any JSON object."""
    return fields.Dict(metadata={"description": about}, **options)


class Problem(Schema):
    """A refusal (RFC 9457)."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    type = fields.String(required=True, metadata={"format": "uri-reference", "description": "Stable; a page here."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "What is wrong, and the remedy."})
    errors = fields.List(fields.Nested("Fault"), metadata={"description": "What in the request is wrong."})
    act = thing("Your act that stands (conflicts).")


class Fault(Schema):
    """One thing wrong in a request: in the body (``pointer``), the query (``parameter``) or a header (``header``)."""

    class Meta:
        """Marshmallow's options."""

        unknown = EXCLUDE

    pointer = fields.String(metadata={"description": "JSON pointer (RFC 6901) into the body."})
    parameter = fields.String()
    header = fields.String()
    detail = fields.String(required=True)
    code = fields.String(metadata={"description": "The rules' own name for why a move is illegal."})


class Seat(Shape):
    """A place at the table. ``player`` is ``null`` while it is free."""

    seat = number("Counted from 0.")
    name = text()
    player = text("Opaque account id.", allow_none=True)
    bot = text("Which bot sits here, null for people.", allow_none=True)


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
    seconds_left = number("Until the deadline, or the end of the openings.", allow_none=True)
    committed = fields.List(
        number(),
        metadata={
            "description": "Seats that have committed at some time. Your own bit is exact; others' are refreshed only at "
            "coarse instants and stand still in the last minutes. Not covered by the ETag."
        },
    )
    mine = fields.Nested(OwnAct, allow_none=True, metadata={"description": "Your own last act."})


class MatchSummary(Shape):
    """A match in a list."""

    match = text("Its id, a lower-case UUID.")
    title = text()
    rules = text("Rule set and version, pinned for this match.")
    options = thing("The game's options, complete.")
    seats = fields.List(fields.Nested(Seat))
    seat = number("Where you sit; null for spectators.", allow_none=True)
    status = one_of("lobby", "running", "closed")
    outcome = thing("Winners and scores by seat, once it is over.", allow_none=True)
    over = text("Why it is closed: finished, resigned, cancelled, expired.", allow_none=True)
    pace = thing("How long decisions stand; see GET /v1/meta.")
    grace_seconds = number("Time to reconsider once all are in.")
    custody = one_of("any", "client")
    entropy = one_of("optional", "required")
    visibility = one_of("open", "private")
    start = one_of("when-full", "by-owner")
    owner = text("Account id of who created it.")
    created_at = moment()
    n = number("Number of the log's last entry.")
    head = text("The log's head after it.")


class Match(MatchSummary):
    """A match as you may see it."""

    data = text("Hash of the rule data.")
    marks = fields.List(number(), metadata={"description": "Unopened commitments by seat."})
    invitation = text("For the owner and those seated: what others join with.", allow_none=True)
    pending = one_of("start", "cancel", "resign", about="What happens in a moment.", allow_none=True)
    view = thing("The game as you may know it; null before the start.", allow_none=True)
    decisions = fields.List(fields.Nested(Decision))
    server_time = moment()


class MatchPage(Shape):
    """A page of matches."""

    matches = fields.List(fields.Nested(MatchSummary))
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


class Receipt(Shape):
    """What the server has accepted (protocol section 4)."""

    act = one_of("commit", "replace", "withdraw", "open")
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


class Acted(Shape):
    """An accepted act with its receipt."""

    receipt = fields.Nested(Receipt)
    signature = text("Ed25519 over the receipt, base64url.")
    opening = thing("The whole opening, where the server drew the salt: keep it.", allow_none=True)
    resolved = flag("Whether the decision has been resolved already (see Prefer: wait).")
    n = number("Number of the log's last entry as far as this answer knows.")


class Standing(Shape):
    """Your act that stands in a decision, with its receipt: the same bytes as when it was accepted."""

    receipt = fields.Nested(Receipt)
    signature = text()
    wait = fields.Boolean()
    opened = fields.Boolean()


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


class WaitingList(Shape):
    """What waits for you over all matches, the most urgent first."""

    waiting = fields.List(fields.Nested(Waiting))
    server_time = moment()


class Line(Shape):
    """An entry of the log with the head after it and the server's signature over that head."""

    entry = thing("n, at, type, body; see /protocol, section 7.")
    head = text()
    sig = text()


class LogPage(Shape):
    """Entries of a match's log."""

    entries = fields.List(fields.Nested(Line))
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


class Me(Shape):
    """Your account."""

    account = text("Your opaque player id.")
    name = text("What others call you.")
    mail = text()
    language = one_of("en", "de")
    zone = text("IANA time zone of your mails.")
    created_at = moment()
    verified = flag("Whether a login code sent to the mail was used.")
    bouncing = flag("Whether your provider refused our mails for good.")


class Kinds(Shape):
    """Which kinds of news come by mail."""


for _kind in KINDS:
    Kinds._declared_fields[_kind] = fields.Boolean()


class Notifications(Shape):
    """Which news come by mail."""

    kinds = fields.Nested(Kinds)
    muted_matches = fields.List(text())


class TokenInfo(Shape):
    """A token of yours, without its text."""

    id = text()
    name = text()
    scopes = fields.List(one_of(*SCOPES))
    created_at = moment()
    used_at = moment("Noted once an hour at most.", allow_none=True)
    expires_at = moment(allow_none=True)
    current = flag("Whether this request was made with it.")


class TokenList(Shape):
    """Your tokens, oldest first."""

    tokens = fields.List(fields.Nested(TokenInfo))


class NewToken(Shape):
    """A token just made; its text is shown this once."""

    token = text("Send it as `Authorization: Bearer <token>`.")
    account = text()
    info = fields.Nested(TokenInfo)


class Notice(Shape):
    """What was done with a request."""

    message = text()


class DroppedNews(Shape):
    """News that were not sent, and why."""

    kind = text()
    reason = text()


class Delivery(Shape):
    """One attempt to send you a mail."""

    mail = text("Left side of its Message-ID.")
    match = text("null for mails about your account.", allow_none=True)
    kinds = fields.List(text())
    state = text("sent, retry, dead, ambiguous (nobody can know), dropped; more may come.")
    attempt = number()
    at = moment()
    answer = text("What the mail server said.")
    dropped = fields.List(fields.Nested(DroppedNews))
    retry_at = moment(allow_none=True)


class DeliveryList(Shape):
    """Attempts to send you mails, newest first."""

    deliveries = fields.List(fields.Nested(Delivery))


class RulesSummary(Shape):
    """A rule set."""

    id = text("Name and version.")
    title = text()
    seats = fields.List(number(), metadata={"description": "Possible numbers of seats."})
    presets = fields.List(text())
    data = text("Hash of the rule data.")


class RulesList(Shape):
    """The rule sets of this installation."""

    rules = fields.List(fields.Nested(RulesSummary))


class Rules(Shape):
    """A rule set with its schemas."""

    id = text()
    title = text()
    seats = fields.List(number())
    data = text()
    options = thing("JSON Schema of the options of a match.")
    moves = thing("JSON Schema of the moves, by kind of decision.")
    orders = thing("JSON Schema of standing orders; null if there are none.", allow_none=True)
    presets = thing("Complete options, by name.")
    reconstructed = text("Which data are a reconstruction; empty: none.")


class Key(Shape):
    """A public key that signs receipts and log heads."""

    id = text("Short name, as receipts carry it.")
    algorithm = one_of("Ed25519")
    public_key = text("32 bytes, base64url.")
    valid_from = moment("null: since the beginning.", allow_none=True)
    valid_until = moment("null: still.", allow_none=True)


class QuotaInfo(Shape):
    """A quota."""

    name = text()
    requests = number()
    seconds = number()


class Meta(Shape):
    """What this installation says of itself."""

    name = text()
    version = text()
    server_time = moment()
    keys = fields.List(fields.Nested(Key), metadata={"description": "The first is the one in use."})
    rules = fields.List(text())
    bots = fields.List(text())
    pace = thing("JSON Schema of a match's pace.")
    quotas = fields.List(fields.Nested(QuotaInfo))
    longest_body = number("Bytes.")
    longest_wait = number("Seconds that Prefer: wait may ask for.")
    links = thing("Where documentation, protocol and document are.")


class Health(Shape):
    """Whether this process answers."""

    status = one_of("ok")


class Ready(Shape):
    """Whether the installation works."""

    status = one_of("ready", "degraded", "unready")
    store = text("ok, or what endangers acknowledged writes.")
    queue = text("ok, or away: then the clock alone finds what is due, a little later.")
    clock = text("ticking, or silent: then no deadline passes.")
    parked = number("Matches put aside because a step failed.")
