"""The operator's announcement to everybody: one text in each language, until a moment or until it is taken back."""

from __future__ import annotations

from service.store import keys
from service.store.connection.connect import Client
from service.store.encoding import decode, encode
from service.store.reading import reading


class Announcements(Client):
    """The operator's word to everybody."""

    def announce(self, words: dict[str, str], until: int | None) -> None:
        """Announce something in place of what was announced before.

        :param words: the text by language.
        :param until: when it ends by itself (ms); ``None``: when it is taken back.
        """
        ends: tuple[str | int, ...] = () if until is None else ("PXAT", until)
        self._ask(("SET", keys.announcement(), encode(words), *ends))

    def end_announcement(self) -> None:
        """Take back what is announced."""
        self._ask(("DEL", keys.announcement()))

    def announced(self) -> dict[str, str] | None:
        """Return what is announced, by language; :raises Unreadable: when it is rotten."""
        stored = self._ask(("GET", keys.announcement()))
        if stored is None:
            return None
        with reading("the announcement"):
            return {str(language): str(words) for language, words in decode(stored).items()}


__all__ = ["Announcements"]
