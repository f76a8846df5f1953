"""A mail as a page can show it, whatever is in the file: this never fails, and what cannot be read is said to be so.

The mail library's own reader of headers raises for some that are malformed, and decodes without bound; here headers are
decoded one by one, what does not decode is shown as it is, and everything is short and harmless text in the end.
"""

from __future__ import annotations

import base64
import email
import email.policy
import re
import unicodedata
from dataclasses import dataclass, field
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from pathlib import Path

HEADERS = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "List-Unsubscribe", "Content-Language")
LARGEST = 10_000_000
"""Bytes of a file that are read; a larger mail is shown without what is behind them."""
BEGINNING = 65_536
"""Bytes of a file that are enough for its headers."""
LONGEST, LONGEST_TEXT = 2_000, 200_000
"""Characters of a header and of the text that are shown."""
MOST_LEVELS, MOST_PARTS, MOST_PICTURES = 20, 500, 20
"""A mail with more nesting or parts is shown as its source: taking it apart costs the square of both."""
PICTURE = re.compile(r"image/(png|jpeg|gif|webp)")
CONTENT_ID = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~@-]{1,200}")


@dataclass(frozen=True)
class Shown:
    """What is shown of a mail. ``html`` has its inline pictures inside; ``None``: there is no such part."""

    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""
    html: str | None = None


UNREADABLE = Shown(headers={"Subject": "(this mail cannot be read)"})


def read(path: Path) -> Shown:
    """Return the mail of a file; one that is gone or cannot be read as :data:`UNREADABLE`."""
    try:
        with path.open("rb") as file:
            return shown(file.read(LARGEST))
    except OSError:
        return UNREADABLE


def read_headers(path: Path) -> dict[str, str]:
    """Return the headers of a file's mail, and nothing of its body; as :func:`read`."""
    try:
        with path.open("rb") as file:
            return _headers(BytesHeaderParser(policy=email.policy.compat32).parsebytes(file.read(BEGINNING)))
    except Exception:  # as for shown: whatever a parser of hostile input may raise
        return UNREADABLE.headers


def shown(raw: bytes) -> Shown:
    """Return a mail as it can be shown; never raises."""
    try:
        return _shown(raw)
    except Exception:  # parsers of hostile input fail in ways nobody has listed; this page is for looking at them
        return UNREADABLE


def _shown(raw: bytes) -> Shown:
    if (
        raw.lower().count(b"multipart/") + raw.lower().count(b"message/") > MOST_LEVELS
        or raw.count(b"\n--") > MOST_PARTS
    ):
        top = BytesHeaderParser(policy=email.policy.compat32).parsebytes(raw)
        return Shown(_headers(top), _harmless(raw[:LONGEST_TEXT].decode("utf-8", "replace")))
    mail = email.message_from_bytes(raw, policy=email.policy.compat32)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    texts = [_text(part) for part in parts if part.get_content_type() == "text/plain"]
    pages = [_text(part) for part in parts if part.get_content_type() == "text/html"]
    return Shown(
        _headers(mail), texts[0][:LONGEST_TEXT] if texts else "", _with_pictures(pages[0], parts) if pages else None
    )


def _headers(mail: Message) -> dict[str, str]:
    return {name: line for name in HEADERS if (line := _header(mail, name))}


def _header(mail: Message, name: str) -> str:
    raw = mail.get(name)
    if raw is None:
        return ""
    line = str(raw)[:LONGEST]
    try:
        line = str(make_header(decode_header(line)))[:LONGEST]
    except Exception:  # an unknown character set, a broken encoding: shown as it is
        line = str(raw)[:LONGEST]
    return " ".join(_harmless(line).split())


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    try:
        return _harmless(raw.decode(part.get_content_charset("utf-8"), "replace"))
    except Exception:  # an unknown character set, or one that is none
        return _harmless(raw.decode("utf-8", "replace"))


def _with_pictures(page: str, parts: list[Message]) -> str:
    pictures = [part for part in parts if PICTURE.fullmatch(part.get_content_type())][:MOST_PICTURES]
    for part in pictures:
        cid = str(part.get("Content-ID", "")).strip().strip("<>")
        payload = part.get_payload(decode=True)
        if CONTENT_ID.fullmatch(cid) and isinstance(payload, bytes):
            data = base64.b64encode(payload).decode()
            # Each at its first place only: a small mail must not become a large page.
            page = page.replace(f"cid:{cid}", f"data:{part.get_content_type()};base64,{data}", 1)
    return page


def _harmless(text: str) -> str:
    """Return the text without what cannot be sent or could reorder the page: surrogates, controls, direction marks."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if one not in "\t\n\r" and unicodedata.category(one) in ("Cc", "Cs") else one
        for one in text.translate(
            {ord(mark): None for mark in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
        )
    )


__all__ = ["Shown", "read", "read_headers", "shown"]
