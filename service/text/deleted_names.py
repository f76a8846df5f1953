"""Players' names at their tables, including deleted accounts and bots, and at earlier entries: seats change hands.

The command line tells matches with it, so it needs nothing that only the server has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.contract import Language
from engine.kit.text.phrases import ENGLISH, LANGUAGES, book_of

if TYPE_CHECKING:
    from engine.match.table import Table


GONE = "Deleted account"
"""The stored name, at tables, of a deleted account; no account may take it."""
GONE_IN: Mapping[Language, str] = {one: book_of("service", one).say("names.gone") for one in LANGUAGES}
"""The same name in each language; no account may take these, either."""

BOT_IN: Mapping[Language, str] = {one: book_of("service", one).say("names.bot") for one in LANGUAGES}
"""The suffix of a bot's name, stored in English and shown in the reader's language."""


def gone_at_table(others: Sequence[str]) -> str:
    """Return a deleted account's name at a table, numbered if necessary.

    >>> gone_at_table(("Ada",)), gone_at_table(("Deleted account",))
    ('Deleted account', 'Deleted account 2')
    """
    number, called = 1, GONE
    while called in others:
        number += 1
        called = f"{GONE} {number}"
    return called


def as_read(name: str, language: Language) -> str:
    """Return a name at a table in the reader's language: only bots' and deleted accounts' names change.

    >>> as_read("Deleted account 2", "de"), as_read("Steady (bot)", "de"), as_read("Ada", "de")
    ('Gelöschtes Konto 2', 'Steady (Bot)', 'Ada')
    """
    if name.endswith(BOT_IN[ENGLISH]):
        return name.removesuffix(BOT_IN[ENGLISH]) + BOT_IN[language]
    return GONE_IN[language] + name.removeprefix(GONE) if name.startswith(GONE) else name


def named_after_with(names: Sequence[str], language: Language) -> list[str]:
    """Return displayed names in the form used after "with": a single deleted account is no name, and German declines
    it.

    Several are told apart by their numbers, and stay names.

    >>> named_after_with(("Gelöschtes Konto", "Bert"), "de"), named_after_with(("Deleted account", "Deleted account 2"), "en")
    (['einem gelöschten Konto', 'Bert'], ['Deleted account', 'Deleted account 2'])
    """
    if sum(one.startswith(GONE_IN[language]) for one in names) != 1:
        return [*names]
    return [
        book_of("service", language).say("names.with-gone") if one.startswith(GONE_IN[language]) else one
        for one in names
    ]


def names_as_read(seats: Iterable[Mapping[str, Any]], language: Language) -> list[str]:
    """Return the names of all seats in the reader's language."""
    return [as_read(one["name"], language) for one in seats]


def gone_back(names: Sequence[str], changes: Sequence[tuple[int, int, str]], n: int) -> list[str]:
    """Return the names of all seats when entry ``n`` of a log was written.

    :param names: what they are called now.
    :param changes: in the order of the log, in which entry which seat changed hands, and what its player was called before.
    """
    then = list(names)
    for since, seat, before in reversed(changes):
        if since > n:
            then[seat] = before
    return then


def stored_names_at(table: Table, n: int) -> list[str]:
    """Return the stored names of all seats when an entry of the log was written."""
    changes = table["absence"].get("changes", []) if "absence" in table else []
    return gone_back(
        [one["name"] for one in table["seats"]], [(one["n"], one["seat"], one["name"]) for one in changes], n
    )


def names_at(table: Table, n: int, language: Language) -> list[str]:
    """Return the same in the reader's language."""
    return [as_read(name, language) for name in stored_names_at(table, n)]
