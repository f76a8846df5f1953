"""Kontor for four: a whole match in which partners confer in every window they get, and the proof that they kept the rule."""

import json
import random

import pytest

from engine.registry import game_of
from engine.verifier.replay import verify
from service.admin.matches import cancel
from service.admin.operator import Operator
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts, messages
from service.matches.messages import TalkError
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.matches.seating.seats import seat_of
from tests.given.contexts import account, account_of, dealt, loaded
from tests.service.absent_people import People
from tests.service.orders.test_hidden_answers import check_both
from workers.resolve.drain import drain_once

pytestmark = pytest.mark.usefixtures("without_pictures")


@pytest.fixture
def match(context: Context) -> str:
    people = [account(context, name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    match = new_match_id()
    wish = NewMatch(
        rules="kontor", seats=4, grace=0, options={"preset": "goldsieber-teams"},
        pace=check_pace({"kind": "duration", "seconds": 86_400}),
    )  # fmt: skip
    creation.create(context, people[0], wish, match)
    for seat, one in enumerate(people[1:], start=1):
        lobby.join(context, match, one, seat=seat, invitation=None)
    drain_once(context)
    return match


def confer(context: Context, match: str) -> int:
    """Let everybody who may say something, and everybody who may not try to; return how many were heard."""
    heard = 0
    for seat in range(4):
        record = loaded(context, match)
        mine = messages.open_channels(record, seat)
        for one in mine:
            messages.say(context, record, seat, one["id"], f"{seat}, {one['id']}", name=f"{seat} {record.n}")
            heard += 1
            drain_once(context)
        if not mine:
            with pytest.raises(TalkError):
                name = f"{seat} {record.n}"
                messages.say(context, record, seat, f"r{dealt(record)['round']}.confer.{seat // 2}", "psst", name=name)
    return heard


def answer(context: Context, match: str, chooser: random.Random) -> None:
    record = loaded(context, match)
    for standing in record.table["standing"]:
        for seat in standing["seats"]:
            move = chooser.choice(game_of(record.table).moves(dealt(record), seat, standing["id"]))
            if standing["sealed"]:
                acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
            else:
                acts.answer(context, loaded(context, match), seat, acts.SeatAct(standing["id"], move=move))
    drain_once(context)


def test_resigning_resigns_for_the_partner_too(context: Context, match: str) -> None:
    """All four numbers, one purse of points (E55): a team wins or loses together, also when one of it leaves."""
    ben = account_of(context, "ben@players.example")

    lobby.resign(context, match, ben)
    drain_once(context)

    assert loaded(context, match).table["outcome"] == {"winners": [2, 3], "scores": [0, 0, 0, 0], "reason": "resigned"}


def until_open(people: People) -> str:
    """Play until the first team may talk; return its channel."""
    while not messages.open_channels(people.record, 0):
        if not people.visit():
            people.wait()
    return messages.open_channels(people.record, 0)[0]["id"]


def test_who_was_replaced_hears_and_says_nothing_more_and_who_follows_hears_all(context: Context) -> None:
    """The attack: Ben is replaced, and goes on listening to his team with the token, the page or the letters that he has."""
    people = People(context, seats=4, wish={"options": {"preset": "goldsieber-teams"}}, away={1}).begin()
    ben = people.players[1]
    channel = until_open(people)
    messages.say(context, people.record, 0, channel, "to Ben", name="1")
    people.until_told("absence-asked")
    messages_to_ben = [
        one["facts"]["text"] for one in people.notices if (one["kind"], one["account"]) == ("said", ben.id)
    ]
    assert messages_to_ben == ["to Ben"]
    eve = people.named(0, 1, "Eve")
    for seat in (0, 2):
        people.vote(seat, 1, "person", eve)
    people.settle().sits(1, eve)
    people.away.clear()
    channel = until_open(people)
    messages.say(context, people.record, 0, channel, "to Eve", name="2")
    people.visit()
    record = people.record
    heard_by = {
        one.name: [said.text for said in messages.heard(context, record, seat_of(record.table, one.id))[0]]
        for one in (ben, eve, people.players[2])
    }
    assert heard_by == {"Ben": [], "Eve": ["to Ben", "to Eve"], "Cem": []}
    told = [(one["account"], one["facts"]["text"]) for one in people.notices if one["kind"] == "said"]
    assert told == [(ben.id, "to Ben"), (eve.id, "to Eve")]


@pytest.mark.parametrize(
    ("over", "disclosed"), [("abandoned", ["to Ben"]), ("stopped", ["to Ben"]), ("resigned", ["to Ben", "just now"])]
)
def test_a_match_that_ends_early_discloses_what_was_said_and_refuses_what_is_not_said_any_more(
    context: Context, over: str, disclosed: list[str]
) -> None:
    people = People(context, seats=4, wish={"options": {"preset": "goldsieber-teams"}}, away={1}).begin()
    channel = until_open(people)
    messages.say(context, people.record, 0, channel, "to Ben", name="1")
    people.until_told("absence-asked")
    channel = until_open(people)
    receipts = []
    messages.say(context, people.record, 0, channel, "just now", name="2")
    if over == "abandoned":
        receipts = [people.vote(seat, 1, "win") for seat in (0, 2)]
    elif over == "stopped":
        cancel(Operator(context.store, "grace"), people.match, "the game has a fault (ticket 7)")
    else:
        lobby.resign(context, people.match, people.players[0])
    people.now = max(people.now, context.store.now())
    people.settle()
    assert people.over == over
    assert [(one.text, one.refused) for one in people.steps[-1].messages] == [("just now", "just now" not in disclosed)]
    [told] = [one["body"]["messages"] for one in people.entries() if one["type"] == "disclosed"]
    assert [one["text"] for one in told] == disclosed
    check_both(people, *receipts)


def test_a_whole_match_of_four_with_talk_in_every_window_is_proved(
    context: Context, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.matches.stored_matches.MOST_A_MINUTE", 10_000)
    chooser, heard, windows = random.Random(4), 0, 0
    for _ in range(400):
        if loaded(context, match).table["status"] == "closed":
            break
        said = confer(context, match)
        heard, windows = heard + said, windows + (said > 0)
        answer(context, match, chooser)
    record = loaded(context, match)
    assert record.table["over"] == "finished"
    assert windows > 5 and heard >= 2 * windows
    export = b"".join(context.store.lines(match, limit=10_000))
    public = context.signer.public_bytes
    found = verify(export, check_signature=lambda message, signature: verify_signature(public, message, signature))
    assert (found.verdict, found.reason) == ("PASS", "")
    entries = [json.loads(line)["entry"] for line in export.splitlines()]
    assert sum(entry["type"] == "said" for entry in entries) == heard == len(entries[-2]["body"]["messages"])
    disclosed, _ = messages.heard(context, record, None)
    assert all(one.text == f"{one.seat}, {one.channel}" for one in disclosed)
