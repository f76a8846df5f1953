"""One seat that changes hands decides about others: what follows from that is carried out at once, and told (section 12.20)."""

from typing import Any

import pytest

from engine.match.absence import case_of
from engine.match.substitutes import handing_of
from service.context import Context
from tests.service.absence.test_substitutes import passes, refusal
from tests.service.absent_people import People
from tests.service.seats.test_handing import hand, pair, sitting, told, trio


def test_two_who_hand_over_at_once_leave_the_table_to_bots(context: Context) -> None:
    people = pair(context)
    hand(people, 0)
    hand(people, 1)
    people.answer(0)
    people.answer(1)  # what asks them is complete: the same step would resolve it
    people.vote(0, 1, "bot")
    people.step()
    assert sitting(people) == ["steady", "steady"]
    assert "resolved" in people.types(), "the step went on"
    passes(people)


def test_a_seat_given_to_a_bot_leaves_those_who_want_another_to_stay(context: Context) -> None:
    people = trio(context)
    hand(people, 1)
    hand(people, 2)
    people.vote(0, 1, "wait")
    people.vote(0, 2, "bot")
    people.vote(1, 2, "bot")
    people.settle()
    assert sitting(people)[2] == "steady"
    assert handing_of(people.record.table, 1) is None, "all who are left to ask want the player to stay"
    assert [facts["why"] for who, facts in told(people, "handing-ended")] == ["refused"]
    assert refusal(lambda: people.here(1)) == "not-missed"
    people.visit()
    passes(people)


def test_a_seat_given_to_a_bot_leaves_those_who_wait_for_who_is_away(context: Context) -> None:
    people = People(context, "packet-row", 3, away={2}).begin().until_told("absence-asked")
    people.vote(0, 2, "wait")
    hand(people, 1)
    people.vote(0, 1, "bot")
    people.settle()
    assert sitting(people)[1] == "steady"
    assert case_of(people.record.table, 2) is None
    assert refusal(lambda: people.here(2)) == "not-missed"
    passes(people)


@pytest.mark.parametrize("choice", ["bot", "win"])
def test_a_seat_given_to_a_bot_decides_about_who_is_away(context: Context, choice: Any) -> None:
    people = People(context, "packet-row", 3, away={2}).begin().until_told("absence-asked")
    people.vote(0, 2, choice)
    hand(people, 1)
    people.answer(0)
    people.answer(1)
    people.vote(0, 1, "bot")
    people.settle()
    assert sitting(people)[1] == "steady"
    if choice == "bot":
        assert sitting(people)[2] == "steady"
    else:
        assert people.over == "abandoned"
    passes(people)


def test_once_the_time_is_over_nobody_s_silence_decides_any_more(context: Context) -> None:
    """A worker that comes late finds the time over in which the others could agree, and somebody away about whom to ask."""
    people = People(context, "packet-row", 3, away={2}).begin().until_told("you-are-missed")
    hand(people, 1)
    people.vote(0, 1, "bot")
    case = handing_of(people.record.table, 1)
    assert case is not None
    people.now = case["until"]
    people.step()
    assert sitting(people)[1] == people.players[1].id, "one of two is no majority, and the time is over"
    assert people.types().index("kept") < people.types().index("polled")
    passes(people)
