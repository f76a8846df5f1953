"""The laws of ratings: order, voiding, monotony, and that a log that lies is named at its first lie."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Outcome
from engine.standings.ratings import (
    Book,
    Differs,
    Model,
    OtherEpoch,
    Rating,
    current_epoch,
    differing,
    published,
    rated,
    replay,
    what_if,
)
from engine.standings.results import BadEntry, Entry, Result, SeatResult, Void, parse_entry, places, written

EPOCH = current_epoch()
START = Model(EPOCH).start
quick = settings(max_examples=20, deadline=None)


def seat(player: str, place: int, team: int) -> SeatResult:
    return SeatResult(player=player, place=place, end="played", team=team)


def result(number: int, players: list[str], ranks: list[int], game: str = "kontor") -> Result:
    """Return the result of a match without teams; lower ranks are better, equal ones are tied."""
    ranked = [1 + sum(other < rank for other in ranks) for rank in ranks]
    return Result(
        type="result",
        match=f"00000000-0000-0000-0000-{number:012d}",
        game=game,
        rules=f"{game}@1",
        n=9,
        head="A" * 43,
        at="2026-11-29T12:00:00.000Z",
        reason="finished",
        seats=[seat(player, place, team) for team, (player, place) in enumerate(zip(players, ranked, strict=True))],
    )


def void(one: Result) -> Void:
    return Void(type="void", match=one["match"], at="2026-11-29T12:00:00.000Z", why="two accounts of one person")


def log_of(entries: Sequence[Entry]) -> list[Entry]:
    """Return the log that an honest server writes: with the numbers after each result."""
    book, log = Book(), list[Entry]()
    for index, entry in enumerate([EPOCH, *entries]):
        log.append(rated(entry, book.after(index, entry)) if entry["type"] == "result" else entry)
        book.add(index, log[-1], lambda: log)
    return log


def ratings(entries: Sequence[Entry]) -> dict[tuple[str, str], Rating]:
    log = log_of(entries)
    return {key: one for key, one in replay(lambda: log).ratings.items() if one.results}


RANKS = st.lists(st.integers(0, 3), min_size=2, max_size=5)
PLAYERS = [f"p_{number}" for number in range(7)]


@st.composite
def results(draw: st.DrawFn, most: int = 7) -> list[Result]:
    found = []
    for number in range(draw(st.integers(1, most))):
        ranks = draw(RANKS)
        players = draw(st.permutations(PLAYERS))[: len(ranks)]
        found.append(result(number, list(players), ranks, draw(st.sampled_from(["kontor", "seafarers"]))))
    return found


@quick
@given(results(), st.data())
def test_voiding_equals_never_having_counted(found: list[Result], data: st.DataObject) -> None:
    chosen = data.draw(st.sampled_from(found))
    after = data.draw(st.integers(found.index(chosen) + 1, len(found)))
    with_void: list[Entry] = [*found[:after], void(chosen), *found[after:]]
    assert ratings(with_void) == ratings([one for one in found if one is not chosen])


@quick
@given(RANKS, RANKS)
def test_order_of_independent_results_does_not_matter(one: list[int], other: list[int]) -> None:
    a = result(1, [f"p_a{n}" for n in range(len(one))], one)
    b = result(2, [f"p_b{n}" for n in range(len(other))], other)
    assert ratings([a, b]) == ratings([b, a])


STRENGTHS = st.tuples(st.integers(5_000_000, 45_000_000), st.integers(700_000, 8_400_000))


@quick
@given(st.lists(STRENGTHS, min_size=2, max_size=5), st.data())
def test_a_better_place_is_never_worth_less(given_ratings: list[tuple[int, int]], data: st.DataObject) -> None:
    """Whatever the others' places among themselves are: beating one more of them gains, losing to one more loses."""
    before = [Rating(*one) for one in given_ratings]
    count = len(before)
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=count, max_size=count))
    who = data.draw(st.integers(0, count - 1))
    worse, better = (
        [(10 * rank if n != who else at) for n, rank in enumerate(ranks)]
        for at in (10 * ranks[who], 10 * ranks[who] - 5)
    )
    model = Model(EPOCH)
    players = PLAYERS[:count]
    low, high = (model.rate(result(1, players, one)["seats"], before)[who] for one in (worse, better))
    assert high.mu >= low.mu
    assert (high.mu > low.mu) == (worse != better and any(w == worse[who] for n, w in enumerate(worse) if n != who))


@quick
@given(st.lists(st.integers(0, 3), min_size=2, max_size=4), st.lists(st.integers(0, 3), min_size=2, max_size=4))
def test_who_gives_up_gains_nothing_by_the_others_ties(some: list[int], others: list[int]) -> None:
    """Openskill's default model breaks this: resigning at a table of four costs a quarter of coming last."""
    size = min(len(some), len(others))
    players = PLAYERS[: size + 1]
    losses = [
        Model(EPOCH).rate(result(1, players, [*ranks[:size], 9])["seats"], [START] * (size + 1))[size]
        for ranks in (some, others)
    ]
    assert losses[0] == losses[1]


@quick
@given(st.lists(STRENGTHS, min_size=3, max_size=5), st.data())
def test_seats_do_not_matter(given_ratings: list[tuple[int, int]], data: st.DataObject) -> None:
    """Sitting elsewhere changes nothing but, by the order of a sum, a last digit."""
    before = [Rating(*one) for one in given_ratings]
    ranks = data.draw(st.lists(st.integers(1, 3), min_size=len(before), max_size=len(before)))
    order = data.draw(st.permutations(range(len(before))))
    model, players = Model(EPOCH), PLAYERS[: len(before)]
    straight = model.rate(result(1, players, ranks)["seats"], before)
    turned = model.rate(result(1, players, [ranks[n] for n in order])["seats"], [before[n] for n in order])
    for place, n in enumerate(order):
        assert abs(turned[place].mu - straight[n].mu) <= 1
        assert abs(turned[place].sigma - straight[n].sigma) <= 1


def test_partners_win_together_and_a_newcomer_moves_as_published() -> None:
    model = Model(EPOCH)
    pairs = [seat("p_a", 1, 0), seat("p_b", 3, 1), seat("p_c", 1, 0), seat("p_d", 3, 1)]
    a, b, c, d = model.rate(pairs, [START] * 4)
    assert a == c
    assert b == d
    assert a.mu > START.mu > b.mu
    first, second = model.rate([seat("p_a", 1, 0), seat("p_b", 2, 1)], [START] * 2)
    assert (first, second) == (Rating(27_635_389, 8_065_901, 1), Rating(22_364_611, 8_065_901, 1))
    assert (first.shown, first.plus_minus, first.is_provisional) == (1658, 968, True)
    assert START.shown == 1500


def test_a_draw_brings_unequal_players_closer() -> None:
    """A change of openskill's averaging of ties, which does nothing in 6.2.0, would show here (decision 0014)."""
    strong, weak = Rating(30 * 10**6, 3 * 10**6), Rating(20 * 10**6, 3 * 10**6)
    after = Model(EPOCH).rate([seat("p_a", 1, 0), seat("p_b", 1, 1)], [strong, weak])
    assert [one.mu for one in after] == [29_629_755, 20_370_245]


@pytest.mark.parametrize(
    ("outcome", "teams", "wanted"),
    [
        ({"winners": [1], "scores": [3, 9, 3], "reason": "finished"}, [0, 1, 2], [2, 1, 2]),
        ({"winners": [0], "scores": [3, 9, 4], "reason": "ruin"}, [0, 1, 2], [1, 2, 3]),
        ({"winners": [1], "scores": [9, 9, 9], "tiebreaks": [[5, 8, 6]], "reason": "finished"}, [0, 1, 2], [3, 1, 2]),
        ({"winners": [0, 2], "scores": [7, 5, 7, 5], "reason": "finished"}, [0, 1, 0, 1], [1, 3, 1, 3]),
        ({"winners": [0, 2, 3], "scores": [0] * 4, "reason": "resigned"}, [0, 1, 2, 3], [1, 4, 1, 1]),
        ({"winners": [0, 1], "scores": [0, 0], "reason": "abandoned"}, [0, 1], [1, 1]),
    ],
)  # fmt: skip
def test_places(outcome: Outcome, teams: list[int], wanted: list[int]) -> None:
    assert places(outcome, teams) == wanted


@quick
@given(results(5), st.data())
def test_the_first_number_that_differs_is_named(found: list[Result], data: st.DataObject) -> None:
    log = log_of(list(found))
    index = data.draw(st.integers(1, len(found)))
    lie = parse_entry(written(log[index]))
    assert lie["type"] == "result"
    name: str = data.draw(st.sampled_from(["mu", "sigma"]))
    lie["seats"][-1][name] += 1  # type: ignore[literal-required]
    with pytest.raises(Differs, match=rf"entry {index} .*seat {len(lie['seats']) - 1} .*{name} is") as caught:
        replay(lambda: [*log[:index], lie, *log[index + 1 :]])
    assert caught.value.index == index


def test_what_cannot_stand_in_a_log_is_named() -> None:
    one, other = result(1, ["p_a", "p_b"], [1, 2]), result(2, ["p_b", "p_c"], [2, 1])
    log = log_of([one, other])
    for entries, why in [
        (log[1:], "no epoch has begun"),
        ([*log, log[1]], "has a result already"),
        ([*log, void(one), void(one)], "void already"),
        ([log[0], void(one)], "no result to void"),
        ([*log, EPOCH, void(one)], "earlier epoch"),
    ]:
        with pytest.raises(ValueError, match=why):
            replay(lambda entries=entries: entries)  # type: ignore[misc]
    with pytest.raises(OtherEpoch, match=r"openskill 5\.9\.9"):
        replay(lambda: [{**EPOCH, "version": "5.9.9"}])


def test_an_epoch_with_other_parameters_goes_on_from_where_ratings_stand() -> None:
    one, other = result(1, ["p_a", "p_b"], [1, 2]), result(2, ["p_a", "p_b"], [2, 1])
    steady = {**EPOCH, "tau": 1}
    usual, changed = ratings([one, other]), ratings([one, steady, other])  # type: ignore[list-item]
    assert changed["kontor", "p_a"].sigma < usual["kontor", "p_a"].sigma
    late = ratings([one, steady, other, void(other)])  # type: ignore[list-item]
    assert late == ratings([one])


def test_entries_that_anybody_may_have_written_are_refused_with_a_reason() -> None:
    (_, entry) = log_of([result(1, ["p_a", "p_b", "p_c"], [1, 2, 2])])
    assert entry["type"] == "result"
    assert parse_entry(written(entry)) == entry
    first, second, third = entry["seats"]
    for seats in (
        [first, {**second, "player": first["player"]}, third],
        [first, {**second, "place": 4}, third],
        [first, {**second, "team": 0}, third],
        [first, {**second, "team": 2}, third],
        [first, {name: value for name, value in second.items() if name != "mu"}, third],
        [first],
    ):
        with pytest.raises(BadEntry):
            parse_entry(written({**entry, "seats": seats}))  # type: ignore[typeddict-item]
    with pytest.raises(BadEntry):
        parse_entry(b'{"type":"epoch"}')
    with pytest.raises(BadEntry):
        parse_entry(written(entry) + b" ")


@pytest.mark.parametrize("teams", [[0, 1], [0, 1, 2], [0, 1, 0, 1]])
def test_what_a_match_would_change_is_what_it_changes(teams: list[int]) -> None:
    model, before = Model(EPOCH), [Rating(25_000_000 + 700_000 * seat, 8_000_000 - seat) for seat in range(len(teams))]
    for seat, found in enumerate(what_if(before, teams)):
        mine = teams[seat]
        # The others end one behind the other here, and all at once there.
        others = {team: place for place, team in enumerate(sorted({*teams} - {mine}), 2)}
        for what, ranked in (
            (found.first, {mine: 1, **others}),
            (found.drawn, dict.fromkeys(teams, 1)),
            (found.last, {mine: len({*teams}), **{team: place - 1 for team, place in others.items()}}),
        ):
            seats = [
                SeatResult(player=f"p_{n}", place=ranked[team], end="played", team=team) for n, team in enumerate(teams)
            ]
            after = model.rate(seats, before)[seat]
            assert abs(after.mu - what.mu) <= 1 and abs(after.sigma - what.sigma) <= 1
        assert found.last.mu < found.drawn.mu < found.first.mu


def test_a_published_list_is_compared_row_by_row() -> None:
    log = log_of([result(1, ["p_a", "p_b"], [1, 2])])
    book = replay(lambda: log)
    rows: list[dict[str, object]] = [
        {"rank": rank, "player": player, "results": 1, "rating": one.shown, "plus_minus": one.plus_minus}
        | {"mu": one.mu, "sigma": one.sigma, "provisional": True}
        for rank, (player, one) in enumerate(published(book, "kontor"), 1)
    ]
    assert [row["player"] for row in rows] == ["p_a", "p_b"]
    assert differing(book, "kontor", rows) is None
    assert differing(book, "kontor", rows[1:]) is None
    for name in rows[0]:
        wrong = [rows[0], {**rows[1], name: 7}]
        assert differing(book, "kontor", wrong), name
    assert "rank 1 of kontor: mu is 1" in str(differing(book, "kontor", [{**rows[0], "mu": 1}]))
