"""Means of taking mails: processes that read them, and waiting for the workers' results."""

from __future__ import annotations

import json
import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import TracebackType
from typing import Self, TypeVar, get_args

from engine.contract import Orders
from engine.protocol.canon import b64
from service.context import Context
from service.keys.signing import new_seed
from service.matches.orders import HOST, Request, unlocked
from service.matches.seen import is_settled
from service.pictures.drawing import ChildEnded, ChildPool
from service.processes.bell import Listener
from service.processes.wake import ask_for_orders_by_mail
from service.store.records import Act, Record
from service.telemetry.counts import MAILS
from workers.inbox.reading import SECONDS, Read, ReadReport, read_mail
from workers.inbox.text import Incoming, Unclear
from workers.mail.reply_address import ReplyAddress, written
from workers.mail.sending.transport import Transport


def _nobody_reads(record: Record, address: ReplyAddress, act: Act) -> Orders | None:
    raise NotReadNow


@dataclass(frozen=True)
class Desk:
    """The services for reading mails: the installation, the transport of answers, the wait for immediate results, the reader
    of standing orders, and the parser of mails."""

    context: Context
    transport: Transport
    aftermath: Callable[[Record], Record] = lambda record: record
    recall: ReadsOrders = _nobody_reads
    read: ReadsMails = read_mail


log = logging.getLogger("siegelpost.replies")


# Reading mails in processes of their own: what a mail breaks, it breaks for itself alone.


MOST = 2
"""Reading processes per process that takes mails."""
USES = 500
"""Mails after which a reading process is replaced."""
OF_OTHERS = (None, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)
"""Exit codes that say nothing about the mail: the process could not start, ran out of memory, or was ended from
outside."""
KINDS: Mapping[str, type] = {"str": str, "bool": bool, "tuple[str, ...]": list, "Unclear": str}
"""JSON types of a mail's fields, by the fields' annotations."""
TOO_COSTLY = "the mail takes too much time or memory to read"
ReadsMails = Callable[[bytes, str, tuple[str, ...]], Read]
"""Reads a mail from its bytes, its envelope sender and the mailboxes whose mail is read; may raise :class:`NotRead`."""
ReadsReports = Callable[[bytes], ReadReport]


class NotRead(Exception):
    """A mail could not be read, through no fault of its own; the server should send it again."""


class Reader:
    """Reads mails in child processes. Thread-safe."""

    def __init__(self, most: int = MOST, uses: int = USES, module: str = "workers.inbox.reading") -> None:
        self._children = ChildPool(module, most, uses=uses)
        self.close, self.processes = self._children.close, self._children.processes

    def mail(self, raw: bytes, envelope_from: str, mailboxes: tuple[str, ...]) -> Read:
        """Return a mail's contents; one that ends its reader is refused. :raises NotRead: when it should come again."""
        said = self._asked({"envelope_from": envelope_from, "mailboxes": mailboxes}, raw)
        if said is None:
            return Read(None, TOO_COSTLY, SECONDS)
        refused = str(said.get("refused", ""))
        mail = None if refused else _mail_in(said.get("mail"))
        MAILS.labels("refused" if refused else "read").inc()
        return Read(mail, refused, _seconds_in(said))

    def report(self, raw: bytes) -> ReadReport:
        """Return a delivery report's contents; one that ends its reader has none. :raises NotRead: when it should come
        again."""
        said = self._asked({}, raw)
        if said is None:
            return ReadReport(None, SECONDS)
        status = said.get("status")
        MAILS.labels("read").inc()
        return ReadReport(status if isinstance(status, str) else None, _seconds_in(said))

    def _asked(self, about: Mapping[str, object], raw: bytes) -> Mapping[str, object] | None:
        """Return the child's answer, or None if the mail ended the child."""
        try:
            said: object = json.loads(self._children.ask(json.dumps(about).encode() + b"\n" + raw))
        except ChildEnded as error:
            if error.by in OF_OTHERS:
                MAILS.labels("postponed").inc()
                raise NotRead(str(error)) from None
            MAILS.labels("killed").inc()
            log.error("a mail has ended its reading process (%s)", error.by)
            return None
        if not isinstance(said, dict):
            raise TypeError("a reading process has sent an unexpected answer")
        return said


def _mail_in(said: object) -> Incoming:
    """Return a mail from a child's message. The child may have read something hostile. :raises TypeError: for a
    malformed message."""
    known = said if isinstance(said, dict) else {}
    found: dict[str, object] = {}
    for one in fields(Incoming):
        value = known.get(one.name)
        is_known = one.name != "unclear" or value in get_args(Unclear)
        if not isinstance(value, KINDS[str(one.type)]) or not is_known:
            raise TypeError("a reading process has returned no mail")
        found[one.name] = tuple(map(str, value)) if isinstance(value, list) else value
    return Incoming(**found)  # type: ignore[arg-type]  # each has been looked at


def _seconds_in(said: Mapping[str, object]) -> float:
    seconds = said.get("seconds")
    return seconds if isinstance(seconds, float) else 0.0


# Waiting for something that other processes do, by the bell: no longer than patience lasts.


LOOK = 0.25
"""Seconds between looks of a waiting thread that has not heard the bell."""
Found = TypeVar("Found")


class Patience:
    """Waits for a condition, woken by the bell; close it after use."""

    def __init__(self, queue_url: str, seconds: float) -> None:
        self._seconds = seconds
        self._rings = 0
        self._rung = threading.Condition()
        self._bell = Listener(queue_url, lambda _: self._ring(), self._ring)

    def until(self, look: Callable[[], Found | None]) -> Found | None:
        """Return what the look finds as soon as it finds something, or None after the time limit."""
        ends = time.monotonic() + self._seconds
        while True:
            heard = self._rings
            found = look()
            if found is not None or time.monotonic() >= ends:
                return found
            with self._rung:
                if self._rings == heard:  # none since it was looked up
                    self._rung.wait(max(0.0, min(LOOK, ends - time.monotonic())))

    def close(self) -> None:
        """Stop listening."""
        self._bell.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _ring(self) -> None:
        with self._rung:
            self._rings += 1
            self._rung.notify_all()


# If an answer was the last one due, the workers go on at once. The reply to the mail waits for their results a moment, as a
# person who looks would, so that it can ask the next question.


PATIENCE = 2.0
"""Seconds after which the answer goes out without the results; they follow in a letter of their own."""


class Aftermath(Patience):
    """Waits for matches to go on."""

    def __init__(self, context: Context, patience: float = PATIENCE) -> None:
        super().__init__(context.settings.queue_url, patience)
        self._context = context

    def __call__(self, record: Record) -> Record:
        """Return the match once nothing in it is due, or its present state after :data:`PATIENCE`."""
        latest = record

        def look() -> Record | None:
            nonlocal latest
            now = self._context.store.load(record.match)
            latest = now or record
            return latest if now is None or is_settled(now) else None

        return self.until(look) or latest


# The standing orders that a player has said by mail, read back by a worker (:mod:`service.matches.orders`).


RECALL_PATIENCE = 8.0
"""Seconds after which the mail is deferred, so that its server sends it again."""


class NotReadNow(Exception):
    """No worker can read orders at present; nothing was changed."""


ReadsOrders = Callable[[Record, ReplyAddress, Act], Orders | None]
"""Returns the orders that an act by mail set, or None if they cannot be opened; raises :class:`NotReadNow` when no
worker can read them."""


class RecalledOrders(Patience):
    """Has a worker read orders, and waits for the result."""

    def __init__(self, context: Context, patience: float = RECALL_PATIENCE) -> None:
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
