"""Processes of ours that begin at once: forked by a template that has imported everything, as those of ``serve`` are.

To import what one of them needs takes a second of a core, and the tests start, kill and restart some hundred. What has to begin
as a command (the long campaigns, measurements, and tests of the commands themselves) still does.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from service.serve.template import Copy, Template

wanted = False
"""Whether processes are forked; :mod:`tests.conftest` says so."""


class Running(Protocol):
    """A process, however it began."""

    @property
    def pid(self) -> int:
        """Its id, and that of its group."""

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""

    def kill(self) -> None:
        """End it at once."""

    def poll(self) -> int | None:
        """Return the exit status once it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return its exit status."""


def start(command: Sequence[str], environment: Mapping[str, str], log: Path) -> Running:
    """Start a command of this Python in a session of its own; what it says goes to the end of a file."""
    if wanted and list(command[:2]) == [sys.executable, "-m"]:
        return Forked(_nursery(), command[2:], environment, log)
    with log.open("ab") as output:
        return subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )


class Forked:
    """A child of the template. Several threads may wait for it."""

    def __init__(self, nursery: Nursery, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self._nursery = nursery
        self._status: int | None = None
        self.pid = nursery.ask({"command": list(command), "environment": dict(environment), "log": str(log)})
        self._end: int | None = None
        with contextlib.suppress(ProcessLookupError):  # it has ended already
            self._end = os.pidfd_open(self.pid)
            weakref.finalize(self, os.close, self._end)

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return the exit status once it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return its exit status."""
        if self._status is not None:
            return self._status
        if self._end is not None and not select.select([self._end], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        self._status = self._nursery.ask({"ended": self.pid})
        return self._status


class Nursery:
    """The process that has the template, and starts what it is asked for."""

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.servers.forked"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def ask(self, asked: Mapping[str, object]) -> int:
        """Return its answer to one request."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._asking:
            self._process.stdin.write(json.dumps(asked) + "\n")
            answer: int = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        """End it, and with it whatever it has started."""
        with self._process:
            pass


_nursery = cache(Nursery)


def close() -> None:
    """End what starts processes, if any was started."""
    if _nursery.cache_info().currsize:
        _nursery().close()
        _nursery.cache_clear()


def main() -> None:
    """Start and bury processes, a line of JSON each, until nobody asks any more; what still runs then dies with the template."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    importlib.import_module("service.serve.serve")
    template, copies = Template.begin(), dict[int, Copy]()
    assert template is not None, "there is a template on Linux only"
    for line in sys.stdin:
        asked = json.loads(line)
        if "ended" in asked:
            print(copies[asked["ended"]].wait(), flush=True)
            continue
        with Path(asked["log"]).open("ab") as output:
            name = asked["command"][0].rpartition(".")[2]
            copy = template.copy(name, asked["command"], asked["environment"], output.fileno(), None)
        assert copy is not None
        copies[copy.pid] = copy
        print(copy.pid, flush=True)
    template.close()


if __name__ == "__main__":
    main()
