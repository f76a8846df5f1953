"""What an answer to an invitation says: yes, no, another language, or nothing clear; and what its sender is to be called. Pure.

A yes sits somebody down, so it is one only where its first sentence has nothing but words that say so, and no line below takes it
back. Whatever is not clear does nothing, and is answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.contract import Language
from service.names import BadName, checked
from workers.replies.grammar import after_greeting
from workers.replies.languages import language_in, only_closes
from workers.replies.plain_speech import words_of
from workers.replies.quoting import own_lines
from workers.replies.word_tables import CHANGING, words

MOST = 40
"""Characters of a name."""
LOOKED_AT = 3
YES = words(
    "ja jaa jaaa jawohl jawoll jep jup jap jo yo gern gerne klar natürlich dabei einverstanden unbedingt lust",
    "yes yeah yep ok okay sure absolutely definitely",
)
NO = words("nein nö nee nicht keine kein leider ohne absage", "no nope not unfortunately can't cannot don't won't")
BESIDE = words(
    "ich bin da mit mache mach spiele spiel mitspielen spielen machen na sehr freue mich das klingt gut",
    "bitte danke vielen dank die mail war von stimmt so genau richtig",
    "für die einladung diesmal dieses mal jetzt zeit kann habe will möchte tut mir leid schade lieber sorry auf gar doch",
    "i am i'm im in me count would i'd i'll love to like play will with pleasure please thanks thank you for the invitation",
    "this time now have want do of course very much make it after all sounds good thing great cool nice",
    "oh au ach hey ei super toll cool prima klasse schön fein würde würd hätte nochmal nochmals noch einmal alles hab drauf mach",
)
"""Words that stand beside a yes or a no and change nothing about it."""
IN_WORDS = frozenset(
    {"i'm in", "im in", "i am in", "count me in", "with pleasure", "ich spiele mit", "ich mache mit", "mache mit"}
    | {
        "ich mach mit",
        "cool ich mach mit",
        "na gut ich mach mit",
        "auf jeden fall",
        "let's play",
        "machen wir",
        "wir spielen",
    }
)
"""What says yes without a word of :data:`YES`."""
LATER = words(
    "später vielleicht überlege überlegen überleg scherz spam stop stopp abmelden abbestellen austragen",
    "lösch lösche löscht löschen hör hört aufhören",
    "later maybe perhaps think thinking joke joking kidding unsubscribe remove delete stop",
)
"""Words below a yes with which somebody puts it off, or wants none of it."""
SALUTATION = re.compile(
    r"(?:hi|hallo|hey|moin|servus|huhu|hello|dear|liebe|lieber|guten (?:tag|morgen|abend))"
    r"(?: [^\W\d_]+){0,2} ?[,!]+ ?(?P<rest>\S.*)",
    re.IGNORECASE,
)
"""A line that greets somebody and goes on."""
MOST_COURTEOUS = 2
"""Sentences of courtesy before the one that says yes or no."""
SENTENCE = re.compile(r"([^.!]*)[.!]*\s*(.*)", re.DOTALL)
NAME = re.compile(
    r"(?:name|mein name ist|ich heiße|ich heisse|nennt mich|my name is|call me)\b[ :=]+(?P<name>[^\s].{0,60})",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Said:
    """What an answer to an invitation says; ``name`` is empty where it names nobody. ``more``: it says something else besides."""

    what: Literal["yes", "no", "language", "unclear"]
    language: Language | None = None
    name: str = ""
    more: bool = False


def read_answer(lines: Sequence[str]) -> Said:
    """Return what the lines of a mail say to an invitation.

    >>> [read_answer([one]).what for one in ("JA", "Ich bin dabei!", "Yes, I'd love to play", "Nein danke", "Ja, aber später")]
    ['yes', 'yes', 'yes', 'no', 'unclear']
    >>> [read_answer(one).what for one in (["OK.", "I will think about it"], ["Ja. Und jetzt löscht mich"], ["Gern. Später."])]
    ['unclear', 'unclear', 'unclear']
    >>> [read_answer([one]).what for one in ("Oh ja, ich spiele gerne mit!", "Hi Fritz, ja klar!", "Keine Lust", "Oh")]
    ['yes', 'yes', 'unclear', 'unclear']
    >>> read_answer(["Vielen Dank für die Einladung!", "Ich bin gerne dabei.", "Gruß, Gerda"]).what, read_answer(["Danke!"]).what
    ('yes', 'unclear')
    >>> read_answer(["Super! Aber erst ab Montag."]).what, read_answer(["Danke.", "Nein"]).what
    ('unclear', 'no')
    >>> read_answer(["Ja doch, die Mail war von mir. Name: Wilma"])
    Said(what='yes', language=None, name='Wilma', more=False)
    >>> read_answer(["Ja, die Mail war nicht von mir"]).what, read_answer(["Die Mail war von mir"]).what
    ('unclear', 'unclear')
    >>> read_answer(["Hallo Robin,", "ja gerne!", "NAME Gerd"])
    Said(what='yes', language=None, name='Gerd', more=False)
    >>> read_answer(["Deutsch"]).language, read_answer(["Was ist das?"]).what, read_answer([]).what
    ('de', 'unclear', 'unclear')
    """
    greeted = SALUTATION.fullmatch(lines[0]) if lines else None
    begun = after_greeting(lines) if greeted is None else [greeted["rest"], *lines[1:]]
    spoken = language_in(begun)
    if spoken is not None:
        return Said("language", spoken)
    if not begun:
        return Said("unclear")
    first, below = _telling_sentence(begun)
    name, below = _name_in(below)
    meant = _meant(first)
    return (
        Said("unclear") if meant is None or _takes_back(below) else Said(meant, name=name, more=not only_closes(below))
    )


def name_of(display: str) -> str:
    """Return by which name somebody sits down whose mails come from this name: the first one, if it can be one; else nothing.

    >>> name_of("Gerd Müller"), name_of("Müller, Gerd"), name_of("gerd@home.example"), name_of("")
    ('Gerd', 'Gerd', '', '')
    """
    last, comma, first = display.strip("\"' ").partition(",")
    words = (first if comma else last).split()
    return _good(words[0].strip("\"'")) if words and "@" not in display else ""


def _first_sentence(lines: Sequence[str]) -> tuple[str, str]:
    found = SENTENCE.fullmatch(lines[0])
    assert found is not None  # it matches everything
    return found[1], found[2]


def _telling_sentence(lines: Sequence[str]) -> tuple[str, list[str]]:
    """Return the first sentence that is more than courtesy, and what stands below it."""
    left = list(lines)
    for _ in range(MOST_COURTEOUS + 1):
        first, rest = _first_sentence(left)
        left = [*([rest] if rest else []), *left[1:]]
        words = {word.strip(".'-") for word in words_of(first)}
        if not left or not words or not words <= BESIDE or " ".join(words_of(first)) in IN_WORDS:
            break
    return first, left[: 1 + LOOKED_AT]


def _meant(sentence: str) -> Literal["yes", "no"] | None:
    if "?" in sentence:
        return None
    words = [word.strip(".'-") for word in words_of(sentence)]
    if " ".join(words) in IN_WORDS:
        return "yes"
    says_yes, says_no = YES.intersection(words), NO.intersection(words)
    if not words or not set(words) <= YES | NO | BESIDE or (says_yes and says_no and words[0] not in ("nein", "no")):
        return None
    if says_no:
        return None if "ohne" in says_no and len(says_no) > 1 else "no"  # "nicht ohne mich" says the contrary
    return "yes" if says_yes else None


def _name_in(lines: Sequence[str]) -> tuple[str, list[str]]:
    """Return the name that a line says, and the other lines."""
    for place, line in enumerate(lines):
        found = NAME.fullmatch(line)
        if found is not None and (name := _good(found["name"].strip(" .!"))):
            return name, [*lines[:place], *lines[place + 1 :]]
    return "", list(lines)


def _takes_back(lines: Sequence[str]) -> bool:
    """Return whether lines below a yes or a no go on with something else."""
    return any("?" in line or not (CHANGING | NO | LATER).isdisjoint(words_of(line)) for line in own_lines(lines))


def _good(name: str) -> str:
    try:
        return checked(name, "name") if 1 <= len(name) <= MOST else ""
    except BadName:
        return ""


__all__ = ["Said", "name_of", "read_answer"]
