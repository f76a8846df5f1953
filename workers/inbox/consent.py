"""A yes to a letter that asks whether something is meant, and what may stand below it. Pure.

Its first word says it: mail programs and firms write below it whatever they like. Only what its sender seems to have written may
make another thing of it ("but not today"). Nothing is done then before they were asked, once: in answer to the letter that asks
once more, what stands below says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workers.inbox.grammar import order_of
from workers.inbox.vocabulary import AGREEING, ASSENT, CHANGING, DOUBT, phrases, regex, word_set
from workers.inbox.words import (
    DOUBTFUL_SIGNS,
    HESITATING,
    REFUSING_SIGNS,
    folded,
    is_closing,
    number_alone,
    own_lines,
    says_nothing,
    unread_in,
    without_courtesy,
    words_of,
)

YES = regex("consent.yes")
LEAVING = word_set("consent.leaving")
SENTENCES = frozenset(phrases("consent.sentences"))
HARMLESS = regex("consent.harmless")
OTHER_COMMANDS = frozenset(phrases("consent.other_commands"))
LATER = word_set("consent.later")
AGAINST = (DOUBT | CHANGING | LATER | word_set("consent.against")) - word_set("consent.not_against")
"""Words with which somebody who said yes may say something else."""
SPEAKING = word_set("consent.speaking")
NOT_YET = word_set("consent.not_yet")
A_DATE = re.compile(r"\b\d{1,2}\. ?(?:\d{1,2}\.|[^\W\d_]{3})|\b\d{1,2}/\d{1,2}\b|\b\d{4}-\d\d-\d\d\b")
NEAR = 3
"""Lines below a yes that may be commands: further down stand signatures."""
SHORT = 6
"""Words of a line that is looked at as it stands, though it may look like one that closes a mail: "Aber später"."""
NEXT_WORDS = 6
"""Words behind a yes that may deny it even where it was asked for once more."""


@dataclass(frozen=True)
class Consent:
    """A yes; ``doubt`` is the line by which its sender may mean something else, empty if there is none."""

    doubt: str = ""


def consent_in(
    lines: Sequence[str], names: Sequence[str] = (), *, once_more: bool = False, final: bool = False
) -> Consent | None:
    """Return the yes that a mail begins with, or None if it begins with none.

    :param names: of people at the table; :param once_more: the letter said that nothing below the yes counts;
    :param final: it cannot be taken back, so its line may say nothing that is not known to agree.

    >>> said = "Ja!", "YES 👍", "ok, danke", "Yes, that's what I meant.", "Ja, kein Problem"
    >>> {consent_in([one]) for one in said}, {consent_in([one]) for one in ("Nein", "not yes", "Passe", "Ok, 2", "👍", "")}
    ({Consent(doubt='')}, {None})
    >>> consent_in(["Ja, aber erst ab Freitag"]), consent_in(["Ja?"])
    (Consent(doubt='Ja, aber erst ab Freitag'), Consent(doubt='Ja?'))
    >>> consent_in(["Ja", "LG Ann", "Einkauf"]), consent_in(["Ja,", "das war ein Versehen"])
    (Consent(doubt=''), Consent(doubt='das war ein Versehen'))
    >>> consent_in(["Ja,", "das war ein Versehen"], once_more=True), consent_in(["Ja, ich passe"], final=True)
    (Consent(doubt=''), Consent(doubt='Ja, ich passe'))
    """
    first = without_courtesy(lines[0]) if lines else ""
    said = words_of(HARMLESS.sub(" ", folded(first)))
    rest = said[1:]
    agrees = ASSENT.issuperset(one for one in rest if not says_nothing(one))
    if not said or not (YES.fullmatch(said[0]) or (said[0] in AGREEING and agrees) or " ".join(said) in SENTENCES):
        return None
    if once_more:
        return Consent() if AGAINST.isdisjoint(rest[:NEXT_WORDS]) else None
    if not REFUSING_SIGNS.isdisjoint(first):
        return None
    behind = folded(first).partition(said[0])[2].strip(" ,.!:;-")
    orders = order_of(behind) not in (None, "agree") or (behind in OTHER_COMMANDS and not final)
    if orders or not DOUBTFUL_SIGNS.isdisjoint(first) or any(map(HESITATING.fullmatch, rest)):
        return Consent(lines[0])
    known = agrees or (not final and (AGAINST | NOT_YET).isdisjoint(rest) and not any(one[0].isdigit() for one in rest))
    known = known or (final and LEAVING.issuperset(one for one in rest if one not in ASSENT and not says_nothing(one)))
    return Consent(doubt_below(lines[1:], names) if known and "?" not in first else lines[0])


def doubt_below(lines: Sequence[str], names: Sequence[str] = (), *, sentences: bool = True) -> str:
    """Return the first line by which somebody may make another thing of the yes or no above it; empty if there is none.

    :param sentences: whether any sentence of theirs may.

    >>> doubt_below(["Head of purchasing"]), doubt_below(["ann"]), doubt_below(["2"]), doubt_below(["Ich freue mich"])
    ('', '', '2', 'Ich freue mich')
    """
    for line in own_lines(lines[:NEAR]):
        text, said = folded(line), words_of(line)
        if number_alone(text) is not None or order_of(text) not in (None, "agree") or A_DATE.search(line):
            return line
        if len(said) <= SHORT and not AGAINST.isdisjoint(said) and (LATER.issuperset(said) or not is_closing(text)):
            return line
    against = AGAINST | SPEAKING if sentences else AGAINST
    return next((one for one in unread_in(lines, names) if "?" in one or not against.isdisjoint(words_of(one))), "")
