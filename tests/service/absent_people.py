"""A match of any game in which some people answer as the game's bot would, and others stay away; hours pass as the test says."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from engine.contract import Decision
from engine.match.absence import case_of
from engine.match.extensions import times_taken
from engine.match.pauses import next_wish, pause_of
from engine.match.table import Case
from engine.match.time_requests import next_said
from engine.protocol.chance import Draws
from engine.registry import game_of
from engine.verifier.replay import Report, verify
from service.admin.matches import extend
from service.admin.operator import Operator
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts
from service.matches.absence import absence, extensions, pauses, substitutes, time_requests
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.notifications.kinds import KINDS
from service.store.records import Account, Notice, Record, Transition
from tests.given.contexts import account
from workers.resolve import bots
from workers.resolve.step import step_due

TWO_DAYS = 2 * 86_400_000


@dataclass
class People:
    """One match; ``now`` is the worker's clock (ms); ``away`` are the seats whose players do nothing.

    ``held`` are receipts, ``answered`` those of all answers.
    """

    context: Context
    rules: str = "kontor"
    seats: int = 2
    wish: dict[str, Any] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)
    steps: list[Transition] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    answered: list[dict[str, Any]] = field(default_factory=list)

    def begin(self) -> People:
        """Create the match and let everybody sit down."""
        self.players = [account(self.context, name) for name in ("Ann", "Ben", "Cem", "Dora", "Eva")[: self.seats]]
        self.match = new_match_id()
        wanted = NewMatch(rules=self.rules, seats=self.seats, grace=0, **{"absence": {}, "hold": 0, **self.wish})
        creation.create(self.context, self.players[0], wanted, self.match)
        for player in self.players[1:]:
            lobby.join(self.context, self.match, player, seat=None, invitation=None)
        self.now = self.context.store.now() + 1_000
        return self.settle()

    @property
    def record(self) -> Record:
        found = self.context.store.load(self.match, secrets=True)
        assert found is not None
        return replace(found, now=self.now)

    @property
    def over(self) -> str | None:
        return self.record.table["over"]

    def case(self, seat: int) -> Case | None:
        return case_of(self.record.table, seat)

    def settle(self) -> People:
        """Do all that is due now, the bots' answers included."""
        self.now = max(self.now, self.context.store.now())  # on a busy machine the store's clock may overtake it
        for _ in range(200):
            record = self.record
            if bots.play(self.context, record):
                continue
            if record.due is None or record.due > self.now:
                return self
            self.step(record)
        raise AssertionError("the match stays due for ever")

    def step(self, record: Record | None = None) -> None:
        """Let a worker look at the match once, as it was read or as it is."""
        transition = step_due(self.context, record or self.record)
        assert self.context.store.transition(transition)
        self.notices += transition.notices
        self.steps.append(transition)

    def visit(self) -> bool:
        """Let everybody who is there answer all that asks them; return whether anybody did."""
        acted = False
        for seat in sorted(set(range(self.seats)) - self.away):
            acted |= self.answer(seat)
        self.settle()
        return acted

    def answer(self, seat: int) -> bool:
        """Let the person of a seat answer what asks it."""
        acted, record = False, self.record
        for standing in [] if pause_of(record.table) else record.table["standing"]:
            person = record.table["seats"][seat]["bot"] is None
            asked = seat in standing["seats"] and not standing["optional"] and standing["phase"] == "open"
            if not person or not asked or (standing["id"], seat) in record.acts:
                continue
            rules, state = game_of(record.table), record.state
            assert state is not None
            decision = Decision(**{name: standing[name] for name in Decision.__annotations__})  # type: ignore[typeddict-item, literal-required]
            chance = Draws(standing["id"].encode().ljust(32, b"-"))
            move = rules.bot(rules.view(state, seat), decision, rules.moves(state, seat, standing["id"]), chance)
            if standing["sealed"]:
                done = acts.commit(self.context, record, seat, acts.SeatAct(standing["id"], move=move))
            else:
                done = acts.answer(self.context, record, seat, acts.SeatAct(standing["id"], move=move))
            self.answered.append({"receipt": done.receipt, "signature": done.signature})
            acted, record = True, self.record
        return acted

    def wait(self) -> None:
        """Let time pass until the match is due again."""
        record = self.record
        assert record.due is not None
        self.now = max(self.now, record.due)
        self.step(replace(record, now=self.now))
        self.settle()

    def until_told(self, kind: str) -> People:
        """Play until somebody is told something."""
        while not any(one["kind"] == kind for one in self.notices):
            if not self.visit():
                self.wait()
            assert self.over is None, f"the match ended as {self.over} before anybody was told {kind}"
        return self

    def to_the_end(self) -> People:
        """Play until the match is over."""
        for _ in range(2_000):
            if self.over is not None:
                return self
            if not self.visit():
                self.wait()
        raise AssertionError("the match never ends")

    def vote(self, seat: int, about: int, choice: Any, person: Account | None = None) -> dict[str, Any]:
        """Let a seat say what it wants about another; return its receipt."""
        player = None if person is None else person.id
        record = absence.vote(self.context, self.match, self.players[seat], about, choice, player=player)
        found = absence.receipt_for_vote(self.context, record, seat, about, choice, player)
        assert found is not None
        return {"receipt": found.receipt, "signature": found.signature}

    def named(self, by: int, about: int, name: str) -> Account:
        """Let a seat ask somebody new to play on in a seat, and let them say that they are ready; return who it is."""
        person = account(self.context, name)
        substitutes.ask(self.context, self.match, self.players[by], about, person)
        self.ready(person, about, by)
        return person

    def ready(self, person: Account, about: int, by: int | None = None) -> None:
        """Let somebody say that they are ready for a seat, asked by another; without one they would come back."""
        asked = None if by is None else substitutes.asked_by(self.record.table, about, by)
        secret = None if asked is None else asked["secret"]
        substitutes.stand_in(self.context, self.match, person, about, invitation=secret, key=None)

    def sits(self, seat: int, person: Account) -> None:
        """Note who answers for a seat from now on."""
        self.players[seat] = person

    def here(self, seat: int) -> dict[str, Any]:
        """Let a seat say that it is there; return its receipt."""
        record = absence.here(self.context, self.match, self.players[seat])
        found = absence.receipt_for_here(self.context, record, seat)
        assert found is not None
        return {"receipt": found.receipt, "signature": found.signature}

    def more_time(self, seat: int) -> dict[str, Any]:
        """Let a seat take more time for the first decision that asks it; return its receipt."""
        asked = [one["id"] for one in self.record.table["standing"] if seat in one["seats"]]
        seq = times_taken(self.record.table, seat) + 1
        record = extensions.take(self.context, self.match, self.players[seat], asked[0] if asked else "none", seq)
        found = extensions.receipt_for(self.context, record.table, seat)
        assert found is not None
        return {"receipt": found.receipt, "signature": found.signature}

    def pause(self, seat: int, wanted: bool) -> dict[str, Any]:
        """Let a seat say that it wants a pause, or wants it no longer; return its receipt."""
        seq = next_wish(self.record.table, seat)
        record = pauses.wish(self.context, self.match, self.players[seat], wanted, seq)
        found = pauses.receipt_for(self.context, record.table, seat)
        assert found is not None
        return {"receipt": found.receipt, "signature": found.signature}

    def ask_time(self, seat: int, seconds: int = 3_600, decision: str | None = None) -> dict[str, Any]:
        """Let a seat ask the others for more time for the first decision that has to have its answer; return its receipt."""
        standing = self.record.table["standing"]
        asked = [one["id"] for one in standing if seat in one["seats"] and one["deadline"] is not None]
        wanted = decision or (asked[0] if asked else "none")
        seq = next_said(self.record.table, "asked", seat)
        record = time_requests.ask(self.context, self.match, self.players[seat], wanted, seconds, seq)
        found = time_requests.receipt_for(self.context, record.table, "asked", seat)
        assert found is not None
        return {"receipt": found.receipt, "signature": found.signature}

    def grant(self, seat: int, requester: int, grant: bool = True) -> dict[str, Any]:
        """Let a seat say whether it grants the time that another asks for; return its receipt."""
        asked = [one["id"] for one in self.record.table["standing"] if one.get("request", {}).get("seat") == requester]
        player = self.players[seat]
        record = time_requests.respond(
            self.context, self.match, player, asked[0] if asked else "none", requester, grant
        )
        found = time_requests.receipt_for(self.context, record.table, "answered", seat)
        assert found is not None
        return {"receipt": found.receipt, "signature": found.signature}

    def give_by_operator(self, seconds: int, decision: str | None = None) -> list[str]:
        """Let the operator give time, which a worker may do from now on; return the decisions."""
        by = Operator(self.context.store, "grace")
        done: list[str] = extend(by, self.match, seconds, "ticket 7", decision)["decisions"]
        self.now = max(self.now, self.context.store.now())
        return done

    def letters(self) -> int:
        """Return how many letters the news make at most: one for each reader and step, none for what only goes along."""
        sent = {
            (one["account"], one["at"])
            for one in self.notices
            if KINDS[one["kind"]].speech != "mends" and KINDS[one["kind"]].urgency != "company"
            and one["send_at"] - one["at"] < TWO_DAYS // 2 and one.get("channel") is None
        }  # fmt: skip
        return len(sent)

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line)["entry"] for line in self.context.store.lines(self.match, limit=100_000)]

    def types(self) -> list[str]:
        return [entry["type"] for entry in self.entries()]

    def proof(self, *receipts: Any) -> Report:
        public = self.context.signer.public_bytes
        return verify(
            b"".join(self.context.store.lines(self.match, limit=100_000)),
            check_signature=lambda message, signature: verify_signature(public, message, signature),
            receipts=receipts,
        )
