"""Matches that between them have every type of entry: what the mutations start from, with the receipts of their players."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine import registry
from engine.contract import Move
from engine.match.table import Locked, Standing
from engine.protocol import seal
from engine.protocol.bodies import NAME
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from tests.engine.playing import HOUR, Played, Server
from tests.engine.test_talk import Talking
from tests.given.partners import RULES, Partners

ENTROPY = bytes(range(32))
ORDER, ORDER_SEQ = "so1_" + b64(bytes(31) + b"\x07"), 2
"""The orders that answer for a seat, and the number of the act that set them."""


class Eventful(Server):
    """Somebody leaves and comes back with entropy, time is extended, orders answer; every live answer has its receipt."""

    def __init__(self, *, lying_from: int | None = None, **chosen: Any) -> None:
        super().__init__(**chosen)
        self.lying_from = lying_from
        self.answered = 0
        self.step.write("left", {"seat": 0})
        self.sit(0, ENTROPY)

    def entropies(self) -> list[bytes | None]:
        return [ENTROPY, *[None] * (len(self.step.table["seats"]) - 1)]

    def answer(self, standing: Standing) -> None:
        self.answered += 1
        if self.lying_from == self.answered:
            self.random.seed(77)
            self.lie()
        if self.answered in {2, 5}:
            self.step.extend(standing, HOUR)
            standing = next(one for one in self.step.table["standing"] if one["id"] == standing["id"])
        if standing["sealed"] and self.answered % 4 == 3 and self.game.rules.orders is not None:
            self.answer_by_order(standing)
            return
        super().answer(standing)

    def lie(self) -> None:
        """From here on the log is another than the one that the players' receipts are of."""

    def answer_by_order(self, standing: Standing) -> None:
        """Nobody answers in time: the orders of the first seat do, for the others the rules."""
        step = self.step
        step.at = max(step.at, standing["deadline"] or 0) + 1_000
        openings, locked, moves = [], [], []
        for seat in standing["seats"]:
            order: dict[str, Any] = {}
            by = "fallback"
            move = self.game.fallback(self.state, seat, standing["id"], "absent")
            salt = seal.absent_salt(self.server_seed, standing["id"], seat)
            if seat == standing["seats"][0]:
                by, order = "order", {"order": ORDER, "order_seq": ORDER_SEQ}
                move, salt = self.choose(standing, seat), self.random.randbytes(32)
            opening = seal.Opening(**{**self.opening(standing, seat, move), "salt": b64(salt)})
            openings.append(opening)
            locked.append(Locked(seat=seat, commitment=seal.commitment(opening), seq=0, custody="absent", **order))  # type: ignore[typeddict-item]
            moves.append({"by": by, "move": move, "received": None, "seat": seat})
        step.lock(standing["id"], locked)
        step.resolve(self.seed, standing["id"], moves, openings, [])


class Silenced(Eventful):
    """A liar who, from some answer on, says that nobody answered any more."""

    def lie(self) -> None:
        self.silence = 1.0


class Blamed(Eventful):
    """A liar who, from some answer on, says that nobody opened any more."""

    def lie(self) -> None:
        self.unopened = 1.0


COURSES: dict[int, tuple[str, str]] = {
    1: ("opened", "replaced"),
    2: ("unopened", "escrow"),
    3: ("withdrawn", "opened"),
    4: ("illegal", "opened"),
    5: ("failed", "opened"),
    6: ("ordered", "escrow"),
    7: ("escrow", "salt-reused"),
    8: ("failed-opened", "illegal"),
    9: ("escrow", "late"),
    10: ("ordered", "opened"),
}
"""What the seats do in the n-th sealed decision with two seats; later, and alone, they seal with escrow."""

ILLEGAL: Move = {"type": "nothing of the kind"}
LIES = ("called-unopened", "called-unopened-early", "called-failed", "called-illegal", "called-reused")
"""What an operator with the key makes of a seat that opened its commitment as it should."""
CLIENT = ("opened", "unopened", "illegal", "salt-reused", *LIES[:2], *LIES[3:])
FAILED = ("failed", "failed-opened", "called-failed")
SILENT = ("withdrawn", "ordered", "late")
SHUT = ("unopened", "failed")
FAULTS = {
    "unopened": "unopened", "called-unopened": "unopened", "called-unopened-early": "unopened",
    "failed": "escrow-failed", "called-failed": "escrow-failed",
    "illegal": "illegal", "called-illegal": "illegal",
    "salt-reused": "salt-reused", "called-reused": "salt-reused",
}  # fmt: skip


@dataclass
class Sealed:
    """What one seat did: its lock, what was opened, its fault, and what the log calls its answer."""

    lock: Locked
    opening: seal.Opening | None
    fault: str | None
    by: str


class EveryCourse(Eventful):
    """Seats open, keep shut, cheat, withdraw, leave it to orders, come too late; boxes fail."""

    def __init__(self, *, courses: dict[int, tuple[str, str]] | None = None, **chosen: Any) -> None:
        self.courses = COURSES if courses is None else courses
        self.sealed = 0
        self.order_seq: dict[int, int] = {}
        super().__init__(**chosen)

    def answer(self, standing: Standing) -> None:
        if not standing["sealed"] or len(standing["seats"]) < 2:
            super().answer(standing)
            return
        self.sealed += 1
        if self.sealed in {2, 3}:
            self.step.extend(standing, HOUR)
            standing = next(one for one in self.step.table["standing"] if one["id"] == standing["id"])
        seats = standing["seats"]
        courses = dict(zip(seats, self.courses.get(self.sealed, ("escrow", "escrow")), strict=False))
        self.seal(standing, {seat: courses.get(seat, "escrow") for seat in seats})

    def seal(self, standing: Standing, courses: dict[int, str]) -> None:
        """Let the seats act, lock, open and resolve."""
        step, seats = self.step, standing["seats"]
        received = timestamp(step.at + 5_000)
        silent = any(course in SILENT for course in courses.values())
        late = (standing["deadline"] or 0) + 1_000
        did = {seat: self.act(standing, seat, courses[seat], received, late) for seat in seats}
        step.at = max(step.at + 60_000, late + 1 if silent else 0)
        awaited = [seat for seat in seats if courses[seat] in (*CLIENT, *FAILED)]
        step.lock(standing["id"], [did[seat].lock for seat in seats], awaited)
        opening = next(one for one in step.table["standing"] if one["id"] == standing["id"])
        for seat in awaited:
            if courses[seat] not in SHUT:
                lock = did[seat].lock
                self.sign("open", standing, lock["seat"], lock["seq"] + 1, lock["commitment"], lock["custody"])
        if any(course in (*SHUT, "called-unopened", "called-failed") for course in courses.values()):
            step.at = (opening["opening_ends"] or step.at) + 1_000
        else:
            step.at += 60_000
        moves, openings, faults = [], [], []
        for seat in seats:
            one = did[seat]
            if one.fault is None:
                assert one.opening is not None
                openings.append(one.opening)
                move = one.opening["move"]
            else:
                shown = {"opening": one.opening} if one.fault in ("illegal", "salt-reused") else {}
                faults.append({"fault": one.fault, "seat": seat, **shown})
                why = "absent" if one.fault == "escrow-failed" else "unopened"
                move = self.game.fallback(self.state, seat, standing["id"], why)  # type: ignore[arg-type]
            by = one.by if one.fault is None else "fallback"
            moves.append({"by": by, "move": move, "received": received if by == "seat" else None, "seat": seat})
        step.resolve(self.seed, standing["id"], moves, openings, faults)

    def act(self, standing: Standing, seat: int, course: str, received: str, late: int) -> Sealed:
        """Let a seat act before the lock; keep its receipts."""
        if course in SILENT:
            return self.silent(standing, seat, course, received, late)
        move = ILLEGAL if course == "illegal" else self.choose(standing, seat)
        opening = self.opening(standing, seat, move)
        if course == "salt-reused":
            opening = seal.Opening(**{**opening, "salt": self.used_salt()})
        custody = "client" if course in CLIENT else "escrow"
        seq = 1
        if course == "replaced":
            other = self.opening(standing, seat, self.choose(standing, seat))
            self.sign("commit", standing, seat, 1, seal.commitment(other), custody, received)
            seq = 2
        sealed = seal.commitment(opening)
        self.sign("replace" if seq > 1 else "commit", standing, seat, seq, sealed, custody, received)
        lock = Locked(seat=seat, commitment=sealed, seq=seq, custody=custody)
        return Sealed(lock, opening, FAULTS.get(course), "seat")

    def silent(self, standing: Standing, seat: int, course: str, received: str, late: int) -> Sealed:
        """Let a seat withdraw, come too late, or have orders that answer for it."""
        move, seq = self.game.fallback(self.state, seat, standing["id"], "absent"), 0
        salt = seal.absent_salt(self.server_seed, standing["id"], seat)
        order: dict[str, Any] = {}
        if course == "withdrawn":
            sealed = seal.commitment(self.opening(standing, seat, self.choose(standing, seat)))
            self.sign("commit", standing, seat, 1, sealed, "escrow", received)
            self.sign("withdraw", standing, seat, 2, None, "escrow", received)
            seq = 2
        elif course == "late":
            self.sign("refused", standing, seat, 0, None, "escrow", timestamp(late), reason="late")
        else:
            move, salt = self.choose(standing, seat), self.random.randbytes(32)
            number = self.order_seq[seat] = self.order_seq.get(seat, 0) + 1
            order = {"order": "so1_" + b64(self.random.randbytes(32)), "order_seq": number}
            self.sign("order", standing, seat, number, order["order"], "escrow", received, decision="orders")
        opening = seal.Opening(**{**self.opening(standing, seat, move), "salt": b64(salt)})
        lock = Locked(seat=seat, commitment=seal.commitment(opening), seq=seq, custody="absent", **order)  # type: ignore[typeddict-item]
        return Sealed(lock, opening, None, "order" if order else "fallback")

    def used_salt(self) -> str:
        """Return a salt that the log has published."""
        bodies = [entry["body"] for entry in self.step.entries if entry["type"] == "resolved"]
        found: str = next(opening["salt"] for body in bodies for opening in body["openings"])
        return found

    def sign(
        self, act: str, standing: Standing, seat: int, seq: int, commitment: str | None, custody: str | None,
        received: str = "", **changes: Any,
    ) -> None:  # fmt: skip
        """Keep the receipt of an act that came over the last entry of the log."""
        said = {
            "act": act, "commitment": commitment, "custody": custody, "decision": standing["id"],
            "head": b64(self.step.head), "key": b64(hashlib.sha256(bytes(self.key.verify_key)).digest()[:8]),
            "match": self.step.table["match"], "n": self.step.n, "protocol": NAME,
            "received": received or timestamp(self.step.at + 1_000), "seat": seat, "seq": seq, **changes,
        }  # fmt: skip
        self.receipts.append({"receipt": said, "signature": b64(self.key.sign(seal.receipt_bytes(said)).signature)})


@dataclass(frozen=True)
class Match:
    """A match to mutate: how it was played, and how the same server would have told it otherwise."""

    name: str
    make: Callable[..., Server]
    chosen: dict[str, Any]

    def played(self, kind: type[Eventful] | None = None, **more: Any) -> Played:
        """Play it; ``kind`` and ``more`` say how a liar plays it from some answer on."""
        return (kind or self.make)(**{**self.chosen, **more}).play()


KONTOR: dict[str, Any] = {
    "options": {"preset": "goldsieber-basic", "round_limit": 4},
    "seed": 1,
    "silence": 0.1,
    "unopened": 0.15,
}
TALK: dict[str, Any] = {"rules": RULES, "places": 4, "seed": 3}
EVENTFUL: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 11}, "seed": 5}
"""A match in which every course is taken."""
ANNO: dict[str, Any] = {"rules": "anno-1701", "options": {"turn_limit": 6}, "seed": 6, "silence": 0.1}
MATCHES = (
    Match("kontor", Eventful, KONTOR),
    Match("talk", Talking, TALK),
    Match("packet-row", Eventful, {"rules": "packet-row", "seed": 4, "silence": 0.1}),
    Match("anno-1701", Eventful, ANNO),
    Match("kontor, every course", EveryCourse, EVENTFUL),
    Match("anno-1701, every course", EveryCourse, {**ANNO, "courses": {1: ("ordered", "escrow")}}),
)


def register_partners(patch: pytest.MonkeyPatch) -> None:
    """Let the registry know the toy game of partners who talk."""
    patch.setitem(registry.GAMES, RULES, Partners())
