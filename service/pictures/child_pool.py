"""A few child processes for work that must not hold up or break their parent: bytes in, bytes out.

They start on demand, are reused, and get neither keys nor addresses. If one dies, only its current question fails, and
it is replaced for the next. All end with their parent, because their standard input ends.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

PATIENCE = 120.0
"""Seconds after which an unresponsive child is ended. It has low priority on a busy machine, so this says nothing about
the work."""
DYING = 5.0
"""Seconds that a child which has closed its output has to exit."""
KEPT_FROM_THEM = re.compile(r"(SIEGELPOST|REDIS|QUEUE|SMTP|AWS|OTEL)_.*|.*_PROXY", re.IGNORECASE)
"""Settings that a child does not get; those of the archive's object store, of proxies and of a trace collector may
contain passwords, too."""
THRIFTY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "8000000", "MALLOC_TRIM_THRESHOLD_": "16000000"}
"""Memory settings of the C library for a child, which would otherwise keep the memory of its largest task (glibc; bytes)."""
LENGTH = struct.Struct(">I")
"""The length before each question and each answer."""
LONGEST = 64_000_000
"""Bytes of a question or an answer."""


class ChildEnded(Exception):
    """A child ended before it answered. ``by`` is the signal (negative) or exit status, or ``None`` if none had started.

    Never do the work in this process instead: what ends a child may end its parent, too.
    """

    def __init__(self, by: int | None) -> None:
        super().__init__("no child process can be started" if by is None else "a child process has ended in its work")
        self.by = by


@dataclass
class _Child:
    process: subprocess.Popen[bytes]
    asked: int = 0


class ChildPool:
    """A few processes of one module, each for one question at a time. Thread-safe."""

    def __init__(self, module: str, most: int, *, uses: int | None = None, patience: float = PATIENCE) -> None:
        """Set up the pool without starting anything.

        :param module: the module that the children run (``python -m``); it calls :func:`serve`.
        :param most: the most children at a time.
        :param uses: the number of questions after which a child is replaced.
        :param patience: seconds after which an unresponsive child is ended.
        """
        self._module, self._uses, self._patience = module, uses, patience
        self._places = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[_Child] = []
        self._owner = os.getpid()

    def ask(self, question: bytes) -> bytes:
        """Return a child's answer; :raises ChildEnded: when it gave none."""
        with self._places:
            child = self._living()
            try:
                answer = self._answer(child.process, question)
            except (OSError, EOFError):
                raise ChildEnded(_end(child.process, within=DYING)) from None
            except BaseException:  # such as the time limit of a job: what it answers now is nobody's answer
                _end(child.process)
                raise
            child.asked += 1
            if child.asked == self._uses:
                _end(child.process)
            else:
                self._keep(child)
            return answer

    def get_ready(self) -> None:
        """Start a child unless there is one, so that the first question need not wait. Never fails."""
        with contextlib.suppress(ChildEnded), self._places:
            self._keep(self._living())

    def close(self) -> None:
        """End the idle children; in a fork of their owner, leave them to it."""
        if os.getpid() != self._owner:
            return
        with self._lock:
            idle, self._idle = self._idle, []
        for child in idle:
            _end(child.process)

    def processes(self) -> list[int]:
        """Return the process ids of the idle children."""
        with self._lock:
            return [child.process.pid for child in self._idle]

    def _keep(self, child: _Child) -> None:
        with self._lock:
            self._idle.append(child)

    def _living(self) -> _Child:
        """Return an idle child, or a new one; those that died meanwhile are forgotten."""
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if child.process.poll() is None:
                    return child
                _end(child.process)
        try:
            return _Child(_start(self._module))
        except OSError as error:  # no memory or no process to be had
            raise ChildEnded(None) from error

    def _answer(self, child: subprocess.Popen[bytes], question: bytes) -> bytes:
        assert child.stdin is not None
        assert child.stdout is not None
        too_long = threading.Timer(self._patience, child.kill)
        too_long.start()
        try:
            child.stdin.write(LENGTH.pack(len(question)) + question)
            child.stdin.flush()
            return framed(child.stdout)
        finally:
            too_long.cancel()


def serve(answer: Callable[[bytes], bytes]) -> None:
    """Answer the parent's questions until there are no more; called by a child's module."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    while True:
        try:
            question = framed(sys.stdin.buffer)
        except EOFError:
            return
        said = answer(question)
        sys.stdout.buffer.write(LENGTH.pack(len(said)) + said)
        sys.stdout.buffer.flush()


def framed(stream: IO[bytes]) -> bytes:
    """Return the bytes announced by a length before them; :raises EOFError: when the stream ends early, or there are
    too many."""
    (length,) = LENGTH.unpack(_exactly(stream, LENGTH.size))
    if length > LONGEST:
        raise EOFError("the message is longer than allowed")
    return _exactly(stream, length)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError("the other side has ended")
    return data


def _start(module: str) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if not KEPT_FROM_THEM.fullmatch(name)}
    command, pipe = [sys.executable, "-m", module], subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment | THRIFTY)  # noqa: S603


def _end(child: subprocess.Popen[bytes], *, within: float = 0.0) -> int:
    """End a child, by force unless it exits within this many seconds; return its exit status."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(within)
    child.kill()
    status = child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):  # closing sends what a dead child did not read
                stream.close()
    return status
