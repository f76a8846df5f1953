"""Players' names when something happened: a seat that has changed hands since was somebody else's then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Language
from service.text.deleted_names import as_read

if TYPE_CHECKING:
    from engine.match.table import Table


def gone_back(names: Sequence[str], changes: Sequence[tuple[int, int, str]], n: int) -> list[str]:
    """Return what everybody was called when entry ``n`` of a log was written, by seat.

    :param names: what they are called now.
    :param changes: in the order of the log, in which entry which seat changed hands, and what its player was called before.
    """
    then = list(names)
    for since, seat, before in reversed(changes):
        if since > n:
            then[seat] = before
    return then


def stored_names_at(table: Table, n: int) -> list[str]:
    """Return what everybody was called when an entry of the log was written, by seat, as it is stored."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    return gone_back(
        [one["name"] for one in table["seats"]], [(one["n"], one["seat"], one["name"]) for one in changes], n
    )


def names_at(table: Table, n: int, language: Language) -> list[str]:
    """Return the same in the reader's language."""
    return [as_read(name, language) for name in stored_names_at(table, n)]


__all__ = ["gone_back", "names_at", "stored_names_at"]
