"""Earlier moments of a match, as a viewer could see them then.

A finished match is played again here, from the seed in its log, and kept for a while, because a reader steps through it.
This takes a processor for a quarter of a second and more, and anybody may ask for it: a process plays one match at a time,
lets other requests go on between two steps, and refuses requests that would have to wait for long.

The seed of a running match is a secret that the API never has: a worker plays it again, and leaves only the views of the
player who asks (:mod:`workers.jobs.replay`).
"""

from __future__ import annotations

import json
import logging
import threading
import time
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from itertools import count

from flask import current_app

from engine.contract import State, View
from engine.protocol.log import BadLog
from engine.verifier.refuted import Refuted
from engine.verifier.states import states
from service.api.http import holding
from service.api.http.current import caller, context
from service.api.http.problems import SHORT_WAIT, Problem
from service.api.matches import representations
from service.api.matches.gallery import Busy
from service.config.networks import network_of
from service.processes.wake import ask_for_replay
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.matches.log_lines import taken_apart
from service.store.matches.moments import Moments
from service.store.records import Record

EARLIER_CODES = ("too-many-pictures", "too-many-replays", "replay-pending", "too-many-waiting", "no-place-to-wait")
"""Refusals of an operation that shows earlier moments."""
KEPT = 8 << 20
"""Bytes of moments that one process remembers."""
ALLOWED = (40, 600)
"""How many matches that go on may be played again for an account, or a network without one, and in how many seconds."""
NOT_HERE = "this match cannot be played again here: its log does not hold, or its rules are gone"
NOT_YET = "a worker is playing the match again for you"

log = logging.getLogger("siegelpost.api")


class MomentsSeen:
    """A cache of what this process has lately read of matches that go on, by match and viewer. Thread-safe."""

    def __init__(self, kept: int = KEPT) -> None:
        self._room = kept
        self._known: OrderedDict[tuple[str, int | None], Moments] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, match: str, seat: int | None) -> Moments | None:
        """Return what is remembered for a viewer."""
        with self._lock:
            found = self._known.get((match, seat))
            if found is not None:
                self._known.move_to_end((match, seat))
            return found

    def put(self, match: str, seat: int | None, found: Moments) -> None:
        """Remember it, and forget what was not used for longest."""
        with self._lock:
            self._known[match, seat] = found
            self._known.move_to_end((match, seat))
            while len(self._known) > 1 and sum(len(one.packed) for one in self._known.values()) > self._room:
                self._known.popitem(last=False)


def view_after(record: Record, seat: int | None, n: int, wait: int, *, who: str | None) -> View | None:
    """Return what the viewer could see when the log had ``n`` entries; ``None`` before the deal.

    :param wait: seconds to wait for a worker, where one has to play the match again.
    :param who: for whom (:attr:`service.api.http.current.Caller.counted_as`): so many matches may be played again for each;
        ``None`` counts for the caller's network.
    :raises Problem: not-found, too-many-pictures, too-many-replays, replay-pending.
    """
    if n > record.n:
        raise Problem("not-found", f"the log of this match has {record.n} entries: `n` is at most that")
    if record.table["status"] == "closed":
        return _of_the_past(record, seat, n)
    if n == record.n or record.state is None:
        return representations.view(record, seat)
    found = _moments(record.match, seat, n)
    if found is None:
        _ask(record.match, seat, who)
        if wait and holding.until_news({keys.replay_asked(record.match, seat): holding.ASKED}, wait):
            found = _moments(record.match, seat, n)
    if found is None:
        raise Problem("replay-pending", NOT_YET, headers={"Retry-After": str(SHORT_WAIT)})
    if found.refused:
        raise Problem("not-found", NOT_HERE)
    return found.view(n)


def _of_the_past(record: Record, seat: int | None, n: int) -> View | None:
    replays: Replays = current_app.extensions["siegelpost-replays"]
    try:
        state = replays.state(record.match, partial(_export, record), n)
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except BadLog as error:
        raise Unreadable(f"the log of match {record.match}", "its lines are none of a log") from error
    except Refuted as error:
        log.error("match %s cannot be played again: %s", record.match, error)
        raise Problem("not-found", NOT_HERE) from None
    return representations.view_of(record, state, seat)


def _export(record: Record) -> bytes:
    """Return the whole log. :raises Unreadable: where a line is none of it: then it is damage, and no refuted log."""
    lines = context().store.lines(record.match, limit=record.n)
    taken_apart(record.match, lines, count(1))
    return b"".join(lines)


def _moments(match: str, seat: int | None, n: int) -> Moments | None:
    """Return the viewer's moments if they go as far as entry ``n``."""
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


def _ask(match: str, seat: int | None, who: str | None) -> None:
    """Ask for a replay unless somebody has; :raises Problem: too-many-replays, too-many-pictures."""
    store = context().store
    if not store.ask_for_replay(match, seat):
        return
    asking = False
    try:
        if context().settings.rate_limits:
            allowance = store.hit("replays", who or network_of(caller().address), *ALLOWED)
            if not allowance.allowed:
                raise Problem("too-many-replays", "", headers={"Retry-After": str(allowance.reset)})
        asking = ask_for_replay(context().settings.queue_url, match, seat)
        if not asking:
            raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)})
    finally:
        if not asking:
            store.take_back_replay(match, seat)


KEPT_REPLAYS = 16 << 20
"""Bytes of compressed states that one process keeps."""
PATIENCE = 5.0
"""Seconds a request waits while another match is played again."""

Kept = list[tuple[int, bytes]]


class Replays:
    """The matches of one process that were played again. Thread-safe."""

    def __init__(self, kept: int = KEPT_REPLAYS, patience: float = PATIENCE) -> None:
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


__all__ = ["EARLIER_CODES", "MomentsSeen", "Replays", "view_after"]
