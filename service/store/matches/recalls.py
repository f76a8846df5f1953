"""Sealed moves that a worker has read for those who sealed them: locked by a token's text, which is not in the store."""

from __future__ import annotations

from service.store import keys
from service.store.connection.connect import Client

KEPT = 60
"""Seconds for which one is kept, for a request that was lost."""
ASKED = 20
"""Seconds after which one that nobody has read may be asked for once more: the job may be lost."""


class Recalls(Client):
    """Sealed moves on their way back to whoever sealed them, each for one token."""

    def ask_for_recall(self, match: str, token: str) -> bool:
        """Note that a sealed move is asked for; ``False``: that has been done a moment ago."""
        return self._ask(("SET", keys.recall_asked(match, token), "1", "NX", "EX", ASKED)) is not None

    def take_back_recall(self, match: str, token: str) -> None:
        """Note that it is not asked for after all."""
        self._ask(("DEL", keys.recall_asked(match, token)))

    def keep_recall(self, match: str, token: str, kept: str) -> None:
        """Keep a move, locked as by :func:`service.keys.retry_secrets.keep`, and note that it is no longer asked for."""
        self._ask_many(
            [("SET", keys.recalled(match, token), kept, "EX", KEPT), ("DEL", keys.recall_asked(match, token))]
        )

    def recalled(self, match: str, token: str) -> str | None:
        """Return what is kept for a token, if anything is."""
        stored = self._ask(("GET", keys.recalled(match, token)))
        return stored.decode("ascii", "replace") if isinstance(stored, bytes) else stored


__all__ = ["Recalls"]
