"""The audit book: actions of operators in order. Entries can be added and read, never changed.

An entry is written before the action, so every action has one; an entry without effect records an attempt. It names
accounts and matches by their ids and never contains an email address, so it may stay when an account is deleted.

Each entry holds the hash of the one before, and its own over all its content: changing, removing or inserting one with
a Redis client breaks the chain. Anybody who can write to Redis can also rewrite the whole chain, or cut off its end;
that shows only if the hash of an entry was kept elsewhere.
"""

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.protocol.canon import canonical
from service.store import StoreUnavailable, Unreadable, keys
from service.store.connection.connect import Client
from service.store.connection.scripts import AUDIT, Call
from service.store.values import reading, text, texts

TRIES = 20
AT_ONCE = 500
NOTHING = hashlib.sha256().hexdigest()
"""The hash to which the first entry is chained."""

log = logging.getLogger("siegelpost.audit")


@dataclass(frozen=True)
class AuditEntry:
    """One action of an operator: when (ms), who, which command, about which account or match, and why.

    ``n`` is its number, from 1, ``via`` the way it came (``machine``, or the id of a token), ``prev`` the hash of the
    entry before (for the first, :data:`NOTHING`) and ``hash`` its own.
    """

    at: int
    who: str
    what: str
    about: str
    why: str
    n: int
    via: str
    prev: str
    hash: str = ""

    def own_hash(self) -> str:
        """Return the hash over the entry's content (hexadecimal)."""
        said = {name: getattr(self, name) for name in ("n", "prev", "at", "who", "what", "about", "why", "via")}
        return hashlib.sha256(canonical(said)).hexdigest()


class Audited(NamedTuple):
    """A page of the book: entries, the newest first, and the place where older ones continue (None if there are none)."""

    entries: list[AuditEntry]
    older: str | None


@dataclass(frozen=True)
class Chain:
    """Result of checking the book: the number of entries, the hash of the last, and the first fault in words.

    ``place``: where the last entry is, so that a later check can go on behind it.
    """

    entries: int
    end: str
    fault: str | None
    place: str = ""


class Audit(Client):
    """The operators' book."""

    def note(self, *, who: str, what: str, about: str = "", why: str = "", via: str = "machine") -> AuditEntry:
        """Add an entry; :raises StoreUnavailable: when it is unknown whether it was added, in which case the action
        must not be done."""
        for _ in range(TRIES):
            end = text(self._ask(("GET", keys.audit_end())) or b"")
            n, _, prev = end.partition(" ") if end else ("0", "", NOTHING)
            bare = AuditEntry(self.now(), who, what, about, why, int(n) + 1, via, prev)
            entry = AuditEntry(**{**vars(bare), "hash": bare.own_hash()})
            fields = [str(part) for pair in vars(entry).items() for part in pair]
            args = [end, f"{entry.n} {entry.hash}", *fields]
            if self._run(Call(AUDIT, [keys.audit(), keys.audit_end()], args), again=False):
                log.info("audit entry %d %s", entry.n, entry.hash)
                return entry
        raise StoreUnavailable("other operators write to the audit log all the time")

    def audited(self, most: int) -> list[AuditEntry]:
        """Return the newest entries, from old to new."""
        return list(reversed(self.audit_page(None, most).entries))

    def audit_page(self, before: str | None, most: int) -> Audited:
        """Return up to ``most`` entries, the newest first, older than a place returned with an earlier page."""
        start = "+" if before is None else f"({before}"
        reply: list[Any] = self._ask(("XREVRANGE", keys.audit(), start, "-", "COUNT", most))
        entries = [_entry(fields) for _, fields in reply]
        return Audited(entries, text(reply[-1][0]) if len(reply) == most else None)

    def check_audit(self, known: Chain | None = None) -> Chain:
        """Check every entry of the book against the one before; the cost grows with the entries that are checked.

        :param known: the result of an earlier check: if its last entry is still there, only those behind it are checked.
        """
        stored = text(self._ask(("GET", keys.audit_end())) or b"")
        known = known if known is not None and self._stands(known) else None
        count, end, place = (0, NOTHING, "") if known is None else (known.entries, known.end, known.place)
        try:
            for at, entry in self._entries_after(place):
                if (entry.n, entry.prev, entry.own_hash()) != (count + 1, end, entry.hash):
                    return Chain(count, end, f"the entry after {count} is not the one that was written there", place)
                count, end, place = entry.n, entry.hash, at
        except Unreadable:
            return Chain(count, end, f"an entry after {count} cannot be read", place)
        fault = None if (f"{count} {end}" if count else "") == stored else f"entries after {count} are missing"
        return Chain(count, end, fault, place)

    def _stands(self, known: Chain) -> bool:
        """Return whether the last entry of an earlier check is as it was then."""
        if known.fault is not None or not known.place:
            return False
        try:
            found = [_entry(fields) for _, fields in self._ask(("XRANGE", keys.audit(), known.place, known.place))]
        except Unreadable:
            return False
        return [(one.n, one.hash, one.own_hash()) for one in found] == [(known.entries, known.end, known.end)]

    def _entries_after(self, place: str) -> Iterator[tuple[str, AuditEntry]]:
        start = f"({place}" if place else "-"
        while reply := self._ask(("XRANGE", keys.audit(), start, "+", "COUNT", AT_ONCE)):
            yield from ((text(at), _entry(fields)) for at, fields in reply)
            start = f"({text(reply[-1][0])}"


def _entry(fields: Any) -> AuditEntry:
    pairs = fields if isinstance(fields, dict) else dict(zip(fields[::2], fields[1::2], strict=True))
    told = texts("an audit entry", pairs)
    with reading("an audit entry"):
        words = {name: told[name] for name in ("who", "what", "about", "why", "via", "prev", "hash")}
        return AuditEntry(at=int(told["at"]), n=int(told["n"]), **words)
