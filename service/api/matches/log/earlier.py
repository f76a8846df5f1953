"""Earlier moments of a match, as a viewer could see them at the time.

A worker plays the match again, because that takes a processor for up to a second, and anybody may ask for it
(:mod:`workers.jobs.replay`). Here it is only read. Of a match that goes on, whose seed is a secret that the API never has, the
worker leaves only the views of the player who asks. Of a closed one it leaves the states, once for everybody.
"""

import logging
import threading
from collections import OrderedDict

from flask import current_app

from engine.contract import View
from service.api.http.current import caller, context
from service.api.http.problems import Problem
from service.api.http.rate_limits import counted
from service.api.http.worker_requests import asker, from_worker
from service.api.matches import representations
from service.config.networks import network_of
from service.processes.wake import ask_for_replay
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.matches.moments import STATES, Moments
from service.store.records import Record

EARLIER_CODES = ("too-many-pictures", "too-many-replays", "replay-pending", "too-many-waiting", "no-place-to-wait")
"""Refusals of an operation that shows earlier moments."""
KEPT = 8 << 20
"""Bytes of moments that one process remembers."""
ALLOWED = (40, 600)
"""The most replays for an account, or for a network without one, per seconds."""
NOT_HERE = "this match cannot be played again here: its log does not hold, or its rules are gone"
NOT_YET = "a worker is playing the match again for you"

log = logging.getLogger("siegelpost.api")


class MomentsSeen:
    """A cache of the replays that this process has lately read, by match and viewer. Thread-safe."""

    def __init__(self, kept: int = KEPT) -> None:
        self._room = kept
        self._known: OrderedDict[tuple[str, int | None], Moments] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match: str, seat: int | None) -> Moments | None:
        """Return a viewer's cached moments."""
        with self._lock:
            found = self._known.get((match, seat))
            if found is not None:
                self._known.move_to_end((match, seat))
            return found

    def put(self, match: str, seat: int | None, found: Moments) -> None:
        """Cache the moments, and drop the least recently used."""
        with self._lock:
            self._known[match, seat] = found
            self._known.move_to_end((match, seat))
            while len(self._known) > 1 and sum(len(one.packed) for one in self._known.values()) > self._room:
                self._known.popitem(last=False)


def view_after(record: Record, seat: int | None, n: int, wait: int, *, who: str | None) -> View | None:
    """Return what the viewer could see when the log had ``n`` entries, or None before the deal.

    :param wait: seconds to wait for a worker, where one has to play the match again.
    :param who: for whom (:attr:`service.api.http.current.Caller.counted_as`): so many matches may be played again for each;
        ``None`` counts for the caller's network.
    :raises Problem: not-found, too-many-pictures, too-many-replays, replay-pending.
    """
    if n > record.n:
        raise Problem("not-found", f"the log of this match has {record.n} entries: `n` is at most that")
    if n == record.n or record.state is None:
        return representations.view(record, seat)
    is_over = record.table["status"] == "closed"
    viewer = STATES if is_over else seat
    found = from_worker(
        keys.replay_asked(record.match, viewer),
        lambda: _moments(record.match, viewer, n),
        lambda queue: ask_for_replay(queue, record.match, viewer, asker(who)),
        wait,
        counted("replays", who or network_of(caller().address), ALLOWED, "too-many-replays"),
        ("replay-pending", NOT_YET),
        full=("too-many-pictures", ""),
    )
    if found.refused:
        raise Problem("not-found", NOT_HERE)
    seen = found.view(n)
    return representations.view_of(record, seen, seat) if is_over else seen


def _moments(match: str, seat: int | None, n: int) -> Moments | None:
    """Return the viewer's moments if they reach entry ``n``."""
    seen: MomentsSeen = current_app.extensions["siegelpost-moments"]
    found = seen.get(match, seat)
    if found is not None and found.through >= n:
        return found
    try:
        found = context().store.replay(match, seat)
    except Unreadable as error:
        log.error("%s: it is made again", error)
        return None
    if found is None or found.through < n:
        return None
    if not found.refused:
        seen.put(match, seat, found)
    return found
