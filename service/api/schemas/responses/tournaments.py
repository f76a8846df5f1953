"""Tournaments and ratings in answers."""

from __future__ import annotations

from typing import get_args

from engine.standings.results import Answer, Reason, TournamentFormat
from engine.standings.tournaments import Status
from service.api.schemas.base import Shape, flag, many, moment, nested, number, one_of, text, thing
from service.api.schemas.responses.matches import LeastReliability

NAME = "The player's name; null if the account was deleted or, for who has not entered, hides its profile."


class TournamentSummary(Shape):
    """A tournament in a list."""

    id = text("The tournament's id.")
    name = text("The name that its organiser gave it.")
    status = one_of(*get_args(Status), about="`open`: one can enter; `cancelled`: there were too few entrants.")
    format = one_of(*get_args(TournamentFormat))
    rules = text("The rules id.")
    seats = number("Seats of each table.")
    rated = flag("Whether its results count for ratings.")
    entrants = number("Number of entrants: of players, or of teams.")
    most = number("The most entrants.")
    closes_at = moment("The close of entries.")


class TournamentPage(Shape):
    """Tournaments, the newest first."""

    tournaments = many(nested(TournamentSummary))
    next = text("`cursor` of the next page; null on the last.", allow_none=True)


class TournamentStanding(Shape):
    """An entrant's standing, as `standings` in the log of results has it."""

    player = text("The entrant's account id.")
    name = text(NAME, allow_none=True)
    place = number("The place, shared by equals (in a ladder by nobody); null for who is out.", allow_none=True)
    points = number("Two for each opponent beaten at a table, one for each tied with.")
    direct = number("First tie-break: points against those with equally many.")
    strength = number("Second: points of the opponents beaten, twice, and of those tied with; Swiss: of all opponents.")
    won = number("Third: opponents beaten.")
    played = number("Tables that are scored.")
    division = number(
        "In a league in seasons the division, from 1; 0 for who begins with the next season. Else null.",
        allow_none=True,
    )
    team = number("In a league of teams the number of the team, whose place it is. Else null.", allow_none=True)


class TeamStanding(Shape):
    """A team's standing. It has no place before the draw, if it was incomplete at the draw, or if no member is left."""

    team = number("The number of the team.")
    name = text("Its name; null if the account of its founder was deleted.", allow_none=True)
    place = number("The place, shared by equals; null: it has none.", allow_none=True)
    points = number("Two for each encounter won, one for each tied.")
    direct = number("First tie-break: points against teams with equally many.")
    strength = number("Second: board points, two for each board won, one for each tied.")
    won = number("Third: encounters won.")
    played = number("Encounters without an open board.")
    members = many(text(), "Account ids by board, of those who are left; those beyond the boards are reserves.")


class TournamentBoard(Shape):
    """A board of an encounter."""

    players = many(text(allow_none=True), "Account ids of the first and the second team's; null where nobody is left.")
    match = text("The match; null: whoever is there has won.", allow_none=True)


class TournamentEncounter(Shape):
    """Two teams that meet in a round."""

    round = number("The round, from 1.")
    teams = many(
        number(), "Both teams. The first has the first seat at the first board, the second at the next, and so on."
    )
    points = many(number(), "Board points of both; null while a board is open.", allow_none=True)
    boards = many(nested(TournamentBoard))


class TournamentTable(Shape):
    """A table of a tournament."""

    match = text("The match.")
    round = number("Its round or season, from 1; a league has one.")
    players = many(text(), "Account ids by seat, as drawn.")
    reason = one_of(*get_args(Reason), "unplayed", about="The way it ended; null while it is played.", allow_none=True)
    places = many(number(), "Places by seat; null where there are none.", allow_none=True)
    voided = flag("Whether the operator has voided the result.")


class TournamentAbsence(Shape):
    """Rules for players who stay away from a table of a tournament."""

    misses = number("Number of answers missed in a row after which the others are asked.")
    majority = one_of("all", "most")
    notice_seconds = number("The time between telling the absent player and asking the others.")
    people = flag("Whether people may take over seats.")
    handing = flag("Whether players may hand over their own seats.")


class TournamentBye(Shape):
    """An entrant without a table in a round, who counts as a winner of it."""

    round = number("The round, from 1.")
    player = text("Account id.")


class TournamentChallenge(Shape):
    """A challenge in a ladder."""

    number = number("Its number, from 1.")
    player = text("Account id of the challenger.")
    rival = text("Account id of whoever is challenged.")
    at = moment("The time of the challenge.")
    answer_by = moment("Until then the rival can answer; without an answer the challenger takes the place.")
    answer = one_of(*get_args(Answer), about="`silent`: not answered in time. Null: not answered yet.", allow_none=True)
    match = text("The match, if it was accepted; else null.", allow_none=True)
    is_open = flag("Whether it waits for an answer, or its match is played.")


class FormerEntrant(Shape):
    """A player of a table in the season before, who has left since."""

    player = text("Account id.")
    name = text(NAME, allow_none=True)


class Tournament(TournamentSummary):
    """A tournament: terms, entrants, tables, standings."""

    by = text("Account id of its organiser.")
    options = thing("Options of the game.")
    pace = thing("The pace of all matches.")
    absence = nested(TournamentAbsence, "The terms for players who stay away; null: none.", allow_none=True)
    tables_each = number("The least number of tables for each entrant, at tables of three and more.")
    least = number("With fewer entrants it is cancelled.")
    least_rating = number("The least rating with which one may enter; null: any.", allow_none=True)
    most_rating = number("The greatest rating with which one may enter; null: any.", allow_none=True)
    least_reliability = nested(
        LeastReliability, "The share of answers in time that entrants need; null: any.", allow_none=True
    )
    commitment = text("The server's commitment to its part of the draw's seed (`ss1_...`).")
    entered = flag("Whether you are in it.")
    fewest = number("The least number of meetings of two entrants; null before the draw.", allow_none=True)
    most_meetings = number("The greatest number of meetings of two entrants; null before the draw.", allow_none=True)
    round = number("The round that is played, from 1; 0 before the first.")
    rounds = number("The number of rounds or seasons; before the draw as things stand.")
    division_size = number("Players of each division of a league in seasons; null: another format.", allow_none=True)
    moving = number("The number that goes up and down between two divisions; null: another format.", allow_none=True)
    reach = number("How many places further up one may challenge; null: not a ladder.", allow_none=True)
    at_once = number("How many challenges of one player can be open at a time; null: not a ladder.", allow_none=True)
    answer_seconds = number("The time to answer a challenge; null: not a ladder.", allow_none=True)
    again_seconds = number(
        "How long two who have met cannot challenge each other; null: not a ladder.", allow_none=True
    )
    boards = number("How many members of each team play at a time; null: no teams enter.", allow_none=True)
    teams = many(nested(TeamStanding), "Teams, the best first; none where no teams enter.")
    encounters = many(nested(TournamentEncounter), "Those of teams, round by round.")
    invitation = text(
        "With it others join your team until entries close, if you are its captain; else null.", allow_none=True
    )
    challenges = many(nested(TournamentChallenge), "Those of a ladder that are open, and the latest others.")
    rivals = many(text(), "Account ids of the players whom you can challenge now.")
    round_seconds = number(
        "The time that a round waits for its last tables, or that a ladder goes on; null: no limit.", allow_none=True
    )
    round_ends_at = moment("The latest end of the present round; null: there is none, or no limit.", allow_none=True)
    byes = many(nested(TournamentBye))
    tables = many(
        nested(TournamentTable),
        "All of them; of a league in seasons those of this season and the one before, of a ladder those of `challenges`.",
    )
    standings = many(nested(TournamentStanding), "The best first, by division; before the draw the entrants.")
    former = many(nested(FormerEntrant), "Players of the tables who are not in the standings any more.")


class Rating(Shape):
    """A rating: what people read, and the exact numbers behind it."""

    rating = number("The number that people read; newcomers start at 1500.")
    plus_minus = number("Two standard deviations: the true strength is within it nineteen times in twenty.")
    provisional = flag("Whether the number may still be far off.")
    results = number("Number of results that count.")
    mu = number("The mean in millionths.")
    sigma = number("The standard deviation in millionths.")


class RankedRating(Rating):
    """A player's rating in a list."""

    rank = number("The place in the list, from 1; it need not be the same a moment later.")
    player = text("The player's account id.")
    name = text("The player's name; null if the account was deleted or hides its profile.", allow_none=True)


class RatingPage(Shape):
    """The players of a game by rating, the best first."""

    game = text("The game's name, without a version.")
    players = number("Number of players with a rating.")
    ratings = many(nested(RankedRating))
    next = text("`cursor` of the next page; null on the last.", allow_none=True)


class RatingPoint(Shape):
    """A rating after a result."""

    entry = number("The result's entry in the log of results, from 0.")
    rating = number("The rating after it.")
    plus_minus = number("Its uncertainty.")


class OwnRating(Rating):
    """Your rating in a game, with its course."""

    game = text("The game's name, without a version.")
    course = many(nested(RatingPoint), "After each result, oldest first.")


class OwnRatings(Shape):
    """Your ratings, by game; none before your first result."""

    ratings = many(nested(OwnRating))


class WhatIf(Shape):
    """The rating of a seat's player now, and after the match, by how it ends for the seat and its partners."""

    seat = number()
    player = text("null for a free seat, which counts as a newcomer's.", allow_none=True)
    rating = number("Now.")
    first = number("After winning alone.")
    drawn = number("After everybody has drawn.")
    last = number("After coming last alone.")


class WhatIfs(Shape):
    """Changes that each result of a rated table would bring."""

    seats = many(nested(WhatIf), "Empty if the table is not rated.")


class RatingBand(Shape):
    """Players between one number and the next band's."""

    at_least = number("The lowest number of the band, a multiple of 100.")
    players = number()


class RatingDistribution(Shape):
    """Players of a game by conservative rating: the rating less one and a half times `plus_minus`."""

    game = text("The game's name, without a version.")
    players = number("Number of players with a rating.")
    bands = many(nested(RatingBand), "From the weakest, without gaps; at most 60.")
