"""Campaigns against the store: Redis killed under load, its append-only file cut anywhere. Short and long forms."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest

from service.store import HalfStep
from service.store.records import Record
from service.store.store import Store, StoreUnavailable
from tests.servers.redis_server import RedisServer
from tests.store.examples import act, loaded, match_id, notice, recipient, running, sealed, standing, step
from tests.system.watcher import watched

Answer = TypeVar("Answer")
ACTS_PER_STEP = 3
LINES_PER_STEP = 2
PATIENCE = 60.0
"""Seconds without an acknowledgement after which the store counts as lost."""


@dataclass(frozen=True)
class Figures:
    """What a campaign did: faults made, acknowledged acts and steps, calls whose fate was unknown and that were repeated."""

    faults: int
    acts: int
    steps: int
    repeated: int


@dataclass(frozen=True)
class Mark:
    """What was acknowledged for a match while the append-only file was no longer than ``size``."""

    size: int
    acts: int
    steps: int


class Progress:
    """Counts acknowledgements, so that faults can be placed by progress instead of by time."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = threading.Condition()

    def add(self) -> None:
        """Note one acknowledgement."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait_for_more(self, number: int) -> None:
        """Return after so many more."""
        with self._changed:
            wanted = self._count + number
            assert self._changed.wait_for(lambda: self._count >= wanted, PATIENCE), "nothing is acknowledged any more"


@dataclass
class Writer:
    """A player and a worker at a match of their own; what is not acknowledged they repeat until it is."""

    store: Store
    server: RedisServer
    match: str
    progress: Progress
    commitments: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    steps: int = 0
    repeated: int = 0

    def turn(self) -> None:
        """Seal a card, change it twice, resolve, or what of it is still to do; each acknowledged before the next."""
        record = self._insist(lambda: loaded(self.store, self.match))
        sealed_so_far = record.acts.get((record.table["standing"][0]["id"], 0))
        for seq in range(sealed_so_far.seq if sealed_so_far else 0, ACTS_PER_STEP):
            self._act(record, seq)
        self._step(record)

    def _act(self, record: Record, seq: int) -> None:
        name = f"{record.n} {seq}"
        request = act(record, 0, name, kind="replace" if seq else "commit", replaces=seq)
        result = self._insist(lambda: self.store.act(request))
        assert result.outcome in ("stored", "same"), result
        assert result.act is not None and result.act.seq == seq + 1, "an act was counted twice"
        self.commitments.append(sealed(f"{name} 0"))
        self._acknowledged()

    def _step(self, record: Record) -> None:
        change = step(
            record, standing(f"r{record.n + LINES_PER_STEP}.choose"), lines=LINES_PER_STEP, by=str(record.n),
            ended=[record.table["standing"][0]["id"]], due=record.n, state={"n": record.n + LINES_PER_STEP},
            notices=[notice(self.match, record.n)],
        )  # fmt: skip
        done = self._insist(lambda: self.store.transition(change) or loaded(self.store, self.match).head == change.head)
        assert done, "somebody else wrote this match"
        self.steps += 1
        self._acknowledged()

    def _acknowledged(self) -> None:
        size = self.server.append_only_file.stat().st_size
        self.marks.append(Mark(size, len(self.commitments), self.steps))
        self.progress.add()

    def _insist(self, call: Callable[[], Answer]) -> Answer:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return call()
            except StoreUnavailable:
                self.repeated += 1
                assert time.monotonic() < until, "the store stays away"


class Load:
    """Writers at work in threads of their own."""

    def __init__(self, server: RedisServer, writers: int) -> None:
        self.server = server
        self.store = Store.connect(server.url)
        self.progress = Progress()
        self.writers = [Writer(self.store, server, self._create(number), self.progress) for number in range(writers)]
        self._stop = threading.Event()
        self._failures: list[BaseException] = []
        self._threads = [threading.Thread(target=self._work, args=(writer,)) for writer in self.writers]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        assert self._failures == []

    def figures(self, faults: int) -> Figures:
        """Return what was acknowledged."""
        return Figures(
            faults=faults,
            acts=sum(len(writer.commitments) for writer in self.writers),
            steps=sum(writer.steps for writer in self.writers),
            repeated=sum(writer.repeated for writer in self.writers),
        )

    def _create(self, number: int) -> str:
        return running(self.store, match_id(number, bucket=number)).match

    def _work(self, writer: Writer) -> None:
        try:
            while not self._stop.is_set():
                writer.turn()
        except BaseException as error:
            self._failures.append(error)


def kill_campaign(server: RedisServer, kills: int, *, writers: int = 6, seed: int = 1) -> Figures:
    """Kill Redis under load again and again; everything acknowledged must be there, once."""
    chance = random.Random(seed)
    load = Load(server, writers)
    with watched(server.url), load:
        for _ in range(kills):
            load.progress.wait_for_more(chance.randrange(20, 120))
            server.kill()
            server.start()
    for writer in load.writers:
        record = check_whole(load.store, writer.match)
        assert record.n == 1 + LINES_PER_STEP * writer.steps, "a step was lost or doubled"
        assert record.acts_version == len(writer.commitments), "an act was lost or doubled"
        assert all(load.store.seen(writer.match, writer.commitments)), "an acknowledged commitment was lost"
    assert load.store.sweep().matches_mended == 0
    figures = load.figures(kills)
    load.store.close()
    return figures


@dataclass(frozen=True)
class Spoilt:
    """A file as a crash may leave it: everything before ``intact`` is on disk; what follows may be anything."""

    what: str
    intact: int
    data: bytes


@dataclass
class Found:
    """What a campaign of spoilt files found: starts of the server, and matches the sweep had to park."""

    files: int = 0
    starts: int = 0
    parked: int = 0


def cut_campaign(
    server: RedisServer, scratch: Path, *, cuts: int, bytes_of_steps: int, tails: int, turns: int = 8, seed: int = 1
) -> tuple[Figures, Found]:
    """Spoil the end of the append-only file in every way a crash can, then start twice, with writes between the starts.

    :param cuts: so many cuts at a random byte of the whole file.
    :param bytes_of_steps: cuts inside the last steps, spread evenly; 0 for one at every byte of the last four.
    :param tails: so many tails with a block that is lost, zero, doubled, or in another's place.
    """
    chance = random.Random(seed)
    load = Load(server, 4)
    with load:
        load.progress.wait_for_more(4 * turns * (ACTS_PER_STEP + 1))
    load.store.close()
    server.stop()
    whole = server.append_only_file.read_bytes()
    found = Found()
    for spoilt in [
        *(cut_at(whole, chance.randrange(len(whole))) for _ in range(cuts)),
        *last_steps(whole, bytes_of_steps),
        *(spoilt_tail(whole, chance) for _ in range(tails)),
    ]:
        try:
            _start_twice(server, scratch / str(found.files), spoilt, load.writers, found)
        except BaseException as error:
            error.add_note(f"file {found.files}: {spoilt.what} from byte {spoilt.intact} of {len(whole)}")
            raise
    return load.figures(found.files), found


def cut_at(whole: bytes, cut: int) -> Spoilt:
    """Return the file cut at a byte."""
    return Spoilt("a cut", cut, whole[:cut])


def last_steps(whole: bytes, number: int, steps: int = 4) -> list[Spoilt]:
    """Return the file cut inside its last steps: at so many bytes of them, or at every one."""
    first = len(whole)
    for _ in range(steps):
        first = whole.rindex(b"\r\nRPUSH\r\n", 0, first)
    every = max(1, (len(whole) - first) // number) if number else 1
    return [cut_at(whole, cut) for cut in range(first, len(whole), every)]


def spoilt_tail(whole: bytes, chance: random.Random) -> Spoilt:
    """Return the file with a block of its last 20 kB lost, zero, doubled, or in another's place."""
    at = chance.randrange(len(whole) - 20_000, len(whole) - 16)
    size = chance.randrange(16, min(4_096, len(whole) - at) + 1)
    block, rest = whole[at : at + size], whole[at + size :]
    kind = chance.choice(
        ("a lost block", "zeros", "zeros to the end", "a doubled block", "two blocks in each other's place")
    )
    spoilt = {
        "a lost block": rest,
        "zeros": bytes(size) + rest,
        "zeros to the end": bytes(size + len(rest)),
        "a doubled block": block + block + rest,
        "two blocks in each other's place": rest[:size] + block + rest[size:],
    }[kind]
    return Spoilt(kind, at, whole[:at] + spoilt)


def _start_twice(server: RedisServer, folder: Path, spoilt: Spoilt, writers: list[Writer], found: Found) -> None:
    shutil.copytree(server.directory, folder)
    survivor = RedisServer(folder)
    survivor.append_only_file.write_bytes(spoilt.data)
    try:
        survivor.start()
        store = Store.connect(survivor.url)
        swept = store.sweep()
        assert (swept.matches_mended, swept.recipients_mended) == (0, 0) or swept.halves, "half a step that nobody saw"
        assert swept.halves == 0 or "block" in spoilt.what, "half a step after a mere cut"
        parked = set(store.parked())
        assert len(parked) == swept.halves
        going: dict[str, int] = {}
        for writer in writers:
            known = [mark for mark in writer.marks if mark.size <= spoilt.intact]
            if writer.match in parked:
                with pytest.raises(HalfStep):
                    store.load(writer.match)
                continue
            if store.load(writer.match) is None:
                assert known == [], "an acknowledged match was lost"
                continue
            record = check_whole(store, writer.match)
            if known:
                assert record.acts_version >= known[-1].acts, "an acknowledged act was lost"
                assert record.n >= 1 + LINES_PER_STEP * known[-1].steps, "an acknowledged step was lost"
            Writer(store, survivor, writer.match, Progress()).turn()
            going[writer.match] = record.n + LINES_PER_STEP
        running(store, match_id(99, bucket=9))
        survivor.kill()
        survivor.start()
        for match, n in going.items():
            assert check_whole(store, match).n == n, "what was written after the first start is not whole at the second"
        assert store.load(match_id(99, bucket=9)) is not None
        again = store.sweep()
        assert again.halves == swept.halves, "half a step at the second start"
        assert swept.halves or (again.matches_mended, again.recipients_mended) == (0, 0)
        store.close()
        found.files += 1
        found.starts += 2
        found.parked += swept.halves
    finally:
        survivor.remove()
        shutil.rmtree(folder)


def check_whole(store: Store, match: str) -> Record:
    """Return the match; fail if anything of it was written without the rest of its step or act."""
    record = loaded(store, match, secrets=True)
    steps, rest = divmod(record.n - 1, LINES_PER_STEP)
    assert rest == 0, "half a step in the log"
    numbers = range(1, record.n + 1)
    expected = [b'{"n":1}\n'] + [b'{"n":%d,"by":"%d"}\n' % (n, n - 1 - n % 2) for n in numbers if n > 1]
    assert store.lines(match, limit=10**6) == expected
    assert record.state == ({"n": record.n} if steps else None)
    decision = record.table["standing"][0]["id"]
    assert decision == (f"r{record.n}.choose" if steps else "r1.choose")
    acts = record.acts_version - ACTS_PER_STEP * steps
    assert {place: one.seq for place, one in record.acts.items()} == ({(decision, 0): acts} if acts else {})
    assert set(record.boxes) == set(record.acts), "an act without its box, or a box that was not erased"
    assert record.due == (record.n - LINES_PER_STEP if steps else None)
    told = {notice(match, 1 + LINES_PER_STEP * number)["id"] for number in range(steps)}
    assert {one["id"] for one in store.notices(recipient(match)).pending} == told, "news without their step"
    return record
