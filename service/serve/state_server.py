"""Starts the server that keeps the matches: ``python -m service.serve.state_server FOLDER COMMAND...``.

First it repairs the effects of a crash: the torn end of the file (:mod:`service.store.append_only`), and partly
rewritten files. Then this process becomes the server.

A server that acknowledges only what is on its disk ends when the disk is full. If restarted normally it would end at
the next write, so on a full disk it is started read-only, and restarted when there is room: until then people can read,
and every write is refused, as in any other outage.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from service.serve.template import death_follows_parent
from service.store.append_only import Unmendable, lacks_room, mend

READING_ONLY = ("--min-replicas-to-write", "1")
"""Options that make a server without replicas refuse writes, and say so itself."""
LOOK = 1.0
"""Seconds between two looks whether there is room."""
FAILED = 1


def remove_halves(folder: Path) -> None:
    """Remove the partial files of a server that died while rewriting its file or writing a snapshot: they are as large
    as all data, and useless."""
    for file in [*folder.glob("temp-*.aof"), *folder.glob("temp-*.rdb"), *folder.glob("appendonlydir/temp-*")]:
        file.unlink()


def answer_questions(folder: Path, command: Sequence[str], why: str) -> int | None:
    """Run the server read-only until there is room and return None, or its exit status if it ended before.

    A request to end ends the server, too; when this process is killed it dies with it.
    """
    _say(f"{why}: the server answers questions, and takes no writes until there is room")
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    bind, us = death_follows_parent(), os.getpid()
    # It inherits the lock on the folder, as the process that is the server does.
    server = subprocess.Popen(  # noqa: S603  the server that `serve` has chosen
        [*command, *READING_ONLY],
        close_fds=False,
        preexec_fn=lambda: bind(us),  # noqa: PLW1509  this process has one thread
    )
    while server.poll() is None and not over.is_set() and lacks_room(str(folder)):
        over.wait(LOOK)
    ended = server.poll()
    server.terminate()
    server.wait()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    if over.is_set():
        return 0
    return ended


def main(arguments: Sequence[str]) -> int:
    """Repair the folder and become the server; return an exit status if that is impossible."""
    folder, command = Path(arguments[0]), arguments[1:]
    try:
        remove_halves(folder)
        for mended in mend(folder, trust_marks=True):
            _say(str(mended))
    except (Unmendable, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    # A first start has nothing to answer questions about.
    why = lacks_room(str(folder)) if any(folder.glob("appendonly*")) else None
    if why is not None:
        ended = answer_questions(folder, command, why)
        if ended is not None:
            return ended
        _say("there is room again: the server starts anew and takes writes")
    return os.execv(command[0], list(command))  # noqa: S606  the server that `serve` has chosen


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
