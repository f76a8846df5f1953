"""The times at which open answers are resolved, so that timing does not distinguish a plan from a person (Packet Row
E2, rule 2).

In a match with a ``hold`` an answer, live or by order, waits until an unpredictable instant: a part of the hold after
the decision opened, drawn from the workers' secret. Orders are read at that instant and not before. Where nobody waits
for an answer (optional decisions) a live one is resolved at once, and an order's answer some time after the log's last
entry, before any waiting answer: a plan fulfils a contract when a person looking at the table might.

The rules' default orders answer small questions that would otherwise hold up a match while the player is away: which
goods burn, which good to take. A player who is at the table when such a question opens wants to decide it, so it waits
as a bot waits after an offer (:mod:`workers.resolve.bots`): up to a minute, or longer where only bots wait. Orders that
the player has set answer at once, and so does the default in kinds of decisions in which nearly always nothing can be
done (``unasked`` of the rules). The log is the same in either case: an answer of the seat, or one of the default
orders a little later.
"""

from engine.contract import Decision
from engine.match.absence import case_of
from engine.match.asking import Times
from engine.match.orders import next_answer, would_answer
from engine.match.table import Standing
from engine.protocol.acts import ORDERS
from engine.protocol.canon import same
from engine.protocol.chance import Draws
from engine.protocol.log import coarse_step, milliseconds, too_late_from
from service.matches.orders import default_orders
from service.matches.pace import deadlines
from service.store.records import Act
from workers.resolve.bots import PATIENCE, SHARE
from workers.resolve.openings import Resolution

AMONG_BOTS = 10 * PATIENCE
"""The wait, in milliseconds, in a match without other people."""


def left_until(resolution: Resolution, decision: Decision, opened: int, deadline: int) -> int | None:
    """Return until when (ms) a newly opened decision is left to its player, or None if it is not.

    This goes by the clock and not by the log, which is ahead after the clock was set back: the others wait a minute,
    not hours.
    """
    if decision["sealed"] or decision["optional"] or decision["kind"] in resolution.step.game.rules.unasked:
        return None
    if not _is_by_default(resolution, decision):
        return None
    table = resolution.step.table
    player = table["seats"][decision["seats"][0]]["player"]
    if player is None or not resolution.context.store.is_here(table["match"], player):
        return None
    return resolution.record.now + min(_patience(resolution, decision), (deadline - opened) // SHARE)


def is_left(resolution: Resolution, standing: Standing) -> bool:
    """Return whether a decision is left to its player now; the player's own orders end that, and so does a clock set
    back."""
    left = standing.get("left_until", 0) - resolution.record.now
    # What seems to be left is more only if the clock was set back since.
    return 0 < left <= 2 * _patience(resolution, standing) and _is_by_default(resolution, standing)


def _patience(resolution: Resolution, decision: Decision) -> int:
    seats = resolution.step.table["seats"]
    others = (one for place, one in enumerate(seats) if place != decision["seats"][0])
    return AMONG_BOTS if all(one["bot"] is not None for one in others) else PATIENCE


def _is_by_default(resolution: Resolution, decision: Decision) -> bool:
    """Return whether an open decision is answered by orders, but only by the rules' default."""
    step, seat = resolution.step, decision["seats"][0]
    default = default_orders(step.table, seat)
    if default is None or step.state is None or seat not in resolution.orders:
        return False
    orders = resolution.orders[seat]
    answer = step.game.consult(step.state, seat, decision["id"], orders)
    if answer is None or orders == default:
        return answer is not None
    return same(answer, step.game.consult(step.state, seat, decision["id"], default))


WAITED_FOR = (25, 100)
"""Percent of the hold after which an awaited answer is resolved: from, to."""
UNASKED = (5, 20)
"""The same for orders' answers that nobody waits for, counted from the log's last entry."""


def times(resolution: Resolution, decision: Decision) -> Times:
    """Return the deadline of a newly opened decision, and the instant before which it is not resolved.

    "Now" is the log's time of opening, which is later than the clock after the clock was set back.
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
    """Return whether orders may answer a standing decision now.

    The seat's own answer takes precedence. With a hold, one step takes one answer of a seat's orders: two at once would
    be faster than any person.
    """
    return not _is_missed(resolution, standing) and _may_answer(resolution, standing)


def comes_back_by_orders(resolution: Resolution, standing: Standing) -> bool:
    """Return whether orders now answer an open decision of a missed seat in a game whose log hides that they do.

    A person who answers returns before anything else in a step (:mod:`workers.resolve.absence`), and the effects of
    that return on votes and pauses come before the answer. Orders that look like the seat's own answer do the same:
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
    """Return whether an open decision asks a missed seat in a game that does not show which answers orders gave."""
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
    """Return when the log may show that the seat of an act has returned, in milliseconds; 0 = at once.

    The other players can trigger a step at any time, so its incidental entries must not reveal when a seat acted, or
    that it was no plan: an open answer shows when orders would give it, a seal when others see that it exists.
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
    """Return the decisions to notify seats about: all that wait for an answer that orders would not give.

    Players at the table see decisions left to them (see :func:`is_left`) there.
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
    """Return when orders are to be read next (ms), or None if something else must happen first."""
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
    """Return whether the seat of an open decision has answered itself."""
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
    """Return when orders may answer decisions that nobody waits for; the return of a seat that this implies delays
    nothing."""
    record, written = resolution.record, [one for one in resolution.step.entries if one["type"] != "returned"]
    n, last = (written[-1]["n"], milliseconds(written[-1]["at"])) if written else (record.n, record.at)
    return last + _part(resolution, UNASKED, str(n))


def _part(resolution: Resolution, percent: tuple[int, int], name: str) -> int:
    """Return a part of the hold that only the workers can predict, in milliseconds; the same for each call."""
    match, hold = resolution.record.match, resolution.record.table["hold"]
    least, most = (hold * one // 100 for one in percent)
    assert resolution.context.resolver is not None
    drawn = int.from_bytes(resolution.context.resolver.derive("hold", match, name)[:8], "big")
    return least + drawn % (most - least + 1)
