"""The disk is full under people who play: nothing is lost, and everything heals by itself (campaign 17)."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
import redis
import requests

from tests.campaigns.soak.report import Watch, report, scaled
from tests.service.serve.watching import until
from tests.system.players import Tally
from tests.system.post import Post
from tests.system.trouble.small_disk import SmallDisk
from tests.system.trouble.test_kills import Table, closed
from tests.system.verdict import judge

MINUTE = 60.0
SEED = int(os.environ.get("SOAK_SEED", "1"))
"""Which holds and moments: parts of the campaign take one each."""
RECIPIENT = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
"""Who could open the backups; nobody does."""


@dataclass
class Figures:
    """What a campaign did and found. Times in seconds."""

    fillings: int
    kills: int
    acknowledged: int
    unknown: int
    repeated: int
    matches: int
    decisions: int
    letters: int
    ambiguous_letters: int
    read_meanwhile: int
    refused_meanwhile: int
    longest_full: float
    healed_median: float
    healed_longest: float
    lost_or_doubled: int
    parked: int


class Visitor:
    """Somebody who looks on and tries to open tables while the disk is full."""

    def __init__(self, disk: SmallDisk, table: Table) -> None:
        self.disk, self.table = disk, table
        self.read = self.refused = 0

    def visit(self) -> None:
        """Read a match and try to write: the first works once the server is back, the second is refused as it should be."""
        head = {"Authorization": f"Bearer {self.table.clients[0].token}"}

        def reads() -> bool:
            match = self.table.matches[-1]
            return requests.get(f"{self.disk.url}{match.path}", headers=head, timeout=120).status_code == 200

        until(reads, "a match can be read while the disk is full")
        self.read += 1
        self.disk.why()
        head |= {"Idempotency-Key": f"full-{self.refused}"}
        answer = requests.post(f"{self.disk.url}/v1/matches", json={"rules": "kontor"}, headers=head, timeout=120)
        assert answer.status_code == 503, answer.text
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["type"] == "/problems/unavailable" and int(answer.headers["Retry-After"]) > 0
        self.refused += 1


def plainly(disk: SmallDisk) -> None:
    """Fill the disk at whatever moment this is."""
    disk.fill()


def slowly(disk: SmallDisk) -> None:
    """Leave a little, so that it is an act of somebody that finds no room."""
    disk.fill(leave=16 << 10)


def while_rewriting(disk: SmallDisk) -> None:
    """Fill it while the server rewrites its file."""
    with redis.Redis.from_url(disk.context.settings.redis_url, protocol=2) as client:
        client.execute_command("BGREWRITEAOF")
    disk.fill()


def while_backing_up(disk: SmallDisk) -> None:
    """Fill it while the operator takes a backup, which fails and says why."""
    siegelpost = Path(sys.executable).with_name("siegelpost")
    command = [
        siegelpost,
        "admin",
        "backup",
        "--data",
        disk.root / "var",
        "--recipient",
        RECIPIENT,
        disk.root / "backup.age",
    ]
    with subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        until(lambda: process.poll() is not None or any(disk.root.glob("var/backup-*")), "it has begun or is done")
        disk.fill()
        said, _ = process.communicate(timeout=120)
    done = process.returncode == 0 and "backup.age: as of" in said
    refused = re.search(
        r"cannot be written|could not write|does not answer|room|not available|away|no 'siegelpost serve' runs", said
    )
    # Where it was quicker than the filling it succeeds.
    assert done or (process.returncode in (1, 4) and refused and "Traceback" not in said), said
    (disk.root / "backup.age").unlink(missing_ok=True)
    assert list(disk.root.glob("var/backup-*")) == [], "it leaves nothing behind"


def and_out_of_memory(disk: SmallDisk) -> None:
    """Fill it, and have the kernel end the server as it does for want of memory."""
    disk.fill()
    # It may have ended by itself meanwhile, as it does where there is no room: then it is the next one.
    os.kill(until(lambda: disk.serving.children().get("state"), "the server runs"), signal.SIGKILL)


FILLINGS: tuple[Callable[[SmallDisk], None], ...] = (
    plainly, slowly, while_rewriting, and_out_of_memory, while_backing_up,
)  # fmt: skip


def campaign(
    folder: Path, holds: Sequence[float], *, acts_between: int, tables: int, by_mail: int, seed: int = 1
) -> Figures:
    """Play while the disk is full again and again, for so many seconds each time; judge everything; return what was found."""
    tally, chance = Tally(), random.Random(seed)
    with Post(folder / "post") as post, SmallDisk(SMTP_URL=post.url) as disk:
        players = [Table(one, disk, tally, post if one < by_mail else None) for one in range(tables)]
        for player in players:
            player.letter_within = 5 * MINUTE
            player.start()
        visitor, healed, kills = Visitor(disk, players[0]), list[float](), 0
        try:
            for number, hold in enumerate(holds):
                tally.wait_for(tally.acknowledged + acts_between + chance.randrange(5))
                FILLINGS[number % len(FILLINGS)](disk)
                kills += FILLINGS[number % len(FILLINGS)] is and_out_of_memory
                assert "nothing is written until there is room" in disk.why()
                visitor.visit()
                threading.Event().wait(hold)
                disk.give_back()
                begun = time.monotonic()
                disk.heal()
                healed.append(time.monotonic() - begun)
            tally.wait_for(tally.acknowledged + acts_between)
        finally:
            tally.over.set()
            for player in players:
                player.join()
        assert disk.serving.process.poll() is None, "serve lives"
        matches = [match for player in players for match in player.matches]
        store = disk.context.store
        tally.over.clear()
        for match in matches:
            if match.clients[0].get(match.path)["status"] != "closed":
                match.resign()
        until(lambda: all(closed(store.load(match.match)) for match in matches), "all matches are closed")
        until(lambda: all(peek.out is None for peek in store.peek()[0]), "all news is dealt with", 5 * MINUTE)
        verdict = judge(disk.context, matches)
        assert verdict.wrong == [], verdict.wrong
        assert {name: count for name, count in post.copies().items() if count > 1} == {}, "no letter came twice"
        told = [
            one
            for match in matches
            for client in match.clients
            for one in _letters_of(disk, match.match, client.account)
        ]
        healed.sort()
        return Figures(
            fillings=len(healed), kills=kills, acknowledged=verdict.acknowledged, unknown=verdict.unknown,
            repeated=tally.repeated, matches=verdict.matches, decisions=verdict.resolved, letters=post.count(),
            ambiguous_letters=told.count("ambiguous"), read_meanwhile=visitor.read, refused_meanwhile=visitor.refused,
            longest_full=max(holds), healed_median=round(healed[len(healed) // 2], 1),
            healed_longest=round(healed[-1], 1), lost_or_doubled=len(verdict.wrong), parked=len(store.parked()),
        )  # fmt: skip


def _letters_of(disk: SmallDisk, match: str, account: str) -> list[str]:
    return [str(one["state"]) for one in disk.context.store.deliveries(f"{match}:{account}")]


def test_a_full_disk_costs_time_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    found = campaign(tmp_path, (0.0,), acts_between=12, tables=1, by_mail=1)
    with capsys.disabled():
        print(f"\nfull disk, {watch.seconds:.0f} s: {found}")
    assert (found.lost_or_doubled, found.parked) == (0, 0)
    assert found.read_meanwhile == found.refused_meanwhile == 1


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_the_disk_is_full_again_and_again(tmp_path: Path) -> None:
    watch, chance = Watch(), random.Random(SEED)
    holds = [chance.choice((0.0, 0.0, 2.0, 10.0)) for _ in range(scaled(100, 5))]
    holds[:: max(10, len(holds) // 4)] = [75.0 for _ in holds[:: max(10, len(holds) // 4)]]
    found = campaign(tmp_path, holds, acts_between=40, tables=4, by_mail=2, seed=SEED)
    report("17: the disk full under people who play", watch.seconds, seed=SEED, **asdict(found))
    assert (found.lost_or_doubled, found.parked) == (0, 0)
