"""The operator's announcements in letters: each person gets one once, in the first letter that arrives while it runs.

It counts as told once a letter is sent, so a failed letter does not use it up; two simultaneous letters may both
contain it.
"""

from __future__ import annotations

import hashlib
import logging

from service.calendar.moments import language_of
from service.context import Context
from service.notifications.plain import plain
from service.store.connection.connect import Unreadable
from service.store.records import Account
from service.store.values.encoding import encode

TOLD = "announcement_told"
"""The preference with the digest of the last announcement told."""
LONGEST = 500

log = logging.getLogger("siegelpost.deliver")


def announcement_for(context: Context, account: Account) -> str:
    """Return the announcement in the account's language; empty if it was told already, or there is none."""
    words = _words(context) if account.verified else None
    if not words or account.prefs.get(TOLD) == _named(words):
        return ""
    return plain(words.get(language_of(account.language), words.get("en", "")), LONGEST)


def note_told(context: Context, account: Account) -> None:
    """Record that a letter to the account told the announcement."""
    words = _words(context) if account.verified else None
    if words and account.prefs.get(TOLD) != _named(words):
        context.store.change_prefs(account.id, lambda before: {**before.prefs, TOLD: _named(words)})


def _words(context: Context) -> dict[str, str] | None:
    try:
        return context.store.announced()
    except Unreadable as error:
        log.error("letters leave out what is announced: %s", error)
        return None


def _named(words: dict[str, str]) -> str:
    return hashlib.sha256(encode(words).encode()).hexdigest()[:16]


__all__ = ["TOLD", "announcement_for", "note_told"]
