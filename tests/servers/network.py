"""Machines of our own to cut off from each other: network namespaces on this one, joined by a bridge.

Needs root and ``ip`` (Debian: ``apt-get install iproute2``). Nothing of it is reached from outside, and it goes with
:meth:`Network.remove`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

BASE = f"10.213.{1 + os.getpid() % 250}"
"""The network of these machines, of each process its own; this one is ``.1`` in it."""


@dataclass(frozen=True)
class Machine:
    """A namespace with an address of its own."""

    name: str
    host: str

    @property
    def prefix(self) -> tuple[str, ...]:
        """What stands before a command that is to run there."""
        return ("ip", "netns", "exec", self.name)

    def cut(self, others: Sequence[Machine]) -> None:
        """Let nothing go from here to the others; who asks from this machine is answered as ever."""
        for other in others:
            _run(*self.prefix, "ip", "route", "add", "blackhole", f"{other.host}/32")

    def join(self, others: Sequence[Machine]) -> None:
        """Undo it."""
        for other in others:
            _run(*self.prefix, "ip", "route", "del", "blackhole", f"{other.host}/32")


class Network:
    """So many machines."""

    def __init__(self, count: int) -> None:
        assert os.geteuid() == 0 and shutil.which("ip"), "this needs root and ip (apt-get install iproute2)"
        self._bridge = f"sp{os.getpid() % 100_000}"
        self.machines = [Machine(f"{self._bridge}n{number}", f"{BASE}.{number + 10}") for number in range(count)]
        _run("ip", "link", "add", self._bridge, "type", "bridge")
        _run("ip", "address", "add", f"{BASE}.1/24", "dev", self._bridge)
        _run("ip", "link", "set", self._bridge, "up")
        for number, machine in enumerate(self.machines):
            ours, theirs = f"{self._bridge}a{number}", f"{self._bridge}b{number}"
            _run("ip", "netns", "add", machine.name)
            _run("ip", "link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", machine.name)
            _run("ip", "link", "set", ours, "master", self._bridge, "up")
            _run(*machine.prefix, "ip", "address", "add", f"{machine.host}/24", "dev", theirs)
            _run(*machine.prefix, "ip", "link", "set", theirs, "up")

    def remove(self) -> None:
        """Take it all away, with the links of the namespaces."""
        for machine in self.machines:
            _run("ip", "netns", "del", machine.name)
        _run("ip", "link", "del", self._bridge)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
