"""Nobody but the seat itself ends a match by resigning (protocol sections 12.3 and 12.7)."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.match.step import outcome_of_resigning
from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.verifier.replay import Report, verify
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.mutations import KEY, entries_in, told_anew


class Resigned(Server):
    """A match in which seat 0 resigns after a few answers, and holds the receipt."""

    def __init__(self) -> None:
        super().__init__(options={"preset": "goldsieber-basic", "round_limit": 4}, seed=5)

    def played(self) -> Played:
        played, step = self.play(rounds=3), self.step
        self.acted = step.n
        received = timestamp(step.at)
        head = b64(step.head)
        step.at += 1_000
        step.write("resigned", {"received": received, "seat": 0})
        step.close(outcome_of_resigning(self.game, self.state, 2, [0]), "resigned", self.server_seed)
        self.proof = receipt(n=self.acted, head=head, received=received)
        return Played(b"".join(step.lines), played.public_key, [*played.receipts, self.proof])


def receipt(**changes: Any) -> dict[str, Any]:
    said = {
        "act": "resign", "commitment": None, "custody": None, "decision": "resign", "key": b64(bytes(8)),
        "match": MATCH, "protocol": "siegelpost/1", "seat": 0, "seq": 1, **changes,
    }  # fmt: skip
    return {"receipt": said, "signature": b64(KEY.sign(seal.receipt_bytes(said)).signature)}


SERVER = Resigned()
HONEST = SERVER.played()
ENTRIES = entries_in(HONEST.export)


def judged(export: bytes, *receipts: Any) -> Report:
    return verify(export, check_signature=HONEST.check_signature, public_key=b64(HONEST.public_key), receipts=receipts)


def test_an_honest_match_that_was_resigned_passes_with_all_its_receipts() -> None:
    found = judged(HONEST.export, *HONEST.receipts)
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", len(HONEST.receipts))
    assert found.ignored == ()


def resigned(entries: list[Any]) -> Any:
    return next(entry for entry in entries if entry["type"] == "resigned")


def drop(entries: list[Any]) -> None:
    entries.remove(resigned(entries))


def finished(entries: list[Any]) -> None:
    entries[-1]["body"]["reason"] = "finished"


def another_result(entries: list[Any]) -> None:
    entries[-1]["body"]["outcome"]["winners"] = [0]


def another_seat(entries: list[Any]) -> None:
    resigned(entries)["body"]["seat"] = 1


def another_reason(entries: list[Any]) -> None:
    entries[-1]["body"]["reason"] = "forgotten"


def twice(entries: list[Any]) -> None:
    entries.insert(-2, copy.deepcopy(resigned(entries)))


def goes_on(entries: list[Any]) -> None:
    entries.insert(-2, {**entries[-4], "at": resigned(entries)["at"]})


def later_than_its_entry(entries: list[Any]) -> None:
    resigned(entries)["body"]["received"] = timestamp(SERVER.step.at + 1)


def in_the_lobby(entries: list[Any]) -> None:
    entries.insert(1, entries.pop(-3))
    entries[1]["at"] = entries[1]["body"]["received"] = entries[0]["at"]


def forged(change: Callable[[list[Any]], None]) -> bytes:
    """Return the log as the owner of the key would tell it: changed, numbered, chained and signed anew."""
    return told_anew(MATCH, ENTRIES, change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (drop, "not otherwise"),
        (finished, "not otherwise"),
        (another_result, "not that of the seats that resigned"),
        (another_seat, "not that of the seats that resigned"),
        (another_reason, "is none of"),
        (twice, "resigns twice"),
        (goes_on, "goes on with"),
        (later_than_its_entry, "later than its entry"),
        (in_the_lobby, "has not started"),
    ],
)  # fmt: skip
def test_an_end_that_the_key_s_owner_made_up_is_refuted(change: Callable[[list[Any]], None], reason: str) -> None:
    found = judged(forged(change))
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def moved(n: int) -> dict[str, Any]:
    return receipt(**{**SERVER.proof["receipt"], "n": n, "head": json.loads(HONEST.export.splitlines()[n - 1])["head"]})


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (lambda: receipt(**{**SERVER.proof["receipt"], "received": ENTRIES[0]["at"]}), "another time"),
        (lambda: receipt(**{**SERVER.proof["receipt"], "seat": 1}), "the match went on"),
        (lambda: moved(SERVER.acted - 1), "the match went on"),
        (lambda: moved(len(ENTRIES) - 1), "after it had resigned"),
        (lambda: moved(len(ENTRIES)), "the log was closed"),
    ],
)  # fmt: skip
def test_a_receipt_for_resigning_binds_the_server(proof: Callable[[], Any], reason: str) -> None:
    found = judged(HONEST.export, proof())
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found


def test_a_match_that_was_played_on_after_resigning_is_refuted_by_the_receipt() -> None:
    server = Server(options={"preset": "goldsieber-basic", "round_limit": 4}, seed=5)
    played_on = server.play().export
    assert judged(played_on).verdict == "PASS"
    found = judged(played_on, SERVER.proof)
    assert (found.verdict, "the match went on" in found.reason) == ("FAIL", True), found
