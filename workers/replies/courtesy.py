"""Thanks, greetings and "please" around what a line says, taken away where the rest can stand alone. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workers.replies.plain_speech import is_greeting, words_of
from workers.replies.word_tables import BESIDE_THANKS, CLOSING, DOUBT, PLEASE, THANKS

LEADS = re.compile(r"(?P<courtesy>[^,.!?:;0-9]+)[,.!]+ +(?P<rest>\S.*)")
"""A line that begins with a sentence, or a part of one, without a number."""
INSIDE = re.compile(rf"\s*,?\s*\b(?:{'|'.join(sorted(PLEASE))})\b(?:\s*,)?", re.IGNORECASE)
SIGNED = re.compile(
    r"(?P<rest>.*?\S)[\s,.!;-]+"
    r"(?i:(?:(?:viele|liebe|beste|schöne|herzliche|mit|freundlichem|freundlichen|freundliche|many|best|kind|warm)\s+)*"
    r"(?:grüße|grüßen|gruß|grüsse|grüssen|gruss|lg|vg|mfg|regards|cheers)(?:\s+(?:von|from))?)[,.!\s]+"
    r"(?P<name>[A-ZÄÖÜ][^\W\d_]*(?:[ -][A-ZÄÖÜ][^\W\d_]*){0,2})[.!]?"
)
"""A line that ends as a letter does: wishes, and the sender's name."""
MOST = 4
"""Parts of a line that are taken away."""


def without_courtesy(line: str, taken: Iterable[str] = ()) -> str:
    """Return a line without the thanks, greetings and "please" in it; unchanged where it has none, or nothing else.

    :param taken: words that mean something here, which nobody's name in a greeting is taken for.

    >>> without_courtesy("Ich spiele die 60 auf (-2, -1), danke."), without_courtesy("38 auf (2, 2). Vielen Dank!")
    ('Ich spiele die 60 auf (-2, -1)', '38 auf (2, 2)')
    >>> without_courtesy("Danke für die Erklärung! Ich spiele die 26, bitte auf (-1, -1).")
    'Ich spiele die 26 auf (-1, -1).'
    >>> without_courtesy("Hallo Siegelpost, ich passe"), without_courtesy("Vielen Dank!"), without_courtesy("Danke, aber nicht 2")
    ('ich passe', 'Vielen Dank!', 'aber nicht 2')
    """
    known, text = {*taken}, " ".join(line.split())
    for _ in range(MOST):
        text = _without_one(text, known)
    left = " ".join(INSIDE.sub(" ", text).split())
    return line if not left or _is_courteous(line) else left


def _without_one(text: str, taken: set[str]) -> str:
    leads = LEADS.fullmatch(text)
    if leads is not None and (_is_courteous(leads["courtesy"]) or is_greeting(leads["courtesy"].casefold(), taken)):
        return leads["rest"]
    signed = SIGNED.fullmatch(text)
    if signed is not None and taken.isdisjoint(words_of(signed["name"])) and DOUBT.isdisjoint(words_of(signed["name"])):
        return signed["rest"].rstrip(",.!;- ")
    words = text.rstrip(".! ").split()
    behind = next((at for at in range(1, len(words)) if _is_courteous(" ".join(words[at:]))), None)
    return text if behind is None else " ".join(words[:behind]).rstrip(",.!;- ")


def _is_courteous(part: str) -> bool:
    """Return whether a part of a line only thanks, wishes or asks kindly."""
    words = {*words_of(part)}
    return bool(words & (THANKS | PLEASE)) and words <= THANKS | PLEASE | BESIDE_THANKS | CLOSING


__all__ = ["without_courtesy"]
