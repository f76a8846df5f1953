"""The signed receipt for a refused act: it proves what the server said to a seat, and when (protocol section 12.3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.protocol.log import timestamp
from engine.protocol.seal import MalformedOpening, check_opening, commitment
from service.context import Context
from service.matches.acts import SeatAct
from service.matches.errors import ActError, SignedReceipt
from service.matches.receipts import signed
from service.store.records import Custody, Record

UNSIGNED = ("revoked",)
"""Refusals without a receipt: a token that was revoked does not speak for the seat any more."""


@contextmanager
def refusals(
    context: Context, record: Record, seat: int, act: SeatAct, custody: Custody | None = None
) -> Iterator[None]:
    """Give every :class:`ActError` of a seat's act in a decision its receipt, which says in whose custody it was to be.

    One signature and one question for the store's time, for a request that has been counted against its account's quota.
    """
    try:
        yield
    except ActError as error:
        if error.code not in UNSIGNED:
            facts: dict[str, Any] = {
                "act": "refused",
                "match": record.match,
                "decision": act.decision,
                "seat": seat,
                "seq": 0,
                "commitment": act.commitment if act.opening is None else _commitment_of(act.opening),
                "custody": custody,
                # Asked for after the refusal, so who is called late was late by then.
                "received": timestamp(context.store.now()),
                "n": record.n,
                "head": record.head,
                "reason": error.code,
            }
            receipt, signature = signed(context, record.table, facts)
            error.receipt = SignedReceipt(receipt, signature)
        raise


def _commitment_of(opening: object) -> str | None:
    try:
        return commitment(check_opening(opening))
    except MalformedOpening:
        return None
