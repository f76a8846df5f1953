"""Opening a table and sitting down at it; announcing a tournament and entering one."""

from typing import get_args

from marshmallow import fields, validate

from engine.kit.text.phrases import LANGUAGES
from engine.match.table import TableTalk
from engine.protocol.agreements import (
    LONGEST_EXTENSION,
    LONGEST_NOTICE,
    LONGEST_PAUSE,
    LONGEST_REQUEST,
    MOST_EXTENSIONS,
    MOST_MISSES,
)
from engine.standings.ladder import LONGEST_VACATION
from engine.standings.pairing import MOST_AT_TABLE, MOST_PLACES, MOST_WANTED
from engine.standings.results import (
    HIGHEST_RATING,
    LEAST_AGAIN,
    LEAST_ANSWER,
    LEAST_BOARDS,
    LEAST_DIVISION,
    MOST_AGAIN,
    MOST_ANSWER,
    MOST_AT_ONCE,
    MOST_BOARDS,
    MOST_DIVISION,
    MOST_REACH,
    TournamentFormat,
)
from engine.standings.rounds import LEAST_ROUND_SECONDS, MOST_PLAYERS, MOST_ROUND_SECONDS, MOST_ROUNDS
from engine.standings.seasons import MOST_MATCHES
from engine.standings.teams import MOST_TEAMS
from service.api.http.fields import Bytes32, Flag, Invitee, JsonObject, Named, Patterned, Strict, Text, Whole
from service.api.schemas.base import many, nested, one_of, text
from service.api.schemas.requests.accounts import LABEL, TITLE
from service.keys.signing import BOX_BYTES
from service.matches.absence.absence import MISSES
from service.matches.absence.extensions import TIMES
from service.matches.absence.fair_hours import Nights
from service.matches.absence.pauses import USUAL, Policy
from service.matches.caps import MOST_BOTS
from service.matches.pace import DEFAULT_PACE, PACE_SCHEMA
from service.matches.seating.creation import BOTS

BOX_TEXT = -(-4 * BOX_BYTES // 3)
"""Letters of base64url of a sealed box."""


class AbsenceRequest(Strict):
    """Rules for players who stay away: they are told, then the others are asked."""

    misses = Whole(1, MOST_MISSES, load_default=MISSES, about="After how many answers missed in a row.")
    majority = one_of(
        "all",
        "most",
        about="The majority of the others that decides: all of them, or more than half.",
        load_default="most",
    )
    notice_seconds = Whole(
        1,
        LONGEST_NOTICE,
        about="The time between telling the absent player and asking the others. Left out: half the time of a decision, at "
        "most a day.",
    )
    substitutes = Flag(
        load_default=True, about="Whether people may take over seats, as bots do (protocol section 12.15)."
    )
    handing = Flag(
        load_default=True,
        about="Whether people who are there may hand their seats over, if the others agree (protocol section 12.20).",
    )


class TimeRequestsRequest(Strict):
    """Rules for asking the others for more time in a match."""

    majority = one_of(
        "all",
        "most",
        about="The majority of the others that has to grant it: all of them, or more than half.",
        load_default="most",
    )
    seconds = Whole(
        1,
        LONGEST_REQUEST,
        about="The most that one may ask for at once. Left out: three times the time of a decision, at most 14 days.",
    )


class ExtensionsRequest(Strict):
    """More time that each seat may take in a match without asking anybody."""

    times = Whole(1, MOST_EXTENSIONS, load_default=TIMES, about="The limit for the whole match.")
    seconds = Whole(
        1,
        LONGEST_EXTENSION,
        about="The time by which a deadline moves. Left out: half the time of a decision, at most a day.",
    )


class PausesRequest(Strict):
    """Rules for pauses that the people at the table may agree on."""

    majority = one_of(
        "all", "most", about="The majority that has to want it: all of them, or more than half.", load_default="all"
    )
    seconds = Whole(1, LONGEST_PAUSE, load_default=USUAL, about="The longest time that the match stands still at once.")


class LeastReliabilityRequest(Strict):
    """The reliability required of people who sit down without an invitation."""

    percent = Whole(
        1, 100, required=True, about="The share of answers in time, of the last 100 that others waited for."
    )
    newcomers = Flag(load_default=True, about="Whether people who were asked fewer than 10 times may join.")


class MatchRequest(Strict):
    """A match to create."""

    rules = Patterned(
        r"[a-z0-9._/@-]{1,64}",
        "a rules id of GET /v1/rules, or a game's name: its newest rules",
        required=True,
        about="A rules id from GET /v1/rules that is not superseded, or a game's name, which means its newest rules.",
    )
    seats = Whole(
        1, 8, load_default=2, about="As many as the rules and the preset allow: `preset_seats` of GET /v1/rules."
    )
    options = JsonObject(
        load_default=dict,
        about="By the schema `options` in GET /v1/rules/{rules}, or one of its `presets`. Left out: as with {}.",
        metadata={"type": "object"},
    )
    title = Named("title", 0, 80, load_default="", about=TITLE)
    pace = JsonObject(load_default=lambda: dict(DEFAULT_PACE), metadata=PACE_SCHEMA)
    grace_seconds = Whole(
        0, 3600, load_default=60, about="Time to reconsider once all answers are in, before the lock."
    )
    hold_seconds = Whole(
        0,
        86_400,
        about="Answers to open decisions are held back for a secret part of this time, so that standing orders "
        "cannot be told from people. Shorter than a decision stands. Left out: as the game has it (`hold_seconds` in "
        "GET /v1/rules/{rules}), 0 if all others are bots.",
    )
    custody = one_of(
        "any", "client", about="`client`: nobody may leave the opening with the server.", load_default="any"
    )
    entropy = one_of(
        "optional",
        "required",
        about="`required`: every seat adds 32 random bytes to the shuffle.",
        load_default="optional",
    )
    visibility = one_of(
        "open", "private", about="`private`: only people with the invitation may join or look.", load_default="open"
    )
    talk = one_of(
        *get_args(TableTalk),
        about="The time from which spectators read the table's talk: `after` the end, or at once (`open`); "
        "`none`: nobody talks at this table.",
        load_default="after",
    )
    start = fields.String(load_default="when-full", validate=validate.OneOf(("when-full", "by-owner")))
    bots = many(
        fields.String(validate=validate.OneOf(BOTS)),
        "Seats that bots take at once: `steady` is calm, `keen` and `sharp` think ahead and take some seconds for it, "
        "`random` does anything. Which of them play a game: `bots` of GET /v1/rules. Left out: none.",
        load_default=list,
        validate=validate.Length(max=MOST_BOTS),
    )
    invite = many(
        Invitee(),
        "Email addresses or accounts that get the invitation by mail. Left out: none.",
        load_default=list,
        validate=validate.Length(max=16),
    )
    invite_language = one_of(
        *LANGUAGES, about="Language of letters to people who have never signed in. Left out: your own."
    )
    sit = Flag(load_default=True, about="Whether you take a seat at once, without entropy.")
    absence = nested(
        AbsenceRequest,
        "The terms for players who stay away (protocol section 12.12); null: none, the rules answer "
        "for them to the end. Left out: as with {}.",
        allow_none=True,
        load_default=dict,
    )

    extensions = nested(
        ExtensionsRequest,
        "The extra time that each seat may take without asking (protocol section 12.13); null: none. "
        "Left out: as with {}.",
        allow_none=True,
        load_default=dict,
    )

    pauses = nested(
        PausesRequest,
        "Pauses that the people at the table may agree on (protocol section 12.14); null: none. Left out: as with {}.",
        allow_none=True,
        load_default=dict,
    )

    time_requests = nested(
        TimeRequestsRequest,
        "The terms for asking the others for more time (protocol section 12.18); null: nobody may. "
        "Left out: as with {}.",
        allow_none=True,
        load_default=dict,
    )

    nights = one_of(
        *get_args(Nights),
        about="`kept`: a deadline that would end in the night of those who have to answer moves on to their "
        "morning (protocol section 12.16); `ignored`: it does not. Left out: kept where decisions stand for 12 hours or "
        "more, but not with a daily hour that is itself at night.",
    )

    vacation = one_of(
        *get_args(Policy),
        about="`clock-stops`: what waits for somebody on vacation waits until after it (protocol section 12.17); "
        "`plays-on`: orders and rules answer. Left out: `clock-stops` in private matches whose decisions stand for 12 hours "
        "or more.",
    )

    least_reliability = nested(
        LeastReliabilityRequest,
        "The players an open table takes without an invitation; null: anybody. Private tables have none.",
        allow_none=True,
        load_default=None,
    )

    assistants = one_of(
        "welcome",
        "unwanted",
        about="Whether players may be helped by a computer's assistant. The server cannot know who is behind a "
        "token: everybody at the table sees this, and `siegelpost mcp` keeps to it.",
        load_default="welcome",
    )
    rated = Flag(
        about="Whether the result counts for the players' ratings (GET /v1/ratings/{game}). A rated table is "
        "public, is for people with an account alone, and plays a preset of the game as it stands.",
        load_default=False,
    )


class MatchBatch(Strict):
    """Matches to create at once."""

    matches = many(nested(MatchRequest), required=True, validate=validate.Length(min=1, max=10))


class SeatRequest(Strict):
    """A request to take a seat."""

    invitation = Text(1, 100, about="Needed for private matches.")
    entropy_commitment = Patterned(
        r"se1_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]",
        "'se1_' and 43 characters of base64url that stand for 32 bytes",
        about="The commitment to 32 random bytes of yours that go into the shuffle, which names the seat of the "
        "path (protocol section 12.2).",
    )
    entropy_custody = one_of(
        "escrow", "client", about="The holder of these bytes until the table is closed: the resolver, in a box, or you."
    )
    entropy_box = Text(1, BOX_TEXT, about="With escrow: the bytes sealed to `resolver` of the log's first entry.")
    key = Bytes32(about="Your Ed25519 public key, if you sign what you do (protocol section 12.9).")


class TournamentRequest(Strict):
    """A tournament to announce."""

    name = Named("title", 1, 60, required=True, about=f"{LABEL} One script a word, no link.")
    rules = Patterned(
        r"[a-z0-9._/@-]{1,64}",
        "a rules id of GET /v1/rules, or a game's name: its newest rules",
        required=True,
        about="A rules id that is not superseded, or a game's name for its newest rules.",
    )
    closes_at = text(
        "The close of entries, like 2026-12-24T18:00:00.000Z: in a minute at least, in 60 days at most.",
        required=True,
        metadata={"format": "date-time"},
    )
    format = one_of(
        *get_args(TournamentFormat),
        load_default="league",
        about="`league`: everybody meets everybody, and all tables begin at once; `swiss`: rounds in which those with "
        "equally many points meet; `knockout`: rounds, and who loses is out; `seasons`: divisions in which everybody meets "
        "everybody, season after season, and the best go up, the last down; `ladder`: whoever challenges somebody further up and "
        "wins takes that place; `teams`: rounds in which each team meets another one, board against board. All but `league` have "
        "tables of two.",
    )
    rounds = Whole(
        1,
        MOST_ROUNDS,
        load_default=5,
        about="Swiss: how many rounds at most; never more than half as many as entrants. Seasons: how many; "
        f"at most {MOST_MATCHES} matches in all.",
    )
    round_seconds = Whole(
        LEAST_ROUND_SECONDS,
        MOST_ROUND_SECONDS,
        load_default=30 * 86_400,
        about="In rounds: how long one waits for its last tables. Then they count as ties (in seasons for nobody), and the next "
        "begins. Ladder: how long it goes on; what is open then counts for nobody.",
    )
    reach = Whole(1, MOST_REACH, load_default=3, about="Ladder: how many places further up one may challenge.")
    at_once = Whole(
        1, MOST_AT_ONCE, load_default=1, about="Ladder: how many challenges of one player can be open at a time."
    )
    answer_seconds = Whole(
        LEAST_ANSWER,
        MOST_ANSWER,
        load_default=7 * 86_400,
        about="Ladder: the time to answer a challenge; whoever does not loses the place. Vacations entered before it add at most "
        f"{LONGEST_VACATION // 86_400_000} days.",
    )
    again_seconds = Whole(
        LEAST_AGAIN,
        MOST_AGAIN,
        load_default=14 * 86_400,
        about="Ladder: how long two players who have met cannot challenge each other.",
    )
    division_size = Whole(
        LEAST_DIVISION,
        MOST_DIVISION,
        load_default=6,
        about="Seasons: players in each division; the last one may have up to half as many more, or less.",
    )
    moving = Whole(
        1, MOST_DIVISION // 2, load_default=1, about="Seasons: how many go up and down between two divisions."
    )
    boards = Whole(
        LEAST_BOARDS,
        MOST_BOARDS,
        load_default=4,
        about=f"Teams: how many of each play at a time. A team has at most {MOST_BOARDS} members: those beyond are reserves.",
    )
    seats = Whole(2, MOST_AT_TABLE, load_default=2, about="Seats of each table.")
    tables = Whole(
        1,
        MOST_WANTED,
        load_default=3,
        about="At tables of three and more: how many tables each entrant has at least. At tables of two "
        "everybody meets everybody.",
    )
    options = JsonObject(load_default=dict, about="Options of the game.", metadata={"type": "object"})
    pace = JsonObject(load_default=lambda: dict(DEFAULT_PACE), metadata=PACE_SCHEMA)
    absence = nested(
        AbsenceRequest,
        "The terms for players who stay away, as at any table; null: none.",
        allow_none=True,
        load_default=dict,
    )
    rated = Flag(load_default=False, about="Whether its results count for ratings.")
    least = Whole(2, MOST_PLAYERS, load_default=2, about="With fewer entrants it is cancelled when entries close.")
    most = Whole(
        2,
        MOST_PLAYERS,
        about=f"The most entrants; a league: {MOST_PLACES} at most, teams: {MOST_TEAMS}. Left out: as many; other "
        f"formats: {MOST_PLACES}.",
    )

    least_rating = Whole(
        0, HIGHEST_RATING, about="The least rating in its game with which one may enter. Without one, 1500 counts."
    )
    most_rating = Whole(0, HIGHEST_RATING, about="The greatest rating with which one may enter.")
    least_reliability = nested(LeastReliabilityRequest, "The share of answers in time that entrants need.")


class ChallengeRequest(Strict):
    """A challenge in a ladder."""

    rival = text("The account id of a player in `rivals`.", required=True)


class ChallengeAnswer(Strict):
    """An answer to a challenge."""

    accept = Flag(required=True, about="True: a match begins. False: the challenger takes your place.")


class EntryRequest(Strict):
    """An entry to a tournament."""

    entropy = Bytes32(
        about="32 random bytes of yours: your part of the seed of the draw. The log has a commitment to them at once, and "
        "themselves with the draw. Left out: you add nothing."
    )
    team_name = Named(
        "name",
        1,
        40,
        about="In a league of teams: the name of a team that you found, and whose captain you are; like no other team's there.",
    )
    invitation = Text(1, 40, about="In a league of teams: `invitation` of the team that you join; its captain has it.")
