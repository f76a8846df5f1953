"""What lies in a seat when it changes hands, and votes of two kinds about one seat (protocol sections 12.15 and 12.20)."""

import pytest

from engine.match.substitutes import handing_of
from service.context import Context
from service.matches import acts
from tests.service.absence.test_substitutes import passes
from tests.service.absent_people import People
from tests.service.seats.test_handing import hand, pair, sitting, to, trio


def sealed_only_he_can_open(people: People, seat: int) -> str:
    """Let a seat seal what nobody but its player can open; return the decision."""
    record = people.record
    standing = next(one for one in record.table["standing"] if one["sealed"] and seat in one["seats"])
    acts.commit(people.context, record, seat, acts.SeatAct(standing["id"], commitment="sc1_" + "A" * 43))
    return str(standing["id"])


@pytest.mark.parametrize("withdraws", [False, True])
def test_a_bot_answers_anew_what_only_the_player_before_could_open(context: Context, withdraws: bool) -> None:
    people = pair(context)
    decision = sealed_only_he_can_open(people, 1)
    if withdraws:
        acts.withdraw(context, people.record, 1, acts.SeatAct(decision, replaces=1))
    hand(people, 1)
    people.vote(0, 1, "bot")
    people.step()
    due = people.record.due
    assert due is not None and due <= people.now, "the bot is to play at once, not at the deadline"
    people.settle()
    people.visit()
    resolved = next(one["body"] for one in people.entries() if one["type"] == "resolved")
    assert resolved["decision"] == decision
    assert [(one["seat"], one["by"]) for one in resolved["moves"]] == [(0, "seat"), (1, "seat")]
    assert resolved["faults"] == []
    passes(people)


def test_a_vote_sent_again_has_its_receipt_whatever_else_was_said_about_the_seat(context: Context) -> None:
    people = trio(context)
    cem = people.players[2]
    dora = people.named(2, 2, "Dora")
    hand(people, 2, to(dora))
    people.vote(0, 2, "person", dora)
    people.vote(1, 2, "person", dora)
    people.settle()
    assert sitting(people)[2] == dora.id
    people.sits(2, dora)
    people.ready(cem, 2)
    hand(people, 2)
    people.vote(0, 2, "wait")
    people.vote(0, 2, "person", cem)
    people.vote(0, 2, "wait")
    people.vote(0, 2, "person", cem)
    passes(people)


def test_a_pause_that_outlasts_the_time_to_answer_keeps_no_worker_awake(context: Context) -> None:
    people = pair(context, pauses={})
    hand(people, 1)
    for seat in (0, 1):
        people.pause(seat, True)
    people.settle()
    case = handing_of(people.record.table, 1)
    assert case is not None
    people.now = case["until"] + 1_000
    due = people.settle().record.due
    assert due is not None and due > people.now and handing_of(people.record.table, 1) is not None
    people.pause(0, False)
    people.settle()
    assert people.types()[-2:] == ["resumed", "kept"]
    passes(people)
