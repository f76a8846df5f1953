"""A process that has imported everything and from which ``serve`` forks its others, which start at once and share its
memory.

To import what a process of ours needs takes a second of a core and 60 MB. So the supervisor forks a template before it opens
anything; the template imports it all once, while the state server already loads, and does nothing else but fork children on
demand. It knows no key and holds no lock and no connection, so its children begin with none. It stays their parent: it says how
they ended, they die with it, and it dies with the supervisor.

Linux only; elsewhere, and should the template end, programs are started as commands.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Self

from service.serve.confined import confine

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15
IMPORTED: tuple[str, ...] = (
    "gunicorn.app.wsgiapp",
    "service.api",
    "service.serve.http.buffered",
    "workers.clock.loop",
    "workers.deliver.job",
    "workers.inbox.__main__",
    "workers.jobs.replay",
    "workers.deliver.push",
    "workers.resolve.drain",
    "workers.run",
)
"""The modules of the processes; importing any of them has no side effects."""
LONGEST = 1 << 20
"""Bytes of a message: a command line and an environment, or an answer."""
MOST_PASSED_ON = 3
"""Descriptors that come with a message: for output, rules and a listener."""
HANDLED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)


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


@dataclass(frozen=True)
class Copy:
    """A child of the template, to be waited for as if it were our own."""

    pid: int
    template: Template

    def poll(self) -> int | None:
        """Return the exit status (negative: the signal) once it has ended."""
        return self.template.ended(self.pid)

    def wait(self) -> int:
        """Wait until it has ended, and return its status."""
        while (status := self.template.ended(self.pid, wait=True)) is None:
            pass
        return status


class Template:
    """The supervisor's handle on the template process."""

    def __init__(self, supervisor_end: socket.socket, pid: int) -> None:
        self._link, self._pid = supervisor_end, pid
        self._ended: dict[int, int] = {}

    @classmethod
    def begin(cls, opened: socket.socket | None = None) -> Self | None:
        """Fork the template, which imports the processes' modules meanwhile; return None if that is impossible.

        Call it in the one thread there is, before anything else is opened that the processes are not to have. The first
        :meth:`copy` waits for the imports.

        :param opened: a socket that is open already; the template closes it.
        """
        if sys.platform != "linux":
            return None
        gc.freeze()  # a collection would write to what is shared
        sys.stdout.flush()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        us, bind = os.getpid(), death_follows_parent()
        pid = os.fork()
        if pid == 0:
            ours.close()
            if opened is not None:
                opened.close()
            bind(us)
            _serve(theirs, us)
        theirs.close()
        return cls(ours, pid)

    def copy(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        output: int,
        rules: int | None = None,
        listener: int | None = None,
    ) -> Copy | None:
        """Start a program as a child of the template; ``None`` when the template has ended.

        :param name: for lists of processes.
        :param command: a module and its arguments.
        :param output: a descriptor for what it says.
        :param rules: one of the rules that confine it (:mod:`service.serve.confined`).
        :param listener: a listening socket for gunicorn.
        :raises OSError: when it cannot be started.
        """
        passed_on = {kind: one for kind, one in (("rules", rules), ("listener", listener)) if one is not None}
        message = json.dumps([name, [*command], {**environment}, ["output", *passed_on]]).encode()
        self._link.setblocking(True)
        try:
            socket.send_fds(self._link, [message], [output, *passed_on.values()])
        except ConnectionError:
            return None
        while answer := self._read():
            if "cannot" in answer:
                raise OSError(answer["cannot"])
            if "pid" in answer:
                return Copy(answer["pid"], self)
        return None

    def ended(self, pid: int, *, wait: bool = False) -> int | None:
        """Return a child's exit status (negative: the signal) once it has ended; waiting callers get the next news, too."""
        self._link.setblocking(wait)
        with contextlib.suppress(BlockingIOError):
            while pid not in self._ended:
                if self._read() is None:
                    return -signal.SIGKILL  # with the template
        return self._ended.get(pid)

    def close(self) -> None:
        """End the template; it has no children left, or they die."""
        self._link.close()
        os.kill(self._pid, signal.SIGKILL)  # it may be importing still
        os.waitpid(self._pid, 0)

    def _read(self) -> dict[str, Any] | None:
        """Return the template's next answer, or None if it has ended; remember which children have ended."""
        try:
            raw = self._link.recv(LONGEST)
        except ConnectionError:
            return None
        answer: dict[str, Any] | None = json.loads(raw) if raw else None
        if answer and "ended" in answer:
            self._ended[answer["ended"]] = answer["status"]
        return answer


def _serve(link: socket.socket, supervisor: int) -> NoReturn:
    """Run the template: fork on request, and report ended children. Never returns to the supervisor's code."""
    try:
        os.setpgid(0, 0)
        _be_called("template")
        rung, bell = socket.socketpair()
        bell.setblocking(False)
        for number in HANDLED:
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        for name in IMPORTED:
            importlib.import_module(name)
        gc.collect()
        gc.freeze()
        with selectors.DefaultSelector() as selector:
            selector.register(link, selectors.EVENT_READ)
            selector.register(rung, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    if key.fileobj is rung:
                        rung.recv(4096)
                        _tell_ends(link, supervisor)
                        continue
                    raw, descriptors, _, _ = socket.recv_fds(link, LONGEST, MOST_PASSED_ON)
                    if not raw:
                        os._exit(0)
                    answer = _fork(raw, descriptors, (link, rung, bell, selector))
                    link.send(json.dumps(answer).encode())
    finally:
        os._exit(1)


def _tell_ends(link: socket.socket, supervisor: int) -> None:
    """Report all children that have ended, and wake the supervisor as if they were its own."""
    with contextlib.suppress(ChildProcessError):
        while (end := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            link.send(json.dumps({"ended": end[0], "status": os.waitstatus_to_exitcode(end[1])}).encode())
            os.kill(supervisor, signal.SIGCHLD)


def _fork(
    raw: bytes, descriptors: Sequence[int], ours: Sequence[socket.socket | selectors.BaseSelector]
) -> dict[str, Any]:
    """Fork a child that becomes a program, and return what to answer; it closes what is ``ours``."""
    us, bind = os.getpid(), death_follows_parent()
    try:
        pid = os.fork()
    except OSError as error:
        return {"cannot": error.strerror}
    finally:
        if os.getpid() == us:
            for one in descriptors:
                os.close(one)
    if pid:
        return {"pid": pid}
    try:
        bind(us)
        signal.set_wakeup_fd(-1)
        for number in HANDLED:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for link in ours:
            link.close()
        name, command, environment, kinds = json.loads(raw)
        _take_place(name, environment, **dict(zip(kinds, descriptors, strict=True)))
        status = _run(command)
    except BaseException:
        status = 1
        sys.excepthook(*sys.exc_info())
    os._exit(status)


def _take_place(
    name: str, environment: Mapping[str, str], output: int, rules: int | None = None, listener: int | None = None
) -> None:
    """Give a fresh child a process group, a name, an environment, an output and perhaps a listener of its own, and confine it."""
    os.setpgid(0, 0)
    _be_called(name)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for place, descriptor in enumerate((nothing, output, output)):
        os.dup2(descriptor, place)
    os.close(nothing)
    os.close(output)
    if rules is not None:
        confine(rules)
        os.close(rules)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(write_through=True)  # type: ignore[union-attr]  # what a killed process said last is to be seen
    os.environ.clear()
    os.environ.update(environment)
    if listener is not None:
        os.environ["SIEGELPOST_BIND"] = f"fd://{listener}"
    time.tzset()


def _run(command: Sequence[str]) -> int:
    """Run a module as Python runs the main one, and return the exit status."""
    sys.argv = [*command]
    try:
        runpy.run_module(command[0], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        status = 0 if end.code is None else 1
        if isinstance(end.code, int):
            status = end.code
        elif end.code is not None:
            sys.stderr.write(f"{end.code}\n")
    threading._shutdown()  # type: ignore[attr-defined]  # as multiprocessing ends its own forks
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    return status


def _be_called(name: str) -> None:
    """Show a name instead of the supervisor's in process lists: ``ps -o comm``, ``top``."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode()[:15], 0, 0, 0)
