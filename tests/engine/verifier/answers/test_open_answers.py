"""Answers to open decisions cannot be exchanged (protocol sections 12.3 and 12.5)."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds, timestamp
from engine.verifier.replay import Report, verify
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.mutations import KEY, entries_in, told_anew

HIDDEN: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 4}, "seed": 5}
SHOWN: dict[str, Any] = {"rules": "anno-1701", "options": {"turn_limit": 6}, "seed": 8}
SILENT = {"silence": 0.2}


@cache
def played(rules: str, silence: bool = False) -> Played:
    chosen = HIDDEN if rules == "hidden" else SHOWN
    return Server(**{**chosen, **(SILENT if silence else {})}).play()


def judged(export: bytes, *receipts: Any) -> Report:
    one = played("hidden")
    return verify(export, check_signature=one.check_signature, public_key=b64(one.public_key), receipts=receipts)


Lie = Callable[[list[Any]], None]


def answers(entries: list[Any], by: str = "seat") -> list[Any]:
    """Return the bodies of `resolved` with an answer to an open decision."""
    bodies = [one["body"] for one in entries if one["type"] == "resolved"]
    return [body for body in bodies if {"seq", "proof"} & set(body["moves"][0]) and body["moves"][0]["by"] == by]


@pytest.mark.parametrize("rules", ["hidden", "shown"])
@pytest.mark.parametrize("silence", [False, True])
def test_an_honest_match_passes_with_all_its_receipts(rules: str, silence: bool) -> None:
    one = played(rules, silence)
    entries = entries_in(one.export)
    assert answers(entries) and (not silence or answers(entries, "fallback"))
    found = judged(one.export, *one.receipts)
    assert (found.verdict, found.reason, found.receipts, found.ignored) == ("PASS", "", len(one.receipts), ())
    assert any(entry["type"] == "answered" for entry in entries) == (rules == "hidden")


def test_where_orders_are_hidden_nothing_in_a_resolution_tells_who_answered_when() -> None:
    for body in answers(entries_in(played("hidden").export)):
        assert set(body["moves"][0]) == {"by", "move", "proof", "received", "seat"}
        assert body["moves"][0]["received"] is None


def forged(rules: str, change: Lie, silence: bool = False) -> bytes:
    return told_anew(MATCH, entries_in(played(rules, silence).export), change)


def last(entries: list[Any]) -> Any:
    """Return the last open answer: what is changed there changes no opening after it."""
    return answers(entries)[-1]


def listed(entries: list[Any]) -> Any:
    return next(entry for entry in entries if entry["type"] == "answered")["body"]["answers"]


def without_opening(entries: list[Any]) -> None:
    last(entries)["openings"] = []


def another_move(entries: list[Any]) -> None:
    last(entries)["openings"][0]["move"] = {"type": "something"}


def of_another_seat(entries: list[Any]) -> None:
    last(entries)["openings"][0]["seat"] ^= 1


def of_another_head(entries: list[Any]) -> None:
    last(entries)["openings"][0]["head"] = b64(bytes(32))


def seq_and_proof(entries: list[Any]) -> None:
    last(entries)["moves"][0]["seq"] = 1


def another_proof(entries: list[Any]) -> None:
    last(entries)["moves"][0]["proof"] = "sa1_" + b64(bytes(32))


def told_as_an_order(entries: list[Any]) -> None:
    last(entries)["moves"][0]["by"] = "order"


def listed_by_order(entries: list[Any]) -> None:
    listed(entries)[-1][2:] = ["order", 0, None, None]


def not_listed(entries: list[Any]) -> None:
    del listed(entries)[-1]


def listed_in_another_order(entries: list[Any]) -> None:
    listed(entries)[:2] = listed(entries)[1::-1]


def listed_too_late(entries: list[Any]) -> None:
    listed(entries)[-1][4] = timestamp(milliseconds(entries[-1]["at"]) + 10**10)


def lapsed_after_it_counted(entries: list[Any]) -> None:
    listed(entries).append([*listed(entries)[-1][:2], "lapsed", 9, listed(entries)[-1][4], None])


def nothing_is_listed(entries: list[Any]) -> None:
    entries.remove(next(entry for entry in entries if entry["type"] == "answered"))


HIDDEN_LIES: dict[Lie, str] = {
    without_opening: "must be exactly one for each seat",
    another_move: "another move than its opening",
    of_another_seat: "must be exactly one for each seat",
    of_another_head: "another match, decision or history",
    seq_and_proof: "either a seq or a proof",
    another_proof: "not the one that its proof hid",
    told_as_an_order: "tells what its proof hides",
    listed_by_order: "not the one that its proof hid",
    not_listed: "does not list",
    listed_in_another_order: "does not list",
    listed_too_late: "after the deadline",
    lapsed_after_it_counted: "does not follow from its acts",
    nothing_is_listed: "does not list",
}


@pytest.mark.parametrize("change", HIDDEN_LIES)
def test_an_answer_that_the_key_s_owner_changed_is_refuted(change: Lie) -> None:
    found = judged(forged("hidden", change))
    assert (found.verdict, HIDDEN_LIES[change] in found.reason) == ("FAIL", True), found


def without_number(entries: list[Any]) -> None:
    last(entries)["moves"][0]["seq"] = 0


def untimed(entries: list[Any]) -> None:
    last(entries)["moves"][0]["received"] = None


def silence_with_a_number(entries: list[Any]) -> None:
    answers(entries, "fallback")[-1]["moves"][0]["seq"] = 1


@pytest.mark.parametrize("change", [without_number, untimed, silence_with_a_number])
def test_where_orders_are_shown_the_act_is_named(change: Lie) -> None:
    found = judged(forged("shown", change, silence=True))
    assert (found.verdict, "act" in found.reason) == ("FAIL", True), found


def again(receipt: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a receipt with other facts, as the key's owner signs it."""
    said = {**receipt["receipt"], **changes}
    return {"receipt": said, "signature": b64(KEY.sign(seal.receipt_bytes(said)).signature)}


@pytest.mark.parametrize("rules", ["hidden", "shown"])
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"commitment": "sc1_" + b64(bytes(32))}, "differs from the one in the log"),
        ({"received": "2026-11-21T08:00:00.001Z"}, "another time"),
        ({"seq": 2, "act": "replace"}, "later than the one in the log"),
    ],
)  # fmt: skip
def test_the_receipt_for_an_answer_binds_the_server(rules: str, changes: dict[str, Any], reason: str) -> None:
    one = played(rules)
    decisions = {body["decision"] for body in answers(entries_in(one.export))}
    held = [receipt for receipt in one.receipts if receipt["receipt"]["decision"] in decisions][-1]
    found = judged(one.export, again(held, **changes))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def test_an_exchanged_answer_passes_without_the_receipt_and_fails_with_it() -> None:
    """Attacked: the server plays on with a move of its own; all that follows fits it."""
    held = played("shown").receipts
    other = Server(**{**SHOWN, "seed": 7}).play()
    assert judged(other.export).verdict == "PASS"
    first = min(held, key=lambda one: one["receipt"]["n"])
    own = next(one for one in other.receipts if one["receipt"]["decision"] == first["receipt"]["decision"])
    head = json.loads(other.export.splitlines()[own["receipt"]["n"] - 1])["head"]
    exchanged = again(first, n=own["receipt"]["n"], head=head, received=own["receipt"]["received"])
    found = judged(other.export, exchanged)
    assert (found.verdict, "another" in found.reason) == ("FAIL", True), found
