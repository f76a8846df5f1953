"""Somebody else plays on for a person who stays away: named by him or by the others, chosen by the others, and back again."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.match.step import Step
from engine.match.substitutes import candidates_of
from engine.match.table import SettledWish
from engine.protocol.acts import ORDERS
from engine.registry import game_of
from service.accounts.bots import create_bot
from service.admin.accounts import block
from service.admin.operator import Operator
from service.bot_policy import Policy
from service.context import Context
from service.matches import acts, departure
from service.matches.absence import absence, extensions, pauses, substitutes
from service.matches.errors import ActError, MatchError
from service.matches.numbering import Numbered, as_last_time
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import lobby
from service.notifications.said_ahead import told_ahead
from service.store.keys import recipient_of
from service.store.records import Account
from tests.given.contexts import account
from tests.service.absent_people import People

BASIC: dict[str, Any] = {"options": {"preset": "goldsieber-basic"}}


def pair(context: Context) -> People:
    """Return a match of Kontor whose second player left, when the other has been asked."""
    return People(context, wish=BASIC, away={1}).begin().until_told("absence-asked")


def trio(context: Context) -> People:
    """Return a match of three in which the last player left, when the others have been asked."""
    return People(context, "packet-row", 3, away={2}).begin().until_told("absence-asked")


def cleo_takes_over(people: People) -> Account:
    """Let the player of seat 1 stay away from now on, until Cleo sits there; return her account."""
    people.settle()
    people.away = {1}
    people.until_told("absence-asked")
    cleo = people.named(0, 1, "Cleo")
    people.vote(0, 1, "person", cleo)
    people.settle().sits(1, cleo)
    return cleo


def refusal(act: Callable[[], object]) -> str:
    """Return the code by which something is refused."""
    with pytest.raises((MatchError, ActError)) as refused:
        act()
    assert isinstance(refused.value, (MatchError, ActError))
    return refused.value.code


def passes(people: People, *receipts: Any) -> None:
    """Check that the log, and all that was acknowledged, holds before the verifier."""
    found = people.proof(*receipts)
    wanted = "INCOMPLETE" if people.over is None else "PASS"
    assert (found.verdict, found.receipts, found.ignored) == (wanted, len(receipts), ()), found.reason


def took_over(context: Context) -> tuple[People, Account, list[Any]]:
    """Return a match in which the other has named somebody, and has given him the seat."""
    people = pair(context)
    cleo = people.named(0, 1, "Cleo")
    receipts = [people.vote(0, 1, "person", cleo)]
    people.settle()
    assert people.record.table["seats"][1]["player"] == cleo.id
    return people, cleo, receipts


def test_whom_the_others_name_plays_on_to_the_end(context: Context) -> None:
    people, cleo, receipts = took_over(context)
    told = [(one["account"], one["seat"]) for one in people.notices if one["kind"] == "seat-taken-over"]
    assert told == [(people.players[0].id, 0), (cleo.id, 1), (people.players[1].id, None)]
    people.sits(1, cleo)
    people.away.clear()
    people.to_the_end()
    assert people.over == "finished"
    assert people.types().count("substituted") == people.types().count("volunteered") == 1
    passes(people, *receipts)


@pytest.mark.parametrize(("rules", "seats"), [("packet-row", 3), ("anno-1701", 2), ("seafarers", 5)])
def test_it_works_in_every_game(context: Context, rules: str, seats: int) -> None:
    people = People(context, rules, seats, away={seats - 1}).begin().until_told("absence-asked")
    cleo = people.named(0, seats - 1, "Cleo")
    receipts = [people.vote(seat, seats - 1, "person", cleo) for seat in range((seats - 1) // 2 + 1)]
    people.settle().sits(seats - 1, cleo)
    people.away.clear()
    for _ in range(12):
        if not people.visit():
            people.wait()
    answered = [
        one["seat"] for entry in people.entries() if entry["type"] == "resolved" for one in entry["body"]["moves"]
    ]
    assert seats - 1 in answered
    assert people.record.table["seats"][seats - 1]["player"] == cleo.id
    passes(people, *receipts)


def test_whom_one_names_beforehand_is_there_when_the_others_are_asked(context: Context) -> None:
    people = People(context, wish=BASIC).begin()
    cleo = people.named(1, 1, "Cleo")
    people.away = {1}
    people.until_told("absence-asked")
    offered = next(one["facts"]["choices"] for one in people.notices if one["kind"] == "absence-asked")
    assert offered == ["wait", "bot", "win", "person"]
    people.vote(0, 1, "person", cleo)
    people.settle()
    assert people.record.table["seats"][1]["player"] == cleo.id


def test_nobody_plays_for_a_person_who_answers(context: Context) -> None:
    """The rule: the others decide, and only after the person was told and let the time of the notice pass."""
    people = People(context, wish=BASIC).begin()
    cleo = people.named(1, 1, "Cleo")
    assert refusal(lambda: people.vote(0, 1, "person", cleo)) == "not-missed"
    assert refusal(lambda: people.named(0, 1, "Dora")) == "not-missed"
    people.away = {1}
    people.until_told("you-are-missed")
    assert refusal(lambda: people.vote(0, 1, "person", cleo)) == "not-missed"
    assert refusal(lambda: people.named(0, 1, "Eva")) == "not-missed"


def test_who_comes_back_before_it_is_carried_out_keeps_the_seat(context: Context) -> None:
    people = pair(context)
    cleo = people.named(0, 1, "Cleo")
    receipts = [people.vote(0, 1, "person", cleo), people.here(1)]
    people.settle()
    table = people.record.table
    assert (table["seats"][1]["player"], candidates_of(table)) == (people.players[1].id, [])
    passes(people, *receipts)


def test_one_account_of_an_opponent_s_own_needs_the_votes_of_the_others(context: Context) -> None:
    people = trio(context)
    second = people.named(0, 2, "Ann at work")
    people.vote(0, 2, "person", second)
    people.settle()
    assert people.record.table["seats"][2]["player"] == people.players[2].id, "one of two is no majority"
    people.vote(1, 2, "wait")
    people.vote(0, 2, "wait")
    people.settle()
    assert candidates_of(people.record.table) == [], "whom others have named goes with their question"


@pytest.mark.parametrize("who", ["sits", "sits and is missed", "ready for another seat"])
def test_nobody_plays_for_two(context: Context, who: str) -> None:
    people = People(context, "packet-row", 3).begin()
    if who == "ready for another seat":
        person = people.named(1, 1, "Cleo")
    else:
        person = people.players[1]
    people.away = {2} if who != "sits and is missed" else {1, 2}
    people.until_told("you-are-missed")
    substitutes.ask(context, people.match, people.players[2], 2, None)
    assert refusal(lambda: people.ready(person, 2, 2)) == "already-seated"
    if who != "ready for another seat":
        assert refusal(lambda: substitutes.ask(context, people.match, people.players[2], 2, person)) == "already-seated"


def test_who_played_in_one_seat_does_not_go_on_in_another(context: Context) -> None:
    """The attack: Ben is replaced, knows the hand and what was said to that seat, and lets an opponent name him for theirs."""
    people = People(context, "packet-row", 3, away={1}).begin().until_told("absence-asked")
    ben, cleo = people.players[1], people.named(0, 1, "Cleo")
    for seat in (0, 2):
        people.vote(seat, 1, "person", cleo)
    people.settle().sits(1, cleo)
    assert people.record.table["seats"][1]["player"] == cleo.id

    assert refusal(lambda: substitutes.ask(context, people.match, people.players[2], 2, ben)) == "already-seated"
    substitutes.ask(context, people.match, people.players[2], 2, None)
    assert refusal(lambda: people.ready(ben, 2, 2)) == "already-seated"
    people.ready(ben, 1)
    assert [(one["seat"], one["player"]) for one in candidates_of(people.record.table)] == [(1, ben.id)]


def test_an_invitation_is_good_once_and_for_one_person(context: Context) -> None:
    people = pair(context)
    substitutes.ask(context, people.match, people.players[0], 1, None)
    asked = substitutes.asked_by(people.record.table, 1, 0)
    assert asked is not None
    cleo, dora = account(context, "Cleo"), account(context, "Dora")

    def accept(person: Account, seat: int = 1) -> object:
        return substitutes.stand_in(context, people.match, person, seat, invitation=asked["secret"], key=None)

    assert refusal(lambda: accept(cleo, 0)) == "invitation-wrong", "for the seat that it names"
    before = people.record.n
    accept(cleo)
    accept(cleo)  # again, after a lost answer
    assert people.record.n == before + 1
    assert refusal(lambda: accept(dora)) == "invitation-wrong"


def test_who_is_asked_by_name_needs_no_invitation_to_say_yes(context: Context) -> None:
    people, cleo, dora = pair(context), account(context, "Cleo"), account(context, "Dora")

    def accept(person: Account) -> object:
        return substitutes.stand_in(context, people.match, person, 1, invitation=None, key=None)

    substitutes.ask(context, people.match, people.players[0], 1, cleo, address=cleo.mail or "")
    assert refusal(lambda: accept(dora)) == "invitation-wrong"
    accept(cleo)
    assert [(one["player"], one["by"]) for one in candidates_of(people.record.table)] == [(cleo.id, 0)]
    passes(people, people.vote(0, 1, "person", cleo))


def test_who_is_asked_twice_gets_one_letter(context: Context) -> None:
    people, cleo = pair(context), account(context, "Cleo")
    for _ in range(2):
        substitutes.ask(context, people.match, people.players[0], 1, cleo)
    assert len(people.record.table["absence"]["asked"]) == 1
    told = context.store.notices(recipient_of(cleo.id, people.match)).pending
    assert [one["kind"] for one in told] == ["substitute-asked"]


def test_another_request_for_the_same_seat_ends_the_one_before(context: Context) -> None:
    people = pair(context)
    cleo = people.named(0, 1, "Cleo")
    people.vote(0, 1, "wait")  # ends the case, and with it whom the others have named
    people.settle().until_told("absence-asked")
    people = pair(context)
    cleo, dora = people.named(0, 1, "Cleo"), people.named(0, 1, "Dora")
    assert [one["player"] for one in candidates_of(people.record.table, 1)] == [dora.id]
    assert refusal(lambda: people.vote(0, 1, "person", cleo)) == "choice-not-offered"
    passes(people)


def test_who_was_replaced_acts_no_more_whatever_page_or_letter_is_left(context: Context) -> None:
    people = pair(context)
    while not any(1 in one["seats"] for one in people.record.table["standing"]):
        people.visit()
    cleo = people.named(0, 1, "Cleo")
    people.vote(0, 1, "person", cleo)
    old, ben = people.record, people.players[1]
    standing = next(one for one in old.table["standing"] if 1 in one["seats"])
    people.settle()
    assert old.state is not None
    move = game_of(old.table).moves(old.state, 1, standing["id"])[0]
    field = game_of(old.table).view(old.state, 1)["placeable"][0]
    again: list[tuple[Callable[[], object], str]] = [
        (lambda: acts.commit(context, old, 1, acts.SeatAct(standing["id"], move=move)), "stale"),
        (lambda: set_orders(context, old, 1, NewOrders({"plans": [{"place": [field]}]}, replaces=0)), "stale"),
        (lambda: absence.here(context, people.match, ben), "not-seated"),
        (lambda: absence.vote(context, people.match, ben, 0, "win"), "not-seated"),
        (lambda: extensions.take(context, people.match, ben, standing["id"], 1), "not-seated"),
        (lambda: pauses.wish(context, people.match, ben, True, 1), "not-seated"),
        (lambda: lobby.resign(context, people.match, ben), "not-seated"),
        (lambda: substitutes.ask(context, people.match, ben, 1, None), "not-seated"),
    ]
    for act, code in again:
        assert refusal(act) == code
    assert ORDERS not in {decision for decision, _ in people.record.acts}


def test_the_orders_of_the_seat_go_on_until_they_are_changed(context: Context) -> None:
    people = People(context, wish=BASIC).begin()
    record = people.record
    assert record.state is not None
    field = game_of(record.table).view(record.state, 1)["placeable"][0]
    set_orders(context, record, 1, NewOrders({"plans": [{"place": [field]}]}, replaces=0))
    cleo_takes_over(people)
    done, _ = set_orders(context, people.record, 1, NewOrders(None, replaces=1))
    assert done.act.seq == 2, "what the player before had set is this seat's first act about orders"
    people.away.clear()
    passes(people.to_the_end())


@pytest.mark.parametrize("own", [False, True])
def test_who_takes_over_is_told_what_became_of_own_words_alone(context: Context, own: bool) -> None:
    people = People(context, wish=BASIC).begin()
    record = people.record
    assert record.state is not None
    fields = game_of(record.table).view(record.state, 1)["placeable"]
    set_orders(context, record, 1, NewOrders({"plans": [{"place": fields[:4]}]}, replaces=0))
    cleo = cleo_takes_over(people)
    if own:
        record = people.record
        assert record.state is not None
        free = game_of(record.table).view(record.state, 1)["placeable"]
        set_orders(context, record, 1, NewOrders({"plans": [{"place": free}]}, replaces=1))
    before = len(people.notices)
    people.away.clear()
    people.to_the_end()
    told = [one for one in people.notices[before:] if one["account"] == cleo.id and one["kind"] == "resolved"]
    by_orders = [one for one in told for move in one["facts"]["moves"] if (move["by"], move["seat"]) == ("order", 1)]
    assert by_orders, "the orders go on"
    assert any("wishes" in one["facts"] for one in told) == own
    table = people.record.table
    assert bool(told_ahead(table, game_of(table), 1, "en")) == own, "the table says no more"


def test_what_became_of_the_wishes_of_the_one_before_is_shown_to_nobody(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = People(context, wish=BASIC).begin()

    def lapsed(seat: int) -> SettledWish:
        return SettledWish(n=1, seat=seat, decision="r1.choose", part="place", wishes=["0_1"], fate="lapsed", used="")

    def settled(step: Step, _: object) -> None:
        if "settled" not in step.table and step.table["seats"][1]["name"] != "Cleo":
            step.table["settled"] = [lapsed(0), lapsed(1)]

    monkeypatch.setattr("workers.resolve.step.keep_settled", settled)
    cleo_takes_over(people)
    assert [one["seat"] for one in people.record.table.get("settled", [])] == [0]


def test_who_was_replaced_comes_back_when_the_table_and_the_substitute_agree(context: Context) -> None:
    people, cleo, receipts = took_over(context)
    ben = people.players[1]
    people.ready(ben, 1)
    receipts.append(people.vote(0, 1, "person", ben))
    people.settle()
    assert people.record.table["seats"][1]["player"] == cleo.id, "who plays there now has to agree"
    people.sits(1, cleo)
    receipts.append(people.vote(1, 1, "person", ben))
    people.settle()
    assert people.record.table["seats"][1]["player"] == ben.id
    told = [(one["account"], one["seat"]) for one in people.notices if one["kind"] == "seat-taken-over"][-3:]
    assert told == [(people.players[0].id, 0), (ben.id, 1), (cleo.id, None)]
    assert [one["name"] for one in people.record.table["absence"]["changes"]] == ["Ben", "Cleo"]
    people.sits(1, ben)
    people.away.clear()
    passes(people.to_the_end(), *receipts)


def test_who_was_replaced_by_a_bot_comes_back_when_the_others_agree(context: Context) -> None:
    people = pair(context)
    receipts = [people.vote(0, 1, "bot")]
    people.settle()
    people.ready(people.players[1], 1)
    assert refusal(lambda: people.vote(1, 1, "person", people.players[1])) == "not-seated"
    receipts.append(people.vote(0, 1, "person", people.players[1]))
    people.settle()
    assert (people.record.table["seats"][1]["player"], people.record.table["seats"][1]["bot"]) == (
        people.players[1].id,
        None,
    )
    people.away.clear()
    passes(people.to_the_end(), *receipts)


def test_a_stranger_does_not_come_back(context: Context) -> None:
    people, _, _ = took_over(context)
    assert refusal(lambda: people.ready(account(context, "Dora"), 1)) == "invitation-wrong"


def test_who_is_not_ready_any_more_gets_no_seat(context: Context) -> None:
    people = pair(context)
    cleo = people.named(0, 1, "Cleo")
    receipts = [people.vote(0, 1, "person", cleo)]
    substitutes.stand_down(context, people.match, cleo, 1)
    people.settle()
    assert people.record.table["seats"][1]["player"] == people.players[1].id
    assert people.types()[-1] == "declined"
    passes(people, *receipts)


@pytest.mark.parametrize("when", ["ready", "chosen"])
def test_who_deletes_the_account_is_not_ready_any_more(context: Context, when: str) -> None:
    people = pair(context)
    cleo = people.named(0, 1, "Cleo")
    receipts = [people.vote(0, 1, "person", cleo)] if when == "chosen" else []
    departure.depart(context, cleo.id)
    people.settle()
    table = people.record.table
    assert (candidates_of(table), table["seats"][1]["player"]) == ([], people.players[1].id)
    passes(people, *receipts)


def test_the_name_of_a_deleted_account_is_not_told_any_more(context: Context) -> None:
    people, cleo, _ = took_over(context)
    departure.depart(context, people.players[1].id)
    assert "'Ben'" not in str(people.record.table)
    assert people.record.table["seats"][1]["player"] == cleo.id


def test_a_program_takes_over_no_seat(context: Context) -> None:
    people = pair(context)
    owner = account(context, "Olga")
    robot = create_bot(
        context,
        owner,
        "p_" + "b" * 32,
        name="Robot",
        policy=Policy(open=True, games=["kontor"], most_matches=9, listed=False),
    )
    substitutes.ask(context, people.match, people.players[0], 1, None)
    assert refusal(lambda: people.ready(robot, 1, 0)) == "bot-declines"


def test_where_it_was_not_agreed_nobody_takes_over(context: Context) -> None:
    wish = {**BASIC, "absence": {"substitutes": False}}
    people = People(context, wish=wish, away={1}).begin().until_told("absence-asked")
    assert refusal(lambda: substitutes.ask(context, people.match, people.players[0], 1, None)) == "no-substitutes"
    assert "substitutes" not in people.entries()[0]["body"]["absence"]


def test_of_two_who_come_back_at_once_the_first_has_a_say_about_the_second(context: Context) -> None:
    """Both wait for the last player's word until he is missed; the seat of the first is then a voter about that of the second."""
    wish = {"absence": {"majority": "all", "misses": 1}}
    people = People(context, "packet-row", 4, wish=wish, away={1}).begin().until_told("absence-asked")
    ben, cem = people.players[1:3]
    receipts = [people.vote(seat, 1, "bot") for seat in (0, 2, 3)]
    people.settle().notices.clear()
    people.away = {1, 2}
    people.until_told("absence-asked")
    cleo = people.named(0, 2, "Cleo")
    receipts += [people.vote(seat, 2, "person", cleo) for seat in (0, 3)]
    people.settle().sits(2, cleo)
    people.ready(ben, 1)
    people.ready(cem, 2)
    receipts += [people.vote(seat, about, "person", who) for about, who in ((1, ben), (2, cem)) for seat in (0, 2)]
    people.notices.clear()
    people.away = {1, 3}
    people.until_told("absence-asked")
    people.settle()
    assert [people.record.table["seats"][seat]["player"] for seat in (1, 2)] == [ben.id, cleo.id]
    passes(people, *receipts)


@pytest.mark.parametrize("when", ["before the vote", "after the vote"])
def test_nobody_blocked_takes_over_a_seat(context: Context, when: str) -> None:
    people = pair(context)
    cleo = people.named(0, 1, "Cleo")
    operator = Operator(context.store, "grace")
    if when == "before the vote":
        block(operator, cleo.id, "insults at three tables")
        departure.leave_lobbies(context)
        assert refusal(lambda: people.vote(0, 1, "person", cleo)) == "choice-not-offered"
    else:
        people.vote(0, 1, "person", cleo)
        block(operator, cleo.id, "insults at three tables")
    people.settle()
    assert people.record.table["seats"][1]["player"] == people.players[1].id
    assert candidates_of(people.record.table, 1) == []
    people.vote(0, 1, "bot")
    people.settle()
    assert people.record.table["seats"][1]["bot"] is not None
    passes(people)


def test_who_takes_over_repeats_no_answer_of_whom_he_follows(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """SAME in answer to a letter means the person's own last answer."""
    monkeypatch.setattr("service.matches.numbering.is_repeatable", lambda *_: True)
    people = People(context, wish=BASIC).begin()
    while not (answered := placed_by(people, 1)):
        assert people.visit()
    standing: Any = {**people.record.table["standing"][0], "kind": "place"}
    asked = Numbered(standing, tuple(answered), 1)
    people.away = {1}
    people.until_told("absence-asked")
    assert as_last_time(context, people.record, 1, asked) == 1
    cleo = people.named(0, 1, "Cleo")
    people.vote(0, 1, "person", cleo)
    people.settle().sits(1, cleo)
    assert as_last_time(context, people.record, 1, asked) is None


def placed_by(people: People, seat: int) -> list[Any]:
    """Return where a seat itself has laid its cards."""
    entries = people.entries()
    kinds = {one["body"]["decision"]: one["body"]["kind"] for one in entries if one["type"] == "opened"}
    return [
        one["move"]
        for entry in entries
        if entry["type"] == "resolved" and kinds[entry["body"]["decision"]] == "place"
        for one in entry["body"]["moves"]
        if (one["seat"], one["by"]) == (seat, "seat")
    ]
