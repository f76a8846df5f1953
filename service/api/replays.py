"""Earlier moments of matches that are over: played again once, and kept for a while, because a reader steps through them.

Playing a match again takes a processor for a quarter of a second and more, and anybody may ask for it: a process plays one at
a time, lets other requests go on between two steps, and refuses whoever would wait for long.
"""

from __future__ import annotations

import json
import threading
import time
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable

from engine.contract import State
from engine.verifier.states import states
from service.api.gallery import Busy

KEPT = 16 << 20
"""Bytes of compressed states that one process keeps."""
PATIENCE = 5.0
"""Seconds a request waits while another match is played again."""

Kept = list[tuple[int, bytes]]


class Replays:
    """The matches of one process that were played again. Thread-safe."""

    def __init__(self, kept: int = KEPT, patience: float = PATIENCE) -> None:
        self._room, self._patience = kept, patience
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._one_at_a_time = threading.Lock()
        self._lock = threading.Lock()

    def state(self, match: str, export: Callable[[], bytes], n: int) -> State | None:
        """Return the state of a closed match as it was when its log had ``n`` entries; ``None`` before the deal.

        :param export: gives the whole log.
        :raises Busy: when another match takes too long.
        :raises BadLog, Refuted: for a log that cannot be played again.
        """
        found = self._known(match)
        if found is None:
            if not self._one_at_a_time.acquire(timeout=self._patience):
                raise Busy
            try:
                found = self._known(match)
                if found is None:
                    found = _played(export())
                    self._keep(match, found)
            finally:
                self._one_at_a_time.release()
        place = bisect_right(found, n, key=lambda one: one[0])
        if place == 0:
            return None
        state: State = json.loads(zlib.decompress(found[place - 1][1]))
        return state

    def _known(self, match: str) -> Kept | None:
        with self._lock:
            found = self._kept.get(match)
            if found is not None:
                self._kept.move_to_end(match)
            return found

    def _keep(self, match: str, found: Kept) -> None:
        with self._lock:
            self._kept[match] = found
            while len(self._kept) > 1 and sum(len(one) for kept in self._kept.values() for _, one in kept) > self._room:
                self._kept.popitem(last=False)


def _played(export: bytes) -> Kept:
    found = []
    for n, state in states(export):
        found.append((n, zlib.compress(json.dumps(state, separators=(",", ":")).encode(), 1)))
        time.sleep(0)  # others first
    return found


__all__ = ["Replays"]
