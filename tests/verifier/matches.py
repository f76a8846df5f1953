"""Matches that between them have every type of entry: what the mutations start from, with the receipts of their players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine import registry
from engine.match.standing import protocol_of
from engine.match.step import Locked, Standing
from engine.protocol import seal
from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from tests.engine.playing import HOUR, Played, Server
from tests.engine.test_talk import Talking
from tests.partners import RULES, Partners

ENTROPY = bytes(range(32))
ORDER = "so1_" + b64(bytes(31) + b"\x07")


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
        if not standing["sealed"] and protocol_of(self.step.table) == 1:
            received, seat = timestamp(self.step.at + 55_000), standing["seats"][0]
            sealed = "sc1_" + b64(self.random.randbytes(32))
            self.receipt("commit", standing, seat, 1, sealed, received)
        super().answer(standing)

    def lie(self) -> None:
        """From here on the log is another than the one that the players' receipts are of."""

    def answer_by_order(self, standing: Standing) -> None:
        """Nobody answers in time: the orders of the first seat do, for the others the rules."""
        step = self.step
        step.at = max(step.at, standing["deadline"] or 0) + 1_000
        openings, locked, moves = [], [], []
        for seat in standing["seats"]:
            by, order = "fallback", {}
            move = self.game.fallback(self.state, seat, standing["id"], "absent")
            salt = seal.absent_salt(self.server_seed, standing["id"], seat)
            if seat == standing["seats"][0]:
                by, order = "order", {"order": ORDER}
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
    "seed": 5,
    "silence": 0.1,
    "unopened": 0.15,
}
TALK: dict[str, Any] = {"rules": RULES, "places": 4, "seed": 3}
MATCHES = (
    Match("kontor", Eventful, KONTOR),
    Match("talk", Talking, TALK),
    Match("packet-row", Eventful, {"rules": "packet-row", "seed": 4, "silence": 0.1}),
    Match("anno-1701", Eventful, {"rules": "anno-1701", "options": {"turn_limit": 6}, "seed": 6, "silence": 0.1}),
)


def register_partners(patch: pytest.MonkeyPatch) -> None:
    """Let the registry know the toy game of partners who talk."""
    patch.setitem(registry.GAMES, RULES, Partners())
