"""How fast Seafarers is: random play, one ``resolve`` through JSON, listing legal moves; beside another engine when asked.

W1 and W6 are random play in memory: of every decision all legal moves are listed, one of them is chosen and resolved; states are
copied, as the contract wants, and dice fall from a plain generator. Nobody offers trades. *Asked* counts the answers to
decisions. Other engines ask for a roll and for the end of a turn that nobody had a choice about, too; where the same is
counted here, the figure says *played*. W4 is ``resolve`` as the service calls it: state as stored text, provably fair draws, text
again. W5 lists the legal moves of stored states, none of which was seen before by the process.

The section ``peers`` has catanatron beside it. ``--compiled`` measures W1 with the rules compiled as well (``setup.py``). All
are whole matches, in turn, by CPU time, new matches in each repeat.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.contract import Decision, Move, State
from engine.games.seafarers.book import Book
from engine.games.seafarers.game import Seafarers
from engine.protocol.chance import Draws
from service.store.values import decode, encode
from tests.campaigns.bench.compiled import compiled
from tests.campaigns.bench.figures import Figure, Plan, interleaved

GAME = Seafarers(Book.shipped(), hidden_too=True)
BASE, ISLANDS = ("base-19", 4), ("sechs-inseln-6", 6)
TURNS = {"base-19": 1000, "sechs-inseln-6": 400}
STATES, APART = 1000, 7
"""How many states are stored for W5, and how many decisions lie between them."""


@dataclass
class Counted:
    """What some matches took: answers, what was played in all, CPU seconds."""

    asked: int = 0
    played: int = 0
    seconds: float = 0.0


@dataclass
class Calls:
    """CPU seconds of single calls."""

    seconds: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.seconds) / len(self.seconds)


def run(plan: Plan) -> Iterator[Figure]:
    """Yield W1, W4, W5 and W6."""
    seeds = count(1)
    with ExitStack() as stack:
        measures: list[Callable[[], Any]] = [
            lambda: play(*BASE, plan.seconds, seeds),
            lambda: play(*ISLANDS, plan.seconds, seeds),
            lambda: through_json(*BASE, plan.seconds, seeds),
            lambda: through_json(*ISLANDS, plan.seconds, seeds),
            lambda: listing(*ISLANDS, seeds),
        ]
        if plan.compiled:
            quick = stack.enter_context(Player.of_compiled_rules(plan.folder / "compiled"))
            measures.append(lambda: quick.play(plan.seconds))
        play(*BASE, 0, seeds)
        results = interleaved(measures, plan.repeats)
    quickly = results.pop() if plan.compiled else []
    yield from _w1("", results[0])
    if quickly:
        yield from _w1(", compiled", quickly)
    yield _rate("seafarers W6: sechs-inseln-6, six at random: asked", [one.asked / one.seconds for one in results[1]])
    for name, calls in (("base-19", results[2]), ("sechs-inseln-6", results[3])):
        yield Figure(f"seafarers W4: {name}: resolve, JSON text in and out", "us", tuple(1e6 * x.mean for x in calls))
    listed = tuple(1e6 * one.mean for one in results[4])
    yield Figure(f"seafarers W5: sechs-inseln-6: legal moves of one of {STATES:,} states", "us", listed)


def _rate(name: str, values: Sequence[float]) -> Figure:
    return Figure(name, "/s", tuple(values))


def _w1(how: str, ours: Sequence[Counted]) -> Iterator[Figure]:
    yield _rate(f"seafarers W1: base-19, four at random{how}: asked", [one.asked / one.seconds for one in ours])
    yield _rate(f"seafarers W1: base-19, four at random{how}: played", [one.played / one.seconds for one in ours])


class Dice:
    """A chance that costs little: W1 compares rules, not generators."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        number = self._random.random
        return [int(number() * n) for _ in range(count)]

    def shuffle(self, label: str, items: Sequence[Any], *, hidden: bool = False) -> list[Any]:
        return self._random.sample(items, len(items))


def _begun(preset: str, seats: int, chance: Any) -> State:
    options = {"preset": preset, "domestic_trade": False, "turn_limit": TURNS[preset]}
    return GAME.setup(GAME.options(options, seats), seats, chance)


def _chosen(state: State, decision: Decision, whims: random.Random) -> dict[int, Move]:
    """Return any of the listed moves for each seat that is asked."""
    answers = {}
    for seat in decision["seats"]:
        listed = GAME.moves(state, seat, decision["id"])
        answers[seat] = listed[int(whims.random() * len(listed))]
    return answers


def play(preset: str, seats: int, seconds: float, seeds: Iterator[int]) -> Counted:
    """Play whole matches in memory until so many CPU seconds are used."""
    counted, answered, turns = Counted(), list[Move](), 0
    begun = time.process_time()
    while counted.seconds <= seconds:
        seed = next(seeds)
        whims, chance = random.Random(seed), Dice(seed)
        state = _begun(preset, seats, chance)
        while standing := GAME.decisions(state):
            answers = _chosen(state, standing[-1], whims)
            answered.extend(answers.values())
            state, _ = GAME.resolve(state, standing[-1]["id"], answers, chance)
        turns += state["turn"]
        counted.seconds = time.process_time() - begun
    chosen = sum(move["type"] in ("roll", "end") for move in answered)
    counted.asked = len(answered)
    counted.played = len(answered) + 2 * turns - chosen
    return counted


def through_json(preset: str, seats: int, seconds: float, seeds: Iterator[int]) -> Calls:
    """Play matches as the service does, and measure ``resolve`` with the state read before and written behind it."""
    calls, ends = Calls(), time.process_time() + seconds
    while not calls.seconds or time.process_time() < ends:
        seed = next(seeds)
        whims, chance = random.Random(seed), Draws(random.Random(seed).randbytes(32))
        text = encode(_begun(preset, seats, chance))
        while standing := GAME.decisions(state := decode(text)):
            answers = _chosen(state, standing[-1], whims)
            begun = time.process_time()
            state, events = GAME.resolve(decode(text), standing[-1]["id"], answers, chance)
            text = encode(state)
            encode(events)
            calls.seconds.append(time.process_time() - begun)
    return calls


def listing(preset: str, seats: int, seeds: Iterator[int]) -> Calls:
    """Store states of matches played by another process, then list the legal moves of each once."""
    command = [sys.executable, "-m", "tests.campaigns.bench.sections.seafarers", preset, str(seats), str(next(seeds))]
    stored = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    calls = Calls()
    for state in map(decode, stored):
        decision = GAME.decisions(state)[-1]
        begun = time.process_time()
        for seat in decision["seats"]:
            GAME.moves(state, seat, decision["id"])
        calls.seconds.append(time.process_time() - begun)
    return calls


def states(preset: str, seats: int, seed: int) -> Iterator[str]:
    """Yield stored states of matches at random, some decisions apart."""
    seen, numbers = 0, count(seed * STATES)
    while True:
        whims, chance = random.Random(next(numbers)), Dice(next(numbers))
        state = _begun(preset, seats, chance)
        while standing := GAME.decisions(state):
            seen += 1
            if seen % APART == 0:
                yield encode(state)
            if seen == STATES * APART:
                return
            state, _ = GAME.resolve(state, standing[-1]["id"], _chosen(state, standing[-1], whims), chance)


class Player:
    """A program that plays in a process of its own, asked over its standard streams."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> None:
        """Start a program that, for each line with a number of seconds, writes decisions asked, played, and seconds used."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=folder)

    @classmethod
    def of_compiled_rules(cls, folder: Path) -> Player:
        """Compile the rules of this engine in a folder."""
        return cls([sys.executable, "-P", "-m", "tests.campaigns.bench.compiled_player"], compiled(folder))

    def play(self, seconds: float) -> Counted:
        """Let it play for so many CPU seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        asked, played, used = self._process.stdout.readline().split()
        return Counted(int(asked), int(played), float(used))

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()


if __name__ == "__main__":
    for one in states(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])):
        print(one)
