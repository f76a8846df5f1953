"""Standing orders of a seat: checked, sealed to the resolver, replaced or ended; and read back by mail.

"PLAN" in answer to a letter of the match asks for orders that were given by mail. The process that reads mails can seal
orders but not open them, so a worker does. It opens only a document that came entirely by mail: mail servers have seen
that in clear text, so nothing hidden from them is shown. Orders set at the table, or by a program, are never shown by
mail. The request contains the mail's recipient address, which is signed for one seat, and a fresh secret, sealed to the
resolver; the document comes back encrypted with that secret.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Literal

from engine.contract import Game, IllegalMove, Language, Move, Orders, State
from engine.kit.text.plan_sentences import SpeaksOrders
from engine.match.table import Table
from engine.protocol.acts import ORDERS
from engine.protocol.canon import NotCanonical, b64, canonical, parse, unb64
from engine.protocol.seal import order_commitment
from engine.registry import game_of
from service.context import Context
from service.keys.signing import EscrowFailed, Resolver, Sealer, keep, new_seed, take_back
from service.matches.errors import ActError
from service.matches.pace import is_by_mail
from service.matches.receipts import Acted, accept, can_sign
from service.matches.seat_keys import check_orders, has_key, orders_stand
from service.store.records import Act, OrderRequest, Record


def default_orders(table: Table, seat: int | None) -> Orders | None:
    """Return what answers for the player of a seat (or any) who has said nothing about it, or None if everything is asked.

    Where rules name kinds that need no asking, they mean people at the pace of mails: at a quicker one everybody is there
    anyway, and bot accounts never sleep.
    """
    rules = game_of(table).rules
    is_program = seat is not None and "owned_by" in table["seats"][seat]
    return None if rules.unasked and (is_program or not is_by_mail(table["pace"])) else rules.orders_default


def unasked_told(table: Table, seat: int | None, language: Language) -> str:
    """Return a sentence on the decisions answered by default for a seat, and how to be asked; empty if it is always asked."""
    return "" if default_orders(table, seat) is None else game_of(table).rules.unasked_told.get(language, "")


def with_default(table: Table, seat: int, orders: Orders) -> Orders:
    """Return the orders of a seat, with the default for everything that they leave out."""
    return {**(default_orders(table, seat) or {}), **orders}


def orders_in_force(record: Record, seat: int) -> Act | None:
    """Return the act that set the seat's current standing orders, or None if none are in force."""
    act = record.acts.get((ORDERS, seat))
    return act if act is not None and orders_stand(record.table, act) else None


def orders_seq(record: Record, seat: int) -> int:
    """Return the number of a seat's last act that set or ended orders, or 0 if there was none."""
    act = record.acts.get((ORDERS, seat))
    return 0 if act is None else act.seq


SAID_BY_MAIL = "mailed"
"""The member of a sealed document that came by mail. A writer to the store can mark an act, but not the content of a box."""


def would_answer(record: Record, seat: int, orders: Orders) -> dict[str, Move]:
    """Return the answers that these orders would give to the seat's open decisions, without setting them.

    :raises ActError: as :func:`set_orders` does for unacceptable orders.
    """
    rules, state = _with_orders(record)
    try:
        order_commitment(orders, bytes(32))
        rules.check_orders(state, seat, orders)
    except IllegalMove as error:
        raise ActError("illegal", error.message, "/orders" + error.pointer, rule=error.code) from error
    except (NotCanonical, ValueError) as error:
        raise ActError("malformed", str(error), "/orders") from error
    orders = with_default(record.table, seat, orders)
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
    """Standing orders that a seat sets, or None to end them, as they come from its player.

    ``replaces`` is the ``seq`` of its last act about orders, 0 for the first. ``salt`` is the player's own, 32 bytes; a
    seat that signs needs it. ``beside`` is the decision with whose answer a letter gave them
    (:mod:`service.choices.ahead`); ``mailed``: all of them came by mail, so that they may be shown by mail.
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


HOST = "mail"
"""A placeholder for the host in the address of a request: the process that takes mails knows it, and no other needs it."""


WhyNot = Literal["no-orders", "signature-needed", "client-custody"]
"""Reasons: the game has no sentences for them; the seat signs, which a mail cannot; no server may know sealed moves."""


@dataclass(frozen=True)
class Request:
    """A request for orders: the mail's recipient address, and the secret that encrypts the document."""

    address: str
    secret: str

    @property
    def name(self) -> str:
        """Return the name under which the store keeps the result, which does not reveal the secret."""
        return "o_" + hashlib.sha256(b"orders-by-mail " + self.secret.encode()).hexdigest()[:32]

    def sealed(self, sealer: Sealer) -> str:
        """Return the request encrypted for a resolving worker."""
        return sealer.seal_bytes(canonical({"address": self.address, "secret": self.secret}))

    @classmethod
    def read(cls, resolver: Resolver, sealed: str) -> Request | None:
        """Return a request made by :meth:`sealed`, or None for any other text."""
        try:
            found = parse(resolver.unseal(sealed))
        except (EscrowFailed, NotCanonical):
            return None
        if not isinstance(found, dict) or not all(isinstance(found.get(name), str) for name in ("address", "secret")):
            return None
        return cls(found["address"], found["secret"])


def why_not(table: Table, seat: int) -> WhyNot | None:
    """Return why standing orders are unavailable by mail, or None if they are available."""
    if not isinstance(game_of(table), SpeaksOrders):
        return "no-orders"
    if has_key(table, seat):
        return "signature-needed"
    return "client-custody" if table["custody"] == "client" else None


def locked(request: Request, match: str, act: Act, document: bytes) -> str:
    """Return a document that only the requester can decrypt; an empty one says that it cannot be opened."""
    return keep(request.secret, _place(match, act), document)


def unlocked(request: Request, match: str, act: Act, kept: str) -> dict[str, Any] | None:
    """Return the decrypted orders, or None if they belong to another request or act, or cannot be opened."""
    text = take_back(request.secret, _place(match, act), kept)
    if not text:
        return None
    found = parse(text)
    document: dict[str, Any] = found["order"]
    return document if order_commitment(document, unb64(found["salt"])) == act.commitment else None


def _place(match: str, act: Act) -> str:
    return f"orders by mail {match} {act.seat} {act.seq} {act.commitment}"
