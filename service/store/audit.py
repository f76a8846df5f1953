"""What operators did, in the order in which they did it. Entries are added and read, never changed: nothing here can.

An entry is written before the thing is done, so whatever was done has one; one without effect was tried. It names accounts and
matches by their ids and never repeats a mail address, so it may stay when an account goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from service.store import keys
from service.store.connect import Client, text, texts


@dataclass(frozen=True)
class AuditEntry:
    """One thing an operator did: when (ms), who, which command, about which account or match, and why."""

    at: int
    who: str
    what: str
    about: str
    why: str


class Audit(Client):
    """The operators' book."""

    def note(self, *, who: str, what: str, about: str = "", why: str = "") -> None:
        """Add an entry; :raises StoreUnavailable: when it is not known whether it was added. Then nothing must be done."""
        fields = ("who", who, "what", what, "about", about, "why", why)
        self._attempt(lambda: self._execute("XADD", keys.audit(), "*", *fields), again=False)

    def audited(self, most: int) -> list[AuditEntry]:
        """Return the newest entries, the oldest of them first."""
        reply: list[Any] = self._ask(("XREVRANGE", keys.audit(), "+", "-", "COUNT", most))
        return [_entry(position, fields) for position, fields in reversed(reply)]


def _entry(position: bytes, fields: Any) -> AuditEntry:
    pairs = fields if isinstance(fields, dict) else dict(zip(fields[::2], fields[1::2], strict=True))
    told = texts("an audit entry", pairs)
    at = int(text(position).partition("-")[0])
    return AuditEntry(at, *(told.get(name, "") for name in ("who", "what", "about", "why")))


__all__ = ["Audit", "AuditEntry"]
