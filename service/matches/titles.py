"""What a match is called where people read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import Language, Rules
from engine.match.table import Table
from service.notifications.plain import plain


def title_of(table: Table, rules: Rules, language: Language) -> str:
    """Return the title that its owner gave it, as one harmless line; where there is none, the game's in the language."""
    return rules.title_in(language) if table["title"] == rules.title else plain(table["title"])


def preset_title(rules: Rules, options: Mapping[str, Any], language: Language) -> str:
    """Return what the preset is called whose options a match has; by name where options name it, empty if none has a title."""
    named = str(options.get("preset", ""))
    fits = (name for name, given in rules.presets.items() if given.items() <= dict(options).items())
    name = named if named in rules.preset_titles else next(fits, "")
    return rules.preset_titles.get(name, {}).get(language, "")


__all__ = ["preset_title", "title_of"]
