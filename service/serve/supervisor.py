"""Starts programs, side by side or each after the previous ones are ready; restarts dead ones; stops all in reverse
order.

One thread, one loop: it waits for output of children and for signals, both as readable descriptors. Children die with the
supervisor, however it ends.
"""

import os
import random
import selectors
import signal
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType

from service.serve.child import Child, Program
from service.serve.folder import EmbeddedError
from service.serve.logs import Logs
from service.serve.template import Template

READY_WITHIN = 60.0
"""Seconds a program has to get ready, if it cannot report its progress."""
PROGRESS_EVERY = 5.0
"""Seconds between two reports of progress."""
DEATHS_BEFORE_READY = 3
"""How often a program may die before it was ever ready; then restarting does not help."""
STEADY = 10.0
"""Seconds a program must have run for its next death to count as the first."""
SHORTEST_PAUSE = 0.25
LONGEST_PAUSE = 15.0
LOOK_EVERY = 0.05
"""Seconds between two checks whether a program is ready."""
STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stopped(Exception):
    """A request to stop came while the supervisor was starting."""


@dataclass
class Post:
    """A program's place in the order: its running child, or when the next one starts."""

    program: Program
    environment: Mapping[str, str]
    child: Child | None = None
    started: float = 0.0
    start_at: float | None = None
    deaths: int = 0
    """Deaths in a row, none of them after a steady run."""
    ever_ready: bool = False

    def is_ready(self) -> bool:
        """Return whether the program runs and says it is ready, and remember it."""
        question = self.program.is_ready
        self.ever_ready = self.child is not None and (question is None or question())
        return self.ever_ready


def pause_after(deaths: int, chance: Callable[[], float] = random.random) -> float:
    """Return the seconds before the next start after this many deaths in a row: doubling, bounded, never in step.

    >>> [pause_after(n, lambda: 0.5) for n in (1, 2, 3, 20)]
    [0.25, 0.5, 1.0, 15.0]
    """
    return min(SHORTEST_PAUSE * 2.0 ** (min(deaths, 30) - 1), LONGEST_PAUSE) * (0.75 + chance() / 2)


class Supervisor:
    """Runs programs until it is told to stop. For the main thread, because it takes the process's signals."""

    def __init__(self, logs: Logs, template: Template | None = None) -> None:
        self._logs, self._template = logs, template
        self._posts: list[Post] = []
        self._stop_asked = 0
        self._selector = selectors.DefaultSelector()
        self._wakeup, signals = socket.socketpair()
        self._signals = signals
        for one in (self._wakeup, signals):
            one.setblocking(False)
        self._selector.register(signals, selectors.EVENT_READ)
        signal.set_wakeup_fd(self._wakeup.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in STOPPING:
            signal.signal(number, self._ask_to_stop)

    def start(self, programs: Sequence[Program], environment: Mapping[str, str]) -> None:
        """Start programs side by side and wait until all are ready; from then on each is restarted whenever it dies.

        :raises EmbeddedError: when one does not get ready, with the end of its log.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        self.wait(self.begin(programs, environment))

    def begin(self, programs: Sequence[Program], environment: Mapping[str, str]) -> list[Post]:
        """Start programs side by side and return at once; each is restarted whenever it dies.

        :raises EmbeddedError: when one cannot be started at all.
        """
        begun = [Post(program, environment) for program in programs]
        for post in begun:
            self._posts.append(post)
            self._spawn(post)
        return begun

    def wait(self, posts: Sequence[Post], meanwhile: Callable[[], None] = lambda: None) -> None:
        """Wait until all of these are ready.

        :param meanwhile: called several times a second; must not take long.
        :raises EmbeddedError: when one does not get ready, or one that has begun besides keeps dying; with the end of its log.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        end = time.monotonic() + READY_WITHIN
        told = time.monotonic()
        while posts := [post for post in posts if not post.is_ready()]:
            self._turn(LOOK_EVERY)
            if self._stop_asked:
                raise Stopped
            meanwhile()
            late = [post for post in posts if time.monotonic() > end and post.program.progress is None]
            dying = [post for post in self._posts if post.deaths >= DEATHS_BEFORE_READY and not post.ever_ready]
            if failed := [*dying, *late]:
                name = failed[0].program.name
                raise EmbeddedError("\n".join([f"{name} does not start:", *self._logs.tail(name)]))
            if time.monotonic() - told >= PROGRESS_EVERY:
                told = time.monotonic()
                self._tell_progress(posts)

    def run_once(self, program: Program, environment: Mapping[str, str]) -> int:
        """Run a program to its end, supervising the others meanwhile; return its exit status.

        :raises Stopped: when somebody asked to stop; the program is ended.
        """
        child = Child(program, environment, self._template)
        self._listen(child)
        try:
            while (status := child.ended()) is None:
                self._turn(LOOK_EVERY)
                if self._stop_asked:
                    raise Stopped
            return status
        finally:
            self._deaf(child)
            child.finish()

    def run(self) -> None:
        """Supervise everything until somebody asks to stop."""
        while not self._stop_asked:
            starts = [post.start_at for post in self._posts if post.start_at is not None]
            self._turn(max(0.0, min(starts) - time.monotonic()) if starts else None)

    def stop(self) -> None:
        """End all programs in reverse order of their start; a second request to stop ends them by force."""
        asked = self._stop_asked
        for post in reversed(self._posts):
            post.start_at = None
            if post.child is not None:
                post.child.ask_to_end()
                end = time.monotonic() + post.program.stop_within
                while post.child is not None and time.monotonic() < end and self._stop_asked <= max(asked, 1):
                    self._turn(LOOK_EVERY, restart=False)
            if post.child is not None:
                self._logs.tell(f"{post.program.name} does not end by itself: killed")
                post.child.end_by_force()
            while post.child is not None:
                self._turn(LOOK_EVERY, restart=False)
        self._posts.clear()

    def close(self) -> None:
        """Restore the signal handlers."""
        for number in (signal.SIGCHLD, *STOPPING):
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        self._selector.close()
        self._wakeup.close()
        self._signals.close()

    def _tell_progress(self, waiting: Sequence[Post]) -> None:
        for post in waiting:
            if post.program.progress is not None:
                self._logs.tell(f"{post.program.name} is starting: {post.program.progress()}")

    def _ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stop_asked += 1

    def _turn(self, timeout: float | None, *, restart: bool = True) -> None:
        """Wait at most ``timeout`` seconds for something to happen, and handle it."""
        for key, _ in self._selector.select(timeout):
            if key.fileobj is self._signals:
                self._signals.recv(4096)
            else:
                self._read(key.data)
        for post in self._posts:
            if post.child is not None and (status := post.child.ended()) is not None:
                self._bury(post, status, restart)
            elif restart and post.start_at is not None and post.start_at <= time.monotonic():
                self._spawn(post)

    def _spawn(self, post: Post) -> None:
        post.start_at = None
        post.started = time.monotonic()
        try:
            post.child = Child(post.program, post.environment, self._template)
        except OSError as error:
            # The machine is out of processes or memory: fatal at first, to be outlived later.
            if not post.ever_ready:
                raise EmbeddedError(f"{post.program.name} cannot be started: {error}") from error
            self._start_later(post, f"cannot be started ({error})")
            return
        self._listen(post.child)
        if post.ever_ready:
            self._logs.tell(f"{post.program.name} runs again (process {post.child.pid})")

    def _bury(self, post: Post, status: int, restart: bool) -> None:
        assert post.child is not None
        self._deaf(post.child)
        post.child.end_by_force()  # what a killed master leaves behind
        process, post.child = post.child.pid, None
        if not restart:
            return
        post.program.after_death(process)
        name = post.program.name
        ended = f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
        said = self._logs.last(name) if status > 0 else ""
        self._start_later(post, f"{ended} ({said})" if said else ended)

    def _start_later(self, post: Post, why: str) -> None:
        now = time.monotonic()
        post.deaths = 1 if now - post.started >= STEADY else post.deaths + 1
        pause = pause_after(post.deaths)
        post.start_at = now + pause
        if post.ever_ready:
            self._logs.tell(f"{post.program.name} {why}; it starts again in {pause:.1f} s")

    def _listen(self, child: Child) -> None:
        self._selector.register(child.output, selectors.EVENT_READ, child)

    def _deaf(self, child: Child) -> None:
        if not child.output.closed:
            self._read(child)
        if not child.output.closed:
            self._selector.unregister(child.output)
            child.output.close()
        self._logs.end(child.program.name)

    def _read(self, child: Child) -> None:
        """Take all output there is; close at its end."""
        while True:
            try:
                piece = os.read(child.output.fileno(), 65_536)
            except BlockingIOError:
                return
            if not piece:
                self._selector.unregister(child.output)
                child.output.close()
                return
            self._logs.feed(child.program.name, piece)
