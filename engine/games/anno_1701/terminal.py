"""Anno 1701 for players at a terminal: what it means to resume an interrupted turn list (E.2)."""

from __future__ import annotations

from engine.contract import Language, Move, Orders, View
from engine.games.anno_1701.text.words import AnnoWords
from engine.kit.terminal import Terminal


class AnnoTerminal(Terminal):
    """An interrupted turn list can be resumed; the server knows only that it has been interrupted."""

    resume: Move | None = {"type": "resume"}  # noqa: RUF012  never changed

    def __init__(self, words: AnnoWords) -> None:
        self._words = words

    def advice(self, view: View, language: Language) -> str | None:
        """Return a warning to whoever could lose the last gold."""
        return self._words.advice(view, language)

    def unfinished(self, view: View) -> bool:
        """Return whether a turn list of the viewer has been interrupted."""
        return bool(view["list"])

    def proposal(self, view: View, orders: Orders, language: Language) -> str | None:
        """Return what is left of the turn list, in words, or ``None`` if these orders have no list for this turn."""
        return self._words.proposal(view, orders, language)
