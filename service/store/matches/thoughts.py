"""Reviews of closed matches, and hints for players at tables with bots, which workers think about and store.

A review is stored while it grows, so that a worker can go on where another stopped. Beside an archived match it stays, so
that it is made only once; in the store it is kept for :data:`REVIEW_KEPT`.
"""

from __future__ import annotations

import json
import logging
import zlib
from dataclasses import asdict, dataclass, field

from engine.contract import Json, Move
from service.store import keys
from service.store.archive.file import name_of
from service.store.archive.folder import ArchiveTrouble
from service.store.archive.reading import ReadsArchive
from service.store.values.reading import reading

REVIEW_KEPT = 30 * 86_400
"""Seconds for which a finished review is kept outside an archive."""
REFUSED_KEPT = 3600
"""The same for a match that could not be looked back on, which a newer release may be able to do."""
HINT_KEPT = 86_400
ASKED = 600
"""Seconds after which a thought that has not come may be requested again: the job may be lost."""
MOST_BYTES = 4 << 20
REVIEW = "review"

log = logging.getLogger("siegelpost.store")


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
        life = REFUSED_KEPT if found.refused else REVIEW_KEPT
        asked = keys.thought_asked(match, REVIEW)
        end = ("DEL", asked) if found.done or found.refused else ("SET", asked, "1", "EX", ASKED)
        self._ask_many([("SET", keys.thought(match, REVIEW), raw, "EX", life), end])
        if found.done and self._archiving and self.archived_at(match) is not None:
            try:
                self._archiving.archive.keep_segment(_file_of(match), raw)
            except ArchiveTrouble as error:
                log.error("the review of match %s is not kept in the archive: %s", match, error)

    def review(self, match: str) -> StoredReview | None:
        """Return the stored review of a match, if any."""
        stored = self._ask(("GET", keys.thought(match, REVIEW)))
        if stored is None and self._archiving:
            stored = self._archiving.archive.segment(_file_of(match), 0, MOST_BYTES)
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


def _file_of(match: str) -> str:
    """Return the name of the file with a match's review in an archive, beside that of the match."""
    return name_of(match).partition(".")[0] + ".review"
