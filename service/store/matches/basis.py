"""The basis of a step: it is written only if the match still stands as the step was computed from.

The length of the log and the number of acts say that nothing was added since. They do not say that it is the same: in a failover
a worker may read from a server that was replaced and did not know, and write to the one in its place. Both have as many
entries and acts, and not the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from service.store.values.encoding import encode


@dataclass(frozen=True)
class Basis:
    """The head of the log, and by field the SHA-1 of each act and message as they are stored, as the store can compute it.

    SHA-1 tells two histories apart here; nothing is proved by it.
    """

    head: str
    acts: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> bytes:
        """A digest that differs for every other basis."""
        return hashlib.sha1(encode(self.plan()).encode(), usedforsecurity=False).digest()

    def plan(self) -> dict[str, object]:
        """Return it as the script ``transition`` takes it: what was read has to stand in the second and third of its keys."""
        read = [
            [key, field, read] for key, fields in ((2, self.acts), (3, self.said)) for field, read in fields.items()
        ]
        return {"head": self.head, "acts": len(self.acts), "read": read}


def basis_of(head: str, acts: Mapping[str, str], said: Mapping[str, str]) -> Basis:
    """Return what a step will be computed from.

    :param acts: the match's acts as they are stored, by field.
    :param said: the messages that wait for a worker, likewise.
    """
    return Basis(head, *({field: _sum(value) for field, value in fields.items()} for fields in (acts, said)))


def _sum(stored: str) -> str:
    return hashlib.sha1(stored.encode(), usedforsecurity=False).hexdigest()


__all__ = ["Basis", "basis_of"]
