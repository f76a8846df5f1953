"""Dangers to acknowledged writes: reasons for the store to refuse any, and whether what was read is on replicas.

Settings that would forget what was acknowledged, replicas that are missing, a file that could not be written, a full disk or
memory. A server that is reached by a socket is on this machine, and so is its disk.

Whoever reads a step between its writing and its confirmation would hold a signed head of a history that is perhaps not
continued: a server that dies, or was cut off and did not know, takes the step with it. So what is new to this process is
confirmed before it is shown, acts included, because their receipts are shown. A confirmation holds for good.

Confirmation alone is not enough: another server may have taken over between the reading and the confirmation. So the one
that confirms also says that the match stands there as it was read.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from redis.exceptions import ResponseError

from service.store.connection.commands import Command
from service.store.connection.one import ALONE
from service.store.disk.room import lacks_room
from service.store.matches.basis import Basis

DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "no-appendfsync-on-rewrite": "no",
}
"""The settings that keep acknowledged writes from being lost on this machine."""
LARGEST_INTSET = ("set-max-intset-entries", 16_384)
"""Up to so many members a set of numbers is kept packed (eight bytes each): what is remembered of a match that lasts long."""
UNVERIFIED = "unverified"
"""What a danger says that may be none."""
SILENT = "does not answer"
"""What a danger says of a server of a cluster that is away: what the others keep is not concerned."""

Ask = Callable[[Command], Any]


def dangers_of(ask: Ask, name: str, replicas: int, *, here: bool) -> list[str]:
    """Return what endangers what one server acknowledges, or keeps it from acknowledging anything.

    :param ask: asks the server.
    :param name: what the server is called: in a cluster more is demanded.
    :param replicas: on so many an act has to be before it is acknowledged.
    :param here: the server runs on this machine.
    """
    wanted = dict(DURABLE)
    if replicas:
        wanted["min-replicas-to-write"] = str(replicas)
    if name != ALONE:
        wanted["cluster-require-full-coverage"] = "no"
    found, needed, folder = [], "0", None
    try:
        for setting, value in wanted.items():
            held = _setting(ask(("CONFIG", "GET", setting)), setting)
            enough = held == value or (
                setting == "min-replicas-to-write" and held is not None and int(held) > int(value)
            )
            if not enough:
                found.append(f"{setting} is {held or 'unknown'}: set it to {value}")
        needed = _setting(ask(("CONFIG", "GET", "min-replicas-to-write")), "min-replicas-to-write") or "0"
        folder = _setting(ask(("CONFIG", "GET", "dir")), "dir") if here else None
    except ResponseError:
        found = [f"the server does not allow CONFIG GET: its durability is {UNVERIFIED}"]
    full = lacks_room(folder) if folder is not None else None
    if full is not None:
        return [*found, f"{full}; nothing is written until there is room again, and then by itself"]
    return found + _check_file(ask) + _check_memory(ask) + _check_role(ask, replicas, int(needed))


def wasteful(ask: Ask) -> str | None:
    """Return why one server needs more memory than it must for what long matches remember, or None."""
    name, wanted = LARGEST_INTSET
    try:
        held = _setting(ask(("CONFIG", "GET", name)), name)
    except ResponseError:
        return f"the server does not allow CONFIG GET: whether {name} is {wanted} is {UNVERIFIED}"
    if held is not None and int(held) >= wanted:
        return None
    return f"{name} is {held or 'unknown'}: set it to {wanted}, or long matches take more memory"


def facts_of(told: Any) -> dict[str, Any]:
    """Return a section of INFO by name, taken apart or not yet."""
    if isinstance(told, dict):
        return told
    text = told.decode("utf-8") if isinstance(told, bytes) else told
    return dict(line.split(":", 1) for line in text.split() if ":" in line)


def _check_file(ask: Ask) -> list[str]:
    """Return what the server says of its file. That it cut the file while loading, no server says (see README)."""
    failed = str(facts_of(ask(("INFO", "persistence"))).get("aof_last_write_status", "ok")) != "ok"
    return ["the server's last write to its append-only file failed: look at its log and its disk"] if failed else []


def _check_memory(ask: Ask) -> list[str]:
    """Return whether the server has used up the memory that it may use; then it refuses whatever needs more."""
    facts = facts_of(ask(("INFO", "memory")))
    limit = int(facts.get("maxmemory") or 0)
    counted = int(facts.get("used_memory", 0)) - int(facts.get("mem_not_counted_for_evict", 0))
    if not limit or counted <= limit:
        return []
    return [
        f"the server's memory is full ({counted >> 20} MB used, maxmemory is {limit >> 20} MB): nothing is written until "
        "maxmemory is raised, and then by itself"
    ]


def _check_role(ask: Ask, replicas: int, needed: int) -> list[str]:
    """Return whether the server takes writes, and has the replicas that are asked for."""
    facts = facts_of(ask(("INFO", "replication")))
    if facts.get("role") == "slave":
        return ["the server is a replica and takes no writes: name the primary, or Sentinels that know it"]
    there = int(facts.get("connected_slaves", 0))
    if there < replicas:
        return [f"{there} of {replicas} replicas are connected: no write is acknowledged"]
    if there < needed:
        return [f"min-replicas-to-write is {needed}, and {there} replicas are connected: no write is taken"]
    return []


def _setting(told: Any, name: str) -> str | None:
    """Return the value in an answer to CONFIG GET, ``None`` when the server does not know the setting."""
    pairs = told if isinstance(told, dict) else dict(zip(told[::2], told[1::2], strict=True))
    plain = {_text(key): _text(value) for key, value in pairs.items()}
    return plain.get(name)


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


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


__all__ = ["DURABLE", "LARGEST_INTSET", "SILENT", "UNVERIFIED", "Lasting", "dangers_of", "facts_of", "wasteful"]
