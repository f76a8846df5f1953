"""Results of a round's plan for taking cards (see :mod:`engine.kit.wishes`).

Whether nothing was taken is known when the round is over; that a harbour master is asked after all, once the board has gone
around.
"""

from __future__ import annotations

from engine.games.packet_row.book import Book
from engine.games.packet_row.orders.ahead import NOTHING, PART
from engine.games.packet_row.orders.consult import consult
from engine.games.packet_row.types.moves import PacketRowMove
from engine.games.packet_row.types.orders import PacketRowOrders
from engine.games.packet_row.types.state import PacketRowState
from engine.kit.wishes import Settled


def settled(
    before: PacketRowState,
    after: PacketRowState,
    book: Book,
    seat: int,
    orders: PacketRowOrders,
    ordered: PacketRowMove | None,
) -> list[Settled]:
    """Return what a decision made certain; ``ordered`` is what the plan of the seat answered it."""
    if orders.get("round") != before["round"]:
        return []
    wishes = _names(orders)
    if ordered is not None and ordered["type"] == "take":
        key = book.cards[ordered["card"]].key
        used = ordered["card"] if ordered["card"] in wishes else key
        return [Settled(PART, wishes, "used", used)] if used in wishes else []
    if _is_over(before, after):
        if not wishes or _took(after, seat) or _was_asked(after, seat, orders):
            return []
        return [Settled(PART, wishes, "used", NOTHING) if NOTHING in wishes else Settled(PART, wishes, "lapsed")]
    if _decides(after, seat) and not _decides(before, seat):
        named = any("open" in one and one["open"] == after["open_board"] for one in orders.get("harbour", ()))
        blocked = named and consult(after, book, seat, "harbour", orders) is None
        return [Settled(PART, wishes, "blocked")] if blocked and wishes else []
    return []


def _names(orders: PacketRowOrders) -> tuple[str, ...]:
    """Return the cards of a plan in order, each once; with the word for none where it declines all others."""
    rules = (*orders.get("ask", ()), *orders.get("harbour", ()), *orders.get("last", ()))
    found = [card for rule in rules if "take" in rule for card in rule["take"]]
    return tuple(dict.fromkeys([*found, *([NOTHING] if orders.get("else") == "decline" else [])]))


def _is_over(before: PacketRowState, after: PacketRowState) -> bool:
    """Return whether a round came to its end."""
    previous = after["previous"]
    return previous is not None and previous["round"] == before["round"] and previous != before["previous"]


def _took(after: PacketRowState, seat: int) -> bool:
    return after["previous"] is not None and any(one["seat"] == seat for one in after["previous"]["taken"])


def _was_asked(after: PacketRowState, seat: int, orders: PacketRowOrders) -> bool:
    """Return whether the seat was the harbour master, and a board that it wanted to take from went around: it was asked then."""
    previous = after["previous"]
    if previous is None or previous["harbour_master"] != seat:
        return False
    return any("open" in one and one["open"] in previous["opened"] for one in orders.get("harbour", ()))


def _decides(state: PacketRowState, seat: int) -> bool:
    """Return whether the seat is the harbour master who is asked what he takes."""
    return state["stage"] == "harbour" and state["harbour_master"] == seat


__all__ = ["settled"]
