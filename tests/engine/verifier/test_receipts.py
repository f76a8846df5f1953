"""Receipts against a log: what they prove by themselves, and what they do not."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.log import FIRST_HEAD, milliseconds, timestamp
from engine.verifier.replay import Report, verify
from tests.engine.verifier.matches import KONTOR, ORDER, ORDER_SEQ, Eventful
from tests.engine.verifier.mutations import KEY

HONEST = Eventful(**{**KONTOR, "unopened": 0.5}).play()
LINES = [json.loads(line) for line in HONEST.export.splitlines()]
ENTRIES = [line["entry"] for line in LINES]
END = len(LINES)
LOCKED = next(one for one in ENTRIES if one["type"] == "locked" and one["body"]["seats"][0]["custody"] == "escrow")
DECISION = LOCKED["body"]["decision"]
COMMIT = next(
    one["receipt"] for one in HONEST.receipts if (one["receipt"]["decision"], one["receipt"]["seat"]) == (DECISION, 0)
)
OTHER = "sc1_" + b64(bytes(32))


def signed(lines: list[Any] = LINES, **changes: Any) -> dict[str, Any]:
    """Return the receipt of seat 0 for its first sealed answer, changed, and signed by the true key; its head is the log's."""
    receipt = {**COMMIT, **changes}
    if "head" not in changes:
        receipt["head"] = lines[receipt["n"] - 1]["head"] if receipt["n"] <= len(lines) else b64(FIRST_HEAD)
    return {"receipt": receipt, "signature": b64(KEY.sign(seal.receipt_bytes(receipt)).signature)}


def judged(*receipts: Any, export: bytes = HONEST.export) -> Report:
    return verify(export, check_signature=HONEST.check_signature, public_key=b64(HONEST.public_key), receipts=receipts)


def entry(kind: str, decision: str | None) -> int:
    """Return the number of the entry of a kind, of a decision."""
    found = (one for one in ENTRIES if one["type"] == kind and decision in (None, one["body"].get("decision")))
    return int(next(found)["n"])


def blamed() -> tuple[str, int]:
    """Return a decision and a seat of which the log says that it never opened."""
    body = next(one["body"] for one in ENTRIES if one["type"] == "resolved" and one["body"]["faults"])
    return body["decision"], body["faults"][0]["seat"]


def opened_after_all() -> dict[str, Any]:
    decision, seat = blamed()
    lock = next(
        one["body"]["seats"] for one in ENTRIES if one["type"] == "locked" and one["body"]["decision"] == decision
    )
    commitment = next(one["commitment"] for one in lock if one["seat"] == seat)
    return signed(act="open", custody="client", decision=decision, seat=seat, seq=2, commitment=commitment,
                  n=entry("locked", decision))  # fmt: skip


def answered(**changes: Any) -> dict[str, Any]:
    """Return a receipt for the answer to an open decision."""
    open_ones = [one["body"]["decision"] for one in ENTRIES if one["type"] == "opened" and not one["body"]["sealed"]]
    return signed(
        **next(one["receipt"] for one in HONEST.receipts if one["receipt"]["decision"] in open_ones) | changes
    )


OPENED, LOCK, RESOLVED = entry("opened", DECISION), LOCKED["n"], entry("resolved", DECISION)
ORDERED = next(
    one for one in ENTRIES if one["type"] == "locked" and any("order" in seat for seat in one["body"]["seats"])
)
MY_ORDER: dict[str, Any] = {
    "act": "order",
    "decision": "orders",
    "custody": "escrow",
    "seq": ORDER_SEQ,
    "commitment": ORDER,
    "n": OPENED,
}
FRAUD: dict[str, tuple[Callable[[], list[Any]], str]] = {
    "another commitment than the lock's": (lambda: [signed(commitment=OTHER)], "another commitment"),
    "a later act than the lock's": (lambda: [signed(act="replace", seq=2, commitment=OTHER)], "another commitment"),
    "a withdrawal later than the lock's act": (
        lambda: [signed(act="withdraw", seq=2, commitment=None)],
        "withdrawing what",
    ),
    "the lock's act was a withdrawal": (lambda: [signed(act="withdraw", commitment=None)], "withdrawing what"),
    "another custody": (lambda: [signed(custody="mail")], "another custody"),
    "another time": (
        lambda: [signed(received=timestamp(milliseconds(COMMIT["received"]) - 1))],
        "another time than the log's",
    ),
    "another head": (lambda: [signed(head=b64(bytes(32)))], "two histories"),
    "two heads of an entry that is not here": (
        lambda: [signed(n=END + 5), signed(n=END + 5, seq=2, head=b64(bytes(32)))],
        "the log was closed",
    ),
    "an act after the end": (lambda: [signed(n=END + 1)], "the log was closed"),
    "an act at the end": (lambda: [signed(n=END)], "the log was closed"),
    "an act in a decision never opened": (lambda: [signed(decision="r99.choose")], "had not opened"),
    "an act of a seat that is not asked": (lambda: [signed(seat=7)], "does not ask it"),
    "an act before its decision": (lambda: [signed(n=OPENED - 1)], "before it could act"),
    "an act after the lock": (lambda: [signed(n=LOCK)], "the log had gone on"),
    "an opening before the lock": (lambda: [signed(act="open", seq=2, n=LOCK - 1)], "before it could act"),
    "an opening after the resolution": (lambda: [signed(act="open", seq=2, n=RESOLVED)], "the log had gone on"),
    "an opening of another commitment": (
        lambda: [signed(act="open", seq=2, n=LOCK, commitment=OTHER)],
        "opening another commitment",
    ),
    "an opening that is called unopened": (lambda: [opened_after_all()], "calls unopened"),
    "an order before the start": (lambda: [signed(**{**MY_ORDER, "n": 2})], "before the match began"),
    "an old order in force": (
        lambda: [signed(**MY_ORDER), signed(**{**MY_ORDER, "seq": 3, "commitment": None})],
        "other orders",
    ),
    "an order from after the lock in force": (lambda: [signed(**{**MY_ORDER, "n": ORDERED["n"]})], "other orders"),
    "one number for two answers": (
        lambda: [answered(), answered(received="2026-11-21T08:00:00.000Z")],
        "have one number",
    ),
    "one number for two orders": (
        lambda: [signed(**MY_ORDER), signed(**{**MY_ORDER, "n": END - 2, "commitment": None})],
        "have one number",
    ),
    "one number for two acts": (lambda: [signed(), signed(received="2026-11-21T08:00:00.000Z")], ""),
}


@pytest.mark.parametrize("name", FRAUD)
def test_a_receipt_that_contradicts_the_log_is_proof_of_fraud(name: str) -> None:
    receipts, reason = FRAUD[name]
    found = judged(*receipts())
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found
    assert found.ignored == ()


FINE = {
    "the very receipt": lambda: [signed()],
    "twice": lambda: [signed(), signed()],
    "the order in force": lambda: [signed(**MY_ORDER)],
    "an older order, too": lambda: [signed(**{**MY_ORDER, "seq": 1, "commitment": None}), signed(**MY_ORDER)],
    "a later order": lambda: [signed(**MY_ORDER), signed(**{**MY_ORDER, "seq": 3, "commitment": None, "n": END - 2})],
}


@pytest.mark.parametrize("name", FINE)
def test_a_receipt_that_fits_is_compared(name: str) -> None:
    receipts = FINE[name]()
    found = judged(*receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", len(receipts))


def test_a_cut_log_is_not_refuted_by_what_comes_later() -> None:
    known = OPENED
    cut = b"".join(HONEST.export.splitlines(keepends=True)[:known])
    found = judged(*HONEST.receipts, signed(n=END + 5, decision="r99.choose"), export=cut)
    assert (found.verdict, found.receipts) == ("INCOMPLETE", len(HONEST.receipts) + 1)
    forked = judged(signed(n=known + 1), signed(n=known + 1, seq=2, act="replace", head=b64(bytes(32))), export=cut)
    assert (forked.verdict, "two histories" in forked.reason) == ("FAIL", True)
