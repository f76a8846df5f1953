"""Dangers to acknowledged writes: reasons for the store to refuse writes, and whether data just read is on replicas.

They are settings that could lose acknowledged writes, missing replicas, a file that could not be written, a full disk
or full memory. A server reached by a socket is on this machine, and so is its disk.

A reader of a step between its writing and its confirmation would hold a signed head of a history that may not continue:
a server that dies, or was cut off without knowing it, loses the step. So everything new to this process is confirmed
before it is shown, including acts, because their receipts are shown. A confirmation holds for good.

Confirmation alone is not enough: another server may have taken over between the reading and the confirmation. So the
confirming server also verifies that it has the match as it was read.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from redis.exceptions import ResponseError

from service.store.append_only import lacks_room
from service.store.connection.one import ALONE
from service.store.connection.scripts import Command
from service.store.records import Basis

DURABLE = {
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "no-appendfsync-on-rewrite": "no",
}
"""Settings that keep acknowledged writes from being lost on this machine."""
LARGEST_INTSET = ("set-max-intset-entries", 16_384)
"""The most members up to which a set of numbers is kept packed (eight bytes each); long matches need that much."""
UNVERIFIED = "unverified"
"""Marks a danger that could not be verified."""
SILENT = "does not answer"
"""Marks the danger that a server of a cluster is away, which does not concern data on the others."""
HALF_RESTORED = (
    "a restore into its servers has not ended, or was interrupted: empty them with FLUSHALL, and restore again"
)
"""The danger of a store that holds a part of a backup only."""
NO_SPARE = (
    "no replica is left to spare: if one more is lost, nothing is written; bring the missing machine back, or a new one"
)
"""The warning where writes are acknowledged, but the loss of one more server would end that."""

Ask = Callable[[Command], Any]


def dangers_of(ask: Ask, name: str, replicas: int, *, here: bool) -> list[str]:
    """Return the dangers to acknowledged writes on one server.

    :param ask: a function that asks the server.
    :param name: the server's name: in a cluster the requirements are stricter.
    :param replicas: the replicas that must have an act before it is acknowledged.
    :param here: whether the server runs on this machine.
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
    """Return why one server wastes memory on the sets of long matches, or None."""
    name, wanted = LARGEST_INTSET
    try:
        held = _setting(ask(("CONFIG", "GET", name)), name)
    except ResponseError:
        return f"the server does not allow CONFIG GET: whether {name} is {wanted} is {UNVERIFIED}"
    if held is not None and int(held) >= wanted:
        return None
    return f"{name} is {held or 'unknown'}: set it to {wanted}, or long matches take more memory"


def facts_of(told: Any) -> dict[str, Any]:
    """Return a section of INFO as a dictionary, whether it is parsed already or not."""
    if isinstance(told, dict):
        return told
    text = told.decode("utf-8") if isinstance(told, bytes) else told
    return dict(line.split(":", 1) for line in text.split() if ":" in line)


def _check_file(ask: Ask) -> list[str]:
    """Return the dangers in the server's file as it reports them. (It never reports that it truncated the file while
    loading, see README.)"""
    failed = str(facts_of(ask(("INFO", "persistence"))).get("aof_last_write_status", "ok")) != "ok"
    return ["the server's last write to its append-only file failed: look at its log and its disk"] if failed else []


def _check_memory(ask: Ask) -> list[str]:
    """Return whether the server has used up its memory, after which it refuses anything that needs more."""
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
    """Return whether the server accepts writes, and has the required replicas."""
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
    """Return the value in an answer to CONFIG GET, or None if the server does not know the setting."""
    pairs = told if isinstance(told, dict) else dict(zip(told[::2], told[1::2], strict=True))
    plain = {_text(key): _text(value) for key, value in pairs.items()}
    return plain.get(name)


def _text(value: bytes | str) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


KNOWN = 10_000
"""The most matches that are remembered; those read least recently are confirmed again."""


class Lasting:
    """For each match, the entry up to which it is confirmed on replicas, and with which acts. Thread-safe."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, int] = OrderedDict()
        self._stands: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def unsure(self, lengths: Mapping[str, int]) -> list[str]:
        """Return which of these matches have entries not yet confirmed."""
        with self._lock:
            return [match for match, n in lengths.items() if n > self._known.get(match, 0)]

    def unsure_as_read(self, read: Mapping[str, Basis]) -> list[str]:
        """Return which of these matches are not confirmed as they were read."""
        with self._lock:
            return [match for match, basis in read.items() if self._stands.get(match) != basis.digest]

    def confirm_as_read(self, match: str, basis: Basis, n: int) -> None:
        """Record that a match, with this many log entries, is confirmed as it was read."""
        self.confirm({match: n})
        with self._lock:
            self._stands[match] = basis.digest
            self._stands.move_to_end(match)
            while len(self._stands) > KNOWN:
                self._stands.popitem(last=False)

    def confirm(self, lengths: Mapping[str, int]) -> None:
        """Record that this many entries of these matches are confirmed."""
        with self._lock:
            for match, n in lengths.items():
                self._known[match] = max(n, self._known.pop(match, 0))
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)
