"""Who was called what when something happened: a seat that has changed hands since was somebody else's then."""

from __future__ import annotations

from engine.contract import Language
from engine.match.standing import Table
from service.deleted_names import as_read


def stored_names_at(table: Table, n: int) -> list[str]:
    """Return what everybody was called when an entry of the log was written, by seat, as it is stored."""
    names = [one["name"] for one in table["seats"]]
    changes = table["absence"].get("changes", []) if "absence" in table else []
    for one in reversed(changes):
        if one["n"] > n:
            names[one["seat"]] = one["name"]
    return names


def names_at(table: Table, n: int, language: Language) -> list[str]:
    """Return the same in the reader's language."""
    return [as_read(name, language) for name in stored_names_at(table, n)]


__all__ = ["names_at", "stored_names_at"]
