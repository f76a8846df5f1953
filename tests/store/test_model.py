"""The store against a model of it: any sequence of acts, locks, resolutions and crashes gives what the model says."""

import itertools
from dataclasses import dataclass, replace

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.match.table import Locked, Standing
from service.store.records import ActKind, ActRequest, Custody, Record
from service.store.store import Store
from tests.campaigns.soak.parts import parts
from tests.servers.redis_server import RedisServer
from tests.store.examples import HOUR, loaded, match_id, running, sealed, standing, step
from tests.system.watcher import watched

CARDS = 7
SEATS = st.integers(0, 1)
GUESSES = st.sampled_from([None, None, None, 0, 1, 2])
"""What an act claims to replace; mostly the truth (``None``)."""
_numbers = itertools.count()


@dataclass(frozen=True)
class Stands:
    """What the model knows of a seat's act."""

    act: str
    seq: int
    card: int | None
    custody: Custody
    wait: bool
    opened: bool = False


class Model(RuleBasedStateMachine):
    """One match; the model is the attributes without ``store``."""

    def __init__(self, server: RedisServer) -> None:
        super().__init__()
        self.server = server
        self.store = Store.connect(server.url)
        self.acts: dict[int, Stands] = {}
        self.used: set[int] = set()
        self.boxes: set[int] = set()
        self.openers: dict[int, int] = {}
        self.phase = "open"
        self.n = 1
        self.counted = 0
        self.match = ""
        self.decision: Standing = standing()

    @initialize()
    def create(self) -> None:
        """Begin with a new match."""
        self.match = running(self.store, match_id(next(_numbers), bucket=5), self.decision, grace=HOUR).match

    def teardown(self) -> None:
        """Give the connections back."""
        self.store.close()

    @rule(
        seat=SEATS, card=st.integers(0, CARDS - 1), custody=st.sampled_from(["escrow", "client"]), wait=st.booleans(),
        guess=GUESSES,
    )  # fmt: skip
    def commit(self, seat: int, card: int, custody: Custody, wait: bool, guess: int | None) -> None:
        """Commit to a card or replace one."""
        before = self.acts.get(seat)
        seq = before.seq if before else 0
        named = seq if guess is None else guess
        kind: ActKind = "replace" if named else "commit"
        known = before is not None and before.card == card
        if before and known and before.act != "open" and (before.custody, before.wait) == (custody, wait):
            expected = "same"
        elif self.phase == "opening":
            expected = "locked"
        elif named != seq:
            expected = "conflict"
        elif card in self.used and not known:
            expected = "seen"
        else:
            expected = "stored"
        request = ActRequest(
            match=self.match, decision=self.decision["id"], seat=seat, kind=kind, opened_head=self.decision["head"],
            commitment=sealed(str(card)), custody=custody, replaces=named, wait=wait,
            box="box" if custody == "escrow" else None, salt=f"salt:{card}" if custody == "escrow" else None,
        )  # fmt: skip
        self._send(request, expected, Stands(kind, seq + 1, card, custody, wait))
        if expected == "stored":
            self.used.add(card)
            (self.boxes.add if custody == "escrow" else self.boxes.discard)(seat)

    @rule(seat=SEATS, guess=GUESSES)
    def withdraw(self, seat: int, guess: int | None) -> None:
        """Take a commitment back."""
        before = self.acts.get(seat)
        seq = before.seq if before else 0
        named = seq if guess is None else guess
        if before is not None and before.act == "withdraw":
            expected = "same"
        elif self.phase == "opening":
            expected = "locked"
        else:
            expected = "conflict" if named != seq or before is None else "stored"
        request = ActRequest(
            match=self.match, decision=self.decision["id"], seat=seat, kind="withdraw",
            opened_head=self.decision["head"], replaces=named,
        )  # fmt: skip
        custody: Custody = before.custody if before else "escrow"
        self._send(request, expected, Stands("withdraw", seq + 1, None, custody, wait=False))
        if expected == "stored":
            self.boxes.discard(seat)

    @rule(seat=SEATS, card=st.none() | st.integers(0, CARDS - 1))
    def open(self, seat: int, card: int | None) -> None:
        """Open the locked commitment (``None``) or another one."""
        before = self.acts.get(seat)
        named = card if card is not None else self.openers.get(seat, 0)
        if before is not None and before.opened and before.card == named:
            expected = "same"
        elif self.phase == "open" or seat not in self.openers:
            expected = "locked"
        else:
            expected = "stored" if self.openers[seat] == named else "wrong"
        request = ActRequest(
            match=self.match, decision=self.decision["id"], seat=seat, kind="open", custody="client", box="opened",
            opened_head=self.decision["head"], commitment=sealed(str(named)),
        )  # fmt: skip
        seq = before.seq if before else 0
        self._send(request, expected, Stands("open", seq + 1, named, "client", wait=False, opened=True))
        if expected == "stored":
            self.boxes.add(seat)

    @precondition(lambda self: self.phase == "open")
    @rule()
    def lock(self) -> None:
        """Lock what stands; who has a client commitment is asked to open it."""
        committed = {seat: one for seat, one in self.acts.items() if one.card is not None}
        self.openers = {
            seat: one.card for seat, one in committed.items() if one.card is not None and one.custody == "client"
        }
        locks = [
            Locked(seat=seat, commitment=sealed(str(one.card)), seq=one.seq, custody=one.custody)
            for seat, one in committed.items()
        ]
        self.decision = {**self.decision, "phase": "opening", "locked": locks, "awaited": list(self.openers)}
        assert self.store.transition(step(self._record(), self.decision, acts_version=self.counted))
        self.phase, self.n = "opening", self.n + 1

    @rule()
    def resolve(self) -> None:
        """Resolve the decision; the next one opens."""
        ended, self.decision = self.decision["id"], standing(f"r{self.n}.choose")
        assert self.store.transition(step(self._record(), self.decision, ended=[ended], lines=2))
        self.phase, self.n, self.acts, self.openers, self.boxes = "open", self.n + 2, {}, {}, set()

    @precondition(lambda self: self.n > 1)
    @rule()
    def stale(self) -> None:
        """Write a step from an old entry, or from old acts: refused."""
        record = self._record()
        assert not self.store.transition(step(replace(record, n=record.n - 1), by="stale"))
        assert not self.store.transition(step(record, acts_version=self.counted + 1))

    @rule()
    def crash(self) -> None:
        """Kill Redis."""
        self.server.kill()
        self.server.start()

    @invariant()
    def agrees(self) -> None:
        """What is loaded is what the model says."""
        if not self.match:
            return
        record = loaded(self.store, self.match, secrets=True)
        assert (record.n, record.acts_version, len(self.store.lines(self.match))) == (self.n, self.counted, self.n)
        assert record.table["standing"] == [self.decision]
        found = {
            seat: (one.act, one.seq, one.commitment, one.custody, one.wait, one.opened)
            for (_, seat), one in record.acts.items()
        }
        assert found == {
            seat: (
                one.act,
                one.seq,
                None if one.card is None else sealed(str(one.card)),
                one.custody,
                one.wait,
                one.opened,
            )
            for seat, one in self.acts.items()
        }
        assert {seat for _, seat in record.boxes} == self.boxes
        assert bool(record.closes) == self._complete() == (record.due is not None)

    def _complete(self) -> bool:
        if self.phase == "opening":
            return bool(self.openers) and all(self.acts[seat].opened for seat in self.openers)
        return len(self.acts) == 2 and all(one.card is not None and not one.wait for one in self.acts.values())

    def _record(self) -> Record:
        return loaded(self.store, self.match)

    def _send(self, request: ActRequest, expected: str, after: Stands) -> None:
        result = self.store.act(request)
        assert result.outcome == expected
        if expected == "stored":
            self.acts[request.seat] = after
            self.counted += 1
        assert (result.act.seq if result.act else None) == (
            self.acts[request.seat].seq if request.seat in self.acts else None
        )


def _check(server: RedisServer, examples: int, steps: int, chosen: int | None = None) -> None:
    """Tell so many stories: always the same, or those of a chosen seed."""
    profile = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, database=None, derandomize=chosen is None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip

    class OnThisServer(Model):
        def __init__(self) -> None:
            super().__init__(server)

    machine = OnThisServer if chosen is None else seed(chosen)(OnThisServer)
    with watched(server.url):
        run_state_machine_as_test(machine, settings=profile)


def test_the_store_does_what_its_model_says(own_server: RedisServer) -> None:
    _check(own_server, examples=10, steps=30)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_the_store_does_what_its_model_says_ten_thousand_times(own_server: RedisServer) -> None:
    for part in parts("store-model"):
        with part:
            _check(own_server, part.size("stories"), 50, part.seed)
            part.counts(stories=part.size("stories"), differences=0)
