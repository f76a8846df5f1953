"""The start of an installation under a supervisor: processes begin while the state server loads, and ask it nothing until then.

``siegelpost serve`` starts them at once, because Python takes seconds to begin and a large store minutes to load. What may be
answered is the supervisor's to say: a loaded store still has to be durable, with all the keys that its matches need, and free
of leases of the dead. It says so in one file, which also tells how far the loading is. An installation without such a file has
no supervisor, and every process judges for itself.

Python's garbage collector spares what the program consists of, and looks less often. A process of ours holds 150,000 objects
that live as long as it does. A full collection goes through all of them, which takes 40 to 87 ms while somebody waits, and
Python's own measure, 700 new objects, is used up by a request or two. What is no longer used goes at once anyway, by its
reference count: the collector is only for objects that refer to each other in a ring.
"""

from __future__ import annotations

import contextlib
import gc
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from service.config.settings import Settings
from service.store.connection.connect import StoreUnavailable

NEW_OBJECTS = 10_000
"""New objects after which the collector looks through them."""


def spare_the_program() -> None:
    """Take whatever lives now for lasting; to be called when a process has imported and made what it works with."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


LOOK = 0.05
"""Seconds between two looks at the file."""


class StillStarting(StoreUnavailable):
    """Nothing is asked of the store yet. ``loaded``: how many per cent of its data are, ``None``: not known."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(str(progress))
        self.loaded = progress.loaded


@dataclass(frozen=True)
class Progress:
    """The progress of a start: over, or the percentage of the data loaded (``None`` while not loading yet, or no longer)."""

    over: bool = False
    loaded: int | None = None

    def __str__(self) -> str:
        """Return it in words for those who ask too early."""
        if self.loaded is None:
            return "Siegelpost is starting"
        return f"Siegelpost is starting: {self.loaded} % of its data are loaded"


@dataclass(frozen=True)
class Starting:
    """The start that a supervisor tells of in a file. What another supervisor has left there says nothing."""

    file: Path
    supervisor: str

    @classmethod
    def under(cls, settings: Settings) -> Self | None:
        """Return the start that a process with these settings takes part in, or ``None`` if no supervisor tells of one."""
        return None if settings.starting is None else cls(settings.starting, settings.supervisor)

    def tell(self, progress: Progress) -> None:
        """Say how far the start is. Written whole or not at all, so that no reader sees half of it."""
        said = {"supervisor": self.supervisor, "over": progress.over, "loaded": progress.loaded}
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(said), encoding="utf-8")
        new.replace(self.file)

    def look(self) -> Progress:
        """Return how far the start is; a file that is missing, or not this supervisor's, means that it has only begun."""
        with contextlib.suppress(OSError, ValueError):
            said = json.loads(self.file.read_text("utf-8"))
            if isinstance(said, dict) and said.get("supervisor") == self.supervisor:
                loaded = said.get("loaded")
                return Progress(said.get("over") is True, loaded if isinstance(loaded, int) else None)
        return Progress()

    def refusal(self) -> StillStarting:
        """Return what those are told who need the store now."""
        return StillStarting(self.look())

    def wait(self, pause: Callable[[float], object] = time.sleep) -> bool:
        """Wait until the start is over.

        :param pause: waits so many seconds; what it returns, if it is true, ends the wait.
        :return: whether the start is over.
        """
        while not self.look().over:
            if pause(LOOK):
                return False
        return True


__all__ = ["Progress", "Starting", "StillStarting", "spare_the_program"]
