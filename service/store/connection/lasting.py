"""Confirm that what is read of a match is on replicas: nothing else is shown to anybody.

Whoever reads a step between its writing and its confirmation would hold a signed head of a history that is perhaps not
continued: a server that dies, or was cut off and did not know, takes the step with it. So what is new to this process is
confirmed before it is shown, acts included, because their receipts are shown. A confirmation holds for good.

Confirmation alone is not enough: another server may have taken over between the reading and the confirmation. So the one
that confirms also says that the match stands there as it was read.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from service.store.matches.basis import Basis

KNOWN = 10_000
"""How many matches are remembered; those that nobody has read for longest are confirmed anew."""


class Lasting:
    """By match, up to which entry of its log it is on replicas, and with which acts. Thread-safe."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, int] = OrderedDict()
        self._stands: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def unsure(self, lengths: Mapping[str, int]) -> list[str]:
        """Return which of these matches have entries that are not known to last."""
        with self._lock:
            return [match for match, n in lengths.items() if n > self._known.get(match, 0)]

    def unsure_as_read(self, read: Mapping[str, Basis]) -> list[str]:
        """Return which of these matches are not known to last as they were read."""
        with self._lock:
            return [match for match, basis in read.items() if self._stands.get(match) != basis.digest]

    def confirm_as_read(self, match: str, basis: Basis, n: int) -> None:
        """Note that a match, whose log has so many entries, lasts as it was read."""
        self.confirm({match: n})
        with self._lock:
            self._stands[match] = basis.digest
            self._stands.move_to_end(match)
            while len(self._stands) > KNOWN:
                self._stands.popitem(last=False)

    def confirm(self, lengths: Mapping[str, int]) -> None:
        """Note that so many entries of these matches last."""
        with self._lock:
            for match, n in lengths.items():
                self._known[match] = max(n, self._known.pop(match, 0))
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)


__all__ = ["Lasting"]
