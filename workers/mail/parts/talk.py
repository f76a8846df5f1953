"""Messages from partners in a letter: other people's words, one harmless line each, in quotation marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.protocol.talk import LONGEST_TEXT
from service.matches.messages import open_channels
from service.notifications.kind import Kind
from service.notifications.plain import plain
from service.store.records import Notice
from workers.mail.letter import Talk
from workers.mail.page import Page


def talk(row: Kind[Any], news: Sequence[Notice], page: Page) -> Talk | None:
    """Return the partners' messages, oldest first, and how to reply while a channel is open to the reader."""
    said = [one for one in news if one["kind"] == row.name]
    if not said:
        return None
    words, names = page.reader.words(row.words), page.names
    lines = [str(words.said(names[one["facts"]["from"]], plain(one["facts"]["text"], LONGEST_TEXT))) for one in said]
    reply = f"siegelpost say {page.match.match} ..." if page.reader.programmer else page.table_url
    open_now = open_channels(page.match, said[0]["seat"])
    return Talk(row.words, lines=lines, reply=reply if open_now else "")


__all__ = ["talk"]
