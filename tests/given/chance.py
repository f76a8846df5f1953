"""Chance that follows from a test's name: ids and seeds, and so every card dealt, are the same in each run.

Match ids and server seeds enter the deal. Drawn anew in each run they made tests depend on the cards: one in some hundred runs
met a hand, or an order of turns, that its test did not expect. Only the thread that runs the tests draws from here: servers of
other threads, and other processes, draw their own. To meet other cards: ``pytest --hypothesis-profile=explore``.
"""

import os
import random
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager

DEFAULT_BYTES = 32
"""What :func:`secrets.token_bytes` draws unless told."""


class Chance:
    """Stands in for :func:`secrets.token_bytes`, which the other functions of ``secrets`` draw their tokens from."""

    def __init__(self) -> None:
        self._real = secrets.token_bytes
        self._owner = (os.getpid(), threading.get_ident())
        self._stream: random.Random | None = None

    def draw(self, nbytes: int | None = None) -> bytes:
        """Return bytes of the stream that is open, or real chance."""
        if self._stream is None or (os.getpid(), threading.get_ident()) != self._owner:
            return self._real(nbytes)
        return self._stream.randbytes(DEFAULT_BYTES if nbytes is None else nbytes)

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Draw from the stream of this name until the block ends."""
        before, self._stream = self._stream, random.Random(name)
        try:
            yield
        finally:
            self._stream = before
