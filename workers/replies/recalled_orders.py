"""The standing orders that a player has said by mail, read back by a worker (:mod:`service.matches.orders_by_mail`)."""

from __future__ import annotations

from typing import Protocol

from engine.contract import Orders
from engine.protocol.canon import b64
from service.context import Context
from service.matches.orders_by_mail import HOST, Request, unlocked
from service.signing import new_seed
from service.store.records import Act, Record
from service.wake import ask_for_orders_by_mail
from workers.replies.address import ReplyAddress, written
from workers.replies.patience import Patience

PATIENCE = 8.0
"""Seconds after which the mail is put off: its server brings it later."""


class NotReadNow(Exception):
    """No worker reads orders at present; nothing was changed."""


class ReadsOrders(Protocol):
    """Gives back what stands of a seat where all of it came by mail."""

    def __call__(self, record: Record, address: ReplyAddress, act: Act) -> Orders | None:
        """Return the orders that an act has set; ``None``: they cannot be opened. :raises NotReadNow: when nobody reads them."""
        ...


class RecalledOrders(Patience):
    """Has a worker read orders, and waits for it."""

    def __init__(self, context: Context, patience: float = PATIENCE) -> None:
        super().__init__(context.settings.queue_url, patience)
        self._context = context

    def __call__(self, record: Record, address: ReplyAddress, act: Act) -> Orders | None:
        """See :class:`ReadsOrders`."""
        request, store = Request(written(address, HOST), b64(new_seed())), self._context.store
        queue, sealed = self._context.settings.queue_url, request.sealed(self._context.sealer)
        if not ask_for_orders_by_mail(queue, record.match, sealed):
            raise NotReadNow
        kept = self.until(lambda: store.recalled(record.match, request.name))
        if kept is None:
            raise NotReadNow
        return unlocked(request, record.match, act, kept)


__all__ = ["NotReadNow", "ReadsOrders", "RecalledOrders"]
