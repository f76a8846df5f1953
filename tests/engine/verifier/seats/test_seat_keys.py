"""The server can suppress what a seat with a key does, but not invent it (protocol section 12.9)."""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import nacl.signing
import pytest

from engine.match.step import outcome_of_resigning
from engine.match.table import Locked, Standing
from engine.protocol import seal
from engine.protocol.acts import SignedAct, SignedActKind, act_bytes, key_commitment
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.engine.playing import MATCH, Played, Server
from tests.engine.verifier.mutations import entries_in, told_anew

Lie = Callable[[list[Any]], None]


def seat_key(seat: int, another: str = "") -> nacl.signing.SigningKey:
    return nacl.signing.SigningKey(hashlib.sha256(f"seat {seat}{another}".encode()).digest())


def public(key: nacl.signing.SigningKey) -> str:
    return b64(bytes(key.verify_key))


def signature(key: nacl.signing.SigningKey, **act: Any) -> str:
    return b64(key.sign(act_bytes(cast(SignedAct, {"match": MATCH, **act}))).signature)


class Signing(Server):
    """A match in which seat 0 signs what it does, and seat 1 has no key."""

    def __init__(self, **options: Any) -> None:
        self.own = seat_key(0)
        super().__init__(**{"seed": 5, "options": {"preset": "goldsieber-basic", "round_limit": 4}, **options})
        assert self.step.open_answers is not None
        self.step.open_answers = self.step.open_answers.__class__(
            self.step.open_answers.server_seed,
            self.step.open_answers.draw_salt,
            self.step.open_answers.last_seq,
            self.signed_answer,
        )
        self.signed: dict[str, str] = {}

    def joining(self, number: int) -> dict[str, Any]:
        return {"key": public(self.own)} if number == 0 else {}

    def locking(self, standing: Standing, locked: Locked) -> Locked:
        if locked["seat"] == 0 and locked["custody"] != "absent":
            locked["signature"] = self.sign("seal", standing, locked["commitment"], locked["seq"])
        return locked

    def acknowledged(self, standing: Standing, answer: dict[str, Any]) -> list[seal.Opening]:
        (opening,) = super().acknowledged(standing, answer)
        if answer["seat"] == 0:
            seq = self.acts[standing["id"], 0]
            self.signed[standing["id"]] = self.sign("seal", standing, seal.commitment(opening), seq)
        return [opening]

    def signed_answer(self, standing: Standing, seat: int, by: str) -> str | None:
        return self.signed.get(standing["id"]) if seat == 0 and by == "seat" else None

    def sign(self, kind: SignedActKind, standing: Standing, commitment: str | None, seq: int) -> str:
        return signature(
            self.own, act=kind, commitment=commitment, decision=standing["id"], head=standing["head"], seat=0, seq=seq
        )

    def resign(self, **changes: Any) -> Played:
        """End the match by seat 0 resigning."""
        played, step = self.play(rounds=3), self.step
        received = timestamp(step.at)
        step.at += 1_000
        act = {"act": "resign", "commitment": None, "decision": "resign", "head": self.start, "seat": 0, "seq": 1}
        step.write(
            "resigned", {"received": received, "seat": 0, "signature": signature(self.own, **{**act, **changes})}
        )
        step.close(outcome_of_resigning(self.game, self.state, 2, [0]), "resigned", self.server_seed)
        return Played(b"".join(step.lines), played.public_key, played.receipts)

    @property
    def start(self) -> str:
        """The head after the deal."""
        return self.step.table["start_head"]


OPEN: dict[str, Any] = {"rules": "anno-1701", "options": {"turn_limit": 4}, "seed": 6}
"""A game whose rules show orders, so that answers to open decisions carry their signature at once."""


@cache
def played(shown: bool = False, silence: float = 0.0) -> Played:
    return Signing(**(OPEN if shown else {}), silence=silence).play()


def judged(export: bytes, *, check: bool = True) -> Report:
    one = played()
    return verify(
        export,
        check_signature=one.check_signature,
        public_key=b64(one.public_key),
        check_seat=verify_signature if check else None,
    )


def forged(change: Lie, one: Played | None = None) -> Report:
    return judged(told_anew(MATCH, entries_in((one or played()).export), change))


def mine(entries: list[Any]) -> Any:
    """Return the first lock of seat 0 in a log."""
    locks = (entry["body"]["seats"] for entry in entries if entry["type"] == "locked")
    return next(seat for lock in locks for seat in lock if seat["seat"] == 0 and "signature" in seat)


@pytest.mark.parametrize(("shown", "silence"), [(False, 0.0), (False, 0.3), (True, 0.0), (True, 0.3)])
def test_a_match_whose_seat_signs_passes(shown: bool, silence: float) -> None:
    one = played(shown, silence)
    found = judged(one.export)
    assert (found.verdict, found.reason) == ("PASS", "")
    assert b'"signature"' in one.export if shown else mine(entries_in(one.export))


def test_signatures_that_nobody_checked_leave_the_verdict_open() -> None:
    found = judged(played().export, check=False)
    assert (found.verdict, "signed" in found.reason) == ("INCOMPLETE", True)


def unsigned(entries: list[Any]) -> None:
    del mine(entries)["signature"]


def signed_by_another(entries: list[Any]) -> None:
    mine(entries)["signature"] = b64(bytes(64))


def another_commitment(entries: list[Any]) -> None:
    """The server seals a move of its own in the seat's name; it knows the salt, so all openings fit."""
    lock = mine(entries)
    resolved = next(e["body"] for e in entries if e["type"] == "resolved" and e["body"]["openings"])
    opening = next(one for one in resolved["openings"] if one["seat"] == 0)
    opening["salt"] = b64(bytes(32))
    lock["commitment"] = seal.commitment(opening)


def another_number(entries: list[Any]) -> None:
    mine(entries)["seq"] += 1


def without_its_key(entries: list[Any]) -> None:
    del next(e for e in entries if e["type"] == "joined" and "key" in e["body"])["body"]["key"]


def with_another_key(entries: list[Any]) -> None:
    next(e for e in entries if e["type"] == "joined" and "key" in e["body"])["body"]["key"] = public(seat_key(9))


def a_stranger_signs(entries: list[Any]) -> None:
    lock = next(e["body"]["seats"] for e in entries if e["type"] == "locked")
    next(seat for seat in lock if seat["seat"] == 1)["signature"] = b64(bytes(64))


LIES: dict[Lie, str] = {
    unsigned: "is not signed",
    signed_by_another: "does not hold",
    another_commitment: "does not hold",
    another_number: "does not hold",
    without_its_key: "brought no key",
    with_another_key: "does not hold",
    a_stranger_signs: "brought no key",
}


@pytest.mark.parametrize("change", LIES)
def test_what_the_seat_did_not_sign_is_refuted(change: Lie) -> None:
    found = forged(change)
    assert (found.verdict, LIES[change] in found.reason) == ("FAIL", True), found


def test_nobody_takes_a_seal_back_for_a_seat_that_signs() -> None:
    """Locked after its deadline because seat 1 was silent: the server says that seat 0 had taken back what it sealed."""

    def change(entries: list[Any]) -> None:
        locks = (entry["body"]["seats"] for entry in entries if entry["type"] == "locked")
        late = next(seats for seats in locks if "signature" in seats[0] and seats[1]["custody"] == "absent")
        late[0].update(custody="absent", seq=2)

    found = forged(change, played(silence=0.3))
    assert (found.verdict, "does not hold" in found.reason) == ("FAIL", True), found


def test_an_answer_to_an_open_decision_is_signed_in_the_list_at_the_end() -> None:
    def rows(entries: list[Any]) -> list[Any]:
        return list(next(entry for entry in entries if entry["type"] == "answered")["body"]["answers"])

    own = [row for row in rows(entries_in(played().export)) if row[1] == 0 and row[2] == "seat"]
    assert own and all(isinstance(row[5], str) for row in own)
    for wrong in (None, b64(bytes(64)), ["so1_" + b64(bytes(32)), 1, b64(bytes(64))]):

        def change(entries: list[Any], wrong: Any = wrong) -> None:
            next(row for row in rows(entries) if row[1] == 0 and row[2] == "seat")[5] = wrong

        assert forged(change).verdict == "FAIL"


def test_an_answer_where_orders_are_shown_is_signed_at_once() -> None:
    def own(entries: list[Any]) -> Any:
        moves = (e["body"]["moves"][0] for e in entries if e["type"] == "resolved" and "seq" in e["body"]["moves"][0])
        return next(move for move in moves if move["seat"] == 0 and move["by"] == "seat")

    assert isinstance(own(entries_in(played(shown=True).export))["signature"], str)
    for lie in ({"signature": b64(bytes(64))}, {"by": "order", "received": None}, {"order_seq": 1}):

        def change(entries: list[Any], lie: dict[str, Any] = lie) -> None:
            own(entries).update(lie)

        assert forged(change, played(shown=True)).verdict == "FAIL"

    def bare(entries: list[Any]) -> None:
        del own(entries)["signature"]

    assert "is not signed" in forged(bare, played(shown=True)).reason


def test_no_orders_answer_that_the_seat_has_not_signed() -> None:
    """Where the seat was silent, the server says that its orders gave the answer: those of the rules would give another."""
    one = played(shown=True, silence=0.3)

    def change(entries: list[Any]) -> None:
        moves = (e["body"]["moves"][0] for e in entries if e["type"] == "resolved" and "seq" in e["body"]["moves"][0])
        silent = [move for move in moves if move["seat"] == 0 and move["by"] == "fallback"]
        silent[-1]["by"] = "order"

    assert forged(change, one).verdict == "FAIL"


def test_nobody_resigns_for_a_seat_that_signs() -> None:
    assert judged(Signing().resign().export).verdict == "PASS"
    for lie in ({"head": b64(bytes(32))}, {"seq": 2}, {"seat": 1}, {"act": "withdraw"}):
        found = judged(Signing().resign(**lie).export)
        assert (found.verdict, "does not hold" in found.reason) == ("FAIL", True)


class Rekeying(Signing):
    """Seat 0 changes its key after two resolved decisions, in this way."""

    def changed(self, seats_agree: bool, **lies: Any) -> Played:
        self.play(rounds=2)
        fresh = seat_key(0, " on another device")
        act = {
            "commitment": key_commitment(bytes(fresh.verify_key)), "decision": "key", "head": self.start, "seat": 0, "seq": 1,
        }  # fmt: skip
        body: dict[str, Any] = {"key": public(fresh), "seat": 0}
        if seats_agree:
            body["consents"] = [[1, None]]
        else:
            body["signature"] = signature(self.own, act="key", **act)
        self.step.write("rekeyed", {**body, **lies})
        self.own = fresh
        return self.go_on()

    def go_on(self) -> Played:
        while not self.step.finish(self.server_seed):
            self.answer(self.next())
            if self.game.outcome(self.state) is None:
                self.step.run_on(self.seed, self.deadline, self.orders)
        return Played(b"".join(self.step.lines), bytes(self.key.verify_key), self.receipts)


@pytest.mark.parametrize("seats_agree", [False, True])
def test_a_seat_may_go_on_with_another_key(seats_agree: bool) -> None:
    found = judged(Rekeying().changed(seats_agree).export)
    assert (found.verdict, found.reason) == ("PASS", "")
    said = [one.facts for one in found.unproved if one.code == "keys"]
    assert said == ([{"agreed": [1], "changed": [0]}] if seats_agree else []), (
        "who does not sign agrees by the server's word"
    )


@pytest.mark.parametrize(
    ("seats_agree", "lie", "reason"),
    [
        (False, {"key": public(seat_key(7))}, "does not hold"),
        (False, {"signature": b64(bytes(64))}, "does not hold"),
        (False, {"consents": [[1, None]]}, "either a signature by the old one or"),
        (True, {"consents": [[0, None]]}, "not every other person"),
        (True, {"consents": [[1, b64(bytes(64))]]}, "brought no key"),
        (True, {"seat": 1}, "brought none"),
    ],
)
def test_the_server_gives_no_seat_another_key(seats_agree: bool, lie: dict[str, Any], reason: str) -> None:
    found = judged(Rekeying().changed(seats_agree, **lie).export)
    assert (found.verdict, reason in found.reason) == ("FAIL", True), found
