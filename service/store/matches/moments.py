"""Views or states at earlier steps and sealed moves, which workers read and keep for a short while.

Of a match that goes on, each viewer has the views of its own. Of a closed one, whose seed is published, the states are kept
once for all viewers (:data:`STATES`); beside a match in the archive they stay, so that it is played again only once.

The views of one match are alike, so several together are compressed to a tenth of what each takes by itself; they are read
without those before them.
"""

from __future__ import annotations

import json
import logging
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.contract import View
from service.store import keys
from service.store.archive.file import name_of
from service.store.archive.folder import ArchiveTrouble
from service.store.archive.reading import ReadsArchive
from service.store.connection.connect import Client
from service.store.values.reading import reading

TOGETHER = 16
"""Views that are compressed together."""
STATES = -1
"""In place of a seat: the states of a closed match themselves."""
MOST_BYTES = 64 << 20
"""Bytes read of a file of states; the longest matches have some hundred thousand."""

log = logging.getLogger("siegelpost.store")


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
        head = {
            "through": self.through,
            "steps": self.steps,
            "lengths": self.lengths,
            "refused": self.refused,
            "crc": zlib.crc32(self.packed),
        }
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
    if not isinstance(facts, dict) or facts.keys() != {"through", "steps", "lengths", "refused", "crc"}:
        raise ValueError("these are no moments of a match")
    if facts["crc"] != zlib.crc32(packed):
        raise ValueError("these are no moments of a match")
    return Moments(facts["through"], facts["steps"], packed, tuple(facts["lengths"]), facts["refused"])


def _compressed(views: list[View]) -> bytes:
    return zlib.compress(json.dumps(views, separators=(",", ":")).encode())


KEPT = 300
"""Seconds for which they are kept: a reader who steps on after that has the match played again."""
REFUSED_KEPT = 60
"""The same for a match that could not be played again, which a newer release may be able to do."""
ASKED = 20
"""Seconds after which a replay that nobody has made may be asked for once more: the job may be lost."""


class Replays(ReadsArchive):
    """Replays of matches, each for one viewer: a seat, or a spectator (``None``); of closed ones :data:`STATES`."""

    def ask_for_replay(self, match: str, seat: int | None) -> bool:
        """Note that a replay is asked for; ``False``: somebody has done so a moment ago."""
        return self._ask(("SET", keys.replay_asked(match, seat), "1", "NX", "EX", ASKED)) is not None

    def take_back_replay(self, match: str, seat: int | None) -> None:
        """Note that a replay is not asked for after all."""
        self._ask(("DEL", keys.replay_asked(match, seat)))

    def keep_replay(self, match: str, seat: int | None, found: Moments) -> None:
        """Keep a replay instead of an earlier one, and note that it is no longer asked for."""
        life = REFUSED_KEPT if found.refused else KEPT
        self._ask_many(
            [("SET", keys.replay(match, seat), found.to_bytes(), "EX", life), ("DEL", keys.replay_asked(match, seat))]
        )
        if seat == STATES and not found.refused and self._archiving and self.archived_at(match) is not None:
            try:
                self._archiving.archive.keep_segment(_file_of(match), found.to_bytes())
            except ArchiveTrouble as error:
                log.error("the states of match %s are not kept in the archive: %s", match, error)

    def replay(self, match: str, seat: int | None) -> Moments | None:
        """Return the replay for a viewer, if there is one."""
        stored = self._ask(("GET", keys.replay(match, seat)))
        if stored is None and seat == STATES and self._archiving:
            stored = self._archiving.archive.segment(_file_of(match), 0, MOST_BYTES)
        if stored is None:
            return None
        with reading(f"replay of match {match}"):
            return from_bytes(stored)

    def replays_asked(self, names: Sequence[str]) -> list[bool]:
        """Return which of these replays, by their keys of :func:`service.store.keys.replay_asked`, are still asked for."""
        return [bool(one) for one in self._ask_many([("EXISTS", name) for name in names])]


def _file_of(match: str) -> str:
    """Return the name of the file of a match's states in an archive, beside that of the match."""
    return name_of(match).partition(".")[0] + ".states"


RECALL_KEPT = 60
"""Seconds for which one is kept, for a request that was lost."""


class Recalls(Client):
    """Sealed moves on their way back to whoever sealed them, each for one token."""

    def ask_for_recall(self, match: str, token: str) -> bool:
        """Note that a sealed move is asked for; ``False``: that has been done a moment ago."""
        return self._ask(("SET", keys.recall_asked(match, token), "1", "NX", "EX", ASKED)) is not None

    def take_back_recall(self, match: str, token: str) -> None:
        """Note that it is not asked for after all."""
        self._ask(("DEL", keys.recall_asked(match, token)))

    def keep_recall(self, match: str, token: str, kept: str) -> None:
        """Keep a move, locked as by :func:`service.keys.signing.keep`, and note that it is no longer asked for."""
        self._ask_many(
            [("SET", keys.recalled(match, token), kept, "EX", RECALL_KEPT), ("DEL", keys.recall_asked(match, token))]
        )

    def recalled(self, match: str, token: str) -> str | None:
        """Return what is kept for a token, if anything is."""
        stored = self._ask(("GET", keys.recalled(match, token)))
        return stored.decode("ascii", "replace") if isinstance(stored, bytes) else stored


__all__ = ["STATES", "Moments", "Recalls", "Replays", "from_bytes", "moments"]
