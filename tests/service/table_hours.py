"""A match of Packet Row whose hours pass as the test says: the worker's steps with a clock of its own, mails as notices."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from engine.contract import Move
from engine.games.packet_row import GAME
from engine.match.table import Standing
from service.context import Context
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.receipts import Acted
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Notice, Record
from tests.given.contexts import account
from workers.resolve.step import step_due

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
MINUTE = 60_000
HOLD = 10 * MINUTE


@dataclass
class Hours:
    """One match; ``now`` is the worker's clock (ms), ahead of the store's by what the test has let pass."""

    context: Context
    seats: int = 2
    hold: int = HOLD
    now: int = 0
    notices: list[Notice] = field(default_factory=list)
    players: list[Account] = field(default_factory=list)

    def begin(self, **wish: Any) -> Hours:
        """Create the match and let everybody sit down."""
        self.players = [account(self.context, name) for name in ("Ann", "Ben", "Cem", "Dora")[: self.seats]]
        wanted = NewMatch(rules="packet-row", seats=self.seats, grace=0, hold=self.hold, **wish)
        creation.create(self.context, self.players[0], wanted, MATCH)
        for player in self.players[1:]:
            lobby.join(self.context, MATCH, player, seat=None, invitation=None)
        self.now = self.context.store.now() + 1_000
        return self.settle()

    @property
    def record(self) -> Record:
        found = self.context.store.load(MATCH, secrets=True)
        assert found is not None
        return replace(found, now=self.now)

    @property
    def asked(self) -> Standing:
        """The decision somebody waits for."""
        return next(one for one in self.record.table["standing"] if not one["optional"])

    def settle(self) -> Hours:
        """Do all that is due now."""
        self.now = max(self.now, self.context.store.now())  # on a busy machine the store's clock may overtake it
        for _ in range(50):
            due = self.record.due
            if due is None or due > self.now:
                return self
            self.step()
        raise AssertionError("the match stays due for ever")

    def step(self) -> None:
        """Let a worker look at the match once."""
        transition = step_due(self.context, self.record)
        assert self.context.store.transition(transition)
        self.notices += transition.notices

    def wait(self, milliseconds: int) -> Hours:
        """Let time pass; the clock wakes the worker whenever the match is due."""
        until = self.now + milliseconds
        while (due := self.record.due) is not None and due <= until:
            self.now = max(self.now, due)
            self.step()
        self.now = until
        return self

    def next(self) -> Hours:
        """Let time pass until the match is due, and a second more until people look."""
        due = self.record.due
        assert due is not None, "nothing will ever happen in this match"
        return self.wait(max(0, due - self.now) + 1_000)

    def release(self) -> Hours:
        """Let time pass until answers to what somebody is asked now are resolved."""
        return self.wait(max(0, (self.asked["release"] or self.now) - self.now))

    def answer(self, move: Move, *, decision: str = "", replaces: int = 0) -> Acted:
        """Let the seat that is asked answer live, and the worker look."""
        record = self.record
        standing = next(one for one in record.table["standing"] if one["id"] == (decision or self.asked["id"]))
        given = acts.answer(
            self.context, record, standing["seats"][0], acts.SeatAct(standing["id"], move=move, replaces=replaces)
        )
        self.settle()
        return given

    def order(self, seat: int, orders: dict[str, Any] | None) -> None:
        """Let a seat set its standing orders, replace or end them."""
        act = self.record.acts.get(("orders", seat))
        set_orders(self.context, self.record, seat, NewOrders(orders, replaces=act.seq if act else 0))
        self.settle()

    def view(self, seat: int) -> dict[str, Any]:
        state = self.record.state
        assert state is not None
        return GAME.view(state, seat)

    def told(self, kind: str, decision: str) -> list[int]:
        """The seats that were told something about a decision."""
        wanted = [one for one in self.notices if one["kind"] == kind and one.get("decision") == decision]
        return [one["seat"] for one in wanted if one["seat"] is not None]

    def entries(self) -> list[dict[str, Any]]:
        lines = self.context.store.lines(MATCH, limit=100_000)
        return [json.loads(line)["entry"] for line in lines]

    def resolved(self) -> list[dict[str, Any]]:
        return [entry for entry in self.entries() if entry["type"] == "resolved"]
