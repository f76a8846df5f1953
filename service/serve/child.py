"""One child process: started in a session of its own, its output in our pipe, bound to die with us."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from service.serve.confined import Confined, confine

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Program:
    """A program to run, and how to know that it is ready to be used."""

    name: str
    command: Sequence[str]
    is_ready: Callable[[], bool] | None = None
    """Asked until it says yes; ``None``: ready as soon as it runs."""
    progress: Callable[[], str] | None = None
    """Says in words what it does until it is ready; then it has as long as it lives, because its data may be large."""
    stop_within: float = 10.0
    """Seconds between the request to end and the end by force."""
    after_death: Callable[[int], None] = lambda _process: None
    """Called with the process id when it has ended by itself, before it starts again; must not take long."""
    keep_open: tuple[int, ...] = ()
    """Descriptors the child inherits: the lock it shares."""
    confined: Confined | None = None
    """The files it may use, where the kernel can see to that; ``None``: all that its user may."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Environment variables for this program alone, besides those for all."""


def death_follows_parent() -> Callable[[int], None]:
    """Return a function that, called in a child with its parent's process id, makes it die when the parent dies.

    Linux only; elsewhere it does nothing, and a killed supervisor leaves its children to be stopped by hand.
    """
    if sys.platform != "linux":
        return lambda _parent: None
    # Loaded now: between fork and exec nothing may be imported.
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def bind(parent: int) -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            # The parent died before the bond held.
            os._exit(1)

    return bind


class Child:
    """A running program."""

    def __init__(self, program: Program, environment: Mapping[str, str]) -> None:
        """Start it; :raises OSError: when it cannot be started at all."""
        self.program = program
        bind, us = death_follows_parent(), os.getpid()
        rules = program.confined.ruleset() if program.confined else None

        def before_exec() -> None:
            bind(us)
            if rules is not None:
                confine(rules)

        try:
            self._process = self._started(program, environment, before_exec)
        except subprocess.SubprocessError as error:
            raise OSError(f"it cannot be kept from the resolver's key: {error}") from error
        finally:
            if rules is not None:
                os.close(rules)
        assert self._process.stdout is not None
        self.output: IO[bytes] = self._process.stdout
        os.set_blocking(self.output.fileno(), False)

    @staticmethod
    def _started(
        program: Program, environment: Mapping[str, str], before_exec: Callable[[], None]
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603  our own command lines
            list(program.command),
            env={**environment, **program.settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C reaches the supervisor alone, which then stops all in order
            pass_fds=program.keep_open,
            preexec_fn=before_exec,  # noqa: PLW1509  the supervisor has one thread
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ended(self) -> int | None:
        """Return the exit status (negative: the signal) once it has ended."""
        return self._process.poll()

    def ask_to_end(self) -> None:
        """Send SIGTERM to the program; it ends its own children."""
        if self.ended() is None:
            self._process.terminate()

    def end_by_force(self) -> None:
        """Kill the program and whatever is left of its children."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return

    def finish(self) -> None:
        """End it by force, wait for its end, and let its output go."""
        self.end_by_force()
        self._process.wait()
        self.output.close()


__all__ = ["Child", "Program", "death_follows_parent"]
