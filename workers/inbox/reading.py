"""The reading process: reads mails for its parent over standard input and output, with bounded processor time and
memory.

:mod:`workers.inbox.mime` bounds the work that a mail can cause; these limits catch what it does not foresee in
libraries. The process loads neither keys nor store, and knows no addresses but the mail's; it returns the contents as
JSON, and forgets them. See :class:`workers.inbox.desk.Reader`.
"""

from __future__ import annotations

import json
import os
import resource
import time
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from service.pictures.drawing import serve
from workers.inbox.mime import Refused, status_in
from workers.inbox.text import Incoming, read

SECONDS = 2
"""Processor seconds after which a mail ends the process, or up to one second less; a mail rarely takes a fiftieth of a
second."""
ROOM = 128_000_000
"""Bytes of memory that a mail may take in addition to those of the idle process."""
NO_ROOM = 3
"""The exit status for want of memory."""
SAMPLE = (
    b"From: a@players.example\nContent-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n"
    b"PHA+M+Q8L3A+PHVsPjxsaT54PC91bD4="
)
"""A mail that makes reading load everything it needs."""


class Read(NamedTuple):
    """A mail that was read, or why it was ``refused``, with the processor seconds spent."""

    mail: Incoming | None
    refused: str
    seconds: float


class ReadReport(NamedTuple):
    """The status that a delivery report gives, with the processor seconds spent on reading it."""

    status: str | None
    seconds: float


def read_mail(raw: bytes, envelope_from: str, mailboxes: tuple[str, ...]) -> Read:
    """Read a mail in this process; see :func:`workers.inbox.text.read`."""
    begun = time.thread_time()
    mail, refused = None, ""
    try:
        mail = read(raw, envelope_from, mailboxes)
    except Refused as error:
        refused = str(error)
    return Read(mail, refused, time.thread_time() - begun)


def read_report(raw: bytes) -> ReadReport:
    """Read a delivery report in this process."""
    begun = time.thread_time()
    status = status_in(raw)
    return ReadReport(status, time.thread_time() - begun)


def answer(question: bytes) -> bytes:
    """Read the question that the parent has sent, a line of JSON and then the mail. A mail that takes too much ends the
    process."""
    about, _, raw = question.partition(b"\n")
    asked = json.loads(about)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS, most))
    try:
        if not asked:
            return json.dumps(read_report(raw)._asdict()).encode()
        mail, refused, seconds = read_mail(raw, asked["envelope_from"], tuple(asked["mailboxes"]))
        told = None if mail is None else asdict(mail)
        return json.dumps({"mail": told, "refused": refused, "seconds": seconds}).encode()
    except MemoryError:
        os._exit(NO_ROOM)
    except Exception as error:
        # A traceback would show in the log what somebody has written.
        return json.dumps({"refused": f"the mail cannot be read ({type(error).__name__})"}).encode()


def bound_this_process() -> None:
    """Load everything that reading needs, then bound any further memory."""
    read_mail(SAMPLE, "a@players.example", ())
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    for what, most in (
        (resource.RLIMIT_AS, pages * resource.getpagesize() + ROOM),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),  # it would hold what somebody has written
    ):
        resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    bound_this_process()
    serve(answer)
