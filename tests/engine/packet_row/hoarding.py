"""The richest hands a match can lead to: one player collects, the others let it; what is costly to think about is found here.

A ``Hoard`` says how the collector goes about it; ``climb`` of :mod:`tests.engine.steps` changes it a little again and again and
keeps what costs more.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Move, State
from engine.games.packet_row import GAME
from engine.protocol.chance import Draws
from tests.engine.laws import seed_of
from tests.engine.packet_row.table import CARDS

WANTED = ("contract", "ship", "captain", "goods", "trader", "gold")


@dataclass(frozen=True)
class Hoard:
    """A way to collect: the deal, the boards opened one after the other, which kinds are taken first, and until when."""

    seats: int
    deal: int
    boards: str
    kinds: tuple[str, ...]
    rounds: int

    @classmethod
    def any(cls, rng: random.Random) -> Hoard:
        kinds = tuple(rng.sample(WANTED, len(WANTED)))
        return cls(rng.choice(GAME.rules.seats), rng.randrange(10**6), _boards(rng), kinds, rng.randint(30, 99))

    def changed(self, rng: random.Random) -> Hoard:
        """Return a way that differs a little."""
        at = rng.randrange(len(self.boards))
        return rng.choice(
            [
                replace(self, boards=self.boards[:at] + rng.choice("GDMB") + self.boards[at + 1 :]),
                replace(self, boards=self.boards[:at] + _boards(rng)[at:]),
                replace(self, kinds=tuple(rng.sample(WANTED, len(WANTED)))),
                replace(self, rounds=max(10, self.rounds + rng.randint(-9, 9))),
                replace(self, deal=rng.randrange(10**6)),
            ]
        )

    def state(self) -> State:
        """Return the state in which the collector, seat 0, has stopped, at the latest before the last contracts."""
        chance = Draws(seed_of(self.deal))
        state = GAME.setup(GAME.options({}, self.seats), self.seats, chance)
        while state["round"] <= self.rounds:
            due = next(one for one in GAME.decisions(state) if not one["optional"])
            (seat,) = due["seats"]
            after, _ = GAME.resolve(state, due["id"], {seat: self._move(state, seat, due["kind"])}, chance)
            if after["stage"] in ("final", "over"):
                return state
            state = after
        return state

    def _move(self, state: State, seat: int, kind: str) -> Move:
        takes = [
            {"type": "take", "card": card}
            for card in state["boards"][state["open_board"]]["current"]
            if card is not None and CARDS[card].cost <= state["players"][seat]["money"]
        ] if kind != "open" else []  # fmt: skip
        if seat == 0 and takes:
            return min(takes, key=lambda move: self._dislike(move["card"]))
        if kind in ("ask", "last"):
            return {"type": "decline" if kind == "ask" else "pass"}
        # Another harbour master ends the round with whatever is nothing to the collector, so that boards last.
        if takes and kind == "harbour":
            return max(takes, key=lambda move: self._dislike(move["card"]))
        left = [
            board for board in "GDMB" if not state["boards"][board]["opened"] and any(state["boards"][board]["current"])
        ]
        if not left:
            return {"type": "end"}
        wanted = self.boards[state["round"] % len(self.boards)]
        return {"type": "open", "board": wanted if wanted in left else left[0]}

    def _dislike(self, card: str) -> tuple[int, str]:
        kind = CARDS[card].kind
        return (self.kinds.index(kind) if kind in self.kinds else len(self.kinds)), card


def _boards(rng: random.Random) -> str:
    return "".join(rng.choices("GDMB", weights=[4, 4, 5, rng.randint(1, 4)], k=99))


def collected(state: State) -> list[Any]:
    """Return the collector's cards."""
    player = state["players"][0]
    return [CARDS[card] for card in (*player["hand"], *player["ships"])]
