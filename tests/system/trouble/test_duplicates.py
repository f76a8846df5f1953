"""Workers that die, with every job delivered twice or more (campaign 3): each round is resolved once, and as if nothing had been.

The fault-free run is the engine alone: same seed, same whims, no store, no processes. Also what a lost job costs, and how
long a dead worker keeps a match (campaign 7).
"""

import hashlib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
import redis
from rq import Queue
from rq.serializers import JSONSerializer

from engine.contract import Move, State
from engine.match.table import Standing
from engine.protocol.canon import canonical, unb64
from engine.protocol.chance import Draws, game_seed
from engine.protocol.log import Entry, read_export
from engine.registry import game
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts, errors
from service.matches.pace import check_pace
from service.matches.seating import creation, lobby
from service.processes.wake import JOBS
from service.store.records import Record
from tests.campaigns.soak.parts import parts
from tests.campaigns.soak.report import Watch
from tests.given import contexts
from tests.given.contexts import account, loaded
from tests.service.serve.watching import until
from tests.system.installation import Installation
from tests.system.players import DAY
from workers.resolve.drain import LEASE

PARTS = ("state", "queue", "resolve-1", "resolve-2", "clock")
COPIES = 3
ROUNDS = 40
"""Resolved decisions of each match of a long form."""
LONGEST = 35
"""Seconds that a dead worker may keep a match."""
PRESETS = ("goldsieber-basic", "goldsieber-pro", "tilsit")


@dataclass
class Figures:
    """What the campaign did: rounds are resolved decisions."""

    kills: int
    matches: int
    rounds: int
    jobs: int


def whim(moves: list[Move], match: str, decision: str, seat: int) -> Move:
    """Return the move a player makes here, in every run of the match."""
    digest = hashlib.sha256(f"{match} {decision} {seat}".encode()).digest()
    return moves[int.from_bytes(digest[:4], "big") % len(moves)]


def play(context: Context, matches: list[str], rounds: int, wake: Callable[[], object]) -> list[State]:
    """Answer everything that stands in all matches until each has so many resolved decisions; return their states."""
    left = dict.fromkeys(matches, 0)
    while left:
        for match in list(left):
            record = loaded(context, match)
            if resolved(context, match) >= rounds or record.table["status"] == "closed":
                del left[match]
                continue
            for standing in record.table["standing"]:
                for seat in standing["seats"]:
                    if (standing["id"], seat) not in record.acts:
                        answer(context, record, standing, seat)
        wake()
    return [contexts.dealt(loaded(context, match)) for match in matches]


def answer(context: Context, record: Record, standing: Standing, seat: int) -> None:
    """Answer as the player of this seat does in every run; somebody else may have resolved the decision meanwhile."""
    assert record.state is not None
    moves = game(record.table["rules"]).moves(record.state, seat, standing["id"])
    move = whim(moves, record.match, standing["id"], seat)
    try:
        if standing["sealed"]:
            acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
        else:
            acts.answer(context, record, seat, acts.SeatAct(standing["id"], move=move))
    except errors.ActError as error:
        assert error.code in ("gone", "locked", "stale", "conflict"), error.code


def fault_free(export: bytes, seed: bytes) -> State:
    """Return the state after as many rounds as the log has, played by the engine alone."""
    entries = [line["entry"] for line in read_export(export)]
    created = entries[0]["body"]
    started = next(entry["body"] for entry in entries if entry["type"] == "started")
    entropies = [None if one is None else unb64(one) for one in started["entropies"]]
    rules = game(created["rules"])
    draws = Draws(game_seed(seed, created["match"], created["rules"], entropies, None))
    state = rules.setup(created["options"], created["seats"], draws)
    for entry in entries:
        if entry["type"] == "resolved":
            decision = next(one for one in rules.decisions(state) if one["id"] == entry["body"]["decision"])
            answers = {
                seat: whim(rules.moves(state, seat, decision["id"]), created["match"], decision["id"], seat)
                for seat in decision["seats"]
            }
            state, _ = rules.resolve(state, decision["id"], answers, draws)
    return state


def begin(context: Context, number: int, **wishes: Any) -> str:
    """Start a match of two people."""
    ann, ben = account(context, f"Ann{number}"), account(context, f"Ben{number}")
    match = new_match_id()
    options = {"preset": PRESETS[number % 3]}
    wish = {"rules": "kontor", "grace": 0, "pace": check_pace(DAY), "options": options, **wishes}
    creation.create(context, ann, creation.NewMatch(**wish), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    return match


def resolved(context: Context, match: str) -> int:
    return sum(b'"type":"resolved"' in line for line in context.store.lines(match, limit=100_000))


class Killer(threading.Thread):
    """Kills one resolver after the other, each when a match went on since it came up, and brings them back.

    Where starting takes long and killing does not, nothing would ever be resolved otherwise, and nobody killed at work.
    """

    def __init__(self, installation: Installation, matches: list[str], kills: int) -> None:
        super().__init__()
        self.installation, self.matches, self.kills = installation, matches, kills
        self.played, self.stop = threading.Event(), threading.Event()
        """Nothing is to be done any more; nothing is to be killed any more."""

    def run(self) -> None:
        done = 0
        while done < self.kills and not self.stop.is_set():
            name = f"resolve-{1 + done % 2}"
            self.installation.ready(name)
            self._wait_for_progress()
            self.installation.kill(name)
            self.installation.let_leases_end()
            self.installation.begin(name)
            done += 1

    def _wait_for_progress(self) -> None:
        before = self._progress()
        until(lambda: self._progress() > before or self.played.is_set(), "a match goes on")

    def _progress(self) -> int:
        return sum(loaded(self.installation.context, match).n for match in self.matches)


def campaign(folder: Path, kills: int, matches: int, rounds: int) -> Figures:
    """Play on while workers die and every wake-up comes three times; compare with the fault-free run."""
    with Installation(folder, PARTS) as installation:
        context = installation.context
        names = [begin(context, number) for number in range(matches)]
        client = redis.Redis.from_url(context.settings.queue_url, protocol=2)
        queue = Queue("resolve", connection=client, serializer=JSONSerializer)
        jobs = 0

        def wake() -> None:
            nonlocal jobs
            for _ in range(COPIES if queue.count < 4 * COPIES else 0):
                queue.enqueue_call(JOBS["resolve"], timeout=20, result_ttl=0)
                jobs += 1

        killer = Killer(installation, names, kills)
        killer.start()
        try:
            states = play(context, names, rounds, wake)
            killer.played.set()
            killer.join()
        finally:
            killer.played.set()
            killer.stop.set()
            killer.join()
        client.close()
        done = 0
        for name, state in zip(names, states, strict=True):
            export = b"".join(context.store.lines(name, limit=100_000))
            record = context.store.load(name, secrets=True)
            assert record is not None
            seed = unb64(record.seed) if record.seed else unb64(closing_seed(export))
            assert canonical(state, depth=32) == canonical(fault_free(export, seed), depth=32)
            decisions = [entry["body"]["decision"] for entry in entries_of(export, "resolved")]
            assert len(decisions) == len(set(decisions)), "a round was resolved twice"
            proof = verify(export, check_signature=lambda message, signature: verify_signature(
                context.signer.public_bytes, message, signature))  # fmt: skip
            assert proof.verdict != "FAIL", proof
            done += len(decisions)
        assert context.store.parked() == {}
        return Figures(sum(installation.kills.values()), matches, done, jobs)


def entries_of(export: bytes, kind: str) -> list[Entry]:
    return [line["entry"] for line in read_export(export) if line["entry"]["type"] == kind]


def closing_seed(export: bytes) -> str:
    return str(entries_of(export, "closed")[0]["body"]["seed"])


def test_rounds_are_resolved_once_and_as_without_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    found = campaign(tmp_path, kills=6, matches=9, rounds=15)
    with capsys.disabled():
        print(f"\nworkers killed, jobs repeated, {watch.seconds:.0f} s: {found}")
    assert found.kills == 6
    assert found.rounds >= 9 * 15
    assert found.jobs > 1


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_twenty_thousand_rounds_and_a_thousand_dead_workers(tmp_path: Path) -> None:
    for part in parts("workers-killed"):
        with part:
            matches = part.size("rounds") // ROUNDS
            found = campaign(tmp_path / str(part.seed), kills=part.size("kills"), matches=matches, rounds=ROUNDS)
            part.counts(**asdict(found))


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with Installation(tmp_path, PARTS) as one:
        yield one


def test_lost_jobs_cost_a_moment_because_the_clock_finds_what_is_due(installation: Installation) -> None:
    context = installation.context
    installation.kill("resolve-1", "resolve-2")
    match = begin(context, 0)
    with redis.Redis.from_url(context.settings.queue_url) as queue:
        until(lambda: queue.llen("rq:queue:resolve"), "the clock has asked for the cards to be dealt")
        queue.delete("rq:queue:resolve")

    installation.start("resolve-1")

    until(lambda: dealt(context, match), "the cards are dealt")


HOLDER = """
import os, sys
from service.config.settings import Settings
from service.context import Context
from service.store.keys import bucket_of
from workers.resolve.drain import LEASE
store = Context.open(Settings.from_environment(os.environ), resolver=True).store
print(store.claim_due(bucket_of(sys.argv[1]), LEASE, 64), flush=True)
sys.stdin.read()
"""


def take_over(installation: Installation) -> float:
    """Return how many seconds a match stays with a worker that was killed while it held it."""
    context = installation.context
    installation.kill("resolve-1", "resolve-2", "clock")
    match = begin(context, 0)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, match], env=installation.environment, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert holder.stdout is not None
    assert match in holder.stdout.readline()
    installation.start("resolve-1", "resolve-2", "clock")
    assert not dealt(context, match)
    holder.kill()
    watch = Watch()
    holder.communicate()
    until(lambda: dealt(context, match), "somebody else has taken over", LEASE / 1000 + 5)
    return watch.seconds


def dealt(context: Context, match: str) -> bool:
    return loaded(context, match).table["status"] == "running"


def test_a_dead_workers_match_is_taken_over_when_its_lease_ends(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = take_over(installation)
    with capsys.disabled():
        print(f"\ntakeover of a dead worker's match: {seconds:.1f} s")
    assert seconds <= LONGEST


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_takeovers(installation: Installation) -> None:
    for part in parts("takeover"):
        with part:
            seconds = [take_over(installation) for _ in part.seeds]
            part.counts(takeovers=len(seconds))
            part.most(seconds=round(max(seconds), 1))
            assert max(seconds) <= LONGEST
