"""Results that workers compute for those who ask: views and states at earlier steps, sealed moves, reviews, hints.

For a running match, each viewer has its own views. For a closed one, whose seed is published, the states are stored once for
all viewers (:data:`STATES`). An archived match keeps them, so it is replayed only once.

The views of one match are similar, so several are compressed together, to a tenth of their size one by one; each such group
can be read by itself.

A review is stored while it grows, and another worker can continue it. An archived match keeps its review, so it is made only
once; in the store it is kept for :data:`REVIEW_KEPT`.
"""

import json
import logging
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate

from engine.contract import Json, Move, View
from service.store import keys
from service.store.archive.folder import ArchiveTrouble, name_of
from service.store.archive.reading import ReadsArchive
from service.store.connection.connect import Client
from service.store.values import reading

TOGETHER = 16
"""Views compressed together."""
STATES = -1
"""The states of a closed match themselves, in place of a seat."""
MOST_BYTES = 64 << 20
"""The most bytes read from a file of states; the longest matches have some hundred thousand."""

log = logging.getLogger("siegelpost.store")


@dataclass(frozen=True)
class Moments:
    """The views of one viewer. ``through`` is the last log entry that they cover, ``steps`` are the entries that
    changed the game, ascending; ``refused``: the match cannot be replayed here.
    """

    through: int
    steps: list[int]
    packed: bytes = b""
    lengths: tuple[int, ...] = ()
    refused: bool = False

    def view(self, n: int) -> View | None:
        """Return what the viewer could see when the log had ``n`` entries, or None before the deal."""
        place = bisect_right(self.steps, n) - 1
        if place < 0:
            return None
        ends = list(accumulate(self.lengths, initial=0))
        start, end = ends[place // TOGETHER : place // TOGETHER + 2]
        views: list[View] = json.loads(zlib.decompress(self.packed[start:end]))
        return views[place % TOGETHER]

    def to_bytes(self) -> bytes:
        """Return the moments in the format of :func:`from_bytes`: one line of JSON, then the compressed views."""
        head = {
            "through": self.through,
            "steps": self.steps,
            "lengths": self.lengths,
            "refused": self.refused,
            "crc": zlib.crc32(self.packed),
        }
        return json.dumps(head, separators=(",", ":")).encode() + b"\n" + self.packed


def moments(seen: Iterable[tuple[int, View]], through: int) -> Moments:
    """Return moments from views and the entries after which they were seen."""
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
        raise ValueError("this is not a list of a match's moments")
    if facts["crc"] != zlib.crc32(packed):
        raise ValueError("this is not a list of a match's moments")
    return Moments(facts["through"], facts["steps"], packed, tuple(facts["lengths"]), facts["refused"])


def _compressed(views: list[View]) -> bytes:
    return zlib.compress(json.dumps(views, separators=(",", ":")).encode())


KEPT = 300
"""Seconds for which views are kept: a reader who continues later has the match replayed."""
REFUSED_KEPT = 60
"""The same for a match that could not be replayed, which a newer release may be able to do."""
ASKED = 20
"""Seconds after which something unfinished may be requested again: the job may be lost."""


class Errands(Client):
    """Requests for what workers compute and store, by keys such as :func:`service.store.keys.replay_asked`."""

    def request_work(self, name: str, seconds: int = ASKED) -> bool:
        """Record a request for so long; return ``False`` if there is one."""
        return self._ask(("SET", name, "1", "NX", "EX", seconds)) is not None

    def withdraw_work(self, name: str) -> None:
        """End or withdraw a request."""
        self._ask(("DEL", name))

    def work_requested(self, names: Sequence[str]) -> list[bool]:
        """Return which of these are still requested."""
        return [bool(one) for one in self._ask_many([("EXISTS", name) for name in names])]


class Replays(ReadsArchive):
    """Replays of matches, each for one viewer: a seat, or a spectator (None); for closed ones :data:`STATES`."""

    def keep_replay(self, match: str, seat: int | None, found: Moments) -> None:
        """Store a replay in place of an earlier one, and end its request."""
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
        """Return the stored replay for a viewer, if any."""
        stored = self._ask(("GET", keys.replay(match, seat)))
        if stored is None and seat == STATES and self._archiving:
            stored = self._archiving.archive.segment(_file_of(match), 0, MOST_BYTES)
        if stored is None:
            return None
        with reading(f"replay of match {match}"):
            return from_bytes(stored)


def _file_of(match: str) -> str:
    """Return the name of the file with a match's states in an archive, beside that of the match."""
    return name_of(match).partition(".")[0] + ".states"


RECALL_KEPT = 60
"""Seconds for which a recalled move is kept, in case the request was lost."""


class Recalls(Client):
    """Sealed moves on their way back to their players, each for one token."""

    def keep_recall(self, match: str, token: str, kept: str) -> None:
        """Store a move, encrypted by :func:`service.keys.signing.keep`, and end its request."""
        self._ask_many(
            [("SET", keys.recalled(match, token), kept, "EX", RECALL_KEPT), ("DEL", keys.recall_asked(match, token))]
        )

    def recalled(self, match: str, token: str) -> str | None:
        """Return the move stored for a token, if any."""
        stored = self._ask(("GET", keys.recalled(match, token)))
        return stored.decode("ascii", "replace") if isinstance(stored, bytes) else stored


REVIEW_KEPT = 30 * 86_400
"""Seconds for which a finished review is kept outside an archive."""
REFUSED_REVIEW_KEPT = 3600
"""The same for a match that could not be looked back on, which a newer release may be able to do."""
HINT_KEPT = 86_400
THOUGHT_ASKED = 600
"""Seconds after which a thought that has not come may be requested again: the job may be lost."""
MOST_REVIEW_BYTES = 4 << 20
REVIEW = "review"


@dataclass(frozen=True)
class StoredReview:
    """A review in the making: its first parts, and the processor seconds they took.

    ``done``: the parts are all there; ``refused``: the match cannot be looked back on here. ``release``: that of the worker,
    because other bots come to other numbers; empty where nothing is computed yet.
    """

    parts: list[Json] = field(default_factory=list)
    cpu: float = 0.0
    done: bool = False
    refused: bool = False
    release: str = ""


class Thoughts(ReadsArchive):
    """Thoughts about matches: ``about`` is :data:`REVIEW`, or what :func:`hint_for` returns."""

    def keep_review(self, match: str, found: StoredReview) -> None:
        """Store a review in place of a shorter one, and keep its request alive until it is done."""
        raw = zlib.compress(json.dumps(asdict(found), separators=(",", ":")).encode())
        life = REFUSED_REVIEW_KEPT if found.refused else REVIEW_KEPT
        asked = keys.thought_asked(match, REVIEW)
        end = ("DEL", asked) if found.done or found.refused else ("SET", asked, "1", "EX", THOUGHT_ASKED)
        self._ask_many([("SET", keys.thought(match, REVIEW), raw, "EX", life), end])
        if found.done and self._archiving and self.archived_at(match) is not None:
            try:
                self._archiving.archive.keep_segment(_review_file_of(match), raw)
            except ArchiveTrouble as error:
                log.error("the review of match %s is not kept in the archive: %s", match, error)

    def review(self, match: str) -> StoredReview | None:
        """Return the stored review of a match, if any."""
        stored = self._ask(("GET", keys.thought(match, REVIEW)))
        if stored is None and self._archiving:
            stored = self._archiving.archive.segment(_review_file_of(match), 0, MOST_REVIEW_BYTES)
        if stored is None:
            return None
        with reading(f"review of match {match}"):
            return _review_in(stored)

    def keep_hint(self, match: str, about: str, move: Move) -> None:
        """Store a hint, and end its request."""
        told = json.dumps(move, separators=(",", ":"))
        self._ask_many(
            [("SET", keys.thought(match, about), told, "EX", HINT_KEPT), ("DEL", keys.thought_asked(match, about))]
        )

    def hint(self, match: str, about: str) -> Move | None:
        """Return a stored hint, if any."""
        stored = self._ask(("GET", keys.thought(match, about)))
        with reading(f"hint in match {match}"):
            return None if stored is None else json.loads(stored)


def _review_in(stored: bytes) -> StoredReview:
    try:
        facts = json.loads(zlib.decompress(stored))
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not isinstance(facts, dict):
        raise ValueError("this is no review")
    return StoredReview(**facts)


def hint_for(decision: str, seat: int) -> str:
    """Return the name of a seat's hint in a decision."""
    return f"hint:{decision}:{seat}"


def _review_file_of(match: str) -> str:
    """Return the name of the file with a match's review in an archive, beside that of the match."""
    return name_of(match).partition(".")[0] + ".review"
