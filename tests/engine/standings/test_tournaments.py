"""The laws of leagues: meetings and seats are even, standings know no order, and a log that lies is named at its lie."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol.canon import b64
from engine.protocol.chance import entropy_commitment, server_seed_commitment
from engine.standings.pairing import METHOD, meetings, schedule
from engine.standings.ranking import standings
from engine.standings.ratings import BadLog
from engine.standings.results import (
    BadEntry,
    Cancelled,
    Ended,
    Entered,
    Left,
    Opened,
    Scored,
    SeatResult,
    TournamentEntry,
    parse_entry,
    places,
    rated_result,
    written,
)
from engine.standings.tournament_book import Tournaments
from engine.standings.tournaments import BadTournament, Ratings, Tournament, draw, match_of
from tests.servers.beacon import chain

ID = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
SEED = bytes(range(32))
OPEN, CLOSED = "2026-11-29T12:00:00.000Z", "2026-11-30T12:00:00.000Z"
PLAYERS = [f"p_{number}" for number in range(6)]
quick = settings(max_examples=30, deadline=None)


def opened(**changes: Any) -> Opened:
    made: Any = {
        "type": "opened",
        "tournament": ID,
        "at": OPEN,
        "by": "p_organiser",
        "format": "league",
        "method": METHOD,
        "rules": "kontor@1",
        "options": {},
        "seats": 2,
        "tables": 1,
        "pace": {"kind": "duration", "seconds": 86_400},
        "absence": None,
        "rated": True,
        "least": 2,
        "most": 16,
        "closes": CLOSED,
        "commitment": server_seed_commitment(ID, SEED),
        "beacon": None,
        **changes,
    }
    found: Opened = made
    return found


def entropy(number: int) -> bytes | None:
    return hashlib.sha256(bytes([number])).digest() if number % 2 else None


def entered(number: int, player: str) -> Entered:
    value = entropy(number)
    given = None if value is None else entropy_commitment(ID, number, value)
    return Entered(type="entered", tournament=ID, at=OPEN, player=player, entropy=given)


def left(player: str, at: str = CLOSED) -> Left:
    return Left(type="left", tournament=ID, at=at, player=player)


def scored(match: str, players: list[str], ranks: list[int]) -> Scored:
    ranked = places({"winners": [], "scores": [-rank for rank in ranks], "reason": "finished"}, list(range(len(ranks))))
    return Scored(
        type="scored",
        tournament=ID,
        match=match,
        game="kontor",
        rules="kontor@1",
        n=9,
        head="A" * 43,
        at=CLOSED,
        reason="finished",
        seats=[
            SeatResult(player=player, place=place, end="played", team=seat)
            for seat, (player, place) in enumerate(zip(players, ranked, strict=True))
        ],
    )


def begun(players: list[str], **terms: Any) -> tuple[Tournament, list[TournamentEntry]]:
    """Return a tournament that has been drawn, with its entries."""
    first = opened(**terms)
    tournament = Tournament(first)
    log: list[TournamentEntry] = [first, *(entered(number, one) for number, one in enumerate(players))]
    for entry in log[1:]:
        tournament.add(entry)
    values, ratings = [entropy(number) for number in range(len(players))], Ratings(len(log), {})
    drawn = draw(tournament, SEED, values, None, at=CLOSED, ratings=ratings)
    tournament.add(drawn)
    return tournament, [*log, drawn]


@quick
@given(st.integers(2, 16))
def test_everybody_meets_everybody_once_and_has_the_first_seat_half_the_time(count: int) -> None:
    made = schedule(count, 2, 1)
    assert set(meetings(made.tables).values()) == {1}
    assert len(made.tables) == count * (count - 1) // 2
    firsts = Counter(table[0] for table in made.tables)
    assert all(abs(2 * firsts[place] - made.each) <= 1 for place in range(count))


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 6), st.integers(0, 5), st.integers(1, 4))
def test_at_larger_tables_all_play_equally_often_and_nobody_sits_twice(seats: int, more: int, wanted: int) -> None:
    made = schedule(seats + more, seats, wanted)
    assert all(len(set(table)) == seats for table in made.tables)
    assert Counter(place for table in made.tables for place in table) == dict.fromkeys(range(seats + more), made.each)
    assert wanted <= made.each < wanted + seats
    met = meetings(made.tables)
    pairs = [met[one, other] for other in range(seats + more) for one in range(other)]
    assert (made.fewest, made.most) == (min(pairs), max(pairs))
    assert made.most - made.fewest <= 2


def test_a_design_that_exists_is_found() -> None:
    """Seven players at tables of four: seven tables, and every pair meets exactly twice."""
    assert schedule(7, 4, 3)[1:] == (4, 2, 2)


@pytest.mark.parametrize("numbers", [(1, 2, 1), (17, 2, 1), (3, 4, 1), (5, 3, 0), (5, 3, 7)])
def test_numbers_out_of_bounds_have_no_schedule(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no tables"):
        schedule(*numbers)


RESULTS = st.lists(
    st.tuples(st.permutations(PLAYERS), st.lists(st.integers(0, 2), min_size=2, max_size=4)).map(
        lambda given: (given[0][: len(given[1])], given[1])
    ),
    max_size=8,
).map(lambda given: [scored(match_of(ID, number), list(who), ranks) for number, (who, ranks) in enumerate(given)])


@quick
@given(RESULTS, st.randoms(), st.sets(st.sampled_from(PLAYERS), max_size=2))
def test_standings_know_no_order_and_hand_out_every_point(results: list[Scored], chance: Any, gone: set[str]) -> None:
    shuffled = list(results)
    chance.shuffle(shuffled)
    found = standings(PLAYERS, results, gone, gone)
    assert standings(PLAYERS, shuffled, gone, gone) == found
    staying = [[one for one in result["seats"] if one["player"] not in gone] for result in results]
    assert sum(one["points"] for one in found) == sum(len(seats) * (len(seats) - 1) for seats in staying)
    assert [one["player"] for one in found if one["place"] is None] == sorted(gone)


@quick
@given(RESULTS, st.sampled_from(PLAYERS))
def test_who_is_not_counted_has_never_played(results: list[Scored], player: str) -> None:
    """Nobody else's standing depends on what there was against somebody who is out."""
    cut: list[Scored] = [
        {**one, "seats": [seat for seat in one["seats"] if seat["player"] != player]} for one in results
    ]
    others = [one for one in PLAYERS if one != player]
    found = [row for row in standings(PLAYERS, results, {player}, {player}) if row["player"] != player]
    assert found == standings(others, cut, ())


def test_the_tie_breaks_count_in_their_order() -> None:
    """Three beat each other in a ring, and a fourth loses to all: nothing separates the three but what they share."""
    ring = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "d"), ("b", "d"), ("c", "d")]
    results = [scored(match_of(ID, number), list(pair), [0, 1]) for number, pair in enumerate(ring)]
    found = standings(["d", "c", "b", "a"], results, ())
    assert [(one["player"], one["place"], one["points"]) for one in found] == [
        ("a", 1, 4),
        ("b", 1, 4),
        ("c", 1, 4),
        ("d", 4, 0),
    ]
    tied = standings(["a", "b", "c"], [scored(match_of(ID, 0), ["a", "b"], [0, 1]), scored(ID, ["b", "c"], [0, 1])], ())
    assert [(one["player"], one["direct"]) for one in tied] == [("a", 2), ("b", 0), ("c", 0)]


def test_a_whole_league_is_computed_again_from_its_log() -> None:
    tournament, log = begun(PLAYERS[:5])
    for table in tournament.tables:
        ranks = [PLAYERS.index(one) for one in table["players"]]
        log.append(scored(table["match"], table["players"], ranks))
        tournament.add(log[-1])
    assert not tournament.awaited()
    log.append(Ended(type="ended", tournament=ID, at=CLOSED, standings=tournament.standings()))
    again = Tournaments()
    for index, entry in enumerate(log):
        again.add(index, parse_entry(written(entry)))
    found = again.by_id[ID]
    assert (found.status, [one["player"] for one in found.standings()]) == ("over", PLAYERS[:5])
    rows: list[dict[str, object]] = [{**one, "name": "x"} for one in found.standings()]
    page = {"id": ID, "name": "Hansa cup", "entered": True, **found.published(), "standings": rows}
    assert again.differing(page) is None
    assert again.differing({**page, "standings": rows[1:]}) is not None
    rows[0]["points"] = 9
    assert "p_0: points is 9, computed 8" in str(again.differing(page))
    rows[0]["points"] = 8
    for name in ("division", "team"):
        assert f"p_0: {name} is 2, computed None" in str(
            again.differing({**page, "standings": [{**rows[0], name: 2}, *rows[1:]]})
        )
    for name in found.published():
        assert str(again.differing({**page, name: "another"})).startswith(f"{name} is another, computed")
    again.voided[tournament.tables[0]["match"]] = 0
    assert str(again.differing(page)).startswith("tables is ")


def lies(log: list[TournamentEntry]) -> dict[str, tuple[Any, str]]:
    """Return entries that lie, each to stand in place of the draw, and what is said of them."""
    drawn = dict(log[-1])
    tables: Any = drawn["tables"]
    swapped = [{**tables[0], "players": tables[0]["players"][::-1]}, *tables[1:]]
    values: Any = drawn["entropies"]
    made: dict[str, tuple[Any, str]] = {
        "tables": ({**drawn, "tables": swapped}, "do not follow"),
        "evenness": ({**drawn, "most": 7}, "do not follow"),
        "seed": ({**drawn, "seed": b64(bytes(32))}, "committed to"),
        "entropy": ({**drawn, "entropies": [values[0], b64(bytes(32)), *values[2:]]}, "committed to"),
        "dropped entropy": ({**drawn, "entropies": [None for _ in values]}, "committed to"),
        "early": ({**drawn, "at": OPEN}, "before entries close"),
        "beacon": ({**drawn, "beacon": {"round": 1, "signature": "00" * 48}}, "round of its beacon"),
        "cancelled": (Cancelled(type="cancelled", tournament=ID, at=CLOSED, seed=b64(SEED)), "has enough"),
        "late": (entered(4, "p_late") | {"at": CLOSED}, "after entries have closed"),
        "twice": (entered(4, "p_0"), "entered already"),
        "not in": (left("p_9", OPEN), "not in it"),
        "result": (scored(match_of(ID, 0), ["p_0", "p_1"], [0, 1]), "none that waits"),
    }
    return made


@pytest.mark.parametrize("name", list(lies(begun(PLAYERS[:4])[1])))
def test_a_draw_that_lies_is_named(name: str) -> None:
    _, log = begun(PLAYERS[:4])
    entry, why = lies(log)[name]
    found = Tournaments()
    for index, one in enumerate(log[:-1]):
        found.add(index, one)
    with pytest.raises(BadLog, match=why) as refused:
        found.add(5, parse_entry(written(entry)))
    assert refused.value.index == 5


def test_nobody_leaves_before_the_draw_once_the_beacon_s_round_may_be_known() -> None:
    tournament = Tournament(opened(beacon=chain()))
    for number, player in enumerate(PLAYERS[:4]):
        tournament.add(entered(number, player))
    tournament.add(left("p_0", "2026-11-30T12:00:29.999Z"))
    with pytest.raises(BadTournament, match="p_1 leaves before the draw, after the beacon's round"):
        tournament.add(left("p_1", "2026-11-30T12:00:33.000Z"))


def test_a_tournament_with_too_few_entrants_is_not_drawn() -> None:
    with pytest.raises(BadTournament, match="not enough entrants"):
        begun(PLAYERS[:3], least=4)


@pytest.mark.parametrize("turned", [False, True])
def test_ratings_and_tournament_are_told_the_same(turned: bool) -> None:
    tournament, log = begun(PLAYERS[:2])
    (table,) = tournament.tables
    noted = scored(table["match"], table["players"], [0, 1])
    for ranks in ([0, 1], [1, 0]):
        result = rated_result(scored(table["match"], table["players"], ranks))
        assert result is not None
        found = Tournaments()
        for index, entry in enumerate([*log, noted if turned else result]):
            found.add(index, entry)
        last = result if turned else noted
        if ranks == [0, 1]:
            found.add(4, last)
        else:
            with pytest.raises(BadLog, match="one result for its tournament, and another for ratings"):
                found.add(4, last)


def test_results_of_other_people_and_early_ends_are_named() -> None:
    tournament, _ = begun(PLAYERS[:3])
    first = tournament.tables[0]
    with pytest.raises(ValueError, match="other players"):
        tournament.add(scored(first["match"], first["players"][::-1], [0, 1]))
    with pytest.raises(ValueError, match="exactly if"):
        tournament.add({**scored(first["match"], first["players"], [0, 1]), "reason": "unplayed"})
    with pytest.raises(ValueError, match="every table"):
        tournament.add(Ended(type="ended", tournament=ID, at=CLOSED, standings=tournament.standings()))
    tournament.add(scored(first["match"], first["players"], [0, 1]))
    with pytest.raises(ValueError, match="none that waits"):
        tournament.add(scored(first["match"], first["players"], [0, 1]))
    rest = tournament.awaited()
    for table in rest:
        tournament.add({**scored(table["match"], table["players"], [0, 1]), "reason": "unplayed", "seats": []})
    assert (len(rest), tournament.awaited()) == (2, [])


def by_number(tournament: Tournament, player: str, results: int) -> None:
    """Score the first matches of a player: whoever has the lower number wins."""
    for table in [one for one in tournament.awaited() if player in one["players"]][:results]:
        tournament.add(scored(table["match"], table["players"], [PLAYERS.index(one) for one in table["players"]]))


def points(tournament: Tournament) -> dict[str, int]:
    return {one["player"]: one["points"] for one in tournament.standings()}


@pytest.mark.parametrize("results", [2, 4])
def test_whoever_withdraws_after_half_of_the_matches_takes_no_points_back(results: int) -> None:
    """The attack: lose to everybody, and withdraw, so that those who have won lose their points to a friend's benefit."""
    tournament, _ = begun(PLAYERS[:5])
    by_number(tournament, "p_4", results)
    before = points(tournament)
    tournament.add(left("p_4"))
    assert points(tournament) == before
    assert sum(before.values()) == 2 * results
    assert [one["place"] for one in tournament.standings() if one["player"] == "p_4"] == [None]
    by_number(tournament, "p_4", 4)
    assert [points(tournament)[one] for one in PLAYERS[:4]] == [2, 2, 2, 2]


def test_whoever_withdraws_before_half_of_the_matches_is_out_of_all_of_them() -> None:
    tournament, _ = begun(PLAYERS[:5])
    by_number(tournament, "p_4", 1)
    tournament.add(left("p_4"))
    assert set(points(tournament).values()) == {0}
    assert len(tournament.awaited()) == 6
    by_number(tournament, "p_4", 4)
    assert set(points(tournament).values()) == {0}


def test_a_league_that_began_by_the_earlier_rule_is_counted_by_it() -> None:
    tournament, _ = begun(PLAYERS[:5], method="pairs@1")
    by_number(tournament, "p_4", 4)
    tournament.add(left("p_4"))
    assert set(points(tournament).values()) == {0}


def test_the_earlier_and_the_present_rule_make_the_same_tables() -> None:
    """A method that counts in another way keeps the tables: the orders that are tried are drawn under the first name."""
    assert schedule(7, 4, 3).tables[:3] == ((1, 2, 3, 5), (0, 1, 5, 6), (2, 0, 1, 4))


def test_who_leaves_before_the_draw_has_not_entered() -> None:
    tournament = Tournament(opened())
    for number, player in enumerate(["p_0", "p_1", "p_2"]):
        tournament.add(entered(number, player))
    tournament.add(left("p_1", OPEN))
    tournament.add(entered(3, "p_1"))
    drawn = draw(tournament, SEED, [None, None, None, entropy(3)], None, at=CLOSED)
    tournament.add(drawn)
    assert (list(tournament.inside), tournament.gone, len(drawn["tables"])) == (["p_0", "p_2", "p_1"], [], 3)


@pytest.mark.parametrize(
    "changes", [{"seats": 1}, {"seats": 7}, {"commitment": "ss1_x"}, {"tables": 0}, {"more": 1}, {"at": "now"}]
)
def test_what_is_no_entry_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadEntry, match="not an entry"):
        parse_entry(written(opened(**changes)))


@pytest.mark.parametrize("kind", ["scored", "result"])
def test_a_result_of_another_game_than_its_rules_is_no_entry(kind: str) -> None:
    """The attack: let a result count for the ratings of another game."""
    made = scored(ID, PLAYERS[:2], [0, 1])
    rated = rated_result(made)
    assert rated is not None
    seats = [{**one, "mu": 25_000_000, "sigma": 8_000_000} for one in rated["seats"]]
    entry: Any = made if kind == "scored" else {**rated, "seats": seats}
    assert parse_entry(written(entry)) == entry
    entry["game"] = "anno_1701"
    with pytest.raises(BadEntry, match="another game than its rules"):
        parse_entry(written(entry))
