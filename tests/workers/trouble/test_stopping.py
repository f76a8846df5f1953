"""A match that its operator stops: ended in its log, in words for everybody, for nobody's loss; whatever state it is in."""

import json
from typing import Any, NoReturn
from xml.etree import ElementTree

import pytest

from engine import registry
from engine.protocol.canon import b64
from engine.verifier.replay import Report, verify
from service.admin import matches
from service.admin.operator import AdminError, Operator
from service.api.account import agenda
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.changes import of_table_alone
from service.matches.errors import ActError, MatchError
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Record
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.contexts import account
from workers.resolve import drain

WHY = "the rules fail at the second round, sorry (ticket 7)"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Fingers:
    """The toy game, registered; tests break it."""
    made = Fingers()
    monkeypatch.setitem(registry.GAMES, "fingers@1", made)
    return made


class Match:
    """Ann's match with Ben, and its operator."""

    def __init__(self, context: Context, *, full: bool = True, **changes: Any) -> None:
        self.context, self.id = context, new_match_id()
        self.ann, self.ben = account(context, "Ann"), account(context, "Ben")
        self.operator = Operator(context.store, "grace")
        creation.create(context, self.ann, NewMatch(rules="fingers@1", grace=0, **changes), self.id)
        if full:
            lobby.join(context, self.id, self.ben, seat=None, invitation=None)

    def cancel(self, why: str = WHY) -> dict[str, Any]:
        done = matches.cancel(self.operator, self.id, why)
        drain.drain_once(self.context)
        return done

    @property
    def record(self) -> Record:
        found = self.context.store.load(self.id)
        assert found is not None
        return found

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line)["entry"] for line in self.context.store.lines(self.id)]

    def verdict(self) -> Report:
        key = self.context.signer.public_bytes

        def check(message: bytes, signature: bytes) -> bool:
            return verify_signature(key, message, signature)

        return verify(b"".join(self.context.store.lines(self.id)), check_signature=check, public_key=b64(key))

    def news_of(self, one: Account) -> list[str]:
        """Return the kinds of the letters that wait for somebody about the match."""
        return [notice["kind"] for notice in self.context.store.notices(f"{self.id}:{one.id}").pending]


def test_a_running_match_ends_in_its_log_without_a_result_and_the_verdict_says_who_ended_it(
    context: Context, game: Fingers
) -> None:
    match = Match(context)
    drain.drain_once(context)

    assert match.cancel() == {"match": match.id, "in_log": True}

    table = match.record.table
    assert (table["status"], table["over"], table["outcome"], table["standing"]) == ("closed", "stopped", None, [])
    last = match.entries()[-1]
    assert last["type"] == "closed"
    seed = last["body"].pop("seed")
    assert last["body"] == {"by": "operator", "outcome": None, "reason": "stopped", "why": WHY}
    found = match.verdict()
    assert (found.verdict, found.reason, found.stopped, found.seed) == ("PASS", "", WHY, seed)
    ending = next(one for one in found.unproved if one.code == "ending")
    assert ending.facts == {"reason": "stopped"}


def test_everybody_at_the_table_is_told_and_nothing_is_held_against_anybody(context: Context, game: Fingers) -> None:
    match = Match(context)
    drain.drain_once(context)
    before = [context.store.account(one.id) for one in (match.ann, match.ben)]

    match.cancel()

    assert [match.news_of(one)[-1] for one in (match.ann, match.ben)] == ["over", "over"]
    (over,) = [one for one in context.store.notices(f"{match.id}:{match.ben.id}").pending if one["kind"] == "over"]
    assert over["facts"]["why"] == WHY
    assert [context.store.account(one.id) for one in (match.ann, match.ben)] == before


def test_a_match_whose_rules_fail_is_ended_without_asking_them(
    context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(context)
    drain.drain_once(context)
    waiting = match.record.table["standing"][0]["id"]

    def broken(*_: object, **__: object) -> NoReturn:
        raise KeyError("a card that nobody must read in a log")

    for name in ("setup", "decisions", "resolve", "fallback", "outcome", "view", "partners"):
        monkeypatch.setattr(game, name, broken, raising=False)
    context.store.release(match.id)
    lobby.resign(context, match.id, match.ann)
    drain.drain_once(context)
    assert match.id in context.store.parked()

    match.cancel()

    assert match.record.table["over"] == "stopped"
    assert context.store.parked() == {}
    monkeypatch.undo()
    monkeypatch.setitem(registry.GAMES, "fingers@1", game)
    assert match.verdict().verdict == "PASS"
    assert waiting in [one["body"]["decision"] for one in match.entries() if one["type"] == "opened"]


def test_a_match_whose_rules_are_gone_is_ended_too(
    context: Context, game: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(context)
    drain.drain_once(context)
    monkeypatch.delitem(registry.GAMES, "fingers@1")

    match.cancel()

    assert match.record.table["over"] == "stopped"


def test_a_table_that_waits_for_players_is_stopped_as_well(context: Context, game: Fingers) -> None:
    match = Match(context, full=False)

    match.cancel()

    assert (match.record.table["over"], match.verdict().verdict) == ("stopped", "PASS")
    with pytest.raises(MatchError, match=r"begun|closed|over|lobby"):
        lobby.join(context, match.id, match.ben, seat=None, invitation=None)


def test_a_match_of_an_earlier_release_ends_on_its_table_alone(context: Context, game: Fingers) -> None:
    # Given a match whose created does not say that its operator may stop it: verifiers of its day refute such an end.
    match = Match(context)
    drain.drain_once(context)
    forget_what_is_agreed(match)
    n = match.record.n

    assert match.cancel() == {"match": match.id, "in_log": False}

    assert (match.record.table["status"], match.record.table["over"], match.record.n) == ("closed", "stopped", n)
    assert match.verdict().verdict == "INCOMPLETE"
    assert match.news_of(match.ben)[-1] == "over"


def test_a_table_of_an_earlier_release_that_waits_for_players_is_called_off_in_its_log(
    context: Context, game: Fingers
) -> None:
    match = Match(context, full=False)
    forget_what_is_agreed(match)

    assert match.cancel() == {"match": match.id, "in_log": True}

    assert match.entries()[-1]["body"]["reason"] == "cancelled"
    assert match.record.table["stopped"]["why"] == WHY


def forget_what_is_agreed(match: Match) -> None:
    table = match.record.table
    table.pop("operator")
    assert match.context.store.transition(of_table_alone(match.record, table, match.record.now))


def test_what_was_resigned_a_moment_ago_ends_as_it_was_resigned(context: Context, game: Fingers) -> None:
    match = Match(context)
    drain.drain_once(context)
    lobby.resign(context, match.id, match.ann)

    with pytest.raises(AdminError, match="resigned"):
        match.cancel()


def test_two_operators_end_it_once_and_both_stand_in_the_audit_log(context: Context, game: Fingers) -> None:
    match = Match(context)
    drain.drain_once(context)
    matches.cancel(match.operator, match.id, WHY)

    with pytest.raises(AdminError, match=f"being cancelled: {WHY[:10]}"):
        matches.cancel(Operator(context.store, "hopper"), match.id, "another reason")
    drain.drain_once(context)
    with pytest.raises(AdminError, match="is over: stopped"):
        matches.cancel(Operator(context.store, "hopper"), match.id, "another reason")

    assert [one["type"] for one in match.entries()].count("closed") == 1
    assert match.record.table["stopped"]["why"] == WHY
    noted = [(one.who, one.what, one.why) for one in context.store.audited(100)]
    assert sorted(noted) == [("grace", "cancel", WHY), *[("hopper", "cancel", "another reason")] * 2]


@pytest.mark.parametrize("why", ["", " ", "two\nlines", "x" * 201, "\u202etxt", "no XML holds \uffff"])
def test_a_reason_has_to_be_said_in_plain_words(context: Context, game: Fingers, why: str) -> None:
    match = Match(context)

    with pytest.raises(AdminError) as refused:
        match.cancel(why)

    assert (refused.value.code, refused.value.pointer) == ("invalid", "/why")
    assert "stopped" not in match.record.table


def test_nobody_acts_in_it_any_more(context: Context, game: Fingers) -> None:
    match = Match(context)
    drain.drain_once(context)
    match.cancel()

    with pytest.raises((ActError, MatchError)):
        lobby.resign(context, match.id, match.ann)


def test_a_reason_of_before_that_no_xml_can_hold_leaves_the_feeds_of_the_table_whole(
    context: Context, game: Fingers
) -> None:
    match = Match(context)
    drain.drain_once(context)
    match.cancel()
    record = match.record
    record.table["stopped"]["why"] = "an earlier release took \uffff"

    made = agenda.news([record], match.ben, "https://play.example", "https://play.example/feed")

    assert "an earlier release took" in ElementTree.tostring(ElementTree.fromstring(made), encoding="unicode")
