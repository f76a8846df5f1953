"""Resigning is an act with a receipt."""

import json
from typing import Any

import pytest

from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.errors import MatchError
from service.matches.pace import check_pace
from service.matches.receipts import receipt_for_resigning
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account
from tests.given.contexts import account, loaded
from workers.resolve.drain import drain_once


def begun(context: Context, ann: Account, ben: Account) -> str:
    match = new_match_id()
    pace = check_pace({"kind": "duration", "seconds": 60})
    creation.create(context, ann, NewMatch(rules="kontor", pace=pace), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


def receipt(context: Context, match: str, seat: int) -> dict[str, Any] | None:
    found = receipt_for_resigning(context, loaded(context, match).table, seat)
    return None if found is None else {"receipt": found[0], "signature": found[1]}


def proof(context: Context, match: str, *receipts: Any) -> Report:
    public = context.signer.public_bytes
    return verify(
        b"".join(context.store.lines(match, limit=100_000)),
        check_signature=lambda message, signature: verify_signature(public, message, signature),
        receipts=receipts,
    )


def kinds(context: Context, match: str) -> list[str]:
    return [json.loads(line)["entry"]["type"] for line in context.store.lines(match, limit=100_000)]


def test_who_resigns_holds_a_receipt_that_the_log_agrees_with(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = begun(context, ann, ben)
    lobby.resign(context, match, ann)
    held = receipt(context, match, 0)
    assert held is not None
    said = {name: held["receipt"][name] for name in ("act", "decision", "seat", "seq", "commitment", "custody")}
    assert said == {"act": "resign", "decision": "resign", "seat": 0, "seq": 1, "commitment": None, "custody": None}
    drain_once(context)
    assert kinds(context, match)[-2:] == ["resigned", "closed"]
    found = proof(context, match, held)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 1)
    lobby.resign(context, match, ann)
    assert receipt(context, match, 0) == held, "who lost the answer gets the same receipt, after the end, too"
    with pytest.raises(MatchError):
        lobby.resign(context, match, ben)


def test_of_two_who_resign_before_a_worker_comes_both_stand_in_the_log(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = begun(context, ann, ben)
    for who in (ben, ann):
        lobby.resign(context, match, who)
    drain_once(context)
    assert kinds(context, match)[-3:] == ["resigned", "resigned", "closed"]
    found = proof(context, match, receipt(context, match, 0), receipt(context, match, 1))
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", 2)
    assert loaded(context, match).table["outcome"] == {"winners": [0, 1], "scores": [0, 0], "reason": "resigned"}
