"""Times at which open answers are resolved, so that timing does not tell a plan from a person (Packet Row E2, rule 2).

In a match with a ``hold`` an answer waits, live or by order, until an instant that nobody can guess: a part of the hold
after the decision opened, drawn from the workers' secret. Orders are read at that instant and not before. Where nobody waits
for an answer (optional decisions) a live one is resolved when it comes, and an order's some time after the log's last entry,
sooner than anything that waits: a plan fulfils a contract when somebody who looks at the table might.

The rules' default orders answer what would hold up a match with many small questions while nobody is there: which goods
burn, which good to take. A player who is at the table when such a question opens wants to decide it, so it waits as a bot
waits after an offer (:mod:`workers.resolve.bots`): up to a minute, or longer where only bots wait. Orders that the player
has set answer at once. The log is the same in either case: an answer of the seat, or one of the default orders a little
later.
"""

from __future__ import annotations

from engine.contract import Decision
from engine.match.absence import case_of
from engine.match.asking import Times
from engine.match.orders import next_answer, would_answer
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from engine.protocol.canon import same
from engine.protocol.chance import Draws
from engine.protocol.log import coarse_step, milliseconds, too_late_from
from service.matches.pace import deadlines
from service.store.records import Act
from workers.resolve.bots import PATIENCE, SHARE
from workers.resolve.openings import Resolution

AMONG_BOTS = 10 * PATIENCE
"""How long it waits, in milliseconds, where no other person plays."""


def left_until(resolution: Resolution, decision: Decision, opened: int, deadline: int) -> int | None:
    """Return until when (ms) a decision that opens now is left to its player, or None if it is not left to them.

    By the clock, not by the log, which is ahead of it after the clock was set back: the others wait for a minute, not for hours.
    """
    if decision["sealed"] or decision["optional"] or not _is_by_default(resolution, decision):
        return None
    table = resolution.step.table
    player = table["seats"][decision["seats"][0]]["player"]
    if player is None or not resolution.context.store.is_here(table["match"], player):
        return None
    return resolution.record.now + min(_patience(resolution, decision), (deadline - opened) // SHARE)


def is_left(resolution: Resolution, standing: Standing) -> bool:
    """Return whether a decision is left to its player now; his own orders end that, and so does a clock that is set back."""
    left = standing.get("left_until", 0) - resolution.record.now
    # What seems to be left is more only if the clock was set back since.
    return 0 < left <= 2 * _patience(resolution, standing) and _is_by_default(resolution, standing)


def _patience(resolution: Resolution, decision: Decision) -> int:
    seats = resolution.step.table["seats"]
    others = (one for place, one in enumerate(seats) if place != decision["seats"][0])
    return AMONG_BOTS if all(one["bot"] is not None for one in others) else PATIENCE


def _is_by_default(resolution: Resolution, decision: Decision) -> bool:
    """Return whether orders answer an open decision, but only as the rules' default does."""
    step, seat = resolution.step, decision["seats"][0]
    default = step.game.rules.orders_default
    if default is None or step.state is None or seat not in resolution.orders:
        return False
    answers = [step.game.consult(step.state, seat, decision["id"], one) for one in (resolution.orders[seat], default)]
    return answers[0] is not None and same(*answers)


WAITED_FOR = (25, 100)
"""Percent of the hold after which an answer that somebody waits for is resolved: from, to."""
UNASKED = (5, 20)
"""The same for what orders answer where nobody waits, counted from the log's last entry."""


def times(resolution: Resolution, decision: Decision) -> Times:
    """Return when a decision that opens now has to be answered, and before which instant it is not resolved.

    Now is when the log says that it opens: after the clock was set back, that is later than the clock says.
    """
    table, now = resolution.step.table, resolution.step.at
    hold = table["hold"]
    deadline, opening_period = deadlines(table["pace"], now)
    deadline = resolution.hours.moved(table, deadline, decision["seats"])
    left = left_until(resolution, decision, now, deadline)
    if hold == 0 or decision["sealed"] or resolution.step.game.rules.orders is None:
        return Times(deadline, opening_period, left_until=left)
    return Times(deadline, opening_period, min(deadline, now + _part(resolution, WAITED_FOR, decision["id"])), left)


def released(resolution: Resolution, standing: Standing) -> bool:
    """Return whether an answer to an open decision may be resolved now."""
    return standing["release"] is None or standing["release"] <= resolution.record.now


def ready(resolution: Resolution, standing: Standing) -> bool:
    """Return whether orders may answer a decision that stands now.

    What the seat has answered itself counts before its orders. With a hold, one step takes one answer of a seat's orders:
    two at once would be quicker than anybody's hands.
    """
    return not _is_missed(resolution, standing) and _may_answer(resolution, standing)


def comes_back_by_orders(resolution: Resolution, standing: Standing) -> bool:
    """Return whether orders answer an open decision at this time for a seat that is missed, where the log hides that they do.

    A person who answers is back before anything else happens in a step (:mod:`workers.resolve.absence`), and what that
    decides about
    others, or a pause that it makes wanted, comes before the answer. So it is with orders that look like the seat's own answer:
    they give none before the step that begins with the seat's return.
    """
    step, seat, deadline = resolution.step, standing["seats"][0], standing["deadline"]
    if not _is_missed(resolution, standing) or seat not in resolution.orders or step.state is None:
        return False
    late = deadline is not None and resolution.record.now >= too_late_from(deadline)
    if not (late and not _has_answer(resolution, standing)) and not _may_answer(resolution, standing):
        return False
    return step.game.consult(step.state, seat, standing["id"], resolution.orders[seat]) is not None


def _is_missed(resolution: Resolution, standing: Standing) -> bool:
    """Return whether an open decision asks a seat that is missed, in a game that does not show what orders answer."""
    if standing["sealed"] or resolution.step.game.rules.orders_shown:
        return False
    case = case_of(resolution.step.table, standing["seats"][0])
    return case is not None and "to" not in case


def _may_answer(resolution: Resolution, standing: Standing) -> bool:
    if _has_answer(resolution, standing) or is_left(resolution, standing):
        return False
    if resolution.record.table["hold"] == 0:
        return True
    if any(standing["seats"][0] in one.ordered for one in resolution.step.resolutions):
        return False
    return _unasked(resolution) <= resolution.record.now if standing["optional"] else released(resolution, standing)


def shown_from(resolution: Resolution, act: Act) -> int:
    """Return from when the log may show that the seat of an act is there again, in milliseconds; 0: at once.

    Others at the table can have a match looked at whenever they like, so what is written by the way must not tell when somebody
    acted, or that a plan did not: an open answer shows when orders would give it, a seal when others see that there is one.
    """
    asking = (one for one in resolution.step.table["standing"] if act.seat in one["seats"] and one["phase"] == "open")
    found = (_shown(resolution, one, act.received) for one in asking if act.decision in (one["id"], ORDERS))
    return max(found, default=0)


def _shown(resolution: Resolution, standing: Standing, received: int) -> int:
    if not standing["sealed"]:
        return standing["release"] or 0
    opened, deadline = standing["opened"], standing["deadline"]
    step = coarse_step(opened, deadline)
    ends = [deadline, resolution.record.closes.get(standing["id"])]
    return min(opened - (opened - received) // step * step, *(one for one in ends if one is not None))


def asked_now(resolution: Resolution) -> list[Standing]:
    """Return the decisions whose seats have to be asked: all that wait for an answer, but those that orders would give.

    Whoever looks at the table while something is left to him (see :func:`is_left`) sees it there.
    """
    return [
        standing
        for standing in resolution.step.table["standing"]
        if not standing["asked"]
        and not standing["optional"]
        and not _has_answer(resolution, standing)
        and not is_left(resolution, standing)
        and not _answered(resolution, standing)
    ]


def next_order(resolution: Resolution) -> int | None:
    """Return when orders are to be read next (ms), or None if something else has to happen first."""
    step = resolution.step
    found = [one["left_until"] for one in step.table["standing"] if is_left(resolution, one)]
    if any(comes_back_by_orders(resolution, one) for one in step.table["standing"]):
        found.append(resolution.record.now)
    if resolution.record.table["hold"] == 0 or step.state is None or not resolution.orders:
        return min(found, default=None)
    for standing in step.table["standing"]:
        if standing["optional"] or released(resolution, standing):
            if next_answer(step.game, step.state, [standing], resolution.orders, lambda _: True) is not None:
                found.append(max(_unasked(resolution), resolution.record.now))
        elif standing["seats"][0] in resolution.orders and standing["release"] is not None:
            found.append(standing["release"])
    return min(found, default=None)


def _has_answer(resolution: Resolution, standing: Standing) -> bool:
    """Return whether the seat of an open decision has answered it itself."""
    place = standing["id"], standing["seats"][0]
    return not standing["sealed"] and place in resolution.record.acts and standing["id"] not in resolution.dropped


def _answered(resolution: Resolution, standing: Standing) -> bool:
    step = resolution.step
    if comes_back_by_orders(resolution, standing):
        return True
    if standing["release"] is None or step.state is None:
        return False  # sealed, or without a hold: orders that answer would have done so
    chance = Draws(resolution.seed, frozenset(step.table["labels"]))
    return would_answer(step.game, step.state, standing, resolution.orders, chance)


def _unasked(resolution: Resolution) -> int:
    """Return when orders may answer what nobody waits for; that a seat is back just because they do so puts nothing off."""
    record, written = resolution.record, [one for one in resolution.step.entries if one["type"] != "returned"]
    n, last = (written[-1]["n"], milliseconds(written[-1]["at"])) if written else (record.n, record.at)
    return last + _part(resolution, UNASKED, str(n))


def _part(resolution: Resolution, percent: tuple[int, int], name: str) -> int:
    """Return a part of the hold that only the workers can know beforehand, in milliseconds; the same each time it is asked."""
    match, hold = resolution.record.match, resolution.record.table["hold"]
    least, most = (hold * one // 100 for one in percent)
    assert resolution.context.resolver is not None
    drawn = int.from_bytes(resolution.context.resolver.derive("hold", match, name)[:8], "big")
    return least + drawn % (most - least + 1)


__all__ = [
    "AMONG_BOTS",
    "UNASKED",
    "WAITED_FOR",
    "asked_now",
    "comes_back_by_orders",
    "is_left",
    "left_until",
    "next_order",
    "ready",
    "released",
    "shown_from",
    "times",
]
