"""Standing orders: sealed like moves, frozen at the lock, answering for who is away; only what was played is shown."""

from __future__ import annotations

import hmac
from dataclasses import replace

import pytest
import redis

from engine import registry
from engine.protocol.canon import b64, unb64
from engine.protocol.seal import commitment
from engine.verifier.replay import verify
from service.matches import acts, creation, lobby, resignation
from service.matches.creation import NewMatch
from service.matches.errors import ActError
from service.matches.orders import set_orders
from service.signing import new_match_id, new_seed, verify_signature
from service.store import keys
from tests.contexts import account, open_context
from tests.toy import Fingers
from workers.drain import drain_once
from workers.openings import orders_in_force


@pytest.fixture
def context(redis_url, tmp_path, monkeypatch):
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    return open_context(redis_url, tmp_path)


@pytest.fixture
def match(context):
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    creation.create(context, ann, NewMatch(rules="fingers@1", grace=0), match)
    lobby.join(context, match, ben, seat=1, invitation=None, entropy=None)
    drain_once(context)
    return match


def load(context, match):
    return context.store.load(match, secrets=True)


def show(context, match, *seats):
    for seat in seats:
        record = load(context, match)
        acts.commit(context, record, seat, record.table["standing"][0]["id"], move={"show": 2})
    drain_once(context)


def entries(context, match, kind):
    return [line for line in context.store.lines(match) if f'"type":"{kind}"'.encode() in line]


def test_orders_answer_open_decisions_at_once_and_nobody_is_asked(context, match):
    set_orders(context, load(context, match), 1, {"claim": "take"})
    show(context, match, 0, 1)
    record = load(context, match)
    assert record.table["standing"][0]["id"] == "r2.show"
    assert record.state["scores"] == [0, 4]
    assert b'"by":"order"' in entries(context, match, "resolved")[1]


def test_orders_set_while_a_decision_stands_answer_it(context, match):
    show(context, match, 0, 1)
    assert load(context, match).table["standing"][0]["id"] == "r1.claim"
    set_orders(context, load(context, match), 1, {"claim": "leave"})
    drain_once(context)
    assert load(context, match).table["standing"][0]["id"] == "r2.show"


def test_the_receipt_commits_to_the_order_and_the_owner_holds_the_document(context, match):
    acted, document = set_orders(context, load(context, match), 1, {"claim": "take"})
    assert acted.receipt["act"] == "order"
    assert acted.receipt["commitment"].startswith("so1_")
    assert document["order"] == {"claim": "take"}
    assert document["salt"].encode() not in b"".join(context.store.lines(match))


def test_orders_are_replaced_by_number_and_ended(context, match):
    set_orders(context, load(context, match), 1, {"claim": "take"})
    with pytest.raises(ActError) as caught:
        set_orders(context, load(context, match), 1, {"claim": "leave"})
    assert caught.value.code == "conflict"
    set_orders(context, load(context, match), 1, {"claim": "leave"}, replaces=1)
    assert orders_in_force(context, load(context, match)) == {1: {"claim": "leave"}}
    set_orders(context, load(context, match), 1, None, replaces=2)
    assert orders_in_force(context, load(context, match)) == {}


def test_orders_that_can_never_match_are_refused_by_name(context, match):
    with pytest.raises(ActError) as caught:
        set_orders(context, load(context, match), 1, {"claim": "take", "show": 7})
    assert (caught.value.code, caught.value.pointer) == ("illegal", "/orders/show")
    with pytest.raises(ActError) as caught:
        set_orders(context, load(context, match), 1, {"claim": "take", "x" * 5000: 1})
    assert caught.value.code in ("illegal", "malformed")


def test_a_silent_seats_orders_are_locked_with_their_commitment_and_the_match_is_proved(context, match, monkeypatch):
    acted, _ = set_orders(context, load(context, match), 1, {"show": 5, "claim": "take"})
    show(context, match, 0)
    record = load(context, match)
    deadline = record.table["standing"][0]["deadline"]
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
    assert load(context, match).state["scores"] == [0, 7]
    resignation.resign(context, match, context.store.account_by_mail("ann@players.example"))
    drain_once(context)
    public = context.signer.public_bytes
    export = b"".join(context.store.lines(match))
    found = verify(export, check_signature=lambda message, sig: verify_signature(public, message, sig))
    assert (found.verdict, found.reason) == ("PASS", "")


@pytest.mark.parametrize("with_orders", [True, False])
def test_between_lock_and_reveal_nobody_who_reads_the_store_can_tell_what_orders_played(
    context, match, monkeypatch, with_orders
):
    if with_orders:
        set_orders(context, load(context, match), 1, {"show": 5, "claim": "take"})
    record = load(context, match)
    standing = record.table["standing"][0]
    about = {
        "v": 1,
        "match": match,
        "rules": record.table["rules"],
        "decision": standing["id"],
        "head": standing["head"],
    }
    mine = {**about, "seat": 0, "salt": b64(new_seed()), "move": {"show": 2}}
    acts.commit(context, record, 0, standing["id"], commitment_text=commitment(mine))
    load_many = context.store.load_many
    monkeypatch.setattr(
        type(context.store),
        "load_many",
        lambda self, ids, secrets=False: [
            _at(one, standing["deadline"] + 1_000) for one in load_many(ids, secrets=secrets)
        ],
    )
    _make_due(context, match)
    drain_once(context)
    monkeypatch.undo()
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    locked = load(context, match).table["standing"][0]
    assert locked["phase"] == "opening"
    with redis.Redis.from_url(context.settings.redis_url) as client:
        seed = unb64(client.hget(keys.secrets(match), "seed").decode())
    salt = hmac.digest(seed, f"siegelpost/absent-salt/v1\0{standing['id']}\0{1}".encode(), "sha256")
    guesses = [
        number for number in range(1, 6)
        if commitment({**about, "seat": 1, "salt": b64(salt), "move": {"show": number}}) == locked["locked"][1]["commitment"]
    ]  # fmt: skip
    # Without orders the rules' own fallback stands there, which is no secret: the control, where the guess succeeds.
    assert guesses == ([] if with_orders else [1])


def _at(record, now):
    return replace(record, now=now)


def _make_due(context, match):
    """Setting the same orders of the other seat makes the match due without changing what is locked."""
    set_orders(context, load(context, match), 0, {"claim": "leave"})
