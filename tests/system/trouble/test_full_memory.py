"""The store's memory is full under people who play: they can read, nothing is lost, and it heals by itself (campaign 17)."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis
import requests

from tests.campaigns.soak.report import Watch, report, scaled
from tests.service.serve.watching import until
from tests.system.installation import Installation
from tests.system.players import Tally
from tests.system.post import Post
from tests.system.trouble.test_kills import Table, closed
from tests.system.verdict import judge

PARTS = ("state", "queue", "api", "resolve-1", "deliver-1", "clock")
HEALED_WITHIN = 30.0
LEFT = (0, 8 << 10, 64 << 10)
"""How much more than it uses the server is left with: nothing, or so little that some act, step or letter finds the end."""


class Limited(Installation):
    """An installation whose store has no memory left at times: then nothing that is due can be done."""

    full = False

    def __enter__(self) -> Limited:
        super().__enter__()
        return self

    def works(self) -> bool:
        """Return whether what is due gets done."""
        return not self.full and super().works()


@dataclass
class Figures:
    """What was found. Times in seconds."""

    fillings: int
    acknowledged: int
    unknown: int
    repeated: int
    matches: int
    letters: int
    healed_longest: float
    lost_or_doubled: int
    parked: int


def ready(installation: Installation) -> tuple[int, str]:
    """Return the status of ``/ready`` and what it says."""
    answer = requests.get(f"{installation.url}/ready", timeout=120)
    return answer.status_code, str(answer.json().get("detail", ""))


def look_on(installation: Installation, table: Table, number: int) -> None:
    """Read a match, and try to open a table: refused for now."""
    head = {"Authorization": f"Bearer {table.clients[0].token}"}
    match = table.matches[-1]
    assert requests.get(f"{installation.url}{match.path}", headers=head, timeout=120).status_code == 200
    head["Idempotency-Key"] = f"full-{number}"
    answer = requests.post(f"{installation.url}/v1/matches", json={"rules": "kontor"}, headers=head, timeout=120)
    assert answer.status_code == 503, answer.text
    assert answer.json()["type"] == "/problems/unavailable" and int(answer.headers["Retry-After"]) > 0


def campaign(folder: Path, fillings: int, *, acts_between: int, tables: int, hold: float = 0.0) -> Figures:
    """Play while the memory is full again and again; judge everything; return what was found."""
    tally, healed = Tally(), [0.0]
    with Post(folder / "post") as post, Limited(folder / "it", PARTS, SMTP_URL=post.url) as installation:
        players = [Table(one, installation, tally, post if one == 0 else None) for one in range(tables)]
        for player in players:
            player.start()
        store = installation.context.store
        with redis.Redis.from_url(installation.store_url, protocol=2, socket_timeout=10) as server:
            try:
                for number in range(fillings):
                    tally.wait_for(tally.acknowledged + acts_between)
                    left = LEFT[number % len(LEFT)]

                    def is_told(most: int = left) -> bool:
                        counted = server.info("memory")
                        used = counted["used_memory"] - counted.get("mem_not_counted_for_evict", 0)
                        limit = int(server.config_get("maxmemory")["maxmemory"])
                        if not limit or used <= limit - most:
                            server.config_set("maxmemory", max(1, used + most))  # who frees some gets no more
                        status, why = ready(installation)
                        return status == 503 and "the server's memory is full" in why

                    installation.full = True
                    until(is_told, "/ready says that the memory is full")
                    server.config_set("maxmemory", 1 << 20)
                    look_on(installation, players[0], number)
                    threading.Event().wait(hold)
                    server.config_set("maxmemory", 0)
                    watch = Watch()
                    until(lambda: ready(installation)[0] == 200, "everything works again", HEALED_WITHIN)
                    healed.append(watch.seconds)
                    installation.full = False
                    installation.look_after()
                tally.wait_for(tally.acknowledged + acts_between)
            finally:
                server.config_set("maxmemory", 0)
                tally.over.set()
                for player in players:
                    player.join()
        matches = [match for player in players for match in player.matches]
        tally.over.clear()
        for match in matches:
            if match.clients[0].get(match.path)["status"] != "closed":
                match.resign()
        until(lambda: all(closed(store.load(match.match)) for match in matches), "all matches are closed")
        until(lambda: all(peek.out is None for peek in store.peek()[0]), "all news is dealt with", 120)
        verdict = judge(installation.context, matches)
        assert verdict.wrong == [], verdict.wrong
        assert {name: count for name, count in post.copies().items() if count > 1} == {}, "no letter came twice"
        return Figures(
            fillings=fillings, acknowledged=verdict.acknowledged, unknown=verdict.unknown, repeated=tally.repeated,
            matches=verdict.matches, letters=post.count(), healed_longest=round(max(healed), 1),
            lost_or_doubled=len(verdict.wrong), parked=len(store.parked()),
        )  # fmt: skip


def test_a_full_memory_costs_time_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    found = campaign(tmp_path, 2, acts_between=5, tables=1)
    with capsys.disabled():
        print(f"\nfull memory, {watch.seconds:.0f} s: {found}")
    assert (found.lost_or_doubled, found.parked) == (0, 0)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_the_memory_is_full_again_and_again(tmp_path: Path) -> None:
    watch = Watch()
    found = campaign(tmp_path, scaled(60, 6), acts_between=30, tables=3, hold=float(os.environ.get("SOAK_HOLD", "3")))
    report("17: the memory full under people who play", watch.seconds, **vars(found))
    assert (found.lost_or_doubled, found.parked) == (0, 0)
