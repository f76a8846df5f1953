"""Writes the log of all matches until its own death: ``python -m tests.engine.transparency.dying_writer URL NUMBER WHEN``.

It dies by SIGKILL at its NUMBER-th request to the store: ``before`` it, ``after`` it, or ``amid`` it, when the server has got
half of its commands. Ends with 0 when it had nothing left to do before that.
"""

import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from service.keys.keyring import Signers
from service.store.connection.scripts import Command
from service.store.store import Store
from tests.engine.transparency.heads import ORIGIN, signer
from workers.clock.head_log import HeadLogWriter


class Mortal(Store):
    """A store whose client dies."""

    fate = 0, ""

    def _pipeline(self, commands: Sequence[Command], *, each: bool = False, partly: bool = False) -> list[Any]:
        number, when = self.fate
        type(self).fate = number - 1, when
        if number != 1:
            return super()._pipeline(commands, each=each, partly=partly)
        if when == "after":
            super()._pipeline(commands, each=each, partly=partly)
        elif when == "amid":
            super()._pipeline(commands[: len(commands) // 2], each=each, partly=partly)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("dead")


if __name__ == "__main__":
    url, number, when = sys.argv[1:]
    Mortal.fate = int(number), when
    writer = HeadLogWriter(Mortal.connect(url), Signers(signer()), ORIGIN)
    for _ in range(4):
        writer.batch()
