"""Three machines as docs/three-machines.md sets them up, from the files of ``deploy/three-machines``, on addresses of loopback.

A machine that dies is stopped (SIGSTOP): nothing on it answers, and nobody is told by a closed connection. It stays dead.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import redis

from service.context import Context
from tests.deploy.files import DEPLOY, unit
from tests.given.contexts import open_context
from tests.servers.ports import free_port
from tests.servers.redis_server import redis_binary
from tests.service.serve.watching import until
from tests.system.installation import OnServers

FILES = DEPLOY / "three-machines"
PASSWORD = "correct-horse"
PARTS = ("api", "resolve-1", "deliver-1", "clock")
PORTS = {"state": 6379, "queue": 6380, "sentinel": 26379}
RUNS = {
    "state": FILES / "siegelpost-state.service.d" / "three-machines.conf",
    "queue": FILES / "siegelpost-queue.service.d" / "three-machines.conf",
    "sentinel": FILES / "siegelpost-sentinel.service",
}
"""The files that say how a server is started."""


@dataclass
class Remote:
    """A server that others start and end."""

    url: str

    def remove(self) -> None:
        """Nothing: it is not ours."""


class Machine(OnServers):
    """One of the three: its servers, its Sentinel and its processes."""

    def __init__(self, three: ThreeMachines, number: int) -> None:
        self.three, self.host = three, three.hosts[number]
        self.state_folder = three.folder / str(number)
        store, queue = three.settings["REDIS_URL"], three.settings["QUEUE_URL"]
        super().__init__(Remote(store), self.state_folder, PARTS)
        for server in self.servers.values():
            server.remove()
        self.go_on_with(Remote(queue), three.settings["SIEGELPOST_REPLICAS"])
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        for name, port in PORTS.items():
            text = three.filled((FILES / f"{name}.conf").read_text(encoding="utf-8"), self.host)
            if name != "sentinel" and number:
                text += f"replicaof {three.hosts[0]} {port}\n"
            self.put(name, text.replace(f"/var/lib/siegelpost-{name}", str(self.folder_of(name))))

    @property
    def context(self) -> Context:
        """The context of all three."""
        return self.three.context

    def folder_of(self, name: str) -> Path:
        return self.state_folder / f"siegelpost-{name}"

    def put(self, name: str, text: str) -> None:
        """Write a server's file."""
        self.folder_of(name).mkdir(exist_ok=True)
        (self.folder_of(name) / f"{name}.conf").write_text(text, encoding="utf-8")

    def edit(self, name: str, script: str) -> None:
        """Change a server's file by a script of sed."""
        subprocess.run(["sed", "-i", script, str(self.folder_of(name) / f"{name}.conf")], check=True)

    def go_on_with(self, queue: Remote, replicas: str) -> None:
        """Let its processes have another queue, and ask for so many replicas."""
        self.servers = {"queue": queue}  # type: ignore[dict-item]  # all that is asked of it
        self.wish(SIEGELPOST_REPLICAS=replicas)

    def serve(self, name: str) -> None:
        """Start a server by the line of its unit."""
        program, file, *more = unit(RUNS[name].read_text(encoding="utf-8"))["ExecStart"][-1].split()
        assert program == "/usr/bin/valkey-server"
        command = [redis_binary(), file.replace(f"/var/lib/siegelpost-{name}", str(self.folder_of(name))), *more]
        with (self.folder_of(name) / "log").open("ab") as log:
            self.running[name] = subprocess.Popen(command, stdout=log, stderr=log)

    def asks(self, name: str, user: str | None = "siegelpost") -> redis.Redis:
        """Return a client of one of its servers."""
        return redis.Redis(
            self.host,
            PORTS[name],
            username=user,
            password=PASSWORD,
            socket_timeout=1,
            socket_connect_timeout=1,
            protocol=2,
        )

    def role(self, name: str = "state") -> str:
        """Return what a server of it is: ``master``, ``slave``, or empty where it does not answer."""
        with contextlib.suppress(redis.RedisError), self.asks(name) as client:
            return str(client.info("replication")["role"])
        return ""

    def die(self) -> None:
        """Stop everything on it, as a machine that loses its power looks from outside."""
        with self.three.looking_after:
            self.three.looked_after.remove(self)
            self._send(signal.SIGSTOP)

    def come_back(self) -> None:
        """Start everything on it again, as a machine does that has its power back."""
        for name, server in self.running.items():
            server.kill()
            server.wait(120)
            self.serve(name)
        self.kill(*self.parts)
        self.start(*self.parts)
        with self.three.looking_after:
            self.three.looked_after.append(self)

    def end(self) -> None:
        """End everything on it."""
        self._send(signal.SIGKILL)
        for one in self.running.values():
            one.wait(120)
        self._end_all()

    def _send(self, number: signal.Signals) -> None:
        for one in self.running.values():
            one.send_signal(number)
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)


class ThreeMachines:
    """The three of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        net = f"127.{1 + os.getpid() % 254}.{1 + os.getpid() // 254 % 254}"
        self.hosts = [f"{net}.{number}" for number in (1, 2, 3)]
        lines = self.filled((FILES / "siegelpost.env").read_text(encoding="utf-8"), "").splitlines()
        named = (line.partition("=") for line in lines if line and not line.startswith("#"))
        self.settings = {name: value.strip("'") for name, _, value in named}
        self.machines = [Machine(self, number) for number in range(3)]
        self.looked_after: list[Machine] = []
        """The machines whose processes are started again when they end, as systemd does (``Restart=always``)."""
        self.looking_after, self._over = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._look_after)

    def filled(self, text: str, here: str) -> str:
        """Return a file of the folder with addresses and password."""
        first, second, third = self.hosts
        for word, value in {
            "HERE": here,
            "FIRST": first,
            "SECOND": second,
            "THIRD": third,
            "PASSWORD": PASSWORD,
        }.items():
            text = text.replace(word, value)
        return text

    @cached_property
    def context(self) -> Context:
        """A context of the tests' own on the store."""
        return open_context(
            self.settings["REDIS_URL"], self.folder / "keys", queue_url=self.settings["QUEUE_URL"],
            public_url=f"http://127.0.0.1:{free_port()}", replicas=int(self.settings["SIEGELPOST_REPLICAS"]),
        )  # fmt: skip

    def start(self, parts: Sequence[str]) -> None:
        """Start all servers, wait until the Sentinels know each other and all replicas, and start these processes."""
        for name in PORTS:
            for machine in self.machines:
                machine.serve(name)
        until(self.know_each_other, "the Sentinels know each other and the replicas", 60)
        for machine in self.machines:
            for name in parts:
                machine.begin(name)
        for machine in self.machines:
            for name in parts:
                machine.ready(name)
            self.looked_after.append(machine)
        self._thread.start()

    def know_each_other(self) -> bool:
        """Return whether each Sentinel knows the two others and, of both servers, two replicas."""
        for machine in self.machines:
            with machine.asks("sentinel", None) as client:
                for service in ("matches", "queue"):
                    try:
                        told = client.sentinel_master(service)
                    except redis.RedisError:
                        return False
                    if (told["num-other-sentinels"], told["num-slaves"]) != (2, 2):
                        return False
        return all(one.role() for one in self.machines) and self._linked() == 4

    def _linked(self) -> int:
        count = 0
        for machine in self.machines:
            for name in ("state", "queue"):
                with machine.asks(name) as client:
                    count += client.info("replication").get("master_link_status") == "up"
        return count

    def primary(self, among: Sequence[Machine]) -> Machine | None:
        """Return which of these has the server that takes writes."""
        return next((one for one in among if one.role() == "master"), None)

    def _look_after(self) -> None:
        while not self._over.wait(1.0):
            with self.looking_after:
                for machine in self.looked_after:
                    machine.look_after()

    def end(self) -> None:
        """End everything."""
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()
        if "context" in self.__dict__:
            self.context.store.close()
        for machine in self.machines:
            machine.end()


@contextlib.contextmanager
def three_machines(folder: Path, parts: Sequence[str] = PARTS) -> Iterator[ThreeMachines]:
    """Start three machines with these processes of Siegelpost on each, and end them."""
    three = ThreeMachines(folder)
    try:
        three.start(parts)
        yield three
    finally:
        three.end()
