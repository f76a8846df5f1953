"""Finished matches leave the store: they go into the archive, durably, before anything is deleted.

A match is moved when it has been over for a while, the log of all matches has its entries, and nothing is left to do
with it. It is read, written to the archive, read back and compared; then one script removes it from the store if it has
not changed. If the process is killed in between, the match is in the store, or identically in both, and the next sweep
finishes. Two processes that move it at once write the same. The only later change to a finished match removes a deleted
player's name from its table.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.store import StoreUnavailable, Unreadable, keys
from service.store.archive.folder import Archive, ArchivedMatch, ArchiveTrouble
from service.store.archive.reading import KnowsArchive
from service.store.connection.scripts import ARCHIVE, Call
from service.store.matches.packing import unpack
from service.store.matches.stored_matches import table_from
from service.store.records import Transition
from service.store.values import encode, reading, texts
from service.telemetry.counts import ARCHIVE_FAILURES

MOST = 1_000
"""The most matches that one sweep moves."""
AT_ONCE = 500
PACKED_FIELDS = (b"table", b"state")
"""Fields of a match that may be packed; the archive has them as text."""

log = logging.getLogger("siegelpost.store")


class MovesToArchive(KnowsArchive):
    """The way of a match into the archive."""

    def archive_finished(self, matches: Sequence[str]) -> int:
        """Move those of these matches that have been over long enough, at most :data:`MOST`; return how many were
        moved.

        Errors are logged; the match then stays in the store.
        """
        if self._archiving is None:
            return 0
        moved = tried = 0
        for match in self._finished_long_ago(matches, self.now() - self._archiving.after):
            try:
                if not tried:
                    self._meet(self._archiving.archive)
                tried += 1
                moved += self._move(self._archiving.archive, match)
            except ArchiveTrouble as error:
                log.error("finished matches stay in the store: %s", error)
                ARCHIVE_FAILURES.inc()
                break
            except Unreadable as error:
                log.error("%s", error)
            if tried == MOST:
                break
        return moved

    def _change_archived(self, step: Transition) -> bool | Unreadable:
        """Apply a step without lines, which removes a name from the table, to an archived match; return ``False`` if it
        is stale.

        :raises StoreUnavailable: when the archive cannot be written.
        """
        try:
            found = self._in_archive(step.match, whole=True)
        except Unreadable as error:
            return error
        if self._archiving is None or found is None or step.acts_version is None:
            return False
        if (found.fields["n"], found.fields["head"]) != (str(step.n), step.head):
            return False
        version = step.acts_version + 1
        changed = {"table": encode(step.table), "av": str(version), "w": f"{step.n}:{version}"}
        try:
            return self._archiving.archive.change(replace(found, fields={**found.fields, **changed}), step.acts_version)
        except ArchiveTrouble as error:
            raise StoreUnavailable(str(error)) from error

    def _finished_long_ago(self, matches: Sequence[str], until: int) -> Iterator[str]:
        """Yield matches that closed before ``until`` (ms) and need nothing more."""
        for start in range(0, len(matches), AT_ONCE):
            some = matches[start : start + AT_ONCE]
            facts = self._ask_each(
                [("HMGET", keys.match(match), "status", "at", "n") for match in some], [f"match {one}" for one in some]
            )
            over = [
                (match, int(reply[2]))
                for match, reply in zip(some, facts, strict=True)
                if not isinstance(reply, Unreadable)
                and reply[0] == b"closed"
                and all((one or b"").isdigit() for one in reply[1:])
                and int(reply[1]) <= until
            ]
            # Of most of them the log of all matches has everything; what it lacks it gets soon.
            logged = self._ask_each([("LLEN", keys.leaves(match)) for match, _ in over], [one for one, _ in over])
            yield from (match for (match, n), leaves in zip(over, logged, strict=True) if leaves == n)

    def _move(self, archive: Archive, match: str) -> bool:
        """Move a match; return ``False`` if it stays because it needs something more."""
        facts, lines, leaves = self._ask_many(
            [
                ("HGETALL", keys.match(match)),
                ("LRANGE", keys.lines(match), 0, -1),
                ("LRANGE", keys.leaves(match), 0, -1),
            ]
        )
        with reading(f"match {match}"):
            facts = {name: unpack(value, match) if name in PACKED_FIELDS else value for name, value in facts.items()}
        fields = texts(f"match {match}", facts)
        with reading(f"match {match}"):
            n, version, head, table = fields["n"], fields["av"], fields["head"], fields["table"]
            archived = ArchivedMatch(match, fields, [int(leaf) for leaf in leaves], self._unpacked(match, lines) or [])
            if len(archived.lines) != int(n):
                return False
        archive.keep(archived)
        bucket = keys.bucket_of(match)
        names = [
            keys.match(match),
            keys.acts(match),
            keys.secrets(match),
            keys.seen(match),
            keys.lines(match),
            keys.leaves(match),
            keys.due(bucket),
            keys.unlogged(bucket),
            keys.parked(bucket),
            keys.archived(bucket),
            *(key(one) for one in _recipients(match, table) for key in (keys.queue, keys.sent)),
        ]
        return bool(self._run(Call(ARCHIVE, names, [match, n, version, head, fields.get("w", "")])))


def _recipients(match: str, table: str) -> list[str]:
    """Return the mail recipients of a match; records of other recipients expire by themselves."""
    with reading(f"match {match}"):
        laid = table_from(table, match)
        accounts = {laid["owner"], *(seat["player"] or "" for seat in laid["seats"])}
        return [keys.recipient_of(one, match) for one in sorted(accounts) if keys.ACCOUNT.fullmatch(one)]
