"""The laws of Swiss tournaments and knock-outs, with late tables and players who drop out, computed again from their logs."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol.log import milliseconds, timestamp
from engine.standings import knockout, swiss
from engine.standings.formats import FORMATS
from engine.standings.results import DrawnTable, Ended, Paired, TournamentEntry, TournamentFormat, parse_entry, written
from engine.standings.rounds import CannotPair, Game, Played, counts
from engine.standings.tournament_book import Tournaments
from engine.standings.tournaments import BadTournament, Tournament, pair
from tests.engine.standings.test_tournaments import CLOSED, ID, begun, left, scored

HOUR = 3_600_000
few = settings(max_examples=25, deadline=None)


def in_rounds(format: TournamentFormat, players: int, rounds: int = 11) -> tuple[Tournament, list[TournamentEntry]]:
    terms = {"format": format, "method": FORMATS[format].method, "most": 64, "round_seconds": 3_600}
    if format == "swiss":
        terms["rounds"] = rounds
    return begun([f"p_{number}" for number in range(players)], **terms)


class Season:
    """A tournament that is played: every decision of chance is drawn from ``data``."""

    def __init__(self, format: TournamentFormat, players: int, draw: st.DataObject, *, rounds: int = 11) -> None:
        self.tournament, self.log = in_rounds(format, players, rounds)
        self._draw = draw
        self._now = milliseconds(CLOSED)
        self.stuck = False

    def add(self, entry: TournamentEntry) -> None:
        self.tournament.add(entry)
        self.log.append(entry)

    @property
    def at(self) -> str:
        return timestamp(self._now)

    def score(self, table: DrawnTable) -> None:
        ranks = self._draw.draw(st.sampled_from([[1, 2], [2, 1], [1, 1]]), label="result")
        self.add({**scored(table["match"], table["players"], ranks), "at": self.at})

    def play(self, *, late: bool = False, leaving: bool = False) -> None:
        """Play all rounds; with ``late`` some tables are open when a round ends, and are scored later or never."""
        tournament = self.tournament
        while tournament.round < tournament.rounds:
            try:
                self.add(pair(tournament, at=self.at))
            except CannotPair:
                self.stuck = True
                break
            for table in list(tournament.awaited()):
                if not late or self._draw.draw(st.integers(0, 3), label="late"):
                    self.score(table)
            inside = [one for one in tournament.inside if one not in tournament.gone]
            if leaving and len(inside) > 2 and self._draw.draw(st.booleans(), label="leaves"):
                self.add(left(self._draw.draw(st.sampled_from(inside), label="who"), self.at))
            if not tournament.is_round_over(self._now):
                self._now += HOUR
        if not tournament.is_round_over(self._now):
            self._now += HOUR
        self.add(Ended(type="ended", tournament=ID, at=self.at, standings=tournament.standings(final=True)))


def check(log: list[TournamentEntry]) -> Tournaments:
    """Compute a log again, as anybody reads it."""
    found = Tournaments()
    for index, entry in enumerate(log):
        found.add(index, parse_entry(written(entry)))
    return found


@few
@given(st.integers(2, 14), st.booleans(), st.booleans(), st.data())
def test_in_swiss_nobody_meets_twice_or_has_two_byes_and_seats_alternate(
    players: int, late: bool, leaving: bool, data: st.DataObject
) -> None:
    season = Season("swiss", players, data)
    season.play(late=late, leaving=leaving)
    rounds = season.tournament.paired
    met = Counter(frozenset(table["players"]) for one in rounds for table in one["tables"])
    byes = Counter(player for one in rounds for player in one["byes"])
    assert set(met.values()) <= {1}
    assert set(byes.values()) <= {1}
    assert all(len(one["byes"]) <= 1 for one in rounds)
    assert leaving or not season.stuck, "without anybody who leaves, every round can be paired"
    for number, one in enumerate(rounds, start=1):
        gone = {player for table in one["tables"] for player in table["players"]} | set(one["byes"])
        assert len(gone) == 2 * len(one["tables"]) + len(one["byes"])
        assert number > 1 or len(gone) == players
    for player in season.tournament.order:
        seats = [
            table["players"].index(player)
            for one in rounds[:-1]
            for table in one["tables"]
            if player in table["players"]
        ]
        assert abs(2 * sum(seats) - len(seats)) <= 2
        assert all(
            three[0] != three[1] or three[1] != three[2] for three in zip(seats, seats[1:], seats[2:], strict=False)
        )
    assert check(season.log).by_id[ID].standings() == season.tournament.standings()
    assert check(season.log).unpaired == 0


@few
@given(st.integers(2, 20), st.booleans(), st.booleans(), st.data())
def test_in_a_knock_out_who_loses_is_out_and_one_is_left(
    players: int, late: bool, leaving: bool, data: st.DataObject
) -> None:
    season = Season("knockout", players, data)
    season.play(late=late, leaving=leaving)
    rounds = [
        {*one["byes"], *(who for table in one["tables"] for who in table["players"])}
        for one in season.tournament.paired
    ]
    assert len(rounds[0]) == players
    for before, after in pairwise(rounds):
        assert after <= before
    for one, after in zip(season.tournament.paired, rounds[1:], strict=False):
        assert all(len(set(table["players"]) & after) <= 1 for table in one["tables"])
    assert check(season.log).by_id[ID].standings() == season.tournament.standings()
    if not leaving:
        assert len(rounds) == knockout.rounds_for(players)
        best = season.tournament.standings()
        assert [one["place"] for one in best[:2]] == [1, 2]
        assert best[0]["points"] == 2 * len(rounds)
        assert set(season.tournament.order[: 2 ** len(rounds) - players]) == set(season.tournament.paired[0]["byes"])


def test_the_two_lowest_numbers_can_meet_in_the_final_only() -> None:
    played: list[Played] = []
    for _ in range(3):
        found = knockout.pair(8, played, ())
        played.append(Played([Game(*table, points=2 * (table[0] < table[1])) for table in found.tables], found.byes))
    assert [[sorted((one.first, one.second)) for one in round_.games] for round_ in played] == [
        [[1, 8], [4, 5], [2, 7], [3, 6]],
        [[1, 4], [2, 3]],
        [[1, 2]],
    ]


def test_a_bye_is_a_win_over_somebody_with_as_many_points_as_oneself() -> None:
    found = counts([Played([Game(1, 2, 2)], [3]), Played([Game(3, 1, 1)], [2])])
    assert dict(found.points) == {1: 3, 2: 2, 3: 3}
    assert dict(found.strength) == {1: 2 + 3, 2: 3 + 2, 3: 3 + 3}
    assert (found.won[1], found.won[3], found.games[3]) == (1, 0, 1)


@given(st.data())
@settings(max_examples=1, deadline=None)
def test_a_late_table_is_a_tie_until_it_is_scored(data: st.DataObject) -> None:
    season = Season("swiss", 4, data, rounds=2)
    tournament = season.tournament
    season.add(pair(tournament, at=season.at))
    open_table, other = tournament.awaited()
    season.add({**scored(other["match"], other["players"], [1, 2]), "at": season.at})
    assert not tournament.is_round_over(milliseconds(CLOSED) + HOUR - 1)
    with pytest.raises(BadTournament, match="before the one before it is over"):
        tournament.add(pair(tournament, at=season.at))
    later = timestamp(milliseconds(CLOSED) + HOUR)
    season.add(pair(tournament, at=later))
    points = {one["player"]: one["points"] for one in tournament.standings()}
    assert [points[who] for who in open_table["players"]] == [1, 1]
    season.add({**scored(open_table["match"], open_table["players"], [2, 1]), "at": later})
    points = {one["player"]: one["points"] for one in tournament.standings()}
    assert [points[who] for who in open_table["players"]] == [0, 2]


@pytest.mark.parametrize("format", ["swiss", "knockout"])
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_round_that_does_not_follow_is_named(format: TournamentFormat, data: st.DataObject) -> None:
    season = Season(format, 7, data, rounds=3)
    season.play()
    place = next(index for index, one in enumerate(season.log) if one["type"] == "paired" and one["round"] == 2)
    honest = season.log[place]
    assert honest["type"] == "paired"
    turned: list[DrawnTable] = [{**one, "players": one["players"][::-1]} for one in honest["tables"]]
    lies: list[Paired] = [
        {**honest, "tables": turned},
        {**honest, "round": 3},
        {**honest, "library": "tournament"},
        {**honest, "byes": []} if honest["byes"] else {**honest, "byes": honest["tables"][0]["players"][:1]},
    ]
    for lie in lies:
        with pytest.raises(ValueError, match=r"does not follow|does not come next"):
            check([*season.log[:place], lie])
    with pytest.raises(ValueError, match="does not follow"):
        check([*season.log[:place], {**season.log[-1], "at": honest["at"]}])  # type: ignore[list-item]


@settings(max_examples=1, deadline=None)
@given(data=st.data())
def test_rounds_of_another_version_of_the_library_are_counted_and_not_taken_on_trust(data: st.DataObject) -> None:
    season = Season("swiss", 6, data, rounds=3)
    season.play()
    with pytest.MonkeyPatch.context() as another:
        another.setattr(swiss, "installed", lambda: "0.4.0")
        assert check(season.log).unpaired == 3
        another.setattr(swiss, "installed", lambda: "")
        assert check(season.log).unpaired == 3
    assert check(season.log).unpaired == 0


@settings(max_examples=1, deadline=None)
@given(data=st.data())
def test_a_round_that_cannot_be_paired_again_still_has_the_players_who_are_left(data: st.DataObject) -> None:
    """The attack: a version that nobody has, and with it any tables."""
    season = Season("swiss", 6, data, rounds=3)
    season.add(pair(season.tournament, at=season.at))
    honest = season.log[-1]
    assert honest["type"] == "paired"
    unknown: Paired = {**honest, "version": "9.9.9"}
    assert check([*season.log[:-1], unknown]).unpaired == 1
    one, *others = honest["tables"]
    lies: list[tuple[list[DrawnTable], list[str]]] = [
        ([{**one, "players": ["p_9", one["players"][1]]}, *others], []),
        ([{**one, "players": [one["players"][0]] * 2}, *others], []),
        ([{**one, "players": [*one["players"], others[0]["players"][0]]}, *others[1:]], others[0]["players"][1:]),
        ([{**one, "match": others[0]["match"]}, *others], []),
        (others, []),
    ]
    for tables, byes in lies:
        with pytest.raises(ValueError, match="round 1 has"):
            check([*season.log[:-1], {**unknown, "tables": tables, "byes": byes}])


@settings(max_examples=1, deadline=None)
@given(data=st.data())
def test_an_end_before_the_last_round_is_checked_by_the_version_that_paired(data: st.DataObject) -> None:
    season = Season("swiss", 6, data, rounds=3)
    season.add(pair(season.tournament, at=season.at))
    for table in season.tournament.awaited():
        season.score(table)
    ended = Ended(type="ended", tournament=ID, at=season.at, standings=season.tournament.standings(final=True))
    with pytest.raises(ValueError, match="does not follow"):
        check([*season.log, ended])
    with pytest.MonkeyPatch.context() as another:
        another.setattr(swiss, "installed", lambda: "0.4.0")
        assert check([*season.log, ended]).unpaired == 2


def test_whoever_withdraws_from_a_knock_out_takes_no_opponent_along() -> None:
    """The attack: withdraw, and let the table stand still. In the second round that brings nobody back."""
    tournament, log = in_rounds("knockout", 4)
    one, two, _, four = tournament.order
    later, latest = (timestamp(milliseconds(CLOSED) + number * HOUR) for number in (1, 2))

    def add(entry: TournamentEntry) -> None:
        tournament.add(entry)
        log.append(entry)

    add(pair(tournament, at=CLOSED))
    add(left(one, CLOSED))
    add(pair(tournament, at=later))
    assert [sorted(table["players"]) for table in tournament.paired[1]["tables"]] == [sorted([two, four])]
    add(left(two, later))
    add(Ended(type="ended", tournament=ID, at=latest, standings=tournament.standings(final=True)))
    assert [(row["player"], row["points"]) for row in tournament.standings()[:1]] == [(four, 4)]
    assert check(log).by_id[ID].status == "over"


@pytest.mark.parametrize(
    "terms",
    [
        {"format": "swiss", "method": FORMATS["swiss"].method, "rounds": 3},
        {"format": "swiss", "method": FORMATS["swiss"].method, "round_seconds": 3_600},
        {"format": "knockout", "method": FORMATS["knockout"].method, "round_seconds": 3_600, "rounds": 3},
        {"format": "knockout", "method": FORMATS["swiss"].method, "round_seconds": 3_600},
        {"format": "knockout", "method": FORMATS["knockout"].method, "round_seconds": 3_600, "seats": 3, "least": 3},
        {"most": 17},
    ],
)
def test_terms_that_no_format_has(terms: dict[str, object]) -> None:
    with pytest.raises(BadTournament):
        begun(["p_a", "p_b", "p_c"], **terms)
