"""Hostile names, titles and addresses: what somebody would send who wants to write headers, bodies or whole other mails."""

import random
from base64 import b64encode

CORE = (
    "\r\n\r\n<h1>Pay me</h1>", "\r\nBcc: all@victims.example", "\n.\n", "\r\n.\r\nMAIL FROM:<x@y.example>\r\n", "\n.\r\n",
    "\r.\r", "\nContent-Type: text/html\n\n", "\0", "\x0b\x0c", "\x1c\x1d\x1e\x85", "\u2028", "\u2029", "\r", "\n",
    "<evil@example.org>", ", evil@example.org", "\";\\", "(comment", ")", "evil@example.org, ", "group: a@b.example;",
    "\u202e", "\u200b", "\ufeff", "ünïcödé", "👩\u200d💻", "日本語の長い名前",
    "\\", '"', "'", "@", ":", ";", ",", "<", ">", "[", "]",
    "=", "?", "=?", "?=", "_", "=0d=0a", "%0d%0a", "&#13;&#10;", "{{ 7 * 7 }}", "--=_siegelpost-", "\ud800", "\U000e0001",
    "Subject: x", "To: y", "boundary=", " ", "   ", "\t", "a" * 40, "x", "Ann", "1", ".", "..",
)  # fmt: skip
CHARSETS = ("utf-8", "us-ascii", "iso-8859-1", "utf-7", "utf-16", "unknown-8bit", "x-none", "UTF-8*en", "")
LOCAL = "abcxyz019!#$%&'*+/=?^_`{|}~-"


def hostile_text(dice: random.Random) -> str:
    """Return a name or title, whole or in parts an encoded word, of any of the forms that decoders forgive."""
    return "".join(_part(dice, depth=0) for _ in range(dice.randint(1, 4)))


def hostile_mail(dice: random.Random) -> str:
    """Return an address; some are none, some are none but look like one."""
    local = "".join(dice.choice(LOCAL) for _ in range(dice.randint(1, 20)))
    if dice.random() < 0.4:
        local = dice.choice(
            ("=?utf-8?q?=0d=0aBcc=3aevil?=", "=?utf-8?b?DQo=?=", "a=?b", "a?=b", "a+b", "a.b", "..", "=?=?=?=")
        )
    if dice.random() < 0.2:
        local += dice.choice(CORE)
    domain = dice.choice(
        ("example.org", "x.example", "a-b.example", "example.org>", "[127.0.0.1]", "exa mple", "=?q?=", "é.example")
    )
    return f"{local}@{domain}" if dice.random() < 0.97 else local


def _part(dice: random.Random, depth: int) -> str:
    text = (
        dice.choice(CORE) if dice.random() < 0.9 else chr(dice.choice((dice.randint(0, 255), dice.randint(0, 0xFFFF))))
    )
    if depth < 2 and dice.random() < 0.25:
        text += _part(dice, depth + 1)
    return _word(dice, text) if dice.random() < 0.5 else text


def _word(dice: random.Random, text: str) -> str:
    """Return the text as an encoded word, now and then a broken one."""
    raw = text.encode("utf-8", "surrogatepass")
    if dice.random() < 0.5:
        kind, inside = "q", "".join(f"={one:02x}" for one in raw)
    else:
        kind, inside = "b", b64encode(raw).decode()
    if dice.random() < 0.1:
        inside = inside[:-1]
    kind = kind.upper() if dice.random() < 0.3 else kind
    return f"=?{dice.choice(CHARSETS)}?{kind}?{inside}{dice.choice(('?=', '?=', '?=', '?', ''))}"
