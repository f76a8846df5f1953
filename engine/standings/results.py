"""Entries of the log of results: results of matches, epochs of ratings, voided results, tournaments.

An entry is canonical JSON, and a leaf of the log's tree as it stands. It names players by their opaque ids alone, so that
an account can be deleted while its results remain. How ratings follow from entries: :mod:`engine.standings.ratings`; how
the tables and standings of tournaments do: :mod:`engine.standings.tournaments`.

The seat's result counts for the player who was dealt in. Whoever takes the seat over later, a bot or a person, plays for
that player and is not rated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NotRequired, TypedDict, cast, get_args

from engine.contract import Json, Outcome
from engine.match.table import LeastReliability, Table
from engine.protocol.agreements import WHY, Absence
from engine.protocol.beacon import Beacon
from engine.protocol.body_forms import ABSENCE, BEACON, MATCH, MOST_SEATS, PACE, PLAYER, SEAT
from engine.protocol.canon import NotCanonical, canonical, parse_canonical
from engine.protocol.forms import (
    IDENTIFIED,
    Form,
    Misformed,
    an_object,
    data,
    either,
    flag,
    instant,
    nullable,
    one_of,
    record,
    several,
    text,
    whole,
)
from engine.protocol.log import timestamp
from engine.standings.pairing import MOST_AT_TABLE, MOST_PLACES, MOST_WANTED
from engine.standings.rounds import MOST_PLAYERS, MOST_ROUND_SECONDS, MOST_ROUNDS

LONGEST_ENTRY = 65_535
"""Bytes that a leaf may have (c2sp.org/tlog-tiles)."""
HIGHEST_RATING = 9_999
"""The greatest bound of a rating in an entry condition."""
LEAST_DIVISION, MOST_DIVISION = 3, 8
"""The least and greatest size of a division."""
MOST_MILLIONTHS = 10**12

LEAST_AGAIN, MOST_AGAIN = 86_400, 60 * 86_400
"""The least and greatest time in seconds until two players of a ladder may meet again."""
LEAST_ANSWER, MOST_ANSWER = 3_600, 30 * 86_400
"""The least and greatest time in seconds to answer a challenge."""
MOST_REACH, MOST_AT_ONCE = 10, 3
LEAST_BOARDS, MOST_BOARDS = 2, 8
"""The least number of boards of a team; the greatest, which is that of its members, too."""

TournamentFormat = Literal["league", "swiss", "knockout", "seasons", "ladder", "teams"]
Answer = Literal["accepted", "declined", "silent"]
Reason = Literal["finished", "resigned", "abandoned"]
End = Literal["played", "resigned", "abandoned", "replaced"]


class SeatResult(TypedDict):
    """The result of a seat: the player who was dealt in, the place (shared if tied), and how it ended for the seat.

    ``team`` is the lowest seat of those that win and lose together. ``mu`` and ``sigma`` are the player's rating after the
    match, in millionths; a result that still waits for the log has neither.
    """

    player: str
    place: int
    end: End
    team: int
    mu: NotRequired[int]
    sigma: NotRequired[int]


class Result(TypedDict):
    """A rated match ended: ``n`` and ``head`` of the last entry in its log, and the ``reason`` in ``closed``."""

    type: Literal["result"]
    match: str
    game: str
    rules: str
    n: int
    head: str
    at: str
    reason: Reason
    seats: list[SeatResult]


class Epoch(TypedDict):
    """From here on ratings are computed by this version of the library with these parameters (millionths)."""

    type: Literal["epoch"]
    library: Literal["openskill"]
    version: str
    model: str
    mu: int
    sigma: int
    beta: int
    kappa: int
    tau: int


class Void(TypedDict):
    """The operator voids the result of a match, and says why: from here on it has never counted."""

    type: Literal["void"]
    match: str
    at: str
    why: str


class Opened(TypedDict):
    """A tournament is announced: its terms, and the commitment to the server's part of its seed.

    ``seats`` are those of a table, ``tables`` how many each entrant of a league shall have at least, ``closes`` when
    entries close. Formats in rounds have ``round_seconds``, how long a round waits for its last tables; Swiss has ``rounds``.
    A league in seasons has both, for its seasons, players in each division, and how many of them go up and down. A ladder,
    which takes ``round_seconds`` in all, has how many places above one may challenge, how many at once, the time to answer,
    and that until the same two may meet again. A league of teams has ``round_seconds`` and ``boards``, and
    counts teams as entrants.
    Entry conditions, where there are any: bounds of the rating in its game, 1500 without one, and a reliability.
    """

    type: Literal["opened"]
    tournament: str
    at: str
    by: str
    format: TournamentFormat
    method: str
    rules: str
    options: dict[str, Json]
    seats: int
    tables: int
    pace: dict[str, Json]
    absence: Absence | None
    rated: bool
    least: int
    most: int
    closes: str
    commitment: str
    beacon: Beacon | None
    rounds: NotRequired[int]
    round_seconds: NotRequired[int]
    division_size: NotRequired[int]
    moving: NotRequired[int]
    reach: NotRequired[int]
    at_once: NotRequired[int]
    answer_seconds: NotRequired[int]
    again_seconds: NotRequired[int]
    boards: NotRequired[int]
    least_rating: NotRequired[int]
    most_rating: NotRequired[int]
    least_reliability: NotRequired[LeastReliability]


class Entered(TypedDict):
    """An account enters; ``entropy`` commits to its part of the seed, for the number of this entry among its like.

    ``team`` is the number of the entry that founded the team which it joins, its own if it founds one.
    """

    type: Literal["entered"]
    tournament: str
    at: str
    player: str
    entropy: str | None
    team: NotRequired[int]


class Left(TypedDict):
    """An account is out: before the draw it has not entered, afterwards it has no place; its matches count as the method says."""

    type: Literal["left"]
    tournament: str
    at: str
    player: str


class DrawnTable(TypedDict):
    """A table of a tournament: the id of its match, and the players by seat."""

    match: str
    players: list[str]


class SignedRound(TypedDict):
    """A round of a beacon, and its signature in hex."""

    round: int
    signature: str


class Drawn(TypedDict):
    """Entries have closed: the server's part of the seed, the entrants' by number, and the tables that follow.

    ``fewest`` and ``most`` say how often two entrants meet. A format in rounds has no tables yet, but the entrants in the
    ``order`` drawn, which gives them their numbers, in a league of teams
    team after team. That of a league in seasons, and of a ladder, is by their ``ratings`` as
    they stood behind the first ``ratings_at`` entries of the log.
    """

    type: Literal["drawn"]
    tournament: str
    at: str
    seed: str
    entropies: list[str | None]
    beacon: SignedRound | None
    tables: list[DrawnTable]
    fewest: int
    most: int
    order: NotRequired[list[str]]
    ratings: NotRequired[list[int]]
    ratings_at: NotRequired[int]


class Paired(TypedDict):
    """A round is paired: its tables, who has none and counts as a winner, and the ``library`` that found it (null: none).

    A season has ``divisions`` of players, the best first.
    """

    type: Literal["paired"]
    tournament: str
    at: str
    round: int
    library: str | None
    version: str | None
    tables: list[DrawnTable]
    byes: list[str]
    divisions: NotRequired[list[list[str]]]


class Challenged(TypedDict):
    """A player of a ladder challenges a ``rival`` further up, who can answer until then. Challenges are numbered from 1."""

    type: Literal["challenged"]
    tournament: str
    at: str
    player: str
    rival: str
    answer_by: str


class Answered(TypedDict):
    """A challenge is answered: accepted, with the table that begins; declined, or not in time: the challenger wins."""

    type: Literal["answered"]
    tournament: str
    at: str
    challenge: int
    answer: Answer
    table: DrawnTable | None


class Struck(TypedDict):
    """A match of a ladder, which the operator has voided: places are from here on as though it had never counted."""

    type: Literal["struck"]
    tournament: str
    at: str
    match: str


class Cancelled(TypedDict):
    """Entries have closed with too few entrants; the seed is published all the same."""

    type: Literal["cancelled"]
    tournament: str
    at: str
    seed: str


class Scored(TypedDict):
    """A match of a tournament is over, as in :class:`Result`; ``unplayed`` has no seats and counts for nobody."""

    type: Literal["scored"]
    tournament: str
    match: str
    game: str
    rules: str
    n: int
    head: str
    at: str
    reason: Reason | Literal["unplayed"]
    seats: list[SeatResult]


class Ended(TypedDict):
    """Every table that counts is scored: the final standings."""

    type: Literal["ended"]
    tournament: str
    at: str
    standings: list[Standing]
    teams: NotRequired[list[TeamStanding]]


class Tally(TypedDict):
    """A place (None for a player who is out), points and tie-breaks, as in :class:`Standing` and :class:`TeamStanding`."""

    place: int | None
    points: int
    direct: int
    strength: int
    won: int
    played: int


class Standing(Tally):
    """An entrant's standing; ``place`` is None for who is out. Points are two for each opponent beaten, one for a tie.

    The tie-breaks, in their order: ``direct`` points against those with as many points, ``strength`` the points of those
    beaten and half of those tied with (twice, to have integers), ``won`` opponents. ``played``: tables that are scored.
    In Swiss ``strength`` are the points of all opponents, and ``direct`` is 0; in a knock-out and a ladder both are.
    ``division``, in a league in seasons, counts from 1; 0 is for who begins with the next season. In a league of teams
    ``place`` is that of the ``team``, and the rest counts boards.
    """

    player: str
    division: NotRequired[int]
    team: NotRequired[int]


class TeamStanding(Tally):
    """The standing of a team, by the number of the entry that founded it; ``place`` is None if nobody of it is left.

    Points are two for each encounter won, one for a tie. The tie-breaks, in their order: ``direct`` points against teams with
    as many, ``strength`` board points, ``won`` encounters. ``played``: encounters without an open board.
    """

    team: int


TournamentEntry = Opened | Entered | Left | Drawn | Paired | Challenged | Answered | Struck | Cancelled | Scored | Ended
Entry = Result | Epoch | Void | TournamentEntry

_MILLIONTHS = whole(1, MOST_MILLIONTHS)
_MOST_ENTERED = 256
"""The most entries of a tournament, of accounts that left again, too."""
_OF_MATCH: dict[str, Form] = {
    "match": MATCH,
    "game": IDENTIFIED,
    "rules": IDENTIFIED,
    "n": whole(1),
    "head": data(32),
    "at": instant,
}
_SEAT: dict[str, Form] = {"player": PLAYER, "place": whole(1, MOST_SEATS), "end": one_of(*get_args(End)), "team": SEAT}
_RATED_SEAT = record({**_SEAT, "mu": whole(-MOST_MILLIONTHS, MOST_MILLIONTHS), "sigma": _MILLIONTHS})
_COUNT = whole(0, 10**6)
_COUNTS = dict.fromkeys(("points", "direct", "strength", "won", "played"), _COUNT)
_PLACE = nullable(whole(1, MOST_PLAYERS))
_VERSION = text(r"[0-9A-Za-z.+]{1,32}", "a version")
_TABLE = record({"match": MATCH, "players": several(PLAYER, MOST_PLACES, least=2)})


def _of_tournament(kind: str, members: dict[str, Form], optional: dict[str, Form] | None = None) -> Form:
    return record({"type": one_of(kind), "tournament": MATCH, "at": instant, **members}, optional)


_FORM: Form = either(
    "type",
    {
        "result": record(
            {
                "type": one_of("result"),
                **_OF_MATCH,
                "reason": one_of(*get_args(Reason)),
                "seats": several(_RATED_SEAT, MOST_SEATS, least=2),
            }
        ),
        "epoch": record(
            {
                "type": one_of("epoch"),
                "library": one_of("openskill"),
                "version": _VERSION,
                "model": text(r"[A-Za-z]{1,64}", "the name of a model"),
                **dict.fromkeys(("mu", "sigma", "beta", "kappa", "tau"), _MILLIONTHS),
            }
        ),
        "void": record(
            {"type": one_of("void"), "match": MATCH, "at": instant, "why": text(WHY, "one line of 1 to 200 characters")}
        ),
        "opened": _of_tournament(
            "opened",
            {
                "by": PLAYER,
                "format": one_of(*get_args(TournamentFormat)),
                "method": text(r"[a-z]{1,16}@[0-9]{1,4}", "a way of making tables"),
                "rules": IDENTIFIED,
                "options": an_object("Options"),
                "seats": whole(2, MOST_AT_TABLE),
                "tables": whole(1, MOST_WANTED),
                "pace": PACE,
                "absence": nullable(ABSENCE),
                "rated": flag,
                "least": whole(2, MOST_PLAYERS),
                "most": whole(2, MOST_PLAYERS),
                "closes": instant,
                "commitment": data(32, "ss1_"),
                "beacon": nullable(BEACON),
            },
            {
                "rounds": whole(1, MOST_ROUNDS),
                "round_seconds": whole(1, MOST_ROUND_SECONDS),
                "division_size": whole(LEAST_DIVISION, MOST_DIVISION),
                "moving": whole(1, MOST_DIVISION // 2),
                "reach": whole(1, MOST_REACH),
                "at_once": whole(1, MOST_AT_ONCE),
                "answer_seconds": whole(1, MOST_ANSWER),
                "again_seconds": whole(1, MOST_AGAIN),
                "boards": whole(LEAST_BOARDS, MOST_BOARDS),
                "least_rating": whole(0, HIGHEST_RATING),
                "most_rating": whole(0, HIGHEST_RATING),
                "least_reliability": record({"percent": whole(1, 100), "newcomers": flag}),
            },
        ),
        "entered": _of_tournament(
            "entered", {"player": PLAYER, "entropy": nullable(data(32, "se1_"))}, {"team": _COUNT}
        ),
        "left": _of_tournament("left", {"player": PLAYER}),
        "drawn": _of_tournament(
            "drawn",
            {
                "seed": data(32),
                "entropies": several(nullable(data(32)), _MOST_ENTERED),
                "beacon": nullable(
                    record({"round": whole(1), "signature": text("[0-9a-f]{96}", "a signature in hex")})
                ),
                "tables": several(_TABLE, MOST_PLACES**2),
                "fewest": _COUNT,
                "most": _COUNT,
            },
            {
                "order": several(PLAYER, _MOST_ENTERED, least=2),
                "ratings": several(whole(-MOST_MILLIONTHS, MOST_MILLIONTHS), MOST_PLAYERS, least=2),
                "ratings_at": whole(0),
            },
        ),
        "paired": _of_tournament(
            "paired",
            {
                "round": whole(1, MOST_ROUNDS),
                "library": nullable(text(r"[a-z0-9]{1,32}", "the name of a library")),
                "version": nullable(_VERSION),
                "tables": several(_TABLE, MOST_PLAYERS * (MOST_DIVISION - 1) // 2),
                "byes": several(PLAYER, MOST_PLAYERS),
            },
            {"divisions": several(several(PLAYER, MOST_PLACES, least=2), MOST_PLAYERS // 2, least=1)},
        ),
        "challenged": _of_tournament("challenged", {"player": PLAYER, "rival": PLAYER, "answer_by": instant}),
        "answered": _of_tournament(
            "answered", {"challenge": whole(1), "answer": one_of(*get_args(Answer)), "table": nullable(_TABLE)}
        ),
        "struck": _of_tournament("struck", {"match": MATCH}),
        "cancelled": _of_tournament("cancelled", {"seed": data(32)}),
        "scored": _of_tournament(
            "scored",
            {**_OF_MATCH, "reason": one_of(*get_args(Reason), "unplayed"), "seats": several(record(_SEAT), MOST_SEATS)},
        ),
        "ended": _of_tournament(
            "ended",
            {
                "standings": several(
                    record({"player": PLAYER, "place": _PLACE, **_COUNTS}, {"division": _COUNT, "team": _COUNT}),
                    _MOST_ENTERED,
                )
            },
            {"teams": several(record({"team": _COUNT, "place": _PLACE, **_COUNTS}), MOST_PLAYERS)},
        ),
    },
)


class BadEntry(ValueError):
    """Bytes that are no entry of a log of results; the message says why."""


def written(entry: Entry) -> bytes:
    """Return an entry's bytes: the leaf."""
    return canonical(entry)


def parse_entry(raw: bytes) -> Entry:
    """Return the entry of a leaf, which anybody may have written; :raises BadEntry: when it is none."""
    try:
        found = parse_canonical(raw, limit=LONGEST_ENTRY)
        _FORM(found, "")
    except (NotCanonical, Misformed) as error:
        raise BadEntry(f"not an entry of a log of results: {error}") from error
    entry = cast(Entry, found)
    if entry["type"] in ("result", "scored"):
        if entry["game"] != entry["rules"].partition("@")[0]:
            raise BadEntry("a result is of another game than its rules")
        _check_seats(entry["seats"])
    return entry


def _check_seats(seats: Sequence[SeatResult]) -> None:
    """Check that every player has one seat, teams share a place, and places are numbered as places are."""
    if len({one["player"] for one in seats}) != len(seats):
        raise BadEntry("a player has two seats")
    place_of = {one["team"]: one["place"] for one in seats}
    for number, one in enumerate(seats):
        if one["place"] != place_of[one["team"]] or one["team"] > number or seats[one["team"]]["team"] != one["team"]:
            raise BadEntry(f"the team of seat {number} is not named by its lowest seat, or has several places")
        if one["place"] != 1 + sum(other["place"] < one["place"] for other in seats):
            must = "must be one more than the number of seats with a better place"
            raise BadEntry(f"seat {number} has place {one['place']}, which {must}")


def places(outcome: Outcome, teams: Sequence[int]) -> list[int]:
    """Return the place of each seat: 1 for all winners; behind them by points, then by the tie-breaks of the outcome.

    A team has the points of its best seat. Who is equal shares a place, and as many places behind it stay empty. The
    outcome of a match that somebody gave up has no points: all who gave it up share the last place.

    >>> places({"winners": [2], "scores": [5, 7, 9, 7], "reason": "finished"}, [0, 1, 2, 3])
    [4, 2, 1, 2]
    """
    columns = [outcome["scores"], *outcome.get("tiebreaks", [])]
    own = [
        (seat in outcome["winners"], *(column[seat] for column in columns if seat < len(column)))
        for seat in range(len(teams))
    ]
    best = {team: max(one for one, of in zip(own, teams, strict=True) if of == team) for team in set(teams)}
    ranks = [best[team] for team in teams]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def result_of(
    table: Table, partners: Callable[[int], Sequence[int]], *, n: int, head: str, at: int
) -> Result | Scored | None:
    """Return the result of a match that has just ended; None if it has none, or is neither rated nor of a tournament.

    :param partners: returns the seats that win and lose with a seat.
    :param n: the number of the last entry of its log, with ``head`` (base64url), at this time (ms).
    """
    outcome, over = table["outcome"], table["over"]
    reason: Reason | None = next((one for one in get_args(Reason) if one == over), None)
    tournament, is_rated = table.get("tournament"), table.get("rated")
    if table["status"] != "closed" or not (tournament or is_rated):
        return None
    seats = []
    if outcome is not None and reason is not None:
        teams = [min(partners(seat)) for seat in range(len(table["seats"]))]
        seats = [
            SeatResult(player=dealt_in(table, seat), place=place, end=_end(table, outcome, seat), team=teams[seat])
            for seat, place in enumerate(places(outcome, teams))
        ]
    scored = Scored(
        type="scored",
        tournament=tournament or "",
        match=table["match"],
        game=table["rules"].partition("@")[0],
        rules=table["rules"],
        n=n,
        head=head,
        at=timestamp(at),
        reason=reason if seats and reason is not None else "unplayed",
        seats=seats,
    )
    return scored if tournament else rated_result(scored)


def rated_result(scored: Scored) -> Result | None:
    """Return the result of a match for the ratings, or None if it was not played to an end."""
    if scored["reason"] == "unplayed":
        return None
    facts = {name: value for name, value in scored.items() if name != "tournament"}
    return cast(Result, {**facts, "type": "result"})


def dealt_in(table: Table, seat: int) -> str:
    """Return the player whom a seat belonged to when the match began."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    first = next((one["player"] for one in changes if one["seat"] == seat), table["seats"][seat]["player"])
    assert first is not None
    return first


def _end(table: Table, outcome: Outcome, seat: int) -> End:
    if table["over"] in ("resigned", "abandoned") and seat not in outcome["winners"]:
        return "resigned" if table["over"] == "resigned" else "abandoned"
    return "played" if table["seats"][seat]["player"] == dealt_in(table, seat) else "replaced"
