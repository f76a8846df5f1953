"""Mails that say nothing but thanks and wishes, which need no answer. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from workers.replies.plain_speech import WORD, says_nothing, words_of
from workers.replies.word_tables import BESIDE_THANKS, CLOSING, THANKS

MOST_OF_A_NAME = 3
"""Words of a line that may be somebody's name."""


def is_small_talk(lines: Sequence[str], names: Sequence[str] = ()) -> bool:
    """Return whether a mail says nothing but thanks, wishes and a name; ``names`` are those of people it may name.

    >>> [is_small_talk(one) for one in (["Danke schön!"], ["Super, danke", "Gerd"], ["Danke", "2"], ["Danke, 2"])]
    [True, True, False, False]
    >>> is_small_talk(["Ok"]), is_small_talk(["Danke?"])
    (False, False)
    """
    if not lines or not THANKS & {*words_of(lines[0])}:
        return False
    known = {word for name in names for word in words_of(name)} | CLOSING | THANKS | BESIDE_THANKS
    first = all(word in known or says_nothing(word) for word in words_of(lines[0]))
    return (
        first and not any("?" in line for line in lines) and all(_is_of_a_signature(line, known) for line in lines[1:])
    )


def _is_of_a_signature(line: str, known: Collection[str]) -> bool:
    words = WORD.findall(line)
    closing = all(word.casefold() in known or says_nothing(word.casefold()) for word in words)
    return closing or (len(words) <= MOST_OF_A_NAME and all(word.istitle() and word.isalpha() for word in words))


__all__ = ["is_small_talk"]
