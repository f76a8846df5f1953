"""A snapshot of everything in the store at one moment, written by its server into the server's folder; and the note
that the store was restored from one."""

from __future__ import annotations

from redis.exceptions import ResponseError

from service.store import keys
from service.store.connection.connect import Client, Place
from service.store.connection.scripts import RESTORED, Call
from service.store.values import text

AT_ONCE = 500
"""Keys copied in one go."""
NO_END = -1
"""The answer to PTTL for a key that does not expire."""


class Saving(Client):
    """Store operations for backups."""

    def begin_snapshot(self) -> bool:
        """Have the server write a snapshot (``dump.rdb``).

        ``False``: it is already writing one, or has just finished and will notice within a tenth of a second. That one
        will do if its file exists; otherwise the file was moved away, and this must be called again.
        """
        try:
            self._ask(("BGSAVE", "SCHEDULE"))
        except ResponseError as error:
            if "in progress" not in str(error):
                raise
            return False
        return True

    def snapshot_failed(self) -> bool:
        """Return whether no snapshot is being written or about to be, and the last one failed."""
        told = self._ask(("INFO", "persistence"))
        facts = told if isinstance(told, dict) else dict(one.split(":", 1) for one in text(told).split() if ":" in one)
        busy = any(int(facts.get(name, 0)) for name in ("rdb_bgsave_in_progress", "aof_rewrite_in_progress"))
        return not busy and str(facts.get("rdb_last_bgsave_status", "ok")) != "ok"

    def is_empty(self) -> bool:
        """Return whether there is nothing at all in the store."""
        return not any(int(self._ask_at(name, ("DBSIZE",))) for name in self._attempt(self._servers.names))

    def is_half_restored(self) -> bool:
        """Return whether a backup is being copied into this store, or that was interrupted."""
        return self._ask(("GET", keys.half_restored())) is not None

    def copy_to(self, other: Saving, taken: int) -> int:
        """Copy everything to another store, whose servers are not older; return how many keys there are.

        Until the last one is there, the other store is marked, and no process works with it.

        :param taken: the moment that this store shows (ms).
        :raises StoreUnavailable: when the other store refuses or does not answer. Repeating it changes nothing.
        """
        other._ask(("SET", keys.half_restored(), taken))
        count = self._copy_to(other)
        other._ask(("DEL", keys.half_restored()))
        return count

    def _copy_to(self, other: Saving) -> int:
        place: Place | None = Place()
        count = 0
        while place is not None:
            place, found = self._scan(place, "*", AT_ONCE)
            told = self._ask_many([(name, key) for key in found for name in ("DUMP", "PTTL")])
            values = zip(found, told[::2], told[1::2], strict=True)
            kept = [
                ("RESTORE", key, max(0, left), value, "REPLACE")  # 0: it does not expire
                for key, value, left in values
                if value is not None and (left == NO_END or left > 0)  # it may expire between the two commands
            ]
            other._ask_many(kept)
            count += len(kept)
        return count

    def awaits_first_beat(self, taken: int) -> bool:
        """Return whether no clock has beaten since ``taken`` (ms)."""
        beat = self._ask(("HGET", keys.running(0), "beat"))
        return beat is None or int(beat) <= taken

    def note_restore(self, taken: int) -> bool:
        """Record that the store was restored to its state at ``taken`` (ms), before any clock beats.

        The next beat finds an outage from the last beat before the backup on, whose cause is that. Repeating it changes nothing.

        :return: whether it was recorded; ``False`` if a clock has beaten since, so that it was recorded before.
        """
        calls = [Call(RESTORED, [keys.running(bucket)], [taken]) for bucket in range(keys.BUCKETS)]
        return any(int(noted) for noted in self._run_many(calls))
