"""Check a letter's bytes for the wire against the letter itself, before any server sees them.

Whatever a name or a title contains, and whatever the interpreter's mail library does with it (before its fix for
CVE-2024-6923 it wrote line breaks into headers), a letter has exactly its given headers and values, and its text begins
where they end. Any other letter is never sent. Bare CR and LF are refused everywhere: servers that take them for line
ends would see another letter after this one (SMTP smuggling).
"""

from __future__ import annotations

import email.policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import getaddresses

from service.notifications.channel import Permanent

LONGEST_LINE = 998
"""Bytes of a line without its end (RFC 5322, 2.1.1)."""
ADDRESSES = ("from", "to", "reply-to")
RAW = email.policy.compat32


class Altered(Permanent):
    """A letter whose bytes differ from the letter; the reply names the header, never its value."""


def wire(letter: EmailMessage) -> bytes:
    """Return the letter for a mail server: ASCII lines ending with CRLF.

    :raises Altered: when header names, values or the beginning of the text differ from the letter's.
    """
    try:
        raw = letter.as_bytes()
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Altered(f"the letter cannot be written: {type(error).__name__}") from error
    if not raw.count(b"\r") == raw.count(b"\n") == raw.count(b"\r\n"):
        raise Altered("the letter has a bare CR or LF")
    if not raw.isascii() or b"\0" in raw:
        raise Altered("the letter has bytes that are no ASCII text")
    if any(len(line) > LONGEST_LINE for line in raw.split(b"\r\n")):
        raise Altered("the letter has a line that is too long")
    block, blank, body = raw.partition(b"\r\n\r\n")
    if not blank:
        raise Altered("the letter has no text")
    _compare(letter, block)
    boundary = letter.get_boundary()
    if boundary is not None and not body.startswith(b"--" + boundary.encode("ascii", "replace") + b"\r\n"):
        raise Altered("the text does not begin where the headers end")
    return raw


def _compare(letter: EmailMessage, block: bytes) -> None:
    read = BytesHeaderParser(policy=RAW).parsebytes(block + b"\r\n\r\n")
    intended = [(name, str(value)) for name, value in letter.items()]
    found = [(name, str(value)) for name, value in read.raw_items()]
    if [name for name, _ in found] != [name for name, _ in intended] or read.defects or read.get_payload():
        raise Altered("the letter has other headers than it was given")
    lines = block.split(b"\r\n")
    if any(line[:1] in (b" ", b"\t") and not line.strip() for line in lines):
        raise Altered("a header has an empty line in it")
    for (name, value), (_, raw) in zip(intended, found, strict=True):
        if not _same(name.lower(), value, " ".join(raw.split("\r\n")), letter):
            raise Altered(f"the header {name} does not say what it was given")


def _same(name: str, value: str, raw: str, letter: EmailMessage) -> bool:
    if name in ADDRESSES:
        wanted = letter[name].addresses
        return [(_read(name), spec) for name, spec in getaddresses([raw])] == [
            (" ".join(one.display_name.split()), one.addr_spec) for one in wanted
        ]
    return _read(raw) == " ".join(value.split())


def _read(raw: str) -> str:
    return " ".join(str(make_header(decode_header(raw))).split())


__all__ = ["Altered", "wire"]
