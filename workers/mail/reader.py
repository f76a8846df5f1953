"""The reader of a letter: name, language, zone and the present moment, with the sentences of the language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from engine.contract import Language
from engine.kit.text.phrases import language_of
from service import calendar
from service.accounts.mail.mail_preferences import for_programmers
from service.matches.absence.fair_hours import Night, night_of
from service.store.records import Account, Record
from service.text.names import plain
from workers.mail.sentences import sentences, words

PLACE = re.compile(r"(?:e[0-9]+/)?([rt])([0-9]+)\.")
"""The round or turn in a decision id: ``r3.choose``, ``t17.discard``, after a rollback ``e1/r3.choose``."""


@dataclass(frozen=True)
class Reader:
    """The reader of a letter at the time of writing. ``now`` in milliseconds."""

    name: str
    """Empty for an account that has never logged in."""
    language: Language
    zone: str
    now: int
    programmer: bool = False
    """Whether letters include commands and moves in API format, as chosen by the account."""
    newcomer: str = ""
    """The email address of an account that has never logged in; empty for all others."""
    night: Night | None = None
    """The hours in which matches that keep nights set the reader no deadline; None if the account has no quiet hours."""

    @classmethod
    def of(cls, account: Account, now: int) -> Reader:
        """Return the reader for an account.

        An account that has never logged in has no name: the stored one was chosen by whoever caused the letter.
        """
        return cls(
            plain(account.name, 60) if account.verified else "",
            language_of(account.language),
            account.zone,
            now,
            account.verified and for_programmers(account),
            "" if account.verified else account.mail,
            night_of(account),
        )

    @property
    def say(self) -> Any:
        """The sentences of the reader's language, as plain text."""
        return sentences(self.language)

    def words(self, name: str) -> Any:
        """The sentences of one kind of news in the reader's language, as plain text."""
        return words(self.language, name)

    def moment(self, at: int) -> str:
        """Return a moment in the reader's zone."""
        return calendar.moment(at, self.language, self.zone)

    def short_moment(self, at: int | None) -> str:
        """Return a moment in short form for the subject line, or an empty string without one."""
        return "" if at is None else calendar.short_moment(at, self.now, self.language, self.zone)

    def left(self, until: int) -> str:
        """Return the remaining time until a moment in words."""
        return calendar.time_left(until - self.now, self.language)

    def place(self, decision: str) -> str:
        """Return ``Round 3`` for ``r3.choose``; empty for ids that name no round or turn, and before the first one."""
        found = PLACE.match(decision)
        if found is None:
            return ""
        return self.place_named(found[1], int(found[2]))

    def place_named(self, letter: str, number: int) -> str:
        """Return ``Round 3`` for ``r`` and 3, ``Turn 3`` for ``t``; empty for 0, which is before the first."""
        return str(getattr(self.say, f"place_{letter}")(number)) if number else ""

    def place_of(self, record: Record) -> str:
        """Return the match's round or turn, from the decision for which the table waits."""
        return next((place for one in record.table["standing"] if (place := self.place(one["id"]))), "")
