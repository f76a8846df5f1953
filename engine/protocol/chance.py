"""Provably fair draws: labelled streams from one committed seed (protocol section 6).

The server commits to its seed before any player sends entropy; both together make the game seed. Each draw names a label
built from engine-assigned ids only, so neither side can try until it likes the result, and the offline verifier can
repeat every draw once the seed is published.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.protocol.bodies import Draw
from engine.protocol.canon import IDENTIFIER, b64, be32, be64, canonical, tagged_hash


def server_seed_commitment(match: str, server_seed: bytes) -> str:
    """Return ``ss1_...``, published in ``created`` before any entropy is accepted."""
    return "ss1_" + b64(tagged_hash("siegelpost/server-seed/v1", match.encode(), server_seed))


def entropy_commitment(match: str, seat: int, entropy: bytes) -> str:
    """Return ``se1_...``, published in ``joined``."""
    return "se1_" + b64(tagged_hash("siegelpost/entropy/v1", match.encode(), be32(seat), entropy))


def game_seed(
    server_seed: bytes, match: str, rules: str, entropies: Sequence[bytes | None], signature: bytes | None
) -> bytes:
    """Return the seed of all draws (section 12.2).

    :param entropies: of each seat, ``None`` for a silent one; :param signature: of the beacon's round, ``None`` without one.
    """
    facts = {
        "beacon": None if signature is None else b64(hashlib.sha256(signature).digest()),
        "entropies": [None if e is None else b64(e) for e in entropies],
        "match": match,
        "rules": rules,
    }
    return hmac.digest(server_seed, b"siegelpost/seed/v1\0" + canonical(facts), "sha256")


def state_key(seed: bytes, n: int) -> bytes:
    """Return ``k_n``, the salt of the state hash in log entry ``n`` (protocol section 7)."""
    return hmac.digest(seed, b"siegelpost/state-key/v1\0" + be64(n), "sha256")


def state_hash(seed: bytes, n: int, state: object) -> str:
    """Return the salted hash of a state as ``resolved`` carries it: it reveals nothing before the seed is published."""
    return b64(tagged_hash("siegelpost/state/v1", state_key(seed, n), canonical(state)))


T = TypeVar("T")


class LabelUsed(ValueError):
    """A draw label occurred twice: a bug in the rules, never a player's fault."""


class Stream:
    """The endless words of one label."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = self._generate(seed, label)

    @staticmethod
    def _generate(seed: bytes, label: str) -> Iterator[int]:
        prefix = b"siegelpost/draw/v1\0" + label.encode("ascii") + b"\0"
        block = 0
        while True:
            digest = hmac.digest(seed, prefix + be64(block), "sha256")
            for offset in range(0, 32, 4):
                yield int.from_bytes(digest[offset : offset + 4], "big")
            block += 1

    def below(self, n: int) -> int:
        """Return an unbiased number from 0 to ``n - 1`` for 1 <= n <= 2^32 by refusing words of the incomplete range."""
        limit = 2**32 // n * n
        while True:
            word = next(self._words)
            if word < limit:
                return word % n


class Draws:
    """The :class:`engine.contract.Chance` of one match step; remembers what was drawn, for the log.

    ``used`` are the labels of earlier steps of the match; a label that occurs again raises :class:`LabelUsed`.
    """

    def __init__(self, seed: bytes, used: frozenset[str] = frozenset()) -> None:
        self._seed = seed
        self._used = set(used)
        self.log: list[Draw] = []
        """``{"label", "values"}`` for public draws, ``{"label", "count"}`` for hidden ones, in the order of drawing."""

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        """Return ``count`` unbiased numbers below ``n``."""
        stream = self._open(label)
        values = [stream.below(n) for _ in range(count)]
        self._record(label, values, hidden)
        return values

    def shuffle(self, label: str, items: Sequence[T], *, hidden: bool = False) -> list[T]:
        """Return the items shuffled by Fisher-Yates from the end."""
        stream = self._open(label)
        order = list(items)
        values = []
        for i in range(len(order) - 1, 0, -1):
            j = stream.below(i + 1)
            values.append(j)
            order[i], order[j] = order[j], order[i]
        self._record(label, values, hidden)
        return order

    def _open(self, label: str) -> Stream:
        if not IDENTIFIER.fullmatch(label):
            raise ValueError(f"draw label {label!r} is not an identifier")
        if label in self._used:
            raise LabelUsed(label)
        self._used.add(label)
        return Stream(self._seed, label)

    def _record(self, label: str, values: list[int], hidden: bool) -> None:
        self.log.append({"label": label, "count": len(values)} if hidden else {"label": label, "values": values})
