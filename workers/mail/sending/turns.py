"""Turns at writing letters: a process writes one at a time, because its threads share one interpreter.

Two letters written concurrently would both be ready only when the second is. A thread that waits for a picture or a
server lets another write; a thread that only has to finish goes before one that has yet to begin.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Turns at writing letters, one thread at a time. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._writer: int | None = None
        self._finishing = 0

    @contextmanager
    def begin(self) -> Iterator[None]:
        """Write a letter: alone, and after those that only have to be finished."""
        with self._changed:
            self._changed.wait_for(lambda: self._writer is None and not self._finishing)
            self._writer = threading.get_ident()
        try:
            yield
        finally:
            self._let_go()

    @contextmanager
    def finish(self) -> Iterator[None]:
        """Continue a letter already begun: alone, before those not yet begun."""
        self._take_up()
        try:
            yield
        finally:
            self._let_go()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let others write while this thread waits for something else; no effect if it is not writing."""
        if self._writer != threading.get_ident():
            yield
            return
        self._let_go()
        try:
            yield
        finally:
            self._take_up()

    def _take_up(self) -> None:
        with self._changed:
            self._finishing += 1
            try:
                self._changed.wait_for(lambda: self._writer is None)
            finally:
                self._finishing -= 1
            self._writer = threading.get_ident()

    def _let_go(self) -> None:
        with self._changed:
            self._writer = None
            self._changed.notify_all()


TURNS = Turns()
"""The turns of this process."""
