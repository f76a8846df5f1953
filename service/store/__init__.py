"""The store: the only code that talks to Redis. Every transition of a match is one atomic script guarded by the log head.

Redis is the system of record (append-only file, fsync on every write), so a 2xx response means that the change is on disk.

Errors that callers of the store may have to handle: it cannot answer now, or a record cannot be read.
"""


class StoreUnavailable(RuntimeError):
    """The store cannot answer now. Whether an attempted write succeeded is unknown; it is safe to repeat it."""

    retry_after = 2
    """Seconds a client should wait."""


class Away(StoreUnavailable):
    """A part of the store does not answer; data in other parts is available."""


class TimeNotTrusted(StoreUnavailable):
    """Nothing is written now because the clock stands still, or the operator has halted the service; the message says
    which."""


class Unsettled(StoreUnavailable):
    """The store answers, but this process does not use it: it holds half a backup, or needs a key that is not here."""

    retry_after = 60


class Unreadable(RuntimeError):
    """A stored record that cannot be read: garbage, a missing part, another format, a wrong type in Redis.

    ``what`` names the record (``match <id>``, ``account <id>``), ``why`` the kind of the fault; neither repeats stored
    data, which may be secret. Waiting does not help: somebody has to look at it.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what} cannot be read: {why}")
        self.what = what
        self.why = why


class HalfStep(Unreadable):
    """A crash of the store tore a step of this match in two; it is parked until the operator has dealt with it.

    ``torn`` describes the contradiction in words.
    """

    def __init__(self, match: str, torn: str) -> None:
        super().__init__(f"match {match}", f"it stands in the middle of a step that a crash tore ({torn})")
        self.torn = torn
