"""Verify that witnesses saw an export: its head is a leaf of the log of all matches, at a checkpoint they cosigned.

The server's signature alone cannot show that there is no second export of the match for other readers.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.protocol.canon import unb64
from engine.protocol.log import read_export
from engine.transparency.checkpoint import Cosigned
from engine.transparency.merkle import BadProof
from engine.transparency.note import BadNote, CheckEd25519
from engine.transparency.policy import Policy, Untrusted
from engine.transparency.proof import parse_proof


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


__all__ = ["NotWitnessed", "TwoHistories", "Witnessed", "witnessed"]
