"""What a viewer could see of a match at an earlier moment.

A match that is over is played again here, from the seed in its log. The seed of one that goes on is a secret that the API never
has: a worker plays it again, and leaves only the views of the one who asks (:mod:`workers.replay`).
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from functools import partial
from itertools import count

from flask import current_app

from engine.contract import View
from engine.protocol.log import BadLog
from engine.verifier.refuted import Refuted
from service.api import holding, representations
from service.api.current import caller, context
from service.api.gallery import Busy
from service.api.problems import SHORT_WAIT, Problem
from service.api.replays import Replays
from service.networks import network_of
from service.store import keys
from service.store.connect import Unreadable
from service.store.log_lines import taken_apart
from service.store.moments import Moments
from service.store.records import Record
from service.wake import ask_for_replay

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
    """What this process has lately read of matches that go on, by match and viewer. Thread-safe."""

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
    :param who: for whom (:attr:`service.api.current.Caller.counted_as`): so many matches may be played again for each;
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


__all__ = ["EARLIER_CODES", "MomentsSeen", "view_after"]
