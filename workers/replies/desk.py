"""What reading mails takes, and what other mail servers are told about them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from engine.contract import Orders
from service.context import Context
from service.store.records import Act, Record
from workers.mail.transport import Transport
from workers.replies.address import ReplyAddress
from workers.replies.incoming import Incoming
from workers.replies.reader import ReadsMails
from workers.replies.reading import read_mail
from workers.replies.recalled_orders import NotReadNow, ReadsOrders

READ = "250 2.0.0 read"
UNREAD = "250 2.0.0 taken, and not read: no person sent it"
NOT_ACTED_ON = "550 5.7.1 not acted on: its header {} says that a program may have sent it; answer at the table"
NOWHERE = "<>"
"""The empty return path: what cannot be delivered goes back to nobody (RFC 3834, 3.3)."""
NOBODY = "550 5.1.1 this address is nobody's"
AGAIN = "451 4.3.0 not now: try again"
BUSY = "451 4.5.0 this mail is being read: try again"
FLOOD = "451 4.7.1 too many mails: try again later"
ANSWER_WITHIN = 3_600_000
"""After so many milliseconds a mail whose answer cannot be sent is taken without one: else its sender would read at last that
it failed, though all it asked for was done."""


def _as_it_is(record: Record) -> Record:
    return record


def _nobody_reads(record: Record, address: ReplyAddress, act: Act) -> Orders | None:
    raise NotReadNow


@dataclass(frozen=True)
class Desk:
    """What reading mails takes: the installation, where answers go, what waits for what comes of them at once, who reads back
    the orders that stand, and what takes mails apart."""

    context: Context
    transport: Transport
    aftermath: Callable[[Record], Record] = _as_it_is
    recall: ReadsOrders = _nobody_reads
    read: ReadsMails = read_mail


def key_at(mail: Incoming, address: ReplyAddress) -> str:
    """Return by what a mail is remembered that came to an address: one mail to two letters answers both."""
    return hashlib.sha256(f"{mail.key} {address.mac.hex()}".encode()).hexdigest()


__all__ = [
    "AGAIN",
    "ANSWER_WITHIN",
    "BUSY",
    "FLOOD",
    "NOBODY",
    "NOT_ACTED_ON",
    "NOWHERE",
    "READ",
    "UNREAD",
    "Desk",
    "key_at",
]
