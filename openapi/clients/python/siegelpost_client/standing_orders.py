"""Standing orders as requests and as checks of their answers; :mod:`siegelpost_client.player` sends them.

Only what orders have played is ever published. The document is kept here, and its commitment is what the seat signs.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from siegelpost_client.acts import padded
from siegelpost_client.keeping import Keep
from siegelpost_client.receipts import check_receipt, checked_checkpoint
from siegelpost_client.sealing import b64, order_commitment
from siegelpost_client.seat_keys import SeatKey
from siegelpost_client.wire import Ask, segment

if TYPE_CHECKING:
    from siegelpost_client.models import AnyOrders, Ordered, OrdersDocument


@dataclass(frozen=True)
class Ordering:
    """Standing orders to be set or ended, and what the receipt must say."""

    ask: Ask[Ordered]
    expected: Mapping[str, object]

    def check(self, ordered: Ordered, key: str, keep: Keep) -> None:
        """Check the receipt and keep it; :raises BadReceipt: when it says something else."""
        receipt = ordered["receipt"]
        check_receipt(receipt, ordered["signature"], key, self.expected)
        keep.keep_receipt(receipt, ordered["signature"], checked_checkpoint(ordered.get("checkpoint"), receipt, key))


def set_orders(
    match: str, seat: int, orders: AnyOrders, replaces: int, keep: Keep, *, head: str = "", key: SeatKey | None = None
) -> Ordering:
    """Return what sets a seat's standing orders, sealed around a salt that is drawn and kept here.

    :param replaces: ``seq`` of the seat's last receipt of orders in this match, also of one that ended them; 0: there is none.
    :param head: the log's after ``started``, for a seat that signs.
    """
    document: OrdersDocument = {"order": orders, "salt": b64(secrets.token_bytes(32))}
    sealed = order_commitment(document)
    keep.keep_orders(sealed, document)
    body: dict[str, object] = {"orders": orders, "salt": document["salt"], "replaces": replaces}
    if key is not None:
        body["signature"] = key.sign("order", match=match, seat=seat, head=head, commitment=sealed, seq=replaces + 1)
    ask: Ask[Ordered] = Ask("PUT", f"/v1/matches/{segment(match)}/orders", body=padded(body))
    return Ordering(ask, _expected(match, seat, sealed))


def end_orders(match: str, seat: int, replaces: int, *, head: str = "", key: SeatKey | None = None) -> Ordering:
    """Return what ends a seat's standing orders; the parameters are those of :func:`set_orders`."""
    signature = None
    if key is not None:
        signature = key.sign("order", match=match, seat=seat, head=head, commitment=None, seq=replaces + 1)
    query = {"replaces": replaces, "signature": signature}
    ask: Ask[Ordered] = Ask("DELETE", f"/v1/matches/{segment(match)}/orders", query=query)
    return Ordering(ask, _expected(match, seat, None))


def _expected(match: str, seat: int, sealed: str | None) -> dict[str, object]:
    return {"match": match, "seat": seat, "act": "order", "decision": "orders", "commitment": sealed}


__all__ = ["Ordering", "end_orders", "set_orders"]
