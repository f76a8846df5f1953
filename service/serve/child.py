"""One child process: started in its own process group, its output in our pipe, bound to die with us."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from service.serve.confined import Confined, confine
from service.serve.template import Copy, Template, death_follows_parent


@dataclass(frozen=True)
class Program:
    """A program to run, and a check that it is ready for use."""

    name: str
    command: Sequence[str]
    is_ready: Callable[[], bool] | None = None
    """A check repeated until it returns true; None if the program is ready as soon as it runs."""
    progress: Callable[[], str] | None = None
    """Describes in words what the program does until it is ready; then it has unlimited time, because its data may be
    large."""
    stop_within: float = 10.0
    """Seconds between the request to end and ending it by force."""
    after_death: Callable[[int], None] = lambda _process: None
    """Called with the process id when it has ended by itself, before it starts again; must not take long."""
    keep_open: tuple[int, ...] = ()
    """Descriptors the child inherits, the lock it shares; such a program is never a copy."""
    listener: int | None = None
    """The listening socket that gunicorn takes over, kept here so that nothing is refused while it is started again."""
    confined: Confined | None = None
    """The files it may use, if the kernel can enforce that; None for all that its user may use."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Environment variables for this program alone, besides those for all."""


class Child:
    """A running program."""

    def __init__(self, program: Program, environment: Mapping[str, str], template: Template | None = None) -> None:
        """Start it; :raises OSError: when it cannot be started at all.

        :param template: of which modules of ours are copied instead of started anew.
        """
        self.program = program
        rules = program.confined.ruleset() if program.confined else None
        output, into = os.pipe()
        self.output: IO[bytes] = os.fdopen(output, "rb", 0)
        os.set_blocking(output, False)
        try:
            self._process = self._started({**environment, **program.settings}, into, rules, template)
        except subprocess.SubprocessError as error:
            self.output.close()
            raise OSError(f"the process cannot be confined from the resolver's key: {error}") from error
        except OSError:
            self.output.close()
            raise
        finally:
            os.close(into)
            if rules is not None:
                os.close(rules)

    def _started(
        self, environment: Mapping[str, str], output: int, rules: int | None, template: Template | None
    ) -> subprocess.Popen[bytes] | Copy:
        program = self.program
        ours = program.command[:2] == [sys.executable, "-m"] and not program.keep_open
        if template is not None and ours:
            copy = template.copy(program.name, program.command[2:], environment, output, rules, program.listener)
            if copy is not None:
                return copy
        passed_on = () if program.listener is None else (program.listener,)
        environment = {**environment, **({"SIEGELPOST_BIND": f"fd://{passed_on[0]}"} if passed_on else {})}
        bind, us = death_follows_parent(), os.getpid()

        def before_exec() -> None:
            bind(us)
            if rules is not None:
                confine(rules)

        return subprocess.Popen(  # noqa: S603  our own command lines
            list(program.command),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C reaches the supervisor alone, which then stops all in order. In no session of its own: Linux shares
            # processors out among sessions first, so that low priorities would mean nothing between two of them.
            process_group=0,
            pass_fds=(*program.keep_open, *passed_on),
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
            os.kill(self.pid, signal.SIGTERM)

    def end_by_force(self) -> None:
        """Kill the program and any remaining children."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return

    def finish(self) -> None:
        """End it by force, wait for its end, and close its output."""
        self.end_by_force()
        self._process.wait()
        self.output.close()
