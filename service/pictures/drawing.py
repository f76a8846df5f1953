"""Pictures drawn in processes of their own.

Drawing a table takes a few hundredths of a second of processor time, and memory, which would slow down a web server's other
answers or the delivery of letters. So a few child processes draw (:mod:`service.pictures.painter`). They get SVG and return
PNG, and have neither keys nor addresses. Each starts on demand, is reused, and ends after some idle time. If one dies, only its
current picture fails, and another process replaces it. All end with their parent, because their standard input ends.

A picture drawn here has no fallback font for names that our typeface lacks. A browser that draws the SVG itself has
fonts for everything; a PNG has empty boxes for missing letters.
"""

import atexit
import contextlib
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import IO

import regex

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
IDLE = 300.0
"""Seconds without a question after which a child is ended: it has some 30 MB, and another one starts in half a second."""
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
    idle_since: float = 0.0


class ChildPool:
    """A few processes of one module, each for one question at a time. Thread-safe."""

    def __init__(
        self, module: str, most: int, *, uses: int | None = None, patience: float = PATIENCE, idle: float = IDLE
    ) -> None:
        """Set up the pool without starting anything.

        :param module: the module that the children run (``python -m``); it calls :func:`serve`.
        :param most: the most children at a time.
        :param uses: the number of questions after which a child is replaced.
        :param patience: seconds after which an unresponsive child is ended.
        :param idle: seconds after which a child that nobody asks is ended.
        """
        self._module, self._uses, self._patience, self._longest_idle = module, uses, patience, idle
        self._places = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[_Child] = []
        self._watched = False
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
        child.idle_since = time.monotonic()
        with self._lock:
            self._idle.append(child)
            if not self._watched:
                self._watch(self._longest_idle)

    def _watch(self, seconds: float) -> None:
        watching = threading.Timer(seconds, self._retire)
        watching.daemon = True
        watching.start()
        self._watched = True

    def _retire(self) -> None:
        """End the children that have been idle for too long, and look again when the next one may be."""
        with self._lock:
            begun = time.monotonic() - self._longest_idle
            retired = [child for child in self._idle if child.idle_since <= begun]
            self._idle = [child for child in self._idle if child.idle_since > begun]
            self._watched = False
            if self._idle:
                self._watch(self._idle[0].idle_since - begun)
        for child in retired:
            _end(child.process)

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


WRITTEN = regex.compile(
    r"[ -~\u00a1-\u017e\u0386-\u03ce\u0400-\u045f\u1e80-\u1e85\u2012-\u2015\u2018-\u201a\u201c-\u201e\u2026]*"
)
"""Latin, Greek and Cyrillic letters of modern languages, digits and signs."""


def drawable(names: Sequence[str]) -> list[str]:
    """Return the names that can be drawn, and empty strings for the others, whose seats are labelled by colour or number."""
    return [name if WRITTEN.fullmatch(unicodedata.normalize("NFC", name)) else "" for name in names]


MOST = min(4, os.cpu_count() or 1)
"""Children per process: more than processors would not draw faster."""
POLITE = 5
"""By how much the children's priority is lower: a move does not wait for a picture."""
ASKED = struct.Struct(">II")  # width, budget (0: none); behind it the SVG
IS_PICTURE, IS_NONE = b"\1", b"\0"
"""The first byte of an answer: before a picture and its cost, or before the reason why there is none."""
COST = struct.Struct(">I")  # milliseconds of a processor; behind it the PNG


def png(svg: str, width: int) -> bytes:
    """Return the picture as a PNG of this width; the same bytes as :func:`service.pictures.painter.png`. Thread-safe.

    :raises ValueError: when the width is out of range or the text is not an SVG.
    :raises NotDrawn: when the child at work has died or took too long.
    """
    return _children(os.getpid()).png(svg, width)


def png_at_cost(svg: str, width: int) -> tuple[bytes, int]:
    """Return the same with the milliseconds of a processor that it took."""
    return _children(os.getpid()).png_at_cost(svg, width)


def small_png(svg: str, budget: int) -> bytes:
    """Return the picture as a PNG with a palette of at most so many bytes, if it can be; as
    :func:`service.pictures.painter.small_png`.

    :raises ValueError: when the text is not an SVG.
    :raises NotDrawn: when the child at work has died or took too long.
    """
    return _children(os.getpid()).small_png(svg, budget)


class NotDrawn(Exception):
    """A child ended before the picture was done, or none could be started."""


class Children(ChildPool):
    """A few processes that draw; one that dies is replaced for the next picture."""

    def __init__(self, most: int = MOST, *, idle: float = IDLE) -> None:
        super().__init__("service.pictures.painter", most, idle=idle)

    def png(self, svg: str, width: int) -> bytes:
        """Have a picture drawn; see :func:`png`."""
        return self.png_at_cost(svg, width)[0]

    def png_at_cost(self, svg: str, width: int) -> tuple[bytes, int]:
        """Have a picture drawn; see :func:`png_at_cost`."""
        # A width no four bytes can hold is as wrong as 0, and is refused in the same words.
        return self._drawn(svg, width if 0 <= width < 2**32 else 0, 0)

    def small_png(self, svg: str, budget: int) -> bytes:
        """Have a small picture drawn; see :func:`small_png`."""
        return self._drawn(svg, 0, budget)[0]

    def _drawn(self, svg: str, width: int, budget: int) -> tuple[bytes, int]:
        try:
            answer = self.ask(ASKED.pack(width, budget) + svg.encode("utf-8"))
        except ChildEnded as error:
            raise NotDrawn(str(error)) from error
        if not answer.startswith(IS_PICTURE):
            raise ValueError(answer[1:].decode("utf-8"))
        return answer[1 + COST.size :], int(COST.unpack_from(answer, 1)[0])


@cache
def _children(_process: int) -> Children:
    """Return this process's children; a forked process does not share those of its parent."""
    children = Children()
    atexit.register(children.close)
    return children
