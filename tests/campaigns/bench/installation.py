"""A whole installation for a measurement: the processes of ``serve`` and of the ``Procfile``, with a mail server to write to.

Everything listens on sockets in the folder or on the loopback, and ends with the ``with`` block.
"""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import redis

from service.config.settings import Settings
from service.context import Context
from service.processes.starting import Progress, Starting
from service.serve import processes, redis_server
from service.serve.folder import DataFolder
from service.serve.keys import ensure_keys
from service.serve.template import death_follows_parent
from tests.servers.ports import free_port

HOST = "127.0.0.1"
PATIENCE = 120.0
"""Seconds until something is given up: a busy machine takes long to start a process."""


class Installation:
    """Redis for state and queue at once; :meth:`start` adds the other processes, by name."""

    def __init__(self, folder: Path, *, hold_off: int) -> None:
        """Prepare an installation in an empty folder.

        :param hold_off: seconds news is held back; a day keeps mails out of a measurement.
        """
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._cleaning = ExitStack()
        self._data = DataFolder(folder)
        self._cleaning.callback(self._data.close)
        self._keys = ensure_keys(self._data.keys, matches_exist=False)
        self.port, self.bare_port, self.smtp_port = (free_port() for _ in range(3))
        base = {**os.environ, "SIEGELPOST_HOLD_OFF": str(hold_off), "SMTP_URL": f"smtp://{HOST}:{self.smtp_port}"}
        bind = f"{HOST}:{self.port}"
        self.environment = processes.environment(self._data, self._keys, bind, f"http://{bind}", base)

    def __enter__(self) -> Self:
        server = redis_server.find_server()
        for name in ("state", "queue"):
            # Benchmarks copy matches by RESTORE and switch the file off, which no process of an installation may.
            words = redis_server.command(server, self._data, name)
            self.run(name, [word for word in words if word not in redis_server.FORBIDDEN])
        for name in ("state", "queue"):
            until(partial(redis_server.answers, self._data.socket(name)), f"{name} answers")
        Starting(self._data.starting, self.environment["SIEGELPOST_SUPERVISOR"]).tell(Progress(over=True))
        self.context = Context.open(Settings.from_environment(self._environment_of("resolve")), resolver=True)
        self._cleaning.callback(self.context.store.close)
        self._observer = redis.Redis(unix_socket_path=str(self._data.socket("state")), protocol=2)
        self._cleaning.callback(self._observer.close)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in reversed(self._running.values()):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self._running.values()):
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._cleaning.close()

    def start(self, *names: str) -> None:
        """Start processes of :data:`service.serve.processes.COMMANDS`, as ``serve`` does."""
        for name in names:
            self.run(name, processes.command(name), self._environment_of(name))
            if name == "api":
                until(lambda: answers(self.port, "/ready"), "the API is ready")

    def run_another(self, name: str) -> None:
        """Start a process a second time, as ``serve`` does with the workers that resolve."""
        self.run(f"{name}-2", processes.command(name), self._environment_of(name))

    def _environment_of(self, name: str) -> dict[str, str]:
        more = processes.resolver_settings(self._keys) if name == "resolve" else {}
        return {**self.environment, **more}

    def run(self, name: str, command: Sequence[str], environment: dict[str, str] | None = None) -> None:
        """Run one process; its output goes to a file of the folder."""
        bind, us = death_follows_parent(), os.getpid()
        with (self._data.log / f"{name}.txt").open("wb") as log:
            self._running[name] = subprocess.Popen(
                list(command), env=environment or self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=lambda: bind(us),  # noqa: PLW1509  the bench has one thread; killed, it leaves nothing behind
            )  # fmt: skip

    def stop(self, name: str) -> None:
        """End one process."""
        process = self._running.pop(name)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)

    def says(self, name: str, words: str) -> bool:
        """Return whether a process has written something like this."""
        return words in (self._data.log / f"{name}.txt").read_text(encoding="utf-8", errors="replace")

    def start_bare(self) -> None:
        """Start the bare Flask route, in a gunicorn of the same settings, on the same Redis."""
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:service.serve.web",
            "tests.campaigns.bench.bare:app",
        ]
        self.run("bare", command, {**self.environment, "SIEGELPOST_BIND": f"{HOST}:{self.bare_port}"})
        until(lambda: answers(self.bare_port, "/"), "the bare route is ready")

    def start_smtp(self) -> Path:
        """Start the mail server; return the file that tells when which letter came."""
        letters = self._data.path / "letters.txt"
        letters.touch()
        self.run("smtp", [sys.executable, "-m", "tests.campaigns.bench.smtp_sink", str(self.smtp_port), str(letters)])
        until(lambda: _listens(self.smtp_port), "the mail server listens")
        return letters

    def cpu(self, name: str) -> float:
        """Return the seconds of processor time a process and its children have used."""
        return _seconds([self._running[name].pid]) + self.cpu_of_children(name)

    def syncs(self) -> int:
        """Return a count that grows by one with each sync of the state server's file.

        Each write to that file is followed by one, and whatever else it writes are replies.
        """
        replies = int(self._observer.info("stats")["total_writes_processed"])
        written = Path(f"/proc/{self._running['state'].pid}/io").read_text(encoding="ascii").partition("syscw: ")[2]
        return int(written.split()[0]) - replies

    def cpu_of_children(self, name: str) -> float:
        """Return the seconds of processor time of a process' children, whatever thread of it has started them."""
        threads = Path(f"/proc/{self._running[name].pid}/task").iterdir()
        return _seconds(int(one) for task in threads for one in (task / "children").read_text(encoding="ascii").split())


def until(happened: Callable[[], object], what: str, patience: float = PATIENCE, look: float = 0.02) -> None:
    """Wait until something is so, asking every ``look`` seconds; :raises TimeoutError: when it takes too long."""
    end = time.monotonic() + patience
    while not happened():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {patience:.0f} s in vain until {what}")
        time.sleep(look)


def answers(port: int, path: str) -> bool:
    """Return whether a server answers 200 here."""
    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _seconds(processes: Iterable[int]) -> float:
    """Return processor time to the nanosecond, by the clocks that Linux has of every process (``clock_getcpuclockid``).

    ``/proc/<pid>/stat`` counts hundredths of a second: too coarse for who uses a thousandth of one a second.
    """
    return sum(time.clock_gettime((~one << 3) | 2) for one in processes)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0
