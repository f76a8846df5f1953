"""The whole service against a small model in memory (campaign 12): any story of requests and crashes goes as it says.

Requests go through the API's own routes; the clock's tick is a drain; Redis is killed; a worker dies after it has computed
a step and before it has written it. The game itself is not modelled: what it asks next is read, once, after each resolution.
(Rules return instead of having preconditions: what stands depends on the deal, which hypothesis does not control.)
"""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from flask import Flask
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from werkzeug.test import TestResponse

from engine.contract import Move
from engine.protocol import seal
from engine.protocol.canon import b64
from engine.registry import newest
from engine.verifier.replay import verify
from service.api import create_app
from service.context import Context
from service.keys.signing import new_seed, verify_signature
from tests.campaigns.soak.parts import parts
from tests.given.contexts import open_context
from tests.given.json_object import JsonObject
from tests.servers.redis_server import RedisServer
from tests.service.api.players import Player, Table, new_player
from tests.system.watcher import watched
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

SEATS = st.integers(0, 1)
FORMS = st.sampled_from(["move", "opening", "commitment"])
TRUTH = st.sampled_from([True, True, True, False])
"""Whether an act names the right act it replaces; mostly it does."""
_numbers = itertools.count()


@dataclass(frozen=True)
class World:
    """What outlives a story: the server, the app, and how to look behind it."""

    server: RedisServer
    context: Context
    app: Flask
    happened: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Known:
    """A seat's last act in the decision that stands, as the model knows it."""

    act: str
    seq: int
    commitment: str | None
    custody: str
    wait: bool
    opening: seal.Opening | None = None
    opened: bool = False


class Model(RuleBasedStateMachine):
    """One match of two; the model is ``decision``, ``phase``, ``acts``, ``n``; everything else is the service's."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world, self.context = world, world.context
        self.acts: dict[int, Known] = {}
        self.phase = "open"
        self.receipts: list[dict[str, Any]] = []
        self.last: tuple[int, str, JsonObject, JsonObject] | None = None
        self.moved: Move | None = None

    @initialize()
    def begin(self) -> None:
        """Two people sit down."""
        number = next(_numbers)
        players = (
            new_player(self.world.app, self.context, f"A{number}"),
            new_player(self.world.app, self.context, f"B{number}"),
        )
        self.table = Table.begin(self.context, *players)
        self._look()

    @rule(seat=SEATS, form=FORMS, wait=st.sampled_from([False, False, True]), true=TRUTH, pick=st.integers(0, 50))
    def commit(self, seat: int, form: str, wait: bool, true: bool, pick: int) -> None:
        """Seal something, or replace what is sealed."""
        if not self.decision["sealed"]:
            return
        before = self.acts.get(seat)
        seq = before.seq if before else 0
        replaces = seq if true else seq + 1
        move = self._moves(seat)[pick % len(self._moves(seat))] if self._asks(seat) else {"type": "pass"}
        opening = seal.Opening(
            v=1, match=self.table.match, rules=newest("kontor"), decision=self.decision["id"], seat=seat,
            head=self.decision["head"], salt=b64(new_seed()), move=move,
        )  # fmt: skip
        body: JsonObject = {"move": move} if form == "move" else {"opening": opening} if form == "opening" else {
            "commitment": seal.commitment(opening)}  # fmt: skip
        body |= {"replaces": replaces, "wait": wait}
        answer = self._send(seat, "commitment", body)
        if not self._asks(seat):
            assert answer.status_code == 403, answer.text
        elif self.phase != "open" or not true:
            assert answer.status_code == 409, answer.text
        else:
            told = self._accepted(answer, seat, "replace" if seq else "commit", seq + 1)
            full: seal.Opening = told["opening"] if form == "move" else opening
            custody = "client" if form == "commitment" else "escrow"
            self.acts[seat] = Known(
                told["receipt"]["act"], seq + 1, told["receipt"]["commitment"], custody, wait, full
            )  # fmt: skip
            assert told["receipt"]["commitment"] == seal.commitment(full)
            self.last = (seat, "commitment", body, told)

    @rule(seat=SEATS, true=TRUTH)
    def withdraw(self, seat: int, true: bool) -> None:
        """Take back what is sealed."""
        if not self.decision["sealed"]:
            return
        before = self.acts.get(seat)
        seq = before.seq if before else 0
        replaces = max(1, seq if true else seq + 1)
        answer = self.table.players[seat].delete(f"{self._path()}/commitment?replaces={replaces}")
        if not self._asks(seat):
            assert answer.status_code == 403, answer.text
        elif before is not None and before.act == "withdraw":
            assert answer.get_json()["receipt"]["seq"] == seq, "withdrawing again is the same act"
        elif self.phase != "open" or before is None or not true:
            assert answer.status_code == 409, answer.text
        else:
            self._accepted(answer, seat, "withdraw", seq + 1)
            self.acts[seat] = Known("withdraw", seq + 1, None, before.custody, wait=False)
            self.last = None

    @rule(seat=SEATS, true=TRUTH)
    def open(self, seat: int, true: bool) -> None:
        """Open what was locked, or something else."""
        if self.phase != "opening":
            return
        mine = self.acts.get(seat)
        if mine is None or mine.custody != "client" or mine.opening is None:
            return
        opening = mine.opening if true else {**mine.opening, "salt": b64(new_seed())}
        answer = self._send(seat, "opening", {"opening": opening})
        if not true:
            assert answer.status_code in (409, 422), answer.text
        elif not mine.opened:
            self._accepted(answer, seat, "open", mine.seq + 1)
            self.acts[seat] = Known("open", mine.seq + 1, mine.commitment, "client", False, mine.opening, opened=True)
            self.last = None

    @rule(seat=SEATS, pick=st.integers(0, 50))
    def answer(self, seat: int, pick: int) -> None:
        """Answer an open decision."""
        if self.decision["sealed"]:
            return
        if not self._asks(seat):
            assert self._send(seat, "move", {"move": {}}).status_code in (403, 422)
            return
        body = (
            {"move": self._moves(seat)[pick % len(self._moves(seat))]}
            if seat not in self.acts
            else {"move": self.moved}
        )
        answer = self._send(seat, "move", body)
        if seat in self.acts:
            assert answer.get_json()["receipt"]["seq"] == 1, "the same answer again is the same act"
            return
        told = self._accepted(answer, seat, "commit", 1)
        self.moved = body["move"]
        self.acts[seat] = Known("commit", 1, told["receipt"]["commitment"], "escrow", wait=False)

    @rule()
    def replay(self) -> None:
        """Send the last accepted request again: the same answer, and nothing else."""
        if self.last is None:
            return
        seat, what, body, told = self.last
        answer = self._send(seat, what, body)
        assert answer.status_code == 200, answer.text
        assert {name: answer.get_json()[name] for name in ("receipt", "signature")} == {
            name: told[name] for name in ("receipt", "signature")
        }  # fmt: skip

    @rule()
    def tick(self) -> None:
        """Let the workers do what is due; the model says what that is."""
        complete = self._complete()
        drain_once(self.context)
        if not complete:
            return
        clients = [seat for seat, one in self.acts.items() if one.custody == "client" and one.act != "open"]
        if self.phase == "open" and self.decision["sealed"] and clients:
            self.phase, self.last = "opening", None
            self.world.happened["locked"] += 1
            return
        was = self.decision["id"]
        self.world.happened["resolved"] += 1
        self._look()
        assert self.decision["id"] != was, "everybody has answered, and nothing was resolved"

    @rule()
    def worker_dies(self) -> None:
        """A worker computes a step and is gone before it writes."""
        record = self.context.store.load(self.table.match, secrets=True)
        assert record is not None
        step_due(self.context, record)

    @rule(form=FORMS, steps=st.integers(1, 3))
    def go_on(self, form: str, steps: int) -> None:
        """Whoever has not answered yet does; with luck this gets the match over a decision or two."""
        for _ in range(steps):
            for seat in self.decision["seats"]:
                mine = self.acts.get(seat)
                if not self.decision["sealed"]:
                    self.answer(seat, self._pick)
                elif self.phase == "opening":
                    self.open(seat, true=True)
                elif mine is None or mine.commitment is None or mine.wait:
                    self.commit(seat, form, wait=False, true=True, pick=self._pick)
            self.tick()

    @property
    def _pick(self) -> int:
        return next(_numbers)

    @rule()
    def redis_dies(self) -> None:
        """Kill the store and start it again, when there is something to lose."""
        if not self.acts:
            return
        self.world.server.kill()
        self.world.server.start()
        self.world.happened["crash"] += 1

    @invariant()
    def agrees(self) -> None:
        """What each seat sees of itself is what the model says, and the decision that stands is the model's."""
        if not hasattr(self, "table"):
            return
        for seat, player in enumerate(self.table.players):
            shown = next(one for one in self.table.seen_by(player)["decisions"] if one["id"] == self.decision["id"])
            mine, known = shown["mine"], self.acts.get(seat)
            assert shown["phase"] == self.phase
            assert (mine and (mine["act"], mine["seq"], mine["commitment"], mine["custody"], mine["wait"], mine["opened"])) == (
                known and (known.act, known.seq, known.commitment, known.custody, known.wait, known.opened)
            )  # fmt: skip

    def teardown(self) -> None:
        """The log holds, with every receipt that was ever given out."""
        if not hasattr(self, "table"):
            return
        public = self.context.signer.public_bytes
        export = b"".join(self.context.store.lines(self.table.match))
        found = verify(
            export,
            receipts=self.receipts,
            check_signature=lambda message, signed: verify_signature(public, message, signed),
        )
        assert found.verdict != "FAIL", found.reason
        assert found.receipts == len(self.receipts)

    def _look(self) -> None:
        """Read what the game asks now; nobody has answered it yet."""
        standing = self.table.standing()
        assert all(one["mine"] is None for one in [standing])
        self.decision: dict[str, Any] = standing
        self.acts, self.phase, self.last, self.moved = {}, "open", None, None

    def _complete(self) -> bool:
        """Return whether something is due now: all answers are in and nobody waits, or all openings are."""
        seats = self.decision["seats"]
        if self.phase == "opening":
            return all(one.opened for one in self.acts.values() if one.custody == "client")
        return all(seat in self.acts and self.acts[seat].commitment and not self.acts[seat].wait for seat in seats)

    def _asks(self, seat: int) -> bool:
        return seat in self.decision["seats"]

    def _moves(self, seat: int) -> list[Move]:
        return self.table.moves(self.table.players[seat], self.decision["id"])

    def _path(self) -> str:
        return f"{self.table.path}/decisions/{self.decision['id']}"

    def _send(self, seat: int, what: str, body: JsonObject) -> TestResponse:
        player: Player = self.table.players[seat]
        return player.put(f"{self._path()}/{what}", body)

    def _accepted(self, answer: TestResponse, seat: int, act: str, seq: int) -> Any:
        assert answer.status_code == 200, answer.text
        told = answer.get_json()
        self.world.happened[act] += 1
        assert (told["receipt"]["act"], told["receipt"]["seat"], told["receipt"]["seq"]) == (act, seat, seq)
        self.receipts.append({"receipt": told["receipt"], "signature": told["signature"]})
        return told


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    server = RedisServer(tmp_path)
    server.start()
    context = open_context(server.url, tmp_path / "keys")
    yield World(server, context, create_app(context))
    context.store.close()
    server.remove()


def check(world: World, examples: int, steps: int, chosen: int | None = None) -> None:
    """Tell so many stories: always the same, or those of a chosen seed."""
    profile = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, database=None, derandomize=chosen is None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip

    class InThisWorld(Model):
        def __init__(self) -> None:
            super().__init__(world)

    machine = InThisWorld if chosen is None else seed(chosen)(InThisWorld)
    with watched(world.server.url):
        run_state_machine_as_test(machine, settings=profile)


def test_the_service_does_what_its_model_says(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    check(world, examples=30, steps=25)
    with capsys.disabled():
        print(f"\nservice against its model: {dict(world.happened)}")
    assert set(world.happened) >= {"commit", "replace", "withdraw", "open", "locked", "resolved", "crash"}


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_the_service_does_what_its_model_says_ten_thousand_times(world: World) -> None:
    for part in parts("service-model"):
        with part:
            world.happened.clear()
            check(world, part.size("stories"), 50, part.seed)
            part.counts(stories=part.size("stories"), happened=dict(world.happened), differences=0)
