"""Changing the language by mail: "Deutsch" or "English" as all that a mail says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Language
from workers.replies.plain_speech import is_closing, politely
from workers.replies.quoting import is_rule, own_lines
from workers.replies.speech import folded
from workers.replies.unread import unread_in

CALLED: Mapping[Language, frozenset[str]] = {
    "de": frozenset({"deutsch", "auf deutsch", "german", "in german", "deutsch, bitte", "sprache deutsch"}),
    "en": frozenset({"english", "in english", "englisch", "auf englisch", "english, please", "language english"}),
}
LOOKED_AT = 3
"""How many lines below may only close the mail."""
NAMELIKE = 3
"""Words of a line that may be somebody's name below a greeting."""


def language_in(lines: Sequence[str]) -> Language | None:
    """Return the language that a mail asks for, ``None`` for a mail that says anything else besides; questions below may stand.

    >>> language_in(["DEUTSCH"]), language_in(["English please", "Kim"]), language_in(["Auf Deutsch?"]), language_in([])
    ('de', 'en', None, None)
    >>> language_in(["Deutsch", "und dann nehme ich die 2"]) is None, language_in(["Deutsch", "Und wer ist dran?", "LG"])
    (True, 'de')
    """
    if not lines or "?" in lines[0]:
        return None
    said = politely(folded(lines[0]))
    found = next((language for language, names in CALLED.items() if said in names), None)
    if found is None:
        return None
    asks_only = len(lines) > 1 and all("?" in line for line in (lines[1], *unread_in(lines[1:])))
    return found if asks_only or only_closes(lines[1 : 1 + LOOKED_AT]) else None


def only_closes(lines: Sequence[str]) -> bool:
    """Return whether lines below an answer say nothing: wishes, a name, or what is quoted."""
    for line in own_lines(lines):
        if is_rule(line):
            return True
        named = len(line.split()) <= NAMELIKE and all(word[0].isupper() for word in line.split())
        if not named and not is_closing(line.casefold()):
            return False
    return True


__all__ = ["language_in", "only_closes"]
