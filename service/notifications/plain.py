"""Text written by others (names, titles, answers of mail servers), reduced to one harmless line."""

from __future__ import annotations

import re
import unicodedata

UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
JOINERS = "\u200c\u200d"
"""Format characters that some scripts and emoji need inside a word; any others could reorder or hide text."""

LINK = re.compile(r"://|@|www\.|[^\W\d_]\.[^\W\d_]{2,24}(?![^\W_])", re.IGNORECASE)
"""Parts of a word that name a web address or a mailbox."""
LONGEST_QUOTED = 600
"""The most characters of a line that are checked."""


def is_noncharacter(one: str) -> bool:
    """Return whether a character is a noncharacter (Unicode, section 23.7): XML, such as a feed, cannot contain U+FFFF."""
    return ord(one) & 0xFFFE == 0xFFFE


def plain(text: str, longest: int = 200) -> str:
    """Return a name or title as one harmless line: no control characters, no line breaks, no direction overrides."""
    # Nearly all text is printable, as Python calls it, and then nothing in it is unsafe.
    kept = (
        text if text.isprintable() else "".join(one if one in JOINERS or not _is_unsafe(one) else " " for one in text)
    )
    line = " ".join(kept.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def quoted(text: str, longest: int) -> str:
    """Return a line for quoting in our letters: as :func:`plain`, without text that mail programs turn into a link.

    A mail may forge its sender: nobody shall be able to make us send that person a link.

    >>> quoted("Confirm at https://evil.example/x or evil.example, 1.e.com ann@evil.example now", 80)
    'Confirm at … or … … … now'
    >>> quoted("z.B. ab 3.12. oder 3.Dezember usw.", 80)
    'z.B. ab 3.12. oder 3.Dezember usw.'
    """
    words = plain(text, LONGEST_QUOTED).split()
    return plain(" ".join("…" if LINK.search(word) else word for word in words), longest)


def _is_unsafe(one: str) -> bool:
    return unicodedata.category(one) in UNSAFE or is_noncharacter(one)


__all__ = ["is_noncharacter", "plain", "quoted"]
