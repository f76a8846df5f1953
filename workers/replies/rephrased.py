"""Sentences put the way letters have them: a change of mind before an order, and "even if Sven passes" behind all else. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from workers.replies.wishes import tails
from workers.replies.word_tables import words

ANOTHER_MIND = re.compile(
    r"(?:(?:ach|oh|och|äh|ähm|hm+)[ ,.!]+)*"
    r"(?:nein|nee|doch nicht|ich hab(?:e)? (?:es )?mir(?: das| es)? anders überlegt|no|i(?:'ve| have)? changed my mind)"
    r" ?(?:[,.!:;]+ ?|$)(?P<rest>.*)",
    re.IGNORECASE,
)
AT_LAST = re.compile(
    r"(?:(?:so|ok|okay),? )?(?:jetzt aber|aber jetzt|nun aber|but now)\b[,:.!]* (?P<rest>\S.*)", re.IGNORECASE
)
EVEN_IF = {
    "de": re.compile(r"[, ]*\b(?:und )?auch wenn (?P<who>(?:mein |der |die )?[^\W\d_]+) passt\b[.!]*", re.IGNORECASE),
    "en": re.compile(r"[, ]*\b(?:and )?even if (?P<who>(?:my |the )?[^\W\d_]+) passes\b[.!]*", re.IGNORECASE),
}
SHALL = re.compile(r"(?P<who>\S.*?) (?:soll|sollen|shall|should) (?P<what>\S.*)", re.IGNORECASE)
SHALL_WHO = words("ich wir man du i we you was wer wo wohin wie wann warum what who where how when why")
"""Words beside "shall" with which it asks, or is about somebody's duty."""
AS_LETTERS_HAVE_IT = {"de": "auch wenn der gegner passt", "en": "even if the opponent passes"}
OPPONENT = frozenset({"der gegner", "mein gegner", "die gegnerin", "meine gegnerin", "the opponent", "my opponent"})


ARROW = re.compile(r"\s*(?:-+>|=+>|\u2192|\u21d2|@)\s*(?=\(?\s*-?\d)")
FIELD = re.compile(
    r",?\s*\b(?:(?:auf|in|an|on|at|to)\s+)?(?:(?:das|dem|the|ins)\s+)?(?:feld|field)\s+(?=\(?\s*-?\d+\s*,)",
    re.IGNORECASE,
)
JOINING = re.compile("[\ufe0f\u200d\U0001f3fb-\U0001f3ff]")
"""What stands in and behind pictures: variants, joiners, tones."""
GOES_TO = re.compile(
    r"(?:(?:ich )?(?:gehe|geh|möchte|will|würde) (?:gern |gerne )?|i(?:'d like to)? go |dann )?"
    r"(?:zu[mr]|auf (?:den|die|das)|in (?:den|die|das)|to the) (?P<where>[^\W\d_]{3,})(?: (?:gehen|bitte|please))*",
    re.IGNORECASE,
)
"""Where somebody goes, in one word: a place that letters name without a preposition."""
MUST_PASS = re.compile(
    r"(?:ich )?muss(?: (?:hier|diesmal|heute|jetzt|leider|wohl|also|dann|mal|erst ?mal))* passen"
    r"|dann muss ich(?: (?:leider|wohl|mal))* passen|(?:ich )?setze(?: (?:hier|diesmal|heute|jetzt|mal|lieber))* aus"
    r"|(?:i )?(?:have to|must|will have to) pass",
    re.IGNORECASE,
)
"""How somebody passes with a word that in any other sentence may set a condition."""


def with_usual_signs(line: str) -> str:
    """Return a line as it is without the pictures in it, with a word for an arrow before a place, "pass" for having to, and the
    name of a place for going there.

    >>> with_usual_signs("21 -> (1,-2)"), with_usual_signs("21 auf Feld (1, -2) \U0001f642"), with_usual_signs("Ich muss passen.")
    ('21 auf (1,-2)', '21 auf (1, -2)', 'passe')
    >>> with_usual_signs("zum Markt bitte"), with_usual_signs("Ich möchte zur Bank gehen"), with_usual_signs("auf die 2")
    ('Markt', 'Bank', 'auf die 2')
    >>> with_usual_signs("muss ich passen?"), with_usual_signs("Feld 7"), with_usual_signs("2")
    ('muss ich passen?', 'Feld 7', '2')
    """
    plain = "".join(one for one in line if unicodedata.category(one) != "So" and not JOINING.fullmatch(one))
    plain = FIELD.sub(" auf ", ARROW.sub(" auf ", " ".join(plain.split())))
    if MUST_PASS.fullmatch(plain.strip(" .!,")):
        return "passe"
    goes = GOES_TO.fullmatch(plain.strip(" .!,"))
    return plain if goes is None else goes["where"]


def without_shall(line: str) -> str | None:
    """Return a line that says what shall become of something without that word; ``None``: it has none, or asks.

    >>> without_shall("Das Schiff soll bleiben."), without_shall("The ship should stay"), without_shall("Was soll das")
    ('Das Schiff bleiben.', 'The ship stay', None)
    """
    found = SHALL.fullmatch(" ".join(line.split()))
    if found is None or "?" in line or not SHALL_WHO.isdisjoint(found["who"].casefold().split()):
        return None
    return f"{found['who']} {found['what']}"


def after_another_mind(line: str) -> str | None:
    """Return what a line says behind words for a change of mind; empty: nothing, ``None``: it has no such words.

    >>> after_another_mind("Ach nein, ich nehme doch lieber die 40."), after_another_mind("Ich habe es mir anders überlegt.")
    ('ich nehme doch lieber die 40.', '')
    >>> after_another_mind("2"), after_another_mind("Nein!")
    (None, '')
    """
    found = ANOTHER_MIND.fullmatch(" ".join(line.replace("’", "'").split()))
    return None if found is None else found["rest"]


def without_at_last(line: str) -> str:
    """Return a line without the words that only say that the writer has come to a choice; unchanged where it has none.

    >>> without_at_last("Jetzt aber: 6"), without_at_last("Jetzt aber nicht"), without_at_last("Aber 6")
    ('6', 'nicht', 'Aber 6')
    """
    found = AT_LAST.fullmatch(" ".join(line.split()))
    return line if found is None else found["rest"]


def with_even_if_in_its_place(line: str, opponents: Sequence[str]) -> Iterator[str]:
    """Yield a line with what it says for the case that the opponent passes behind each word that may end the choice.

    :param opponents: by which names the opponent may be called; where there are several, there is no such choice.

    >>> lines = list(with_even_if_in_its_place("82 auf (1,2), auch wenn Sven passt", ["Sven"]))
    >>> lines[0]
    '82 auch wenn der gegner passt auf (1,2)'
    >>> list(with_even_if_in_its_place("82, auch wenn niemand passt", ["Sven"]))
    []
    """
    called = OPPONENT | {name.casefold() for name in opponents}
    for language, pattern in EVEN_IF.items():
        found = pattern.search(line)
        if found is None or found["who"].casefold() not in called or pattern.search(line, found.end()):
            continue
        phrase, rest = AS_LETTERS_HAVE_IT[language], line[found.end() :].strip(" ,.")
        text = f"{line[: found.start()]} {rest}".strip(" ,.").casefold()
        for choice, behind in tails(text):
            yield f"{choice} {phrase} {' '.join(behind)}"
        yield f"{text} {phrase}"


__all__ = ["after_another_mind", "with_even_if_in_its_place", "with_usual_signs", "without_at_last", "without_shall"]
