"""A table in few lines of text: what a letter shows of it beside its questions.

:class:`engine.contract.Words` tells the whole table. In a letter that is too much to read before a choice, so a game's words may
have the member of :class:`Glancing` too. Code that writes letters calls :func:`glance_at` and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from engine.contract import Language, View, Words


@runtime_checkable
class Glancing(Protocol):
    """Words that can tell a table in few lines."""

    def glance(self, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
        """Return the facts needed to answer decisions of these kinds, as plain text of at most 72 columns.

        Facts listed by their choices are left out. Without kinds the viewer is asked nothing, so the text says how the match
        stands.
        """
        ...


def glance_at(words: Words, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
    """Return a table in few lines; of a game that has none, the whole table."""
    if isinstance(words, Glancing):
        return words.glance(view, names, language, kinds=kinds)
    return words.table(view, names, language)


__all__ = ["Glancing", "glance_at"]
