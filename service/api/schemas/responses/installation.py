"""Responses about the installation itself."""

from marshmallow import fields

from engine.kit.text.phrases import LANGUAGES
from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text, thing

InLanguages = type(
    "InLanguages",
    (Shape,),
    {"__doc__": "A text in every language of this installation."} | {one: text() for one in LANGUAGES},
)


class RulesSummary(Shape):
    """A rule set."""

    id = text("Name and version.")
    title = text()
    titles = nested(InLanguages, "The game's name.")
    about = nested(InLanguages, "The game in three sentences, for somebody who has never heard of it.")
    length = nested(InLanguages, "About how many turns a match has and how long one takes.")
    preset_titles = thing("The presets' names.", keys=text(), values=nested(InLanguages))
    preset_seats = thing("Each preset's possible numbers of seats.", keys=text(), values=many(number()))
    seats = many(number(), "Possible numbers of seats.")
    presets = many(text())
    bots = many(text(), "The bots that can be seated, those that think ahead included.")
    data = text("Hash of the rule data.")
    superseded_by = text(
        "The rules that new matches are played by instead; null: these are the newest.", allow_none=True
    )


class RulesList(Shape):
    """The rule sets of this installation."""

    rules = many(nested(RulesSummary))


class LegendEntry(Shape):
    """A sign of a game's pictures."""

    sign = text("The sign, an SVG document of its own.")
    words = text("Its meaning.")


class Rules(Shape):
    """A rule set with its schemas."""

    id = text()
    title = text()
    titles = nested(InLanguages, "The game's name.")
    about = nested(InLanguages, "The game in three sentences, for somebody who has never heard of it.")
    length = nested(InLanguages, "About how many turns a match has and how long one takes.")
    preset_titles = thing("The presets' names.", keys=text(), values=nested(InLanguages))
    preset_seats = thing("Each preset's possible numbers of seats.", keys=text(), values=many(number()))
    seats = many(number())
    data = text()
    options = thing("JSON Schema of the options of a match.")
    moves = thing("JSON Schema of the moves, by kind of decision.")
    view = thing("JSON Schema of the view of a seat or a spectator; the same for every version of a game.")
    events = thing("JSON Schema of one event; the same for every version of a game.")
    orders = thing("JSON Schema of standing orders; null if there are none.", allow_none=True)
    orders_default = thing(
        "The default answer for people whose standing orders leave it out; null: none. Rules with `unasked` mean "
        "matches in which answers take an hour or more.",
        allow_none=True,
    )
    unasked = thing("The default answers given instead of asking: moves, by kind of open decision.")
    orders_shown = flag("Whether the log shows which open decisions were answered by orders.")
    escrow_only = many(
        text(), "Kinds of sealed decisions that take no commitment of client custody (protocol section 12.6)."
    )
    hold_seconds = number("The default `hold_seconds` of a match.")
    presets = thing("Options, by name: send one as `options` of a new match. Anything left out has the rules' default.")
    bots = many(text(), "The bots that can be seated, those that think ahead included.")
    preset_data = thing(
        "Hash of the data named by a match of each preset; empty: all name `data`.", keys=text(), values=text()
    )
    reconstructed = text("The data that are a reconstruction; empty: none.")
    superseded_by = text(
        "The rules that new matches are played by instead; null: these are the newest.", allow_none=True
    )
    order_names = thing(
        "Names for people of the cards that standing orders name by a key, by language and key.",
        keys=text(),
        values=fields.Dict(keys=text(), values=text()),
    )
    legend = thing("The meaning of the pictures' signs, by language.", keys=text(), values=many(nested(LegendEntry)))


class Key(Shape):
    """A public key that signs receipts and log heads: those of the matches whose first log entry names it.

    The first key is that of new matches. The ones before stay listed, because logs and receipts are checked with them.
    """

    id = text("Short name, as receipts carry it.")
    algorithm = one_of("Ed25519")
    public_key = text("32 bytes, base64url.")
    valid_from = moment("The time of the first match with it; null: from the beginning.", allow_none=True)
    valid_until = moment("The time when it was given up; null: matches may still use it.", allow_none=True)


class QuotaInfo(Shape):
    """A quota."""

    name = text()
    milliseconds = number("The processor time for requests of one account, or network, in that time.")
    seconds = number()


class WitnessInfo(Shape):
    """A witness of the log of all matches."""

    name = text()
    vkey = text("Its verifier key (c2sp.org/signed-note).")


class LogInfo(Shape):
    """The log of all matches (c2sp.org/tlog-tiles)."""

    origin = text("Its name, the first line of its checkpoints.")
    vkey = text("Its verifier key (c2sp.org/signed-note): the first of `keys` under the log's name.")
    checkpoint = text("Address of its latest checkpoint.")
    tiles = text("Address of its tiles.")
    witnesses = many(nested(WitnessInfo), "The witnesses asked to cosign. The reader chooses whom to trust.")


class ResultsInfo(Shape):
    """The log of results, from which all ratings follow; the witnesses are those of the log of all matches."""

    origin = text("Its name, the first line of its checkpoints.")
    vkey = text("Its verifier key (c2sp.org/signed-note).")
    export = text("Address of all of it: the file that `siegelpost verify-ratings` checks.")
    checkpoint = text("Address of its latest checkpoint.")
    tiles = text("Address of its tiles.")


class MatchQuotas(Shape):
    """The quotas of matches of an account; an operator may allow one account more or fewer."""

    created = number("Created in `seconds`.")
    created_by_guest = number("The same of a guest account.")
    seconds = number()
    waiting = number("That wait for players.")
    unfinished = number("In which it sits and that are not over.")
    unfinished_of_guest = number("The same of a guest account.")


class Meta(Shape):
    """The installation's facts about itself."""

    name = text()
    version = text()
    commit = text("The commit of its sources; empty: unknown.")
    server_time = moment()
    keys = many(nested(Key), "The first is the one in use.")
    rules = many(text(), "Rules for new matches; for all rules see GET /v1/rules.")
    bots = many(text(), "All bots; which of them play a game: GET /v1/rules.")
    pace = thing("JSON Schema of a match's pace.")
    quotas = many(nested(QuotaInfo))
    match_quotas = nested(MatchQuotas, "The number of matches; null where nobody counts.", allow_none=True)
    longest_body = number("Bytes.")
    longest_wait = number("Seconds that Prefer: wait may ask for.")
    halted = text("The operator's reason for halting the service; null while it runs.", allow_none=True)
    halted_until = moment(
        "The planned end of the halt; null: the operator did not say, or the service runs.", allow_none=True
    )
    announcement = nested(InLanguages, "The operator's announcement to everybody; null: none.", allow_none=True)
    results = nested(ResultsInfo)
    log = nested(LogInfo)
    links = thing("Addresses of the documentation, the protocol and the OpenAPI document.")


class Health(Shape):
    """A sign of life of this process."""

    status = one_of("ok")


class Ready(Shape):
    """The health of the installation."""

    status = one_of("ready", "degraded", "unready")
    store = text("ok, or what endangers acknowledged writes.")
    queue = text("ok, or away: then only the clock finds what is due, a little later.")
    clock = text("ticking, silent, or why it stands still; unless it ticks, no deadline passes.")
    parked = number("Matches parked because a step failed or their record cannot be read; the operator sees why.")
    halted = flag("Whether the operator has halted the service; `getMeta` says why and until when.")
    client = text("The address from which this request came, as quotas see it: a proxy's own if it is not trusted.")
    archive = one_of(
        "none",
        "ok",
        "away",
        about="The place of finished matches. Away: those that have moved there cannot be read now; nothing else is affected.",
    )
