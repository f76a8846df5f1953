"""Signatures by seats with a key, put into the log beside their acts (protocol section 12.9)."""

from __future__ import annotations

from engine.match.open_answers import Signed
from engine.match.table import Locked, Standing
from engine.protocol.acts import ORDERS
from engine.protocol.bodies import AnsweredBy
from service.matches.seat_keys import orders_stand
from service.store.records import Record


def signed_lock(record: Record, standing: Standing, locked: Locked) -> Locked:
    """Return what a seat is locked with, and its signatures: over its act, and over the orders that answer for it."""
    act = record.acts.get((standing["id"], locked["seat"]))
    orders = record.acts.get((ORDERS, locked["seat"])) if "order" in locked else None
    if act is not None and act.signature is not None:
        locked["signature"] = act.signature
    if orders is not None and orders.signature is not None:
        locked["order_signature"] = orders.signature
    return locked


def signed_answer(record: Record, standing: Standing, seat: int, by: AnsweredBy) -> Signed:
    """Return the signature of an answer to an open decision: the seat's, or that of the orders that gave it."""
    if by == "seat":
        act = record.acts.get((standing["id"], seat))
        return None if act is None else act.signature
    orders = record.acts.get((ORDERS, seat)) if by == "order" else None
    if orders is None or orders.commitment is None or orders.signature is None:
        return None
    if not orders_stand(record.table, orders):
        return None  # a key that came later ended them, and the rules' default orders answered
    return orders.commitment, orders.seq, orders.signature
