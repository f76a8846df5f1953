"""Players looking at a table right now, as their open pages report. It only affects when letters are sent."""

from __future__ import annotations

from service.store import keys
from service.store.connection.connect import Client


class Presence(Client):
    """People with a table before their eyes."""

    def note_here(self, match: str, account: str, seconds: int) -> None:
        """Note that somebody looks at a table, for so many seconds from now."""
        self._ask(("SET", keys.here(match, account), "1", "EX", seconds))

    def is_here(self, match: str, account: str) -> bool:
        """Return whether somebody looks at a table."""
        return bool(self._ask(("EXISTS", keys.here(match, account))))


__all__ = ["Presence"]
