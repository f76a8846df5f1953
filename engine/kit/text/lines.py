"""Sentences as lines of a text: most fit one line, and breaking is for those that do not."""

from __future__ import annotations

import re
import textwrap

_BLANKS = re.compile(r"[\t\n\x0b\x0c\r]")
"""Blanks that become plain spaces where lines are broken."""


def wrapped(
    text: str, width: int, first: str = "", rest: str = "", *, hyphens: bool = False, words: bool = True
) -> list[str]:
    """Return a text in lines of at most so many columns, as :func:`textwrap.wrap` breaks it.

    :param first: what the first line begins with, such as the mark of an item; ``rest``: what those after it begin with.
    :param hyphens: whether a line may end behind a hyphen; ``words``: whether it may end inside a word longer than a line.

    >>> wrapped("a word and another one", 14, "- ", "  ")
    ['- a word and', '  another one']
    """
    if text and len(first) + len(text) <= width and not text[-1].isspace() and not _BLANKS.search(text):
        return [first + text]
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=hyphens, break_long_words=words
    )


__all__ = ["wrapped"]
