"""The archive's mark: the store knows one, and moves nothing to an archive with another mark or none."""

from __future__ import annotations

import uuid

from service.store import keys
from service.store.archive.folder import Archive, ArchiveTrouble
from service.store.archive.reading import ReadsArchive
from service.store.matches.lists import Finished, MatchLists
from service.store.values.reading import text


class KnowsArchive(ReadsArchive, MatchLists):
    """The store's own record of its archive: its mark, and the matches in it."""

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
        if here is None:
            raise ArchiveTrouble(
                "what SIEGELPOST_ARCHIVE names is not the archive that the store knows: mount its folder, or name what all "
                "machines share"
            )
        if here != known:
            raise ArchiveTrouble("SIEGELPOST_ARCHIVE names the archive of another installation: name this one's own")

    def _holds_anything(self) -> bool:
        return bool(self.archived(limit=1)) or bool(self._ask(("HGET", keys.log_head(), "archived")))


__all__ = ["KnowsArchive"]
