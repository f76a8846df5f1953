"""Whole matches played in memory with the match machine, and their exports: what a server would have written."""

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import nacl.signing

from engine.contract import Decision, Orders, State
from engine.match.absence import agreed_on
from engine.match.asking import Times
from engine.match.extensions import agreed_on as agreed_on_extensions
from engine.match.extensions import agreed_on_operator
from engine.match.pauses import agreed_on as agreed_on_pauses
from engine.match.seeding import agreed, close_table, publish, seed_of
from engine.match.step import OpenAnswers, Step
from engine.match.table import GivenEntropy, Locked, Seat, Seeding, Standing, Table, Vacations
from engine.match.time_requests import agreed_on as agreed_on_requests
from engine.protocol import seal
from engine.protocol.agreements import Absence, Extensions, OperatorExtensions, Pauses, TimeRequests
from engine.protocol.beacon import Beacon
from engine.protocol.bodies import NAME, EntropyCustody
from engine.protocol.canon import b64
from engine.protocol.chance import Draws, entropy_commitment, server_seed_commitment
from engine.protocol.log import FIRST_HEAD, Entry, timestamp
from engine.registry import game, newest
from service.keys.signing import verify_signature

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
START = 1_795_248_000_000
HOUR = 3_600_000


Change = Callable[[list[Entry]], object]
"""What a liar does to the entries of a log."""


@dataclass
class Played:
    """A finished match: its export, the server's public key, and the receipts its players hold."""

    export: bytes
    public_key: bytes
    receipts: list[dict[str, Any]] = field(default_factory=list)

    def check_signature(self, message: bytes, signature: bytes) -> bool:
        return verify_signature(self.public_key, message, signature)


class Server:
    """Plays one match of so many ``places``.

    ``silence`` is the share of answers that never come, ``unopened`` that of seals kept shut where a seat may keep its own
    opening, ``bot`` says who chooses moves; ``orders`` are standing orders by seat, in force from the beginning; ``beacon`` is
    the one that is mixed in, ``absence`` what it does about seats that stay away, ``extensions`` what more time they may take,
    ``pauses`` what pauses they may agree on, ``nights`` that it keeps them, ``vacation`` that the clock stops,
    ``time_requests`` how the others grant more time, ``operator_extensions`` how much the operator may give, ``operator`` that
    its operator may stop it, ``pace`` what time decisions have, ``key`` what the server's key is made from.
    """

    def __init__(
        self, *, rules: str = "kontor", options: dict[str, Any] | None = None, seed: int = 1, silence: float = 0.0,
        unopened: float = 0.0, bot: bool = False, match: str = MATCH, places: int = 2,
        orders: dict[int, Orders] | None = None, custody: Literal["any", "client"] = "any",
        beacon: Beacon | None = None, absence: Absence | None = None, extensions: Extensions | None = None,
        pauses: Pauses | None = None, time_requests: TimeRequests | None = None,
        operator_extensions: OperatorExtensions | None = None, nights: bool = False, vacation: bool = False,
        operator: bool = False, key: bytes = b"key", pace: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.random = random.Random(seed)
        rules = rules if "@" in rules else newest(rules)
        self.game = game(rules)
        self.silence, self.unopened, self.bot = silence, unopened, bot
        self.key = nacl.signing.SigningKey(hashlib.sha256(key).digest())
        self.server_seed = self.random.randbytes(32)
        self.seed = b""
        self.receipts: list[dict[str, Any]] = []
        self.orders: dict[int, Orders] = dict(orders or {})
        chosen = self.game.options(options or {}, places)
        seats: list[Seat] = [Seat(player=f"p_{number:032x}", name=f"P{number}", bot=None) for number in range(places)]
        table = Table(
            match=match, title="Test", rules=rules, data=self.game.rules.data, options=chosen, seats=seats,
            custody=custody, entropy="optional", pace=pace or {"kind": "duration", "seconds": 3600}, grace=0, hold=0,
            visibility="open", invitation="", start="when-full", status="lobby", request="", resigning=[],
            owner=seats[0]["player"] or "",
            created=START, standing=[], marks=[], labels=[], outcome=None, over=None, key="key",
            seeding=Seeding(resolver=b64(hashlib.sha256(b"resolver").digest()), reveal=HOUR, beacon=beacon),
        )  # fmt: skip
        if absence is not None:
            table["absence"] = agreed_on(absence, places)
        if extensions is not None:
            table["extensions"] = agreed_on_extensions(extensions)
        if pauses is not None:
            table["pauses"] = agreed_on_pauses(pauses)
        if time_requests is not None:
            table["time_requests"] = agreed_on_requests(time_requests)
        if operator_extensions is not None:
            table["operator_extensions"] = agreed_on_operator(operator_extensions)
        if nights:
            table["nights"] = "kept"
        if vacation:
            table["vacations"] = Vacations(agreed="clock-stops", away=[])
        if operator:
            table["operator"] = "may-stop"
        self.step = Step(
            self.game, table, None, n=0, head=b64(FIRST_HEAD), at=START, now=START,
            sign=lambda n, head: self.key.sign(seal.head_bytes(match, n, head)).signature,
        )  # fmt: skip
        self.acts: dict[tuple[str, int], int] = {}
        self.step.open_answers = OpenAnswers(
            self.server_seed, lambda: self.random.randbytes(32), lambda one, seat: self.acts.get((one["id"], seat), 0)
        )
        self.step.write(
            "created",
            {
                "custody": custody, "data": table["data"], "key": b64(bytes(self.key.verify_key)), "match": match,
                "options": chosen, "pace": table["pace"], "rules": rules, "seats": places,
                "seed": server_seed_commitment(match, self.server_seed),
                **agreed(table),
            },
        )  # fmt: skip
        for number in range(places):
            self.sit(number)

    def sit(self, number: int, entropy: bytes | None = None, custody: EntropyCustody = "escrow") -> None:
        """Write that the player of a seat takes it, with this entropy."""
        step = self.step
        seat = step.table["seats"][number]
        body: dict[str, Any] = {"player": seat["player"], "seat": number, **self.joining(number)}
        if entropy is not None:
            body["entropy"] = entropy_commitment(step.table["match"], number, entropy)
            body["entropy_custody"] = custody
            given = GivenEntropy(commitment=body["entropy"], custody=custody)
            seats = list(step.table["seats"])
            seats[number] = {**seat, "entropy": given}
            step.table["seats"] = seats
        step.write("joined", body)

    def gather(self) -> None:
        """Close the table and publish all entropy; every seat that holds its own sends it, and has a receipt."""
        step = self.step
        given = [seat.get("entropy") for seat in step.table["seats"]]
        holders = [seat for seat, one in enumerate(given) if one is not None and one["custody"] == "client"]
        close_table(step, holders, joined=step.at)
        for seat in holders:
            step.at += 1_000
            self.revealed(seat)
        publish(step, {seat: one for seat, one in enumerate(self.entropies()) if one is not None})

    def revealed(self, seat: int) -> dict[str, Any]:
        """Sign the receipt of a seat that reveals its entropy now, and keep it."""
        given = self.step.table["seats"][seat]["entropy"]
        said = {
            "act": "reveal", "match": self.step.table["match"], "decision": "seated", "seat": seat, "seq": 1,
            "commitment": given["commitment"], "custody": "client", "received": timestamp(self.step.at),
            "n": self.step.n, "head": b64(self.step.head), "protocol": NAME,
            "key": b64(hashlib.sha256(bytes(self.key.verify_key)).digest()[:8]),
        }  # fmt: skip
        signature = b64(self.key.sign(seal.receipt_bytes(said)).signature)
        self.receipts.append({"receipt": said, "signature": signature})
        return self.receipts[-1]

    def deal(self) -> None:
        """Deal, with what was revealed."""
        self.gather()
        self.seed = seed_of(self.step.table, self.server_seed)
        self.step.start(self.seed)

    def play(self, rounds: int | None = None) -> Played:
        """Play to the end, or for so many resolved decisions; return what the world sees."""
        step = self.step
        self.deal()
        step.run_on(self.seed, self.deadline, self.orders)
        done = 0
        while not step.finish(self.server_seed) and (rounds is None or done < rounds):
            self.answer(self.next())
            done += 1
            if self.game.outcome(self.state) is None:
                step.run_on(self.seed, self.deadline, self.orders)
        return Played(b"".join(step.lines), bytes(self.key.verify_key), self.receipts)

    def next(self) -> Standing:
        """Return what is answered next: never what nobody has to answer."""
        return next(one for one in self.step.table["standing"] if not one["optional"])

    def entropies(self) -> list[bytes | None]:
        """What each seat adds to the seed."""
        return [None] * len(self.step.table["seats"])

    @property
    def state(self) -> State:
        """The state of a match that has been dealt."""
        assert self.step.state is not None
        return self.step.state

    def deadline(self, _: Decision) -> Times:
        return Times(self.step.at + HOUR, HOUR)

    def answer(self, standing: Standing) -> None:
        step, seats = self.step, standing["seats"]
        silent = [seat for seat in seats if self.is_silent(seat)]
        if standing["deadline"] is not None and step.at + 60_000 > standing["deadline"]:
            silent = list(seats)  # while another decision stood unanswered, the time of this one ran out, too
        step.at += HOUR + 1_000 if silent else 60_000
        if silent:
            step.at = max(step.at, (standing["deadline"] or 0) + 1_000)
        received = timestamp(step.at - 5_000 if not silent else step.at - HOUR)
        if not standing["sealed"]:
            move = self.choose(standing, seats[0])
            by = "fallback" if silent else "seat"
            if silent:
                move = self.game.fallback(self.state, seats[0], standing["id"], "absent")
            answer = {"by": by, "move": move, "received": None if silent else received, "seat": seats[0]}
            own = [] if silent else self.acknowledged(standing, answer)
            step.resolve(self.seed, standing["id"], [answer], own)
            return
        openings, locked, moves, faults = [], [], [], []
        escrow_only = standing["kind"] in self.game.rules.escrow_only
        for seat in seats:
            absent = seat in silent
            move = (
                self.game.fallback(self.state, seat, standing["id"], "absent")
                if absent
                else self.choose(standing, seat)
            )
            opening = self.opening(standing, seat, move)
            custody = "absent" if absent else "escrow"
            fault = not absent and self.random.random() < self.unopened and not escrow_only
            if fault:
                custody = "client"
            lock = Locked(seat=seat, commitment=seal.commitment(opening), seq=0 if absent else 1, custody=custody)
            locked.append(self.locking(standing, lock))
            if not absent:
                self.receipt("commit", standing, seat, 1, lock["commitment"], received, custody=custody)
            if fault:
                faults.append({"fault": "unopened", "seat": seat})
                move = self.game.fallback(self.state, seat, standing["id"], "unopened")
            else:
                openings.append(opening)
            by = "fallback" if absent or fault else "seat"
            moves.append({"by": by, "move": move, "received": received if by == "seat" else None, "seat": seat})
        step.lock(standing["id"], locked, [one["seat"] for one in locked if one["custody"] == "client"])
        if faults:
            step.at += standing["opening_period"] + 1_000
        step.resolve(self.seed, standing["id"], moves, openings, faults)

    def is_silent(self, seat: int) -> bool:
        """Return whether a seat leaves a decision unanswered."""
        return self.random.random() < self.silence

    def joining(self, number: int) -> dict[str, Any]:
        """Return what else the entry says with which a seat is taken."""
        return {}

    def locking(self, standing: Standing, locked: Locked) -> Locked:
        """Return what a seat is locked with."""
        return locked

    def acknowledged(self, standing: Standing, answer: dict[str, Any]) -> list[seal.Opening]:
        """Return the opening over which an answer to an open decision was acknowledged."""
        seat = answer["seat"]
        opening = self.opening(standing, seat, answer["move"])
        seq = self.acts[standing["id"], seat] = self.acts.get((standing["id"], seat), 0) + 1
        self.receipt("commit", standing, seat, seq, seal.commitment(opening), answer["received"])
        return [opening]

    def choose(self, standing: Standing, seat: int) -> dict[str, Any]:
        state = self.state
        moves = self.game.moves(state, seat, standing["id"])
        if not self.bot:
            return self.random.choice(moves)
        return self.game.bot(self.game.view(state, seat), standing, moves, Draws(self.random.randbytes(32)))

    def opening(self, standing: Standing, seat: int, move: dict[str, Any]) -> seal.Opening:
        return seal.Opening(
            v=1, match=self.step.table["match"], rules=self.step.table["rules"], decision=standing["id"], seat=seat,
            head=standing["head"], salt=b64(self.random.randbytes(32)), move=move,
        )  # fmt: skip

    def receipt(
        self, act: str, standing: Standing, seat: int, seq: int, commitment: str | None, received: str,
        head: str | None = None, custody: str = "escrow",
    ) -> dict[str, Any]:  # fmt: skip
        """Sign a receipt as the API would and keep it."""
        receipt = {
            "act": act, "match": self.step.table["match"], "decision": standing["id"], "seat": seat, "seq": seq,
            "commitment": commitment, "custody": custody, "received": received, "n": standing["n"],
            "head": head or standing["head"], "key": b64(hashlib.sha256(bytes(self.key.verify_key)).digest()[:8]),
            "protocol": NAME,
        }  # fmt: skip
        signature = b64(self.key.sign(seal.receipt_bytes(receipt)).signature)
        self.receipts.append({"receipt": receipt, "signature": signature})
        return self.receipts[-1]
