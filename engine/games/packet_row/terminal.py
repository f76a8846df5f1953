"""Packet Row for players at a terminal: what the present question means."""

from __future__ import annotations

from engine.contract import Language, View
from engine.games.packet_row.text.words import PacketRowWords
from engine.kit.terminal import Terminal


class PacketRowTerminal(Terminal):
    """Adds to each question what follows from the answers; everything else is as the words say it."""

    def __init__(self, words: PacketRowWords) -> None:
        self._words = words

    def advice(self, view: View, language: Language) -> str | None:
        """Return what the present question means for the viewer."""
        return self._words.advice(view, language)


__all__ = ["PacketRowTerminal"]
