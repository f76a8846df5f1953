"""What one viewer could see at every step of a match, packed: a worker makes it, the API reads it. Pure.

The views of one match are alike, so several together are compressed to a tenth of what each takes by itself; they are read
without those before them.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from engine.contract import View

TOGETHER = 16
"""Views that are compressed together."""


@dataclass(frozen=True)
class Moments:
    """The views of one viewer. ``through`` is the log's last entry that they go to, ``steps`` the entries that changed the
    game, rising; ``refused``: the match cannot be played again here.
    """

    through: int
    steps: list[int]
    packed: bytes = b""
    lengths: tuple[int, ...] = ()
    refused: bool = False

    def view(self, n: int) -> View | None:
        """Return what the viewer could see when the log had ``n`` entries; ``None`` before the deal."""
        place = bisect_right(self.steps, n) - 1
        if place < 0:
            return None
        ends = list(accumulate(self.lengths, initial=0))
        start, end = ends[place // TOGETHER : place // TOGETHER + 2]
        views: list[View] = json.loads(zlib.decompress(self.packed[start:end]))
        return views[place % TOGETHER]

    def to_bytes(self) -> bytes:
        """Return them as :func:`from_bytes` reads them: one line of JSON, then the compressed views."""
        head = {"through": self.through, "steps": self.steps, "lengths": self.lengths, "refused": self.refused}
        return json.dumps(head, separators=(",", ":")).encode() + b"\n" + self.packed


def moments(seen: Iterable[tuple[int, View]], through: int) -> Moments:
    """Return the moments of views with the entries after which they were seen."""
    steps: list[int] = []
    pieces: list[bytes] = []
    together: list[View] = []
    for n, view in seen:
        steps.append(n)
        together.append(view)
        if len(together) == TOGETHER:
            pieces.append(_compressed(together))
            together = []
    if together:
        pieces.append(_compressed(together))
    return Moments(through, steps, b"".join(pieces), tuple(map(len, pieces)))


def from_bytes(stored: bytes) -> Moments:
    """Return moments as :meth:`Moments.to_bytes` wrote them; :raises ValueError: for anything else."""
    head, _, packed = stored.partition(b"\n")
    facts = json.loads(head)
    if not isinstance(facts, dict) or facts.keys() != {"through", "steps", "lengths", "refused"}:
        raise ValueError("these are no moments of a match")
    return Moments(facts["through"], facts["steps"], packed, tuple(facts["lengths"]), facts["refused"])


def _compressed(views: list[View]) -> bytes:
    return zlib.compress(json.dumps(views, separators=(",", ":")).encode())


__all__ = ["Moments", "from_bytes", "moments"]
