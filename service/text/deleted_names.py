"""Players' names at their tables, also of deleted accounts and bots, and when something happened: seats change hands.

Needs nothing that only the server has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Language

if TYPE_CHECKING:
    from engine.match.table import Table


GONE = "Deleted account"
"""What somebody is called at tables whose account was deleted, as it is stored; no account may take the name."""
GONE_IN: Mapping[Language, str] = {"en": GONE, "de": "Gelöschtes Konto"}
"""The same as its reader sees it; no account may take these names either."""

WITH_GONE: Mapping[Language, str] = {"en": "a deleted account", "de": "einem gelöschten Konto"}
"""The same within a sentence, behind "with"."""

BOT_IN: Mapping[Language, str] = {"en": " (bot)", "de": " (Bot)"}
"""How a bot's name ends, as it is stored (English) and as its reader sees it."""


def gone_at_table(others: Sequence[str]) -> str:
    """Return what somebody is called whose account was deleted: numbered like others.

    >>> gone_at_table(("Ada",)), gone_at_table(("Deleted account",))
    ('Deleted account', 'Deleted account 2')
    """
    number, called = 1, GONE
    while called in others:
        number += 1
        called = f"{GONE} {number}"
    return called


def as_read(name: str, language: Language) -> str:
    """Return what somebody at a table is called in the reader's language: a name, unless it is a bot or was deleted.

    >>> as_read("Deleted account 2", "de"), as_read("Steady (bot)", "de"), as_read("Ada", "de")
    ('Gelöschtes Konto 2', 'Steady (Bot)', 'Ada')
    """
    if name.endswith(BOT_IN["en"]):
        return name.removesuffix(BOT_IN["en"]) + BOT_IN[language]
    return GONE_IN[language] + name.removeprefix(GONE) if name.startswith(GONE) else name


def named_after_with(names: Sequence[str], language: Language) -> list[str]:
    """Return names as they are read, as they stand behind "with": one deleted account is none, and German declines it.

    Several are told apart by their numbers, and stay names.

    >>> named_after_with(("Gelöschtes Konto", "Bert"), "de"), named_after_with(("Deleted account", "Deleted account 2"), "en")
    (['einem gelöschten Konto', 'Bert'], ['Deleted account', 'Deleted account 2'])
    """
    if sum(one.startswith(GONE_IN[language]) for one in names) != 1:
        return [*names]
    return [WITH_GONE[language] if one.startswith(GONE_IN[language]) else one for one in names]


def names_as_read(seats: Iterable[Mapping[str, Any]], language: Language) -> list[str]:
    """Return what everybody at a table is called in the reader's language, by seat."""
    return [as_read(one["name"], language) for one in seats]


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


__all__ = [
    "BOT_IN",
    "GONE",
    "GONE_IN",
    "as_read",
    "gone_at_table",
    "gone_back",
    "named_after_with",
    "names_as_read",
    "names_at",
    "stored_names_at",
]
