"""Each deployment, started from its files: ``admin check`` of every process finds no error, and kills lose nothing.

The users, namespaces and containers of systemd and of an engine are missing here; command lines, settings, keys and servers are
those of the files. One VPS is started in ``test_evening.py``, three machines in ``tests/system/trouble``.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.admin.checking import check
from tests.deploy.files import COMPOSE, DEPLOY, units, variables
from tests.servers.ports import free_port
from tests.servers.redis_cluster import Cluster
from tests.servers.redis_server import RedisServer, redis_binary
from tests.service.serve.watching import until
from tests.system.installation import ALL, SERVERS, Installation, OnServers
from tests.system.players import Tally
from tests.system.trouble.test_kills import Table, closed
from tests.system.trouble.three_machines import three_machines
from tests.system.verdict import judge

CHOSEN = re.compile(r"(?m)^([A-Z_]+)='?([^'\n]*)'?$")
"""A setting of an environment file that is no comment."""
KEYS = {
    "signing.key": "signing_key",
    "resolver.key": "resolver_key",
    "resolver.pub": "resolver_public",
    "links.key": "link_secret",
}
NAMED = re.compile(r"(?:/run/secrets|%d)/(\S+)")
SIEGELPOST = str(Path(sys.executable).with_name("siegelpost"))
ACTS = 70


class ByUnit(RedisServer):
    """A server as its unit starts it."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.name = directory.name

    def command(self) -> list[str]:
        """Return the unit's command line, with paths of this machine."""
        line = units()[self.name]["ExecStart"][-1]
        for theirs, ours in (
            ("/usr/bin/valkey-server", redis_binary()),
            (f"/run/siegelpost-{self.name}/{self.name}.sock", self.socket),
            (f"/var/lib/siegelpost-{self.name}", str(self.directory)),
        ):
            assert theirs in line
            line = line.replace(theirs, ours)
        return shlex.split(line)


class ByCompose(RedisServer):
    """A server as the compose file starts it, with a port of this machine."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.name, self.port = directory.name, free_port()
        self.url = f"redis://:a-word@127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        """Return the service's command line, with paths of this machine."""
        shell, option, text = COMPOSE["services"][self.name]["command"]
        line = text.replace("$$STORE_PASSWORD", "a-word").replace("valkey-server", redis_binary())
        line = line.replace("--dir /tmp", "--dir /data").replace("/tmp/users.conf", str(self.directory / "users.conf"))
        line = line.replace("--dir /data", f"--dir {self.directory}")
        return [shell, option, f'{line} --port {self.port} --bind 127.0.0.1 "$@"', shell]


class Deployed(Installation):
    """An installation whose servers and settings are those of a deployment's files."""

    def __init__(self, folder: Path, kind: str) -> None:
        super().__init__(folder, ALL)
        self.kind = kind
        for name, server in self.servers.items():
            server.remove()
            self.servers[name] = {"systemd": ByUnit, "compose": ByCompose}[kind](folder / name)

    def environment_of(self, name: str) -> dict[str, str]:
        """Return the example of an environment file, what the deployment adds for the process, and what is of this machine."""
        part = name.partition("-")[0]
        chosen = dict(CHOSEN.findall((DEPLOY / "siegelpost.env.example").read_text(encoding="utf-8")))
        if self.kind == "systemd":
            added: Mapping[str, str] = variables(units()[part])
        else:
            added = {key: str(value) for key, value in COMPOSE["services"][part]["environment"].items()}
        ours = self.environment
        here = {
            key: ours[key]
            for key in (
                "REDIS_URL",
                "QUEUE_URL",
                "SIEGELPOST_PUBLIC_URL",
                "SMTP_URL",
                "SIEGELPOST_BIND",
                "WEB_CONCURRENCY",
            )
        } | {
            "SIEGELPOST_HOLD_OFF": "0",
            "SIEGELPOST_RATE_LIMITS": "off",
            "SIEGELPOST_METRICS_FOLDER": str(self._folder_of(part)),
        }
        if part != "api":
            del here["SIEGELPOST_BIND"]
        told = {
            key: str(self._handed(part, found[1])) for key, value in added.items() if (found := NAMED.fullmatch(value))
        }
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return {**chosen, **added, **told, **here, "PATH": path, "PYTHONUNBUFFERED": "1"}

    def _handed(self, part: str, key: str) -> Path:
        """Return the file of a key as a process is handed it."""
        file = self._folder_of(part) / key
        if not file.exists() and key in KEYS:
            file.write_bytes(Path(getattr(self.context.settings, KEYS[key])).read_bytes())
            file.chmod(0o440)
        elif not file.exists():
            subprocess.run([SIEGELPOST, "admin", "keys", "make", str(file.parent / "more")], check=True)
            (file.parent / "more" / key).rename(file)
        return file

    def _folder_of(self, part: str) -> Path:
        folder = self.folder / "of" / part
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def checked(environment: Mapping[str, str]) -> str:
    """Run ``siegelpost admin check`` as a process of this environment; return what it says, which is no error."""
    done = subprocess.run(
        [SIEGELPOST, "admin", "check"], env=dict(environment), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def is_sound(environment: Mapping[str, str]) -> None:
    """Check an environment as that command does, without the second that it takes to start."""
    found = [*check(environment)]
    assert [one for one in found if one[1].level == "error"] == []
    assert {("store", "ok"), ("keys and cards", "ok")} <= {(name, verdict.level) for name, verdict in found}


@contextmanager
def playing(house: Installation, tables: int) -> Iterator[tuple[Tally, list[Table]]]:
    """Play at some tables; afterwards end all matches and judge them."""
    tally = Tally()
    players = [Table(number, house, tally, None) for number in range(tables)]
    for one in players:
        one.start()
    try:
        yield tally, players
    finally:
        tally.over.set()
        for one in players:
            one.join()
    assert not tally.failures, tally.failures
    tally.over.clear()
    matches = [match for one in players for match in one.matches]
    for match in matches:
        if match.clients[0].get(match.path)["status"] != "closed":
            match.resign()
    until(lambda: all(closed(house.context.store.load(one.match)) for one in matches), "all matches are closed")
    assert judge(house.context, matches, mails=False).wrong == []


def kill_each(house: Installation, tally: Tally, names: Iterable[str]) -> None:
    """Kill one process after the other while people play, and start it again."""
    for number, name in enumerate(names, start=1):
        tally.wait_for(number * 7)
        house.kill(name)
        if name.startswith(("resolve", "deliver")):
            house.let_leases_end()
        house.begin(name)
        house.look_after()
    tally.wait_for(ACTS)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", ["systemd", "compose"])
def test_a_deployment_is_found_sound_and_loses_nothing(tmp_path: Path, kind: str) -> None:
    with Deployed(tmp_path, kind) as house:
        for name in ALL:
            if name not in SERVERS:
                is_sound(house.environment_of(name))
        with playing(house, 4) as (tally, _):
            kill_each(house, tally, [*ALL, "state"])
        assert house.context.store.parked() == {}


@pytest.mark.timeout(900)
def test_a_cluster_is_found_sound_and_loses_nothing(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path / "cluster", "--min-replicas-to-write", "1", "--set-max-intset-entries", "16384")
    try:
        cluster.start()
        parts = tuple(one for one in ALL if one != "state")
        with OnServers(cluster, tmp_path / "house", parts, SIEGELPOST_REPLICAS="1") as house:
            assert "ok       store" in checked(house.environment_of("api"))
            with playing(house, 4) as (tally, _):
                kill_each(house, tally, parts)
    finally:
        cluster.remove()


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_three_machines_are_found_sound(tmp_path: Path) -> None:
    with three_machines(tmp_path) as three:
        for machine in three.machines:
            assert "ok       store" in checked(machine.environment_of("api"))
