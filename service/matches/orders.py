"""Standing orders of a seat: checked, sealed to the resolver, replaced or ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.contract import Game, IllegalMove, Move, Orders, State
from engine.protocol.acts import ORDERS
from engine.protocol.canon import NotCanonical, b64
from engine.protocol.seal import order_commitment
from engine.registry import game_of
from service.context import Context
from service.matches.errors import ActError
from service.matches.receipts import Acted, accept, can_sign
from service.matches.seat_keys import check_orders, orders_stand
from service.signing import new_seed
from service.store.records import Act, OrderRequest, Record


def orders_in_force(record: Record, seat: int) -> Act | None:
    """Return the act that set the orders of a seat that are in force; ``None``: none are."""
    act = record.acts.get((ORDERS, seat))
    return act if act is not None and orders_stand(record.table, act) else None


def orders_seq(record: Record, seat: int) -> int:
    """Return the number of a seat's last act that set or ended orders; 0: there was none."""
    act = record.acts.get((ORDERS, seat))
    return 0 if act is None else act.seq


SAID_BY_MAIL = "mailed"
"""The member of a sealed document that came by mail. Whoever writes to the store can mark an act, but not what lies in a box."""


def would_answer(record: Record, seat: int, orders: Orders) -> dict[str, Move]:
    """Return what orders would answer to the seat's decisions that stand, if they were set now; nothing is set.

    :raises ActError: as :func:`set_orders` does for orders that will not do.
    """
    rules, state = _with_orders(record)
    try:
        order_commitment(orders, bytes(32))
        rules.check_orders(state, seat, orders)
    except IllegalMove as error:
        raise ActError("illegal", error.message, "/orders" + error.pointer, rule=error.code) from error
    except (NotCanonical, ValueError) as error:
        raise ActError("malformed", str(error), "/orders") from error
    asked = [one["id"] for one in record.table["standing"] if seat in one["seats"] and one["phase"] == "open"]
    found = {one: rules.consult(state, seat, one, orders) for one in asked}
    return {one: move for one, move in found.items() if move is not None}


def _with_orders(record: Record) -> tuple[Game, State]:
    """Return the rules and the state of a running match that has standing orders; :raises ActError: not-running, no-orders."""
    rules = game_of(record.table)
    if record.table["status"] != "running" or record.state is None:
        raise ActError("not-running", "this match is not running")
    if rules.rules.orders is None:
        raise ActError("no-orders", f"{record.table['rules']} has no standing orders")
    return rules, record.state


@dataclass(frozen=True)
class NewOrders:
    """Standing orders that a seat sets, or ends with ``None``, as they come from its player.

    ``replaces`` is the ``seq`` of its last act about orders, 0 for the first. ``salt`` is the player's own, 32 bytes; a seat
    that signs needs it. ``beside`` is the decision with whose answer a letter said them (:mod:`service.choices.ahead`);
    ``mailed``: all of them came by mail (:mod:`service.matches.orders_by_mail`).
    """

    orders: Orders | None
    replaces: int = 0
    salt: bytes | None = None
    signature: str | None = None
    token: str | None = None
    beside: str | None = None
    mailed: bool = False


def set_orders(context: Context, record: Record, seat: int, new: NewOrders) -> tuple[Acted, dict[str, Any] | None]:
    """Set a seat's standing orders, or end them.

    Returns the act and ``{"order", "salt"}``, which only the owner keeps: the document is never published.

    :raises ActError: ``illegal`` with a pointer to the part that can never match, ``no-orders``, ``conflict``, ``stale`` ...
    """
    rules, state = _with_orders(record)
    document: dict[str, Any] | None = None
    commitment = box = None
    if new.orders is not None:
        salt = new.salt or new_seed()
        document = {"order": new.orders, "salt": b64(salt)}
        try:
            rules.check_orders(state, seat, new.orders)
            box = context.sealer.seal(document | ({SAID_BY_MAIL: True} if new.mailed else {}))
            commitment = order_commitment(new.orders, salt)
        except IllegalMove as error:
            raise ActError("illegal", error.message, "/orders" + error.pointer, rule=error.code) from error
        except (NotCanonical, ValueError) as error:
            raise ActError("malformed", str(error), "/orders") from error
    check_orders(record.table, seat, commitment, new.replaces, new.signature)
    request = OrderRequest(
        match=record.match,
        seat=seat,
        commitment=commitment,
        box=box,
        replaces=new.replaces,
        token=new.token,
        signature=new.signature,
        beside=new.beside,
        n=record.n,  # with it, they are never those of whoever gets the seat meanwhile
        mailed=new.mailed and new.orders is not None,
    )
    can_sign(context, record.table)
    return accept(context, record.table, context.store.order(request), None), document
