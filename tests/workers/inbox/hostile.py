"""Hostile mails: the structures that real mails have, put together and damaged at random."""

from __future__ import annotations

import base64
import quopri
import random
from collections.abc import Sequence

LINES = (
    "1 AT", "1 AT (0, -1) ELSE", "1 AT (0, 1) ELSE (1, 0)", "AT (0, 1)", "1 AT " + "(" * 90,
    "2 AN 99999999999999999999,0", "SAME",
    "PLAN", "PLAN END", "PLAN END ALL", "PLAN ENDE 99999999999999", "PLAN lay any card at (0, 1)", "Pläne?", "PLAN {card}[",
    "PLAN lay any card at (0, 1), in round", "PLAN ship stays", "PLAN lay crad 46 at (0, 1)", "PLAN " + "at (0, 1) " * 60,
    "PLAN: \u0661 at (\u2212999, 1)", "PLAN lay any card at (99, 1)", "PLAN lay any card at (0, 1) (the card: 1",
    "3", "1", "[2]", "PASS", "UNDO", "ZURÜCK", "STATUS", "MORE", "WAIT", "99", "-1", "1e9", "0x1", "١", "1;2", "> 1",
    "On Mon, Siegelpost wrote:", "-- ", "Ann", "x" * 900, "\0", "\ud800", "\u202e1", "1\u2028", "{{7*7}}", "<b>1</b>",
    "' OR 1=1", "\r", ".", "..", "begin 644 a", "=3D", "&#49;", "1\t", "%s%s", "On On On On", "\x1b[31m1",
)  # fmt: skip
HEADERS = (
    "From: Ann <ann@players.example>", "From: ann@players.example", "From: Ben <ben@players.example>",
    "From: eve@evil.example", "From: =?utf-8?b?YW5uQHBsYXllcnMuZXhhbXBsZQ==?= <eve@evil.example>",
    "From: ann@players.example, eve@evil.example", "From: <ann@players.example> <eve@evil.example>",
    "From:", "From: ;;;", "Sender: ann@players.example", "Reply-To: eve@evil.example", "Return-Path: <>",
    "Auto-Submitted: auto-replied", "Auto-Submitted: no", "Precedence: bulk", "List-Id: <x>", "X-Loop: 1",
    "Message-ID: <same@players.example>", "Message-ID: <>", "Message-ID: broken", "Date: yesterday",
    "Authentication-Results: mx.example; dmarc=pass header.from=players.example", "Received: " + "x" * 500,
    "Subject: =?utf-8?q?=0d=0aBcc:_all@x.example?=", "Content-Transfer-Encoding: base64", "MIME-Version: 9",
    "Content-Transfer-Encoding: uuencode", "Content-Disposition: attachment", "References: " + "<a@b> " * 100, "X\x00: y",
    "Content-Type: text/plain; charset*0=ut; charset*1=f-8", "Content-Type: ;;;=", "\xff\xfe: 1", "NoColon",
)  # fmt: skip
CHARSETS = (
    "utf-8",
    "us-ascii",
    "iso-8859-1",
    "utf-16",
    "utf-7",
    "utf-32",
    "hz",
    "idna",
    "punycode",
    "rot13",
    "x",
    "",
    "cp037",
)
KINDS = (
    "text/plain",
    "text/html",
    "multipart/mixed",
    "multipart/alternative",
    "message/rfc822",
    "image/png",
    "text/x",
    "/",
)
MARKUP = (
    "<p>",
    "<blockquote>",
    "</div>",
    "<table><tr>",
    "<!--",
    "<![CDATA[",
    "<style>",
    "&amp;",
    "<br>",
    "<?xml?>",
    "<a b='",
    "\0",
)


def hostile_mail(dice: random.Random) -> bytes:
    """Return a mail; now and then one that is in order but for whom it comes from."""
    head = dice.sample(HEADERS, dice.randint(0, 8))
    if dice.random() < 0.5:
        head.insert(0, HEADERS[dice.randint(2, 5)])
    raw = "\r\n".join(head).encode("utf-8", "surrogatepass") + b"\r\n" + _part(dice, 0)
    return _damaged(dice, raw) if dice.random() < 0.3 else raw


def _part(dice: random.Random, depth: int) -> bytes:
    kind = dice.choice(KINDS)
    if kind.startswith("multipart") and depth < 6:
        mark = dice.choice(("b", "b", "-", "=_x", " ", "b" * 80))
        inside = b"".join(
            b"--" + mark.encode() + b"\r\n" + _part(dice, depth + 1) + b"\r\n" for _ in range(dice.randint(0, 4))
        )
        end = b"--" + mark.encode() + b"--\r\n" if dice.random() < 0.7 else b""
        return f'Content-Type: {kind}; boundary="{mark}"\r\n\r\n'.encode() + inside + end
    text = dice.choice(("\r\n", "\n", "\r")).join(_lines(dice, MARKUP if kind == "text/html" else ()))
    body, coding = _encoded(dice, text.encode("utf-8", "surrogatepass"))
    return f"Content-Type: {kind}; charset={dice.choice(CHARSETS)}\r\n{coding}\r\n".encode() + body


def _lines(dice: random.Random, markup: Sequence[str]) -> list[str]:
    return [dice.choice((*LINES, *markup, *markup)) for _ in range(dice.randint(0, 8))]


def _encoded(dice: random.Random, raw: bytes) -> tuple[bytes, str]:
    coding = dice.choice(("", "base64", "quoted-printable", "8bit", "x-uuencode", "none"))
    if coding == "base64":
        raw = base64.b64encode(raw)
    elif coding == "quoted-printable":
        raw = quopri.encodestring(raw)
    return raw, f"Content-Transfer-Encoding: {coding}\r\n" if coding else ""


def _damaged(dice: random.Random, raw: bytes) -> bytes:
    for _ in range(dice.randint(1, 4)):
        place = dice.randint(0, len(raw))
        raw = dice.choice((raw[:place], raw[place:], raw[:place] + dice.randbytes(dice.randint(1, 9)) + raw[place:]))
    return raw
