"""``verify`` of several exports: two histories of one match that a server signed contradict each other, whatever each says."""

from __future__ import annotations

import json
from itertools import combinations
from typing import NamedTuple

from engine.protocol.log import read_export
from engine.verifier.evidence import Log, parted
from service.cli.table.match_facts import plain


class Fork(NamedTuple):
    """Two exports of one match that part at entry ``n``."""

    one: str
    other: str
    match: str
    n: int

    def in_words(self) -> str:
        """Return the verdict as a line of text."""
        return f"FAIL: {plain(self.one)} and {plain(self.other)}: {self._reason()}"

    def as_json(self) -> str:
        """Return the verdict as one JSON object."""
        told = {"files": [self.one, self.other], "match": self.match, "n": self.n, "reason": self._reason()}
        return json.dumps({**told, "verdict": "FAIL"}, sort_keys=True)

    def _reason(self) -> str:
        return f"the server signed two heads of entry {self.n} of match {self.match}: it keeps two histories"


class _Export(NamedTuple):
    name: str
    match: str
    server: str
    log: Log


class Histories:
    """The exports of one ``verify`` that hold by themselves, with all their signatures."""

    def __init__(self) -> None:
        self._exports: list[_Export] = []

    def add(self, name: str, match: str, server: str, export: bytes) -> None:
        """Note down an export whose heads were checked to be signed with a key of ``server``, whichever of its keys."""
        lines = list(read_export(export))
        log = Log([line["head"] for line in lines], lines[-1]["entry"]["type"] == "closed")
        self._exports.append(_Export(name, match, server, log))

    def forks(self) -> list[Fork]:
        """Return the pairs that contradict each other."""
        found = []
        for one, other in combinations(self._exports, 2):
            n = parted(one.log, other.log) if (one.match, one.server) == (other.match, other.server) else None
            if n is not None:
                found.append(Fork(one.name, other.name, one.match, n))
        return found


__all__ = ["Fork", "Histories"]
