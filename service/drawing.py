"""Pictures drawn in processes of their own.

Drawing a table takes a processor for a few hundredths of a second, and its memory: a web server would answer others later, a
deliverer hand over fewer letters. So drawing goes on in a few children (:mod:`service.painter`), started when the first
picture is wanted. They get no keys and no addresses, only SVG in and PNG out, and end with the process that asks them.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import struct
import subprocess
import sys
import threading
from functools import cache
from typing import IO

MOST = min(4, os.cpu_count() or 1)
"""Children per process: more than processors would draw no faster."""
PATIENCE = 120.0
"""Seconds after which a child that does not answer is ended: it comes last on a busy machine, so this says nothing of work."""
POLITE = 5
"""By how much the priority of children is lower: a move does not wait for a picture."""
KEPT_FROM_THEM = re.compile(r"(SIEGELPOST|REDIS|QUEUE|SMTP|AWS|OTEL)_.*|.*_PROXY", re.IGNORECASE)
"""Settings that a child does not get; those of the archive's object store, of proxies and of a collector of traces hold
passwords, too."""
THRIFTY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "8000000", "MALLOC_TRIM_THRESHOLD_": "16000000"}
"""Settings of the C library's memory for a child, which otherwise keeps what its largest picture took (glibc; bytes).
A letter's picture fits below: to give its memory back each time would take a third more of the processor."""
ASKED = struct.Struct(">III")  # width, budget (0: none), bytes of the SVG
ANSWERED = struct.Struct(">?I")  # whether it is a picture, bytes of it or of the reason why not


def png(svg: str, width: int) -> bytes:
    """Return the picture as a PNG of this width; the same bytes as :func:`service.render.png`. Thread-safe.

    :raises ValueError: when the width is out of range or the text is not an SVG.
    :raises NotDrawn: when the child at work has died or took too long.
    """
    return _children(os.getpid()).png(svg, width)


def small_png(svg: str, budget: int) -> bytes:
    """Return the picture as a PNG with a palette of at most so many bytes, if it can be; as :func:`service.render.small_png`.

    :raises ValueError: when the text is not an SVG.
    :raises NotDrawn: when the child at work has died or took too long.
    """
    return _children(os.getpid()).small_png(svg, budget)


def get_ready() -> None:
    """Start a child, so that the first picture need not wait for it. Never fails: it is started again when it is wanted."""
    _children(os.getpid()).get_ready()


class NotDrawn(Exception):
    """A child ended before the picture was done. Never draw it here instead: what ends a child may end its asker, too."""


class Children:
    """A few processes that draw; one that dies is replaced for the next picture."""

    def __init__(self, most: int = MOST) -> None:
        self._places = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._owner = os.getpid()

    def png(self, svg: str, width: int) -> bytes:
        """Have a picture drawn; see :func:`png`."""
        # A width no four bytes can hold is as wrong as 0, and is refused in the same words.
        return self._drawn(svg, width if 0 <= width < 2**32 else 0, 0)

    def small_png(self, svg: str, budget: int) -> bytes:
        """Have a small picture drawn; see :func:`small_png`."""
        return self._drawn(svg, 0, budget)

    def get_ready(self) -> None:
        """Start a child unless there is one; see :func:`get_ready`."""
        with contextlib.suppress(NotDrawn), self._places:
            child = self._living()
            with self._lock:
                self._idle.append(child)

    def _drawn(self, svg: str, width: int, budget: int) -> bytes:
        with self._places:
            child = self._living()
            try:
                is_picture, answer = _ask(child, svg, width, budget)
            except (OSError, EOFError):
                _end(child)
                raise NotDrawn("a drawing process has ended in its work") from None
            except BaseException:  # such as the time limit of a job: what it answers now is nobody's picture
                _end(child)
                raise
            with self._lock:
                self._idle.append(child)
        if not is_picture:
            raise ValueError(answer.decode("utf-8"))
        return answer

    def _living(self) -> subprocess.Popen[bytes]:
        """Return a child that has nothing to do, or a new one; those that died meanwhile are forgotten."""
        with self._lock:
            while self._idle:
                child = self._idle.pop()
                if child.poll() is None:
                    return child
                _end(child)
        try:
            return _start()
        except OSError as error:  # no memory or no process to be had
            raise NotDrawn("no drawing process can be started") from error

    def close(self) -> None:
        """End the children that have nothing to do; in a fork of their owner, leave them to it."""
        if os.getpid() != self._owner:
            return
        with self._lock:
            idle, self._idle = self._idle, []
        for child in idle:
            _end(child)

    def processes(self) -> list[int]:
        """Return the process ids of the children that have nothing to do."""
        with self._lock:
            return [child.pid for child in self._idle]


@cache
def _children(_process: int) -> Children:
    """Return this process's children; a forked process does not share those of its parent."""
    children = Children()
    atexit.register(children.close)
    return children


def _start() -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if not KEPT_FROM_THEM.fullmatch(name)}
    command, pipe = [sys.executable, "-m", "service.painter"], subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment | THRIFTY)  # noqa: S603


def _ask(child: subprocess.Popen[bytes], svg: str, width: int, budget: int) -> tuple[bool, bytes]:
    assert child.stdin is not None
    assert child.stdout is not None
    text = svg.encode("utf-8")
    asked = ASKED.pack(width, budget, len(text))
    too_long = threading.Timer(PATIENCE, child.kill)
    too_long.start()
    try:
        child.stdin.write(asked + text)
        child.stdin.flush()
        is_picture, length = ANSWERED.unpack(exactly(child.stdout, ANSWERED.size))
        return is_picture, exactly(child.stdout, length)
    finally:
        too_long.cancel()


def exactly(stream: IO[bytes], count: int) -> bytes:
    """Return so many bytes of a stream; :raises EOFError: when it ends before."""
    data = stream.read(count)
    if len(data) < count:
        raise EOFError("the other side has ended")
    return data


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):  # closing sends what a dead child did not read
                stream.close()


__all__ = ["Children", "NotDrawn", "get_ready", "png", "small_png"]
