"""Answers to open decisions that something else made impossible before they were resolved: taken back, not replaced."""

import json
from pathlib import Path

import pytest

from engine import registry
from engine.contract import Chance, Decision, Event, IllegalMove, Json, Move, Outcome, Rules, Silence, State, View
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import verify_signature
from service.matches import acts
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.keys import recipient_of
from tests.given.contexts import account, dealt, loaded, open_context
from workers.resolve.drain import drain_once

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
SPEND = {"type": "object", "properties": {"spend": {"type": "integer"}}}


class Purse:
    """Seat 0 has three coins to spend, on what it is asked to buy and, if it likes, on what nobody waits for."""

    extra_first = False

    rules = Rules(
        id="purse@1", title="Purse", seats=(2,), data="A" * 43, options={"type": "object"},
        moves={"buy": SPEND, "extra": SPEND},
    )  # fmt: skip

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        return {}

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        return {"coins": 3, "bought": 0, "extras": 0}

    def decisions(self, state: State) -> list[Decision]:
        if state["bought"] == 2:
            return []
        extra = Decision(id=f"extra.{state['extras']}", kind="extra", seats=[0], sealed=False, optional=True)
        buy = Decision(id=f"buy.{state['bought']}", kind="buy", seats=[0], sealed=False, optional=False)
        return [extra, buy] if self.extra_first else [buy, extra]

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        return [{"spend": coins} for coins in range(state["coins"] + 1)]

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        if not 0 <= move["spend"] <= state["coins"]:
            raise IllegalMove("dear", "/spend", "you have less")

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        part = "bought" if decision.startswith("buy") else "extras"
        after = {**state, part: state[part] + 1, "coins": state["coins"] - answers[0]["spend"]}
        return after, [{"type": part, "spent": answers[0]["spend"]}]

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        return {"spend": 0}

    def view(self, state: State, seat: int | None) -> View:
        return dict(state)

    def outcome(self, state: State) -> Outcome | None:
        return {"winners": [0], "scores": [1, 0], "reason": "done"} if state["bought"] == 2 else None


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    monkeypatch.setitem(registry.GAMES, "purse@1", Purse())
    return open_context(redis_url, tmp_path, hold_off=60_000)


def begin(context: Context) -> None:
    creation.create(context, account(context, "Ann"), NewMatch(rules="purse@1", grace=0), MATCH)
    lobby.join(context, MATCH, account(context, "Ben"), seat=1, invitation=None)
    drain_once(context)


def answer(context: Context, decision: str, coins: int, bearer: str | None = None) -> Acted:
    record = context.store.load(MATCH)
    assert record is not None
    return acts.answer(context, record, 0, acts.SeatAct(decision, move={"spend": coins}, bearer=bearer))


def state(context: Context) -> State:
    return dealt(loaded(context, MATCH))


def test_an_optional_answer_that_became_impossible_is_taken_back_and_the_decision_goes_on_standing(
    context: Context,
) -> None:
    begin(context)
    answer(context, "buy.0", 2)
    answer(context, "extra.0", 2)
    drain_once(context)
    record = context.store.load(MATCH)
    assert record is not None
    assert state(context) == {"coins": 1, "bought": 1, "extras": 0}
    assert "extra.0" in [one["id"] for one in record.table["standing"]]
    assert record.acts == {}
    assert record.due is not None
    assert record.due > record.now + 60_000, "nothing is left to do about it"
    answer(context, "extra.0", 1)
    drain_once(context)
    assert state(context) == {"coins": 0, "bought": 1, "extras": 1}


def test_an_answer_somebody_waits_for_that_became_impossible_is_asked_for_again(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Purse, "extra_first", True)
    begin(context)
    answer(context, "buy.0", 2)
    answer(context, "extra.0", 2)
    drain_once(context)
    assert state(context) == {"coins": 1, "bought": 0, "extras": 1}
    ann = context.store.account_by_mail("ann@players.example")
    assert ann is not None
    pending = context.store.notices(recipient_of(ann.id, MATCH)).pending
    asked = [one for one in pending if one["kind"] == "your-turn"]
    assert [one["decision"] for one in asked] == ["buy.0", "buy.0"]
    answer(context, "buy.0", 1)
    drain_once(context)
    assert state(context) == {"coins": 0, "bought": 1, "extras": 1}


def judged(context: Context, held: list[Acted]) -> Report:
    public = context.signer.public_bytes
    return verify(
        b"".join(context.store.lines(MATCH)),
        check_signature=lambda message, signature: verify_signature(public, message, signature),
        receipts=[{"receipt": one.receipt, "signature": one.signature} for one in held],
    )


def test_the_number_of_an_answer_that_was_taken_back_is_used_up_and_the_log_says_so(context: Context) -> None:
    """Attacked: two receipts with one number made the honest log look like fraud."""
    begin(context)
    held = [answer(context, "buy.0", 2), answer(context, "extra.0", 2)]
    drain_once(context)
    held.append(answer(context, "extra.0", 1, bearer="token"))
    again = answer(context, "extra.0", 1, bearer="token")
    assert (again.receipt, again.opening, again.stored) == (held[-1].receipt, held[-1].opening, False)
    drain_once(context)
    held.append(answer(context, "buy.1", 0))
    drain_once(context)
    assert [one.receipt["seq"] for one in held] == [1, 1, 2, 1]
    entries = [json.loads(line)["entry"] for line in context.store.lines(MATCH)]
    told = next(entry["body"]["answers"] for entry in entries if entry["type"] == "answered")
    assert told == [["extra.0", 0, "lapsed", 1, held[1].receipt["received"], None]]
    found = judged(context, held)
    assert (found.verdict, found.reason, found.receipts, found.ignored) == ("PASS", "", 4, ())
    assert "answered" not in loaded(context, MATCH).table
