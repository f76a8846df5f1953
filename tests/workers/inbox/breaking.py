"""A reading process as ours, but a mail can break it: what stands for whatever in a library nobody has foreseen."""

from __future__ import annotations

import os
import signal

from service.pictures.drawing import serve
from workers.inbox import reading
from workers.inbox.text import Incoming, read

TIME, MEMORY, CRASH, END = b"X-Breaks: time", b"X-Breaks: memory", b"X-Breaks: crash", b"X-Breaks: end"
FAULT, SECRET = b"X-Breaks: fault", "what Ann has written"


def breaking(raw: bytes, envelope_from: str, mailboxes: tuple[str, ...] = ()) -> Incoming:
    """Read a mail, or break by it."""
    while TIME in raw:
        pass
    if MEMORY in raw:
        bytearray(2 * reading.ROOM)
    if CRASH in raw:
        os.kill(os.getpid(), signal.SIGSEGV)
    if END in raw:
        os.kill(os.getpid(), signal.SIGKILL)
    if FAULT in raw:
        raise ValueError(SECRET)
    return read(raw, envelope_from, mailboxes)


if __name__ == "__main__":
    reading.bound_this_process()
    vars(reading).update(SECONDS=1, read=breaking)
    serve(reading.answer)
