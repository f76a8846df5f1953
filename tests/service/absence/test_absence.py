"""A match survives people who stay away: they are told, the others are asked, and what they decide is done."""

from typing import Any

import orjson
import pytest

from engine.match.absence import is_missed_by_all
from engine.protocol.log import coarse_step
from engine.registry import game_of
from service.context import Context
from service.matches import acts
from service.matches.absence import absence, extensions
from service.matches.changes import of_table_alone
from service.matches.errors import ActError, MatchError
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import lobby
from service.store.matches.matches import transition_call
from tests.given.contexts import account
from tests.service.absent_people import People
from workers.resolve import bots
from workers.resolve.step import step_due

BASIC: dict[str, Any] = {"options": {"preset": "goldsieber-basic"}}


def left(context: Context, **given: Any) -> People:
    """Return a match of Kontor whose second player left, and is missed."""
    people = People(context, away={1}, **{"wish": BASIC, **given}).begin()
    return people.until_told("you-are-missed")


def asked(context: Context, **given: Any) -> People:
    """Return the same, when the others have been asked."""
    return left(context, **given).until_told("absence-asked")


@pytest.mark.parametrize(
    ("rules", "seats", "most"), [("kontor", 2, 12), ("packet-row", 3, 20), ("anno-1701", 2, 12), ("seafarers", 5, 40)]
)
def test_a_match_that_somebody_left_ends_as_the_others_decide(
    context: Context, rules: str, seats: int, most: int
) -> None:
    people = People(context, rules, seats, away={seats - 1}).begin().until_told("absence-asked")
    receipts = [people.vote(seat, seats - 1, "win") for seat in range((seats - 1) // 2 + 1)]
    people.settle()
    letters = people.letters()
    print(f"{rules}: {letters} letters to {seats} people until the match was over")
    assert (people.over, people.record.table["outcome"]) == (
        "abandoned",
        {"winners": list(range(seats - 1)), "scores": [0] * seats, "reason": "abandoned"},
    )
    assert letters <= most
    found = people.proof(*receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", len(receipts))


def test_a_bot_plays_the_seat_to_the_end(context: Context) -> None:
    people = asked(context)
    held = people.vote(0, 1, "bot")
    people.settle()
    assert people.vote(0, 1, "bot") == held, "who lost the answer gets the same receipt, when it is carried out, too"
    people.to_the_end()
    assert people.vote(0, 1, "bot") == held
    assert (people.over, people.record.table["seats"][1]["bot"]) == ("finished", "steady")
    told = [(one["account"], one["seat"]) for one in people.notices if one["kind"] == "seat-taken-over"]
    assert told == [(people.players[0].id, 0), (people.players[1].id, None)]
    found = people.proof(held)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 1)


def test_who_was_replaced_acts_no_more(context: Context) -> None:
    people = asked(context)
    people.vote(0, 1, "bot")
    people.settle()
    for act in (lambda: people.here(1), lambda: lobby.resign(context, people.match, people.players[1])):
        with pytest.raises(MatchError) as refused:
            act()
        assert refused.value.code == "not-seated"


def answered(people: People) -> People:
    """Let the second player answer the next question there is."""
    while not people.answer(1):
        if not people.visit():
            people.wait()
    return people


def test_waiting_counts_the_misses_anew_and_asks_again(context: Context) -> None:
    people = asked(context)
    people.vote(0, 1, "wait")
    assert people.case(1) is None
    people.notices.clear()
    people.settle().until_told("you-are-missed").until_told("absence-asked")
    assert people.types().count("polled") == 2


def test_the_missed_are_told_before_the_others(context: Context) -> None:
    people = left(context)
    told = [(one["kind"], one["seat"]) for one in people.notices if one["kind"] in ("you-are-missed", "absence-asked")]
    assert told == [("you-are-missed", 1)]
    with pytest.raises(MatchError) as refused:
        people.vote(0, 1, "win")
    assert refused.value.code == "not-missed"


@pytest.mark.parametrize("back", ["here", "answer", "orders"])
@pytest.mark.parametrize("when", ["missed", "asked", "decided"])
def test_who_comes_back_keeps_the_seat(context: Context, when: str, back: str) -> None:
    people = left(context) if when == "missed" else asked(context)
    if when == "decided":
        people.vote(0, 1, "win")  # and no worker has come since
    receipts = []
    if back == "here":
        receipts = [people.here(1)]
    elif back == "answer":
        answered(people)
    else:
        record = people.record
        assert record.state is not None
        field = game_of(record.table).view(record.state, 1)["placeable"][0]
        set_orders(context, record, 1, NewOrders({"plans": [{"place": [field]}]}, replaces=0))
    if people.record.due is not None and people.record.due > people.now:
        people.wait()
    people.settle()
    assert (people.over, people.case(1)) == (None, None)
    people.away.clear()
    people.to_the_end()
    found = people.proof(*receipts)
    assert (people.over, found.verdict, found.reason) == ("finished", "PASS", "")


def test_an_answer_that_comes_while_a_worker_decides_makes_it_decide_again(context: Context) -> None:
    people = asked(context)
    people.vote(0, 1, "win")
    read = people.record
    closing = step_due(context, read)
    assert closing.table["over"] == "abandoned"
    assert people.answer(1)
    assert not context.store.transition(closing), "what was decided without the answer is not written"
    people.settle()
    assert (people.over, people.types().count("returned")) == (None, 1)


def test_a_worker_that_died_after_the_vote_is_replaced_by_another(context: Context) -> None:
    people = asked(context)
    people.vote(0, 1, "win")
    assert people.record.due is not None and people.record.due <= people.now, "the clock wakes a worker at once"
    step_due(context, people.record)  # computed, and lost with its process
    people.settle()
    assert people.over == "abandoned"


def test_a_vote_counts_once(context: Context) -> None:
    people = trio(context)
    first = people.vote(0, 2, "win")
    assert people.vote(0, 2, "win") == first
    people.settle()
    assert people.over is None, "one of two is no majority"
    people.vote(0, 2, "bot")
    people.vote(1, 2, "bot")
    people.settle()
    assert people.record.table["seats"][2]["bot"] == "steady"


def trio(context: Context, **wish: Any) -> People:
    """Return a match of three of whom the last has left, when the others have been asked."""
    return People(context, "packet-row", 3, wish=wish, away={2}).begin().until_told("absence-asked")


def test_nobody_votes_for_another_or_about_who_is_there(context: Context) -> None:
    people = trio(context)
    for seat, about, code in ((0, 1, "not-missed"), (1, 0, "not-missed"), (2, 2, "not-a-voter"), (0, 7, "not-missed")):
        with pytest.raises(MatchError) as refused:
            people.vote(seat, about, "win")
        assert refused.value.code == code
    with pytest.raises(MatchError) as refused:
        absence.vote(context, people.match, account(context, "Zoe"), 2, "win")
    assert refused.value.code == "not-seated"


def test_two_who_stay_away_are_decided_about_by_the_third(context: Context) -> None:
    people = People(context, "packet-row", 3, wish={"absence": {"majority": "all"}}, away={1, 2}).begin()
    while sum(one["kind"] == "absence-asked" for one in people.notices) < 2:
        if not people.visit():
            people.wait()
    receipts = []
    for about in (1, 2):
        if people.case(about) is not None:
            receipts.append(people.vote(0, about, "bot"))
            if about == 1 and people.case(2) is not None:
                # Attacked: an entry between a decision and what it decides would make the honest log look forged.
                with pytest.raises(MatchError) as refused:
                    people.vote(0, 2, "bot")
                assert refused.value.code == "busy"
            people.settle()
    people.to_the_end()
    assert people.over == "finished"
    assert people.proof(*receipts).verdict == "PASS"


def test_a_match_that_agreed_on_nothing_goes_on_as_before(context: Context) -> None:
    people = People(context, away={1}, wish={**BASIC, "absence": None}).begin().to_the_end()
    assert people.over == "finished"
    assert not {"absent", "polled"} & set(people.types())


def test_no_bot_where_everybody_keeps_the_openings(context: Context) -> None:
    people = People(context, away={0, 1}, wish={**BASIC, "custody": "client"}).begin().until_told("absence-asked")
    about = next(one["facts"]["about"] for one in people.notices if one["kind"] == "absence-asked")
    with pytest.raises(MatchError) as refused:
        people.vote(1 - about, about, "bot")
    assert refused.value.code == "choice-not-offered"


def test_a_seat_with_an_answer_lying_is_not_missed(context: Context) -> None:
    people = answered(left(context))
    people.wait()
    assert people.case(1) is None


def test_an_answer_judged_before_the_seat_was_given_away_is_refused(context: Context) -> None:
    people = asked(context)
    while not any(1 in one["seats"] for one in people.record.table["standing"]):
        people.visit()
    people.vote(0, 1, "bot")
    read = people.record
    standing = next(one for one in read.table["standing"] if 1 in one["seats"])
    people.step()
    assert people.types()[-1] == "substituted"
    assert read.state is not None
    move = game_of(read.table).moves(read.state, 1, standing["id"])[0]
    with pytest.raises(ActError) as refused:
        acts.commit(context, read, 1, acts.SeatAct(standing["id"], move=move))
    assert refused.value.code == "stale"


def test_who_was_replaced_cannot_change_the_bot_s_answer_either(context: Context) -> None:
    people = asked(context)
    while not any(1 in one["seats"] and one["sealed"] for one in people.record.table["standing"]):
        if not people.visit():
            people.wait()
    people.vote(0, 1, "bot")
    read = people.record
    standing = next(one for one in read.table["standing"] if 1 in one["seats"])
    people.step()
    assert bots.play(context, people.record)
    sealed = people.record.acts[standing["id"], 1]
    assert read.state is not None
    for move in game_of(read.table).moves(read.state, 1, standing["id"]):
        with pytest.raises(ActError) as refused:
            acts.commit(context, read, 1, acts.SeatAct(standing["id"], move=move, replaces=sealed.seq))
        assert refused.value.code == "stale"
    assert people.record.acts[standing["id"], 1] == sealed


def facts_for_acts(people: People) -> dict[str, dict[str, Any]]:
    """Return what the act script would know of each decision if the match were written as it stands."""
    call = transition_call(of_table_alone(people.record, people.record.table, None), {})
    plan = orjson.loads(str(call.args[0]))
    return {decision: orjson.loads(one["text"]) for decision, one in plan["decisions"].items()}


def with_a_deadline(people: People, seat: int) -> list[str]:
    """Return the decisions that wait for a seat."""
    return [one["id"] for one in people.record.table["standing"] if seat in one["seats"] and one["deadline"]]


def asked_about_two(context: Context, choice: str, rules: str = "packet-row", **wish: Any) -> People:
    """Return a match of four in which seat 3 votes about seat 2 and wants a pause, and the others are then asked about it."""
    given = {"absence": {"misses": 1}, "pauses": {"majority": "most", "seconds": 86_400}, "extensions": {}, **wish}
    people = People(context, rules, 4, wish=given, away={2}).begin().until_told("absence-asked")
    people.held = [people.vote(3, 2, choice), people.pause(3, True)]
    people.away = {2, 3}
    while "polled" not in (people.case(3) or {}):
        people.visit()
        people.wait()
    return people


def test_a_vote_that_counts_again_in_a_pause_is_carried_out_after_it(context: Context) -> None:
    people = asked_about_two(context, "bot")
    receipts = [*people.held, people.vote(0, 2, "bot"), people.pause(0, True), people.pause(1, True)]
    people.settle()
    receipts.append(people.here(3))
    people.settle().wait()
    told = people.types()
    assert told[told.index("returned") :][:3] == ["returned", "resumed", "substituted"]
    found = people.proof(*receipts)
    assert (found.verdict, found.receipts) == ("INCOMPLETE", len(receipts)), found.reason


@pytest.mark.parametrize("word", ["here", "more time", "an answer"])
def test_a_vote_that_counts_again_is_carried_out_at_once(context: Context, word: str) -> None:
    """Who is there again completes a majority with what they said before: nobody waits for a deadline then."""
    people = asked_about_two(context, "bot")
    people.vote(0, 2, "bot")
    people.settle()
    assert people.record.table["seats"][2]["bot"] is None, "one of two"
    while word != "here" and not (asked := with_a_deadline(people, 3)):
        if not people.visit():
            people.wait()
    assert is_missed_by_all(people.record.table, 3)
    if word == "here":
        people.here(3)
    elif word == "more time":
        extensions.take(context, people.match, people.players[3], asked[0], 1)
    else:
        assert people.answer(3)
    people.settle()
    assert people.record.table["seats"][2]["bot"] == "steady"


def test_a_sealed_answer_of_who_was_missed_counts_when_others_may_see_that_somebody_sealed(context: Context) -> None:
    """Others have yet to seal theirs, so nothing is due but that somebody is there again; when exactly, stays hidden."""
    people = asked_about_two(context, "bot", "kontor", options={"preset": "goldsieber-teams"})
    people.vote(0, 2, "bot")
    people.settle()
    people.away = {2, 3}
    while not any(one["sealed"] and 3 in one["seats"] for one in people.record.table["standing"]):
        if not people.visit():
            people.wait()
    assert people.record.table["seats"][2]["bot"] is None and is_missed_by_all(people.record.table, 3)
    (standing,) = (one for one in people.record.table["standing"] if one["sealed"])
    assert facts_for_acts(people)[standing["id"]]["opened"] == standing["opened"]
    assert people.answer(3)
    due, received = people.record.due, people.record.acts[standing["id"], 3].received
    step = coarse_step(standing["opened"], standing["deadline"])
    assert due is not None
    assert received <= due < received + step and (due - standing["opened"]) % step == 0
    people.pause(0, True)  # anybody can have a worker look at once
    people.now = context.store.now()
    people.settle()
    assert is_missed_by_all(people.record.table, 3) and people.record.due == due
    people.pause(0, False)
    people.now = due
    people.settle()
    assert facts_for_acts(people) and not any("opened" in one for one in facts_for_acts(people).values())
    assert people.record.table["seats"][2]["bot"] == "steady"


def test_a_seat_that_sealed_is_not_given_away_though_others_cannot_see_it_yet(context: Context) -> None:
    people = asked_about_two(context, "wait", "kontor", options={"preset": "goldsieber-teams"})
    people.away = {3}
    while not any(one["sealed"] and 3 in one["seats"] for one in people.record.table["standing"]):
        if not people.visit():
            people.wait()
    assert "polled" in (people.case(3) or {}) and people.answer(3)
    for voter in (0, 1, 2):
        if people.case(3):
            people.vote(voter, 3, "bot")
            people.now = context.store.now()
            people.settle()
    assert people.types()[-1] == "returned"
    assert people.record.table["seats"][3]["bot"] is None and people.case(3) is None


def test_a_seat_whose_notice_is_over_is_asked_about_once_somebody_is_there_to_ask(context: Context) -> None:
    people = People(context, wish={**BASIC, "absence": {"misses": 1}}, away={0, 1}).begin()
    while not is_missed_by_all(people.record.table, 1) and not is_missed_by_all(people.record.table, 0):
        people.wait()
    missed = 0 if is_missed_by_all(people.record.table, 0) else 1
    while (case := people.case(1 - missed)) is None or people.now < case["until"]:
        people.wait()
    assert "polled" not in case, "there is nobody to ask"
    people.here(missed)
    people.settle()
    assert is_missed_by_all(people.record.table, 1 - missed)


def test_a_vote_to_wait_that_counts_again_ends_the_case(context: Context) -> None:
    people = asked_about_two(context, "wait")
    receipts = [*people.held, people.vote(0, 2, "wait"), people.here(3)]
    people.settle()
    assert people.case(2) is None, "two of three want to wait: nobody is asked about seat 2 until it misses more"
    people.away = {2}
    while people.case(2) is None:
        people.visit()
        people.wait()
    found = people.proof(*receipts)
    assert (found.verdict, found.receipts) == ("INCOMPLETE", len(receipts)), found.reason
