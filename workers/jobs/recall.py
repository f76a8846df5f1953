"""The jobs that read back what was sealed, for its player: a move, which is stored encrypted with the text of the player's token,
and standing orders written by mail (:mod:`service.matches.orders`).

They may run twice or get lost, and are then requested again. Requests from accounts that do not hold the seat are dropped
silently.
"""

import logging
import time

from engine.protocol.acts import ORDERS
from engine.protocol.canon import NotCanonical, parse, unb64
from engine.protocol.seal import MalformedOpening, matches, order_commitment, parse_opening
from service.accounts.access.tokens import is_text_of, token_id
from service.context import Context
from service.keys.signing import EscrowFailed
from service.matches.orders import HOST, SAID_BY_MAIL, Request, orders_in_force
from service.matches.orders import locked as lock_orders
from service.matches.receipts import bearer_in, locked, to_recall
from service.matches.seating.seats import seat_of
from service.processes.bell import ring
from service.store import keys
from service.store.accounts.tokens import Token
from service.store.connection.connect import Unreadable
from service.store.records import Act, Record
from service.telemetry.logs import about
from workers.mail.reply_address import read_address
from workers.resolve.drain import context_of_process

SCOPE = "match:play"
"""The scope that a token must have: one that may only look at tables is shown no sealed move."""

log = logging.getLogger("siegelpost.recall")


def recall(match: str, decision: str, request: str) -> None:
    """Read a sealed move for its player; the RQ job."""
    with about(match=match):
        recall_once(context_of_process(), match, decision, request)


def recall_once(context: Context, match: str, decision: str, request: str) -> None:
    """Read the requesting player's sealed move, if it is still in force and a worker can open it."""
    bearer = None if context.resolver is None else bearer_in(context.resolver, request)
    token = None if bearer is None else _token(context, bearer)
    if bearer is None or token is None:
        log.warning("a sealed move was asked for without a token that may see it")
        return
    opening = _opening(context, match, decision, token.account, bearer)
    asked = keys.recall_asked(match, token.id)
    if opening is None:
        context.store.withdraw_work(asked)
    else:
        context.store.keep_recall(match, token.id, opening)
    ring(context.settings.queue_url, [asked])


def _token(context: Context, bearer: str) -> Token | None:
    """Return the token with this text, if it is valid now."""
    name = token_id(bearer)
    token = None if name is None else context.store.token(name)
    if token is None or not is_text_of(token, bearer) or SCOPE not in token.scopes:
        return None
    return None if token.expires is not None and token.expires <= time.time() * 1000 else token


def _opening(context: Context, match: str, decision: str, account: str, bearer: str) -> str | None:
    try:
        record = context.store.load(match, secrets=True)
    except Unreadable as error:
        log.error("%s", error)
        return None
    seat = None if record is None else seat_of(record.table, account)
    if record is None or seat is None:
        return None
    act, box = to_recall(record, seat, decision), record.boxes.get((decision, seat))
    if act is None or act.commitment is None or box is None:
        return None
    try:
        text = context.unseal(box)
        opening = parse_opening(text)
        is_own = (opening["match"], opening["decision"], opening["seat"]) == (match, decision, seat)
        return locked(bearer, match, act, text) if is_own and matches(opening, act.commitment) else None
    except (EscrowFailed, MalformedOpening):
        return None  # the lock finds the same, and says so


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
    context.store.keep_recall(match, request.name, lock_orders(request, match, act, _document(context, record, act)))
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
