"""The laws of leagues of teams, with late boards and members who drop out, computed again from their logs."""

from collections import Counter
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol.canon import canonical
from engine.protocol.log import milliseconds, timestamp
from engine.standings.ratings import BadLog
from engine.standings.results import Ended, Entered, TournamentEntry, parse_entry, written
from engine.standings.rounds import CannotPair
from engine.standings.teams import METHOD, MOST_TEAMS, rounds_for
from engine.standings.tournament_book import Tournaments
from engine.standings.tournaments import BadTournament, Ratings, Tournament, draw, pair
from tests.engine.standings.test_tournaments import CLOSED, ID, SEED, entered, entropy, left, opened, scored

HOUR = 3_600_000
few = settings(max_examples=25, deadline=None)


class League:
    """A league of teams of these sizes: members join by turns, and each decision of chance is drawn from ``data``."""

    def __init__(self, sizes: list[int], boards: int, data: st.DataObject | None = None) -> None:
        first = opened(format="teams", method=METHOD, most=MOST_TEAMS, boards=boards, round_seconds=3_600)
        self.tournament, self.log, self.now, self._data = Tournament(first), [first], milliseconds(CLOSED), data
        self.teams: dict[int, int] = {}
        for place in range(max(sizes)):
            for team, size in enumerate(sizes):
                if place < size:
                    self.join(f"p_{team}_{place}", self.teams.setdefault(team, len(self.tournament.entered)))

    log: list[TournamentEntry]

    def add(self, entry: TournamentEntry) -> None:
        self.tournament.add(entry)
        self.log.append(entry)

    def join(self, player: str, team: int) -> None:
        entry: Entered = {**entered(len(self.tournament.entered), player), "team": team}
        self.add(entry)

    def begin(self) -> None:
        values = [
            entropy(number) if one["player"] in self.tournament.inside else None
            for number, one in enumerate(self.tournament.entered)
        ]
        self.add(draw(self.tournament, SEED, values, None, at=CLOSED, ratings=Ratings(0, {})))

    @property
    def at(self) -> str:
        return timestamp(self.now)

    def pair(self) -> None:
        self.add(pair(self.tournament, at=self.at))

    def score(self, match: str, ranks: list[int]) -> None:
        table = next(one for one in self.tournament.tables if one["match"] == match)
        self.add({**scored(match, table["players"], ranks), "at": self.at})

    def win(self, player: str) -> None:
        """Let a player win the present round's match."""
        table = next(one for one in self.tournament.paired[-1]["tables"] if player in one["players"])
        self.score(table["match"], [1, 2] if table["players"][0] == player else [2, 1])

    def play(self, *, late: bool, leaving: bool) -> None:
        assert self._data is not None
        data, tournament = self._data, self.tournament
        while tournament.round < tournament.rounds:
            try:
                self.pair()
            except CannotPair:
                break
            for table in list(tournament.awaited()):
                if not late or data.draw(st.integers(0, 3), label="late"):
                    self.score(table["match"], data.draw(st.sampled_from([[1, 2], [2, 1], [1, 1]]), label="result"))
            if leaving and data.draw(st.booleans(), label="leaves"):
                self.add(left(data.draw(st.sampled_from(tournament.active), label="who"), self.at))
            self.now += 0 if tournament.is_round_over(self.now) else HOUR
        self.now += 0 if tournament.is_round_over(self.now) else HOUR
        self.end()

    def end(self) -> None:
        rows, teams = self.tournament.standings(final=True), self.tournament.team_standings(final=True)
        self.add(Ended(type="ended", tournament=ID, at=self.at, standings=rows, teams=teams))

    @property
    def points(self) -> dict[int, tuple[int | None, int, int]]:
        """Place, points and board points by number of the team, from 0."""
        by_entry = {entry: team for team, entry in self.teams.items()}
        rows = self.tournament.team_standings()
        return {by_entry[one["team"]]: (one["place"], one["points"], one["strength"]) for one in rows}


def check(log: list[TournamentEntry]) -> Tournaments:
    found = Tournaments()
    for index, entry in enumerate(log):
        found.add(index, parse_entry(written(entry)))
    return found


sizes = st.lists(st.integers(2, 4), min_size=2, max_size=6)


@few
@given(data=st.data(), sizes=sizes)
def test_every_team_meets_every_other_one_once_and_members_face_the_same_board(
    data: st.DataObject, sizes: list[int]
) -> None:
    league = League(sizes, 2, data)
    league.begin()
    league.play(late=False, leaving=False)
    tournament = league.tournament
    met = Counter(tuple(sorted((one.first, one.second))) for each in tournament.encounters for one in each)
    assert met == Counter(dict.fromkeys(combinations(sorted(league.teams.values()), 2), 1))
    assert len(tournament.paired) == rounds_for(len(sizes))
    first = Counter[int]()
    for one in (one for each in tournament.encounters for one in each):
        for place, board in enumerate(one.boards):
            assert board.match is not None
            assert [str(player)[-1] for player in (board.first, board.second)] == [str(place)] * 2
        first.update(team for team, board in zip((one.first, one.second), one.boards, strict=True) if board.seated[0])
        seats = [one.boards[0].seated[0], one.boards[1].seated[0]]
        assert seats == [one.boards[0].first, one.boards[1].second]  # each team has the first seat once
    assert sum(one["points"] for one in tournament.team_standings()) == 2 * sum(met.values())
    assert sum(one["strength"] for one in tournament.team_standings()) == 4 * sum(met.values())
    check(league.log)


@few
@given(data=st.data(), sizes=sizes)
def test_late_boards_and_members_who_leave_leave_a_log_that_anybody_computes_again(
    data: st.DataObject, sizes: list[int]
) -> None:
    league = League(sizes, 2, data)
    league.begin()
    league.play(late=True, leaving=True)
    tournament, book = league.tournament, check(league.log)
    for number, paired in enumerate(tournament.paired):
        seated = [*paired["byes"], *(one for table in paired["tables"] for one in table["players"])]
        assert len(set(seated)) == len(seated)
        assert number < tournament.rounds
    rows = tournament.team_standings()
    staying = [one for one in rows if one["place"] is not None]
    assert {one["team"] for one in staying} == {team for team, left in tournament.lineups.items() if left}
    assert sum(one["points"] for one in rows) == sum(one["played"] for one in rows)
    assert book.differing({"id": ID, **tournament.published()}) is None


def test_a_reserve_moves_up_and_boards_that_nobody_faces_are_won() -> None:
    league = League([3, 2], 2)
    league.begin()
    league.add(left("p_0_0"))  # the reserve comes in at the last board
    league.add(left("p_1_1"))  # and here nobody is left for it
    league.pair()
    (encounter,) = league.tournament.encounters[0]
    ours = encounter.first == league.teams[0]
    faced = [(one.first, one.second) if ours else (one.second, one.first) for one in encounter.boards]
    assert faced == [("p_0_1", "p_1_0"), ("p_0_2", None)]
    assert league.tournament.paired[0]["byes"] == ["p_0_2"]
    league.win("p_1_0")
    assert league.points == {0: (1, 1, 2), 1: (1, 1, 2)}
    league.end()
    check(league.log)


def test_an_open_board_is_a_tie_once_its_round_is_over_until_it_is_scored() -> None:
    league = League([2, 2, 2], 2)
    league.begin()
    league.pair()
    (met,) = league.tournament.encounters[0]
    assert met.boards[0].first
    assert met.boards[1].match
    league.win(met.boards[0].first)
    teams = {entry: team for team, entry in league.teams.items()}
    winners, losers = teams[met.first], teams[met.second]
    assert league.points[winners] == (1, 0, 0)  # the encounter is open
    league.now += HOUR
    league.pair()
    assert (league.points[winners][1:], league.points[losers][1:]) == ((2, 3), (0, 1))
    league.score(met.boards[1].match, [1, 2])  # the second team has the first seat there
    assert (league.points[winners][1:], league.points[losers][1:]) == ((1, 2), (1, 2))


def test_a_beaten_team_that_leaves_takes_nothing_from_those_who_have_beaten_it() -> None:
    league = League([2, 2, 2], 2)
    league.begin()
    league.pair()
    (met,) = league.tournament.encounters[0]
    for board in met.boards:
        assert board.first
        league.win(board.first)
    teams = {entry: team for team, entry in league.teams.items()}
    winner, beaten = teams[met.first], teams[met.second]
    third = ({0, 1, 2} - {winner, beaten}).pop()
    assert league.points[winner] == (1, 2, 4)
    for place in range(2):
        league.add(left(f"p_{beaten}_{place}", league.at))
    assert league.points[winner] == (1, 2, 4)
    assert league.points[beaten] == (None, 0, 0)
    while league.tournament.round < league.tournament.rounds:
        league.pair()
        for table in list(league.tournament.awaited()):
            league.score(table["match"], [1, 1])
    assert league.points[third] == (1, 3, 6)  # a tie with the winner, and both boards against nobody
    assert league.points[winner] == (1, 3, 6)
    league.end()
    check(league.log)


def test_two_teams_of_which_nobody_is_left_do_not_meet() -> None:
    league = League([2, 2, 2, 2], 2)
    league.begin()
    for team in (0, 1):
        for place in range(2):
            league.add(left(f"p_{team}_{place}"))
    while league.tournament.round < league.tournament.rounds:
        league.pair()
        for table in list(league.tournament.awaited()):
            league.score(table["match"], [1, 1])
    met = [{one.first, one.second} for each in league.tournament.encounters for one in each]
    assert len(met) == 5
    assert {league.teams[0], league.teams[1]} not in met
    league.end()
    check(league.log)


def test_teams_that_are_not_complete_keep_nobody_out() -> None:
    league = League([*[1] * 12], 2)
    teams = [*league.teams.values()]
    founded = len(league.tournament.entered)
    for place in range(2):
        league.join(f"p_honest_{place}", founded)
    for team in teams[:11]:
        league.join(f"p_late_{team}", team)
    assert len(league.tournament.ready) == 12
    with pytest.raises(BadTournament, match="no place left"):
        league.join("p_completes", teams[11])  # it would be the thirteenth that plays
    with pytest.raises(BadTournament, match="no place left"):
        league.join("p_founder", len(league.tournament.entered))
    league.join("p_reserve", founded)
    league.begin()
    assert len(league.tournament.published()["teams"]) == 13  # type: ignore[arg-type]
    assert league.tournament.summary["entrants"] == 12
    check(league.log)


def test_only_a_league_of_teams_ends_with_teams() -> None:
    one = Tournament(opened())
    for number in range(3):
        one.add(entered(number, f"p_{number}"))
    one.add(draw(one, SEED, [entropy(number) for number in range(3)], None, at=CLOSED))
    for table in one.tables:
        one.add(scored(table["match"], table["players"], [1, 2]))
    ended = Ended(type="ended", tournament=ID, at=one.latest, standings=one.standings(final=True), teams=[])
    with pytest.raises(BadTournament, match="do not follow"):
        one.add(ended)


def test_incomplete_teams_are_not_drawn() -> None:
    league = League([2, 1, 2], 2)
    league.begin()
    assert len(league.tournament.order) == 4
    assert league.points[1] == (None, 0, 0)
    assert "p_1_0" not in [one["player"] for one in league.tournament.standings()]
    few = League([2, 1], 2)
    with pytest.raises(BadTournament, match="not enough entrants"):
        few.begin()


@pytest.mark.parametrize("team", [None, 1, 7, 10**6])
def test_nobody_joins_a_team_that_is_not_there(team: int | None) -> None:
    league = League([2], 2)
    entry: Any = entered(2, "p_new")
    with pytest.raises(BadTournament):
        league.tournament.add(entry if team is None else entry | {"team": team})


def test_a_team_has_eight_members_at_most_and_a_league_twelve_teams() -> None:
    league = League([8, *[2] * 11], 2)
    with pytest.raises(BadTournament, match="no place left"):
        league.join("p_ninth", league.teams[0])
    with pytest.raises(BadTournament, match="no place left"):
        league.join("p_founder", len(league.tournament.entered))
    for place in range(2):
        league.add(left(f"p_1_{place}", opened()["at"]))
    assert league.teams[1] not in league.tournament.lineups
    league.join("p_founder", len(league.tournament.entered))
    with pytest.raises(BadTournament, match="no place left"):
        league.join("p_1_0", league.teams[1])  # it has gone with its last member


def test_only_a_league_of_teams_takes_teams() -> None:
    one = Tournament(opened())
    with pytest.raises(BadTournament, match="exactly if teams enter"):
        one.add({**entered(0, "p_a"), "team": 0})


@few
@given(data=st.data())
def test_whatever_a_server_changes_in_the_log_is_named(data: st.DataObject) -> None:
    league = League([3, 2, 2, 2], 2, data)
    league.begin()
    league.play(late=False, leaving=False)
    log: list[Any] = deepcopy(league.log)
    places = [number for number, one in enumerate(log) if one["type"] in ("drawn", "paired", "ended")]
    number = data.draw(st.sampled_from(places))
    entry = log[number]
    match entry["type"]:
        case "drawn":
            entry["order"][0], entry["order"][1] = entry["order"][1], entry["order"][0]
        case "paired":
            one, other = entry["tables"][0], entry["tables"][1]
            one["players"][0], other["players"][0] = other["players"][0], one["players"][0]
        case "ended":
            entry["teams"][0]["strength"] += 1
    assert canonical(log) != canonical(league.log)
    with pytest.raises(BadLog) as caught:
        check(log)
    assert caught.value.args[0] == number or str(number) in str(caught.value)
