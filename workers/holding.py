"""When answers to open decisions are resolved, so that timing does not tell a plan from a person (Packet Row E2, rule 2).

In a match with a ``hold`` an answer waits, live or by order, until an instant that nobody can guess: a part of the hold after
the decision opened, drawn from the workers' secret. Orders are read at that instant and not before. Where nobody waits
for an answer (optional decisions) a live one is resolved when it comes, and an order's some time after the log's last entry,
sooner than anything that waits: a plan fulfils a contract when somebody who looks at the table might.
"""

from __future__ import annotations

from engine.contract import Decision
from engine.match.orders import next_answer, would_answer
from engine.match.standing import Standing, Times
from engine.protocol.chance import Draws
from engine.protocol.log import milliseconds
from service.matches.pace import deadlines
from workers.openings import Due

WAITED_FOR = (25, 100)
"""Percent of the hold after which an answer that somebody waits for is resolved: from, to."""
UNASKED = (5, 20)
"""The same for what orders answer where nobody waits, counted from the log's last entry."""


def times(due: Due, decision: Decision) -> Times:
    """Return when a decision that opens now has to be answered, and before which instant it is not resolved."""
    now, hold = due.record.now, due.record.table["hold"]
    deadline, opening_period = deadlines(due.record.table["pace"], now)
    if hold == 0 or decision["sealed"] or due.step.game.rules.orders is None:
        return Times(deadline, opening_period)
    return Times(deadline, opening_period, min(deadline, now + _part(due, WAITED_FOR, decision["id"])))


def released(due: Due, standing: Standing) -> bool:
    """Return whether an answer to an open decision may be resolved now."""
    return standing["release"] is None or standing["release"] <= due.record.now


def ready(due: Due, standing: Standing) -> bool:
    """Return whether orders may answer a decision that stands now.

    What the seat has answered itself counts before its orders. With a hold, one step takes one answer of a seat's orders:
    two at once would be quicker than anybody's hands.
    """
    if _has_answer(due, standing):
        return False
    if due.record.table["hold"] == 0:
        return True
    if any(standing["seats"][0] in one.ordered for one in due.step.resolutions):
        return False
    return _unasked(due) <= due.record.now if standing["optional"] else released(due, standing)


def asked_now(due: Due) -> list[Standing]:
    """Return the decisions whose seats have to be asked: all that wait for an answer, but those that orders would give."""
    return [
        standing
        for standing in due.step.table["standing"]
        if not standing["asked"]
        and not standing["optional"]
        and not _has_answer(due, standing)
        and not _answered(due, standing)
    ]


def next_order(due: Due) -> int | None:
    """Return when orders are to be read next, in milliseconds; ``None``: when something else happens."""
    step = due.step
    if due.record.table["hold"] == 0 or step.state is None or not due.orders:
        return None
    found: list[int] = []
    for standing in step.table["standing"]:
        if standing["optional"] or released(due, standing):
            if next_answer(step.game, step.state, [standing], due.orders, lambda _: True) is not None:
                found.append(max(_unasked(due), due.record.now))
        elif standing["seats"][0] in due.orders and standing["release"] is not None:
            found.append(standing["release"])
    return min(found, default=None)


def _has_answer(due: Due, standing: Standing) -> bool:
    """Return whether the seat of an open decision has answered it itself."""
    place = standing["id"], standing["seats"][0]
    return not standing["sealed"] and place in due.record.acts and standing["id"] not in due.dropped


def _answered(due: Due, standing: Standing) -> bool:
    step = due.step
    if standing["release"] is None or step.state is None:
        return False  # sealed, or without a hold: orders that answer would have done so
    chance = Draws(due.seed, frozenset(step.table["labels"]))
    return would_answer(step.game, step.state, standing, due.orders, chance)


def _unasked(due: Due) -> int:
    """Return when orders may answer what nobody waits for."""
    step = due.step
    last = milliseconds(step.entries[-1]["at"]) if step.entries else due.record.at
    return last + _part(due, UNASKED, str(step.n))


def _part(due: Due, percent: tuple[int, int], name: str) -> int:
    """Return a part of the hold that only the workers can know beforehand, in milliseconds; the same each time it is asked."""
    match, hold = due.record.match, due.record.table["hold"]
    least, most = (hold * one // 100 for one in percent)
    assert due.context.resolver is not None
    drawn = int.from_bytes(due.context.resolver.derive("hold", match, name)[:8], "big")
    return least + drawn % (most - least + 1)
