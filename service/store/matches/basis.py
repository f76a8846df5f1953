"""The basis of a step: the step is written only if the match is still as it was when the step was computed.

The length of the log and the number of acts show that nothing was added since, but not that it is the same history: in
a failover a worker may read from a server that was replaced without knowing it, and write to its successor. Both may
have equally many, but different, entries and acts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from service.store.values.encoding import encode


@dataclass(frozen=True)
class Basis:
    """The log's head, and by field the SHA-1 of each stored act and message, in a form that the store can compute.

    SHA-1 only distinguishes two histories here; it proves nothing.
    """

    head: str
    acts: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> bytes:
        """A digest that differs between bases."""
        return hashlib.sha1(encode(self.plan()).encode(), usedforsecurity=False).digest()

    def plan(self) -> dict[str, object]:
        """Return the basis as an argument of the script ``transition``: values that must be in the second and third of
        its keys."""
        read = [
            [key, field, read] for key, fields in ((2, self.acts), (3, self.said)) for field, read in fields.items()
        ]
        return {"head": self.head, "acts": len(self.acts), "read": read}


def basis_of(head: str, acts: Mapping[str, str], said: Mapping[str, str]) -> Basis:
    """Return the basis for computing a step.

    :param acts: the match's stored acts, by field.
    :param said: the stored messages that wait for a worker, likewise.
    """
    return Basis(head, *({field: _sum(value) for field, value in fields.items()} for fields in (acts, said)))


def _sum(stored: str) -> str:
    return hashlib.sha1(stored.encode(), usedforsecurity=False).hexdigest()


__all__ = ["Basis", "basis_of"]
