"""Standing orders at open decisions: which one answers next, whether one would, and how the log records its answer.

At a sealed decision the orders are consulted at the lock (protocol section 5); this is about the others. Pure, like all of
the engine: the caller says when an answer may be given (``ready``), because only the service has a clock and a secret.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.contract import Chance, Decision, Game, IllegalMove, Move, Orders, Rules, State

AnyDecision = TypeVar("AnyDecision", bound=Decision)
OPTIONALS_AHEAD = 100
"""A bound on optional answers in a row: more than any seat's orders give before another decision."""


def next_answer(
    game: Game,
    state: State,
    standing: Sequence[AnyDecision],
    orders: dict[int, Orders],
    ready: Callable[[AnyDecision], bool],
) -> tuple[str, int, Move] | None:
    """Return decision, seat and move of the first open decision that orders can answer now, or None to ask people."""
    for one in standing:
        seat = one["seats"][0]
        if one["sealed"] or seat not in orders or not ready(one):
            continue
        move = game.consult(state, seat, one["id"], orders[seat])
        if move is not None:
            return one["id"], seat, move
    return None


def would_answer(game: Game, state: State, decision: Decision, orders: dict[int, Orders], chance: Chance) -> bool:
    """Return whether orders would answer an open decision if nothing else happened before.

    What the same seat's orders would do first at an optional decision (a fulfilment, Packet Row E2.6) is taken into account.
    """
    seat = decision["seats"][0]
    if decision["sealed"] or seat not in orders:
        return False
    for _ in range(OPTIONALS_AHEAD):
        if game.consult(state, seat, decision["id"], orders[seat]) is not None:
            return True
        optional = [one for one in game.decisions(state) if one["optional"] and one["seats"] == [seat]]
        first = next_answer(game, state, optional, orders, lambda _: True)
        if first is None:
            return False
        state, _ = game.resolve(state, first[0], {seat: first[2]}, chance)
        if all(one["id"] != decision["id"] for one in game.decisions(state)):
            return True
    return False


def check_own(game: Game, state: State, seat: int, decision: str, move: Move) -> None:
    """Raise :class:`IllegalMove` unless a seat itself may give this answer: legal, and without the marks of standing orders.

    Everything that comes from a seat is checked by this; what orders answered is checked by ``game.check`` alone.
    """
    for mark in game.rules.order_marks:
        if isinstance(move, dict) and mark in move:
            raise IllegalMove("not-an-order", f"/{mark}", f"only standing orders say {mark}; leave it out")
    game.check(state, seat, decision, move)


def as_logged(rules: Rules, decision: Decision, moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the answers to a decision as the log, mails and events may show them.

    Where the rules hide orders, an answer that an order gave to an open decision looks like the seat's own. Then no answer
    has a time of receipt, because answers by orders have none and would stand out.
    """
    if decision["sealed"] or rules.orders is None or rules.orders_shown:
        return moves
    return [{**one, "by": "seat" if one["by"] == "order" else one["by"], "received": None} for one in moves]
