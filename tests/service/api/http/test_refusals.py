"""A refused act is acknowledged: its receipt proves what the server said, and when."""

import json
from typing import Any

import pytest

from engine.protocol.canon import b64, unb64
from engine.protocol.log import timestamp
from engine.protocol.seal import receipt_bytes
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from service.matches.seating import lobby
from service.store.records import ActResult
from tests.given.contexts import loaded
from tests.service.api.players import Player, Table, refused


def judged(table: Table, *problems: Any) -> Report:
    """End the match and hold the receipts of refusals against its log."""
    account = table.players[0].stored(table.context)
    lobby.resign(table.context, table.match, account)
    table.resolve()
    public = table.context.signer.public_bytes
    return verify(
        b"".join(table.context.store.lines(table.match, limit=100_000)),
        check_signature=lambda message, signature: verify_signature(public, message, signature),
        receipts=[{"receipt": one["receipt"], "signature": one["signature"]} for one in problems],
    )


def test_what_is_refused_is_signed_with_the_commitment_that_was_sent(table: Table, ada: Player) -> None:
    here, seen = table.here(), table.seen_by(ada)
    sealed = "sc1_" + b64(bytes(32))
    assert ada.put(f"{here}/commitment", {"commitment": sealed}).status_code == 200
    again = refused(ada.put(f"{here}/commitment", {"commitment": "sc1_" + b64(b"x" * 32)}), 409, "conflict")
    said = {name: again["receipt"][name] for name in ("act", "commitment", "custody", "reason", "seat", "seq", "n")}
    assert said == {
        "act": "refused", "commitment": "sc1_" + b64(b"x" * 32), "custody": "client", "reason": "conflict",
        "seat": 0, "seq": 0, "n": seen["n"],
    }  # fmt: skip
    signature = unb64(again["signature"])
    assert verify_signature(table.context.signer.public_bytes, receipt_bytes(again["receipt"]), signature)
    assert again["act"]["seq"] == 1, "what stands is told as ever"


def test_every_way_to_be_refused_leaves_a_receipt_that_an_honest_log_agrees_with(
    table: Table, ada: Player, ben: Player
) -> None:
    here = table.here()
    problems = [
        refused(ada.put(f"{here}/commitment", {"move": {"type": "play", "card": "A"}}), 422, "illegal-move"),
        refused(ada.put(f"{here}/commitment", {"opening": {}}), 422, "malformed"),
        refused(ada.put(f"{here}/opening", {"opening": {}}), 422, "malformed"),
        refused(ada.delete(f"{here}/commitment?replaces=3"), 409, "conflict"),
        refused(ada.put(f"{here}/move", {"move": {"type": "pass"}}), 422, "wrong-form"),
        refused(ada.put(f"{table.path}/decisions/r9.choose/commitment", {"move": {}}), 409, "gone"),
    ]
    found = judged(table, *problems)
    ended = refused(ben.put(f"{here}/opening", {"opening": {}}), 409, "not-running")
    assert (found.verdict, found.reason, found.receipts, found.ignored) == ("PASS", "", len(problems), ())
    assert ended["receipt"]["n"] == len(table.context.store.lines(table.match, limit=100_000))


def test_who_is_refused_as_late_can_show_when_that_was(
    table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = table.here()
    (standing,) = loaded(table.context, table.match).table["standing"]
    assert standing["deadline"] is not None
    store = table.context.store
    monkeypatch.setattr(store, "act", lambda request: ActResult("late", None))
    lying = refused(ada.put(f"{here}/commitment", {"move": {"type": "pass"}}), 409, "late")
    assert lying["receipt"]["reason"] == "late"
    assert lying["receipt"]["received"] < timestamp(standing["deadline"])
    found = judged(table, lying)
    assert (found.verdict, "was in time" in found.reason) == ("FAIL", True), found


def test_nobody_else_gets_a_receipt(table: Table, ada: Player, visitor: Player) -> None:
    assert "receipt" not in visitor.put(f"{table.here()}/commitment", {"move": {"type": "pass"}}).get_json()
    assert b"refused" not in json.dumps(ada.sees(table.path)).encode(), "a refusal is not stored"
