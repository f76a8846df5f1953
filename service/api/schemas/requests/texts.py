"""Descriptions of names and languages, shared by several request schemas."""

from __future__ import annotations

LANGUAGES = ("en", "de")
LABEL = "One line, nothing invisible, no `=?`; kept in NFC with single spaces."
TITLE = LABEL + " One script a word, no link. Left out: the game's title."
NAME = (
    "What others call you. One line, nothing invisible, no `=?`, letters of one script (UTS #39), no link, not like a bot "
    "or somebody who speaks for the installation; kept in NFKC with single spaces. Like names at one table are numbered."
)
