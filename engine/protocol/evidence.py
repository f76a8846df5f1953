"""Evidence kept in mails: a signed head of a match's log, and a signed checkpoint of the log of all matches.

A few lines of plain text, so that they survive being forwarded, quoted and wrapped: none is longer than 60 characters, and what
is read are the words between the first line and ``end``, however they are divided into lines. Names and values that fit one
line share it.

    siegelpost evidence
    match 018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11 entry 2
    head ...
    signature ... (two halves)
    key ...
    log play.example/log size 2
    root ...
    note ... (two halves)
    ... end

``signature`` is that of protocol section 7 over the head, by ``key``. The last four are of section 13, and are left out before
there is a checkpoint: ``note`` is the base64 of its signature line.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from engine.protocol.canon import NotCanonical, unb64

FIRST, LAST = "siegelpost evidence", "end"
NAMES = ("match", "entry", "head", "signature", "key", "log", "size", "root", "note")
WIDTH = 60
"""Maximum line length."""
MOST = 1024
"""Maximum pieces of evidence read from one text, counted from the end: a player's own text comes before the server's."""
BLOCK = re.compile(rf"{FIRST}\b((?:(?!{FIRST}\b).){{1,4000}}?)\b{LAST}\b", re.DOTALL)
"""Begins at the last of several first lines, so that nobody's words in the same mail can swallow a block."""
MATCH = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
NUMBER = re.compile(r"[1-9][0-9]{0,15}")


class SignedCheckpoint(NamedTuple):
    """The log of all matches as the server showed it: its name, size, and in base64 the root and the server's signature line."""

    origin: str
    size: int
    root: str
    note: str


class Evidence(NamedTuple):
    """A head of a match's log that the server signed (base64url), and the checkpoint that it showed beside it, if any."""

    match: str
    n: int
    head: str
    signature: str
    key: str
    checkpoint: SignedCheckpoint | None = None


def lines_of(evidence: Evidence) -> list[str]:
    """Return the lines of the evidence."""
    facts = {
        "match": evidence.match,
        "entry": str(evidence.n),
        "head": evidence.head,
        "signature": _halves(evidence.signature),
        "key": evidence.key,
    }
    if evidence.checkpoint is not None:
        origin, size, root, note = evidence.checkpoint
        facts |= {"log": origin, "size": str(size), "root": root, "note": _halves(note)}
    said = [line for name, value in facts.items() for line in f"{name} {value}".split("\n")]
    lines = [FIRST]
    for one in (*said, LAST):
        if lines[-1] != FIRST and len(lines[-1]) + 1 + len(one) <= WIDTH:
            lines[-1] += f" {one}"
        else:
            lines.append(one)
    return lines


def evidence_in(text: str) -> Iterator[Evidence]:
    """Yield the evidence in a text, however quoted or wrapped; malformed pieces are skipped."""
    plain = re.sub(r"(?m)^[>|\s]+", "", text)
    read = (_read(found[1].split()) for found in BLOCK.finditer(plain))
    yield from deque((one for one in read if one is not None), MOST)


def _halves(text: str) -> str:
    """Return a long word on two lines."""
    middle = (len(text) + 1) // 2
    return f"{text[:middle]}\n{text[middle:]}"


def _read(words: list[str]) -> Evidence | None:
    facts: dict[str, str] = {}
    name = ""
    for word in words:
        expected = NAMES[len(facts)] if len(facts) < len(NAMES) else ""
        if word == expected and (not name or facts[name]):
            name, facts[word] = word, ""
        elif name:
            facts[name] += word
        else:
            return None
    if len(facts) not in (5, 9) or not MATCH.fullmatch(facts["match"]) or not NUMBER.fullmatch(facts["entry"]):
        return None
    if not all(_is_data(facts[one], size) for one, size in (("head", 32), ("signature", 64), ("key", 32))):
        return None
    checkpoint = None
    if len(facts) == 9:
        if not facts["size"].isascii() or not facts["size"].isdecimal() or len(facts["size"]) > 16:
            return None
        checkpoint = SignedCheckpoint(facts["log"], int(facts["size"]), facts["root"], facts["note"])
    return Evidence(facts["match"], int(facts["entry"]), facts["head"], facts["signature"], facts["key"], checkpoint)


def _is_data(text: str, size: int) -> bool:
    try:
        return len(unb64(text)) == size
    except NotCanonical:
        return False
