"""The start of an installation under a supervisor: processes start while the state server loads, without using it until
then.

``siegelpost serve`` starts them at once, because Python takes seconds to begin and a large store minutes to load. The
supervisor decides when the store may be used: after loading, it must be durable, have all the keys that its matches
need, and be free of dead processes' leases. It announces that in one file, which also has the progress of loading. An
installation without such a file has no supervisor, and every process judges for itself.

The API listens at once during a start; after a moment it refuses requests that need the store, reporting the progress.
When the supervisor has found the store sound, the process looks once more itself whether it has the keys that are
needed, and only then asks the store (:func:`service.context.opened`). What needs no store (the documentation,
``/health``) is answered all the time.

This module also makes Python's garbage collector skip the program's permanent objects, and run less often. One of our
processes has 150,000 objects that live as long as it does. A full collection visits all of them, which takes 40 to 87
ms while a user waits, and Python's default threshold, 700 new objects, is reached by a request or two. Unused objects
are freed at once anyway, by their reference counts: the collector is only for reference cycles.
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
"""New objects after which the collector runs."""


def spare_the_program() -> None:
    """Exempt all existing objects from collection; to be called when a process has imported and set up everything."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


LOOK = 0.05
"""Seconds between two looks at the file."""


class StillStarting(StoreUnavailable):
    """The store must not be used yet. ``loaded``: the loaded percentage of its data, or None if unknown."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(str(progress))
        self.loaded = progress.loaded


@dataclass(frozen=True)
class Progress:
    """The progress of a start: over, or the percentage of the data loaded (None while not loading)."""

    over: bool = False
    loaded: int | None = None

    def __str__(self) -> str:
        """Return the progress in words for users who come too early."""
        if self.loaded is None:
            return "Siegelpost is starting"
        return f"Siegelpost is starting: {self.loaded} % of its data are loaded"


def lease_owner(supervisor: str, process: int) -> str:
    """Return the owner name for a process's leases, unique across supervisors."""
    return f"{supervisor}:{process}"


@dataclass(frozen=True)
class Starting:
    """The start announced by a supervisor in a file. A file left by another supervisor is ignored."""

    file: Path
    supervisor: str

    @classmethod
    def under(cls, settings: Settings) -> Self | None:
        """Return the start in which a process with these settings takes part, or None without a supervisor."""
        return None if settings.starting is None else cls(settings.starting, settings.supervisor)

    def tell(self, progress: Progress) -> None:
        """Announce the progress of the start, atomically, so that no reader sees a partial file."""
        said = {"supervisor": self.supervisor, "over": progress.over, "loaded": progress.loaded}
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(said), encoding="utf-8")
        new.replace(self.file)

    def look(self) -> Progress:
        """Return the progress of the start; without this supervisor's file, it has only begun."""
        with contextlib.suppress(OSError, ValueError):
            said = json.loads(self.file.read_text("utf-8"))
            if isinstance(said, dict) and said.get("supervisor") == self.supervisor:
                loaded = said.get("loaded")
                return Progress(said.get("over") is True, loaded if isinstance(loaded, int) else None)
        return Progress()

    def refusal(self) -> StillStarting:
        """Return the error for requests that need the store now."""
        return StillStarting(self.look())

    def wait(self, pause: Callable[[float], object] = time.sleep) -> bool:
        """Wait until the start is over.

        :param pause: a function that waits this many seconds; a true result ends the wait.
        :return: whether the start is over.
        """
        while not self.look().over:
            if pause(LOOK):
                return False
        return True
