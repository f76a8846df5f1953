"""Standing orders: sealed like moves, frozen at the lock, answering for who is away; only what was played is shown."""

import hmac
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import redis

from engine import registry
from engine.protocol.canon import b64, unb64
from engine.protocol.seal import Opening, commitment
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import new_match_id, new_seed, verify_signature
from service.matches import acts
from service.matches.errors import ActError
from service.matches.orders import NewOrders, set_orders
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.records import Record
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.contexts import account, account_of, dealt, loaded, open_context
from tests.given.json_object import JsonObject
from workers.resolve.drain import drain_once
from workers.resolve.openings import orders_in_force


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    return open_context(redis_url, tmp_path)


@pytest.fixture
def match(context: Context) -> str:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    creation.create(context, ann, NewMatch(rules="fingers@1", grace=0), match)
    lobby.join(context, match, ben, seat=1, invitation=None)
    drain_once(context)
    return match


def show(context: Context, match: str, *seats: int) -> None:
    for seat in seats:
        record = loaded(context, match, secrets=True)
        acts.commit(context, record, seat, acts.SeatAct(record.table["standing"][0]["id"], move={"show": 2}))
    drain_once(context)


def entries(context: Context, match: str, kind: str) -> list[bytes]:
    return [line for line in context.store.lines(match) if f'"type":"{kind}"'.encode() in line]


def test_orders_answer_open_decisions_at_once_and_nobody_is_asked(context: Context, match: str) -> None:
    set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "take"}))
    show(context, match, 0, 1)
    record = loaded(context, match, secrets=True)
    assert record.table["standing"][0]["id"] == "r2.show"
    assert dealt(record)["scores"] == [0, 4]
    assert b'"by":"order"' in entries(context, match, "resolved")[1]


def test_orders_set_while_a_decision_stands_answer_it(context: Context, match: str) -> None:
    show(context, match, 0, 1)
    assert loaded(context, match, secrets=True).table["standing"][0]["id"] == "r1.claim"
    set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "leave"}))
    drain_once(context)
    assert loaded(context, match, secrets=True).table["standing"][0]["id"] == "r2.show"


def test_the_receipt_commits_to_the_order_and_the_owner_holds_the_document(context: Context, match: str) -> None:
    acted, document = set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "take"}))
    assert acted.receipt["act"] == "order"
    assert acted.receipt["commitment"].startswith("so1_")
    assert document is not None
    assert document["order"] == {"claim": "take"}
    assert document["salt"].encode() not in b"".join(context.store.lines(match))


def test_orders_are_replaced_by_number_and_ended(context: Context, match: str) -> None:
    set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "take"}))
    with pytest.raises(ActError) as caught:
        set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "leave"}))
    assert caught.value.code == "conflict"
    set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "leave"}, replaces=1))
    assert orders_in_force(context, loaded(context, match, secrets=True)) == {1: {"claim": "leave"}}
    set_orders(context, loaded(context, match, secrets=True), 1, NewOrders(None, replaces=2))
    assert orders_in_force(context, loaded(context, match, secrets=True)) == {}


def test_orders_that_can_never_match_are_refused_by_name(context: Context, match: str) -> None:
    with pytest.raises(ActError) as caught:
        set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "take", "show": 7}))
    assert (caught.value.code, caught.value.pointer) == ("illegal", "/orders/show")
    with pytest.raises(ActError) as caught:
        set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"claim": "take", "x" * 5000: 1}))
    assert caught.value.code in ("illegal", "malformed")


def test_a_silent_seats_orders_are_locked_with_their_commitment_and_the_match_is_proved(
    context: Context, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted, _ = set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"show": 5, "claim": "take"}))
    show(context, match, 0)
    record = loaded(context, match, secrets=True)
    deadline = record.table["standing"][0]["deadline"]
    assert deadline is not None
    # The deadline is days away: let the worker see the record as it will be then.
    late = deadline + 1_000
    load_many = context.store.load_many
    monkeypatch.setattr(
        type(context.store),
        "load_many",
        lambda self, ids, secrets=False: [_at(one, late) for one in load_many(ids, secrets=secrets)],
    )
    _make_due(context, match)
    drain_once(context)
    monkeypatch.undo()
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    lock = entries(context, match, "locked")[0]
    assert acted.receipt["commitment"].encode() in lock
    assert dealt(loaded(context, match, secrets=True))["scores"] == [0, 7]
    lobby.resign(context, match, account_of(context, "ann@players.example"))
    drain_once(context)
    public = context.signer.public_bytes
    export = b"".join(context.store.lines(match))
    found = verify(export, check_signature=lambda message, sig: verify_signature(public, message, sig))
    assert (found.verdict, found.reason) == ("PASS", "")


@pytest.mark.parametrize("with_orders", [True, False])
def test_between_lock_and_reveal_the_store_does_not_tell_what_orders_played(
    context: Context, match: str, monkeypatch: pytest.MonkeyPatch, with_orders: bool
) -> None:
    if with_orders:
        set_orders(context, loaded(context, match, secrets=True), 1, NewOrders({"show": 5, "claim": "take"}))
    record = loaded(context, match, secrets=True)
    standing = record.table["standing"][0]
    deadline = standing["deadline"]
    assert deadline is not None
    about: JsonObject = {
        "v": 1,
        "match": match,
        "rules": record.table["rules"],
        "decision": standing["id"],
        "head": standing["head"],
    }
    mine = {**about, "seat": 0, "salt": b64(new_seed()), "move": {"show": 2}}
    acts.commit(context, record, 0, acts.SeatAct(standing["id"], commitment=commitment(cast(Opening, mine))))
    load_many = context.store.load_many
    monkeypatch.setattr(
        type(context.store),
        "load_many",
        lambda self, ids, secrets=False: [_at(one, deadline + 1_000) for one in load_many(ids, secrets=secrets)],
    )
    _make_due(context, match)
    drain_once(context)
    monkeypatch.undo()
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    locked = loaded(context, match, secrets=True).table["standing"][0]
    assert locked["phase"] == "opening"
    with redis.Redis.from_url(context.settings.redis_url) as client:
        seed = unb64(client.hget(keys.secrets(match), "seed").decode())
    salt = hmac.digest(seed, f"siegelpost/absent-salt/v1\0{standing['id']}\0{1}".encode(), "sha256")
    guesses = []
    for number in range(1, 6):
        guess = {**about, "seat": 1, "salt": b64(salt), "move": {"show": number}}
        if commitment(cast(Opening, guess)) == locked["locked"][1]["commitment"]:
            guesses.append(number)
    # Without orders the rules' own fallback stands there, which is no secret: the control, where the guess succeeds.
    assert guesses == ([] if with_orders else [1])


def _at(record: Record | Unreadable | None, now: int) -> Record:
    assert isinstance(record, Record)
    return replace(record, now=now)


def _make_due(context: Context, match: str) -> None:
    """Setting the same orders of the other seat makes the match due without changing what is locked."""
    set_orders(context, loaded(context, match, secrets=True), 0, NewOrders({"claim": "leave"}))
