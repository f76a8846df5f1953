"""Sealed decisions of siegelpost/2: openings that are awaited or refused, orders in force (protocol section 12.4)."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass

from engine.protocol.bodies import Resolved
from engine.protocol.deadline import too_late_from
from engine.protocol.log import milliseconds
from engine.protocol.siegelpost2.bodies import Extended, Locked
from engine.protocol.siegelpost2.extensions import Extended as TakenTime
from engine.protocol.siegelpost2.operator_extensions import OperatorExtended
from engine.protocol.siegelpost2.time_requests import Granted
from engine.protocol.siegelpost2.vacations import Stopped
from engine.verifier.refuted import Refuted

LEAST_GIVEN = 1_000
"""An extension gives at least so much (ms)."""
UNOPENED = ("unopened", "escrow-failed")
"""Faults that end the waiting for an opening."""


@dataclass(frozen=True)
class OrdersInForce:
    """The orders that answered for a seat: the number of their act and their commitment."""

    seq: int
    commitment: str


def awaited_until(period: int, body: Locked, at: int) -> int | None:
    """Return until when (ms) a lock says that openings are awaited, ``None``: none are.

    :param period: how long (ms) the decision lets openings be awaited after a lock; :param at: when it was locked.
    :raises Refuted: when it is another instant, or says too much or too little.
    """
    custodies = {one["custody"] for one in body["seats"]}
    until = body.get("opening_deadline")
    if until is None:
        if "client" in custodies:
            reason = f"{body['decision']} awaits openings, but its lock does not say until when"
            raise Refuted(reason, member="/opening_deadline")
        return None
    if custodies == {"absent"}:
        raise Refuted(f"the lock of {body['decision']} awaits openings of nobody", member="/opening_deadline")
    if milliseconds(until) != at + period:
        reason = f"the openings of {body['decision']} are awaited for another span than it was opened with"
        raise Refuted(reason, member="/opening_deadline")
    return milliseconds(until)


def extended_until(
    period: int, body: Extended | Granted | OperatorExtended | Stopped | TakenTime, awaited: int | None, *, locked: bool
) -> int | None:
    """Return until when (ms) openings are awaited after an extension of a sealed decision, ``None``: they are not yet.

    :param awaited: until when they were awaited before; :raises Refuted: when an opening gets less time than it had.
    """
    decision, until = body["decision"], body.get("opening_deadline")
    if until is None:
        raise Refuted(f"{decision} is extended, but not said until when it may be opened", member="/opening_deadline")
    if not locked:
        if milliseconds(until) != milliseconds(body["deadline"]) + period:
            reason = f"the openings of {decision} are awaited for another span than it was opened with"
            raise Refuted(reason, member="/opening_deadline")
        return None
    if awaited is None or milliseconds(until) < awaited:
        raise Refuted(f"the time to open {decision} is shortened, or nobody opens it", member="/opening_deadline")
    return milliseconds(until)


def check_lost(body: Extended, went_on: int, at: int, moved: int) -> None:
    """Check the times that an extension gives back; all in milliseconds.

    :param went_on: when the last entry before it was written that extends nothing: the server ran the match then.
    :param moved: by how much somebody's time became longer.
    :raises Refuted: when times are not in order, or the match went on meanwhile, or less is given than was lost or a second.
    """
    ended, total = went_on, 0
    for place, one in enumerate(body["lost"]):
        since, until = milliseconds(one["since"]), milliseconds(one["until"])
        if not ended <= since < until <= at:
            reason = f"{body['decision']} is extended for a time in which the match went on, or that is not over"
            raise Refuted(reason, member=f"/lost/{place}")
        ended, total = until, total + until - since
    if moved < LEAST_GIVEN:
        raise Refuted(f"{body['decision']} is extended by less than a second", member="/deadline")
    if moved < total:
        raise Refuted(f"{body['decision']} is extended by less than was lost", member="/deadline")


def check_faults_in_time(body: Resolved, awaited: int | None, at: int) -> None:
    """Check that nobody is called silent while his opening was still awaited; times in milliseconds."""
    for place, fault in enumerate(body["faults"]):
        if fault["fault"] in UNOPENED and (awaited is None or at < too_late_from(awaited)):
            reason = f"seat {fault['seat']} in {body['decision']} is called {fault['fault']} before its time was over"
            raise Refuted(reason, member=f"/faults/{place}/fault")


class OrdersUsed:
    """The orders that the log says answered for a seat, by the entries that they answered in."""

    def __init__(self) -> None:
        self.by_seat: dict[int, list[tuple[int, OrdersInForce]]] = {}

    def note(self, seat: int, n: int, now: OrdersInForce, pointer: str) -> None:
        """Note what answered in entry ``n``; :raises Refuted: when it had been replaced before, or was not set yet."""
        used = self.by_seat.setdefault(seat, [])
        place = bisect(used, n, key=lambda one: one[0])
        pairs = [(used[place - 1][1], now)] if place else []
        pairs += [(now, used[place][1])] if place < len(used) else []
        if any(last.seq > later.seq or (last.seq == later.seq and last != later) for last, later in pairs):
            reason = f"seat {seat} in entry {n}: these orders are not those after the ones before"
            raise Refuted(reason, member=f"{pointer}/order_seq")
        used.insert(place, (n, now))
