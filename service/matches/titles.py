"""What a match is called where people read it."""

from __future__ import annotations

from engine.contract import Language, Rules
from engine.match.standing import Table
from service.notifications.plain import plain


def title_of(table: Table, rules: Rules, language: Language) -> str:
    """Return the title that its owner gave it, as one harmless line; where there is none, the game's in the language."""
    return rules.title_in(language) if table["title"] == rules.title else plain(table["title"])


__all__ = ["title_of"]
