"""How often people are asked in matches of bots and players at random, and how often for nothing.

``python -m tests.engine.bots.asking [matches] [game]`` prints a row for each preset. Without default orders: every decision is
asked. With them: as the service asks at the pace of mails (:func:`service.matches.orders.default_orders`).

What may be said with an answer (:class:`engine.kit.text.particulars.FollowUp`) is said if nothing else will be possible then:
who builds with the last cards ends the turn as well.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Decision, Game, Move, State
from engine.kit.text.particulars import Seen, particulars_of
from engine.match.orders import next_answer
from engine.protocol.chance import Draws
from engine.registry import GAMES
from tests.engine import laws

LONGEST = 4_000
"""Decisions after which a match of random players is left unfinished."""


@dataclass
class Asked:
    """What matches asked of people: their own turns, questions by kind, those with one possible answer, and letters.

    ``along`` are questions with one possible answer that was given together with the answer before.

    A letter is written to a player who is asked, unless that player was the last to answer. An offer is a question to those
    who may accept it, but no letter of its own. Others can still make another offer at the table.
    """

    turns: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    forced: Counter[str] = field(default_factory=Counter)
    letters: int = 0
    along: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Asked) -> Asked:
        return Asked(
            self.turns + other.turns,
            self.kinds + other.kinds,
            self.forced + other.forced,
            self.letters + other.letters,
            self.along + other.along,
        )

    @property
    def questions(self) -> int:
        return self.kinds.total()

    def ask(self, decision: Decision, choices: int) -> None:
        """Count a question with so many possible answers."""
        self.kinds[decision["kind"]] += 1
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
    along: list[Move] = []
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
                if seat == last and offered(seat, one) == along:
                    asked.along[one["kind"]] += 1
                    continue
                asked.ask(one, choices)
                asked.letters += seat != last and not one["optional"]
        decision = pick(offered, decisions)
        answers = {
            seat: players[seat](game, state, seat, decision, offered(seat, decision)) for seat in decision["seats"]
        }
        last = decision["seats"][0] if len(decision["seats"]) == 1 else -1
        along = [] if decision["optional"] else said_with(game, state, decision, answers)
        state, _ = game.resolve(state, decision["id"], answers, chance)
    by_rounds = any(one.startswith("r") for one in rounds)
    return asked + Asked(turns=len(rounds) * (seats if by_rounds else 1))


def said_with(game: Game, state: State, decision: Decision, answers: dict[int, Move]) -> list[Move]:
    """Return the answer to a following question that may be said with an only answer; empty if there is none, or more."""
    found: list[Move] = []
    for seat, move in answers.items():
        seen = Seen(decision, game.view(state, seat), "en", ["?"] * len(answers))
        follow_ups = particulars_of(game).follow_ups(move, seen)
        found = [one.answers[0][1] for one in follow_ups] if len(answers) == len(follow_ups) == 1 else []
    return found


def presets() -> Iterator[tuple[Game, str, dict[str, Any], int]]:
    """Yield every game with each of its presets and numbers of seats."""
    for game in GAMES.values():
        for preset, options in game.rules.presets.items():
            for seats in game.rules.preset_seats.get(preset, game.rules.seats):
                yield game, preset, dict(options), seats


def row(asked: Asked) -> dict[str, str]:
    """Return the figures of a preset: for each own turn, and how many questions had one possible answer."""
    kinds = ", ".join(f"{kind} {count}" for kind, count in asked.forced.most_common())
    share = 100 * asked.forced.total() / max(1, asked.questions)
    along = asked.along.total() / max(1, asked.turns)
    questions, letters = (f"{count / max(1, asked.turns):.2f}" for count in (asked.questions, asked.letters))
    return {
        "own_turns": str(asked.turns),
        "questions_per_turn": questions,
        "with_one_answer": f"{share:.1f} % {kinds}".strip(),
        "said_along_per_turn": f"{along:.2f}",
        "letters_per_turn": letters,
    }


def table(matches: int, only: str = "") -> None:
    """Print a row for each preset, without and with default orders."""
    heads = ("game", "preset", "seats", "default", *(name.replace("_", " ") for name in row(Asked())))
    print("|", " | ".join(heads), "|\n|" + "---|" * len(heads))
    for game, preset, options, seats in presets():
        if not game.rules.id.startswith(only):
            continue
        for default in (False, True):
            parts = (played(game, options, seats, seed, default=default) for seed in range(matches))
            cells = game.rules.id, preset, str(seats), "yes" if default else "no", *row(sum(parts, Asked())).values()
            print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    table(int(sys.argv[1]) if sys.argv[1:] else 40, *sys.argv[2:3])
