"""Standing orders of a seat: checked, sealed to the resolver, replaced or ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.contract import Game, IllegalMove, Move, Orders, State
from engine.protocol.canon import NotCanonical, b64
from engine.protocol.seal import order_commitment
from engine.protocol.siegelpost2.acts import ORDERS
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


def set_orders(
    context: Context,
    record: Record,
    seat: int,
    orders: Orders | None,
    *,
    replaces: int = 0,
    salt: bytes | None = None,
    signature: str | None = None,
    token: str | None = None,
    beside: str | None = None,
    mailed: bool = False,
) -> tuple[Acted, dict[str, Any] | None]:
    """Set a seat's standing orders, or end them with ``None``.

    ``salt`` is the player's own, 32 bytes; a seat that signs needs it, another may leave it to this function.
    ``beside`` is the decision with whose answer a letter said them (:mod:`service.choices.ahead`);
    ``mailed``: all of them came by mail (:mod:`service.matches.orders_by_mail`).

    Returns the act and ``{"order", "salt"}``, which only the owner keeps: the document is never published.

    :raises ActError: ``illegal`` with a pointer to the part that can never match, ``no-orders``, ``conflict``, ``stale`` ...
    """
    rules, state = _with_orders(record)
    document: dict[str, Any] | None = None
    request = OrderRequest(
        match=record.match,
        seat=seat,
        commitment=None,
        box=None,
        replaces=replaces,
        token=token,
        beside=beside,
        mailed=mailed and orders is not None,
    )
    if orders is not None:
        salt = salt or new_seed()
        document = {"order": orders, "salt": b64(salt)}
        try:
            rules.check_orders(state, seat, orders)
            box = context.sealer.seal(document | ({SAID_BY_MAIL: True} if mailed else {}))
            request = replace(request, commitment=order_commitment(orders, salt), box=box)
        except IllegalMove as error:
            raise ActError("illegal", error.message, "/orders" + error.pointer, rule=error.code) from error
        except (NotCanonical, ValueError) as error:
            raise ActError("malformed", str(error), "/orders") from error
    check_orders(record.table, seat, request.commitment, replaces, signature)
    # With n, they are never those of whoever gets the seat meanwhile.
    request = replace(request, signature=signature, n=record.n)
    can_sign(context, record.table)
    return accept(context, record.table, context.store.order(request), None), document
