"""Mails against a log and against each other: what the server signed for two readers, and only one of it can be true.

A mail proves something only by the server's signature in it; whether a reader has changed the rest of its text does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.protocol.canon import unb64
from engine.protocol.evidence import Evidence, SignedCheckpoint
from engine.protocol.seal import head_bytes
from engine.transparency.checkpoint import signed_checkpoint
from engine.transparency.note import DASH, ED25519, BadNote, VerifierKey

CheckEd25519 = Callable[[bytes, bytes, bytes], bool]


class Log(NamedTuple):
    """A match's log: its heads (base64url) by entry, and whether it is complete."""

    heads: Sequence[str]
    closed: bool


def signed_part(evidence: Evidence, key: str, check: CheckEd25519) -> Evidence | None:
    """Return what of a mail the server with this key (base64url) signed: the head, with the checkpoint or without; or nothing."""
    raw, message = unb64(key), head_bytes(evidence.match, evidence.n, unb64(evidence.head))
    if evidence.key != key or not check(raw, message, unb64(evidence.signature)):
        return None
    shown = evidence.checkpoint
    return evidence if shown is None or _is_signed(shown, raw, check) else evidence._replace(checkpoint=None)


def _is_signed(shown: SignedCheckpoint, key: bytes, check: CheckEd25519) -> bool:
    text = f"{shown.origin}\n{shown.size}\n{shown.root}\n\n{DASH}{shown.origin} {shown.note}\n"
    try:
        signed_checkpoint(text, VerifierKey(shown.origin, ED25519, key), check)
    except BadNote:
        return False
    return True


def fork(one: Evidence, other: Evidence) -> str | None:
    """Return why two pieces of evidence that the server signed contradict each other, ``None`` if they do not."""
    if (one.match, one.n) == (other.match, other.n) and one.head != other.head:
        return f"the server signed two heads of entry {one.n} of match {one.match}: {one.head} and {other.head}"
    a, b = one.checkpoint, other.checkpoint
    if a is not None and b is not None and (a.origin, a.size) == (b.origin, b.size) and a.root != b.root:
        return f"the server signed two roots of {a.origin} at size {a.size}: {a.root} and {b.root}"
    return None


def contradiction(evidence: Evidence, logs: Mapping[str, Log]) -> str | None:
    """Return why the logs (by match) are another history than a mail shows, ``None`` if they are not."""
    log = logs.get(evidence.match)
    if log is None:
        return None
    if evidence.n > len(log.heads):
        return f"the log is closed before entry {evidence.n}, which a mail shows" if log.closed else None
    if log.heads[evidence.n - 1] != evidence.head:
        return f"a mail shows another head of entry {evidence.n}, and the server signed both: it keeps two histories"
    return None


def parted(one: Log, other: Log) -> int | None:
    """Return the first entry of which two logs of one match have two heads, ``None`` if one continues the other.

    >>> parted(Log(["a", "b"], closed=False), Log(["a", "c", "d"], closed=True))
    2
    >>> parted(Log(["a"], closed=False), Log(["a", "c", "d"], closed=True))
    """
    pairs = enumerate(zip(one.heads, other.heads, strict=False), 1)
    return next((n for n, (first, second) in pairs if first != second), None)


__all__ = ["Log", "contradiction", "fork", "parted", "signed_part"]
