"""The openings of a sealed decision (from boxes, standing orders or the rules), and who is at fault for a bad one.

For a silent seat its standing orders answer, else the rules (protocol section 5). A box that does not open is the
server's fault; an opening that is missing, illegal or reuses a salt is the player's (sections 3, 5 and 12.4). An
opening given by the player counts: if the server can no longer read it, nothing is resolved until it can.
"""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.contract import IllegalMove, Move, Orders
from engine.match.asking import opening_around
from engine.match.orders import check_own
from engine.match.seeding import seed_of
from engine.match.step import Step
from engine.match.table import Locked, Standing, Table
from engine.protocol.acts import ORDERS
from engine.protocol.bodies import FaultKind
from engine.protocol.canon import NotCanonical, parse, unb64
from engine.protocol.log import Entry
from engine.protocol.seal import (
    MalformedOpening,
    Opening,
    absent_salt,
    commitment,
    matches,
    order_commitment,
    parse_opening,
)
from service.context import Context
from service.keys.signing import EscrowFailed, new_seed
from service.matches.absence.fair_hours import FairHours
from service.matches.acts import salt_digest
from service.matches.orders import default_orders, with_default
from service.matches.seat_keys import orders_stand
from service.notifications.collection import News
from service.store.records import Message, Record


@dataclass
class Resolution:
    """One due match while a worker resolves it; ``hours`` knows the nights of its people.

    ``dropped`` lists decisions whose answer became impossible and is withdrawn; ``resumed``: a pause ends in this step.
    ``ran_on`` is the :attr:`progress` after which orders last found nothing more to answer.
    """

    context: Context
    record: Record
    step: Step
    news: News
    hours: FairHours
    seen: list[str] = field(default_factory=list)
    boxes: dict[tuple[str, int], str] = field(default_factory=dict)
    orders: dict[int, Orders] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    resumed: bool = False
    ran_on: tuple[int, int] | None = None

    @cached_property
    def server_seed(self) -> bytes:
        """The match's secret seed."""
        assert self.record.seed is not None
        return unb64(self.record.seed)

    @cached_property
    def seed(self) -> bytes:
        """The seed of the match's draws, which is fixed before the deal."""
        return seed_of(self.step.table, self.server_seed)

    @property
    def progress(self) -> tuple[int, int]:
        """The progress of the step: its last log entry so far, and the number of answers withdrawn."""
        return self.step.n, len(self.dropped)


def orders_in_force(context: Context, record: Record) -> dict[int, Orders]:
    """Return the standing orders in force, by seat: those set, and for what people leave out the rules' default.

    A box that does not open means no orders at all: the player is asked.
    """
    people = [seat for seat, one in enumerate(record.table["seats"]) if one["bot"] is None]
    found: dict[int, Orders] = {}
    for seat in people:
        default = default_orders(record.table, seat)
        if default is not None and not has_orders(record, seat):
            found[seat] = default
    for (decision, seat), act in record.acts.items():
        box = record.boxes.get((decision, seat))
        if decision == ORDERS and seat in people and orders_stand(record.table, act) and box is not None:
            with contextlib.suppress(EscrowFailed, NotCanonical, KeyError, TypeError, ValueError):
                document = parse(context.unseal(box))
                if order_commitment(document["order"], unb64(document["salt"])) == act.commitment:
                    found[seat] = with_default(record.table, seat, document["order"])
    return found


def has_orders(record: Record, seat: int) -> bool:
    """Return whether the seat has set standing orders that are in force."""
    act = record.acts.get((ORDERS, seat))
    return act is not None and orders_stand(record.table, act)


def set_by_holder(record: Record, table: Table, seat: int) -> bool:
    """Return whether a seat's orders in force were set by its current player, not a former one.

    :param table: the table after the step, which may have brought a new player.
    """
    act, changes = record.acts.get((ORDERS, seat)), table["absence"].get("changes", []) if "absence" in table else []
    since = max((one["n"] for one in changes if one["seat"] == seat), default=0)
    return act is not None and has_orders(record, seat) and act.n >= since


def lock_absent(resolution: Resolution, standing: Standing, seat: int, seq: int) -> Locked:
    """Lock a silent seat with its standing orders' answer, or else with the rules' fallback (protocol section 5)."""
    step, record = resolution.step, resolution.record
    assert step.state is not None
    asked = seat in resolution.orders and has_orders(record, seat)
    move = step.game.consult(step.state, seat, standing["id"], resolution.orders[seat]) if asked else None
    opening = absent(resolution, standing, seat, move)
    locked = Locked(seat=seat, commitment=commitment(opening), seq=seq, custody="absent")
    if move is not None:
        in_force = record.acts[ORDERS, seat]
        locked["order"] = in_force.commitment or ""
        locked["order_seq"] = in_force.seq
        resolution.boxes[standing["id"], seat] = resolution.context.sealer.seal(opening)
    return locked


def ordered(resolution: Resolution, standing: Standing, locked: Locked) -> Opening:
    """Return the opening made from orders at the lock: just made, or kept in its box since."""
    box = (
        resolution.boxes.get((standing["id"], locked["seat"]))
        or resolution.record.boxes[standing["id"], locked["seat"]]
    )
    return parse_opening(resolution.context.unseal(box))


def absent(resolution: Resolution, standing: Standing, seat: int, move: Move | None = None) -> Opening:
    """Return the ordinary opening the server makes for a silent seat, with the rules' fallback unless orders gave a move.

    For a fallback, which anybody can work out, the salt is derived from the secret seed instead of stored, so that the
    opening is the same at the lock and at the reveal. A move from orders is secret until then, even from the API, which
    could read the seed: so its salt is random, and its opening is kept in a box.
    """
    assert resolution.step.state is not None
    salt = absent_salt(resolution.server_seed, standing["id"], seat) if move is None else new_seed()
    move = move or resolution.step.game.fallback(resolution.step.state, seat, standing["id"], "absent")
    return opening_around(resolution.record.table, standing, seat, move, salt)


def unseal(resolution: Resolution, standing: Standing, seat: int, claimed: str) -> Opening | None:
    """Return the opening in the seat's box if it matches the commitment and this decision."""
    opening = in_box(resolution, standing, seat)
    if opening is None or not matches(opening, claimed):
        return None
    # What was parsed has members of the right types, so none is equal that the protocol tells apart (True == 1).
    expected = opening_around(resolution.record.table, standing, seat, opening["move"], unb64(opening["salt"]))
    return opening if opening == expected else None


def in_box(resolution: Resolution, standing: Standing, seat: int) -> Opening | None:
    """Return the opening in the seat's box, or None if there is no box or it does not open."""
    box = resolution.record.boxes.get((standing["id"], seat))
    if box is None:
        return None
    try:
        return parse_opening(resolution.context.unseal(box))
    except (EscrowFailed, MalformedOpening):
        return None


def is_opened(record: Record, standing: Standing, seat: int) -> bool:
    """Return whether the seat has opened its commitment after the lock."""
    act = record.acts.get((standing["id"], seat))
    return act is not None and act.opened


class OpeningLost(RuntimeError):
    """A given opening cannot be read: the match is parked until its box opens, or its player opens again."""


def fault_of(
    resolution: Resolution, standing: Standing, locked: Locked, opening: Opening | None, beside: Sequence[Opening] = ()
) -> FaultKind | None:
    """Return what is wrong with an opening, or None if it is valid.

    :param beside: the earlier openings in the same entry.
    :raises OpeningLost: when its player has opened it but it cannot be read.
    """
    step, seat = resolution.step, locked["seat"]
    if opening is None:
        if is_opened(resolution.record, standing, seat):
            raise OpeningLost
        return "unopened" if locked["custody"] == "client" else "escrow-failed"
    if locked["custody"] != "client":
        return None
    if _salt_was_used(resolution, opening, beside):
        return "salt-reused"
    resolution.seen.append(salt_digest(opening["salt"]))
    assert step.state is not None
    try:
        check_own(step.game, step.state, seat, standing["id"], opening["move"])
    except IllegalMove:
        return "illegal"
    return None


def published_salts(entries: Iterable[Entry]) -> list[str]:
    """Return the salts published by these entries in the form in which they are remembered."""
    bodies = [entry["body"] for entry in entries if entry["type"] == "resolved"]
    faults = [fault["opening"] for body in bodies for fault in body["faults"] if "opening" in fault]
    return [_published(one) for one in [*(one for body in bodies for one in body["openings"]), *faults]]


def _salt_was_used(resolution: Resolution, opening: Opening, beside: Sequence[Opening]) -> bool:
    """Return whether the salt was published before."""
    match, seen = resolution.record.match, resolution.context.store.seen
    used, here = _published(opening), published_salts(resolution.step.entries)
    return used in here or used in map(_published, beside) or seen(match, [used])[0]


def _published(opening: Opening) -> str:
    return "shown:" + salt_digest(opening["salt"])
