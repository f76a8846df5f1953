"""The longest time for which answers to open decisions are held back, so that timing does not reveal standing orders.

The workers draw from it when each answer is resolved (:mod:`workers.releases`); this module says what a match may ask for.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Rules
from service.matches.pace import shortest

LONGEST_HOLD = 86_400_000


class BadHold(ValueError):
    """A hold that cannot be kept; the message says why."""


def check_hold(wished: int | None, pace: dict[str, Any], rules: Rules, *, only_bots: bool) -> int:
    """Return the match's hold in milliseconds.

    :param wished: ``None`` for the game's own, shortened for a quick pace; none where there are only bots to keep it from.
    :raises BadHold: for one that is not over before a decision's deadline, or has nothing to hide.
    """
    stands = shortest(pace) * 1000
    if wished is None:
        return 0 if rules.orders is None or only_bots else min(rules.hold * 1000, stands // 4000 * 1000)
    if not 0 <= wished <= LONGEST_HOLD or wished % 1000:
        raise BadHold("hold must be from 0 to 86400 whole seconds")
    if wished and rules.orders is None:
        raise BadHold(f"{rules.id} has no standing orders, so there is nothing to hold answers back for")
    if wished and wished >= stands:
        raise BadHold(f"hold must be shorter than a decision stands, {stands // 1000} seconds")
    return wished
