"""Where what is quoted without marks begins: with who wrote it and when, with lines of its header, or below a rule. Pure.

From there on nothing of a mail is its sender's. A sender's own line must not be taken for that, for a condition below it would
vanish: a colon or an address alone quotes nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from workers.replies.plain_speech import words_of
from workers.replies.word_tables import CHANGING, words

WRITING = words(
    "schrieb geschrieben wrote writes written écrit écrivit escribió scritto schreef geschreven napisał napisała skrev kirjoitti"
)
"""Words by which programs say who is quoted."""
AN_ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")
BEGINS_WITH_A_DATE = re.compile(r"(?:on|am|le|el|il|op|den|em|w dniu)\b(?=.*\d)", re.IGNORECASE)
PROGRAMS = re.compile(
    r"(?:von meine[mr] .{1,30} (?:gesendet|verschickt)|gesendet (?:von|mit|aus|über) .{1,40}"
    r"|diese nachricht wurde von .{1,60} gesendet"
    r"|sent (?:from|with|via|using) .{1,40}|(?:get|download) outlook for \w+|outlook für \w+ (?:beziehen|herunterladen)"
    r"|holen sie sich outlook für \w+)\.?",
    re.IGNORECASE,
)
HEADER = re.compile(r"(?:(?:von|from|gesendet|sent)|(?P<about>betreff|subject|datum|date|an|to)):", re.IGNORECASE)
BETWEEN_RULES = re.compile(r"[-_*=]{3,}\s*[^\W\d_].*[-_*=]{3,}")
"""``-----Original Message-----``"""
RULE = re.compile(r"-{2,}|[_*=]{3,}|[–—]+")
"""Hyphens, or the dashes that word processors make of them."""


def says_who_wrote(line: str) -> bool:
    """Return whether a line is how programs name whom they quote below it.

    >>> says_who_wrote("Am Montag schrieb Siegelpost:"), says_who_wrote("On Mon, 2 Mar 2026 at 12:00 Siegelpost <post@x.example>")
    (True, True)
    >>> says_who_wrote("Bitte beachten:"), says_who_wrote("Am liebsten nur, falls du passt:"), says_who_wrote("ann@x.example")
    (False, False, False)
    """
    names, leads = AN_ADDRESS.search(line) is not None, line.endswith(":")
    said = words_of(line)
    if not (names or leads) or not CHANGING.isdisjoint(said):
        return False
    dated = names and BEGINS_WITH_A_DATE.match(line) is not None
    return (names and leads) or dated or not WRITING.isdisjoint(said)


def begins_quote(line: str) -> bool:
    """Return whether what is quoted begins with this line.

    >>> begins_quote("Von: Siegelpost <post@x.example>"), begins_quote("-----Original Message-----"), begins_quote("---")
    (True, True, False)
    >>> begins_quote("An: alle, aber nur, wenn du passt")
    False
    """
    header = HEADER.match(line)
    if header is not None:
        return header["about"] is None or CHANGING.isdisjoint(words_of(line))
    return BETWEEN_RULES.fullmatch(line) is not None or says_who_wrote(line)


def is_programs(line: str) -> bool:
    """Return whether a line is what a mail program writes below each mail about itself.

    >>> is_programs("Von meinem iPhone gesendet"), is_programs("Sent from my iPad"), is_programs("Von meinem Feld")
    (True, True, False)
    """
    return PROGRAMS.fullmatch(" ".join(line.split())) is not None


def is_rule(line: str) -> bool:
    """Return whether a line is nothing but dashes: below stands what is added to a mail, or what somebody writes apart.

    >>> is_rule("---"), is_rule("_____"), is_rule("-1"), is_rule("- 2")
    (True, True, False, False)
    """
    return RULE.fullmatch(line) is not None


def own_lines(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines above what is quoted.

    >>> own_lines(["ja", "On Mon, 2 Mar Siegelpost wrote:", "nein"])
    ['ja']
    """
    end = next((place for place, line in enumerate(lines) if begins_quote(line)), len(lines))
    return lines[:end]


__all__ = ["begins_quote", "is_programs", "is_rule", "own_lines", "says_who_wrote"]
