"""One decision of a match as it becomes due: it is locked once everybody has answered or time is up, opened and
resolved; then play continues.

There is no clock here: lateness is judged by the step's time.

Seats with a key have their signatures in the log beside their acts (protocol section 12.9).
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine.contract import IllegalMove
from engine.match.orders import check_own
from engine.match.step import Signed
from engine.match.table import Locked, Standing
from engine.protocol.acts import ORDERS
from engine.protocol.bodies import AnsweredBy
from engine.protocol.log import timestamp, too_late_from
from engine.protocol.seal import Opening
from service.matches.seat_keys import orders_stand
from service.notifications.asks import SHORTEST, moments
from service.store.records import Act, Record
from workers.resolve.openings import Resolution, absent, fault_of, is_opened, lock_absent, ordered, unseal
from workers.resolve.releases import comes_back_by_orders, ready, released, times
from workers.resolve.time_back import all_are_in


def signed_lock(record: Record, standing: Standing, locked: Locked) -> Locked:
    """Return a seat's locked commitment with its signatures: over its act, and over the orders that answer for it."""
    act = record.acts.get((standing["id"], locked["seat"]))
    orders = record.acts.get((ORDERS, locked["seat"])) if "order" in locked else None
    if act is not None and act.signature is not None:
        locked["signature"] = act.signature
    if orders is not None and orders.signature is not None:
        locked["order_signature"] = orders.signature
    return locked


def signed_answer(record: Record, standing: Standing, seat: int, by: AnsweredBy) -> Signed:
    """Return the signature of an answer to an open decision: the seat's, or that of the orders that gave it."""
    if by == "seat":
        act = record.acts.get((standing["id"], seat))
        return None if act is None else act.signature
    orders = record.acts.get((ORDERS, seat)) if by == "order" else None
    if orders is None or orders.commitment is None or orders.signature is None:
        return None
    if not orders_stand(record.table, orders):
        return None  # a key that came later ended them, and the rules' default orders answered
    return orders.commitment, orders.seq, orders.signature


def reminders_of(resolution: Resolution, standing: Standing) -> dict[int, list[int]]:
    """Return when the seats are yet to be reminded of the present deadline (ms), by seat."""
    deadline = standing["deadline"] if standing["asked"] and standing["phase"] == "open" else None
    if deadline is None:
        return {}
    since = max(standing["opened"], standing.get("stopped_until", 0))  # nobody is reminded while the clock stands
    if deadline - since < SHORTEST:
        return {}  # before accounts are read for nothing
    told, table = standing["reminded"] or 0, resolution.step.table
    wished = {seat: resolution.hours.reminders(table, seat) for seat in standing["seats"]}
    return {seat: [one for one in moments(hours, since, deadline) if one > told] for seat, hours in wished.items()}


def decide(resolution: Resolution, standing: Standing) -> None:
    """Take the step that one standing decision needs now, if any."""
    record, now = resolution.record, resolution.record.now
    late = standing["deadline"] is not None and now >= too_late_from(standing["deadline"])
    if not standing["sealed"]:
        act = record.acts.get((standing["id"], standing["seats"][0]))
        if comes_back_by_orders(resolution, standing):
            return  # the next step, which is due at once, says first that the seat is back
        if late or (act is not None and released(resolution, standing)):
            _resolve_open(resolution, standing, act, late=late)
    elif standing["phase"] == "opening":
        missing = [seat for seat in standing["awaited"] if not is_opened(record, standing, seat)]
        if not missing or now >= too_late_from(standing["opening_ends"] or 0):
            _resolve_sealed(resolution, standing, standing["locked"])
    elif late or record.closes.get(standing["id"], now + 1) <= now or all_are_in(resolution, standing):
        _lock(resolution, standing)


def _lock(resolution: Resolution, standing: Standing) -> None:
    locked: list[Locked] = []
    awaited: list[int] = []
    read: dict[int, Opening] = {}
    for seat in standing["seats"]:
        act = resolution.record.acts.get((standing["id"], seat))
        if act is None or act.commitment is None:
            locked.append(lock_absent(resolution, standing, seat, 0 if act is None else act.seq))
            continue
        locked.append(Locked(seat=seat, commitment=act.commitment, seq=act.seq, custody=act.custody))
        opening = None if act.custody == "client" else unseal(resolution, standing, seat, act.commitment)
        if opening is None:
            awaited.append(seat)
        else:
            read[seat] = opening
    locked = [signed_lock(resolution.record, standing, one) for one in locked]
    resolution.step.lock(standing["id"], locked, awaited)
    if awaited:
        resolution.hours.mend(resolution.step, standing["id"])
        resolution.news.opening_needed(resolution.step, standing["id"], awaited)
    else:
        _resolve_sealed(resolution, standing, locked, read)


def _resolve_sealed(
    resolution: Resolution, standing: Standing, locked: list[Locked], read: Mapping[int, Opening] | None = None
) -> None:
    """Resolve a locked decision; ``read`` are the openings, by seat, already taken out of their boxes in this step."""
    step, read = resolution.step, read or {}
    found = {one["seat"]: read.get(one["seat"]) or _opening_of(resolution, standing, one) for one in locked}
    # What is under client custody is judged last: the salts of the others are known by then (protocol section 12.4).
    others = [found[one["seat"]] for one in locked if one["custody"] != "client"]
    beside = [opening for opening in others if opening is not None]
    moves: list[dict[str, Any]] = []
    openings: list[Opening] = []
    faults: list[dict[str, Any]] = []
    for one in locked:
        seat = one["seat"]
        opening = found[seat]
        fault = None if one["custody"] == "absent" else fault_of(resolution, standing, one, opening, beside)
        if opening is not None and one["custody"] == "client":
            beside.append(opening)
        if fault is None:
            assert opening is not None
            openings.append(opening)
            moves.append(_answer(resolution, standing, one, opening))
        else:
            public = {"opening": opening} if opening is not None else {}
            faults.append({"fault": fault, "seat": seat, **public})
            why = "absent" if fault == "escrow-failed" else "unopened"
            assert step.state is not None
            move = step.game.fallback(step.state, seat, standing["id"], why)  # type: ignore[arg-type]
            moves.append({"by": "fallback", "move": move, "received": None, "seat": seat})
    seed = resolution.seed
    step.resolve(seed, standing["id"], moves, openings, faults)
    go_on(resolution, seed)


def _opening_of(resolution: Resolution, standing: Standing, locked: Locked) -> Opening | None:
    """Return the opening of a seat's locked commitment: made here for a silent seat, otherwise from its box."""
    if locked["custody"] != "absent":
        return unseal(resolution, standing, locked["seat"], locked["commitment"])
    if "order" in locked:
        return ordered(resolution, standing, locked)
    return absent(resolution, standing, locked["seat"])


def _answer(resolution: Resolution, standing: Standing, locked: Locked, opening: Opening) -> dict[str, Any]:
    """Return the log's record of an answer that counts."""
    seat, by, received = locked["seat"], "order" if "order" in locked else "fallback", None
    if locked["custody"] != "absent":
        by, received = "seat", timestamp(resolution.record.acts[standing["id"], seat].committed)
    return {"by": by, "move": opening["move"], "received": received, "seat": seat}


def _resolve_open(resolution: Resolution, standing: Standing, act: Act | None, *, late: bool) -> None:
    """Resolve an open decision with the seat's answer, or without a valid one, with that of its orders or the rules."""
    step, seat = resolution.step, standing["seats"][0]
    assert step.state is not None
    opening = _legal(resolution, standing, act)
    move, by = None if opening is None else opening["move"], "seat"
    received = None if act is None else timestamp(act.received)
    if act is not None and received is not None and move is None:
        step.lapse(standing, act.seq, received)
    if move is None and not late:
        # Something else resolved first and made it impossible. It is not answered then: whoever waits for it asks again.
        resolution.dropped.append(standing["id"])
        if not standing["optional"]:
            step.note_asked(standing["id"], asked=False)
        return
    if move is None:
        move = (
            step.game.consult(step.state, seat, standing["id"], resolution.orders[seat])
            if seat in resolution.orders
            else None
        )
        by, received = "fallback" if move is None else "order", None
    if move is None:
        move = step.game.fallback(step.state, seat, standing["id"], "absent")
    seed = resolution.seed
    own = [] if opening is None else [opening]
    step.resolve(seed, standing["id"], [{"by": by, "move": move, "received": received, "seat": seat}], own)
    go_on(resolution, seed)


def _legal(resolution: Resolution, standing: Standing, act: Act | None) -> Opening | None:
    """Return the opening of an answer to an open decision if it is (still) legal."""
    step, seat = resolution.step, standing["seats"][0]
    assert step.state is not None
    opening = None if act is None or act.commitment is None else unseal(resolution, standing, seat, act.commitment)
    if opening is None:
        return None
    try:
        check_own(step.game, step.state, seat, standing["id"], opening["move"])
    except IllegalMove:
        return None
    return opening


def go_on(resolution: Resolution, seed: bytes) -> None:
    """End the match if it is over, otherwise run everything that needs no player."""
    step = resolution.step
    if step.finish(resolution.server_seed):
        resolution.news.over(step)
        return
    step.run_on(seed, partial(times, resolution), resolution.orders, partial(ready, resolution))
    resolution.ran_on = resolution.progress
    if step.finish(resolution.server_seed):
        resolution.news.over(step)
