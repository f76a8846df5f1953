"""A league of teams: two to eight people play for a name, and in each round two teams meet, board against board.

Every team meets every other one once, round by round of the schedule of a league. Members play in the order in which they
joined: the first ones who are still in it sit at the boards, and those behind them are reserves, who move up for the next
round. A board of one team that nobody of the other faces is won, so a team with nobody left loses all boards that are to
come. What it has played counts: else a beaten team could take from others what they have won.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count, zip_longest
from typing import NamedTuple

from engine.standings.pairing import schedule
from engine.standings.ranking import ranked, tallied
from engine.standings.results import TeamStanding

METHOD = "boards@1"
MOST_TEAMS = 12
"""The most teams of a league: as many rounds as a tournament may have, and one more."""


class Board(NamedTuple):
    """A board of an encounter: the players of both teams, None where one has nobody left, and the match (None: there is none).

    ``swapped`` says that the second team has the first seat.
    """

    first: str | None
    second: str | None
    match: str | None
    swapped: bool

    @property
    def seated(self) -> list[str]:
        """The players who are there, by seat."""
        pair = (self.second, self.first) if self.swapped else (self.first, self.second)
        return [one for one in pair if one is not None]


class Encounter(NamedTuple):
    """Two teams that meet in a round, by number, board after board."""

    first: int
    second: int
    boards: Sequence[Board]

    def points(self, of: Callable[[str], int | None]) -> tuple[int, int] | None:
        """Return the board points of both teams, or None while a board is open.

        :param of: returns the points of a match's first seat, or None while it is played.
        """
        total = 0
        for board in self.boards:
            if board.match is None:
                total += 2 if board.second is None else 0
                continue
            points = of(board.match)
            if points is None:
                return None
            total += 2 - points if board.swapped else points
        return total, 2 * len(self.boards) - total


def rounds_for(teams: int) -> int:
    """Return how many rounds it takes until every team has met every other one."""
    return max(0, teams - 1 + teams % 2)


def meet(
    lineups: Mapping[int, Sequence[str]], boards: int, number: int, first: int, match_of: Callable[[int], str]
) -> list[Encounter]:
    """Return the encounters of a round. Two teams with nobody left do not meet.

    The first team has the first seat at the first board, the second one at the second, and so on.

    :param lineups: the members who are left by team, in the order that was drawn and in that of the boards.
    :param number: of the round, from 1; :param first: that of its first table in the tournament.
    :param match_of: returns the id of a table's match by its number.
    """
    order, half, tables = list(lineups), len(lineups) // 2, count(first)
    found = []
    for one, other in schedule(len(order), 2, 1).tables[half * (number - 1) : half * number]:
        teams = order[one], order[other]
        ours, theirs = (lineups[team][:boards] for team in teams)
        if ours or theirs:
            pairs = enumerate(zip_longest(ours, theirs))
            made = [
                Board(here, there, match_of(next(tables)) if here and there else None, bool(place % 2))
                for place, (here, there) in pairs
            ]
            found.append(Encounter(*teams, made))
    return found


def rank(lineups: Mapping[int, Sequence[str]], met: Sequence[tuple[Encounter, tuple[int, int]]]) -> list[TeamStanding]:
    """Return the standings of teams, the best first, then those of which nobody is left.

    Two points for an encounter won, one for a tie; then points against the teams with as many, board points, encounters won.
    Encounters with teams of which nobody is left count as all others.

    :param met: the encounters that are played, with the board points of both teams.
    """
    gone = [str(team) for team, players in lineups.items() if not players]
    boards, played = Counter[str](), Counter[str]()
    pairs: list[tuple[str, str, int]] = []
    for encounter, (ours, theirs) in met:
        result = 1 + (ours > theirs) - (ours < theirs)
        first, second = str(encounter.first), str(encounter.second)
        pairs += [(first, second, result), (second, first, 2 - result)]
        boards.update({first: ours, second: theirs})
        played.update((first, second))
    points, direct, won = tallied(pairs)
    rows = ranked([*map(str, lineups)], gone, points=points, direct=direct, strength=boards, won=won, played=played)
    return [
        TeamStanding(
            team=int(row["player"]),
            place=row["place"],
            points=row["points"],
            direct=row["direct"],
            strength=row["strength"],
            won=row["won"],
            played=row["played"],
        )
        for row in rows
    ]
