"""Orders that answered an open decision are the last that the seat had signed (protocol sections 12.3 e, 12.4, 12.9)."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.match.table import Standing
from engine.protocol.acts import HiddenAnswer
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening, commitment
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.engine.playing import Played
from tests.engine.verifier.seats.test_resigning import receipt
from tests.engine.verifier.seats.test_seat_keys import OPEN, Rekeying, public, seat_key, signature

HIDDEN: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 4}, "seed": 5}
SHOWN = OPEN


OTHER = "so1_" + b64(bytes(32))


def order_of(number: int) -> str:
    """Return the commitment to the orders of this number."""
    return "so1_" + b64(hashlib.sha256(f"orders {number}".encode()).digest())


class Ordering(Rekeying):
    """Seat 0 answers no open decision itself: its orders do, ``numbers`` says which of them at the first, the second …

    It gets another key after the decision of the place ``rekeyed``.
    """

    def __init__(self, numbers: Sequence[int], rekeyed: int | None = None, **options: Any) -> None:
        self.numbers: Iterator[int] = iter(numbers)
        self.last = numbers[-1]
        self.answered, self.change_at = 0, rekeyed
        self.used: dict[str, tuple[str, int, str]] = {}
        super().__init__(**options)

    def answer(self, standing: Standing) -> None:
        if self.answered == self.change_at:
            self.another_key()
        if standing["sealed"] or standing["seats"] != [0]:
            super().answer(standing)
            return
        number = next(self.numbers, self.last)
        signature = self.signature_of(number)
        self.used[standing["id"]] = (order_of(number), number, signature)
        self.step.at += 60_000
        move = self.choose(standing, 0)
        self.step.resolve(self.seed, standing["id"], [{"by": "order", "move": move, "received": None, "seat": 0}], [])
        self.answered += 1

    def signature_of(self, number: int) -> str:
        return signature(
            self.own, act="order", commitment=order_of(number), decision="orders", head=self.start, seat=0, seq=number
        )

    def signed_answer(self, standing: Standing, seat: int, by: str) -> Any:
        return self.used[standing["id"]] if seat == 0 and by == "order" else super().signed_answer(standing, seat, by)

    def another_key(self) -> None:
        """Change the key by the word of the other player, who has none."""
        self.change_at = None
        self.own = seat_key(0, " on another device")
        self.step.write("rekeyed", {"consents": [[1, None]], "key": public(self.own), "seat": 0})


def judged(one: Played, *receipts: Any) -> Report:
    return verify(
        one.export,
        check_signature=one.check_signature,
        public_key=b64(one.public_key),
        check_seat=verify_signature,
        receipts=receipts,
    )


GAMES = pytest.mark.parametrize("game", [HIDDEN, SHOWN], ids=["hidden", "shown"])


@GAMES
def test_answers_that_orders_gave_pass_whatever_key_comes_later(game: dict[str, Any]) -> None:
    """Proofs hide until the end who answered; the key that signed these orders may be gone by then."""
    one = Ordering([1, 1, 2], rekeyed=2, **game).play()
    assert (judged(one).verdict, judged(one).reason) == ("PASS", "")
    assert b'"rekeyed"' in one.export


@GAMES
def test_a_verdict_counts_open_answers_by_orders_too(game: dict[str, Any]) -> None:
    server = Ordering([1], **game)
    (told,) = [one for one in judged(server.play()).unproved if one.code == "orders"]
    assert (told.facts["answers"], server.answered > 0) == (server.answered, True)


@GAMES
def test_replaced_orders_do_not_come_back_in_open_answers(game: dict[str, Any]) -> None:
    found = judged(Ordering([1, 2, 1], **game).play())
    assert (found.verdict, "not those after" in found.reason) == ("FAIL", True), found


def ordered_otherwise() -> Iterator[tuple[str, Played, list[Any]]]:
    """Yield matches with orders at open decisions: the receipt for them, and others that the server must not have given."""
    for name, game in {"hidden": HIDDEN, "shown": SHOWN}.items():
        one = Ordering([1], **game).play()
        lines = [json.loads(line) for line in one.export.splitlines()]
        at = next(n for n, line in enumerate(lines) if line["entry"]["type"] == "started")
        given = {
            "act": "order", "custody": "escrow", "decision": "orders", "head": lines[at]["head"], "n": at + 1,
            "received": timestamp(0),
        }  # fmt: skip
        acts = ((1, order_of(1)), (2, order_of(2)), (2, None), (1, OTHER))
        yield name, one, [receipt(**given, seq=seq, commitment=order) for seq, order in acts]


def test_who_holds_the_receipt_for_newer_orders_is_not_answered_for_by_old_ones() -> None:
    for name, one, (true, *lies) in ordered_otherwise():
        assert (judged(one, true).verdict, judged(one, true).receipts) == ("PASS", 1), name
        for lie in lies:
            found = judged(one, lie)
            assert (found.verdict, "other orders" in found.reason) == ("FAIL", True), (name, found)


class Exchanging(Ordering):
    """The server gives seat 0 a key of its own, and signs with it what it lets seat 0 have answered before."""

    def __init__(self, by_orders: bool) -> None:
        self.by_orders = by_orders
        self.acknowledged_for: dict[str, tuple[Standing, str]] = {}
        super().__init__([1], rekeyed=2, **HIDDEN)

    def answer(self, standing: Standing) -> None:
        if self.by_orders or standing["sealed"]:
            super().answer(standing)
            return
        self.answered += 1
        if self.answered == 3:
            self.another_key()
        Rekeying.answer(self, standing)

    def acknowledged(self, standing: Standing, answer: dict[str, Any]) -> list[Opening]:
        (opening,) = super().acknowledged(standing, answer)
        self.acknowledged_for[standing["id"]] = (standing, commitment(opening))
        return [opening]

    def another_key(self) -> None:
        super().another_key()
        table = self.step.table
        table["answered"] = [self.signed_anew(row) if row[1] == 0 else row for row in table["answered"]]

    def signed_anew(self, row: HiddenAnswer) -> HiddenAnswer:
        decision, seat, by, seq, received, _ = row
        if by == "order":
            return decision, seat, by, seq, received, (order_of(1), 1, self.signature_of(1))
        standing, sealed = self.acknowledged_for[decision]
        return decision, seat, by, seq, received, self.sign("seal", standing, sealed, seq)


@pytest.mark.parametrize("by_orders", [False, True])
def test_no_key_that_comes_later_signs_an_answer(by_orders: bool) -> None:
    """Attacked: what a proof hides is signed when it is listed, at the end, by a key that the server made meanwhile."""
    found = judged(Exchanging(by_orders).play())
    assert (found.verdict, "does not hold" in found.reason) == ("FAIL", True), found


def test_an_order_from_after_the_end_of_a_cut_log_refutes_nothing() -> None:
    one = Ordering([1], **HIDDEN).play()
    first = one.export.splitlines(keepends=True)[0]
    held = receipt(
        act="order", commitment=OTHER, custody="escrow", decision="orders", head=b64(bytes(32)), n=30,
        received=timestamp(0), seq=1,
    )  # fmt: skip
    found = judged(Played(first, one.public_key, []), held)
    assert (found.verdict, found.receipts) == ("INCOMPLETE", 1), found
