"""The job that reads standing orders for a player who writes them by mail (:mod:`service.matches.orders`).

It may run twice or get lost, and is then requested again. Requests from accounts that do not hold the seat are dropped
silently.
"""

from __future__ import annotations

import logging

from engine.protocol.acts import ORDERS
from engine.protocol.canon import NotCanonical, parse, unb64
from engine.protocol.seal import order_commitment
from service.context import Context
from service.keys.signing import EscrowFailed
from service.matches.orders import HOST, SAID_BY_MAIL, Request, locked, orders_in_force
from service.processes.bell import ring
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.records import Act, Record
from service.telemetry.logs import about
from workers.mail.reply_address import read_address
from workers.resolve.drain import context_of_process

log = logging.getLogger("siegelpost.recall")


def read_orders(match: str, request: str) -> None:
    """Read the orders in force for a player who asks by mail; the RQ job."""
    with about(match=match):
        read_orders_once(context_of_process(), match, request)


def read_orders_once(context: Context, match: str, sealed: str) -> None:
    """Read the orders of the asking address's seat, if all of them came by mail and a worker can open them."""
    request = None if context.resolver is None else Request.read(context.resolver, sealed)
    if request is None:
        log.warning("orders were asked for by no mail")
        return
    try:
        record = context.store.load(match, secrets=True)
    except Unreadable as error:
        log.error("%s", error)
        return
    act = None if record is None else _mailed(context, record, request)
    if record is None or act is None:
        log.warning("orders were asked for that no mail may be told")
        return
    context.store.keep_recall(match, request.name, locked(request, match, act, _document(context, record, act)))
    ring(context.settings.queue_url, [keys.recall_asked(match, request.name)])


def _mailed(context: Context, record: Record, request: Request) -> Act | None:
    """Return the orders in force of an address's seat, if the address is its player's and all of them came by mail."""
    address = read_address(request.address, HOST)
    if address is None or address.match != record.match or address.seat >= len(record.table["seats"]):
        return None
    player = record.table["seats"][address.seat]["player"]
    account = None if player is None else context.store.account(player)
    if account is None or not account.verified or not account.mail or address.invites:
        return None
    if not address.is_of(context.links, account.id, account.letterbox):
        return None
    act = orders_in_force(record, address.seat)
    return act if act is not None and act.mailed else None


def _document(context: Context, record: Record, act: Act) -> bytes:
    """Return orders with their salt; empty if they came another way or cannot be opened (which the next lock will find,
    too)."""
    box = record.boxes.get((ORDERS, act.seat))
    try:
        text = b"" if box is None else context.unseal(box)
        found = parse(text) if text else None
        if found and found.get(SAID_BY_MAIL) is not True:
            log.error("standing orders that the store says came by mail did not")
            return b""
        return text if found and order_commitment(found["order"], unb64(found["salt"])) == act.commitment else b""
    except (EscrowFailed, NotCanonical, AttributeError, KeyError, TypeError):
        log.error("standing orders that came by mail cannot be opened")
        return b""
