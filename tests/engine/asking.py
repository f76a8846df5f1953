"""How often people are asked in matches of bots and players at random, and how often for nothing.

``python -m tests.engine.asking [matches] [game]`` prints a row for each preset. Without default orders: every decision is
asked. With them: as the service asks at the pace of mails (:func:`service.matches.orders.default_orders`).
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Decision, Game
from engine.match.orders import next_answer
from engine.protocol.chance import Draws
from engine.registry import GAMES
from tests.engine import laws

LONGEST = 4_000
"""Decisions after which a match of random players is left unfinished."""


@dataclass
class Asked:
    """What matches asked of people: their own turns, questions, those with one possible answer by kind, and letters.

    A letter is written to a player when it is asked, unless it was the last to answer. An offer is a question to those who
    may accept it; others can still make another offer at the table, but get no letter.
    """

    turns: int = 0
    questions: int = 0
    forced: Counter[str] = field(default_factory=Counter)
    letters: int = 0

    def __add__(self, other: Asked) -> Asked:
        sums = (getattr(self, name) + getattr(other, name) for name in ("turns", "questions", "forced", "letters"))
        return Asked(*sums)

    def ask(self, decision: Decision, choices: int) -> None:
        """Count a question with so many possible answers."""
        self.questions += 1
        if choices <= 1:
            self.forced[decision["kind"]] += 1


def played(game: Game, options: dict[str, Any], seats: int, seed: int, *, default: bool) -> Asked:
    """Play a match in which every other seat is a bot and the rest plays at random."""
    rng, chance = random.Random(seed), Draws(laws.seed_of(seed))
    players = [(laws.bot if (seat + seed) % 2 else laws.at_random)(rng) for seat in range(seats)]
    pick = laws.in_any_order(rng)
    state = game.setup(game.options(options, seats), seats, chance)
    said = game.rules.orders_default if default else None
    orders = {} if said is None else dict.fromkeys(range(seats), said)
    asked, told, last, rounds = Asked(), set[str](), -1, set[str]()
    for _ in range(LONGEST):
        decisions = game.decisions(state)
        rounds |= {one["id"].split(".")[0] for one in decisions}
        answered = next_answer(game, state, decisions, orders, lambda _: True)
        if answered is not None:
            state, _ = game.resolve(state, answered[0], {answered[1]: answered[2]}, chance)
            continue
        if not decisions:
            break
        offered = laws.offered_in(game, state)
        for one in decisions:
            if one["id"] in told or (one["optional"] and one["kind"] not in game.rules.bots_reply):
                continue
            told.add(one["id"])
            for seat in one["seats"]:
                choices = len(offered(seat, one))
                if default and one["optional"] and choices < 2:
                    continue
                asked.ask(one, choices)
                asked.letters += seat != last
        decision = pick(offered, decisions)
        answers = {
            seat: players[seat](game, state, seat, decision, offered(seat, decision)) for seat in decision["seats"]
        }
        last = decision["seats"][0] if len(decision["seats"]) == 1 else -1
        state, _ = game.resolve(state, decision["id"], answers, chance)
    by_rounds = any(one.startswith("r") for one in rounds)
    return asked + Asked(turns=len(rounds) * (seats if by_rounds else 1))


def table(matches: int, only: str | None = None) -> None:
    """Print a row for each preset, without and with default orders."""
    print(
        "| game | preset | seats | default | own turns | questions per turn | with one answer | letters per turn | kinds |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for name, game in GAMES.items():
        for preset, options in game.rules.presets.items() if only in (None, name.split("@")[0]) else ():
            for seats in game.rules.preset_seats.get(preset, game.rules.seats):
                for default in (False, True):
                    parts = (played(game, dict(options), seats, seed, default=default) for seed in range(matches))
                    print(row(name, preset, seats, sum(parts, Asked()), default=default), flush=True)


def row(name: str, preset: str, seats: int, asked: Asked, *, default: bool) -> str:
    """Return the row of a preset."""
    kinds = ", ".join(f"{kind} {count}" for kind, count in asked.forced.most_common())
    share = 100 * asked.forced.total() / max(1, asked.questions)
    per_turn = (f"{count / max(1, asked.turns):.2f}" for count in (asked.questions, asked.letters))
    questions, letters = per_turn
    cells = (
        name,
        preset,
        str(seats),
        "yes" if default else "no",
        str(asked.turns),
        questions,
        f"{share:.1f} %",
        letters,
        kinds,
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    table(int(sys.argv[1]) if sys.argv[1:] else 40, sys.argv[2] if sys.argv[2:] else None)
