"""Text that others wrote (names, titles, answers of mail servers), reduced to one harmless line."""

from __future__ import annotations

import unicodedata

UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")
JOINERS = "\u200c\u200d"
"""Format characters that some scripts and emoji need inside a word; every other one could reorder or hide text."""


def is_noncharacter(one: str) -> bool:
    """Return whether a character is none, and never will be (Unicode, section 23.7): no XML, such as a feed, can hold U+FFFF."""
    return ord(one) & 0xFFFE == 0xFFFE


def plain(text: str, longest: int = 200) -> str:
    """Return a name or title as one harmless line: no control characters, no line breaks, no direction overrides."""
    # Nearly all text is printable, as Python calls it, and then nothing in it is unsafe.
    kept = (
        text if text.isprintable() else "".join(one if one in JOINERS or not _is_unsafe(one) else " " for one in text)
    )
    line = " ".join(kept.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def _is_unsafe(one: str) -> bool:
    return unicodedata.category(one) in UNSAFE or is_noncharacter(one)


__all__ = ["is_noncharacter", "plain"]
