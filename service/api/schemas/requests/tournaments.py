"""Announcing a tournament, and entering one."""

from __future__ import annotations

from typing import get_args

from engine.standings.pairing import MOST_AT_TABLE, MOST_PLACES, MOST_WANTED
from engine.standings.results import HIGHEST_RATING, TournamentFormat
from engine.standings.rounds import LEAST_ROUND_SECONDS, MOST_PLAYERS, MOST_ROUND_SECONDS, MOST_ROUNDS
from service.api.http.fields import Bytes32, Flag, JsonObject, Named, Patterned, Strict, Whole
from service.api.schemas.base import nested, one_of, text
from service.api.schemas.requests.accounts import LABEL
from service.api.schemas.requests.tables import AbsenceRequest, LeastReliabilityRequest
from service.matches.pace import DEFAULT_PACE, PACE_SCHEMA


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
        "equally many points meet; `knockout`: rounds, and who loses is out. In rounds there are tables of two.",
    )
    rounds = Whole(
        1,
        MOST_ROUNDS,
        load_default=5,
        about="Swiss: how many rounds at most; never more than half as many as entrants.",
    )
    round_seconds = Whole(
        LEAST_ROUND_SECONDS,
        MOST_ROUND_SECONDS,
        load_default=30 * 86_400,
        about="In rounds: how long one waits for its last tables. Then they count as ties, and the next begins.",
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
        2, MOST_PLAYERS, load_default=MOST_PLACES, about=f"The most entrants; a league: {MOST_PLACES} at most."
    )

    least_rating = Whole(
        0, HIGHEST_RATING, about="The least rating in its game with which one may enter. Without one, 1500 counts."
    )
    most_rating = Whole(0, HIGHEST_RATING, about="The greatest rating with which one may enter.")
    least_reliability = nested(LeastReliabilityRequest, "The share of answers in time that entrants need.")


class EntryRequest(Strict):
    """An entry to a tournament."""

    entropy = Bytes32(
        about="32 random bytes of yours: your part of the seed of the draw. The log has a commitment to them at once, and "
        "themselves with the draw. Left out: you add nothing."
    )
