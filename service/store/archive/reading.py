"""Reading matches that have moved from the store to the archive; readers need not know where a match is.

An archive has a mark. The store knows one, and moves nothing to an archive with another mark or none.
"""

import contextlib
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from service.store import StoreUnavailable, Unreadable, keys
from service.store.archive.folder import Archive, ArchivedMatch, ArchiveTrouble
from service.store.connection.connect import Client
from service.store.matches.lists import Finished, MatchLists
from service.store.matches.packing import from_first, unpacked
from service.store.values import reading, text

ArchiveState = Literal["none", "ok", "away"]
STALE, PATIENCE = 15.0, 2.0
"""Seconds after which the archive is asked again how it is, and for how long somebody waits for its answer."""
ASKING = "archive state"
NOT_HERE = "it is in the archive, and not where SIEGELPOST_ARCHIVE leads here"


@dataclass(frozen=True)
class Archiving:
    """The archive for finished matches, and how long after their end they go there (ms)."""

    archive: Archive
    after: int


class ReadsArchive(Client):
    """A store that may have an archive."""

    _archiving: Archiving | None = None

    def use_archive(self, archiving: Archiving | None) -> Self:
        """Read matches missing from the store from the archive, and let the sweep move matches there; ``None`` turns
        this off."""
        self._archiving = archiving
        return self

    def _in_archive(self, match: str, *, whole: bool = False, listed: bool | None = None) -> ArchivedMatch | None:
        """Return a match from the archive, or None if it is not there.

        A file counts even if the store does not list it: the store may come from a backup older than the move.

        :param whole: whether to include its lines.
        :param listed: whether the store lists it as archived, if the caller knows.
        :raises Unreadable: when it is listed and cannot be read here.
        """
        archive = None if self._archiving is None else self._archiving.archive
        found = None if archive is None else archive.whole(match) if whole else archive.record(match)
        if found is None and (self.archived_at(match) is not None if listed is None else listed):
            raise Unreadable(f"match {match}", NOT_HERE)
        return found

    def archived_at(self, match: str) -> int | None:
        """Return when an archived match closed (ms), or None if it is not listed as archived."""
        score = self._ask(("ZSCORE", keys.archived(keys.bucket_of(match)), match))
        return None if score is None else int(float(score))

    def _lines(self, match: str, ranges: list[tuple[int, int]]) -> list[bytes]:
        """Return the lines of a log at ``[first, last]`` (from 0) of each range, from the store or the archive."""
        *replies, there = self._ask_many(
            [*(("LRANGE", keys.lines(match), first, last) for first, last in ranges), ("EXISTS", keys.match(match))]
        )
        archived = None if there else self._in_archive(match, whole=True)
        if archived is not None:
            return [line for first, last in ranges for line in archived.lines[first : last + 1]]
        found: list[bytes] = []
        for (first, last), reply in zip(ranges, replies, strict=True):
            lines = self._unpacked(match, reply, first)
            if lines is None:
                earlier = from_first(first)
                lines = self._lines(match, [(earlier, last)])[first - earlier :]
            found += lines
        return found

    def _unpacked(self, match: str, stored: Sequence[bytes], first: int = 0) -> list[bytes] | None:
        """Return the lines of a log in export form, or None if the first is packed together with earlier ones."""
        with reading(f"the log of match {match}"):
            return unpacked(match, stored, first)


class KnowsArchive(ReadsArchive, MatchLists):
    """The store's own record of its archive: its mark, and the matches in it."""

    _state: ArchiveState = "ok"
    _asked = float("-inf")
    _asking: threading.Thread | None = None

    def archived(self, after: Finished | None = None, limit: int = 100) -> list[Finished]:
        """Return archived matches after the given one, in the order in which they closed."""
        found = self._after([keys.archived(bucket) for bucket in range(keys.BUCKETS)], after and after.closed, limit)
        matches = sorted(Finished(score, member) for member, score in found)
        return [one for one in matches if after is None or one > after][:limit]

    def _meet(self, archive: Archive) -> None:
        """Check that this is the archive known to the store; set it up if it is the first.

        :raises ArchiveTrouble: when it is missing or another one.
        """
        here, known = archive.mark(), self._ask(("GET", keys.archive_mark()))
        if known is None:  # a full server could not write it, but needs none of it later
            self._ask(("SET", keys.archive_mark(), here or uuid.uuid4().hex, "NX"))
            known = self._ask(("GET", keys.archive_mark()))
        known = text(known)
        if here is None and not self._holds_anything():
            archive.begin(known)
            here = archive.mark()
        self._recognise(here, known)

    def _recognise(self, here: str | None, known: str) -> None:
        if here is None:
            raise ArchiveTrouble(
                "what SIEGELPOST_ARCHIVE names is not the archive that the store knows: mount its folder, or name what all "
                "machines share"
            )
        if here != known:
            raise ArchiveTrouble("SIEGELPOST_ARCHIVE names the archive of another installation: name this one's own")

    def archive_state(self) -> ArchiveState:
        """Return whether the archive known to the store can be read here, as of at most 15 seconds ago.

        A thread asks: reading a folder whose server is gone may never return, and nobody may wait for that.
        """
        if self._archiving is None:
            known = self._ask(("GET", keys.archive_mark()))
            return "away" if known is not None and self._holds_anything() else "none"
        if time.monotonic() - self._asked > STALE and (self._asking is None or not self._asking.is_alive()):
            self._asked = time.monotonic()
            self._asking = threading.Thread(
                target=self._ask_archive, args=(self._archiving.archive,), name=ASKING, daemon=True
            )
            self._asking.start()
        if self._asking is not None:
            self._asking.join(max(0.0, self._asked + PATIENCE - time.monotonic()))
            if self._asking.is_alive():
                return "away"
        return self._state

    def _ask_archive(self, archive: Archive) -> None:
        with contextlib.suppress(StoreUnavailable):  # the archive is as it was
            try:
                here, known = archive.mark(), self._ask(("GET", keys.archive_mark()))
                if known is not None and (here is not None or self._holds_anything()):
                    self._recognise(here, text(known))
                self._state = "ok"
            except ArchiveTrouble:
                self._state = "away"

    def _holds_anything(self) -> bool:
        return bool(self.archived(limit=1)) or bool(self._ask(("HGET", keys.log_head(), "archived")))
