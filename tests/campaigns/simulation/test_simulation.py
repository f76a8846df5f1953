"""A day of an installation in a second, with seeded faults. ``python -m tests.campaigns.simulation SEED`` replays one."""

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache

import pytest

from tests.campaigns.simulation.history import Operation, linearizable
from tests.campaigns.simulation.planted import PLANTED
from tests.campaigns.simulation.story import Told, tell
from tests.campaigns.soak.parts import parts

SHORT = range(1, 7)
AT_ONCE = (
    "an act replaces another than it says", "what is due next is not noted", "a dead worker's match stays leased",
    "a dead deliverer's letter stays leased", "who is interrupted leaves a reply to the next one",
)  # fmt: skip
"""Faults that the first seeds find; the long form looks for all of them."""


@lru_cache(maxsize=len(SHORT))
def told_of(seed: int) -> Told:
    """Run a seed, the short ones once for all tests. :raises AssertionError: naming it, when it broke a promise."""
    try:
        return tell(seed)
    except Exception as error:
        raise AssertionError(f"python -m tests.campaigns.simulation {seed}: {error}") from error


def run(seeds: range) -> Counter[str]:
    """Run seeds; return what happened. :raises AssertionError: naming the seed that broke a promise."""
    happened: Counter[str] = Counter()
    for seed in seeds:
        told = told_of(seed)
        happened += told.happened + Counter(matches=told.matches, decisions=told.decisions, letters=told.letters)
        happened["minutes"] += round(60 * told.hours)
    return happened


def test_stories_with_faults_keep_every_promise() -> None:
    happened = run(SHORT)

    assert happened["decisions"] > 50 and happened["letters"] > 100
    assert len(happened) > 15, "hardly any fault happened"


def test_a_seed_tells_the_same_story_in_every_process() -> None:
    source = "from tests.campaigns.simulation.story import tell; print(tell(4).trace)"
    other = subprocess.run(
        [sys.executable, "-c", source], env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )  # fmt: skip

    assert other.stdout.split()[-1] == told_of(4).trace
    assert told_of(3).trace != told_of(4).trace


def test_planted_faults_are_found() -> None:
    """In a process of its own: what is planted would strike whatever else runs in this one. All of them can be planted."""
    source = (
        "from tests.campaigns.simulation.planted import PLANTED\n"
        "for name in PLANTED:\n"
        "    with PLANTED[name].plant():\n"
        "        pass\n"
        f"for name in {AT_ONCE!r}:\n"
        "    PLANTED[name].search(range(1, 6))\n"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", PLANTED)
def test_every_planted_fault_is_found(name: str) -> None:
    PLANTED[name].search(range(1, 101))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_ten_thousand_stories_keep_every_promise() -> None:
    # A process grows by 2 MB a story, and looks through all of it for what can go.
    jobs = int(os.environ.get("SOAK_JOBS", "1"))
    with ProcessPoolExecutor(jobs, max_tasks_per_child=100) as processes:
        for part in parts("simulation"):
            with part:
                told = list(processes.map(told_of, part.seeds))
                happened = sum((one.happened for one in told), Counter[str]())
                part.counts(
                    stories=len(told), hours=round(sum(one.hours for one in told)), matches=sum(one.matches for one in told),
                    decisions=sum(one.decisions for one in told), letters=sum(one.letters for one in told),
                    happened=dict(sorted(happened.items())), broken=0,
                )  # fmt: skip
                part.most(seconds_due_while_all_was_well=max(one.latest for one in told))


def act(asked: float, answered: float, replaces: int, seq: int, label: str, outcome: str = "ok") -> Operation:
    return Operation("act", asked, label, replaces, answered, outcome, seq)


def lock(at: float, seq: int) -> Operation:
    return Operation("lock", at, "there" if seq else "absent", answered=at, outcome="ok", seq=seq)


def bot(came: float) -> Operation:
    return Operation("bot", came, "bot")


def unanswered(asked: float, replaces: int, label: str) -> Operation:
    return Operation("act", asked, label, replaces)


@pytest.mark.parametrize(
    ("history", "explained"),
    [
        ([act(1, 2, 0, 1, "a"), act(3, 4, 1, 2, "b"), lock(5, 2)], True),
        ([act(1, 2, 0, 1, "a"), act(3, 4, 1, 2, "b"), lock(5, 1)], False),
        ([act(1, 4, 0, 1, "a"), act(2, 3, 0, 0, "b", "conflict"), lock(5, 1)], True),
        ([act(1, 2, 0, 0, "b", "conflict"), act(3, 4, 0, 1, "a"), lock(5, 1)], False),
        ([act(1, 2, 0, 1, "a"), act(3, 4, 0, 1, "a"), lock(5, 1)], True),
        ([act(1, 2, 0, 1, "a"), act(3, 4, 0, 1, "b"), lock(5, 1)], False),
        ([unanswered(1, 0, "a"), act(8, 9, 1, 2, "b"), lock(10, 2)], True),
        ([act(1, 2, 0, 2, "b"), lock(10, 2)], False),
        ([unanswered(1, 0, "a"), lock(2, 0)], True),
        ([unanswered(3, 0, "a"), lock(2, 1)], False),
        ([act(1, 2, 0, 1, "a"), Operation("read", 3, answered=4, outcome="ok", seq=0)], False),
        ([act(1, 9, 0, 1, "a"), Operation("read", 3, answered=4, outcome="ok", seq=0)], True),
        ([act(1, 2, 0, 0, "a", "locked"), lock(3, 0)], False),
        ([bot(2), lock(3, 1)], True),
        ([act(1, 2, 0, 1, "a"), bot(3), lock(4, 1)], True),
        ([act(1, 2, 0, 1, "a"), bot(3), lock(4, 2)], False),
    ],
)  # fmt: skip
def test_what_an_order_explains_and_what_none_does(history: list[Operation], explained: bool) -> None:
    assert linearizable(history) is explained
