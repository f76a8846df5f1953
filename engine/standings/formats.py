"""Formats of tournaments as data: bounds, own terms, and how many rounds and matches they have."""

from collections.abc import Callable
from typing import NamedTuple

from engine.standings import knockout, ladder, pairing, seasons, swiss, teams
from engine.standings.results import Opened, TournamentFormat
from engine.standings.rounds import MOST_PLAYERS

OWN_TERMS = {
    *("rounds", "round_seconds", "division_size", "moving"),
    *("reach", "at_once", "answer_seconds", "again_seconds"),
    "boards",
}
"""The terms that some formats have, and the others have not."""


class Format(NamedTuple):
    """A format of tournaments.

    ``method`` names how its tables are made, ``most`` is the greatest number of entrants (of teams, where teams enter),
    and ``seats`` that of seats at a table.
    ``terms`` are those of :data:`OWN_TERMS` that it has. ``rounds`` is computed from terms and number of entrants, ``matches``,
    the greatest number that one entrant may get, from terms. By the ``earlier`` method tournaments began that may still go on.
    """

    method: str
    most: int
    seats: int
    terms: frozenset[str]
    rounds: Callable[[Opened, int], int]
    matches: Callable[[Opened], int]
    earlier: str | None = None

    @property
    def is_in_rounds(self) -> bool:
        """Return whether its tables are made round by round."""
        return "round_seconds" in self.terms and not self.has_challenges

    @property
    def is_at_once(self) -> bool:
        """Return whether all its tables begin with the draw."""
        return "round_seconds" not in self.terms

    @property
    def has_challenges(self) -> bool:
        """Return whether its tables are made when players challenge each other."""
        return "reach" in self.terms

    @property
    def is_of_teams(self) -> bool:
        """Return whether its entrants are teams."""
        return "boards" in self.terms

    @property
    def is_ordered_by_rating(self) -> bool:
        """Return whether ratings make its first order, and only equals are drawn."""
        return "division_size" in self.terms or self.has_challenges

    @property
    def admits_while_running(self) -> bool:
        """Return whether one can enter after the draw, at the bottom."""
        return self.is_ordered_by_rating

    def refusal(self, terms: Opened) -> str | None:
        """Return why no tournament of this format has these terms, or None if one may."""
        if terms["method"] not in (self.method, self.earlier):
            return f"its tables are made by {terms['method']}, which this program does not know"
        if terms["most"] > self.most:
            return f"this format has at most {self.most} places"
        if terms["seats"] > self.seats:
            return f"this format has tables of at most {self.seats}"
        if OWN_TERMS & terms.keys() != self.terms:
            return (
                f"this format has of {', '.join(sorted(OWN_TERMS))} exactly: {', '.join(sorted(self.terms)) or 'none'}"
            )
        return _refusal_of_seasons(terms) if "division_size" in terms else None


def _refusal_of_seasons(terms: Opened) -> str | None:
    if 2 * terms["moving"] > terms["division_size"]:
        return "more than half of a division would go up or down"
    if seasons.count_matches(terms["most"], terms["division_size"], terms["rounds"]) > seasons.MOST_MATCHES:
        return f"a league has at most {seasons.MOST_MATCHES} matches"
    return None


def _matches_of_league(terms: Opened) -> int:
    return terms["most"] - 1 if terms["seats"] == 2 else terms["tables"] + terms["seats"] - 1


FORMATS: dict[TournamentFormat, Format] = {
    "league": Format(
        method=pairing.METHOD,
        most=pairing.MOST_PLACES,
        seats=pairing.MOST_AT_TABLE,
        terms=frozenset(),
        rounds=lambda terms, players: 1,
        matches=_matches_of_league,
        earlier=pairing.EARLIER,
    ),
    "swiss": Format(
        method=swiss.METHOD,
        most=MOST_PLAYERS,
        seats=2,
        terms=frozenset({"rounds", "round_seconds"}),
        rounds=lambda terms, players: swiss.rounds_for(players, terms["rounds"]),
        matches=lambda terms: swiss.rounds_for(terms["most"], terms["rounds"]),
    ),
    "knockout": Format(
        method=knockout.METHOD,
        most=MOST_PLAYERS,
        seats=2,
        terms=frozenset({"round_seconds"}),
        rounds=lambda terms, players: knockout.rounds_for(players),
        matches=lambda terms: knockout.rounds_for(terms["most"]),
    ),
    "seasons": Format(
        method=seasons.METHOD,
        most=MOST_PLAYERS,
        seats=2,
        terms=frozenset({"rounds", "round_seconds", "division_size", "moving"}),
        rounds=lambda terms, players: terms["rounds"],
        matches=lambda terms: (
            terms["rounds"] * (min(terms["most"], seasons.largest_division(terms["division_size"])) - 1)
        ),
        earlier=seasons.EARLIER,
    ),
    "ladder": Format(
        method=ladder.METHOD,
        most=MOST_PLAYERS,
        seats=2,
        terms=frozenset({"round_seconds", "reach", "at_once", "answer_seconds", "again_seconds"}),
        rounds=lambda terms, players: 1,
        matches=lambda terms: terms["at_once"] + terms["reach"],
    ),
    "teams": Format(
        method=teams.METHOD,
        most=teams.MOST_TEAMS,
        seats=2,
        terms=frozenset({"boards", "round_seconds"}),
        rounds=lambda terms, entrants: teams.rounds_for(entrants),
        matches=lambda terms: terms["most"] - 1,
    ),
}
"""All formats by name."""
