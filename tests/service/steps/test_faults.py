"""What seats of a match are blamed with, or do by orders, stands in the log so that anybody can judge it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.contract import Move
from engine.match.table import Standing
from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.seal import Opening
from engine.registry import game_of
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import new_seed, verify_signature
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.pace import check_pace
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from tests.given.contexts import account, dealt, loaded
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"


class Table:
    """A match of two, with what its players keep."""

    def __init__(self, context: Context, rules: str = "kontor", kind: str = "choose") -> None:
        self.kind = kind
        self.context = context
        self.held: list[Acted] = []
        self.ann = account(context, "Ann")
        pace = check_pace({"kind": "duration", "seconds": 60})
        creation.create(context, self.ann, NewMatch(rules=rules, grace=0, pace=pace), MATCH)
        lobby.join(context, MATCH, account(context, "Ben"), seat=None, invitation=None)
        drain_once(context)

    @property
    def choice(self) -> Standing:
        return next(one for one in loaded(self.context, MATCH).table["standing"] if one["kind"] == self.kind)

    def moves(self, seat: int) -> list[Move]:
        record = loaded(self.context, MATCH)
        return game_of(record.table).moves(dealt(record), seat, self.choice["id"])

    def opening(self, seat: int, move: Move, salt: str = "") -> Opening:
        record, standing = loaded(self.context, MATCH), self.choice
        return Opening(
            v=1, match=MATCH, rules=record.table["rules"], decision=standing["id"], seat=seat, head=standing["head"],
            salt=salt or b64(new_seed()), move=move,
        )  # fmt: skip

    def keep(self, opening: Opening) -> None:
        """Commit with client custody."""
        sealed = seal.commitment(opening)
        record = loaded(self.context, MATCH)
        self.held.append(
            acts.commit(self.context, record, opening["seat"], acts.SeatAct(opening["decision"], commitment=sealed))
        )

    def send(self, seat: int, opening: Opening) -> None:
        """Commit with escrow."""
        record = loaded(self.context, MATCH)
        self.held.append(
            acts.commit(self.context, record, seat, acts.SeatAct(opening["decision"], opening=dict(opening)))
        )

    def open(self, opening: Opening) -> None:
        drain_once(self.context)
        record = loaded(self.context, MATCH)
        self.held.append(
            acts.open_commitment(
                self.context, record, opening["seat"], acts.SeatAct(opening["decision"], opening=dict(opening))
            )
        )
        drain_once(self.context)

    def wait(self, moment: int | None) -> None:
        """Let a worker look a second after a moment."""
        assert moment is not None
        record = replace(loaded(self.context, MATCH, secrets=True), now=moment + 1_000)
        assert self.context.store.transition(step_due(self.context, record))

    def bodies(self, kind: str) -> list[dict[str, Any]]:
        found = [json.loads(line)["entry"] for line in self.context.store.lines(MATCH, limit=100_000)]
        return [one["body"] for one in found if one["type"] == kind]

    def proved(self) -> Report:
        """End the match; judge its log with all receipts."""
        if loaded(self.context, MATCH).table["status"] == "running":
            lobby.resign(self.context, MATCH, self.ann)
            drain_once(self.context)
        public = self.context.signer.public_bytes
        return verify(
            b"".join(self.context.store.lines(MATCH, limit=100_000)),
            check_signature=lambda message, signature: verify_signature(public, message, signature),
            receipts=[{"receipt": one.receipt, "signature": one.signature} for one in self.held],
        )


@pytest.fixture
def table(context: Context) -> Table:
    return Table(context)


def assert_proved(table: Table) -> None:
    found = table.proved()
    assert (found.verdict, found.reason, found.receipts) == ("PASS", "", len(table.held))


def test_an_illegal_opening_is_published(table: Table) -> None:
    kept = table.opening(0, {"type": "play", "card": "A"})
    table.keep(kept)
    table.send(1, table.opening(1, {"type": "pass"}))
    table.open(kept)
    (resolved,) = table.bodies("resolved")[:1]
    assert resolved["faults"] == [{"fault": "illegal", "opening": kept, "seat": 0}]
    assert_proved(table)


def test_a_salt_that_the_log_has_published_is_not_used_again(table: Table) -> None:
    first = [table.opening(seat, {"type": "pass"}) for seat in (0, 1)]
    for seat in (0, 1):
        table.send(seat, first[seat])
    drain_once(table.context)
    kept = table.opening(0, {"type": "pass"}, salt=first[1]["salt"])
    table.keep(kept)
    table.send(1, table.opening(1, {"type": "pass"}))
    table.open(kept)
    assert table.bodies("resolved")[-1]["faults"] == [{"fault": "salt-reused", "opening": kept, "seat": 0}]
    assert_proved(table)


def test_two_who_keep_one_salt_are_told_apart_by_their_seats(table: Table) -> None:
    salt = b64(new_seed())
    kept = [table.opening(seat, {"type": "pass"}, salt=salt) for seat in (0, 1)]
    for opening in kept:
        table.keep(opening)
    for opening in kept:
        table.open(opening)
    assert table.bodies("resolved")[-1]["faults"] == [{"fault": "salt-reused", "opening": kept[1], "seat": 1}]
    assert_proved(table)


def test_a_salt_of_an_answer_that_was_replaced_was_never_published(table: Table) -> None:
    """Attacked: the server called a salt used which nobody could find in the log."""
    replaced = table.opening(0, {"type": "pass"})
    table.send(0, replaced)
    kept = table.opening(0, table.moves(0)[0], salt=replaced["salt"])
    record = loaded(table.context, MATCH)
    sealed = seal.commitment(kept)
    table.held.append(
        acts.commit(table.context, record, 0, acts.SeatAct(kept["decision"], commitment=sealed, replaces=1))
    )
    table.send(1, table.opening(1, {"type": "pass"}))
    table.open(kept)
    assert table.bodies("resolved")[-1]["faults"] == []
    assert_proved(table)


def test_the_lock_says_until_when_an_opening_is_awaited_and_nobody_is_blamed_before(table: Table) -> None:
    kept = table.opening(0, {"type": "pass"})
    table.keep(kept)
    table.send(1, table.opening(1, {"type": "pass"}))
    drain_once(table.context)
    ends = table.choice["opening_ends"]
    table.wait(ends)
    assert table.bodies("resolved")[-1]["faults"] == [{"fault": "unopened", "seat": 0}]
    assert table.bodies("locked")[-1].keys() == {"decision", "opening_deadline", "seats"}
    assert_proved(table)


def test_a_lock_names_the_number_of_the_orders_that_answered(context: Context) -> None:
    table = Table(context, "anno-1701", "settle")
    for seq, move in enumerate(table.moves(0)[:2]):
        record = loaded(table.context, MATCH)
        acted, _ = set_orders(table.context, record, 0, NewOrders({"settle": move}, replaces=seq))
        table.held.append(acted)
    table.wait(table.choice["deadline"])
    (locked,) = table.bodies("locked")
    assert (locked["seats"][0]["order_seq"], locked["seats"][0]["order"]) == (2, acted.receipt["commitment"])
    assert "opening_deadline" not in locked
    assert_proved(table)
