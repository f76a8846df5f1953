"""A whole installation of real processes, whose every process can be killed and started again at will.

The same command lines as the ``Procfile`` and ``serve``, but without a supervisor: who kills here decides when the next one
starts, so that a campaign can place many deaths in a minute where a supervisor would pause between them.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import requests

from service.context import Context
from service.processes.wake import clock_is_ticking
from service.serve.processes import command
from service.store import keys
from tests.given.contexts import open_context
from tests.servers import forked
from tests.servers.ports import free_port
from tests.servers.redis_cluster import client_of
from tests.servers.redis_server import RedisServer
from tests.service.serve.watching import until
from tests.system.watcher import Watcher

ALL = ("state", "queue", "api", "resolve-1", "resolve-2", "deliver-1", "clock")
SERVERS = ("state", "queue")
START_WITHIN = 60.0


class HasUrl(Protocol):
    """Servers that keep matches."""

    @property
    def url(self) -> str:
        """Their address."""


class Installation:
    """Two Redis and the processes named in ``parts``, in a folder of their own; watched as long as they run."""

    _store: HasUrl | None = None

    def __init__(self, folder: Path, parts: Iterable[str] = ALL, **environment: str) -> None:
        self.folder = folder
        self.parts = tuple(parts)
        (folder / "log").mkdir(parents=True, exist_ok=True)
        self.servers: dict[str, RedisServer] = {}
        for name in SERVERS:
            (folder / name).mkdir(exist_ok=True)
            self.servers[name] = RedisServer(folder / name)
        self.processes: dict[str, forked.Running] = {}
        self.kills = dict.fromkeys(self.parts, 0)
        self._came_up_before = dict.fromkeys(self.parts, 0)
        self._port = free_port()
        self._wishes = environment
        self._context: Context | None = None
        self.watcher: Watcher | None = None

    def __enter__(self) -> Installation:
        for name in self.parts:
            self.begin(name)
        for name in self.parts:
            self.ready(name)
        if "state" in self.parts or self._store is not None:
            self.watcher = Watcher(self.store_url, self.works)
            self.watcher.start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self.watcher is not None:
            self.watcher.stop()
        self._end_all()
        if kind is None and self.watcher is not None:
            assert self.watcher.wrong == [], self.watcher.wrong

    def _end_all(self) -> None:
        if self._context is not None:
            self._context.store.close()
        for name in [name for name in self.parts if name not in SERVERS]:
            self._end(name)
        for server in self.servers.values():
            server.remove()

    def works(self) -> bool:
        """Return whether there is a clock and a resolver that listens, so that what is due gets done."""
        alive = {name for name, process in list(self.processes.items()) if process.poll() is None}
        return "clock" in alive and any(name.startswith("resolve") and self._listens(name) for name in alive)

    @property
    def url(self) -> str:
        """Where the API answers."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def store_url(self) -> str:
        """Where the matches are kept."""
        return self.servers["state"].url if self._store is None else self._store.url

    @property
    def context(self) -> Context:
        """A context of the tests' own on the same store, with the same keys: to set tables up and to look behind."""
        if self._context is None:
            self._context = open_context(
                self.store_url, self.folder / "keys", queue_url=self.servers["queue"].url,
                public_url=self.url, smtp_url=self._wishes.get("SMTP_URL", ""),
                replicas=int(self._wishes.get("SIEGELPOST_REPLICAS", "0")),
            )  # fmt: skip
        return self._context

    @property
    def environment(self) -> dict[str, str]:
        """What processes get; the resolver's key only those that resolve."""
        settings = self.context.settings
        return {
            **os.environ,
            "REDIS_URL": settings.redis_url,
            "QUEUE_URL": settings.queue_url,
            "SIEGELPOST_PUBLIC_URL": self.url,
            "SIEGELPOST_SIGNING_KEY": str(settings.signing_key),
            "SIEGELPOST_RESOLVER_PUBLIC": str(settings.resolver_public),
            "SIEGELPOST_RESOLVER_KEY": str(settings.resolver_key),
            "SIEGELPOST_LINK_SECRET": str(settings.link_secret),
            "SIEGELPOST_BIND": f"127.0.0.1:{self._port}",
            "SIEGELPOST_HOLD_OFF": "0",
            "SIEGELPOST_RATE_LIMITS": "off",
            "SMTP_URL": (self.folder / "mailbox").as_uri(),
            "WEB_CONCURRENCY": "1",
            "PYTHONUNBUFFERED": "1",
            **self._wishes,
        }

    def environment_of(self, name: str) -> dict[str, str]:
        """What one process gets."""
        environment = self.environment
        if not name.startswith("resolve"):
            del environment["SIEGELPOST_RESOLVER_KEY"]
        return environment

    def wish(self, **environment: str) -> None:
        """Give other settings to what is started from now on."""
        self._wishes |= environment

    def kill(self, *names: str) -> None:
        """End processes as a crash does, all before the first is buried: SIGKILL to whole process groups."""
        for name in names:
            if name not in SERVERS and self.processes[name].poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.processes[name].pid, signal.SIGKILL)
        for name in names:
            if name in SERVERS:
                self.servers[name].kill()
            else:
                self._end(name)
            self.kills[name] += 1

    def start(self, *names: str) -> None:
        """Start processes and wait until they are ready."""
        for name in names:
            self.begin(name)
        for name in names:
            self.ready(name)

    def begin(self, name: str) -> None:
        """Start one process without waiting for it."""
        if name in SERVERS:
            self.servers[name].start()
            return
        self._came_up_before[name] = self._times_up(name)
        self.processes[name] = forked.start(command(name.partition("-")[0]), self.environment_of(name), self._log(name))

    def ready(self, name: str) -> None:
        """Wait until a process does its work."""
        if name == "api":
            until(self.answers, "the API answers", START_WITHIN)
        elif name == "clock":
            until(lambda: clock_is_ticking(self.servers["queue"].url), "the clock ticks", START_WITHIN)
        elif name not in SERVERS:
            until(lambda: self._listens(name), f"{name} listens", START_WITHIN)

    def look_after(self) -> None:
        """Start again what has ended by itself, as a supervisor would: workers end when their queue is gone."""
        for name, process in self.processes.items():
            if process.poll() is not None:
                self._end(name)
                self.begin(name)

    def answers(self) -> bool:
        """Return whether the API answers at all."""
        try:
            return requests.get(f"{self.url}/health", timeout=5).status_code == 200
        except requests.RequestException:
            return False

    def let_leases_end(self) -> None:
        """Let the time pass after which matches and letters of dead workers are free again."""
        with client_of(self.store_url) as client:
            for bucket in range(keys.BUCKETS):
                for match in client.zrange(keys.due(bucket), 0, -1):
                    self.context.store.release(match.decode())
                for recipient in client.hkeys(keys.not_before(bucket)):
                    client.zadd(keys.out(bucket), {recipient: 1}, xx=True)

    def logs(self) -> str:
        """Return what all processes have written, of every life they had."""
        return "\n".join(file.read_text(errors="replace") for file in sorted((self.folder / "log").iterdir()))

    def size(self) -> int:
        """Return how many bytes the append-only file has."""
        return self.servers["state"].append_only_file.stat().st_size

    def _listens(self, name: str) -> bool:
        """Return whether a worker has come up in its present life; in one before it may have died too early for that."""
        return self._times_up(name) > self._came_up_before[name]

    def _times_up(self, name: str) -> int:
        log = self._log(name)
        return log.read_text().count("worker for") if log.exists() else 0

    def _log(self, name: str) -> Path:
        return self.folder / "log" / f"{name}.log"

    def _end(self, name: str) -> None:
        process = self.processes.get(name)
        if process is None:
            return
        # Also of a master that ended by itself: what is left of its group must not keep the port.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)


class OnServers(Installation):
    """The same on servers that somebody else starts and ends; ``parts`` has no ``state``."""

    def __init__(self, store: HasUrl, folder: Path, parts: Iterable[str], **environment: str) -> None:
        super().__init__(folder, parts, **environment)
        self._store = store
