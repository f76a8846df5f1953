"""The laws of a ladder: places are a permutation, results that do not touch commute, a voided one has never counted, and nobody
dodges, spams, or is kept in place by an operator."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol.log import milliseconds, timestamp
from engine.standings.formats import FORMATS
from engine.standings.ladder import LONGEST_VACATION, MOST_CHALLENGES, Step, climb, move
from engine.standings.ratings import BadLog, Book
from engine.standings.results import (
    Answered,
    Challenged,
    DrawnTable,
    Ended,
    Entered,
    Struck,
    TournamentEntry,
    Void,
    parse_entry,
    written,
)
from engine.standings.tournament_book import DAY, Tournaments
from engine.standings.tournaments import BadTournament
from tests.engine.standings.test_tournaments import CLOSED, ID, begun, left, scored

HOUR = 3_600_000
TERMS = {
    "format": "ladder",
    "method": FORMATS["ladder"].method,
    "most": 64,
    "round_seconds": 90 * 86_400,
    "reach": 3,
    "at_once": 1,
    "answer_seconds": 7 * 86_400,
    "again_seconds": 14 * 86_400,
}
few = settings(max_examples=25, deadline=None)
Orders = st.integers(2, 12).flatmap(lambda n: st.permutations(range(n)))


class Climb:
    """A ladder that is played; ``log`` has its entries."""

    def __init__(self, players: int, **terms: Any) -> None:
        self.tournament, self.log = begun([f"p_{number:02}" for number in range(players)], **{**TERMS, **terms})
        assert self.tournament.ladder is not None
        self.ladder = self.tournament.ladder
        self.now = milliseconds(CLOSED)

    @property
    def at(self) -> str:
        return timestamp(self.now)

    @property
    def order(self) -> list[str]:
        return self.ladder.order()

    def add(self, entry: TournamentEntry) -> None:
        self.tournament.add(entry)
        self.log.append(entry)

    def challenge(self, player: str, rival: str, more: int = 0) -> int:
        until = timestamp(self.now + self.ladder.answer + more)
        self.add(Challenged(type="challenged", tournament=ID, at=self.at, player=player, rival=rival, answer_by=until))
        return len(self.ladder.challenges)

    def answer(self, number: int, answer: Any) -> DrawnTable:
        table = self.tournament.table_of(number) if answer == "accepted" else None
        self.add(Answered(type="answered", tournament=ID, at=self.at, challenge=number, answer=answer, table=table))
        return table or DrawnTable(match="", players=[])

    def score(self, table: DrawnTable, winner: str | None) -> None:
        ranks = [1 if winner in (None, one) else 2 for one in table["players"]]
        self.add({**scored(table["match"], table["players"], ranks), "at": self.at})

    def play(self, player: str, rival: str, winner: str | None) -> str:
        """Let a challenge be accepted and played; return the match."""
        table = self.answer(self.challenge(player, rival), "accepted")
        self.score(table, winner)
        return table["match"]

    def enter(self, player: str) -> None:
        self.add(Entered(type="entered", tournament=ID, at=self.at, player=player, entropy=None))

    def end(self) -> None:
        self.now = self.tournament.round_ends or 0
        for one in self.ladder.unanswered(self.now):
            self.answer(one.number, "silent")
        self.add(Ended(type="ended", tournament=ID, at=self.at, standings=self.tournament.standings(final=True)))

    def is_refused(self, player: str, rival: str, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            self.challenge(player, rival)


@given(Orders, st.data())
def test_the_winner_takes_the_place_and_those_between_go_down_one(order: list[int], data: st.DataObject) -> None:
    players = [str(one) for one in order]
    upper, lower = sorted(data.draw(st.lists(st.integers(0, len(order) - 1), min_size=2, max_size=2, unique=True)))
    after = list(players)
    climb(after, players[lower], players[upper])
    assert after == [*players[:upper], players[lower], *players[upper:lower], *players[lower + 1 :]]
    again = list(after)
    climb(again, players[lower], players[upper])
    assert again == after


@given(Orders, st.data())
def test_results_that_do_not_touch_come_in_any_order(order: list[int], data: st.DataObject) -> None:
    """Two results are independent if nobody stands both between the one two and between the other two."""
    if len(order) < 4:
        return
    players = [str(one) for one in order]
    ends = st.lists(st.integers(0, len(order) - 1), min_size=4, max_size=4, unique=True)
    a, b, c, d = sorted(data.draw(ends))
    found = []
    for results in ([(b, a), (d, c)], [(d, c), (b, a)]):
        after = list(players)
        for player, rival in results:
            climb(after, players[player], players[rival])
        found.append(after)
    assert found[0] == found[1]


def wander(ladder: Climb, chance: random.Random, steps: int) -> None:
    """Let all kinds of things happen to a ladder, at random."""
    fresh = 0
    for _ in range(steps):
        ladder.now += chance.randrange(2 * DAY)
        if ladder.tournament.is_round_over(ladder.now):
            return
        for one in ladder.ladder.unanswered(ladder.now):
            ladder.answer(one.number, "silent")
        for one in ladder.ladder.open:
            if one.answer is None and chance.random() < 0.6:
                ladder.answer(one.number, "accepted" if chance.random() < 0.8 else "declined")
            elif one.table is not None and chance.random() < 0.4:
                ladder.score(one.table, chance.choice([one.player, one.rival, one.player, one.rival, None]))
        for player in chance.sample(ladder.order, min(8, len(ladder.order))):
            if rivals := ladder.ladder.rivals(player, ladder.now):
                ladder.challenge(player, chance.choice(rivals), chance.choice([0, 0, 0, 3 * DAY]))
        if chance.random() < 0.1 and len(ladder.order) > 2:
            ladder.add(left(chance.choice(ladder.order), ladder.at))
        if chance.random() < 0.15 and len(ladder.order) < 64:
            fresh += 1
            back = [one for one in ladder.tournament.gone if chance.random() < 0.5]
            ladder.enter(back[0] if back else f"p_new{fresh}")
        if chance.random() < 0.1 and (done := sorted(set(ladder.tournament.scored) - ladder.ladder.struck)):
            ladder.add(Struck(type="struck", tournament=ID, at=ladder.at, match=chance.choice(done)))
        assert sorted(ladder.order) == sorted(ladder.tournament.active)


def check(log: list[Any]) -> Tournaments:
    """Compute a log again, as anybody reads it."""
    found = Tournaments()
    for index, entry in enumerate(log):
        if entry["type"] == "drawn":
            found.note_ratings(index, ID, entry["order"], Book())
        found.add(index, parse_entry(written(entry)))
    return found


def with_voids(log: list[TournamentEntry]) -> list[Any]:
    """Return a log in which the operator has voided each match that its tournament strikes."""
    found: list[Any] = []
    for one in log:
        if one["type"] == "struck":
            found.append(Void(type="void", match=one["match"], at=one["at"], why="cheated"))
        found.append(one)
    return found


@few
@given(st.integers(2, 14), st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 3))
def test_places_are_always_a_permutation_and_the_log_computes_them_again(
    players: int, seed: int, reach: int, at_once: int
) -> None:
    ladder = Climb(players, reach=reach, at_once=at_once)
    wander(ladder, random.Random(seed), 60)
    ladder.end()
    rows = ladder.tournament.standings()
    staying = [one["player"] for one in rows if one["place"] is not None]
    assert [one["place"] for one in rows if one["place"]] == list(range(1, len(staying) + 1))
    assert sorted(staying) == sorted(ladder.tournament.active)
    again = check(with_voids(ladder.log)).by_id[ID]
    assert (again.standings(), again.status) == (rows, "over")


@few
@given(st.integers(3, 14), st.integers(0, 2**32), st.data())
def test_a_voided_result_has_never_counted(players: int, seed: int, data: st.DataObject) -> None:
    """The same log in which the match was a tie, and the same in which the rival won, have the same places."""
    ladder = Climb(players)
    wander(ladder, random.Random(seed), 40)
    decided = [one for one in ladder.log if one["type"] == "scored" and one["match"] not in ladder.ladder.struck]
    if not decided:
        return
    match: str = data.draw(st.sampled_from(decided))["match"]
    steps = list(ladder.ladder._steps)
    shown = ladder.tournament.standings({match})
    ladder.ladder._steps = [one for one in steps if one.match != match]
    assert ladder.ladder._replay(ladder.ladder.struck) == [one["player"] for one in shown if one["place"]]
    ladder.ladder._steps = steps
    ladder.ladder.strike(match)
    assert ladder.tournament.standings() == shown


def test_a_ladder_of_fifty_is_played_for_a_season() -> None:
    """Fifty players, the stronger wins three times in four: everybody ends where the log says, and each match counts once."""
    ladder, chance = Climb(50), random.Random(50)
    while not ladder.tournament.is_round_over(ladder.now + DAY):
        ladder.now += DAY
        for one in ladder.ladder.unanswered(ladder.now):
            ladder.answer(one.number, "silent")
        for one in ladder.ladder.open:
            if one.answer is None and chance.random() < 0.5:
                ladder.answer(one.number, "accepted")
            elif one.table is not None and chance.random() < 0.2:
                better, worse = sorted([one.player, one.rival])
                ladder.score(one.table, better if chance.random() < 0.75 else worse)
        for player in chance.sample(ladder.order, 10):
            if rivals := ladder.ladder.rivals(player, ladder.now):
                ladder.challenge(player, rivals[0])
    before = len(ladder.ladder.open)
    ladder.end()
    done = Counter(one["match"] for one in ladder.log if one["type"] == "scored")
    assert before
    assert set(done.values()) == {1}
    assert len(done) > 100
    assert sorted(ladder.order) == sorted(f"p_{number:02}" for number in range(50))
    assert sum(int(one[2:]) for one in ladder.order[:10]) < sum(int(one[2:]) for one in ladder.order[-10:])
    first = Counter(table["players"][0] for table in ladder.ladder.tables)
    tables = Counter(who for table in ladder.ladder.tables for who in table["players"])
    assert max(abs(2 * first[who] - tables[who]) for who in tables) <= 4
    assert check(list(ladder.log)).by_id[ID].standings() == ladder.tournament.standings()


def test_one_may_challenge_a_few_places_up_one_at_a_time_and_the_same_player_not_soon_again() -> None:
    ladder = Climb(8)
    order = ladder.order
    ladder.is_refused(order[4], order[0], "1 to 3 places")
    ladder.is_refused(order[0], order[1], "1 to 3 places")
    ladder.is_refused(order[0], order[0], "1 to 3 places")
    ladder.is_refused(order[0], "p_stranger", "in the ladder")
    ladder.play(order[4], order[2], order[2])
    assert ladder.order == order
    ladder.is_refused(order[4], order[2], "336 hours")
    ladder.challenge(order[4], order[3])
    ladder.is_refused(order[4], order[1], "1 of your challenges")
    ladder.answer(1 + 1, "declined")
    assert ladder.order[3:5] == [order[4], order[3]]
    ladder.is_refused(order[3], order[4], "336 hours")
    ladder.now += 14 * DAY
    ladder.challenge(order[3], order[4])


@pytest.mark.parametrize("answer", ["declined", "silent"])
def test_whoever_declines_or_is_silent_loses_the_place(answer: str) -> None:
    ladder = Climb(5)
    order = ladder.order
    number = ladder.challenge(order[3], order[1])
    if answer == "silent":
        with pytest.raises(ValueError, match="too early"):
            ladder.answer(number, answer)
        ladder.now += ladder.ladder.answer
        for late in ("accepted", "declined"):
            with pytest.raises(ValueError, match="too late"):
                ladder.answer(number, late)
    ladder.answer(number, answer)
    assert ladder.order == [order[0], order[3], order[1], order[2], order[4]]
    assert {one["played"] for one in ladder.tournament.standings()} == {0}
    with pytest.raises(ValueError, match="does not wait"):
        ladder.answer(number, "declined")


def test_nobody_is_dodged_by_friends_who_challenge_without_end() -> None:
    """The attack: the leader has friends challenge all the time, so that nobody else can."""
    ladder = Climb(8)
    order = ladder.order
    for friend in order[1:3]:
        ladder.challenge(friend, order[0])
    assert order[0] in ladder.ladder.rivals(order[3], ladder.now)
    ladder.challenge(order[3], order[0])
    for one in list(ladder.ladder.open):
        ladder.answer(one.number, "declined")
    below = ladder.order[ladder.order.index(order[0]) + 1 :]
    assert order[0] not in [rival for friend in order[1:4] for rival in ladder.ladder.rivals(friend, ladder.now)]
    assert order[0] in ladder.ladder.rivals(below[0], ladder.now), "somebody else comes at once"


def test_reading_a_ladder_takes_as_long_as_it_has_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: 64 accounts make all challenges that they may, so that each look at the page costs seconds.

    No entry may be compared with all entries before it: then twice as many would take four times as long.
    """
    moved = []
    for players in (16, 64):
        ladder = Climb(players, again_seconds=86_400, answer_seconds=86_400, reach=10, at_once=3)
        for _ in range(8):
            ladder.now += DAY
            for player in ladder.order:
                if rivals := ladder.ladder.rivals(player, ladder.now):
                    ladder.answer(ladder.challenge(player, rivals[0]), "declined")
        steps = 0

        def counted(order: list[str], step: Step) -> None:
            nonlocal steps
            steps += 1
            move(order, step)

        with monkeypatch.context() as patched:
            patched.setattr("engine.standings.ladder.move", counted)
            assert check(list(ladder.log)).by_id[ID].standings() == ladder.tournament.standings()
        assert steps >= len(ladder.ladder.challenges)
        moved.append(steps / len(ladder.log))
    assert max(moved) < 1, "each entry is a step at most"


def test_nobody_is_spammed() -> None:
    """The attack: challenge, lose or be declined, and again at once; or fill the log so that nobody else can challenge."""
    ladder = Climb(3, round_seconds=180 * 86_400, again_seconds=86_400, reach=1)
    order = ladder.order
    asked = 0
    with pytest.raises(ValueError, match=f"{MOST_CHALLENGES} challenges in this ladder"):
        while True:
            ladder.play(order[2], order[1], order[1])
            asked += 1
            ladder.is_refused(order[2], order[1], "24 hours|the most there can be")
            ladder.now += DAY
    assert asked == MOST_CHALLENGES
    assert ladder.ladder.rivals(order[1], ladder.now) == [order[0]]


def test_a_match_counts_no_more_once_one_of_the_two_has_left_even_if_they_are_back() -> None:
    """The attack: leave with a match that is lost, and come back, or win it for a friend who is further up by then."""
    ladder = Climb(4)
    order = ladder.order
    table = ladder.answer(ladder.challenge(order[2], order[1]), "accepted")
    waiting = ladder.challenge(order[3], order[1])
    ladder.add(left(order[1], ladder.at))
    assert ladder.order == [order[0], *order[2:]]
    ladder.enter(order[1])
    assert ladder.order == [order[0], *order[2:], order[1]]
    with pytest.raises(ValueError, match="does not wait"):
        ladder.answer(waiting, "accepted")
    ladder.score(table, order[2])
    assert ladder.order == [order[0], *order[2:], order[1]]
    ladder.is_refused(order[1], order[2], "336 hours")


def test_what_is_open_at_the_end_counts_for_nobody_but_a_silence_that_was_over_before() -> None:
    ladder = Climb(6)
    order = ladder.order
    ladder.now = (ladder.tournament.round_ends or 0) - 7 * DAY
    ladder.challenge(order[1], order[0])
    ladder.answer(ladder.challenge(order[3], order[2]), "accepted")
    ladder.now += HOUR
    ladder.challenge(order[5], order[4])
    rows = ladder.tournament.standings()
    early = Ended(type="ended", tournament=ID, at=ladder.at, standings=rows)
    with pytest.raises(BadTournament, match="it ends before"):
        ladder.add(early)
    ladder.now = ladder.tournament.round_ends or 0
    with pytest.raises(BadTournament, match="not answered in time"):
        ladder.add({**early, "at": ladder.at})
    ladder.is_refused(order[2], order[1], "over before")
    with pytest.raises(BadTournament, match="over before"):
        ladder.answer(3, "silent")
    assert not ladder.tournament.takes_entries(ladder.now)
    ladder.end()
    assert ladder.order == [order[1], order[0], *order[2:]]
    assert check(list(ladder.log)).by_id[ID].status == "over"
    page: Any = ladder.tournament.published()
    assert [one["is_open"] for one in page["challenges"]] == [False, False, False], "nobody is asked to answer any more"


def test_a_result_from_after_the_end_moves_nobody() -> None:
    """A hostile operator: delays the end until a friend has won; or a player is quicker than the clock."""
    ladder = Climb(4)
    order = ladder.order
    early = ladder.answer(ladder.challenge(order[1], order[0]), "accepted")
    late = ladder.answer(ladder.challenge(order[3], order[2]), "accepted")
    ladder.now = (ladder.tournament.round_ends or 0) - 1
    ladder.score(early, order[1])
    ladder.now += 1
    ladder.score(late, order[3])
    assert ladder.order == [order[1], order[0], *order[2:]]
    assert [one["played"] for one in ladder.tournament.standings()] == [1, 1, 0, 0]
    ladder.end()
    assert check(list(ladder.log)).by_id[ID].ladder.order() == ladder.order  # type: ignore[union-attr]


def test_new_entrants_come_in_at_the_bottom_and_may_climb_at_once() -> None:
    ladder = Climb(4)
    ladder.now += 30 * DAY
    ladder.enter("p_new")
    assert ladder.order[-1] == "p_new"
    assert ladder.tournament.summary["entrants"] == 5
    ladder.play("p_new", ladder.order[1], "p_new")
    assert ladder.order[1] == "p_new"
    assert check(list(ladder.log)).by_id[ID].standings() == ladder.tournament.standings()


def test_time_to_answer_grows_with_vacations_but_not_for_ever() -> None:
    ladder = Climb(4)
    order = ladder.order
    for more in (-1, LONGEST_VACATION + 1):
        with pytest.raises(ValueError, match="has not the time"):
            ladder.challenge(order[1], order[0], more)
    ladder.challenge(order[1], order[0], LONGEST_VACATION)


def test_a_log_that_lies_about_a_ladder_is_named() -> None:
    """A hostile operator: chooses seats or matches, strikes a rival's win, lets a friend's silence pass."""
    ladder = Climb(6)
    order = ladder.order
    ladder.challenge(order[2], order[0])
    so_far = list(ladder.log)
    table = ladder.answer(1, "accepted")
    honest: Any = ladder.log[-1]
    turned = {**honest, "table": {**table, "players": table["players"][::-1]}}
    other = {**honest, "table": {**table, "match": "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b77"}}
    friends = {**honest, "table": {**table, "players": [order[2], order[1]]}}
    for lie in (turned, other, friends, {**honest, "challenge": 2}, {**honest, "table": None}):
        with pytest.raises(BadLog):
            check([*so_far, lie])
    ladder.score(table, order[2])
    struck = Struck(type="struck", tournament=ID, at=ladder.at, match=table["match"])
    with pytest.raises(BadLog, match="not voided"):
        check([*ladder.log, struck])
    void = Void(type="void", match=table["match"], at=ladder.at, why="cheated")
    assert check([*ladder.log, void, struck]).by_id[ID].ladder.order() == order  # type: ignore[union-attr]
    ladder.challenge(order[4], order[3])
    found = check(list(ladder.log))
    assert found.overdue == []
    found.add(len(ladder.log), Void(type="void", match=ID, at=timestamp(ladder.now + 9 * DAY), why="later"))
    assert found.overdue == [ID]


def test_a_silence_that_is_told_late_stays_named() -> None:
    """A hostile operator: lets a friend keep the place for days, while the log goes on, and tells the silence then."""

    def told(days: int, others: list[int]) -> list[str]:
        ladder = Climb(6)
        order, begun_at = ladder.order, ladder.now
        for day in others:
            ladder.challenge(order[1], order[0]) if not ladder.ladder.challenges else None
            ladder.now = begun_at + day * DAY
            ladder.enter(f"p_on_day_{day}")
        ladder.now = begun_at + days * DAY
        ladder.answer(1, "silent")
        return check(list(ladder.log)).overdue

    assert told(11, [6, 8]) == [ID]
    assert told(8, [6, 7]) == []
    assert told(11, [6]) == [], "the server stood still"
    assert told(11, [6, 10]) == []


def test_a_backdated_answer_is_named() -> None:
    """A hostile operator: gives a friend's answer a time from before it was due, though other entries are younger."""
    ladder = Climb(4)
    order = ladder.order
    ladder.challenge(order[1], order[0])
    ladder.answer(1, "accepted")
    for days, named in ((8, []), (9, [ID])):
        later = Void(type="void", match=ID, at=timestamp(ladder.now + days * DAY), why="of another tournament")
        first = Void(type="void", match=ID, at=timestamp(ladder.now + 7 * DAY), why="of another tournament")
        assert check([*ladder.log[:-1], first, later, ladder.log[-1]]).overdue == named


def test_a_voided_result_that_is_not_struck_is_named() -> None:
    """A hostile operator: shows places without a result, and lets players be challenged as though it counted."""
    ladder = Climb(6)
    order = ladder.order
    match = ladder.play(order[2], order[0], order[2])
    log: list[Any] = [*ladder.log, Void(type="void", match=match, at=ladder.at, why="cheated")]
    ladder.now += DAY
    ladder.enter("p_new")
    assert check([*log, ladder.log[-1]]).overdue == []
    log.append(ladder.log[-1])
    ladder.now += 1
    ladder.enter("p_newer")
    log.append(ladder.log[-1])
    assert check(log).overdue == [ID]
    ladder.add(Struck(type="struck", tournament=ID, at=ladder.at, match=match))
    assert check([*log, ladder.log[-1]]).overdue == [ID], "and it stays named"


def test_a_published_page_is_compared_with_the_log() -> None:
    ladder = Climb(6)
    order = ladder.order
    match = ladder.play(order[2], order[0], order[2])
    ladder.challenge(order[4], order[3])
    page: Any = {"id": ID, **ladder.tournament.published()}
    book = check(list(ladder.log))
    assert book.differing(page) is None
    assert [one["match"] for one in page["challenges"]] == [match, None]
    wrong = {**page, "challenges": page["challenges"][:-1]}
    assert "challenges is" in str(book.differing(wrong))
    rows = [dict(one) for one in page["standings"]]
    rows[0]["place"], rows[1]["place"] = 2, 1
    assert "the standing of" in str(book.differing({**page, "standings": rows}))


def test_terms_out_of_bounds_are_no_ladder() -> None:
    for terms in ({"seats": 3, "least": 3}, {"method": "divisions@1"}, {"most": 65}, {"rounds": 2}):
        with pytest.raises(BadTournament):
            Climb(4, **terms)


def test_first_seats_are_even_and_not_the_challengers_choice() -> None:
    ladder = Climb(2, again_seconds=86_400, round_seconds=180 * 86_400)
    for _ in range(12):
        order = ladder.order
        ladder.play(order[1], order[0], order[1])
        ladder.now += DAY
    firsts = [table["players"][0] for table in ladder.ladder.tables]
    assert set(Counter(firsts).values()) == {6}
    assert all({one, other} == set(order) for one, other in list(pairwise(firsts))[::2])
