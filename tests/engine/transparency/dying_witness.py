"""A witness that dies by SIGKILL at one step: ``python -m tests.engine.transparency.dying_witness STEP --folder ...``."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from service.cli.command import main
from service.witness.app import Memory, Witness

STEPS: dict[str, tuple[type, str]] = {
    "before judging": (Witness, "_read"),
    "before remembering": (Memory, "advance"),
    "in memory": (Memory, "_transaction"),
    "before signing": (Witness, "_sign"),
    "before answering": (Memory, "show"),
}


def die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def uncommitted(memory: Memory) -> Iterator[None]:
    """A transaction that writes and dies before it commits."""
    memory._database.execute("BEGIN IMMEDIATE")
    yield
    die()


if __name__ == "__main__":
    owner, name = STEPS[sys.argv.pop(1)]
    if name == "_transaction":
        Memory._transaction = uncommitted  # type: ignore[assignment]
    else:
        setattr(owner, name, die)
    sys.argv.insert(1, "witness")
    main()
