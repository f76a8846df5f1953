"""Who is there hands the seat over, to a bot or to somebody who is ready, if the others agree; or keeps it."""

from typing import Any

import pytest

from engine.match.substitutes import candidates_of, handing_of, next_handing
from engine.protocol.agreements import Wanted
from service.admin.accounts import block
from service.admin.operator import Operator
from service.context import Context
from service.matches import departure
from service.matches.absence import absence, handing, substitutes
from service.matches.errors import MatchError
from service.matches.seating import lobby
from service.store.records import Account
from tests.given.contexts import account
from tests.service.absence.test_substitutes import BASIC, passes, refusal
from tests.service.absent_people import People

BOT = Wanted("bot")


def pair(context: Context, **wish: Any) -> People:
    return People(context, wish={**BASIC, **wish}).begin()


def trio(context: Context, **wish: Any) -> People:
    return People(context, "packet-row", 3, wish=wish).begin()


def hand(people: People, seat: int, to: Wanted = BOT, *, seq: int | None = None) -> dict[str, Any]:
    """Let a seat ask to be handed over; return its receipt."""
    number = next_handing(people.record.table, seat) if seq is None else seq
    record = handing.hand(people.context, people.match, people.players[seat], seat, to, number)
    found = handing.receipt_for(people.context, record.table, seat)
    assert found is not None
    return {"receipt": found.receipt, "signature": found.signature}


def to(person: Account) -> Wanted:
    return Wanted("person", person.id)


def told(people: People, kind: str) -> list[tuple[str, Any]]:
    """Return whom a worker has told this, with the facts."""
    return [(one["account"], one["facts"]) for one in people.notices if one["kind"] == kind]


def sitting(people: People) -> list[str | None]:
    return [one["bot"] or one["player"] for one in people.record.table["seats"]]


def test_a_seat_goes_to_a_bot_when_the_other_agrees(context: Context) -> None:
    people = pair(context)
    receipts = [hand(people, 1)]
    people.settle()
    assert sitting(people) == [one.id for one in people.players], "silence is no consent"
    receipts.append(people.vote(0, 1, "bot"))
    people.settle()
    assert sitting(people)[1] == "steady"
    people.visit()
    passes(people, *receipts, *people.answered)


def test_a_seat_goes_to_whom_its_player_names_and_who_says_yes(context: Context) -> None:
    people = trio(context)
    cleo = people.named(2, 2, "Cleo")
    receipts = [hand(people, 2, to(cleo)), people.vote(0, 2, "person", cleo)]
    people.settle()
    assert sitting(people)[2] == people.players[2].id, "one of two is no majority"
    receipts.append(people.vote(1, 2, "person", cleo))
    people.settle()
    assert sitting(people)[2] == cleo.id
    gone = [(account, facts["before"]) for account, facts in told(people, "seat-taken-over")]
    assert (people.players[2].id, "Cem") in gone
    people.sits(2, cleo)
    people.visit()
    passes(people, *receipts, *people.answered)


def test_who_gave_the_seat_away_may_come_back_when_the_table_agrees(context: Context) -> None:
    people = pair(context)
    ben = people.players[1]
    receipts = [hand(people, 1), people.vote(0, 1, "bot")]
    people.settle().ready(ben, 1)
    receipts.append(people.vote(0, 1, "person", ben))
    people.settle()
    assert sitting(people)[1] == ben.id
    passes(people, *receipts)


@pytest.mark.parametrize("named", [False, True])
def test_against_bots_nobody_has_to_agree(context: Context, named: bool) -> None:
    people = pair(context)
    hand(people, 1)
    people.vote(0, 1, "bot")
    people.settle()
    taker = to(people.named(0, 0, "Cleo")) if named else BOT
    hand(people, 0, taker)
    people.settle()
    assert sitting(people)[0] == (taker.player or "steady")
    if taker.player is None:
        assert people.to_the_end().over == "finished", "bots play it to the end"
    passes(people)


def test_who_hands_the_seat_over_plays_on_and_may_take_it_back(context: Context) -> None:
    people = trio(context)
    receipts = [hand(people, 2), people.vote(0, 2, "bot")]
    before = people.types().count("resolved")
    for _ in range(3):
        people.visit()
    assert people.types().count("resolved") > before
    assert handing_of(people.record.table, 2) is not None, "answering is no change of mind"
    receipts.append(people.here(2))
    assert handing_of(people.record.table, 2) is None
    assert refusal(lambda: people.vote(1, 2, "bot")) == "not-missed"
    people.settle()
    assert people.record.table["seats"][2]["bot"] is None
    passes(people, *receipts, *people.answered)


def test_the_others_may_want_to_keep_somebody(context: Context) -> None:
    people = trio(context)
    receipts = [hand(people, 2), people.vote(0, 2, "wait"), people.vote(1, 2, "wait")]
    assert handing_of(people.record.table, 2) is None
    people.settle()
    receipts.append(hand(people, 2))
    passes(people, *receipts)


def test_nothing_comes_of_it_when_too_few_answer_in_time(context: Context) -> None:
    people = trio(context)
    receipts = [hand(people, 2), people.vote(0, 2, "bot")]
    until = people.record.table["absence"]["cases"][0]["until"]
    people.now = until
    people.step()
    assert "kept" in people.types()
    assert [(who, facts["why"]) for who, facts in told(people, "handing-ended")] == [
        (people.players[2].id, "unanswered")
    ]
    assert refusal(lambda: people.vote(1, 2, "bot")) == "not-missed"
    passes(people, *receipts)


def test_a_vote_after_the_time_counts_nothing_though_no_worker_has_looked(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing, "SHARE", 0)  # a second, the least
    people = trio(context)
    hand(people, 2)
    until = people.record.table["absence"]["cases"][0]["until"]
    while context.store.now() < until:  # the store's own clock decides here
        pass
    assert refusal(lambda: people.vote(1, 2, "bot")) == "not-missed"


def test_each_seat_asks_once_at_a_time_and_so_often_in_a_match(context: Context) -> None:
    people = trio(context)
    first = hand(people, 2)
    assert hand(people, 2, seq=1) == first, "sent again, it asks no more"
    assert refusal(lambda: hand(people, 2)) == "no-handing"
    people.here(2)
    assert refusal(lambda: hand(people, 2, seq=7)) == "no-handing"
    for _ in range(2):
        hand(people, 2)
        people.here(2)
    assert refusal(lambda: hand(people, 2)) == "no-handing"
    hand(people, 1)
    passes(people)


def test_nobody_hands_a_seat_to_whom_it_does_not_go(context: Context) -> None:
    people = trio(context)
    cleo, dora = account(context, "Cleo"), people.named(1, 1, "Dora")
    ben, cem = people.players[1:]
    for person in (cem, ben, cleo, dora):
        assert refusal(lambda: hand(people, 2, to(person))) == "choice-not-offered"  # noqa: B023
    before = people.record.n
    with pytest.raises(MatchError, match="your own seat"):
        handing.hand(context, people.match, people.players[0], 1, BOT, 1)
    with pytest.raises(MatchError, match="your own seat"):
        handing.hand(context, people.match, cleo, 1, BOT, 1)
    assert people.record.n == before


def test_where_every_seat_keeps_its_openings_no_bot_takes_one(context: Context) -> None:
    people = pair(context, custody="client")
    assert refusal(lambda: hand(people, 1)) == "choice-not-offered"
    assert handing.may_hand(people.record.table, 1) == []
    assert handing.may_hand(people.record.table, 0) == []


@pytest.mark.parametrize("wish", [{"absence": None}, {"absence": {"handing": False}}])
def test_nobody_hands_a_seat_over_where_that_was_not_agreed(context: Context, wish: dict[str, Any]) -> None:
    people = pair(context, **wish)
    assert refusal(lambda: hand(people, 1)) == "no-handing"


def test_the_others_vote_for_what_is_asked_or_against_it(context: Context) -> None:
    people = trio(context)
    cleo = people.named(2, 2, "Cleo")
    hand(people, 2, to(cleo))
    for choice in ("bot", "win"):
        assert refusal(lambda: people.vote(0, 2, choice)) == "choice-not-offered"  # noqa: B023
    assert refusal(lambda: people.vote(2, 2, "person", cleo)) == "not-a-voter"
    people.vote(0, 2, "wait")
    people.vote(0, 2, "person", cleo)
    passes(people)


@pytest.mark.parametrize("how", ["declines", "deletes the account", "is blocked", "is replaced by another"])
def test_nothing_comes_of_it_when_whom_he_named_is_not_ready_any_more(context: Context, how: str) -> None:
    people = trio(context)
    cleo = people.named(2, 2, "Cleo")
    hand(people, 2, to(cleo))
    people.vote(0, 2, "person", cleo)
    if how == "declines":
        substitutes.stand_down(context, people.match, cleo, 2)
    elif how == "deletes the account":
        departure.depart(context, cleo.id)
    elif how == "is blocked":
        block(Operator(context.store, "grace"), cleo.id, "insults at three tables")
        people.vote(1, 2, "person", cleo)
    else:
        people.named(2, 2, "Dora")
    people.settle()
    assert sitting(people)[2] == people.players[2].id
    assert handing_of(people.record.table, 2) is None
    assert cleo.id not in {one["player"] for one in candidates_of(people.record.table)}
    passes(people)


def test_who_stays_away_is_asked_about_as_ever_once_the_time_is_over(context: Context) -> None:
    people = trio(context)
    hand(people, 2)
    people.away = {2}
    people.until_told("absence-asked")
    types = people.types()
    assert types.index("kept") < types.index("absent") < types.index("polled")
    people.vote(0, 2, "bot")
    people.vote(1, 2, "bot")
    people.settle()
    assert sitting(people)[2] == "steady"
    passes(people)


def test_about_whom_the_others_are_asked_says_first_that_he_is_there(context: Context) -> None:
    people = People(context, "packet-row", 3, away={2}).begin().until_told("absence-asked")
    assert refusal(lambda: hand(people, 2)) == "no-handing"
    people.here(2)
    hand(people, 2)
    passes(people)


def test_who_hands_the_seat_over_still_decides_about_others(context: Context) -> None:
    people = People(context, "packet-row", 3, away={2}).begin().until_told("absence-asked")
    hand(people, 1)
    people.vote(1, 2, "bot")
    people.vote(0, 2, "bot")
    people.settle()
    assert sitting(people)[2] == "steady"
    people.vote(0, 1, "bot")
    people.settle()
    assert sitting(people)[1] == "steady", "who is away has no say"
    passes(people)


def test_nobody_hands_a_seat_over_behind_the_back_of_who_is_away(context: Context) -> None:
    """In a match of two the other one is away: whoever is left may take the win, but lets nobody in alone."""
    people = People(context, wish=BASIC, away={1}).begin().until_told("absence-asked")
    hand(people, 0)
    people.settle()
    assert sitting(people)[0] == people.players[0].id
    receipts = [people.here(1)]
    people.away.clear()
    receipts.append(people.vote(1, 0, "bot"))
    people.settle()
    assert sitting(people)[0] == "steady"
    passes(people, *receipts)


def test_two_hand_their_seats_over_at_once(context: Context) -> None:
    people = trio(context)
    hand(people, 1)
    hand(people, 2)
    people.vote(1, 2, "bot")
    people.vote(2, 1, "bot")
    people.vote(0, 2, "bot")
    people.settle()
    assert sitting(people)[1:] == [people.players[1].id, "steady"], (
        "whose seat is gone has said nothing about the other"
    )
    people.vote(0, 1, "bot")
    people.settle()
    assert sitting(people)[1] == "steady"
    passes(people, *people.answered)


@pytest.mark.parametrize("wanted", ["bot", "wait"])
def test_what_was_said_decides_once_a_bot_has_no_say_any_more(context: Context, wanted: Any) -> None:
    """One of two is no majority, but all of one is: a voter hands the own seat to a bot before the other question is decided."""
    people = trio(context)
    hand(people, 1)
    hand(people, 2)
    receipts = [people.vote(0, 1, wanted), people.vote(1, 2, "bot"), people.vote(0, 2, "bot")]
    people.settle()
    assert sitting(people)[1:] == ["steady" if wanted == "bot" else people.players[1].id, "steady"]
    assert handing_of(people.record.table, 1) is None
    people.visit()
    passes(people, *receipts, *people.answered)


def test_resigning_is_quicker(context: Context) -> None:
    people = pair(context)
    hand(people, 1)
    people.vote(0, 1, "bot")
    lobby.resign(context, people.match, people.players[1])
    assert refusal(lambda: hand(people, 0)) in ("not-running", "busy")
    people.settle()
    assert people.over in ("resigned", None)
    passes(people)


def test_nothing_is_handed_over_after_the_end(context: Context) -> None:
    people = pair(context)
    lobby.resign(context, people.match, people.players[1])
    people.settle()
    assert refusal(lambda: hand(people, 0)) == "not-running"
    assert refusal(lambda: absence.here(context, people.match, people.players[0])) == "not-running"


def test_in_a_pause_nothing_is_handed_over(context: Context) -> None:
    people = pair(context, pauses={})
    hand(people, 1)
    for seat in (0, 1):
        people.pause(seat, True)
    people.settle()
    assert refusal(lambda: people.vote(0, 1, "bot")) == "paused"
    people.here(1)
    assert refusal(lambda: hand(people, 1)) == "paused"
    passes(people)
