"""Checkpoints of the log of all matches: two that contradict each other prove a fork, and witnesses saw an export.

What counts is fixed in protocol section 13. A checkpoint proves something only by the server's signature in it; whatever
else is given is passed over, so nobody is accused by a text that anybody could write.

The server's signature alone cannot show that there is no second export of the match for other readers.

Mails are held against a log and against each other: the server may have signed two statements of which only one can be true. A
mail proves something only by the server's signature in it; whether a reader has changed the rest of its text does not matter.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.protocol.canon import LARGEST, unb64
from engine.protocol.evidence import Evidence, SignedCheckpoint
from engine.protocol.log import read_export
from engine.protocol.seal import head_bytes
from engine.transparency.checkpoint import Cosigned, signed_checkpoint
from engine.transparency.merkle import BadProof
from engine.transparency.note import DASH, ED25519, BadNote, CheckEd25519, VerifierKey, key_id
from engine.transparency.note import unb64 as note_unb64
from engine.transparency.policy import Policy, Untrusted
from engine.transparency.proof import parse_proof
from engine.verifier.transcript import CheckSignature


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
    """Return why the logs (by match) contradict the history that a mail shows, or None if they do not."""
    log = logs.get(evidence.match)
    if log is None:
        return None
    if evidence.n > len(log.heads):
        return f"the log is closed before entry {evidence.n}, which a mail shows" if log.closed else None
    if log.heads[evidence.n - 1] != evidence.head:
        return f"a mail shows another head of entry {evidence.n}, and the server signed both: it keeps two histories"
    return None


def parted(one: Log, other: Log) -> int | None:
    """Return the first entry for which two logs of one match have different heads, or None if one continues the other.

    >>> parted(Log(["a", "b"], closed=False), Log(["a", "c", "d"], closed=True))
    2
    >>> parted(Log(["a"], closed=False), Log(["a", "c", "d"], closed=True))
    """
    pairs = enumerate(zip(one.heads, other.heads, strict=False), 1)
    return next((n for n, (first, second) in pairs if first != second), None)


@dataclass(frozen=True)
class Witnessed:
    """A head of an export that is in the log: after which entry, in a tree of which log and size, and who saw that when."""

    n: int
    origin: str
    size: int
    seen: tuple[Cosigned, ...]


class NotWitnessed(ValueError):
    """The evidence does not meet the policy; the export may still be valid. The message says what is missing."""


class TwoHistories(ValueError):
    """The log, as the policy demands it, has another head for an entry of the export: the server keeps two histories."""

    def __init__(self, n: int) -> None:
        super().__init__(f"the witnessed log has another head for entry {n}: the server keeps two histories")
        self.n = n


def witnessed(export: bytes, match: str, proof: bytes, policy: Policy, check: CheckEd25519) -> Witnessed:
    """Hold a verified export against a proof (c2sp.org/tlog-proof) of one of its entries.

    :raises NotWitnessed: when the proof is none, is of something else, or does not satisfy the policy.
    :raises TwoHistories: when it does, and contradicts the export.
    """
    try:
        given = parse_proof(proof)
        given.check()
        checkpoint, seen = policy.judge(given.note, check)
    except (BadNote, BadProof, Untrusted) as error:
        raise NotWitnessed(str(error)) from error
    if given.leaf.match != match:
        raise NotWitnessed(f"the proof is of match {given.leaf.match}")
    heads = [unb64(line["head"]) for line in read_export(export)]
    if given.leaf.n > len(heads):
        raise NotWitnessed(f"the witnessed log has entry {given.leaf.n} of the match, the export ends before it")
    if given.leaf.head != heads[given.leaf.n - 1]:
        raise TwoHistories(given.leaf.n)
    return Witnessed(given.leaf.n, checkpoint.origin, checkpoint.size, tuple(seen))


FORM = re.compile(
    rf"(?P<origin>[!-*,-~]{{1,255}})\n(?P<size>0|[1-9][0-9]{{0,15}})\n(?P<root>[A-Za-z0-9+/]{{43}}=)\n\n"
    rf"{DASH}(?P=origin) (?P<note>[A-Za-z0-9+/]{{91}}=)\n"
)


def checkpoint_beside(item: object, key: str, check: CheckSignature) -> SignedCheckpoint | None:
    """Return the checkpoint beside a receipt, ``None`` if there is none that the server signed.

    :param item: what is given as a receipt, of any form.
    :param key: the server's public key (base64url), which ``check`` trusts.
    """
    text = item.get("checkpoint") if isinstance(item, Mapping) else None
    found = FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None or int(found["size"]) > LARGEST:
        return None
    try:
        root, signed = note_unb64(found["root"]), note_unb64(found["note"])
    except BadNote:
        return None
    origin, body = found["origin"], found[0].partition("\n\n")[0] + "\n"
    if len(root) != 32 or signed[:4] != key_id(origin, ED25519, unb64(key)) or not check(body.encode(), signed[4:]):
        return None
    return SignedCheckpoint(origin, int(found["size"]), found["root"], found["note"])


def forked(shown: Iterable[SignedCheckpoint]) -> str | None:
    """Return why signed checkpoints contradict each other, ``None`` if no two of them do."""
    known: dict[tuple[str, int], str] = {}
    for one in shown:
        root = known.setdefault((one.origin, one.size), one.root)
        if root != one.root:
            return f"the server signed two roots of {one.origin} at size {one.size}: {root} and {one.root}"
    return None
