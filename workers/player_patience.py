"""How long the rules' default orders leave a question to a player who looks at the table.

Default orders answer what would hold up a match with many small questions while nobody is there: which goods burn, which good
one takes. Whoever sits at the table when such a question opens wants to decide it himself, so it waits for him as a bot waits
after an offer (:mod:`workers.bot_patience`): up to a minute, or longer where nobody but bots waits for him. Orders that he has
set himself answer at once, as ever.

The log is the same in either case: an answer of the seat, or one of the default orders a little later.
"""

from __future__ import annotations

from engine.contract import Decision
from engine.match.table import Standing
from engine.protocol.canon import same
from workers.bot_patience import PATIENCE, SHARE
from workers.openings import Resolution

AMONG_BOTS = 10 * PATIENCE
"""How long it waits, in milliseconds, where no other person plays."""


def left_until(resolution: Resolution, decision: Decision, opened: int, deadline: int) -> int | None:
    """Return until when (ms) a decision that opens now is left to its player; ``None``: it is not, or nothing would answer it.

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


__all__ = ["AMONG_BOTS", "is_left", "left_until"]
