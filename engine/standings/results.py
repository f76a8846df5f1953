"""Entries of the log of results: what a rated match came to, in which epoch ratings are computed, and what was voided.

An entry is canonical JSON, and a leaf of the log's tree as it stands. It names players by their opaque ids alone, so that
an account can be deleted while its results remain. How ratings follow from entries: :mod:`engine.standings.ratings`.

The seat's result counts for the player who was dealt in. Whoever takes the seat over later, a bot or a person, plays for
that player and is not rated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NotRequired, TypedDict, cast, get_args

from engine.contract import Outcome
from engine.match.table import Table
from engine.protocol.agreements import WHY
from engine.protocol.body_forms import MATCH, MOST_SEATS, PLAYER, SEAT
from engine.protocol.canon import NotCanonical, canonical, parse_canonical
from engine.protocol.forms import (
    IDENTIFIED,
    Form,
    Misformed,
    data,
    either,
    instant,
    one_of,
    record,
    several,
    text,
    whole,
)
from engine.protocol.log import timestamp

LONGEST_ENTRY = 65_535
"""Bytes that a leaf may have (c2sp.org/tlog-tiles)."""
MOST_MILLIONTHS = 10**12

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
    """A rated match ended: ``n`` and ``head`` are those of the last entry of its log, ``reason`` is that of ``closed``."""

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


Entry = Result | Epoch | Void

_MILLIONTHS = whole(1, MOST_MILLIONTHS)
_FORM: Form = either(
    "type",
    {
        "result": record(
            {
                "type": one_of("result"),
                "match": MATCH,
                "game": IDENTIFIED,
                "rules": IDENTIFIED,
                "n": whole(1),
                "head": data(32),
                "at": instant,
                "reason": one_of(*get_args(Reason)),
                "seats": several(
                    record(
                        {
                            "player": PLAYER,
                            "place": whole(1, MOST_SEATS),
                            "end": one_of(*get_args(End)),
                            "team": SEAT,
                            "mu": whole(-MOST_MILLIONTHS, MOST_MILLIONTHS),
                            "sigma": _MILLIONTHS,
                        }
                    ),
                    MOST_SEATS,
                    least=2,
                ),
            }
        ),
        "epoch": record(
            {
                "type": one_of("epoch"),
                "library": one_of("openskill"),
                "version": text(r"[0-9A-Za-z.+]{1,32}", "a version"),
                "model": text(r"[A-Za-z]{1,64}", "the name of a model"),
                **dict.fromkeys(("mu", "sigma", "beta", "kappa", "tau"), _MILLIONTHS),
            }
        ),
        "void": record(
            {"type": one_of("void"), "match": MATCH, "at": instant, "why": text(WHY, "one line of 1 to 200 characters")}
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
    if entry["type"] == "result":
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
            raise BadEntry(f"seat {number} has place {one['place']}, which is not one more than the seats before it")


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


def result_of(table: Table, partners: Callable[[int], Sequence[int]], *, n: int, head: str, at: int) -> Result | None:
    """Return the result of a match that has just ended, or None if it is not rated or has none.

    :param partners: returns the seats that win and lose with a seat.
    :param n: the number of the last entry of its log, with ``head`` (base64url), at this time (ms).
    """
    outcome, over = table["outcome"], table["over"]
    reason: Reason | None = next((one for one in get_args(Reason) if one == over), None)
    if not table.get("rated") or table["status"] != "closed" or outcome is None or reason is None:
        return None
    teams = [min(partners(seat)) for seat in range(len(table["seats"]))]
    ranked = places(outcome, teams)
    return Result(
        type="result",
        match=table["match"],
        game=table["rules"].partition("@")[0],
        rules=table["rules"],
        n=n,
        head=head,
        at=timestamp(at),
        reason=reason,
        seats=[
            SeatResult(player=dealt_in(table, seat), place=place, end=_end(table, outcome, seat), team=teams[seat])
            for seat, place in enumerate(ranked)
        ],
    )


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
