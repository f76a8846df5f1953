"""The laws of a league in seasons: divisions, promotion, late matches, who comes and goes, and what a hostile organiser tries."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol.log import milliseconds, timestamp
from engine.standings import seasons
from engine.standings.formats import FORMATS
from engine.standings.pairing import MOST_PLACES
from engine.standings.ratings import BadLog, Book, current_epoch
from engine.standings.results import (
    LEAST_DIVISION,
    MOST_DIVISION,
    DrawnTable,
    Ended,
    Entered,
    Entry,
    Result,
    TournamentEntry,
    parse_entry,
    rated_result,
    written,
)
from engine.standings.rounds import CannotPair
from engine.standings.tournament_book import Tournaments, readings
from engine.standings.tournaments import BadTournament, Ratings, Tournament, draw, pair
from tests.engine.standings.test_tournaments import CLOSED, ID, SEED, begun, entered, entropy, left, opened, scored

HOUR = 3_600_000
few = settings(max_examples=25, deadline=None)
TERMS = {
    "format": "seasons",
    "method": FORMATS["seasons"].method,
    "most": 64,
    "round_seconds": 3_600,
    "rounds": 3,
    "division_size": 4,
    "moving": 1,
}


def check(log: list[Entry]) -> Tournaments:
    """Compute a log again, as anybody reads it."""
    found, book, raw = Tournaments(), Book(), [written(one) for one in log]
    read = readings(raw)
    for index, entry in enumerate(map(parse_entry, raw)):
        for drawn in read.get(index, ()):
            found.note_ratings(index, drawn["tournament"], drawn["order"], book)
        book.add(index, entry, lambda: map(parse_entry, raw), check=False)
        found.add(index, entry)
    return found


class League:
    """A league in seasons that is played: the stronger wins, by number, unless ``data`` decides."""

    def __init__(self, players: int, data: st.DataObject | None = None, **terms: Any) -> None:
        self.tournament, log = begun([f"p_{number:02}" for number in range(players)], **{**TERMS, **terms})
        self.log: list[TournamentEntry] = log
        self._data = data
        self.now = milliseconds(CLOSED)

    @property
    def at(self) -> str:
        return timestamp(self.now)

    def add(self, entry: TournamentEntry) -> None:
        self.tournament.add(entry)
        self.log.append(entry)

    def begin(self) -> list[list[str]]:
        """Begin the next season; return its divisions."""
        if not self.tournament.is_round_over(self.now):
            self.now += HOUR
        self.add(pair(self.tournament, at=self.at))
        return self.tournament.divisions or []

    def score(self, table: DrawnTable) -> None:
        ranks = [1, 2] if table["players"] == sorted(table["players"]) else [2, 1]
        if self._data is not None:
            ranks = self._data.draw(st.sampled_from([[1, 2], [2, 1], [1, 1]]), label="result")
        self.add({**scored(table["match"], table["players"], ranks), "at": self.at})

    def enter(self, player: str, **changes: Any) -> None:
        made: Any = {"type": "entered", "tournament": ID, "at": self.at, "player": player, "entropy": None, **changes}
        entry: Entered = made
        self.add(entry)

    def end(self) -> None:
        if not self.tournament.is_round_over(self.now):
            self.now += HOUR
        self.add(Ended(type="ended", tournament=ID, at=self.at, standings=self.tournament.standings(final=True)))


@pytest.mark.parametrize("is_paired", [False, True])
def test_a_late_result_counts_until_the_next_season_is_paired(is_paired: bool) -> None:
    league = League(8)
    _, lower = league.begin()
    first, second = sorted(sorted(lower)[:2], key=lower.index)
    tables = list(league.tournament.awaited())
    late = next(one for one in tables if {*one["players"]} == {first, second})
    for table in tables:
        if table != late:
            league.score(table)
    won = scored(late["match"], late["players"], [1, 2] if late["players"][0] == second else [2, 1])
    league.now += HOUR
    if is_paired:
        league.begin()
        league.add({**won, "at": league.at})
    else:
        league.add({**won, "at": league.at})
        league.begin()
    upper = league.tournament.paired[1]["divisions"][0]
    rises, stays = (first, second) if is_paired else (second, first)  # who is equal keeps the order of the beginning
    assert rises in upper
    assert stays not in upper
    check(list(league.log))


@given(st.integers(2, 64), st.integers(LEAST_DIVISION, MOST_DIVISION))
def test_divisions_have_their_size_and_the_last_one_the_rest(players: int, size: int) -> None:
    order = [f"p_{number}" for number in range(players)]
    found = seasons.cut(order, size)
    assert [player for one in found for player in one] == order
    assert all(len(one) == size for one in found[:-1])
    assert len(found) == 1 or size / 2 <= len(found[-1])
    assert 2 <= len(found[-1]) <= seasons.largest_division(size) <= MOST_PLACES


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(1, 4))
def test_as_many_go_up_as_down_and_nobody_passes_two_divisions(sizes: list[int], moving: int) -> None:
    ranked = [[f"{number}.{place}" for place in range(size)] for number, size in enumerate(sizes)]
    order = seasons.move(ranked, moving)
    assert sorted(order) == sorted(player for one in ranked for player in one)
    start = 0
    for number, size in enumerate(sizes):
        now = order[start : start + size]
        start += size
        came = [int(one.partition(".")[0]) for one in now]
        assert all(abs(one - number) <= 1 for one in came)
        if number:
            up = min(moving, size // 2, sizes[number - 1] // 2)
            assert came.count(number - 1) == up
            assert set(ranked[number][:up]) <= set(order[: start - size])


@few
@given(st.integers(2, 14), st.booleans(), st.booleans(), st.data())
def test_a_league_with_late_matches_and_people_who_come_and_go(
    players: int, late: bool, moves: bool, data: st.DataObject
) -> None:
    league, fresh = League(players, data), 50
    tournament = league.tournament
    while tournament.round < tournament.rounds:
        expected = set(tournament.active)
        try:
            divisions = league.begin()
        except CannotPair:
            assert len(expected) < tournament.terms["least"]
            break
        assert Counter(player for one in divisions for player in one) == dict.fromkeys(expected, 1)
        met = Counter(frozenset(one["players"]) for one in tournament.paired[-1]["tables"])
        assert met == {frozenset(one): 1 for division in divisions for one in combinations(division, 2)}
        for table in list(tournament.awaited()):
            if not late or data.draw(st.integers(0, 3), label="late"):
                league.score(table)
        if moves:
            who = data.draw(st.sampled_from(tournament.active), label="who leaves")
            league.add(left(who, league.at))
            if tournament.takes_entries(milliseconds(league.at)):
                league.enter(who if data.draw(st.booleans(), label="comes back") else f"p_{(fresh := fresh + 1)}")
            if not tournament.active:
                break
    league.end()
    again = check(list(league.log)).by_id[ID]
    assert (again.standings(), again.status) == (tournament.standings(), "over")
    assert len(tournament.scored) == len({one["match"] for one in league.log if one["type"] == "scored"})


def test_the_best_go_up_and_the_last_go_down() -> None:
    league = League(8, moving=2)
    upper, lower = league.begin()
    for table in list(league.tournament.awaited()):
        league.score(table)
    up, down = sorted(lower)[:2], sorted(upper)[2:]
    rows = league.tournament.standings()
    assert [(one["player"], one["place"], one["division"]) for one in rows[:4]] == [
        (player, place, 1) for place, player in enumerate(sorted(upper), 1)
    ]
    assert league.begin() == [[*sorted(upper)[:2], *up], [*down, *sorted(lower)[2:]]]


def test_a_match_that_is_late_counts_for_nobody_and_changes_nothing_afterwards() -> None:
    """The attack: who would lose lets the match stand until the season is over."""
    league = League(4)
    ((first, *_),) = league.begin()
    tables = list(league.tournament.awaited())
    late = next(one for one in tables if first in one["players"])
    for table in tables:
        if table is not late:
            league.score(table)
    points = {one["player"]: one["points"] for one in league.tournament.standings()}
    order = league.begin()
    league.score(late)
    assert late["match"] in league.tournament.scored
    assert sum(points.values()) == 2 * (len(tables) - 1)
    assert league.tournament.divisions == order
    assert {one["points"] for one in league.tournament.standings()} == {0}


def test_whoever_withdraws_and_comes_back_begins_at_the_bottom() -> None:
    """The attack: leave the season that goes badly, so that nothing of it counts, and come back where one was."""
    league = League(8)
    upper, lower = league.begin()
    last = max(upper)
    for table in list(league.tournament.awaited()):
        league.score(table)
    league.add(left(last, league.at))
    assert not league.tournament.is_in(last)
    league.enter(last)
    assert league.tournament.is_in(last)
    rows = {(one["player"], one.get("division"), one["place"]) for one in league.tournament.standings()}
    assert {(last, 1, None), (last, 0, None)} <= rows
    with pytest.raises(BadTournament, match="entered already"):
        league.enter(last)
    following = league.begin()
    assert following[1][-1] == last
    assert set(following[0]) == {*upper, min(lower)} - {last}
    assert league.tournament.gone == []


def test_a_friend_who_withdraws_takes_nobody_along() -> None:
    """Two colluding players: the second withdraws early, so that nothing counts, or once beaten, so that all stands."""
    alone, together = League(4), League(5)
    for league in (alone, together):
        league.begin()
    friend = "p_04"
    tables = list(together.tournament.awaited())
    late = [one for one in tables if friend in one["players"]][1:]
    for table in tables:
        if table not in late:
            together.score(table)
    together.add(left(friend, together.at))
    for table in [*late, *alone.tournament.awaited()]:
        (together if table in late else alone).score(table)
    rows = [{**row, "played": 3} for row in together.tournament.standings() if row["player"] != friend]
    assert rows == alone.tournament.standings()
    stays, leaves = League(5), League(5)
    for league in (stays, leaves):
        league.begin()
        for table in list(league.tournament.awaited()):
            league.score(table)
    leaves.add(left(friend, leaves.at))
    before = [row for row in stays.tournament.standings() if row["player"] != friend]
    assert [row for row in leaves.tournament.standings() if row["player"] != friend] == before
    assert [one for one in stays.begin()[0] if one != friend] == leaves.begin()[0]


def rated_log() -> tuple[list[Entry], Tournament]:
    """Return a log in which two players are rated, and a league of five is announced and entered, but not drawn."""
    result = rated_result(scored("018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b99", ["p_3", "p_1"], [1, 2]))
    assert result is not None
    book = Book()
    log: list[Entry] = [current_epoch()]
    book.add(0, log[0], lambda: [])
    after = book.after(1, result)
    seats = [{**one, "mu": new.mu, "sigma": new.sigma} for one, new in zip(result["seats"], after, strict=True)]
    rated: Result = {**result, "seats": seats}  # type: ignore[typeddict-item]
    tournament = Tournament(opened(**TERMS))
    log += [rated, tournament.terms]
    for number in range(5):
        log.append(entered(number, f"p_{number}"))
        tournament.add(entered(number, f"p_{number}"))
    return log, tournament


def test_the_first_divisions_are_by_rating_and_a_draw_with_other_ratings_is_named() -> None:
    log, tournament = rated_log()
    values = [entropy(number) for number in range(5)]
    honest = draw(tournament, SEED, values, None, at=CLOSED, ratings=Ratings(8, {"p_3": 1608, "p_1": 1392}))
    book = Book()
    for index, one in enumerate(log):
        book.add(index, one, lambda: log, check=False)
    numbers = {player: book.ratings["kontor", player].shown for player in ("p_3", "p_1")}
    honest = draw(tournament, SEED, values, None, at=CLOSED, ratings=Ratings(8, numbers))
    assert (honest["order"][0], honest["order"][-1]) == ("p_3", "p_1")
    assert honest["ratings"] == [numbers["p_3"], 1500, 1500, 1500, numbers["p_1"]]
    assert check([*log, honest]).by_id[ID].status == "running"
    for size, ratings, why in (
        (8, {}, "other ratings"),
        (8, {**numbers, "p_4": 1700}, "other ratings"),
        (7, numbers, "between the last entry"),
        (1, {}, "between the last entry"),
        (9, numbers, "between the last entry"),
    ):
        lie = draw(tournament, SEED, values, None, at=CLOSED, ratings=Ratings(size, ratings))
        with pytest.raises(BadLog, match=why):
            check([*log, lie])
    turned = {**honest, "order": honest["order"][::-1], "ratings": honest["ratings"][::-1]}
    lot = {**honest, "order": [honest["order"][0], *honest["order"][-2:0:-1], honest["order"][-1]]}
    bare = {name: value for name, value in honest.items() if name not in ("ratings", "ratings_at")}
    for lie_ in (turned, lot, bare):
        with pytest.raises(BadLog, match="do not follow"):
            check([*log, lie_])  # type: ignore[list-item]


def test_a_season_that_does_not_follow_is_named() -> None:
    """A hostile organiser: keeps a friend up, lets a newcomer begin above, leaves a rival out, ends or begins early."""
    league = League(8)
    league.begin()
    for table in list(league.tournament.awaited()):
        league.score(table)
    league.enter("p_new")
    so_far = list(league.log)
    league.begin()
    honest: Any = league.log[-1]
    upper, lower = honest["divisions"]
    lies: list[Any] = [
        {**honest, "divisions": [[*upper[:-1], lower[0]], [upper[-1], *lower[1:]]]},
        {**honest, "divisions": [["p_new", *upper[1:]], [*lower[:-1], upper[0]]]},
        {**honest, "divisions": [upper, lower[:-1]]},
        {name: value for name, value in honest.items() if name != "divisions"},
        {**honest, "tables": [{**one, "players": one["players"][::-1]} for one in honest["tables"]]},
        {**honest, "tables": honest["tables"][:-1]},
        {**honest, "byes": [upper[0]]},
    ]
    for lie in lies:
        with pytest.raises(ValueError, match="does not follow"):
            check([*so_far, lie])
    early: Any = {**honest, "round": 3}
    with pytest.raises(ValueError, match="before the one before it is over"):
        check([*league.log, early])
    with pytest.raises(ValueError, match="before every table"):
        check(
            [
                *league.log,
                Ended(type="ended", tournament=ID, at=league.at, standings=league.tournament.standings(final=True)),
            ]
        )
    with pytest.raises(BadTournament, match="after the draw"):
        league.enter("p_late", entropy="se1_" + "A" * 43)


def test_a_league_ends_when_too_few_are_left_and_takes_nobody_in_its_last_season() -> None:
    league = League(3, rounds=1)
    assert league.tournament.takes_entries(milliseconds(league.at))
    league.begin()
    assert not league.tournament.takes_entries(milliseconds(league.at))
    with pytest.raises(BadTournament, match="after entries have closed"):
        league.enter("p_late")
    league = League(3, least=3)
    league.begin()
    for table in list(league.tournament.awaited()):
        league.score(table)
    league.add(left("p_01", league.at))
    with pytest.raises(CannotPair):
        league.begin()
    league.end()
    assert check(list(league.log)).by_id[ID].status == "over"


def test_who_enters_between_the_draw_and_the_first_season_is_in_it() -> None:
    league = League(3)
    league.enter("p_soon")
    league.add(left("p_01", league.at))
    league.enter("p_01")
    ((*order,),) = league.begin()
    assert order[-2:] == ["p_soon", "p_01"]
    assert len(order) == 4


def test_a_season_that_the_operator_never_ends_or_begins_is_named() -> None:
    """The attack: an operator who does not like who goes up leaves the next season out, and all after it."""
    league = League(8)
    after: Any = {**opened(), "tournament": "4a1f5cf6-5a3d-4b2e-9c3b-2f6f0c9d7e11"}

    def overdue(days: float) -> list[str]:
        at = timestamp(milliseconds(league.at) + int(days * 24 * HOUR))
        later: Any = {**after, "at": at, "closes": timestamp(milliseconds(at) + HOUR)}
        return check([*league.log, later]).overdue

    assert (overdue(0.9), overdue(1.1)) == ([], [ID]), "the first does not begin"
    league.begin()
    assert (overdue(1), overdue(1.1)) == ([], [ID]), "its time was over after an hour"
    for table in list(league.tournament.awaited()):
        league.score(table)
    assert (overdue(0.9), overdue(1.01)) == ([], [ID]), "all its matches are"
    for _ in range(2):
        league.begin()
    league.end()
    assert overdue(400) == []


def test_the_largest_season_is_an_entry_of_the_log() -> None:
    """The log takes entries up to 65,535 bytes: 64 players in divisions of eight, with ids as long as they are."""
    players = [f"{number:02}" + "a" * 20 for number in range(64)]
    divisions = seasons.cut(players, MOST_DIVISION)
    tables = seasons.pair(divisions, SEED, 12)
    assert len(tables) == 8 * 28
    match = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
    entry = {"divisions": divisions, "tables": [{"match": match, "players": one} for one in tables]}
    assert len(written(entry)) < 40_000  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "terms",
    [
        {"seats": 3, "least": 3},
        {"moving": 3},
        {"rounds": 11, "division_size": 8},
        {"most": 65},
        {"tables": 1, "rounds": None},
        {"method": "pairs@1"},
    ],
)
def test_terms_that_no_league_in_seasons_has(terms: dict[str, Any]) -> None:
    wanted = {name: value for name, value in {**TERMS, **terms}.items() if value is not None}
    with pytest.raises(BadTournament):
        Tournament(opened(**wanted))
