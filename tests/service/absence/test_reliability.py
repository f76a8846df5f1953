"""How often people answer in time: what counts, what nobody can add to it, and tables that ask for it."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.match.step import Step
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.absence.absence import reliability_of
from service.matches.departure import depart
from service.matches.errors import MatchError
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.records import Answered
from tests.given.contexts import account
from tests.service.absent_people import People
from workers.resolve.step import answers_in

ANN, BEN = "p_" + "a" * 32, "p_" + "b" * 32
PERSON, OTHER = {"player": ANN, "bot": None}, {"player": BEN, "bot": None}
HOUSE_BOT, OWN_BOT = {"player": "bot:steady", "bot": "steady"}, {"player": BEN, "bot": None, "owned_by": ANN}
BASIC: dict[str, Any] = {"options": {"preset": "goldsieber-basic"}}


def answered(context: Context, account_id: str) -> str:
    """Return what is filed of an account, once what the steps wrote has come there."""
    context.store.relay_all()
    found = context.store.account(account_id)
    assert found is not None
    return found.answered


def remember(context: Context, account_id: str, answers: str) -> None:
    """Give an account a past."""
    context.store._ask(("HSET", keys.account(account_id), "answered", answers))


def step_of(seats: list[dict[str, Any]], by: str, fault: str | None, deadline: int | None) -> Step:
    """Return a step that has resolved one decision of seat 0, and one of seat 1, who answered in time."""
    faults = [] if fault is None else [{"fault": fault, "seat": 0}]
    mine = SimpleNamespace(
        standing={"deadline": deadline, "kind": "act"}, moves=[{"seat": 0, "by": by, "move": {}}], faults=faults
    )
    other = SimpleNamespace(standing={"deadline": 1}, moves=[{"seat": 1, "by": "seat"}], faults=[])
    return cast(
        Step,
        SimpleNamespace(
            game=SimpleNamespace(rules=SimpleNamespace(unasked={})), table={"seats": seats}, resolutions=[mine, other]
        ),
    )


@pytest.mark.parametrize(
    ("seats", "by", "fault", "deadline", "counts"),
    [
        ([PERSON, OTHER], "seat", None, 1, [(ANN, True), (BEN, True)]),
        ([PERSON, OTHER], "order", None, 1, [(ANN, True), (BEN, True)]),
        ([PERSON, OTHER], "fallback", None, 1, [(ANN, False), (BEN, True)]),
        ([PERSON, OTHER], "fallback", "unopened", 1, [(ANN, False), (BEN, True)]),
        ([PERSON, OTHER], "fallback", "escrow-failed", 1, [(BEN, True)]),
        ([PERSON, OTHER], "seat", None, None, [(BEN, True)]),
        ([PERSON, HOUSE_BOT], "seat", None, 1, []),
        ([PERSON, OWN_BOT], "seat", None, 1, [(BEN, True)]),
        ([OWN_BOT, PERSON], "fallback", None, 1, [(BEN, False)]),
        ([OWN_BOT, HOUSE_BOT], "fallback", None, 1, []),
        ([OWN_BOT, OWN_BOT], "seat", None, 1, []),
        ([PERSON, HOUSE_BOT, OTHER], "seat", None, 1, [(ANN, True)]),
    ],
)
def test_what_counts(
    seats: list[dict[str, Any]], by: str, fault: str | None, deadline: int | None, counts: list[tuple[str, bool]]
) -> None:
    """Own answers and orders are in time, the rules' are not; where no other person waits, nothing counts. A bot account's count
    where people wait for it."""
    assert answers_in(step_of(seats, by, fault, deadline)) == [Answered(*one) for one in counts]


def test_who_answers_and_who_stays_away(context: Context) -> None:
    people = People(context, away={1}, wish=BASIC).begin().until_told("you-are-missed")
    ann, ben = (answered(context, one.id) for one in people.players)
    assert set(ann) == {"1"}
    assert set(ben) == {"0"}
    assert len(ben) >= 2
    lobby.resign(context, people.match, people.players[0])
    people.settle()
    assert (
        answered(context, people.players[0].id) == ann
    )  # who gives up has answered that, and nothing is held against him


def test_bots_raise_nobodys_number(context: Context) -> None:
    """The attack: hundreds of decisions against bots, answered at once."""
    ann = account(context, "Ann")
    people = People(context, wish=BASIC)
    people.players, people.match = [ann], new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor", bots=["steady"], grace=0, hold=0), people.match)
    people.now = context.store.now() + 1_000
    for _ in range(3):
        people.settle().answer(0)
    assert "resolved" in people.types()
    assert answered(context, ann.id) == ""


def test_a_table_takes_who_answers_in_time(context: Context) -> None:
    owner, good, bad, new = (account(context, name) for name in ("Ann", "Ben", "Cem", "Dora"))
    remember(context, good.id, "0" + "1" * 9)
    remember(context, bad.id, "00" + "1" * 8)
    remember(context, new.id, "0" * 9)
    tables = {}
    for newcomers in (True, False):
        tables[newcomers] = new_match_id()
        condition = {"percent": 90, "newcomers": newcomers}
        wish = NewMatch(rules="packet-row", seats=4, start="by-owner", least_reliability=condition)  # type: ignore[arg-type]
        creation.create(context, owner, wish, tables[newcomers])

    def refused(who: Any, newcomers: bool, invitation: str | None = None) -> str | None:
        fresh = context.store.account(who.id)
        assert fresh is not None
        try:
            lobby.join(context, tables[newcomers], fresh, seat=None, invitation=invitation)
        except MatchError as error:
            assert error.code == "reliability-too-low"
            return error.message
        return None

    assert refused(good, newcomers=False) is None
    assert refused(new, newcomers=True) is None
    assert "yours are 80 %: 8 of the last 10" in (refused(bad, newcomers=True) or "")
    assert "too few to say" in (refused(new, newcomers=False) or "")
    record = context.store.load(tables[False])
    assert record is not None
    assert refused(new, newcomers=False, invitation=record.table["invitation"]) is None
    assert refused(bad, newcomers=False, invitation="guessed") is not None


def test_a_private_table_has_no_such_condition(context: Context) -> None:
    wish = NewMatch(rules="kontor", visibility="private", least_reliability={"percent": 50, "newcomers": True})
    with pytest.raises(MatchError) as refused:
        creation.create(context, account(context, "Ann"), wish, new_match_id())
    assert (refused.value.code, refused.value.pointer) == ("invalid", "/least_reliability")


def test_what_is_told_late_does_not_bring_a_deleted_account_back(context: Context) -> None:
    """The attack: the account goes while an answer of its last match is on its way to it."""
    people = People(context, away={1}, wish=BASIC).begin()
    gone = people.players[1].id
    while not any(one.account == gone for step in people.steps for one in step.answers):
        people.visit()
        people.wait()
    depart(context, gone)
    context.store.relay_all()
    assert context.store.account(gone) is None
    assert not context.store._ask(("HEXISTS", keys.account(gone), "answered"))


@pytest.mark.parametrize(
    ("stored", "percent"), [("", None), ("1" * 9, None), ("1" * 10, 100), ("110" * 33, 66), ("0" * 99 + "1", 1)]
)
def test_newcomers_have_no_number(stored: str, percent: int | None) -> None:
    assert reliability_of(stored).percent == percent
