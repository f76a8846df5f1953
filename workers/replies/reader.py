"""Reading mails in processes of their own: what a mail breaks, it breaks for itself alone (:mod:`workers.replies.reading`)."""

from __future__ import annotations

import json
import logging
import signal
from collections.abc import Callable, Mapping
from dataclasses import fields

from service.child_pool import ChildEnded, ChildPool
from service.metrics.counts import MAILS
from workers.replies.incoming import Incoming
from workers.replies.reading import SECONDS, Read, ReadReport

MOST = 2
"""Reading processes of each process that takes mails."""
USES = 500
"""Mails after which one is replaced."""
OF_OTHERS = (None, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT)
"""Ends that say nothing about the mail: none could be started, the machine has no memory, somebody ended it."""
KINDS: Mapping[str, type] = {"str": str, "bool": bool, "tuple[str, ...]": list}
"""How JSON tells what a mail consists of."""
TOO_COSTLY = "the mail takes too much time or memory to read"

ReadsMails = Callable[[bytes, str, str], Read]
"""From a mail, its envelope's sender and the mailbox whose mail is read to what it says; may raise :class:`NotRead`."""
ReadsReports = Callable[[bytes], ReadReport]

log = logging.getLogger("siegelpost.replies")


class NotRead(Exception):
    """A mail could not be read, through no fault of its own: it should come again."""


class Reader:
    """Reads mails in child processes. Thread-safe."""

    def __init__(self, most: int = MOST, uses: int = USES, module: str = "workers.replies.reading") -> None:
        self._children = ChildPool(module, most, uses=uses)
        self.get_ready, self.close = self._children.get_ready, self._children.close
        self.processes = self._children.processes

    def mail(self, raw: bytes, envelope_from: str, mailbox: str) -> Read:
        """Return what a mail says; one that ends its reader is refused. :raises NotRead: when it should come again."""
        said = self._asked({"envelope_from": envelope_from, "mailbox": mailbox}, raw)
        if said is None:
            return Read(None, TOO_COSTLY, SECONDS)
        refused = str(said.get("refused", ""))
        mail = None if refused else _mail_in(said.get("mail"))
        MAILS.labels("refused" if refused else "read").inc()
        return Read(mail, refused, _seconds_in(said))

    def report(self, raw: bytes) -> ReadReport:
        """Return what a delivery report says; one that ends its reader says none. :raises NotRead: when it should come again."""
        said = self._asked({}, raw)
        if said is None:
            return ReadReport(None, SECONDS)
        status = said.get("status")
        MAILS.labels("read").inc()
        return ReadReport(status if isinstance(status, str) else None, _seconds_in(said))

    def _asked(self, about: Mapping[str, str], raw: bytes) -> Mapping[str, object] | None:
        """Return what a child says, ``None`` if it has ended by what it read."""
        try:
            said: object = json.loads(self._children.ask(json.dumps(about).encode() + b"\n" + raw))
        except ChildEnded as error:
            if error.by in OF_OTHERS:
                MAILS.labels("postponed").inc()
                raise NotRead(str(error)) from None
            MAILS.labels("killed").inc()
            log.error("a reading process has ended by a mail (%s)", error.by)
            return None
        if not isinstance(said, dict):
            raise TypeError("a reading process has answered with something else")
        return said


def _mail_in(said: object) -> Incoming:
    """Return a mail from what a child says of it, which may have read something hostile. :raises TypeError: when it is none."""
    known = said if isinstance(said, dict) else {}
    found: dict[str, object] = {}
    for one in fields(Incoming):
        value = known.get(one.name)
        if not isinstance(value, KINDS[str(one.type)]):
            raise TypeError("a reading process has told no mail")
        found[one.name] = tuple(map(str, value)) if isinstance(value, list) else value
    return Incoming(**found)  # type: ignore[arg-type]  # each has been looked at


def _seconds_in(said: Mapping[str, object]) -> float:
    seconds = said.get("seconds")
    return seconds if isinstance(seconds, float) else 0.0


__all__ = ["NotRead", "Reader", "ReadsMails", "ReadsReports"]
