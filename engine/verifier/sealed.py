"""A sealed decision in the log: its lock, and the answers that must be those of the lock (protocol sections 3 to 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import cast

from engine.protocol import bodies
from engine.protocol.canon import same
from engine.protocol.seal import Opening
from engine.protocol.siegelpost2.bodies import Fault
from engine.verifier.refuted import Refuted


def check_locked_seat(decision: str, one: bodies.LockedSeat, pointer: str) -> None:
    """Check what a lock lists for a seat."""
    absent = one["custody"] == "absent"
    if not absent and one["seq"] == 0:
        raise Refuted(f"seat {one['seat']} sealed {decision} without an act", member=f"{pointer}/seq")
    if not absent and "order" in one:
        raise Refuted(f"seat {one['seat']} answered {decision} itself, not by an order", member=f"{pointer}/order")


def check_answers(
    decision: str, asked: Sequence[int], locks: Mapping[int, bodies.LockedSeat], body: bodies.Resolved
) -> None:
    """Check that every seat asked has an opening or a fault, and the move and the name that go with its lock."""
    given = cast("list[Opening]", body["openings"])
    openings = {opening["seat"]: opening for opening in given}
    faults = {fault["seat"] for fault in body["faults"]}
    for place, fault in enumerate(body["faults"]):
        _check_fault(decision, fault, locks.get(fault["seat"]), f"/faults/{place}")
    if [seat for seat in asked if seat in openings] != [opening["seat"] for opening in given]:
        reason = f"the openings of {decision} are not one of a seat in the order of the seats"
        raise Refuted(reason, member="/openings")
    if [seat for seat in asked if seat in faults] != [fault["seat"] for fault in body["faults"]]:
        reason = f"the faults of {decision} are not one of a seat in the order of the seats"
        raise Refuted(reason, member="/faults")
    for place, move in enumerate(body["moves"]):
        seat = move["seat"]
        if wrong := _contradiction(move, locks[seat], openings.get(seat), seat in faults):
            raise Refuted(f"seat {seat} in {decision} {wrong}", member=f"/moves/{place}")


def _check_fault(decision: str, fault: bodies.Fault, locked: bodies.LockedSeat | None, pointer: str) -> None:
    """Check that a seat is blamed only for what its custody leaves to it."""
    seat, kind = fault["seat"], fault["fault"]
    custody = None if locked is None else locked["custody"]
    if custody in (("escrow", "mail") if kind == "escrow-failed" else ("client",)):
        return
    reason = f"seat {seat} in {decision} is blamed with {kind!r}, but its opening was not its own to keep"
    if kind == "escrow-failed":
        reason = f"the box of seat {seat} in {decision} is said to have failed, but there was none"
    raise Refuted(reason, member=pointer)


def _contradiction(move: bodies.Answer, locked: bodies.LockedSeat, opening: Opening | None, fault: bool) -> str | None:
    """Say how an answer contradicts its lock, opening or fault; ``None`` if it does not."""
    by, absent, opened = move["by"], locked["custody"] == "absent", opening is not None
    reasons = {
        "needs exactly one of an opening and a fault": opened == fault,
        "has another move than the one it opened": opening is not None and not same(opening["move"], move["move"]),
        "was absent or at fault, but a move is called its own": by == "seat" and (fault or absent),
        f"answered, but its move is called a {by}": by != "seat" and opened and not absent,
        f"was at fault, but its move is called a {by}": by == "order" and fault,
        f"has a move that is called a {by}, its lock says otherwise": absent and (by == "order") != ("order" in locked),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def check_salts(body: bodies.Resolved, locks: Mapping[int, bodies.LockedSeat], used: Set[str]) -> set[str]:
    """Return the salts that an entry publishes, in siegelpost/2 those of faults too.

    Salts are judged where the seat alone had its opening to keep: a used one is a fault, and a fault names a used one.

    :param used: the salts that earlier entries published.
    """
    faults = cast("Sequence[Fault]", body["faults"])
    given = [
        (opening, "", f"/openings/{place}") for place, opening in enumerate(cast("list[Opening]", body["openings"]))
    ]
    given += [(one["opening"], one["fault"], f"/faults/{n}") for n, one in enumerate(faults) if "opening" in one]
    shown: set[str] = set()
    for opening, fault, pointer in sorted(given, key=lambda one: (_kept(locks, one[0]), one[0]["seat"])):
        seat, salt = opening["seat"], opening["salt"]
        reused = salt in used or salt in shown
        if _kept(locks, opening) and reused != (fault == "salt-reused"):
            reason = (
                f"the salt of seat {seat} in {body['decision']} was {'used before' if reused else 'not used before'}"
            )
            raise Refuted(reason, member=pointer)
        shown.add(salt)
    return shown


def _kept(locks: Mapping[int, bodies.LockedSeat], opening: Opening) -> bool:
    return locks[opening["seat"]]["custody"] == "client"
